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

static int none(const evidence_point *p) { return point_number(p->at, "count") == 0.0; }

static const evidence_point *base_of(const evidence_point *const *at, size_t n, const evidence_point *p)
{
    for (size_t k = 0; k < n; k++)
        if (none(at[k]) && points_alike(at[k]->at, p->at, "count")) return at[k];
    return NULL;
}

static assay_status judge(judging *j)
{
    const double most = judged_limit(j, "dead");
    const evidence_point *at[POINTS_MOST];
    const size_t n = points_of(j, "dead-code", NULL, POINTS_UNDEFINED, at);
    for (size_t k = 0; k < n; k++) {
        const evidence_point *base = base_of(at, n, at[k]);
        if (!base || none(at[k])) continue;
        if (base->undefined)
            lacking(j, VERDICT_UNDEFINED, "the score is undefined without dead codes (%.200s)", base->undefined);
        else if (at[k]->undefined) compare_undefined(j, at[k], "it is defined without dead codes");
        else compare_change(j, base, at[k], -most, most, "dead codes say nothing");
    }
    return ASSAY_OK;
}

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
