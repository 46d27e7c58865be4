/*
 * sparse_columns -- products with columns most of whose rows hold one value, from the other rows alone
 *
 *     sum_s x_s f (y_s - centre) = sum_{s: y_s != u} x_s f (y_s - u) + f (u - centre) sum_s x_s
 *
 *   u is the usual value of y, 0 in codes of sparse autoencoders, and f a power of two.
 *
 * Shapes   columns of x come in tiles of up to SPARSE_TILE rows, column after column at a stride.
 * Cost     n for each column of either side, and a product for each other row of y and column of x: a quarter of n at
 *          most.
 * R1  Whether a column is sparse depends on its rows alone: of LOOKS of them, at even steps, more than half hold one
 *     value, and no more than one row in SPARSE_PART of all differs from it.
 * R2  Sums go row by row, over the rows that differ. With k of them the two sides of the equation differ by less than
 *     (k + 4) 2^-53 sum |x_s f (y_s - u)| + (n + 2) 2^-53 |f (u - centre)| sum |x_s|; for centred columns of length 1
 *     the last is below 2 (n + 2) 2^-53, as the sum over all rows has it.
 */
#pragma once

#include "columns.h"

enum { SPARSE_TILE = 256, SPARSE_PART = 4 };

/* R1; *usual is the value. */
int sparse_usual(const double *x, size_t n, double *usual);

/* Columns of x, a tile at a time, and the products of sparse columns with all of them. */
typedef struct sparse_desk {
    size_t columns; /* of x, rounded up to whole lanes */
    void *block;
    double *by_row; /* [SPARSE_TILE * columns] the tile, row after row */
    double *total;  /* [columns] sums of x */
    double *sum;    /* [sparse * columns] */
} sparse_desk;

/* Whether a column is kept sparse, 0 is its usual value (R1) and that of its first row: the next two are for such. What
 * they give is to the bit what adding all rows would; f is a power of two. */
int sparse_by_entries(const column_entries *x);
double sparse_squares(const column_entries *x, double f, double *mean); /* sum_s (x_s f - mean)^2, and mean x f */

/* sum + by + by + ..., `times` times, each rounded, of numbers not below 0. */
double sparse_repeated(double sum, double by, size_t times);

/* to[LANES]: the sums over rows l, l + LANES, ... of x f, or of ((x - centre) f)^2 */
void sparse_lane_sums(const column_entries *x, double f, double *to);
void sparse_lane_squares(const column_entries *x, double centre, double f, double *to);

/* sum_s ((x_s - x_0) - mean)^2 of column k of any table; room [n]. */
double column_squares(const column_table *of, size_t k, double *room);

/* Room for products of `columns` with `sparse` columns; free with sparse_return. */
assay_status sparse_lend(size_t columns, size_t sparse, sparse_desk *to);
void sparse_return(sparse_desk *desk);

/* Takes the next tile of x: `columns` columns of `rows` rows each, `stride` numbers apart. */
void sparse_take(sparse_desk *desk, const double *x, size_t columns, size_t stride, size_t rows);

/* Adds what the same rows of sparse column k, y[rows], give; factor is f. */
void sparse_add(sparse_desk *desk, size_t k, const double *y, size_t rows, double usual, double factor);

/* The same of rows listed, and by how much each differs, times f; `from` is the tile's first. */
void sparse_add_listed(sparse_desk *desk, size_t k, const uint32_t *row, const double *by, size_t count, size_t from);

/* The product of sparse column k with column i of x once all rows were added; apart is f (u - centre). */
double sparse_product(const sparse_desk *desk, size_t k, size_t i, double apart);
