/*
 * rank -- codes as trees see them: single precision values, and the rows of every code in ascending order
 *
 *   A tree asks of a code only which of two rows comes first and whether they are far enough apart to be told apart, so
 *   the sorting is done once per data set and every tree filters it. scikit-learn converts its input to single
 *   precision and does not split between neighbours closer than 1e-7; both are kept here, because they decide which
 *   splits exist (R1). Where codes are larger than about 1 or well below it, that absolute distance is the caller's
 *   business: scale the codes first.
 *
 * Source   Breiman, Friedman, Olshen, Stone 1984, Classification and Regression Trees; scikit-learn 1.2.1,
 *          tree/_splitter.
 * Takes    codes [d*n], columns contiguous.
 * Gives    value [n*d] row by row, order [d*n]: order[j*n + r] is the row that comes r-th by code j; equal values keep
 *          the order of their rows.
 * Cost     O(d n) (radix), 8 bytes per code value kept.
 * R1  rank_apart: the next value is larger by more than 1e-7, in single precision arithmetic.
 * R2  A value that is not finite in single precision: ASSAY_EINPUT. No rows or no codes: ASSAY_EINPUT.
 */
#pragma once

#include "assay.h"

typedef struct rank_table {
    size_t n, d;
    float *value;    /* [n*d], row by row */
    uint32_t *order; /* [d*n] */
} rank_table;

/* Fills table (free it with rank_free, also after a failure); n below 2^31. */
assay_status rank_build(rank_table *table, const double *codes, size_t n, size_t d);
void rank_free(rank_table *table);

static inline int rank_apart(float low, float high) /* R1 */
{
    const float reach = low + 1e-7f;
    return high > reach;
}

/* Rows of a table by number: those that are learnt from and those that are predicted. */
typedef struct learning_rows {
    const uint32_t *train;
    size_t n_train;
    const uint32_t *test;
    size_t n_test;
} learning_rows;
