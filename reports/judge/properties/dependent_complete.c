/*
 * dependent-complete -- ideal codes of dependent factors are ideal
 *
 *   Why     Factors of real data depend on each other; a metric that takes this for entangled codes cannot be used
 *           there.
 *   Source  Almudevar and Ortega 2025, section 5.1, first desideratum.
 */
#include "property.h"

static int unmixed(const scenario_point *point) { return point_number(point, "alpha") == 1.0; }

static assay_status judge(judging *j)
{
    const double high = judged_top(j), within = judged_limit(j, "calibration");
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, ASSAY_MODULARITY | ASSAY_COMPACTNESS)) return ASSAY_OK;
    const size_t n = points_of(j, "dependent", unmixed, POINTS_UNDEFINED, at);
    for (size_t k = 0; k < n; k++) {
        if (at[k]->undefined) compare_undefined(j, at[k], "each code is a bijection of its factor");
        else compare_value(j, at[k], high - within, high + within, "each code is a bijection of its factor");
    }
    return ASSAY_OK;
}

const property property_dependent_complete = {
    .id = "dependent-complete",
    .title = "complete for dependent factors",
    .brief = "dep. 1",
    .asks = "Do ideal codes get the best score however much the factors depend on each other?",
    .rule = "dependent, alpha=1: within `calibration` of the upper end at every delta",
    .scenarios = (const char *const[]){ "dependent", NULL },
    .thresholds = "calibration",
    .source = "Almudevar and Ortega 2025, section 5.1",
    .judge = judge,
};
