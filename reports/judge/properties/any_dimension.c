/*
 * any-dimension -- few factors and many get the same score for the same quality
 *
 *   Why     Scores of data sets with 2, 6 and 32 factors stand in one table.
 */
#include "property.h"

static int ideal(const scenario_point *point) { return point_number(point, "alpha") == 0.0; }
static int noisy(const scenario_point *point) { return point_number(point, "alpha") == 0.4; }
static int noise(const scenario_point *point) { return point_number(point, "alpha") == 1.0; }

static assay_status judge(judging *j)
{
    static int (*const levels[])(const scenario_point *point) = { ideal, noisy, noise };
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, 7)) return ASSAY_OK;
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
        compare_by_truth_briefly(j, at, points_of(j, "dimension", levels[k], 0, at));
    return ASSAY_OK;
}

const property property_any_dimension = {
    .id = "any-dimension",
    .title = "the same for few factors and many",
    .brief = "factors",
    .asks = "Does the score stay when there are more factors, each with a code as good?",
    .rule = "dimension, alpha=0, 0.4 and 1: within `flat` of the score with two factors",
    .scenarios = (const char *const[]){ "dimension", NULL },
    .thresholds = "flat",
    .source = "ours",
    .judge = judge,
};
