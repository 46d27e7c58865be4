/* cholesky.h -- a symmetric matrix [p * p] as L L', and equations with it; some directions may have no curvature. */
#pragma once

#include <stddef.h>

/* factor [p * p], lower; a direction without curvature gets a zero column and is left alone. */
void cholesky(const double *matrix, size_t p, double *factor);

/* x <- L^-1 x, and x <- L^-T x; directions without curvature become 0. */
void solve_lower(const double *factor, size_t p, double *x);
void solve_upper(const double *factor, size_t p, double *x);
