/*
 * plugin_bias -- by how much counting overstates the information of binned columns
 *
 *     millermadow    (cells - rows - columns + 1) / (2n), of those of the joint table that are not empty
 *     permuted       mean information of the factor and the code's rows in a random order
 *
 * Source   Miller 1955; Paninski 2003, Neural Computation 15, p. 1191; Veyrat-Charvillon and Standaert 2009 and others
 *          (permutations).
 * Shapes   to [M * d], nats, zeros before, of bins of as many rows; every row in a bin.
 * Cost     as counting the tables once, or `times` times.
 */
#pragma once

#include "discretise.h"

enum { BIAS_NONE, BIAS_MILLER_MADOW, BIAS_PERMUTED };

/* BIAS_PERMUTED draws `times` permutations of the rows, each for all codes together, from call->stream. */
assay_status plugin_bias(const bins *v, const bins *z, int kind, size_t times, assay_call *call, double *to);
