/* mi_blocks.h -- mutual information of two blocks of columns, in nats. */
#pragma once

#include "assay.h"

/*
 * KSG, first estimator, with the maximum norm in each block and of both: r_s is the distance of row s to its k-th
 * neighbour, a_s and b_s count the other rows nearer than r_s in either block:
 *     I = psi(n) + psi(k) - mean psi(a_s + 1) - mean psi(b_s + 1), cut off at 0
 *
 * Source   Kraskov, Stoegbauer, Grassberger 2004, equation 8; columns are scaled, and get noise, as of neighbours.h.
 * Shapes   x [p * n], y [q * n] columns, which become those with noise; 1 <= k <= NEIGHBOURS_MOST, n >= k + 2.
 * Cost     n^2 (p + q)
 * R1  A block without a column that varies tells exactly 0. Among others such a column takes no part.
 */
assay_status mi_of_blocks(double *x, size_t p, double *y, size_t q, size_t n, size_t k, assay_stream *noise,
                          double *to);
