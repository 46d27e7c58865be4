/*
 * best_code -- the one code that tells best when a factor is on, chosen on one part of the rows to be looked at on
 * another
 *
 *     F1_j = 2 #{z_j > 0, v > 0} / (#{z_j > 0} + #{v > 0})        j* = argmax_j F1_j on a part, of equal ones the first
 *
 * Takes    factors [M x n] without absent values, codes [d x n]; whole or sparse.
 * Parts    halves of the rows in their order, each chosen on in turn; what a split learns from alone, where there is
 *          one.
 * Cost     n and d once; d for each factor, and the codes that fire in each row where it is on.
 */
#pragma once

#include "firing.h"

enum { BEST_LEAST = 5 }; /* rows of either kind in a part */

typedef struct best_codes {
    const assay_rep *rep;
    const firing *factors, *codes;
    size_t turns;        /* parts that are chosen on: the first, or both */
    unsigned char *part; /* [n] 0 or 1 */
    size_t rows[2];      /* of a part */
    size_t *said[2];     /* [d] rows of a part in which a code fires */
    size_t on[2];        /* of a factor: rows of a part in which it is on */
    size_t *both[2];     /* [d] of them those in which a code fires */
} best_codes;

assay_status best_codes_make(const assay_rep *rep, assay_call *call, double order, best_codes *to);

/* Looks at a factor; 0: a part has fewer than BEST_LEAST rows with it, or without. */
int best_codes_meet(best_codes *b, size_t factor);

/* F1 of code j on a part, or on both (part 2), and the code of the largest. */
double best_codes_f1(const best_codes *b, size_t part, size_t j);
size_t best_codes_of(const best_codes *b, size_t part);

/* F1 of every code for every factor on either part, as steps. */
assay_status best_codes_show(best_codes *b, assay_call *call);
