/*
 * svm -- linear support vector machines on one code: squared hinge, one-versus-rest
 *
 *     minimise over w, b     1/2 (w^2 + b^2) + sum_s C_s max(0, 1 - y_s (w x_s + b))^2
 *
 *   per class, y = +1 for its rows and -1 for the others; the intercept is penalised like the weight. The prediction is
 *   the class with the largest w_k x + b_k. With two classes there is one problem, its mirror image being the other.
 *   Balanced: C_s = C N / (K N_k) for the rows of the class in question and C for the others; with two classes both
 *   sides have their own. That asymmetry is liblinear's, and the published accuracies rest on it.
 *
 * Source   Fan, Chang, Hsieh, Wang, Lin 2008, JMLR 9, p. 1871 (liblinear, L2-regularised L2-loss); Keerthi and DeCoste
 *          2005, JMLR 6, p. 341 (Newton with exact line search); Locatello et al. 2019 and Kumar et al. 2018 (SAP).
 * Takes    one code [n], finite; labels [n] in 0 .. n_classes-1.
 * Gives    slope and intercept per class, in code units; the exact minimum up to rounding.
 * Cost     sorting a code O(n), once for all factors; then O(n) per factor and O(log n) per Newton step: which rows
 *          violate the margin is told by two places in the sorted code, and their sums by prefix sums.
 * R1  The problem is strictly convex: the minimum exists, is unique and is reached in finitely many steps. A constant
 *     code is legal.
 * R2  A class without rows is never predicted: slope 0, intercept -infinity. One class alone is always predicted.
 * R3  A label out of range, no rows, or a C that is not positive and finite: ASSAY_EINPUT.
 */
#pragma once

#include "assay.h"

typedef struct svm_code {
    size_t n;
    void *block;
    double centre, scale; /* x = (code - centre) * scale */
    double *x;            /* [n] increasing */
    uint32_t *row;        /* [n] which row it is */
    struct svm_sum *sum;  /* [n + 1] sums over the first rows */
} svm_code;

typedef struct svm_options {
    double strength; /* C */
    int32_t balanced;
} svm_options;

assay_status svm_code_make(const double *code, size_t n, svm_code *to); /* n below 2^32 */
void svm_code_free(svm_code *code);

/* slope and intercept [n_classes]. */
assay_status svm_fit(const svm_code *code, const int32_t *label, size_t n_classes, const svm_options *options,
                     double *slope, double *intercept);

/* Share of rows whose label is the class with the largest score, the first of equal ones; NaN without rows. */
double svm_accuracy(const double *code, size_t n, const int32_t *label, const double *slope, const double *intercept,
                    size_t n_classes);
