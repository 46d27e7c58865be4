/*
 * least_squares -- columns that fit others best, solved on the smaller side
 *
 *     minimise over b_i     sum_s (y_i[s] - sum_j b_i[j] x_j[s])^2 + penalty sum_j b_i[j]^2
 *
 *   of all solutions the shortest. Up to 64 columns or rows by singular values (svd.h), of which those below `least`
 *   of the largest are left out. Otherwise by X'X + penalty or, where there are more columns than rows, XX' + penalty, its
 *   triangular factor, and what the residuals correct. Where that does not settle or a pivot is rounding, the columns are
 *   nearly dependent, and singular values decide.
 *
 * Source   Golub and Van Loan 2013, Matrix Computations, sections 5.3 (normal equations), 5.5 and 5.6 (more unknowns than
 *          equations); Bjoerck 1996, Numerical Methods for Least Squares Problems, section 2.9 (refinement).
 * Takes    columns of x and y, n rows each; `centred`: all of them have mean 0.
 * Gives    b [y.count * x.count], row by row, settled to 1e-11 of its length.
 * Cost     n d min(n, d) / 2 and min(n, d)^3 / 3; nearly dependent ones 7 max(n, d) min(n, d)^2.
 */
#pragma once

#include "assay.h"
#include "products.h"

typedef struct least_squares {
    column_set x, y;
    size_t n;
    double penalty, least;
    int centred;
} least_squares;

assay_status least_squares_fit(const least_squares *of, assay_call *call, double *b);

/* The work of it, in the units of assay_metric_cost. */
double least_squares_cost(double n, double d, double targets);
