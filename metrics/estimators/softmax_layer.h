/*
 * softmax_layer -- one dense layer with softmax, trained by Adam on mini-batches: not a fit that has converged, but
 * what a few epochs leave, as some studies use it in place of a logistic regression.
 *
 *     P(k | x) proportional to exp(w_k x + b_k)      loss: mean of -log P(label | x) over a mini-batch
 *     m <- m + (1 - .9)(g - m)   s <- s + (1 - .999)(g^2 - s)
 *     w <- w - rate sqrt(1 - .999^t)/(1 - .9^t) m / (sqrt s + 1e-7)
 *
 * Source   Kingma and Ba 2015, arXiv:1412.6980, end of section 2; Glorot and Bengio 2010 (start: weights uniform in
 *          +- sqrt(6 / (codes + classes)), intercepts 0); epsilon and defaults of Keras 2.4.
 * Takes    codes row by row, x[s * n_codes + j], finite; labels in 0..n_classes-1.
 * Gives    weight [n_classes * (n_codes + 1)], row by row, the intercept last, as logistic.h.
 * Cost     epochs n (4 d + 12) K operations.
 * R1  Rows are shuffled before every epoch; the last mini-batch of an epoch may be smaller.
 * R2  The same stream gives the same bits on every machine.
 */
#pragma once

#include "assay.h"

typedef struct softmax_rows {
    const double *x;
    const uint32_t *label;
    size_t n, n_codes, n_classes;
} softmax_rows;

typedef struct softmax_options {
    size_t batch, epochs;
    double rate;
} softmax_options;

assay_status softmax_layer_fit(const softmax_rows *rows, const softmax_options *options, assay_call *call,
                               double *weight);
