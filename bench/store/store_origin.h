/* store_origin.h -- where the scores of a store come from: its plans, and what was run of them by which program. */
#pragma once

#include "store.h"

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
