/*
 * catalog.h -- what the scores of a store are scores of: its scenarios, points, metrics, variants and outputs, each
 * once, in memory. Entries never move, so that whoever reads scores may point to them while the catalog lives.
 */
#pragma once

#include "arena.h"
#include "point.h"
#include "variant_id.h"

#include <math.h>
#include <string.h>

typedef struct stored_scenario {
    int64_t id;
    char *name, *title, *symbol; /* symbol of what figures draw along, "alpha"; "" where points are no numbers */
    int is_study;                /* a group of a user's own representations; its points are these */
    char *called;                /* a group as it was named, where the store has another name; NULL: as `name` */
} stored_scenario;

/* A user's own arrays, as they were last read. */
typedef struct stored_representation {
    char *path, *hash; /* hash "": not read yet; of the arrays, "-", of their rows in any order */
    char *problem;     /* why they cannot be read; NULL: they can */
    char *data;        /* names the rows that are drawn: the same of two, the same rows; "": not read */
    uint64_t rows, factors, codes, clusters; /* clusters: of rows that are drawn whole; 0: rows are independent */
    size_t n_columns;
    char **column, **text; /* [n_columns] what the manifest says besides path and group */
} stored_representation;

/* What the hash says of the rows, in whatever order they stand; the whole of one that was written without it. */
static inline const char *hash_of_rows(const char *hash)
{
    const char *rows = strchr(hash, '-');
    return rows ? rows + 1 : hash;
}

/* How `problem` begins of one whose file was deleted. */
#define REPRESENTATION_GONE "the file is gone"
int representation_is_gone(const stored_representation *r); /* NULL: not */

/* How sure a score is. kind: by which draws. A score has one of each class: an interval, a null, what it is of codes
 * with the defects alone that its representation has (equivalent.h), and p of its items (with as many draws behind as
 * there were shuffles, so that more of them are more). */
enum { UNCERTAIN_BOOTSTRAP = 1, UNCERTAIN_SUBSAMPLE, UNCERTAIN_NULL, UNCERTAIN_DEFECTS, UNCERTAIN_ITEMS };
static inline int32_t uncertainty_class(int32_t kind)
{
    return kind < UNCERTAIN_SUBSAMPLE ? UNCERTAIN_SUBSAMPLE : kind;
}
typedef struct uncertainty {
    int32_t kind;
    double level;            /* confidence, 0.95 */
    uint64_t draws, defined; /* defined: draws that have a score */
    double mean, sd;         /* of the draws; sd of an interval: the standard error that it is made of */
    double low, high;        /* the interval; high of a null: a share `level` of the draws stays below it */
    double p;                /* of a null: (1 + draws as good as the score) / (1 + draws); NaN of an interval */
    const double *draw;      /* [draws] the score of each, NaN: undefined; NULL: not kept. Borrowed */
} uncertainty;

/* How many of n rows or clusters a draw without replacement has, and what the standard deviation over draws is
 * multiplied by: 1, or sqrt(m / (n - m)) for m of n. */
static inline size_t uncertainty_part(size_t n) { return n / 2; }
static inline double uncertainty_factor(int32_t kind, size_t n)
{
    const double part = (double)uncertainty_part(n);
    return kind == UNCERTAIN_SUBSAMPLE ? sqrt(part / ((double)n - part)) : 1.0;
}

typedef struct stored_point {
    int64_t id;
    const stored_scenario *scenario;
    int64_t rank; /* in the order of tables: by scenario, then by point */
    scenario_point at;
    assay_truth truth[3];                  /* modularity, compactness, explicitness */
    stored_representation *representation; /* of a study, in the catalog's memory; NULL of a scenario */
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
    char *remark; /* what speaks against its scores (bench/trust.h); NULL: nothing that is known */
    int shares;   /* another content goes by the metric's name, too */
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
    arena memory; /* of the entries and their strings */
} catalog;

/* Zero-initialise before. The entry is copied, its own strings and all, and belongs to the catalog; NULL: memory ran
 * out. Ids must rise within a list. */
const stored_scenario *catalog_add_scenario(catalog *c, const stored_scenario *entry);
const stored_point *catalog_add_point(catalog *c, const stored_point *entry);
const stored_metric *catalog_add_metric(catalog *c, const stored_metric *entry);
const stored_variant *catalog_add_variant(catalog *c, const stored_variant *entry);
const stored_output *catalog_add_output(catalog *c, const stored_output *entry);

/* NULL: there is none of this id. */
const void *catalog_find(const catalog_list *list, int64_t id);

void catalog_free(catalog *c);
