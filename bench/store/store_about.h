/*
 * store_about.h -- what is said of a store: how many cells of its plans it has, and its digest, which everything made
 * of it carries; what is missing; its plans, and what was run of them by which program.
 */
#pragma once

#include "store.h"

enum { STAMP_HEX = 64 };
typedef struct store_stamp {
    uint64_t wanted, there; /* cells, as `assay status` counts them */
    uint64_t cells;         /* in the store */
    char digest[STAMP_HEX + 1];
} store_stamp;

/* As of now. */
assay_status store_stamp_of(store *s, store_stamp *to, assay_error *err);

/* "1,197 of 1,800 cells asked for · digest 7f3a58c1e0d2b946": by any run into the store so far. */
enum { STAMP_TEXT = 128 };
void store_stamp_text(const store_stamp *of, char to[STAMP_TEXT]);

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

/* The plans by name, with their YAML. */
typedef assay_status (*store_visit_plan)(const char *name, const char *text, void *context);
assay_status store_plans(store *s, store_visit_plan visit, void *context, assay_error *err);

/* The days, UTC, on which cells were added: "on 2026-12-30", "from 2026-12-30 to 2026-12-31"; "" where that is not
 * known of all cells. */
enum { STORE_DAYS = 40 };
assay_status store_days(store *s, char to[STORE_DAYS], assay_error *err);

/* One scenario at one number of samples. */
typedef struct store_extent {
    const char *scenario, *title;
    uint64_t samples;
    uint64_t points, variants, cells, failed; /* variants: metric@preset; failed: cells whose metric failed */
    uint64_t seed_least, seed_most, seeds;    /* of any cell; seeds: how many different ones */
    const char *version_least, *version_most; /* of the programs that computed the cells */
    int of_study;                             /* no scenario: a group of representations */
} store_extent;

/* In the order scenario, samples. */
typedef assay_status (*store_visit_extent)(const store_extent *row, void *context);
assay_status store_extents(store *s, const store_filter *filter, store_visit_extent visit, void *context,
                           assay_error *err);
