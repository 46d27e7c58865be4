/*
 * irrelevant-codes -- codes of pure noise beside perfect ones do no harm
 *
 *   Why     Models have more codes than data have factors. A mean over codes that counts those of noise like the others
 *           compares two models by how many spare codes they have.
 */
#include "property.h"

const property property_irrelevant_codes = {
    .id = "irrelevant-codes",
    .title = "robust to codes of noise",
    .brief = "spare",
    .asks = "Does the score stay when codes that are noise stand beside perfect ones?",
    .rule = "irrelevant-code: the same at all points within `flat`",
    .scenarios = (const char *const[]){ "irrelevant-code", NULL },
    .thresholds = "flat",
    .source = "ours",
    .judge = by_truth,
};
