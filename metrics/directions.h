/*
 * directions.h -- what metrics of directions share: how the directions of codes and of true features lie to each other,
 * which codes fire at all, and the feature that a code stands for by its direction.
 *
 *     cosine[i * d + j] = |D_i . W_j| / (|D_i| |W_j|)        feature of j = argmax_i cosine[i * d + j]
 *
 * R1  A direction of zeros has cosine 0 with all; a cosine above 1 by rounding is 1.
 * R2  Of equal cosines the first feature is the code's.
 * R3  A code lives that is not 0 in some row.
 */
#pragma once

#include "option_list.h"

/* Which codes count. */
enum { CODES_EVERY, CODES_ALIVE };
#define OPTION_CODES \
    CHOICE("codes", "all codes, or those that are not 0 in some row", [CODES_EVERY] = "all", [CODES_ALIVE] = "alive")

typedef struct directions {
    const double *cosine;       /* [M x d] absolute */
    const size_t *feature;      /* [d] */
    const unsigned char *alive; /* [d] */
    size_t n_alive;
} directions;

/* Made once for all metrics that ask; lives as long as memory from recall. */
assay_status directions_of(const assay_rep *rep, assay_call *call, directions *to);

double directions_cost(const assay_size *size); /* of making them */
double direction_length(const double *x, size_t n);
