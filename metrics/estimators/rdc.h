/*
 * rdc -- random features of a column's ranks, and the largest correlation that two columns' features can be given
 *
 *     f_k(x) = sin(a_k r(x)/n + b_k), k = 1 .. K      rdc = max over u, w of corr(u . f(x), w . f(y))
 *
 *   r is the rank of a row, 1 .. n. The maximum is the largest canonical correlation: the largest singular value of
 *   Ux' Uy, U an orthonormal basis of what the centred features span.
 *
 * Source   Lopez-Paz, Hennig, Schoelkopf 2013, The randomized dependence coefficient (NIPS), arXiv:1304.7717.
 * Shapes   columns of n rows; bases column by column, [rank * n].
 * Cost     a basis O(n K^2), a pair O(n rank^2).
 * R1  BASIS_SINGULAR: directions below 1e-6 of the longest are left out. Sines of a short interval are so smooth that
 *     some five remain of twenty: the others hold less than rounding leaves of them, one after the other.
 * R2  BASIS_COLUMNS, as published: as many of the first columns as there are singular values above
 *     n DBL_EPSILON of the largest, eight or nine, though these columns span five directions and rounding.
 * R3  TIES_MEAN: equal values share their mean rank, a constant column has no direction. TIES_UNSTABLE: equal values
 *     are ranked as an unstable sort leaves them (quick_order.h).
 */
#pragma once

#include "assay.h"

enum { TIES_MEAN, TIES_UNSTABLE };
enum { BASIS_SINGULAR, BASIS_COLUMNS };

typedef struct rdc_desk { /* what bases are made with, one after the other */
    size_t n, features;
    int ties, basis;
    double *rank, *sorted;                  /* [n] */
    uint32_t *order;                        /* [n] */
    double *feature, *copy, *value, *right; /* [features * n] twice, [features], [features^2]; copy: the basis, then */
    double *product;                        /* [features^2] */
} rdc_desk;

typedef struct rdc_basis {
    size_t rank, room; /* room: columns that its own memory has */
    double *left;      /* [rank * n] */
} rdc_basis;

/* features: at most n of them are taken. */
assay_status rdc_lend(size_t n, size_t features, int ties, int basis, assay_call *call, rdc_desk *to);

/* a_1 .. a_K, then b_1 .. b_K: normal, of deviation `spread`. weight [2 * features] */
void rdc_draw(const rdc_desk *desk, assay_stream *stream, double spread, double *weight);

/* What column x [n] spans; it stands in the desk until the next is made. */
assay_status rdc_basis_of(rdc_desk *desk, const double *x, const double *weight, rdc_basis *to);

/* Takes a copy, in memory of its own that is used again where it is large enough. */
assay_status rdc_basis_keep(const rdc_desk *desk, const rdc_basis *made, assay_call *call, rdc_basis *to);

/* In [0, 1]; 0 where one spans nothing. */
double rdc_correlate(rdc_desk *desk, const rdc_basis *x, const rdc_basis *y);
