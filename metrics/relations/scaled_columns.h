/*
 * scaled_columns.h -- columns made comparable before a model sees them
 *
 *   minmax     (x - min) / (max - min), in scikit-learn's order of operations: x s + (0 - min s), s = 1/(max - min)
 *   standard   (x - mean) / standard deviation (divisor n)
 *   none       as they are
 *
 * Takes    columns of n rows, one after the other.
 * Cost     O(n) per column.
 * R1  A constant column becomes zeros (none: stays), whatever its value.
 * R2  Ranges that a double cannot hold, or whose inverse it cannot, are scaled all the same.
 */
#ifndef ASSAY_SCALED_COLUMNS_H
#define ASSAY_SCALED_COLUMNS_H

#include "assay.h"

enum { COLUMN_MINMAX, COLUMN_STANDARD, COLUMN_NONE };

int column_is_constant(const double *x, size_t n);
double column_spread_squared(const double *x, size_t n); /* the variance, divisor n */
void columns_scale(const double *x, size_t n, size_t columns, int scale, double *to);

#endif
