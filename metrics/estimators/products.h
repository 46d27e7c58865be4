/*
 * products -- sums of products of all pairs of two sets of columns
 *
 *     to[i * stride + j] += sum_s a_i[s] b_j[s]
 *
 * Shapes   column i of a at a + i * a_step, column j of b at b + j * b_step, n rows each; to: na rows of nb numbers.
 * Cost     n na nb; eight columns of b side by side, in wide registers where the processor has them.
 * R1  Each sum goes row by row from what `to` holds: its bits depend on the two columns alone, not on how many others
 *     there are, the register's width, or the blocks that keep them in the processor's caches.
 */
#pragma once

#include "assay.h"

typedef struct column_set {
    const double *at;
    size_t step, count;
} column_set;

void products_add(column_set a, column_set b, size_t n, double *to, size_t stride);

/* Up to so many rows or columns, solvers take one number after the other. */
enum { PRODUCTS_NARROW = 64 };

/* to[count * count] = sum_j (x_j[s] - c_j) (x_j[r] - c_j) over the columns of x, of `count` rows: what row s and row r
 * have in common. centre: NULL for 0. Fails with ASSAY_ENOMEM only. */
assay_status products_of_rows(column_set x, const double *centre, size_t count, double *to);
