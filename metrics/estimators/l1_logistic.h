/*
 * l1_logistic -- logistic regression of two classes with an absolute-value penalty, its strength by cross-validation
 *
 *     minimise over w, b     sum_j |w_j| + C sum_s log(1 + exp(-y_s (x_s w + b))),  y = +-1, b free
 *
 *   C is the smallest of .001 .01 .1 1 10 100 1000 whose mean area under the curve over ten folds is within 1e-9 of the
 *   best; the q-th row of its class is in fold q mod 10; outputs are rounded to nine decimals. A fold without either
 *   class has no area. The fit is then done on all rows.
 *
 * Source   Friedman, Hastie, Tibshirani 2010, J. Stat. Softw. 33(1); Yuan, Ho, Lin 2012, JMLR 13 (steps of Newton's
 *          method by coordinate descent).
 * Takes    k columns of n rows, `stride` apart, finite; labels 0 and 1, both there.
 * Gives    w [k + 1], the intercept last. Optimal to 1e-9 where rounding lets it.
 * Cost     some ten passes of n k^2 for each fit; 71 fits. Scratch O(n + k^2).
 */
#pragma once

#include "assay.h"

typedef struct l1_rows {
    const double *x;
    size_t stride, n, k;
    const int32_t *label;
} l1_rows;

/* Starts at w. fold [n], NULL: all rows; else those of fold `out` are left out. */
assay_status l1_logistic_fit(const l1_rows *rows, const unsigned char *fold, unsigned out, double strength, double *w);

/* *chosen (NULL: not asked for): C. */
assay_status l1_logistic_search(const l1_rows *rows, double *w, double *chosen);
