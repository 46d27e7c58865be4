/* The table of verdicts on the checklist: each published verdict beside that of the store. */
#include "reproduction_inside.h"

#include "papers.h"
#include "published_verdicts.h"

#include <stdlib.h>
#include <string.h>

static const published_check *find_check(const published_check *list, size_t count, const published_verdict *of)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(list[k].published.metric, of->metric) == 0 && strcmp(list[k].published.property, of->property) == 0)
            return &list[k];
    return NULL;
}

static void say_reason(const published_check *c, reproduction_row *row)
{
    const char *doubt = c->published.doubt, *ours = c->ours->text ? c->ours->text : "";
    const char *left_out = strcmp(c->published.text, "excluded") == 0 ? "the thesis leaves it out; ours: " : "";
    if (c->agrees == PUBLISHED_UNDECIDED) row_say(row, &row->reason, "no verdict: %s", ours);
    else if (c->agrees != PUBLISHED_AGREES)
        row_say(row, &row->reason, "%s%s%s%s", left_out, c->why ? c->why : ours,
                doubt ? "; the thesis against itself: " : "", doubt ? doubt : "");
    else if (doubt) row_say(row, &row->reason, "the thesis against itself: %s", doubt);
}

static void put_check(const published_check *c, reproduction_row *row)
{
    const verdict *ours = c->ours;
    row->status = c->agrees == PUBLISHED_AGREES ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
    if (c->agrees == PUBLISHED_UNDECIDED)
        row->status = ours->n_comparisons ? REPRODUCTION_WITHIN_ERROR : REPRODUCTION_MISSING;
    say_reason(c, row);
    row_say(row, &row->evidence, "%s%s%s", verdict_word(c->outcome), ours->text ? ": " : "",
            ours->text ? ours->text : "");
    if (ours->n_comparisons) {
        const comparison *deciding = &ours->comparison[ours->deciding];
        row->ours = deciding->value;
        row->low = deciding->low;
        row->high = deciding->high;
        row->seeds = deciding->seeds;
    }
}

static assay_status add_verdict(const published_verdict *published, const property *asked, const published_check *check,
                                reproduction *to)
{
    reproduction_row *row = reproduction_add(to);
    if (!row) return ASSAY_ENOMEM;
    const verdict_table *table = &papers_all()->verdicts;
    const char *code = *PAPER_AT(const char *, table->presets, 0); /* the preset of the published code */
    row->id = table->id;
    row->source = table->source;
    row->plan = table->of->plan;
    row->metric = published->metric;
    row->preset = code;
    row->decimals = 3;
    row_say(row, &row->own[1], "%s: %s", asked->title, published->text);
    row->statement = row->own[1];
    row->status = REPRODUCTION_MISSING;
    if (check && check->ours && strcmp(check->ours->series->preset, code) == 0) put_check(check, row);
    else
        row_say(row, &row->reason, "`assay run %s --metrics %s@%s --seeds 0:10 --db FILE`", row->plan,
                published->metric, code);
    return ASSAY_OK;
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
