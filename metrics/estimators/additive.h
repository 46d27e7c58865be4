/*
 * additive -- every code as a sum of functions, one of each factor, and noise
 *
 *     z_j = sum_i g_ij(v_i) + e_j,      z_j of mean 0 and variance 1
 *
 * by least squares. g_ij is a number for each class, or for a continuous factor a line through 8 knots at its quantiles
 * (fewer of few rows). One sum of products over the rows serves all codes. Variances are free of the bias that fitting
 * has: what noise adds to them on average is taken off, so that they may come out below 0.
 *
 * Shapes   functions of all factors stand one after the other, first[i] .. first[i+1]; a factor's first class or knot
 *          has none, since the mean is taken off. Constant factors have no function, constant codes are 0.
 * Cost     n m (d + 2 m) + p^3 + p^2 d, p functions.
 */
#pragma once

#include "arena.h"
#include "assay.h"

enum { ADDITIVE_FACTORS = 100, ADDITIVE_FUNCTIONS = 600, ADDITIVE_CLASSES = 64 }; /* at most */

typedef struct additive {
    size_t n, m, d, p;
    const size_t *first;  /* [m + 1] */
    const uint32_t *cell; /* [m * n] the class, or the knot below */
    const double *above;  /* [m * n] the weight of the knot above; NULL of a factor without one is 0 throughout */
    double *code;         /* [d * n] of mean 0 and variance 1, or 0 */
    double *product, *inverse; /* [p * p] sums over rows of two functions about their means, and its inverse */
    double *mean;              /* [p] of the functions */
    double *slope;             /* [d * p] of the functions in each code */
    double *noise;             /* [d] variance of e_j; 1 of a constant code */
    double *share;             /* [m * d] variance of g_ij */
    double *line;              /* [p] the factor's own values as its function, of variance 1 */
    double *along;             /* [m * d] how much of that is in g_ij */
    double *straight;          /* [m * d] of it what is a straight line of the factor's values */
    double *level;             /* [m * d] the mean of g_ij before it is taken off */
    double *fold;              /* [m * d] how much of the way up and down g_ij goes against the rest, 0 to 1/2 */
} additive;

/* Why there is no fit: a sentence for the user; NULL: there is one. */
const char *additive_refusal(const assay_rep *rep);

/* Everything is of the arena. */
assay_status additive_fit(const assay_rep *rep, arena *memory, additive *to);

/* Takes off the functions what noise explains of them, for codes that are made of these. */
void additive_clean(additive *a);

/* to[] += times g_ij, about its mean, of every step-th row. */
void additive_add(const additive *a, size_t factor, size_t code, double times, size_t step, double *to);

/* The covariance of the functions of one factor in two codes; factor SIZE_MAX: of the sums over all. */
double additive_covariance(const additive *a, size_t factor, size_t code, size_t other);
