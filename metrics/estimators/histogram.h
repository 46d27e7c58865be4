/*
 * histogram.h -- joint counts of binned columns, and the information in counts.
 *
 * With c cells, r row sums, s column sums and T(c) = c log c, all in nats:
 *     H(v) = (T(n) - sum T(r)) / n        I(v; z) = ((sum T(c) - sum T(r)) + (T(n) - sum T(s))) / n
 * which is exactly 0 for a constant z, and exactly H(z) for a z that v determines bin by bin.
 *
 * Source   Cover and Thomas 2006, section 2.3 (plug-in estimate).
 * Shapes   a joint table is row by row: cell[v * columns + z]; counts are 32-bit, so n < 2^32.
 * Cost     one increment per row and pair, of a code that is mostly one value one per other row; some 100 lookups or
 *          logarithms per pair of 10-bin columns.
 * R1  Same bits on every machine: the logarithm is our own, since libm's differs between processors in its last bit.
 */
#pragma once

#include "discretise.h"

double log_nats(double x); /* natural logarithm of a finite x >= 1, within 1 unit in the last place or two */

double counts_sum_t(const uint32_t *count, size_t n);   /* sum of T */
double counts_entropy(const uint32_t *count, size_t n); /* H in nats of n counts; 0 where nothing was counted */

/* A table's sums of rows and of columns. */
void counts_marginals(const uint32_t *cell, size_t rows, size_t columns, uint32_t *row, uint32_t *column);

/* Is shown the table of each pair of a factor and a code, [(v->count[i]) * columns]: a factor's with the first code,
 * and a code's with the first factor, before its others. */
typedef void histogram_visit(void *context, size_t i, size_t j, const uint32_t *cell, size_t columns);

/* Counts all pairs of columns. Every column of z has the same number of bins; columns = that number, and one more for
 * the rows in no bin where `with_lost` is set (else there must be none). */
assay_status histogram_pairs(const bins *v, const bins *z, int with_lost, assay_call *call, histogram_visit *visit,
                             void *context);
