/*
 * unmeasured-factors -- codes of factors that nobody labelled do no harm
 *
 *   Why     Real data vary in more ways than were written down; ideal codes of those are no fault.
 *   Source  Boilard 2022, table 3.2, column 8; section 3.3.5.
 */
#include "property.h"

const property property_unmeasured_factors = {
    .id = "unmeasured-factors",
    .title = "robust to unmeasured factors",
    .brief = "partial",
    .asks = "Does the score stay when some of the factors that the codes hold are not known to the metric?",
    .rule = "partial: the same at all points within `flat`",
    .scenarios = (const char *const[]){ "partial", NULL },
    .thresholds = "flat",
    .source = "Boilard 2022, table 3.2, column 8",
    .judge = by_truth,
};
