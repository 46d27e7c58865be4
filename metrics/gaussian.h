/* gaussian.h -- what gaussian-tc and gaussian-wasserstein share: the covariance of the codes that vary. */
#ifndef ASSAY_GAUSSIAN_H
#define ASSAY_GAUSSIAN_H

#include "aggregate.h"

enum { GAUSSIAN_ROWS, GAUSSIAN_CONSTANTS };

#define GAUSSIAN_OPTION_LIST                                                                                           \
    { "rows", "all rows, or the training rows of a study (the first 10000, or 2/3)", 0, 0, 1, 1,                       \
      (const char *const[]){ "all", "train", NULL } },                                                                 \
    { "constants", "a constant code: left out (skip), or takes part as published (keep)", CONSTANTS_SKIP, 0,           \
      CONSTANTS_KEEP, 1, (const char *const[]){ "skip", "keep", NULL } }

typedef struct gaussian {
    size_t n_codes;
    double *matrix; /* [n_codes * n_codes], the caller's to change; NULL: the series are already undefined */
} gaussian;

/* All outputs undefined: too-few-samples (one row), constant-code (none varies), one-code (a single one does),
 * not-applicable (a covariance that no double holds). */
assay_status gaussian_of_codes(const assay_rep *rep, assay_call *call, size_t outputs, gaussian *to);

#endif
