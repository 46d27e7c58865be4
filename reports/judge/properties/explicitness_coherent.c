/*
 * explicitness-coherent -- a metric of explicitness falls when explicitness does, and only then
 *
 *   Why     Codes that no longer determine the factors are worth less, codes that are merely mixed are not.
 *   Rule    In `noise`, where ever less is left of the factors, the score is higher by `step` at every point than at
 *           the next. In `mixing` up to alpha = .4 the codes can be unmixed: the score of an output that claims
 *           explicitness alone is the same at all points within `flat`. (At alpha = .5 the mixing matrix is singular.)
 *   Source  Boilard 2022, table 3.2, column 3; sections 3.3.1 and 3.3.2.
 */
#include "property.h"

static int invertible(const scenario_point *point) { return point_number(point, "alpha") <= 0.4; }

static assay_status judge(judging *j)
{
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, ASSAY_EXPLICITNESS)) return ASSAY_OK;
    compare_by_truth(j, at, points_of(j, "noise", NULL, 0, at), EXPLICITNESS);
    compare_by_truth(j, at, points_of(j, "mixing", invertible, 0, at), EXPLICITNESS);
    return ASSAY_OK;
}

const property property_explicitness_coherent = {
    .id = "explicitness-coherent",
    .title = "coherent with explicitness",
    .brief = "expl.",
    .asks = "Does a score of explicitness fall as codes lose the factors, and stay where they are only mixed?",
    .rule = "noise: falls by at least `step` from each point to the next. mixing up to alpha=0.4: the same "
            "within `flat`, for outputs that claim explicitness alone. How far it falls in all is not asked",
    .scenarios = (const char *const[]){ "noise", "mixing", NULL },
    .thresholds = "step,flat",
    .source = "Boilard 2022, table 3.2, column 3",
    .judge = judge,
};
