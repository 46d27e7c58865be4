/*
 * run.h -- a plan becomes cells, cells run on threads, scores land in the store. Only missing cells are computed, so a
 * run that was stopped, by whatever, goes on where it was; the scores do not depend on order, threads or interruptions.
 */
#pragma once

#include "shard.h"
#include "store.h"

#include <signal.h>

typedef struct run_progress {
    uint64_t cells;    /* that the plan asks for, of this shard */
    uint64_t before;   /* there already when the run began */
    uint64_t computed; /* by this run */
    uint64_t failed;   /* of these, cells whose metric failed; the store holds why */
    double seconds;    /* since the run began */
    const char *scenario, *point;
    uint64_t seed;
} run_progress;

typedef struct run_options {
    unsigned jobs;                     /* threads; 0: cores_available() */
    const volatile sig_atomic_t *stop; /* set by a signal handler: finish the cells in flight, keep all; may be NULL */
    void (*report)(const run_progress *progress, void *context); /* after each write, one call at a time; may be NULL */
    void *context;
    shard shard; /* computes the cells of this one alone; zero: all */
} run_options;

/* ASSAY_EINTERRUPTED when stopped. *last says how far it came, whatever the status. */
assay_status run_plan(const plan *p, store *s, const run_options *options, run_progress *last, assay_error *err);
