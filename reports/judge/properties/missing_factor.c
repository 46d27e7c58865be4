/*
 * missing-factor -- a factor that no code tells of is missed
 *
 *   Why     A model that drops one factor is worse than one that has all. A score that averages over what it finds, or
 *           classifies what is left over by elimination, does not see it.
 *   Rule    In `kim-mnih`, where seven of eight factors have an ideal code and the last has none, the score is lower by
 *           half of an eighth of its scale than that of the ideal code (`noise` at alpha = 0), for outputs that claim
 *           compactness or explicitness. A mean over factors falls by a whole eighth where the last one scores what
 *           codes that say nothing do; half of it is left to scores that weigh factors by what they hold, or that a
 *           guess gets part of. Modularity is perfect there: outputs that claim it alone are not asked.
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
        compare_change(j, at[0], at[1], -INFINITY, -judged_limit(j, "missing"), "one factor of eight has no code");
    return ASSAY_OK;
}

const property property_missing_factor = {
    .id = "missing-factor",
    .title = "misses a factor without code",
    .brief = "missing",
    .asks = "Is a score of compactness or explicitness lower when one factor of eight has no code at all?",
    .rule = "kim-mnih: at least `missing` below the ideal code, noise at alpha=0",
    .scenarios = (const char *const[]){ "kim-mnih", "noise", NULL },
    .thresholds = "missing",
    .source = "Kim and Mnih 2018, section 4",
    .judge = judge,
};
