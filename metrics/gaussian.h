/* gaussian.h -- what gaussian-tc and gaussian-wasserstein share: the covariance of the codes that vary. */
#pragma once

#include "aggregate.h"
#include "rows.h"

#define GAUSSIAN_OPTIONS(OPTION) \
    OPTION(ROWS, OPTION_ROWS)    \
    OPTION(CONSTANTS, OPTION_KEPT("a constant code: left out (skip), or takes part as published (keep)"))

typedef struct gaussian {
    size_t n_codes;
    double *matrix; /* [n_codes * n_codes], the caller's to change; NULL: the series are already undefined */
} gaussian;

/* All outputs undefined: too-few-samples (one row), constant-code (none varies), one-code (a single one does),
 * not-applicable (a covariance that no double holds). */
assay_status gaussian_of_codes(const assay_rep *rep, assay_call *call, gaussian *to);

/* What the covariance and one decomposition of it take. */
double gaussian_solver_cost(const assay_size *size, const double *option);
