/*
 * Reasons for differences from table 3.2. Each comes with the condition under which it is true of a store: that a score
 * which "falls a little" does so there, that what "alone fails" fails alone. Where the condition does not hold the
 * reason is not told.
 */
#include "published_reasons.h"

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

enum { ANY, COPIES, TO_60, LITTLE, SOME, STILL, MODULARITY_ALONE, EXPLICIT, FACTOR_BINS, E_ALONE, C_ALONE };

static int holds(int condition, const published_check *c, const verdicts *all)
{
    const comparison *d = deciding(c);
    const uint32_t claims = c->ours ? c->ours->series->measures & 7 : 0;
    switch (condition) {
    case COPIES: return copies_alike(c);
    case TO_60: return flat_to_60(c);
    case LITTLE: return value_within(c, 0.2) && d->value < 0.0;
    case SOME: return value_within(c, 0.5);
    case STILL: return value_within(c, 0.005);
    case MODULARITY_ALONE: return claims == ASSAY_MODULARITY;
    case EXPLICIT: return (claims & ASSAY_EXPLICITNESS) != 0;
    case FACTOR_BINS: return d && strstr(d->text, "factor-bins=5 ") != NULL;
    case E_ALONE: return fails_alone(c, all, "explicitness");
    case C_ALONE: return value_within(c, 0.15) && fails_alone(c, all, "compactness");
    default: return d != NULL;
    }
}

static const char gaps[] =
    "where compactness is lower a score must be lower, and a gap between the two best codes cannot tell two copies "
    "from four";
static const char to_80[] =
    "flat up to 60 % noise, as the thesis says; but it asks for robustness up to 80 % itself, and "
    "there the score has fallen";
static const char irs_claims[] =
    "the thesis takes IRS for a score of modularity and explicitness; Suter et al. define it by the robustness "
    "of codes to other factors, modularity, and it is held to that";
static const char all_falls[] =
    "it claims explicitness, which noise takes away, so it has to fall and is not asked to stay";
static const char argued[] = "the thesis decides this by argument; here other numbers are tried on the same data";

static const struct {
    const char *metric, *property;
    int outcome, condition;
    const char *text;
} reasons[] = {
    { "sap", "compactness-coherent", VERDICT_FAIL, COPIES, gaps },
    { "mig", "compactness-coherent", VERDICT_FAIL, COPIES, gaps },
    { "jemmig", "compactness-coherent", VERDICT_FAIL, COPIES, gaps },
    { "z-diff", "noise-robust", VERDICT_FAIL, TO_60, to_80 },
    { "z-min-var", "noise-robust", VERDICT_FAIL, TO_60, to_80 },
    { "dci-rf", "noise-robust", VERDICT_FAIL, SOME,
      "the thesis itself reports .8 at 60 % noise and .65 at 80 %, and calls that robust; the limit here is 0.05" },
    { "dci-lasso", "noise-robust", VERDICT_FAIL, LITTLE,
      "the fall is small beside that of others, which the thesis judges by eye; the limit here is 0.05" },
    { "jemmig", "noise-robust", VERDICT_NOT_CLAIMED, EXPLICIT, all_falls },
    { "dcimig", "noise-robust", VERDICT_NOT_CLAIMED, EXPLICIT, all_falls },
    { "sap", "noise-robust", VERDICT_FAIL, ANY,
      "the thesis excludes SAP; it claims compactness, which noise leaves alone, so it is asked" },
    { "irs", "explicitness-coherent", VERDICT_NOT_CLAIMED, MODULARITY_ALONE, irs_claims },
    { "irs", "noise-robust", VERDICT_FAIL, MODULARITY_ALONE, irs_claims },
    { "irs", "multi-code", VERDICT_FAIL, ANY,
      "the thesis excludes IRS, by table 3.1 .8 on sines and cosines and .9 on copies" },
    { "dci-rf", "calibrated", VERDICT_FAIL, E_ALONE,
      "explicitness alone fails: its forest is scored on rows that it has learnt from, 1 - 12 MSE, which is above 0 on "
      "noise" },
    { "dci-lasso", "multi-code", VERDICT_FAIL, E_ALONE,
      "a line sees little of an angle in its sine and cosine: explicitness fails, as in table 3.1" },
    { "dci-rf", "multi-code", VERDICT_FAIL, C_ALONE,
      "compactness alone fails, and by little: sine and cosine share the importance less evenly than two copies do" },
    { "irs", "stable-options", VERDICT_FAIL, FACTOR_BINS,
      "an ideal score with b bins of a factor is 1 - 1/b, so 5 bins cost .1 of it" },
    { "z-diff", "nonlinear", VERDICT_PASS, LITTLE,
      "it falls a little, by less than the limit; its factors are cut into classes, its codes are not" },
    { "modularity", "nonlinear", VERDICT_PASS, STILL,
      "it hardly moves: squared leaks of a bijection stay near 0 however the codes are cut" },
    { "modularity", "multi-code", VERDICT_PASS, STILL,
      "it is the same on copies and on sines and cosines, as in table 3.1" },
};

const char *published_reason(const published_check *c, const verdicts *all)
{
    const published_verdict *of = &c->published;
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        if (strcmp(reasons[k].metric, of->metric) == 0 && strcmp(reasons[k].property, of->property) == 0)
            return c->outcome == reasons[k].outcome && holds(reasons[k].condition, c, all) ? reasons[k].text : NULL;
    return strcmp(of->property, "stable-options") == 0 && deciding(c) ? argued : NULL;
}
