/*
 * products -- sums of products of all pairs of two sets of columns
 *
 *     to.at[i * to.stride + j] += sum_s a_i[s] b_j[s]
 *
 * Shapes   n rows each; to: as many rows as a has columns, of as many numbers as b has.
 * Cost     n |a| |b|: panels of columns, row after row, of as many rows as caches hold; four columns of a with twelve
 *          of b at a time, in wide registers where the processor has them.
 * R1  Each sum goes row by row from what `to` holds, or each of LANES sums over the rows l, l + LANES, ... does: its
 *     bits depend on the two columns alone, not on how many others there are, the register's width, or the blocks.
 */
#pragma once

#include "columns.h"

/* Column j is number which[j] (NULL: j) of the columns at at + number * step, or of those of a walk; where there are a
 * centre and a scale, (x - centre[number]) * scale[number] is multiplied. */
typedef struct column_set {
    const double *at;
    size_t step, count;
    const size_t *which;
    column_walk *walk; /* NULL: at */
    const double *centre, *scale;
} column_set;

/* lane: 0, sums go row by row; otherwise those of lane l stand at at + l * lane. */
typedef struct product_sums {
    double *at;
    size_t stride, lane;
} product_sums;

/* Fails with ASSAY_ENOMEM only, as the next one. */
assay_status products_add(column_set a, column_set b, size_t n, product_sums to);

/* Up to so many rows or columns, solvers take one number after the other. */
enum { PRODUCTS_NARROW = 64 };

/* to[count * count] = sum_j (x_j[s] - c_j) (x_j[r] - c_j) over the columns of x, of `count` rows: what row s and row r
 * have in common. centre: NULL for 0. */
assay_status products_of_rows(column_set x, const double *centre, size_t count, double *to);
