/*
 * many-values -- factors of many values with codes in any order are read as what they are
 *
 *   Why     Embeddings put the values of a factor anywhere, and may take two coordinates for it. A metric that needs
 *           them in order, or one by one, takes a perfect representation for a bad one.
 */
#include "property.h"

static assay_status judge(judging *j)
{
    const evidence_point *at[POINTS_MOST], *ideal;
    if (!judged_asked(j, 7)) return ASSAY_OK;
    const size_t n = points_of_ideal(j, "letters", NULL, at, &ideal);
    compare_by_truth(j, at, n, ANY_PROPERTY);
    compare_with_ideal(j, ideal, at, n);
    return ASSAY_OK;
}

const property property_many_values = {
    .id = "many-values",
    .title = "reads values with random coordinates",
    .brief = "letters",
    .asks = "Is a representation that gives each of 20 values random coordinates rated as what it is, perfect?",
    .rule = "letters: by truth with one coordinate and with two, `step` lower for compactness, within `flat` for the "
            "others; no more than `flat` below the ideal code, noise at alpha=0, where the claims are as good",
    .scenarios = (const char *const[]){ "letters", "noise", NULL },
    .thresholds = "step,flat",
    .source = "Zhang, Prokhorov and Shareghi 2021, section 2.2",
    .judge = judge,
};
