/*
 * kernel_ridge -- regression on the similarity of rows
 *
 *     K_mn = exp(-g |x_m - x_n|^2)      c = (K + a I)^-1 y      prediction for a row: sum_n c_n exp(-g |x - x_n|^2)
 *
 *   There is no intercept: y is to be centred. Chosen by cross-validation: of all pairs of penalties a (outer) and g,
 *   the one with the largest mean R2 over the left-out folds, of equal ones the first.
 *
 * Source   Saunders, Gammerman, Vovk 1998 (ICML); conventions of scikit-learn (KernelRidge, GridSearchCV, KFold).
 * Shapes   rows one after the other: x[s * d + j]; targets one after the other: y[t * n + s].
 * Cost     O(n^3 / 6) per fit, whatever the number of targets, n^2 doubles.
 * R1  a > 0, so that K + a I has a Cholesky factor.
 * R2  A target that is constant in a fold has an R2 of 0 there.
 */
#pragma once

#include "assay.h"

typedef struct kernel_rows {
    size_t n, d, targets;
    const double *x, *y; /* y of test rows is not looked at */
} kernel_rows;

typedef struct kernel_choice {
    double penalty, g;
} kernel_choice;

/* to [train->targets * test->n] */
assay_status kernel_ridge_predict(const kernel_rows *train, const kernel_rows *test, kernel_choice with,
                                  assay_call *call, double *to);

/* What is tried: every penalty with every g, in so many contiguous folds. */
typedef struct kernel_grid {
    const double *penalties, *gs;
    size_t n_penalties, n_gs, folds;
} kernel_grid;

/* to [train->targets] */
assay_status kernel_ridge_choose(const kernel_rows *train, const kernel_grid *tried, assay_call *call,
                                 kernel_choice *to);

/* 1 - sum (y - predicted)^2 / sum (y - mean y)^2; 0 where y is constant. */
double coefficient_of_determination(const double *y, const double *predicted, size_t n);
