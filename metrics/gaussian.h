/* gaussian.h -- what gaussian-tc and gaussian-wasserstein share: the covariance of the codes that vary. */
#pragma once

#include "aggregate.h"
#include "rows.h"

#define GAUSSIAN_OPTIONS(OPTION)                                                                            \
    OPTION(ROWS, OPTION_ROWS)                                                                               \
    OPTION(CONSTANTS, { "constants", "a constant code: left out (skip), or takes part as published (keep)", \
                        CONSTANTS_SKIP, 0, CONSTANTS_KEEP, 1, WORDS("skip", "keep") })

typedef struct gaussian {
    size_t n_codes;
    double *matrix; /* [n_codes * n_codes], the caller's to change; NULL: the series are already undefined */
} gaussian;

/* The rows that count, and how many codes vary in them if that is as many as the rows or more; else 0. So many span no
 * more than all rows less their mean: they are linearly dependent. */
size_t gaussian_rows(const assay_rep *rep, const assay_call *call);
size_t gaussian_too_many(const assay_rep *rep, const assay_call *call);

/* All outputs undefined: too-few-samples (one row), constant-code (none varies), one-code (a single one does),
 * not-applicable (a covariance that no double holds). */
assay_status gaussian_of_codes(const assay_rep *rep, assay_call *call, size_t outputs, gaussian *to);

/* The covariance, and what one decomposition of it takes. */
double gaussian_cost(const assay_size *size, const double *option);
double gaussian_solver_cost(const assay_size *size, const double *option); /* what of it is the matrix and its factor */
