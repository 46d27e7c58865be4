/*
 * permutation-invariant -- neither the order nor the sign of codes matters
 *
 *   Why     Nothing fixes either in a learnt representation. A score that looks at code i for factor i, or that ends a
 *           loop at the first dead code, is found out here.
 *   Rule    In `flip-permute` the score is the same at all four points within `invariance`. Metrics that draw random
 *           numbers draw others for each point: their means over seeds are compared.
 */
#include "property.h"

static assay_status judge(judging *j)
{
    const double most = judged_limit(j, "invariance");
    const evidence_point *at[POINTS_MOST];
    compare_all_flat(j, at, points_of(j, "flip-permute", NULL, 0, at), most,
                     "only the order or the signs of codes differ");
    return ASSAY_OK;
}

const property property_permutation_invariant = {
    .id = "permutation-invariant",
    .title = "invariant to order and sign",
    .brief = "permute",
    .asks = "Does the score stay when codes are put into another order, or negated?",
    .rule = "flip-permute: the same at all four points within `invariance`",
    .scenarios = (const char *const[]){ "flip-permute", NULL },
    .thresholds = "invariance",
    .source = "ours",
    .exact = 1,
    .judge = judge,
};
