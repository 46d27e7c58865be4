/*
 * builders.h -- what scenarios are made of: draws of factors, and codes computed from them
 *
 * A block of n samples of m columns is stored column by column: column i of sample s is block[i*n + s]. Functions that
 * treat every number alike take the count of numbers (n*m) instead. Unless said otherwise `to` must not overlap `from`.
 * The order of the operations in each formula is binding: reading left to right, each one rounded to double.
 */
#pragma once

#include "assay.h"

/* n*m draws in [0, 1), row by row: draw s*m + i becomes column i of sample s. */
void block_draw(assay_stream *stream, size_t n, size_t m, double *block);

/* n*m standard normal draws in the same order. */
void block_normal(assay_stream *stream, size_t n, size_t m, double *block);

/* The n numbers of a column in rising order, those that are equal by row; and (place + 1/2) / n in their stead. */
typedef struct placed {
    double value;
    size_t row;
} placed;
void placed_sort(placed *x, size_t n);
void column_sort(const double *x, size_t n, placed *to);
void column_rank(double *x, size_t n, placed *scratch);

/* x <- factor x */
void block_scale(double *block, size_t count, double factor);

/* x <- min(levels - 1, floor(levels x)): a number in [0, 1] becomes one of `levels` classes, 0 first. */
void block_classify(double *block, size_t count, double levels);

/* Every column with the mean of the others, m >= 2:
 *     to_i = own from_i + ((1 - own) / (m - 1)) (sum of the other from_l, l ascending) */
void block_average(const double *from, size_t n, size_t m, double own, double *to);

/* z <- (1 - share) v + share z: z holds the noise and becomes the codes. */
void codes_blend(const double *v, size_t count, double share, double *z);

/* z_j = (1 - share) v_j + share v_(j-1), where the code before the first is the last one. */
void codes_mix(const double *v, size_t n, size_t m, double share, double *z);

/* z = 1000^(1/4 - alpha) tan(w (v - 1/2)) + 1/2 with w = 2 atan(1000^(alpha - 1/4) / 2); keeps 0, 1/2 and 1 where they
 * are. z may be v. */
void codes_bend(const double *v, size_t count, double alpha, double *z);

/* 2m codes. Interleaved: sin v_0, cos v_0, sin v_1, ...; otherwise cos v_0, cos v_1, ... and then the sines. */
void codes_circle(const double *v, size_t n, size_t m, int interleaved, double *z);

/* Every column `copies` times, next to each other. */
void codes_repeat(const double *v, size_t n, size_t m, size_t copies, double *z);

/* count numbers 2 u - 1, uniform on [-1, 1): the coordinates of classes, an ideal encoder of them. */
void coordinates_draw(assay_stream *stream, size_t count, double *to);

/* z_i = (1 - share) c_i[v_i] + share (2 z_i - 1) for each factor and its code, which holds noise from 0 to 1.
 * coordinate: those of factor 0, then those of factor 1, ...; factor i has levels[i] of them and, where `absent` is
 * set, one more for the samples without it, whose value is NaN. */
void coordinates_blend(assay_data *of, int absent, const double *coordinate, double share);

/* z <- cos(pi z / levels): strictly decreasing for z in [0, levels]. */
void codes_cosine(double *z, size_t count, double levels);

/* Factors that are classes 0 .. K-1 may depend on each other by a kernel on the grid c = k / (K - 1): weight(a, b) =
 * exp(-(c_a - c_b)^2 / (2 s^2)). Source: Traeuble et al. 2021, arXiv:2006.07886, section 3; Roth et al. 2023,
 * arXiv:2210.07347. Cost: K^2 exponentials of a few microseconds for a table, log2 K steps for a draw. */
#define CLASSES_APART 1000.0 /* a spread s from here on stands for infinity: all weights are 1 */

/* z = y / (levels - 1): the grid from 0 to 1 */
void classes_grid(const double *y, size_t count, double levels, double *z);

/* weight [levels * levels], row by row; its relative error is below 1e-12. */
void classes_weigh(size_t levels, double spread, double *weight);

/* Every number becomes the sum of itself and all before it. */
void classes_sum(double *weight, size_t count);

/* The running sums of 1, 1/2^power, 1/3^power, ... */
void classes_zipf(size_t levels, size_t power, double *sum);

/* A draw u in [0, 1) becomes the first place whose running sum is above u times the last one. */
size_t classes_find(const double *sum, size_t count, double u);
