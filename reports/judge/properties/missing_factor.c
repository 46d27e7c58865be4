/*
 * missing-factor -- a factor that no code tells of is missed
 *
 *   Why     A model that drops one factor is worse than one that has all. A score that averages over what it finds, or
 *           classifies what is left over by elimination, does not see it.
 *   Rule    In `kim-mnih`, where seven of eight factors have an ideal code and the last has none, the score is lower by
 *           `step` than that of the ideal code (`noise` at alpha = 0), for outputs that claim compactness or
 *           explicitness. Modularity is perfect there: outputs that claim it alone are not asked.
 *   Source  Kim and Mnih 2018, arXiv:1802.05983, section 4.
 */
#include "property.h"

#include <math.h>

static assay_status judge(judging *j)
{
    static const point_name name[] = { IDEAL_CODE, { "kim-mnih", "" } };
    const evidence_point *at[2];
    if (!judged_asked(j, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS)) return ASSAY_OK;
    if (points_named(j, name, 2, 0, at) == 2)
        compare_change(j, at[0], at[1], -INFINITY, -judged_limit(j, "step"), "one factor of eight has no code");
    return ASSAY_OK;
}

const property property_missing_factor = {
    .id = "missing-factor",
    .title = "misses a factor without code",
    .brief = "missing",
    .asks = "Is a score of compactness or explicitness lower when one factor of eight has no code at all?",
    .rule = "kim-mnih: at least `step` below the ideal code, noise at alpha=0",
    .scenarios = (const char *const[]){ "kim-mnih", "noise", NULL },
    .thresholds = "step",
    .source = "Kim and Mnih 2018, section 4",
    .judge = judge,
};
