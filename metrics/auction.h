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
#pragma once

#include "assay.h"

/* *gap: by how much the best sum of weights may be larger. */
assay_status auction_match(const double *weight, size_t rows, size_t columns, const unsigned char *may,
                           assay_call *call, size_t *to, double *gap);
