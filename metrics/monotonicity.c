/*
 *     D_k = (a_(k+1) - a_k) / (z_(k+1) - z_k)
 *     Monotonicity = sum_k sgn(D_k) [|D_k| > eps] / sum_k [|D_k| > eps]
 *
 * Source   Watcharasupat, Lee and Lerch 2022, "Latte", Software Impacts, equations 7 and 10; Watcharasupat and Lerch
 *          2021, ISMIR late-breaking demo.
 * Takes    traverses (see traverses.h): factor i is the attribute, code i the one that is moved; steps of any size.
 * Gives    "monotonicity", one per factor and their mean, in [-1, 1]: 1 rises all the way, -1 falls, 0 has no trend.
 * Cost     O(n) for each factor.
 * R1  All slopes within eps of 0: undefined, degenerate-traverse, or the number that `degenerate` gives. eps is in
 *     units of the attribute over those of the code, so rescaling an attribute can move the score.
 * R2  Fewer than two points, no code of its own, a code that stands still: see traverses.h.
 */
#include "traverses.h"

#include <math.h>

enum { DEGENERATE_UNDEFINED, DEGENERATE_ZERO, DEGENERATE_ONE };

#define OPTIONS(OPTION)                                                                                             \
    TRAVERSE_OPTIONS(OPTION)                                                                                        \
    OPTION(EPS,                                                                                                     \
           NUMBER("eps", "slopes no larger than this are left out; attribute units per code unit", 1e-3, 0, 1e300)) \
    OPTION(DEGENERATE,                                                                                              \
           CHOICE("degenerate", "what a traverse without any larger slope scores",                                  \
                  [DEGENERATE_UNDEFINED] = "undefined", [DEGENERATE_ZERO] = "zero", [DEGENERATE_ONE] = "one"))
OPTION_TABLE(OPTIONS);

static double flat(const traverses *all, size_t factor, size_t t) /* R1 */
{
    const int degenerate = (int)all->call->option[DEGENERATE];
    if (degenerate != DEGENERATE_UNDEFINED) return degenerate == DEGENERATE_ONE;
    return FACTOR_UNDEFINED(all->call, factor, "degenerate-traverse",
                            "no slope of factor # is above %g in traverse %zu", all->call->option[EPS], t);
}

static assay_status scores(const traverses *all, size_t factor, const double *code, const double *attribute,
                           double *value)
{
    double *slope = all->call->alloc(all->call, all->points, sizeof *slope);
    if (!slope) return ASSAY_ENOMEM;
    for (size_t t = 0; t < all->count; t++) {
        value[t] = traverse_slopes(all, factor, t, code + t * all->points, attribute + t * all->points, slope);
        if (isnan(value[t])) continue;
        size_t up = 0, down = 0;
        for (size_t k = 0; k + 1 < all->points; k++) {
            up += slope[k] > all->call->option[EPS];
            down += slope[k] < -all->call->option[EPS];
        }
        value[t] = up + down ? ((double)up - (double)down) / (double)(up + down) : flat(all, factor, t);
    }
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call) { return traverses_score(rep, call, 2, scores); }

static const assay_output outputs[] = { { "monotonicity", ASSAY_PER_FACTOR, 0, -1, 1 } };

static const assay_preset presets[] = {
    { "default", "Watcharasupat et al. 2022, equation 10", NULL, NULL },
    { "latte2021", "Latte 0.1, published code", "nominal=number",
      "Gives one value for each attribute and no mean over them; here the mean is given, too. A code that stands still "
      "raises an error there and is undefined here." },
};

const assay_metric assay_metric_monotonicity = {
    .flags = ASSAY_ABSENT,
    .id = "monotonicity",
    .title = "Monotonicity of an attribute along its code",
    .family = "interpolation",
    .formula = "sum_k sgn(D_k) [|D_k| > eps] / sum_k [|D_k| > eps], D_k = (a_(k+1) - a_k) / (z_(k+1) - z_k)",
    .source = "Watcharasupat, Lee and Lerch 2022, Latte, Software Impacts, equation 10",
    METRIC_PARTS,
    .cost = traverses_cost,
};
