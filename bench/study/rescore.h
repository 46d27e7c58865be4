/*
 * rescore.h -- how much of a score's spread is the metric's own: the same data scored several times with other random
 * streams.
 */
#pragma once

#include "moments.h"
#include "point.h"
#include "variant_id.h"

typedef struct rescore {
    const variant_id *variant;
    const scenario_point *point;
    uint64_t samples, seed;    /* of the data */
    size_t repeats;            /* scores of it; the metric's seeds are others than any data's */
    const char *const *output; /* [n_outputs] */
    size_t n_outputs;
} rescore;

/* Adds to variance[n_outputs] the variance of each output's defined scores; an output with fewer than two adds
 * nothing. */
assay_status rescore_run(const rescore *what, moments *variance, assay_error *err);
