/*
 * nuisance-sensitive -- a code that tells of more than its factor loses modularity
 *
 *   Why     What is in a code besides the factor (lighting, noise of the sensor) leaks to whatever uses the code.
 *   Rule    In `nuisance` the score falls by at least `sensitive` from beta = 0 to the largest beta, rises by no more
 *           than `step` from any beta to the next, and stays above `step` at the largest: the factor is still there.
 *   Source  Almudevar and Ortega 2025, section 5.2.
 */
#include "property.h"

#include <math.h>

static assay_status judge(judging *j)
{
    const double step = threshold_value("step");
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, ASSAY_MODULARITY)) return ASSAY_OK;
    const size_t n = points_of(j, "nuisance", NULL, 0, at);
    if (n < 2) return ASSAY_OK;
    compare_change(j, at[0], at[n - 1], -INFINITY, -threshold_value("sensitive"),
                   "codes tell ever more of the nuisance");
    for (size_t k = 1; k < n; k++)
        compare_change(j, at[k - 1], at[k], -INFINITY, step, "codes tell more of the nuisance");
    compare_value(j, at[n - 1], step, INFINITY, "each code still has its factor");
    return ASSAY_OK;
}

const property property_nuisance_sensitive = {
    .id = "nuisance-sensitive",
    .title = "sensitive to a nuisance",
    .brief = "nuisance",
    .asks = "Does a score of modularity fall when codes also tell of something that is no factor?",
    .rule = "nuisance: falls by at least `sensitive` from beta=0 to the largest beta, rises by at most `step`"
            " from any beta to the next, and stays above `step`",
    .scenarios = "nuisance",
    .thresholds = "sensitive,step",
    .source = "Almudevar and Ortega 2025, section 5.2",
    .judge = judge,
};
