/*
 * redundancy-fair -- codes that hold a factor are not punished because it is a function of others
 *
 *   Why     Attributes of data imply each other: a metric that shares out information among factors gives a perfect
 *           code of each one less as soon as one follows from another.
 *   Rule    In `guard`, one code for each factor: with two factors that are bounded curves of a third, and with one
 *           that is the product of two, the score is within `flat` of the same with parents of their own: the same
 *           distributions and codes, the redundancy taken away. (Against independent Gaussian factors a difference
 *           would be the curves'.)
 *   Source  after Joshi et al. 2026, experiment 1, whose curves reach 1e46; ours. A metric may be meant to notice: a
 *           diagnostic.
 */
#include "property.h"

#define TWIN(structure)                                               \
    { "guard", structure ";curves=apart" },                           \
    {                                                                 \
        "guard", structure ";curves=bounded"                          \
    }
static const point_name points[] = {
    TWIN("structure=redundant;codes=scaled;derived=2"),
    TWIN("structure=two-parents;codes=scaled"),
};
enum { POINTS = sizeof points / sizeof *points };

static assay_status judge(judging *j)
{
    const evidence_point *at[POINTS];
    const double flat = judged_limit(j, "flat");
    if (!judged_asked(j, 7)) return ASSAY_OK;
    points_named(j, points, POINTS, 0, at);
    for (size_t k = 0; k < POINTS; k += 2)
        if (at[k] && at[k + 1]) compare_change(j, at[k], at[k + 1], -flat, flat, "each factor has its code");
    return ASSAY_OK;
}

const property property_redundancy_fair = {
    .id = "redundancy-fair",
    .title = "fair to redundant factors",
    .brief = "redund.",
    .asks = "Do perfect codes score the same where one factor is a function of others?",
    .rule = "guard, codes=scaled, curves=bounded: within `flat` of the same with curves=apart where two factors are "
            "curves of a third, and where one is the product of two",
    .scenarios = (const char *const[]){ "guard", NULL },
    .thresholds = "flat",
    .source = "after Joshi et al. 2026, experiment 1",
    .diagnostic = 1,
    .off_sweep = 1,
    .judge = judge,
};
