/*
 * heavy-tails -- codes without a mean are as good as others
 *
 *   Why     One far value stretches bins of equal width until nearly all samples share one, and decides every
 *           regression. Yet each code, the tangent of its factor, is a bijection of it.
 */
#include "property.h"

static assay_status judge(judging *j)
{
    static const point_name name[] = { IDEAL_CODE, { "heavy-tail", "" } };
    const evidence_point *at[2];
    if (judged_asked(j, 7) && points_named(j, name, 2, 0, at) == 2) compare_with_ideal(j, at[0], at + 1, 1);
    return ASSAY_OK;
}

const property property_heavy_tails = {
    .id = "heavy-tails",
    .title = "robust to heavy tails",
    .brief = "tails",
    .asks = "Does the score stay when codes are bijections of their factors with values that are very far out?",
    .rule = "heavy-tail: no more than `flat` below the ideal code, noise at alpha=0",
    .scenarios = (const char *const[]){ "heavy-tail", "noise", NULL },
    .thresholds = "flat",
    .source = "ours",
    .judge = judge,
};
