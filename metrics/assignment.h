/*
 * assignment -- each row to a column of its own (or, with fewer columns, each column to a row of its own), so that the
 * weights add up to the most
 *
 * Source   Kuhn 1955, The Hungarian method; the shortest augmenting paths of Jonker and Volgenant 1987.
 * Shapes   weight [rows * columns], row by row, finite; to [rows]: its column, or SIZE_MAX.
 * Cost     O(r^2 c), r the smaller side.
 * R1  A weight that is NaN, infinite or beyond 1e300: ASSAY_EINPUT.
 * R2  Weights count in units of 2^-40 of the power of two above the largest, so that those which are equal but for
 *     rounding are ties: of mirrored or rescaled columns, the last bit would choose.
 */
#pragma once

#include "assay.h"

assay_status assignment_best(const double *weight, size_t rows, size_t columns, assay_call *call, size_t *to);

/* Of metrics that solve for one match of factors and codes; of several: the same words. */
#define ASSIGNMENT_SOLVER "a match of factors and codes, min(M, d)^2 max(M, d) at worst"
extern const assay_solver assignment_solver;
