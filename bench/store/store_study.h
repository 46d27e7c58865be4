/*
 * store_study.h -- representations of a user's own: writing what they are, and how sure their scores are. A group is a
 * scenario of the store, a representation a point of it, "model=NAME", so that whoever reads scores reads these too.
 */
#pragma once

#include "store.h"

/* ---- writing; each inside a transaction ---- */

/* The plan that the cells of studies are wanted by. */
assay_status store_study(store *s, const char *plan, assay_error *err);

/* The point of a representation, made on first mention. What has the same path is the same representation: where it
 * stood in another group or under another name, it moves with its scores. So is what has the same group and name as one
 * whose file is gone; ASSAY_EINPUT where that file is there. */
assay_status store_representation(store *s, const char *group, const char *name, const char *path, int64_t *point,
                                  assay_error *err);

/* Replaces all of its columns. */
assay_status store_representation_columns(store *s, int64_t point, const char *const *name, const char *const *text,
                                          size_t n, assay_error *err);

/* Which rows are drawn of it. */
typedef struct store_rows_drawn {
    const char *data; /* names them */
    size_t clusters;  /* 0: rows are independent */
} store_rows_drawn;

/* What was read. Scores of another content, told by its hash, are removed: *changed is 1. So are draws of other
 * rows. */
assay_status store_representation_content(store *s, int64_t point, const char *hash, const store_rows_drawn *drawn,
                                          const assay_rep *rep, int *changed, assay_error *err);

/* Marks those whose file is no longer there as gone, of which the path lies below a root ("m"), or in a folder
 * whose files were named ("m/", of the present one "./"): their scores stay, and readers leave them out
 * (representation_is_gone). */
assay_status store_representations_gone(store *s, const char *const *root, size_t n, uint64_t *gone, assay_error *err);

uint64_t store_count_gone(store *s);                                                    /* how many are marked so */
assay_status store_representations_prune(store *s, uint64_t *pruned, assay_error *err); /* takes them out */

/* A representation that was read for the first time and has the content of one that is gone is that one under another
 * name: it takes its scores, and the other is forgotten. before[size]: its path, "" where there is none. */
assay_status store_representation_renamed(store *s, int64_t point, const char *hash, char *before, size_t size,
                                          assay_error *err);

/* Why it cannot be read; scores of what it held before stay. */
assay_status store_representation_problem(store *s, int64_t point, const char *why, assay_error *err);

/* How sure the score of one output of a cell is; what was known before is replaced. */
assay_status store_uncertainty(store *s, const cell_key *cell, const char *output, const uncertainty *u,
                               assay_error *err);

/* done: whether every output of the cell has an interval of this level (0: of any; class: of uncertainty_class), from
 * at least so many draws. */
typedef struct uncertainty_wanted {
    int32_t class;
    double level;
    uint64_t draws;
} uncertainty_wanted;
assay_status store_uncertainty_done(store *s, const cell_key *cell, const uncertainty_wanted *wanted, int *done,
                                    assay_error *err);

/* One of an output's score, of what is in the catalog; in the order of store_rows. */
typedef struct store_uncertain {
    const stored_point *point;
    const stored_variant *variant;
    const stored_output *output;
    uint64_t samples, seed;
    uncertainty is;
} store_uncertain;
typedef assay_status (*store_visit_uncertain)(const store_uncertain *row, void *context);
assay_status store_uncertainties(store *s, const catalog *of, const store_filter *filter, store_visit_uncertain visit,
                                 void *context, assay_error *err);
