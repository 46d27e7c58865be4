/*
 * logistic -- penalised logistic regression, multinomial or one-versus-rest
 *
 *     minimise over W, b     1/2 sum |W|^2 + C sum_s c_s loss_s
 *
 *   Multinomial: loss = -log softmax(W x + b)[label], one joint fit. One-versus-rest: one binary fit per class, loss =
 *   log(1 + exp(-+(w_k x + b_k))); probabilities are the logistic functions of the scores, divided by their sum.
 *   Weights c_s are 1, or balanced: N / (K N_k) over the classes of the problem at hand (for a binary fit K = 2:
 *   N / (2 N_k) and N / (2 (N - N_k))). The intercept is free unless asked otherwise.
 *
 * Source   Hastie, Tibshirani, Friedman 2009, The Elements of Statistical Learning, section 4.4; King and Zeng 2001
 *          (balanced weights); Zaidi et al. 2020 and Locatello et al. 2019 for the uses; conventions of scikit-learn.
 * Takes    logistic_rows.
 * Gives    weight [n_classes * (n_codes + 1)], row by row, the intercept last; per code unit.
 * Cost     one-versus-rest: about four passes of n (d^2 / 2 + 4 d + 40) operations per class; multinomial: some tens of
 *          evaluations of n K (4 d + 40). Scratch O(n d).
 * R1  The fit is the minimum itself, to 1e-8 of the parameters' spread, not where a solver would give up; where the
 *     passes run out (separable classes without a penalty) the fit so far is kept, finite, and converged is 0.
 * R2  A class without rows has weights 0 and intercept -infinity: its probability is 0. One class alone: all weights 0,
 *     its probability is 1.
 * R3  A constant code has weight 0.
 * R4  A label out of range, no rows, no classes, or a C that is not positive and finite: ASSAY_EINPUT.
 */
#pragma once

#include "assay.h"

enum {
    LOGISTIC_MULTINOMIAL = 0,
    LOGISTIC_ONE_VERSUS_REST = 1 /* also what scikit-learn fits by default where there are two classes */
};

typedef struct logistic_options {
    int32_t form;
    int32_t balanced;
    int32_t penalise_intercept; /* as liblinear does */
    double strength;            /* C; 1e10 for no penalty worth the name */
    size_t passes;              /* most passes over the data per fit; 0: 200 binary, 2000 multinomial */
} logistic_options;

typedef struct logistic_report {
    int32_t converged;
    size_t passes;  /* over all rows, all classes together */
    size_t classes; /* that have rows */
} logistic_report;

/* Column j at codes + j * stride, rows 0 .. n-1, finite; label [n] in 0 .. n_classes-1. */
typedef struct logistic_rows {
    const double *codes;
    size_t stride, n, n_codes;
    const int32_t *label;
    size_t n_classes;
} logistic_rows;

assay_status logistic_fit(const logistic_rows *rows, const logistic_options *options, double *weight,
                          logistic_report *report);

/* probability [n_classes * n], class by class; reads no labels. */
assay_status logistic_probability(const logistic_rows *rows, const double *weight, int32_t form, double *probability);

/* Share of rows whose label is the class with the largest score, the first of equal ones; NaN without rows. */
assay_status logistic_accuracy(const logistic_rows *rows, const double *weight, double *accuracy);
