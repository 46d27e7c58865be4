/*
 * constant-factor -- factors that never change do not count
 *
 *   Why     Tables of data sets have columns with one value (the colour of dSprites). A metric that divides by M - 1
 *           or log M scores the same codes higher for every one of them: DCI's modularity .00, .37 with one, .70 with
 *           eight.
 *   Rule    In `dead-factor` the score with 1 or 8 constant factors, before or after the others, is within `dead` of
 *           that of the same rows without. A score that is defined without them and undefined with them fails.
 *   Source  ours.
 */
#include "property.h"

static assay_status judge(judging *j) { return by_added_constants(j, "constant factors"); }

const property property_constant_factor = {
    .id = "constant-factor",
    .title = "safe with constant factors",
    .brief = "constant",
    .asks = "Does the score stay when factors that never change are added?",
    .rule = "dead-factor: within `dead` of the score without constant factors, for every number and place of them",
    .scenarios = (const char *const[]){ "dead-factor", NULL },
    .thresholds = "dead",
    .source = "ours",
    .exact = 1,
    .judge = judge,
};
