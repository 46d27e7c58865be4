/*
 * nonlinear -- curved relations between factors and codes are as good as straight ones
 *
 *   Why     What a network learns is seldom linear in the factor; a code that is any monotonous function of it holds
 *           it all.
 *   Source  Boilard 2022, table 3.2, column 5; section 3.3.3.
 */
#include "property.h"

const property property_nonlinear_relations = {
    .id = "nonlinear",
    .title = "sees non-linear relations",
    .brief = "nonlin.",
    .asks = "Does the score stay when codes are curved functions of the factors?",
    .rule = "nonlinear: the same at all points within `flat`",
    .scenarios = (const char *const[]){ "nonlinear", NULL },
    .thresholds = "flat",
    .source = "Boilard 2022, table 3.2, column 5",
    .judge = by_truth,
};
