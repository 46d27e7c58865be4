/* store_missing.h -- the cells that the plans of a store ask for and that are not there, counted and one by one. */
#pragma once

#include "store.h"

typedef struct store_missing_cell {
    const stored_point *point;
    const stored_variant *variant;
    uint64_t samples, seed;
} store_missing_cell;

/* visit returns other than ASSAY_OK to stop. By plan, point, samples and seed; a cell that two plans ask for comes
 * twice. Time O(wishes + cells + missing cells); memory of the variants of one point. */
typedef assay_status (*store_visit_missing)(const store_missing_cell *cell, void *context);
assay_status store_missing(store *s, const catalog *of, store_visit_missing visit, void *context, assay_error *err);

/* What is missing, as a sentence for the head of all that is made of the store: "Incomplete: 603 of the 1800 cells of
 * plan quick are missing."; *to NULL: nothing is. As of the first call; it lives as long as the store is open. */
assay_status store_lacking(store *s, const char **to, assay_error *err);
