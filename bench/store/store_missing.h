/* store_missing.h -- the cells that the plans of a store ask for and that are not there, counted and one by one. */
#pragma once

#include "store.h"

typedef struct store_missing_cell {
    const stored_point *point;
    const stored_variant *variant;
    uint64_t samples, seed;
} store_missing_cell;

/* visit returns other than ASSAY_OK to stop. By point, samples and seed; a cell that two plans ask for comes twice.
 * Time O(cells asked for, times the logarithm of the wishes); memory of the wishes. */
typedef assay_status (*store_visit_missing)(const store_missing_cell *cell, void *context);
assay_status store_missing(store *s, const catalog *of, store_visit_missing visit, void *context, assay_error *err);

/* For the head of all that is made of the store: "Incomplete: 603 of the 1800 cells of plan quick are missing. 1,197
 * of 1,800 cells asked for · digest 7f3a58c1e0d2b946", the first sentence only where some are. As of the first call; it
 * lives as long as the store is open. */
assay_status store_lacking(store *s, const char **to, assay_error *err);

/* Whether such a text says that cells are missing. */
int store_lacks(const char *text);
