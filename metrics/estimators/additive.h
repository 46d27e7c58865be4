/*
 * additive -- every code as a sum of functions, one of each factor, and noise: z_j = sum_i g_ij(v_i) + e_j
 *
 * by least squares, z_j of mean 0 and variance 1. g_ij is a number for each class, or a polynomial of degree 5 of a
 * continuous factor. The functions of a factor are orthonormal over the rows, the straight line first; those of
 * different factors are fitted together, factor by factor in turn until no slope moves by 1e-12: of factors that follow
 * from one another the first has it all. Variances are free of what noise adds to them on
 * average, so that they may come out below 0.
 *
 * Cost     n p (p + d), p functions: the classes without the first, or 5 a factor.
 */
#pragma once

#include "arena.h"
#include "assay.h"

typedef struct additive {
    size_t n, m, d, p;
    size_t *first;    /* [m + 1] the functions of a factor; none of a constant one */
    double *function; /* [p * n] of mean 0 and mean square 1 */
    double *code;     /* [d * n] */
    double *slope;    /* [d * p] */
    double *noise;    /* [d] variance of e_j; 1 of a constant code */
    double *share;    /* [m * d] variance of g_ij */
    double *straight; /* [m * d] of it what is a straight line of the factor's values */
} additive;

/* Why there is no fit: a sentence for the user; NULL: there is one. */
const char *additive_refusal(const assay_rep *rep);

assay_status additive_fit(const assay_rep *rep, arena *memory, additive *to); /* everything is of the arena */

/* Takes off the functions what noise explains of them, for codes that are made of these. */
void additive_clean(additive *a);

/* to[n] += g_ij; factor SIZE_MAX: of all factors. */
void additive_add(const additive *a, size_t factor, size_t code, double *to);
