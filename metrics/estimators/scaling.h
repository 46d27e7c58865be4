/*
 * scaling -- columns brought to a common scale, for predictors whose penalty or precision depends on it
 *
 *   minmax     y = x s + (0 - low s), s = 1/(high - low): to [0, 1]; in that order, as scikit-learn's MinMaxScaler
 *   standard   mean 0, standard deviation (ddof 0) 1; by way of minmax, so that no square overflows
 *   raw        as they are
 *
 * Takes    columns of n rows, one after the other.
 * Cost     O(n) per column.
 * R1  A constant column becomes zeros (raw: stays), whatever its value.
 * R2  Where the inverse of the range overflows, the range is divided by instead; columns_scale takes a quarter of both
 *     first.
 * R3  A range that overflows: columns_scale takes quarters too; for codes_scaled the column is constant.
 */
#pragma once

#include "assay.h"

enum { SCALING_MINMAX, SCALING_STANDARD, SCALING_RAW };

int column_is_constant(const double *x, size_t n);
double column_mean(const double *x, size_t n);     /* an offset costs no digits: the first row is taken off first */
double column_variance(const double *x, size_t n); /* divisor n */
void column_extent(const double *x, size_t n, double *low, double *high);

/* Whether it has a range, a finite one; and a power of two that takes such a range to about 1. */
int column_moves(double low, double high);
double column_unit(double low, double high);

/* (x - low) / spread, in the order given above, and R2; spread > 0. */
void column_map(const double *x, size_t n, double low, double spread, double *to);

void columns_scale(const double *x, size_t n, size_t columns, int kind, double *to);

/* All codes, once per representation: scaled by what low, high, mean and deviation are in the first `rows` rows.
 * [d x n], shared by all who ask for the same; raw: the representation's own. */
assay_status codes_scaled(const assay_rep *rep, assay_call *call, int kind, size_t rows, const double **to);

/* The same of columns that are the caller's, in their place. */
void codes_scale(double *codes, size_t n, size_t d, int kind, size_t rows);

/* Each value of each code becomes the number of different values below it: to [d x n]. Trees that tell neighbours apart
 * in single precision keep all rows of a code that spans many magnitudes so, up to 2^24 of them. */
assay_status codes_ranked(const assay_rep *rep, assay_call *call, double *to);
