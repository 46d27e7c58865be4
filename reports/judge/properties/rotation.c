/*
 * rotation -- what the score makes of turned axes
 *
 *   Why     Modularity and compactness belong to the axes, explicitness does not: a turn of 45 degrees takes the first
 *           two away and leaves the third. Nobody has to want this; it tells what a metric is about.
 *   Rule    In `rotate` scores of modularity and compactness fall by `step` at every angle, those of explicitness
 *           alone are the same within `flat`; those of several claims follow what all of them say.
 *   Source  ours, after Boilard 2022, section 4.1.4. A diagnostic: failing it is no defect.
 */
#include "property.h"

const property property_rotation = {
    .id = "rotation",
    .title = "follows a rotation",
    .brief = "rotate",
    .asks = "Do scores of modularity and compactness fall as the axes turn, and those of explicitness stay?",
    .rule = "rotate: falls by at least `step` at every angle, for outputs that claim explicitness alone the "
            "same within `flat`",
    .scenarios = (const char *const[]){ "rotate", NULL },
    .thresholds = "step,flat",
    .source = "ours, after Boilard 2022, section 4.1.4",
    .diagnostic = 1,
    .judge = by_truth,
};
