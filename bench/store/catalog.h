/*
 * catalog.h -- what the scores of a store are scores of: its scenarios, points, metrics, variants and outputs, each
 * once, in memory. Entries never move, so that whoever reads scores may point to them while the catalog lives.
 */
#ifndef ASSAY_CATALOG_H
#define ASSAY_CATALOG_H

#include "assay.h"
#include "point.h"
#include "variant_id.h"

typedef struct stored_scenario {
    int64_t id;
    char *name, *title, *symbol; /* symbol of what figures draw along, "alpha"; "" where points are no numbers */
} stored_scenario;

typedef struct stored_point {
    int64_t id;
    const stored_scenario *scenario;
    int64_t rank; /* in the order of tables: by scenario, then by point */
    scenario_point at;
    assay_truth truth[3]; /* modularity, compactness, explicitness */
} stored_point;

typedef struct stored_metric {
    int64_t id;
    char *name, *title, *family;
    uint32_t flags;
} stored_metric;

typedef struct stored_variant {
    int64_t id;
    const stored_metric *metric;
    variant_id name;
} stored_variant;

typedef struct stored_output {
    int64_t id;
    const stored_metric *metric;
    char *name;
    int32_t axis;
    uint32_t measures;
    double low, high; /* NaN: open */
} stored_output;

/* Lists of entries, by rising id. */
typedef struct catalog_list {
    void **at;
    size_t count, room;
} catalog_list;

typedef struct catalog {
    catalog_list scenarios, points, metrics, variants, outputs;
} catalog;

/* Zero-initialise before. The entry is copied, its strings and all, and belongs to the catalog; NULL: memory ran out.
 * Ids must rise within a list. */
const stored_scenario *catalog_add_scenario(catalog *c, const stored_scenario *entry);
const stored_point *catalog_add_point(catalog *c, const stored_point *entry);
const stored_metric *catalog_add_metric(catalog *c, const stored_metric *entry);
const stored_variant *catalog_add_variant(catalog *c, const stored_variant *entry);
const stored_output *catalog_add_output(catalog *c, const stored_output *entry);

/* NULL: there is none of this id. */
const void *catalog_find(const catalog_list *list, int64_t id);

void catalog_free(catalog *c);

#endif
