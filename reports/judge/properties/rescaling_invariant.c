/*
 * rescaling-invariant -- the unit of a code does not matter
 *
 *   Why     Nothing fixes the scale or the origin of a learnt code.
 *   Rule    In `affine` the score with every code in a unit of its own is within `invariance` of that with the codes
 *           as they are. Metrics that draw random numbers draw others for each point: their means over seeds are
 *           compared.
 */
#include "property.h"

static assay_status judge(judging *j)
{
    const double most = judged_limit(j, "invariance");
    const evidence_point *at[POINTS_MOST];
    compare_all_flat(j, at, points_of(j, "affine", NULL, 0, at), most, "only the units differ");
    return ASSAY_OK;
}

const property property_rescaling_invariant = {
    .id = "rescaling-invariant",
    .title = "invariant to rescaling",
    .brief = "affine",
    .asks = "Does the score stay when codes are given in other units?",
    .rule = "affine: within `invariance` with and without the map",
    .scenarios = (const char *const[]){ "affine", NULL },
    .thresholds = "invariance",
    .source = "ours",
    .exact = 1,
    .judge = judge,
};
