/*
 * radix_order -- sorts doubles, alone or with their row numbers, in time that does not depend on their order
 *
 *   Doubles are compared as the integers their bits are, sign folded; eight passes of one byte, skipping bytes that are
 *   the same in all keys. Stable: equal numbers keep their row order. -0 sorts before +0, NaN to the ends.
 *
 * Source   Knuth, The Art of Computer Programming 3, section 5.2.5 (radix list sort).
 * Cost     O(8 n), scratch O(n); below 64 numbers insertion.
 */
#pragma once

#include "assay.h"

/* Sorts value[n] in place; n below 2^32. */
assay_status radix_sort(double *value, size_t n);

/* row[r] = which row holds the r-th smallest of value[n]; sorted [n] gets the values themselves. n below 2^32. */
assay_status radix_order(const double *value, size_t n, double *sorted, uint32_t *row);
