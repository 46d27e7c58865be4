/*
 * dead-code-safe -- codes that never change do not count
 *
 *   Why     Trained models switch codes off. Published implementations have stopped at the first such code, or made
 *           the whole score undefined.
 *   Rule    In `dead-code` the score with 1 or 4 constant codes, wherever they are, is within `dead` of that without.
 *           A score that is defined without them and undefined with them is undefined where it is needed.
 *   Source  ours; Boilard 2022 names the defect of the published DCI loop.
 */
#include "property.h"

static assay_status judge(judging *j) { return by_added_constants(j, "dead codes"); }

const property property_dead_code_safe = {
    .id = "dead-code-safe",
    .title = "safe with dead codes",
    .brief = "dead",
    .asks = "Does the score stay when codes that never change are added?",
    .rule = "dead-code: within `dead` of the score without dead codes, for every number and place of them",
    .scenarios = (const char *const[]){ "dead-code", NULL },
    .thresholds = "dead",
    .source = "ours",
    .exact = 1,
    .judge = judge,
};
