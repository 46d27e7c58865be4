/*
 * circle.h -- a factor on a circle for those who multiply columns: the pair of its cosine and its sine, taken as one
 *
 *     c = cos(2 pi x / P)   s = sin(2 pi x / P)
 *
 *   Turning the angle turns the pair, and sums over both (what is explained, what there is) do not change.
 *
 * Source   Mardia and Jupp 2000, Directional Statistics, section 11.2 (the correlation of a number with an angle).
 */
#pragma once

#include "kinds.h"

/* The columns of `rep` with two in the place of each cyclic factor, shared; without such a factor `rep` itself. Of no
 * column of `to` there is a period. */
assay_status circle_unroll(const assay_rep *rep, assay_call *call, assay_rep *to);

/* r [columns of flat x d], correlations on `rows` rows from `first` on, in their place to [M x d]: of a cyclic factor
 * the multiple correlation of the code on the pair, sqrt((rc^2 + rs^2 - 2 rc rs rcs) / (1 - rcs^2)). */
void circle_fold(const assay_rep *rep, const assay_rep *flat, size_t first, size_t rows, double *r);
