/*
 * vectors -- sums of products, and columns added to columns, in a fixed order
 *
 * Takes    n doubles each.
 * R1  Sixteen partial sums (lanes.h), added up in one order at the end: the same bits on every machine.
 */
#pragma once

#include <stddef.h>

double vector_product(const double *x, const double *y, size_t n);
/* The same in the order of the numbers. */
static inline double dot(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) sum += a[j] * b[j];
    return sum;
}

void vector_add(double *x, const double *y, double factor, size_t n); /* x += factor y */
