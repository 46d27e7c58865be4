/*
 * mi_knn.h -- the options of the relation mi-knn (metrics differ in two standard values), and what dmig and dlig ask of
 * it beyond its matrix: information between two factors, and of codes taken one at a time. The relation must be one
 * that call->relation gave for "mi-knn".
 */
#pragma once

#include "discretise.h"

enum { LABELS_EXACT, LABELS_TRUNCATED };
enum { ENTROPY_SELF, ENTROPY_PLUGIN };

#define MI_KNN_OPTIONS(OPTION, neighbours_, entropy_)                                                                  \
    OPTION(KNN_NEIGHBOURS,                                                                                             \
           WHOLE("neighbours", "which nearest neighbour's distance mi-knn measures", neighbours_, 1, 64))              \
    OPTION(KNN_ENTROPY,                                                                                                \
           CHOICE_OF("entropy", "a categorical factor's total in mi-knn: I(v; v), or the entropy of its label counts", \
                     entropy_, 0, [ENTROPY_SELF] = "self", [ENTROPY_PLUGIN] = "plugin"))                               \
    OPTION(KNN_LABEL_SCALE,                                                                                            \
           CHOICE("label-scale", "labels as numbers in mi-knn: exact, or whole multiples of their deviation",          \
                  [LABELS_EXACT] = "exact", [LABELS_TRUNCATED] = "truncated"))                                         \
    OPTION(KNN_CLASSES,                                                                                                \
           PARAMETER("classes", "equal widths that mi-knn cuts a continuous factor into; 0: it takes its values", 0,   \
                     0, BINS_MOST, ASSAY_WHOLE | ASSAY_DEFINES | ASSAY_NAMED_IF_SET))

/* to[p] = I(first; second) of two factors, the first taken as a column of numbers, the second by its kind. of_codes:
 * I(factor; code), with the noise that the factors as columns have too: a code that copies a factor has ties broken the
 * same way, so it tells exactly as much as the factor itself. */
assay_status mi_knn_of_pairs(assay_call *call, const assay_relation *relation, int of_codes, size_t n_pairs,
                             size_t (*pair)[2], double *to);
