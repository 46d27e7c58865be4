/*
 * correlated-factors -- ideal codes stay ideal where factors tend to agree
 *
 *   Why     Labels of real data are correlated; what a metric takes away for that is no fault of the codes.
 *   Source  Traeuble et al. 2021, arXiv:2006.07886, section 3; Roth et al. 2023, arXiv:2210.07347.
 */
#include "property.h"

const property property_correlated_factors = {
    .id = "correlated-factors",
    .title = "robust to correlated factors",
    .brief = "correl.",
    .asks = "Does the score of ideal codes stay when pairs of factors are correlated?",
    .rule = "correlated with ideal codes: within `flat` of independent factors, for every number of pairs and spread",
    .scenarios = (const char *const[]){ "correlated", NULL },
    .thresholds = "flat",
    .source = "Traeuble et al. 2021, section 3; Roth et al. 2023",
    .judge = by_truth_of_ideal,
};
