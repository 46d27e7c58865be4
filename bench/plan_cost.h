/*
 * plan_cost.h -- how long the cells of a plan take on one core of this machine, before they are computed, and how
 * evenly shards divide them.
 *
 * Each variant is scored once, with its relations as the others of its list leave them, on at most COST_SAMPLES samples
 * of the first point that wants it; what that took goes to other sizes as the descriptors' costs do
 * (assay_metric_cost). An estimate: good to a factor of two or so, much better for what is measured at its own size.
 */
#pragma once

#include "shard.h"

enum { COST_SAMPLES = 1000 };

typedef struct plan_cost {
    const cells *of;
    double *second; /* [n_groups * n_variants] of a score; 0 where the group does not want it */
    double *making; /* [n_groups] of the data */
    double total;   /* of all cells, data made once for each */
    double dearest; /* of one score */
    double bytes;   /* of the largest representation, factors and codes */
} plan_cost;

/* Zero-initialise before; free with plan_cost_free, also after an error. A metric that fails costs what it took. */
assay_status plan_cost_measure(const cells *of, plan_cost *to, assay_error *err);
void plan_cost_free(plan_cost *cost);

/* Seconds of each shard, to[count]: data are made in each shard that has a score of them. */
assay_status plan_cost_of_shards(const plan_cost *cost, uint64_t count, double *to, assay_error *err);

/* The numbers of shards, from 1, the dearest first: begun so, machines end nearly together (Graham 1969). */
assay_status plan_cost_order(const double *seconds, uint64_t count, uint64_t *to, assay_error *err);
