/*
 * confounded-factors -- ideal codes stay ideal where one factor pulls all others
 *
 *   Why     One cause that is behind many labels (the season, the camera) is the rule in real data.
 *   Source  Roth et al. 2023, arXiv:2210.07347.
 */
#include "property.h"

const property property_confounded_factors = {
    .id = "confounded-factors",
    .title = "robust to a confounder",
    .brief = "confound",
    .asks = "Does the score of ideal codes stay when one factor pulls all others towards itself?",
    .rule = "confounder with ideal codes: within `flat` of independent factors for every spread",
    .scenarios = (const char *const[]){ "confounder", NULL },
    .thresholds = "flat",
    .source = "Roth et al. 2023",
    .judge = by_truth_of_ideal,
};
