/*
 * absent-values -- labels that are missing at random do not move the score
 *
 *   Why     Few corpora have every label for every sample. What is left out should cost precision, not change the score.
 *   Rule    In `absent`, where each value of each factor is missing with probability 0 to .5, the score is the same at
 *           all points within `flat`. A metric that does not apply there is undefined.
 *   Source  ours, after Zhang, Prokhorov and Shareghi 2021, section 3.2.
 */
#include "property.h"

static assay_status judge(judging *j)
{
    const evidence_point *at[POINTS_MOST];
    if (judged_asked(j, 7)) compare_by_truth(j, at, points_of(j, "absent", NULL, 0, at), ANY_PROPERTY);
    return ASSAY_OK;
}

const property property_absent_values = {
    .id = "absent-values",
    .title = "robust to absent values",
    .brief = "absent",
    .asks = "Does the score stay when values of the factors are missing at random?",
    .rule = "absent: the same at all points within `flat`",
    .scenarios = (const char *const[]){ "absent", NULL },
    .thresholds = "flat",
    .source = "ours, after Zhang, Prokhorov and Shareghi 2021, section 3.2",
    .judge = judge,
};
