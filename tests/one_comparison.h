/* one_comparison.h -- a verdict that rests on one comparison, for tests that simulate many: scores of ideal codes, held
 * to their best score. */
#ifndef ASSAY_ONE_COMPARISON_H
#define ASSAY_ONE_COMPARISON_H

#include "check.h"

#include "judge_inside.h"

/* The bound that the mean is held to, that of `calibrated`: 0 to 1 is the range. */
static inline double one_bound(void) { return 1.0 - threshold_value("calibration"); }

static inline void one_point(evidence *e, const char *point, const double *value, size_t seeds)
{
    evidence_point *at;
    const int ideal = value != NULL; /* what is true of noise is not stated, so that nothing is asked there */
    const evidence_entry where =
        FIELDS(.scenario = "noise", .scenario_title = "", .symbol = "", .point = point, .x = NAN, .samples = 20000,
               .metric = "made", .metric_title = "made", .family = "made", .preset = "default", .output = "made",
               .truth = { { ideal ? ASSAY_IS : ASSAY_UNKNOWN, 1.0 } }, .measures = ASSAY_MODULARITY, .low = 0.0,
               .high = 1.0);
    at = evidence_add(e, &where);
    for (size_t k = 0; k < seeds; k++) evidence_score(at, k, ideal ? value[k] : 0.0, NULL);
}

/* The verdict on these scores where a plan's verdicts are looked at so often. */
static inline int one_outcome(const double *value, size_t seeds, size_t looks)
{
    FREED(evidence_free) evidence e = { .looks = looks };
    verdict v;
    size_t p = 0;
    one_point(&e, "alpha=0", value, seeds);
    one_point(&e, "alpha=1", NULL, seeds);
    while (strcmp(property_at(p)->id, "calibrated") != 0) p++;
    judge_at(&e, &e.at[0], p, 20000, &v);
    assert_int_equal(v.n_comparisons, 1);
    const int outcome = v.outcome;
    return outcome;
}

#endif
