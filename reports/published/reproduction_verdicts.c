/* The table of verdicts on the checklist: each published verdict next to that of the store. */
#include "reproduction_inside.h"

#include "papers.h"
#include "published_verdicts.h"

#include <stdlib.h>
#include <string.h>

static void say_reason(const published_check *c, reproduction_row *row)
{
    const char *doubt = c->published.doubt, *ours = c->ours->text ? c->ours->text : "";
    const char *left_out = strcmp(c->published.text, "excluded") == 0 ? "the thesis leaves it out; ours: " : "";
    if (c->agrees == PUBLISHED_UNDECIDED) row_say(&row->reason, "no verdict: %s", ours);
    else if (c->agrees != PUBLISHED_AGREES)
        row_say(&row->reason, "%s%s%s%s", left_out, c->why ? c->why : ours,
                doubt ? "; the thesis against itself: " : "", doubt ? doubt : "");
    else if (doubt) row_say(&row->reason, "the thesis against itself: %s", doubt);
}

static void put_check(const published_check *c, reproduction_row *row)
{
    const verdict *ours = c->ours;
    row->status = c->agrees == PUBLISHED_AGREES ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
    if (c->agrees == PUBLISHED_UNDECIDED)
        row->status = ours->n_comparisons ? REPRODUCTION_WITHIN_ERROR : REPRODUCTION_MISSING;
    say_reason(c, row);
    row_say(&row->evidence, "%s%s%s", verdict_word(c->outcome), ours->text ? ": " : "",
            ours->text ? ours->text : "");
    if (ours->n_comparisons) {
        const comparison *deciding = &ours->comparison[ours->deciding];
        row->ours = deciding->value;
        row->low = deciding->low;
        row->high = deciding->high;
        row->seeds = deciding->seeds;
    }
}

static void add_verdict(const published_verdict *printed, const published_check *check, reproduction *to)
{
    reproduction_row *row = reproduction_add(to);
    const verdict_table *table = &papers_all()->verdicts;
    const char *code = *PAPER_AT(const char *, table->presets, 0); /* the preset of the published code */
    row->id = table->id;
    row->source = table->source;
    row->plan = table->of->plan;
    row->metric = printed->metric;
    row->preset = code;
    row->decimals = 3;
    row_say(&row->own[1], "%s: %s", property_find(printed->property)->title, printed->text);
    row->statement = row->own[1];
    row->status = REPRODUCTION_MISSING;
    if (check && check->ours && strcmp(check->ours->series->preset, code) == 0) put_check(check, row);
    else
        row_say(&row->reason, "`assay run %s --metrics %s@%s --seeds 0:10 --db FILE`", row->plan, printed->metric,
                code);
}

/* The checks are of some of the verdicts, in their order. */
assay_status reproduction_add_verdicts(const verdicts *judged, reproduction *to, assay_error *err)
{
    published_check *list = NULL;
    published_verdict printed;
    size_t count = 0, next = 0;
    const assay_status status = judged ? published_verdicts_compare(judged, &list, &count, err) : ASSAY_OK;
    for (size_t k = 0; status == ASSAY_OK && published_verdict_at(k, &printed); k++) {
        const published_check *check = next < count ? &list[next] : NULL;
        const int same = check && strcmp(check->published.metric, printed.metric) == 0 &&
                         strcmp(check->published.property, printed.property) == 0;
        next += (size_t)same;
        add_verdict(&printed, same ? check : NULL, to);
    }
    free(list);
    return status;
}
