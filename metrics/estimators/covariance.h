/*
 * covariance -- how codes vary together, and the eigenvalues of a symmetric matrix
 *
 *     cov_jl = sum_s (z_js - mean z_j)(z_ls - mean z_l) / (n - 1)
 *
 * Source   Golub and Van Loan 2013, Matrix Computations, section 8.5 (cyclic Jacobi rotations).
 * Shapes   matrices are row by row: cov[j*d + l].
 * Cost     O(n d^2) and O(d^3) a sweep, some 6 to 10 sweeps.
 * R1  Two passes, so an offset of the codes costs no digits. Scaling a code by a power of two changes no bit of the
 *     mantissas.
 * R2  Sums go row by row within a column pair: permuting columns permutes the matrix to the bit.
 */
#pragma once

#include "assay.h"

/* The covariance of the first `rows` >= 2 rows of the codes, shared by all who ask: [d * d]. */
assay_status covariance_of_codes(const assay_rep *rep, assay_call *call, size_t rows, const double **to);

/* The eigenvalues of a symmetric n x n matrix, in no order; the matrix is destroyed. */
void eigenvalues_symmetric(double *matrix, size_t n, double *to);
