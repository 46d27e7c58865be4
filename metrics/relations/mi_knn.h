/*
 * mi_knn.h -- what dmig and dlig ask of the relation mi-knn beyond its matrix: information between two factors, and of
 * codes taken one at a time. The relation must be one that call->relation gave for "mi-knn".
 */
#ifndef ASSAY_MI_KNN_H
#define ASSAY_MI_KNN_H

#include "assay.h"

/* to[p] = I(first; second) of two factors, the first taken as a column of numbers, the second by its kind. */
assay_status mi_knn_of_factors(assay_call *call, const assay_relation *relation, size_t n_pairs, size_t (*pair)[2],
                               double *to);

/* to[p] = I(factor; code), with the noise that the factors as columns have too: a code that copies a factor has ties
 * broken the same way, so it tells exactly as much as the factor itself. */
assay_status mi_knn_of_codes(assay_call *call, const assay_relation *relation, size_t n_pairs, size_t (*pair)[2],
                             double *to);

#endif
