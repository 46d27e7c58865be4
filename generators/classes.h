/*
 * classes.h -- factors that are classes 0 .. K-1, independent or dependent on each other, and codes on their grid
 *
 * Dependence is a kernel on the grid c = k / (K - 1): weight(a, b) = exp(-(c_a - c_b)^2 / (2 s^2)).
 */
#pragma once

#include <stddef.h>

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
