/*
 * scaling -- codes brought to a common scale, once per representation, for predictors whose penalty or precision
 * depends on it
 *
 *   minmax     y = x s + (0 - low s), s = 1/(high - low): to [0, 1]; in that order, as scikit-learn's MinMaxScaler
 *   standard   mean 0, standard deviation (ddof 0) 1
 *   raw        the codes themselves
 *
 * Takes    codes [d x n]; low, high, mean and deviation are those of the first `rows` rows, all rows are scaled.
 * Gives    columns [d x n], shared by all who ask for the same; raw: the representation's own.
 * R1  A column constant in those rows, or whose range is not finite, becomes zeros.
 * R2  A range so small that its inverse overflows is divided by instead.
 */
#ifndef SCALING_H
#define SCALING_H

#include "assay.h"

enum { SCALING_MINMAX, SCALING_STANDARD, SCALING_RAW };

assay_status codes_scaled(const assay_rep *rep, assay_call *call, int kind, size_t rows, const double **to);

#endif
