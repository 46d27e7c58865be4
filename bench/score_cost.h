/*
 * score_cost.h -- what a list of metrics takes on one representation, before it is read by any of them, out of the
 * costs that descriptors state (assay_metric_cost): no score is made and no clock is asked.
 */
#pragma once

#include "variant.h"

#define UNIT_SECONDS 1.5e-9 /* of a unit of work here: the median of those that `make bench PART=estimate` prints */
/* Units of work of each variant, to[count]; NaN: not known, a metric from outside. A relation is billed to the first
 * that asks for it, as it is computed (scoring.h). Returns their sum, what is known of it. ASSAY_ENOMEM is a NaN. */
double score_cost_of(const selection *metrics, const assay_size *size, double *to);

/* Bytes of the factors and codes. */
double score_cost_bytes(const assay_size *size);
