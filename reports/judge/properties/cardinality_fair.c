/*
 * cardinality-fair -- factors with few values and with many are judged alike
 *
 *   Why     A score per factor that depends on how many values the factor has ranks factors by their alphabet.
 *   Rule    In `cardinality`, where six factors of 2 to 40 values each have an ideal code, the scores of any two
 *           factors are within `flat`. Outputs without a score per factor are not asked.
 */
#include "property.h"

static assay_status judge(judging *j)
{
    static const point_name name[] = { { "cardinality", "" } };
    const double most = judged_limit(j, "flat");
    const evidence_point *at[1];
    if (!points_named(j, name, 1, 0, at)) return ASSAY_OK;
    if (at[0]->axis != ASSAY_PER_FACTOR || !at[0]->n_items) {
        settle(j, VERDICT_NOT_CLAIMED, "gives no score for each factor");
        return ASSAY_OK;
    }
    for (size_t i = 0; i < at[0]->n_items; i++)
        for (size_t k = i + 1; k < at[0]->n_items; k++)
            compare_items(j, at[0], i, k, -most, most, "each factor has an ideal code");
    return ASSAY_OK;
}

const property property_cardinality_fair = {
    .id = "cardinality-fair",
    .title = "fair to factors with few values",
    .brief = "values",
    .asks = "Do factors with few values and with many get the same score when all have ideal codes?",
    .rule = "cardinality: the scores of any two factors within `flat`",
    .scenarios = (const char *const[]){ "cardinality", NULL },
    .thresholds = "flat",
    .source = "ours",
    .judge = judge,
};
