/*
 * noise-robust -- modularity and compactness do not fall with explicitness
 *
 *   Why     Noise in a code changes how well the factor can be read, not which factor it is. A score of modularity
 *           that falls with noise measures explicitness under another name.
 *   Source  Boilard 2022, table 3.2, column 7; section 3.3.1.
 */
#include "property.h"

static int not_noise_alone(const scenario_point *point) { return point_number(point, "alpha") <= 0.8; }

static assay_status judge(judging *j)
{
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, ASSAY_MODULARITY | ASSAY_COMPACTNESS)) return ASSAY_OK;
    if (judged_claims(j, ASSAY_EXPLICITNESS)) not_claimed(j, "claims explicitness too, so it must fall with noise");
    else compare_by_truth(j, at, points_of(j, "noise", not_noise_alone, 0, at), ANY_PROPERTY);
    return ASSAY_OK;
}

const property property_noise_robust = {
    .id = "noise-robust",
    .title = "robust to noise",
    .brief = "noise",
    .asks = "Does a score of modularity or compactness stay when codes get noisy, as long as anything is left"
            " of the factors?",
    .rule = "noise, alpha=0 to 0.8: the same at all points within `flat`; not for outputs that claim "
            "explicitness too",
    .scenarios = (const char *const[]){ "noise", NULL },
    .thresholds = "flat",
    .source = "Boilard 2022, table 3.2, column 7",
    .judge = judge,
};
