/*
 * absent-values -- labels that are missing at random do not move the score
 *
 *   Why     Few corpora have every label for every sample. What is left out should cost precision, not change the
 *           score. A metric that does not apply there is undefined.
 */
#include "property.h"

const property property_absent_values = {
    .id = "absent-values",
    .title = "robust to absent values",
    .brief = "absent",
    .asks = "Does the score stay when values of the factors are missing at random?",
    .rule = "absent: the same at all points within `flat`",
    .scenarios = (const char *const[]){ "absent", NULL },
    .thresholds = "flat",
    .source = "ours, after Zhang, Prokhorov and Shareghi 2021, section 3.2",
    .judge = by_truth,
};
