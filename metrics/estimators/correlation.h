/*
 * correlation -- columns made ready to be correlated, and the correlations of two sets of them
 *
 *     x' = (x - mean x) / |x - mean x|        corr(x, y) = sum_s x'_s y'_s
 *
 *   of the values (Pearson) or of their ranks (Spearman). Made ready once, columns can be paired in any order of their
 *   rows, which is what permutations and folds need.
 *
 * Source   Galton 1888; Pearson 1895; Spearman 1904, American Journal of Psychology 15, p. 72.
 * Shapes   columns of n rows one after the other; correlations row by row, [a->count * b->count].
 * Cost     making: O(n) per column, or a sort of it; O(n) per pair, of a sparse b its rows off the usual value.
 * R1  A column is constant where its smallest and largest value are equal, never by its variance: centring 1000 times
 *     0.1 leaves rounding. It becomes zeros, of length 0, and is correlated 0 with everything; so is one whose range is
 *     not finite.
 * R2  Ties share their mean rank.
 * R3  Values are scaled by a power of two before they are squared: neither a huge nor a tiny unit costs digits.
 * R4  Sums go row by row: a pair's bits depend on the two columns alone. Where the column of b was mostly one value
 *     its other rows alone are multiplied (sparse_columns.h): corr(x, y) and corr(y, x) may differ by rounding.
 */
#pragma once

#include "columns.h"

enum { CORRELATION_PEARSON, CORRELATION_SPEARMAN };

typedef struct units {
    size_t n, count;
    double *at;     /* [count * n] */
    double *length; /* [count] of the centred column, before it was divided by it */
    double *usual;  /* [count] what the one value of most rows has become; NaN: there was none */
    int kind;
    double *sorted; /* scratch of ranks, for as many rows as were lent */
    uint32_t *order;
} units;

/* R2: x[n] becomes its ranks less their mean, *squares the sum of their squares. sorted, row: scratch [n]. */
assay_status ranks_centred(double *x, size_t n, double *sorted, uint32_t *row, double *squares);

/* Room for so many columns of up to `rows` rows, used again by every units_fill. */
assay_status units_lend(size_t columns, size_t rows, int kind, assay_call *call, units *to);

/* Some rows of columns: column c at x + c * stride; row: which ones, NULL for the first `rows`. */
assay_status units_fill(units *u, const double *x, size_t stride, const uint32_t *row, size_t rows);

/* In [-1, 1]. least: a pair whose two lengths multiply to no more than this is correlated 0 (0: R1 alone decides).
 * Fails with ASSAY_ENOMEM only. */
assay_status units_correlate(const units *a, const units *b, double least, double *to);

/* The same of `rows` rows of two tables, from row `from` on. */
assay_status tables_correlate(const column_table *a, const column_table *b, size_t from, size_t rows, int kind,
                              double least, assay_call *call, double *to);
