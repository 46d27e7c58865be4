/*
 * histogram_slices.h -- joint counts from bit slices: a column becomes one mask of its rows for each bin but the
 * last, and a cell of a table is the population count of two masks' intersection, 512 rows in an instruction. The last
 * row and column of a table follow from the sums of the others. Counts are whole numbers: the same by any way.
 *
 * Source   Mula, Kurz, Lemire 2018, Computer Journal 61 (population counts with wide registers).
 * Cost     (K - 1)(L - 1) n / 512 steps for a table of K x L cells, and n K / 32 to slice a column.
 */
#pragma once

#include "histogram.h"

/* Some columns of z against all of v, as histogram_pairs. */
typedef struct histogram_task {
    const bins *v, *z;
    const size_t *code; /* [n_codes] which columns of z */
    size_t n_codes, columns;
    histogram_visit *visit;
    void *context;
} histogram_task;

/* Whether the processor has the instructions, and tables are small enough and rows many enough for them to pay. */
int histogram_slices_pay(const histogram_task *t);

/* Tables are shown factor by factor. ASSAY_ENOMEM. */
assay_status histogram_slices_count(const histogram_task *t, assay_call *call);
