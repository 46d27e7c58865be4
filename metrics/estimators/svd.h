/*
 * svd -- singular values and right-hand vectors of a matrix of columns, and what is fitted with them
 *
 *     A = U S V'        A V = U S        least squares: b = V S^-1 U' y, of all solutions the shortest
 *
 * Source   Hestenes 1958 (one-sided rotations); Golub and Van Loan 2013, Matrix Computations, sections 5.2 (Householder
 *          reduction), 5.5 (the shortest solution) and 8.6.
 * Shapes   column by column: element (s, j) of an n x d matrix is a[j * n + s].
 * Cost     O(n d^2) for the reduction to at most d rows, O(d^3) a sweep, some 6 to 10 sweeps.
 * R1  Columns are rotated against each other in place, never multiplied out: small singular values keep their digits,
 *     as far as the columns have them.
 * R2  Singular values come in descending order, of equal ones in any.
 */
#pragma once

#include "assay.h"

/* Rotates the d columns of a (n rows) until they are orthogonal: a becomes U S. value [d], right [d * d]. */
void svd_columns(double *a, size_t n, size_t d, double *value, double *right);

/* value [d] and right [d * d] of a, which is used up. upper: scratch [min(n, d) * d]. */
void svd_reduced(double *a, size_t n, size_t d, double *upper, double *value, double *right);

/* Orthonormal columns to [d * n], of which the first k span what the first k of a do, for d <= n; a is used up. A
 * column that lies in those before it but for rounding gives a direction of rounding. */
void svd_orthonormal(double *a, size_t n, size_t d, double *to);

/* What columns (n x d) fit: singular values above `least` of the largest, their right-hand vectors, and U. */
typedef struct svd_basis {
    size_t n, d, rank;
    double *value, *right; /* [rank], [rank * d] */
    double *left;          /* [rank * n] orthonormal */
} svd_basis;

assay_status svd_basis_of(const double *a, size_t n, size_t d, double least, assay_call *call, svd_basis *to);

/* Coefficients [d] of the columns that fit y [n] best, with a penalty times their squares. */
void svd_solve(const svd_basis *basis, const double *y, double penalty, double *to);
