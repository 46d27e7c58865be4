/*
 * store.h -- the results of a run: one SQLite file. Nobody but this room sees SQL.
 *
 * A cell is point x samples x seed x variant; it is written once, whole, in one transaction. The parts of a point, of a
 * variant and of a reason stand in columns of their own. What orders tables (scenarios, points, metrics, presets,
 * outputs) is stored with its place, so an export is in the same order however the cells came in. A store is used by
 * one thread at a time.
 */
#pragma once

#include "catalog.h"

typedef struct store store;

/* WRITE makes the file if it is not there. UNCHECKED, with either: whether rows are what was written is looked at by
 * somebody else, or does not matter. IMAGE: of a copy in memory, which nothing that is written leaves. */
enum { STORE_READ = 0, STORE_WRITE = 1, STORE_UNCHECKED = 2, STORE_IMAGE = 4 };

/* path NULL, to write: a store in memory alone, which store_save makes a file of. Errors name the file: missing, not a
 * database, a database of something else, another schema version, tables that are not those of a store, rows that are
 * not what was written (store_seal.h), read-only. */
assay_status store_open(const char *path, int mode, store **to, assay_error *err);
void store_close(store *s);
static inline void store_dropped(store **s) { store_close(*s); } /* for FREED */

/* What store_open does first with a file that is there: opens it as an image, and checks it, in a process apart
 * (apart.h). *vetted: its files are still those that were looked at there, so what was found holds. vetted NULL: only
 * whether that process came to an end matters, not what it found. */
assay_status store_vet(const char *path, int mode, int *vetted, assay_error *err);

/* Whether all of a store, as it is at this moment, is now in the file `saved`, which nobody had before. Others may be
 * writing to the store meanwhile. */
int store_save(store *s, const char *saved);

/* Where the file was removed or another took its place, ASSAY_EENVIRONMENT: what the store holds, with the transaction
 * that was just committed, is saved in FILE.saved-PID, and the sentence says so. */
assay_status store_begin(store *s, assay_error *err);
assay_status store_commit(store *s, assay_error *err);
void store_rollback(store *s);

/* Commits what went well, rolls back what did not; returns how it went. Without a transaction, for one that could not
 * begin, it is the status itself. */
assay_status store_end(store *s, assay_status status, assay_error *err);
assay_status store_check_file(store *s, assay_error *err); /* this alone; nothing of a reader */

/* What a plan asks for, so that `status` can say what is missing. What it asked for before stays asked for: a narrower
 * run makes no store complete. */
assay_status store_plan(store *s, const char *name, const char *text, assay_error *err);

/* With how many numbers of seeds the verdicts on a plan are looked at, where that decides which seeds are added. What
 * was looked at before stays. The plan is known: store_plan. */
assay_status store_look(store *s, const char *plan, const uint64_t *seeds, size_t n, assay_error *err);

typedef struct store_entry {
    const assay_scenario *scenario;
    size_t scenario_place;
    const scenario_point *at;
    size_t place;             /* in the scenario's own sweep */
    const assay_truth *truth; /* [3] */
} store_entry;

/* Rows for a point and a variant, made on first mention; ids are valid in this store only. */
assay_status store_point(store *s, const store_entry *of, int64_t *id, assay_error *err);
assay_status store_variant(store *s, const assay_metric *metric, size_t metric_place, const variant_id *name,
                           size_t preset_place, int64_t *id, assay_error *err);

/* What names a cell. */
typedef struct cell_key {
    int64_t point;
    uint64_t samples, seed;
    int64_t variant;
} cell_key;

/* The cells of the seeds from that of `first` up to seed_end. Seeds that touch or overlap others of the same plan,
 * point, samples and variant become one interval with them, so that no cell is asked for twice. */
assay_status store_want(store *s, const char *plan, const cell_key *first, uint64_t seed_end, assay_error *err);

/* *done = 1 where the cell is there already. */
assay_status store_done(store *s, const cell_key *cell, unsigned char *done, assay_error *err);

/* The overall value of one output of a cell; there 0: the store lacks the cell. */
typedef struct stored_value {
    int there, failed;
    double value;
    char reason[200]; /* why it is undefined, cut where it is longer; "": it is defined */
} stored_value;
assay_status store_value(store *s, const cell_key *cell, const char *output, stored_value *to, assay_error *err);

/* All values of a cell that went well, to be freed: of each output, in the metric's order, the overall one and, unless
 * `overall`, its items. */
assay_status store_values(store *s, const cell_key *cell, int overall, double **to, size_t *n, assay_error *err);

/* What speaks against all scores of a variant, one line; of two the first stays. */
assay_status store_remark(store *s, int64_t variant, const char *text, assay_error *err);

/* One cell, all its outputs. A cell that is there already is left as it is. */
assay_status store_cell(store *s, const cell_key *cell, const assay_score *scores, size_t n_scores, assay_error *err);

typedef struct store_filter { /* comma-separated lists; NULL: everything */
    const char *scenarios;    /* ids */
    const char *metrics;      /* ids, or id@preset */
    uint64_t samples;         /* 0: any */
    int overall;              /* 1: no items */
    int keep_missing;         /* 1: also models whose files are gone (representation_is_gone) */
    const char *profile;      /* points on the factors of this profile alone; PROFILE_OWN: on the scenarios' own */
    int pairs;                /* for evidence_read: 1: the pairs of a bank and nothing else; 0: all but them */
} store_filter;

/* What the scores of the store are scores of; nothing of it depends on the store's staying open. Zero-initialise
 * before, free with catalog_free, also after an error. */
assay_status store_catalog(store *s, catalog *to, assay_error *err);

/* One value. What it is of points into the catalog, the strings too; the reason lives during the call. */
typedef struct store_row {
    const stored_point *point;
    const stored_variant *variant;
    const stored_output *output;
    uint64_t samples, seed;
    int64_t item; /* -1: the overall value */
    double value, seconds;
    const char *undefined;           /* the reason, "word: text"; NULL: it is defined */
    uint64_t items, items_undefined; /* of an overall value, where the filter leaves items out */
} store_row;

/* visit returns other than ASSAY_OK to stop. In the order scenario, point, samples, seed, metric, preset, output, item.
 * Scores of something that is not in the catalog, since it came in later, are left out. */
typedef assay_status (*store_visit_row)(const store_row *row, void *context);
assay_status store_rows(store *s, const catalog *of, const store_filter *filter, store_visit_row visit, void *context,
                        assay_error *err);

/* How many numbers of seeds verdicts were looked at with, all plans together; 0 where none decided which were added. */
assay_status store_looks(store *s, size_t *to, assay_error *err);

/* Wanted and done cells by plan and scenario, in order. */
typedef struct store_progress {
    const char *plan, *scenario, *metric, *preset;
    uint64_t wanted, done;
    uint64_t failed; /* done, but the metric failed */
    double seconds;  /* mean per done cell */
} store_progress;
typedef assay_status (*store_visit_progress)(const store_progress *row, void *context);
assay_status store_status(store *s, store_visit_progress visit, void *context, assay_error *err);

/* Values, items too, of an output of a candidate that lie outside the range that it declares. */
typedef struct store_outside {
    char metric[256], preset[256], output[256]; /* plain text, cut where it is longer */
    double low, high, least, most;
    uint64_t values;
} store_outside;
typedef assay_status (*store_visit_outside)(const store_outside *row, void *context);
assay_status store_outside_ranges(store *s, store_visit_outside visit, void *context, assay_error *err);
void store_outside_text(const store_outside *of, char *to, size_t size); /* a sentence of at most 500 bytes */
