/*
 * cells.h -- the unique cells of a plan. However often the parts of a plan name a cell (point x samples x seed x
 * variant), it is one cell: what is run, counted, shown as progress and stored is this set.
 *
 * Cells of one data set (point, samples, seed) are a batch, so that data and relations are made once. Batches come in
 * rising order of the seed: a run stopped halfway holds every curve, from fewer seeds. Those of a seed come in an order
 * that is drawn from it.
 */
#pragma once

#include "arena.h"
#include "plan.h"

/* A point at a number of samples, and the parts that name it. */
typedef struct cell_group {
    const plan_point *point; /* the plan's, where it is named first */
    uint64_t samples;
    size_t *part; /* [n_parts] rising */
    size_t n_parts;
} cell_group;

typedef struct cell_interval {
    uint64_t first, end; /* of seeds */
} cell_interval;

typedef struct cells {
    const plan *of;
    const variant **variant; /* [n_variants] each once, in the order of first mention */
    size_t n_variants;
    size_t **variant_of_part; /* [of->n_parts][metrics.count] */
    cell_group *group;
    size_t n_groups, *order;     /* [n_groups] in which they come with the seed ordered_for */
    uint64_t ordered_for, count; /* count: of cells */
    int is_ordered;
    arena room; /* of all lists but those of a group's parts */
} cells;

/* The plan is borrowed. ASSAY_EUSAGE: more cells than can be run. Free with cells_free. */
assay_status cells_make(const plan *of, cells *to, assay_error *err);
void cells_free(cells *c);

/* The seeds with which a group wants a variant: intervals that rise and neither touch nor overlap, at most n_parts. */
size_t cells_intervals(const cells *c, const cell_group *group, size_t v, cell_interval *to);

/* Where an enumeration is. Zero-initialised: at the beginning. */
typedef struct cells_cursor {
    uint64_t seed;
    size_t place; /* in the order of the seed */
} cells_cursor;

typedef struct cell_batch {
    const cell_group *group;
    size_t group_index;
    uint64_t seed;
} cell_batch;

/* The next batch; 0: there is none. */
int cells_next(cells *c, cells_cursor *at, cell_batch *to);

/* The variants that a batch wants, rising; to[n_variants]. */
size_t cells_wanted(const cells *c, const cell_batch *batch, size_t *to);
