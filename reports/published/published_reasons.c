/*
 * Reasons for differences from a published table. Each comes with the condition under which it is true of a store: that
 * a score which "falls a little" does so there, that what "alone fails" fails alone. Where the condition does not hold
 * the reason is not given.
 */
#include "published_reasons.h"

#include "papers.h"

#include <math.h>
#include <string.h>

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

const char *published_reason(const published_check *c, const verdicts *all)
{
    const verdict_reason *one = find_reason(&c->published);
    if (!one || (one->outcome >= 0 && c->outcome != one->outcome)) return NULL;
    return holds(one->holds, c, all) ? one->text : NULL;
}
