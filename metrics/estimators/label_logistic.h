/*
 * label_logistic -- multinomial logistic regression of a factor on codes whose values are labels
 *
 *     minimise over W     sum_s c_s -log p_s[y_s]      p_s = softmax_k (b_k + sum_j W_k,column(j, s))
 *
 *   That is a column of 0 and 1 for every value of every code, of which a row has d; classes weigh alike, c_s =
 *   n / (K n_k), and nothing is penalised. The minimum is not unique and, where codes separate the classes, at
 *   infinity, so what is found depends on the way there; it is that of the published study: L-BFGS from zero with ten
 *   corrections, until no derivative exceeds 1e-4, the sum falls by less than 2.2e-9 of itself, or the iterations run
 *   out.
 *
 * Source   Hsu et al. 2023, arXiv:2305.18378, published code (scikit-learn's LogisticRegression without penalty); Liu
 *          and Nocedal 1989 (L-BFGS).
 * Shapes   column [d * stride] code by code, 0 .. columns-1; label [stride]; weight [classes * (columns + 1)], class by
 *          class, the intercept last.
 * Cost     n K (d + 10) per evaluation; whatever the number of columns but for the corrections.
 * R1  A class without rows has no weights and probability 0.
 */
#pragma once

#include "assay.h"

typedef struct label_rows {
    size_t stride, d, columns, classes;
    const uint32_t *column;
    const int32_t *label;
} label_rows;

/* Fits to the first n rows. present [classes]: whether a class has rows. */
assay_status label_logistic_fit(const label_rows *rows, size_t n, size_t iterations, double *weight, int *present);

/* Mean of -log p[y] over n rows from `first` on, no p below 2.2e-16. room [classes]. */
double label_logistic_loss(const label_rows *rows, size_t first, size_t n, const double *weight, const int *present,
                           double *room);
