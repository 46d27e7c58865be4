/* The table of verdicts that a paper prints, and what the store says of each. */
#include "published_reasons.h"

#include "papers.h"

#include <stdlib.h>
#include <string.h>

const char *const published_marks[] = {
    [MARK_YES] = "yes",   [MARK_NO] = "no", [MARK_NO_BY_BINS] = "no*", [MARK_NOT_MEASURED] = "not measured",
    [MARK_EXCLUDED] = "excluded", [MARK_BLANK] = "blank", NULL
};

static int mark_outcome(int mark)
{
    return mark == MARK_YES ? VERDICT_PASS
           : mark == MARK_NO || mark == MARK_NO_BY_BINS ? VERDICT_FAIL
                                                        : VERDICT_NOT_CLAIMED;
}

const char *published_verdicts_source(void)
{
    const char *source = papers_all()->verdicts.source;
    return source ? source : "no published table";
}

const char *published_metric_at(size_t index)
{
    const paper_list *rows = &papers_all()->verdicts.rows;
    return index < rows->count ? PAPER_AT(verdict_row, *rows, index)->metric : NULL;
}

static const char *find_doubt(const char *metric, const char *asked)
{
    const paper_list *doubts = &papers_all()->verdicts.doubts;
    for (size_t k = 0; k < doubts->count; k++) {
        const verdict_doubt *one = PAPER_AT(verdict_doubt, *doubts, k);
        if (strcmp(one->metric, metric) == 0 && strcmp(one->property, asked) == 0) return one->text;
    }
    return NULL;
}

int published_verdict_at(size_t index, published_verdict *to)
{
    const verdict_table *table = &papers_all()->verdicts;
    const size_t columns = table->columns.count;
    if (index >= table->rows.count * columns) return 0;
    const verdict_row *row = PAPER_AT(verdict_row, table->rows, index / columns);
    const char *column = *PAPER_AT(const char *, table->columns, index % columns);
    const int mark = row->mark[index % columns];
    *to = (published_verdict){ row->metric, column, published_marks[mark], mark_outcome(mark),
                               find_doubt(row->metric, column), table->source };
    return 1;
}

/* The verdict that speaks for a metric of several outputs. */
static int weight(int outcome)
{
    static const int of[VERDICT_KINDS] = {
        [VERDICT_FAIL] = 5,      [VERDICT_UNDEFINED] = 4, [VERDICT_NOT_RUN] = 3,
        [VERDICT_UNDECIDED] = 2, [VERDICT_PASS] = 1,      [VERDICT_NOT_CLAIMED] = 0,
    };
    return of[outcome];
}

static int is_open(int outcome)
{
    return outcome == VERDICT_UNDECIDED || outcome == VERDICT_NOT_RUN || outcome == VERDICT_UNDEFINED;
}

static published_check check_one(const verdicts *all, const char *metric, const char *preset,
                                 const published_verdict *printed)
{
    published_check c = { .published = *printed, .outcome = VERDICT_NOT_CLAIMED };
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        if (strcmp(v->series->metric, metric) != 0 || strcmp(v->series->preset, preset) != 0 ||
            strcmp(property_at(v->property)->id, printed->property) != 0)
            continue;
        if (!c.ours || weight(v->outcome) > weight(c.outcome)) {
            c.ours = v;
            c.outcome = v->outcome;
        }
    }
    c.agrees = c.outcome == printed->outcome             ? PUBLISHED_AGREES
               : is_open(c.outcome)                        ? PUBLISHED_UNDECIDED
               : printed->outcome == VERDICT_NOT_CLAIMED ? PUBLISHED_UNMARKED
                                                           : PUBLISHED_DIFFERS;
    if (c.agrees == PUBLISHED_DIFFERS || c.agrees == PUBLISHED_UNMARKED) c.why = published_reason(&c, all);
    return c;
}

/* Of the presets that the store has of a metric the one to compare; NULL: it has none of these. */
static const char *preset_compared(const verdicts *all, const char *metric)
{
    const paper_list *wanted = &papers_all()->verdicts.presets;
    for (size_t w = 0; w < wanted->count; w++) {
        const char *preset = *PAPER_AT(const char *, *wanted, w);
        for (size_t k = 0; k < all->count; k++)
            if (strcmp(all->at[k].series->metric, metric) == 0 && strcmp(all->at[k].series->preset, preset) == 0)
                return preset;
    }
    return NULL;
}

int published_verdict_of(const evidence_series *s, const char *asked, published_verdict *to)
{
    for (size_t k = 0; !s->profile && published_verdict_at(k, to); k++)
        if (strcmp(to->metric, s->metric) == 0 && strcmp(to->property, asked) == 0) return 1;
    return 0;
}

assay_status published_verdicts_compare(const verdicts *all, published_check **to, size_t *count, assay_error *err)
{
    const assay_status status = papers_load(NULL, err);
    const verdict_table *table = &papers_all()->verdicts;
    *count = 0;
    *to = NULL;
    if (status != ASSAY_OK) return status;
    *to = calloc(table->rows.count * table->columns.count + 1, sizeof **to);
    if (!*to) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (all->count && all->at[0].series->profile) return ASSAY_OK; /* what was published is on continuous factors */
    published_verdict printed;
    for (size_t k = 0; published_verdict_at(k, &printed); k++) {
        const char *preset = preset_compared(all, printed.metric);
        if (preset) (*to)[(*count)++] = check_one(all, printed.metric, preset, &printed);
    }
    return ASSAY_OK;
}
