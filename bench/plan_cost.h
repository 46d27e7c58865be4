/*
 * plan_cost.h -- how long the cells of a plan take on one core of this machine, before they are
 * computed.
 *
 * Each variant is scored once, with its relations as the others of its list leave them, on at most COST_SAMPLES samples
 * of the first point that wants it; what that took goes to other sizes as the descriptors' costs do
 * (assay_metric_cost). An estimate: good to a factor of two or so, much better for what is measured at its own size.
 */
#pragma once

#include "cells.h"

enum { COST_SAMPLES = 1000 };

typedef struct plan_cost {
    double total;   /* seconds of all cells, data made once for each */
    double dearest; /* of one score */
    double bytes;   /* of the largest representation, factors and codes */
} plan_cost;

/* A metric that fails costs what it took. */
assay_status plan_cost_measure(const cells *of, plan_cost *to, assay_error *err);
