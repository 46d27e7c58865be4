/*
 * data_sets.h -- the models of studies by what may stand in one mean: one data set, of checkpoints one.
 *
 * A data set is what a manifest calls so in `data`, else the models whose factors are the same. Undeclared rows that
 * each have one model of the same groups (drawn anew for every seed), or one model alone, are taken as one data set, of
 * as many factors.
 */
#pragma once

#include "evidence.h"

typedef struct data_set {
    score_rows rows[2]; /* of scores and of doses, either may be empty */
    const char *name;   /* in words */
    const char *word;   /* the same as a column has it: what a manifest calls it; nothing of `each` */
    size_t number;
    size_t is_declared; /* a manifest names it */
    const char *each;   /* the value that all of it have in the column that parts the models; "": none */
    size_t drawn_for;   /* several undeclared rows are in it, each with one model of so many groups; else 0 */
} data_set;

typedef struct data_sets {
    data_set *at;
    size_t n;
    struct set_model *model; /* [n_models] */
    size_t n_models;
} data_sets;

/* Rows of studies in the order of score_rows_list, from which it borrows; doses may be NULL. each: a column of the
 * manifests, of which every value is a set by itself; NULL: none. */
void data_sets_make(const score_rows *scores, const score_rows *doses, const char *each, data_sets *to);
size_t data_sets_of(const data_sets *sets, const score_row *row); /* that the row is in */

/* By group, then by the number, or the word, that the manifest has in a column; else as they stood. */
void rows_sort_along(score_rows *rows, const char *along);

/* Of the checkpoints of a group (along: of one value of that column, by which they are sorted; NULL: of all) some
 * count. at: "order=last" or NULL: those of one `order`, the last that all groups have, or most of them;
 * "order=best:COLUMN": of each training run the one with the highest number in a column of the manifest,
 * "best:-COLUMN" the lowest; "order=VALUE": those of that value. A group that says no order has no other checkpoints,
 * and counts. Returns how many models go. */
size_t rows_keep_at(score_rows *rows, const char *along, const char *at);
const char *rows_shared_order(const score_rows *rows, const char *along,
                              const char *at); /* the one value; NULL: none */

const char *rows_at(const char *at); /* without "order=" */

/* ASSAY_EUSAGE: no manifest has such a column, or no model such a value. */
assay_status rows_check_at(const score_rows *rows, const char *at, assay_error *err);
assay_status rows_check_column(const score_rows *rows, const char *option, const char *column, assay_error *err);

/* The groups of studies as points of one scenario, their models as its seeds: what draws a scenario draws groups, means
 * with the intervals of comparison.h. Each data set is a scenario of its own, from the second on numbered.
 *
 * The scenario "models" with a point "group=NAME" for each group, at the most samples that a model has; with a column
 * of the manifests (along; NULL: none) the scenario "along-COLUMN" with a point for each of its numbers, and a series
 * for each output and group; models without a number are left out. Rows of scenarios go over as they are.
 * Zero-initialise both; free `made` before what `from` borrows from. */
void group_points_make(const score_rows *from, const char *along, evidence *made, score_rows *to);
