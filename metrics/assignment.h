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

/*
 * auction -- each row to a column of its own, for tables too large to be matched exactly
 *
 *     best sum <= sum_j p_j + sum_i max(0, max_j (w_ij - p_j))        for any prices p_j >= 0
 *
 *   Rows bid for the column that leaves them most, by what it leaves them more than their second choice and STEP. The
 *   prices at the end prove how far the match is from the best one.
 *
 * Source   Bertsekas 1988, The auction algorithm, Annals of Operations Research 14; the bound is linear programming's.
 * Shapes   weight [rows * columns], row by row, not below 0; may [columns]: 0 for columns that take no part; to [rows]:
 *          the column, SIZE_MAX: none is left.
 * Cost     BIDS_MOST bids of each row at most, of `columns` numbers each.
 */
/* *gap: by how much the best sum of weights may be larger. */
assay_status auction_match(const double *weight, size_t rows, size_t columns, const unsigned char *may,
                           assay_call *call, size_t *to, double *gap);
