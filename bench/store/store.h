/*
 * store.h -- the results of a run: one SQLite file. Nobody but this room sees SQL.
 *
 * A cell is scenario x point x samples x seed x metric@preset; it is written once, whole, in one transaction. Names
 * that order tables (scenarios, points, metrics, presets, outputs) are stored with their place, so an export is in the
 * same order however the cells came in. A store is used by one thread at a time.
 */
#ifndef ASSAY_STORE_H
#define ASSAY_STORE_H

#include "assay.h"

typedef struct store store;

enum { STORE_READ, STORE_WRITE }; /* WRITE makes the file if it is not there */

/* Errors name the file: missing, not a database, a database of something else, another schema version, read-only. */
assay_status store_open(const char *path, int mode, store **to, assay_error *err);
void store_close(store *s);

/* ---- writing ---- */

assay_status store_begin(store *s, assay_error *err);
assay_status store_commit(store *s, assay_error *err);
void store_rollback(store *s);

/* What a plan asks for, so that `status` can tell what is missing. Replaces what the store knew of this plan's
 * wishes. */
assay_status store_plan(store *s, const char *name, const char *text, assay_error *err);

/* Rows for a point and a variant, made on first mention; ids are valid in this store only. x is the swept value that
 * figures draw along, NaN where points are not numbers. */
assay_status store_point(store *s, const assay_scenario *scenario, size_t scenario_place, const char *point,
                         size_t point_place, double x, const assay_truth truth[3], int64_t *id, assay_error *err);
assay_status store_variant(store *s, const assay_metric *metric, size_t metric_place, const char *preset,
                           size_t preset_place, int64_t *id, assay_error *err);
assay_status store_want(store *s, const char *plan, int64_t point, uint64_t samples, uint64_t seed_first,
                        uint64_t seed_end, int64_t variant, assay_error *err);

/* done[k] = 1 where the cell of variant[k] is there already. */
assay_status store_done(store *s, int64_t point, uint64_t samples, uint64_t seed, const int64_t *variant, size_t count,
                        unsigned char *done, assay_error *err);

/* One cell, all its outputs. A cell that is there already is left as it is. */
assay_status store_cell(store *s, int64_t point, uint64_t samples, uint64_t seed, int64_t variant,
                        const assay_score *scores, size_t n_scores, assay_error *err);

/* ---- reading ---- */

typedef struct store_filter { /* comma-separated lists; NULL: everything */
    const char *scenarios; /* ids */
    const char *metrics;   /* ids, or id@preset */
    uint64_t samples;      /* 0: any */
} store_filter;

/* One value, in the order scenario, point, samples, seed, metric, preset, output, item. Strings live during
 * the call. */
typedef struct store_row {
    const char *scenario, *point, *metric, *preset, *output, *undefined;
    uint64_t samples, seed;
    int32_t axis;
    int64_t item; /* -1: the overall value */
    double value, seconds;
} store_row;

/* visit returns other than ASSAY_OK to stop. */
typedef assay_status (*store_visit_row)(const store_row *row, void *context);
assay_status store_rows(store *s, const store_filter *filter, store_visit_row visit, void *context, assay_error *err);

/* One output at one point over all seeds. */
typedef struct store_summary {
    const char *scenario, *scenario_title, *symbol; /* symbol of what is swept; "" when points are not numbers */
    const char *point;
    double x;
    assay_truth truth[3];
    uint64_t samples;
    const char *metric, *metric_title, *family, *preset, *output;
    const char *undefined; /* a reason met among the seeds, or NULL */
    uint32_t flags, measures;
    double low, high;
    size_t seeds, defined; /* cells, and those with a defined value */
    double mean, sd;       /* over the defined; sd (n-1) is NaN for fewer than two */
    double least, most;
    double seconds;        /* mean per cell */
} store_summary;

typedef assay_status (*store_visit_summary)(const store_summary *row, void *context);
/* In the order scenario, point, samples, metric, preset, output. */
assay_status store_summaries(store *s, const store_filter *filter, store_visit_summary visit, void *context,
                             assay_error *err);

/* Wanted and done cells by plan and scenario, in order. */
typedef struct store_progress {
    const char *plan, *scenario, *metric, *preset;
    uint64_t wanted, done;
    uint64_t failed; /* done, but the metric failed */
    double seconds;  /* mean per done cell */
} store_progress;
typedef assay_status (*store_visit_progress)(const store_progress *row, void *context);
assay_status store_status(store *s, store_visit_progress visit, void *context, assay_error *err);

#endif
