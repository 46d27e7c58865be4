/*
 * trust.h -- what the candidates of a run are asked again at its end, in new processes and in an order that is drawn,
 * so that none can know which call it is. What speaks against one is kept in the store as a remark of its variant; the
 * cells stay as they are.
 *
 * Repeats   One cell in twenty of those that the plan has, TRUST_REPEATS at most and two at least, at least a second
 *           after the last call. Whatever a candidate declares, the same data and seed have the same answer, but for
 *           1e-12: a worker has one thread, which rounds alike.
 * Pairs     Of each property that an output claims (of all, where none is claimed) up to 60 ordered pairs, as many as a
 *           quarter of the calls allows: on fresh rows, a few more, and once drawn anew, by seeds that are nowhere but
 *           here. A table of the published data is right there and only there. A pair in the right order counts 1, one
 *           with equal scores or an undefined one 1/2. Pairs of one number share their draws and count as one. Where a
 *           metric does not know them it gains as often as it loses: a sign test, paired, exact and one-sided, at .001
 *           for all outputs together.
 */
#pragma once

#include "shard.h"
#include "store.h"

#include <signal.h>

enum { TRUST_REPEATS = 20 };

typedef struct trust_run {
    cells *cells;
    const shard_map *shards;
    store *store;
    const int64_t *point, *variant; /* ids in the store of groups and variants */
    const uint64_t *computed;       /* [n_variants] cells that this run has added */
    double last;                    /* clock_seconds() of the last call */
    unsigned jobs;
    const volatile sig_atomic_t *stop; /* may be NULL; stopped, nothing is found */
} trust_run;

/* All cells are in the store. */
assay_status trust_check(const trust_run *of, assay_error *err);

/* Of so many pairs that are in the right order less, and more often: whether that is certain, of n_outputs tested. */
int trust_falls(size_t less, size_t more, size_t n_outputs);
