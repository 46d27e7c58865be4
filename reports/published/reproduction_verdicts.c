/* The table of verdicts on the checklist: each published verdict beside that of the store. */
#include "reproduction_inside.h"

#include "papers.h"
#include "published_verdicts.h"

#include <stdlib.h>
#include <string.h>

/* The preset of the published code. */
static const char *published_code(void) { return *PAPER_AT(const char *, papers_all()->verdicts.presets, 0); }

static const published_check *find_check(const published_check *list, size_t count, const published_verdict *of)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(list[k].published.metric, of->metric) == 0 && strcmp(list[k].published.property, of->property) == 0)
            return &list[k];
    return NULL;
}

static char *reason_of(const published_check *c)
{
    const char *doubt = c->published.doubt, *ours = c->ours->text ? c->ours->text : "";
    const char *left_out = strcmp(c->published.text, "excluded") == 0 ? "the thesis leaves it out; ours: " : "";
    if (c->agrees == PUBLISHED_UNDECIDED) return text_of("no verdict: %s", ours);
    if (c->agrees == PUBLISHED_AGREES) return doubt ? text_of("the thesis against itself: %s", doubt) : NULL;
    return text_of("%s%s%s%s", left_out, c->why ? c->why : ours, doubt ? "; the thesis against itself: " : "",
                   doubt ? doubt : "");
}

static assay_status tell_check(const published_check *c, reproduction_row *row)
{
    const verdict *ours = c->ours;
    row->status = c->agrees == PUBLISHED_AGREES ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
    if (c->agrees == PUBLISHED_UNDECIDED)
        row->status = ours->n_comparisons ? REPRODUCTION_WITHIN_ERROR : REPRODUCTION_MISSING;
    row->reason = reason_of(c);
    row->evidence = text_of("%s%s%s", verdict_word(c->outcome), ours->text ? ": " : "", ours->text ? ours->text : "");
    if (ours->n_comparisons) {
        const comparison *deciding = &ours->comparison[ours->deciding];
        row->ours = deciding->value;
        row->low = deciding->low;
        row->high = deciding->high;
        row->seeds = deciding->seeds;
    }
    return !row->evidence || (!row->reason && row->status != REPRODUCTION_DONE) ? ASSAY_ENOMEM : ASSAY_OK;
}

static assay_status add_verdict(const published_verdict *published, const property *asked, const published_check *check,
                                reproduction *to)
{
    reproduction_row *row = reproduction_add(to);
    if (!row) return ASSAY_ENOMEM;
    const verdict_table *table = &papers_all()->verdicts;
    const char *code = published_code();
    row->id = table->id;
    row->source = table->source;
    row->plan = table->of->plan;
    row->metric = published->metric;
    row->preset = code;
    row->decimals = 3;
    row->own[1] = text_of("%s: %s", asked->title, published->text);
    if (!row->own[1]) return ASSAY_ENOMEM;
    row->statement = row->own[1];
    if (check && check->ours && strcmp(check->ours->series->preset, code) == 0) return tell_check(check, row);
    row->status = REPRODUCTION_MISSING;
    row->reason =
        text_of("`assay run %s --metrics %s@%s --seeds 0:10 --db FILE`", row->plan, published->metric, code);
    return row->reason ? ASSAY_OK : ASSAY_ENOMEM;
}

/* The metrics in the order of the table. */
assay_status reproduction_add_verdicts(const verdicts *judged, reproduction *to, assay_error *err)
{
    published_check *list = NULL;
    size_t count = 0;
    assay_status status = judged ? published_verdicts_compare(judged, &list, &count, err) : ASSAY_OK;
    for (size_t m = 0; published_metric_at(m) && status == ASSAY_OK; m++) {
        for (size_t p = 0; p < property_count() && status == ASSAY_OK; p++) {
            published_verdict published;
            if (!published_verdict_find(published_metric_at(m), property_at(p)->id, &published)) continue;
            status = add_verdict(&published, property_at(p), find_check(list, count, &published), to);
        }
    }
    free(list);
    return status;
}
