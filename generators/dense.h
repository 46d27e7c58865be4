/*
 * dense.h -- matrices that mix every factor into every code
 *
 * A matrix of m codes by d factors is row by row: the weight of factor i in code j is a[j * d + i].
 */
#pragma once

#include "assay.h"

double dense_dot(const double *x, const double *y, size_t n);

/* y <- y - scale x (x'y) */
void dense_project(double *y, const double *x, size_t n, double scale);

/* Directions of length 1: `count` rows of `dims` numbers, scaled; or normal ones, drawn row by row. */
void dense_directions_scale(double *x, size_t count, size_t dims);
void dense_directions_draw(assay_stream *stream, size_t count, size_t dims, double *x);

/* d x d: the singular vectors of a Gaussian matrix, drawn row by row, with singular values evenly spaced from 1 to
 * 1 / condition. */
assay_status dense_square(assay_stream *stream, size_t d, double condition, double *a);

/* m x d, m >= d: orthonormal columns times those singular values times an orthogonal matrix, the Q of Gaussian matrices
 * m x m and d x d as Householder's reflections leave it (the diagonal of R has either sign). An m x d Gaussian block is
 * drawn before them and not used. */
assay_status dense_wide(assay_stream *stream, size_t m, size_t d, double condition, double *a);

/* d x d: code j holds cos(degrees) of factor j and equal parts of the others, sin(degrees) in all. Without draws. */
void dense_turned(size_t d, double degrees, double *a);

/* Share of the squared weights of a turned code that is its own factor's, and that is each other's. */
void dense_turned_shares(size_t d, double degrees, double *own, double *other);

/* codes_j = sum_i a[j * d + i] factors_i, i ascending; columns of n. */
void dense_codes(const double *factors, size_t n, size_t d, const double *a, size_t m, double *codes);
