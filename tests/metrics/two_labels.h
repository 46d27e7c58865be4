/* two_labels.h -- eight rows of two independent binary factors, V0 and V1, with codes made by hand. */
#ifndef ASSAY_TWO_LABELS_H
#define ASSAY_TWO_LABELS_H

#include "golden_tables.h"

#define V0 0, 0, 0, 0, 1, 1, 1, 1
#define V1 0, 0, 1, 1, 0, 0, 1, 1
#define BOTH 0, 0, 0, 0, 0, 0, 1, 1
#define ONES 1, 1, 1, 1, 1, 1, 1, 1

static inline void labels_of(assay_data *data, size_t d, const double *codes)
{
    static const int32_t levels[2] = { 2, 2 };
    data_of(data, 8, 2, d, (const double[]){ V0, V1 }, codes, levels);
}

/* Fails unless an output (SIZE_MAX: not an item, the overall value) is undefined for this reason. */
static inline void check_reason(const assay_data *data, const char *metric, size_t output, size_t item,
                                const char *reason)
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, metric);
    const assay_score *score = &scores.at[output];
    const char *got = item == SIZE_MAX ? score->overall.undefined : score->items[item].undefined;
    if (!got || strcmp(got, reason) != 0) fail_msg("%s: %s, want %s", metric, got ? got : "defined", reason);
}

#endif
