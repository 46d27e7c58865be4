/*
 * tridiagonal -- the eigenvalues of a wide symmetric matrix: reflected to three diagonals, then turned to one
 *
 * Source   Golub and Van Loan 2013, Matrix Computations, sections 8.3.1 (Householder reduction) and 8.3.3 (implicit
 *          symmetric QR); Parlett 1998, The Symmetric Eigenvalue Problem, section 8.
 * Shapes   the matrix is row by row, a[j*n + l]; what is above the diagonal is not read.
 * Cost     (4/3) n^3 + O(n^2), two passes over the lower triangle a row; scratch 3 n.
 * R1  Each eigenvalue is right to a few n roundings of the largest. Small ones of graded matrices keep more digits by
 *     rotations (eigenvalues_symmetric), which take some ten times n^3.
 * R2  Scaling the matrix by a power of four changes no bit of the mantissas.
 */
#pragma once

#include <stddef.h>

/* to [n], in no order; the matrix is destroyed. scratch [2 * n]. */
void tridiagonal_eigenvalues(double *matrix, size_t n, double *scratch, double *to);
