/* The table of verdicts that a paper prints, and what the store says of each. */
#include "published_verdicts.h"

#include "needed.h"
#include "papers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const published_marks[] = { [MARK_YES] = "yes",
                                        [MARK_NO] = "no",
                                        [MARK_NO_BY_BINS] = "no*",
                                        [MARK_NOT_MEASURED] = "not measured",
                                        [MARK_EXCLUDED] = "excluded",
                                        [MARK_BLANK] = "blank",
                                        NULL };

static int mark_outcome(int mark)
{
    return mark == MARK_YES                             ? VERDICT_PASS
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
    *to = (published_verdict){
        row->metric, column, published_marks[mark], mark_outcome(mark), find_doubt(row->metric, column), table->source
    };
    return 1;
}

/* ---- reasons ---- */

/*
 * Reasons for differences from a published table. Each comes with the condition under which it is true of a store: that
 * a score which "falls a little" does so there, that what "alone fails" fails alone. Where the condition does not hold
 * the reason is not given.
 */
static const comparison *deciding(const published_check *c)
{
    return c->ours && c->ours->n_comparisons ? &c->ours->comparison[c->ours->deciding] : NULL;
}

static int value_within(const published_check *c, double most)
{
    const comparison *d = deciding(c);
    return d && fabs(d->value) <= most;
}

/* Four copies score as two, where something fails at all. */
static int copies_alike(const published_check *c)
{
    for (size_t k = 0; c->ours && k < c->ours->n_comparisons; k++) {
        const comparison *one = &c->ours->comparison[k];
        if (strncmp(one->text, "duplicate: change from copies=2", 31) == 0 && one->outcome == VERDICT_FAIL)
            return fabs(one->value) <= threshold_value("step");
    }
    return 0;
}

/* What fails at 80 % noise does not at 60 %. */
static int flat_to_60(const published_check *c)
{
    size_t failed = 0;
    for (size_t k = 0; c->ours && k < c->ours->n_comparisons; k++) {
        const comparison *one = &c->ours->comparison[k];
        if (one->outcome != VERDICT_FAIL) continue;
        if (!strstr(one->text, "to alpha=0.8")) return 0;
        failed++;
    }
    return failed > 0;
}

static int fails_alone(const published_check *c, const verdicts *all, const char *output)
{
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        if (v->property != c->ours->property || strcmp(v->series->metric, c->ours->series->metric) != 0 ||
            strcmp(v->series->preset, c->ours->series->preset) != 0)
            continue;
        if ((v->outcome == VERDICT_FAIL) != (strcmp(v->series->output, output) == 0)) return 0;
    }
    return 1;
}

enum { DECIDED, COPIES, TO_60, LITTLE, HALF, STILL, MODULARITY_ALONE, EXPLICIT, FACTOR_BINS, E_ALONE, C_ALONE };
const char *const published_conditions[] = { [DECIDED] = "decided",
                                             [COPIES] = "copies-alike",
                                             [TO_60] = "flat-to-60",
                                             [LITTLE] = "falls-little",
                                             [HALF] = "within-half",
                                             [STILL] = "still",
                                             [MODULARITY_ALONE] = "claims-modularity-alone",
                                             [EXPLICIT] = "claims-explicitness",
                                             [FACTOR_BINS] = "five-factor-bins",
                                             [E_ALONE] = "explicitness-alone",
                                             [C_ALONE] = "compactness-alone",
                                             NULL };

static int holds(int condition, const published_check *c, const verdicts *all)
{
    const comparison *d = deciding(c);
    const uint32_t claims = c->ours ? c->ours->series->measures & 7 : 0;
    switch (condition) {
    case COPIES: return copies_alike(c);
    case TO_60: return flat_to_60(c);
    case LITTLE: return value_within(c, 0.2) && d->value < 0.0;
    case HALF: return value_within(c, 0.5);
    case STILL: return value_within(c, 0.005);
    case MODULARITY_ALONE: return claims == ASSAY_MODULARITY;
    case EXPLICIT: return (claims & ASSAY_EXPLICITNESS) != 0;
    case FACTOR_BINS: return d && strstr(d->text, "factor-bins=5 ") != NULL;
    case E_ALONE: return fails_alone(c, all, "explicitness");
    case C_ALONE: return value_within(c, 0.15) && fails_alone(c, all, "compactness");
    default: return d != NULL;
    }
}

/* The entry of the metric and the property, else that of the property; NULL: none. */
static const verdict_reason *find_reason(const published_verdict *of)
{
    const paper_list *reasons = &papers_all()->verdicts.reasons;
    const verdict_reason *any = NULL;
    for (size_t k = 0; k < reasons->count; k++) {
        const verdict_reason *one = PAPER_AT(verdict_reason, *reasons, k);
        if (strcmp(one->property, of->property) != 0) continue;
        if (one->metric && strcmp(one->metric, of->metric) == 0) return one;
        if (!one->metric && !any) any = one;
    }
    return any;
}

static const char *reason_of(const published_check *c, const verdicts *all)
{
    const verdict_reason *one = find_reason(&c->published);
    if (!one || (one->outcome >= 0 && c->outcome != one->outcome)) return NULL;
    return holds(one->holds, c, all) ? one->text : NULL;
}

/* ---- verdicts of a store ---- */

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
               : is_open(c.outcome)                      ? PUBLISHED_UNDECIDED
               : printed->outcome == VERDICT_NOT_CLAIMED ? PUBLISHED_UNMARKED
                                                         : PUBLISHED_DIFFERS;
    if (c.agrees == PUBLISHED_DIFFERS || c.agrees == PUBLISHED_UNMARKED) c.why = reason_of(&c, all);
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
    *to = needed(calloc(table->rows.count * table->columns.count + 1, sizeof **to));
    if (all->count && all->at[0].series->profile) return ASSAY_OK; /* what was published is on continuous factors */
    published_verdict printed;
    for (size_t k = 0; published_verdict_at(k, &printed); k++) {
        const char *preset = preset_compared(all, printed.metric);
        if (preset) (*to)[(*count)++] = check_one(all, printed.metric, preset, &printed);
    }
    return ASSAY_OK;
}
