/*
 * quick_order -- rows in the order in which a quicksort leaves them, equal values in no order of their own
 *
 *   Pivot: the median of the first, middle and last value, set aside next to the last; up to 17 rows by insertion.
 *   What published code ranks by such a sort has ranks of equal values that only the same sort gives.
 *
 * Source   Sedgewick 1978, Communications of the ACM 21, p. 847; conventions of NumPy 1.24.2 (argsort, "quicksort",
 *          without AVX-512).
 * Cost     O(n log n) on average; where a run is halved badly more than 2 log2 n times a stable sort takes its place.
 */
#pragma once

#include "assay.h"

/* row[r] = which row of value[n] comes r-th; sorted: scratch [n]. n below 2^32. */
assay_status quick_order(const double *value, size_t n, double *sorted, uint32_t *row);
