/*
 * class_rows.h -- what a classifier of the factors learns from and is tested on
 *
 *   Every factor has labels (a categorical one its own, a continuous one factor-bins equal widths), training rows and
 *   test rows. The rows are
 *     stratified   drawn without replacement, of every value its share of at most `rows`; then of every value the
 *                  first four fifths (floor) for training
 *     first        rows 0 .. 9999 and the next 5000, or the first two thirds and the rest (rows.h)
 *     random       `rows` of the rows (all, if there are fewer) drawn without replacement once for all factors; a fifth
 *                  (ceiling) for testing
 *     fifths       the first four fifths (floor) and the rest
 *     replaced     `rows` rows drawn with replacement, then the same, so that test rows are training rows too
 *
 *   or, whatever the option, those that the representation says are learnt from, and the others.
 *
 * Source   Zhang et al. 2021, algorithm 6 (stratified), Locatello et al. 2019 (first), Almudevar and Ortega 2025
 *          (replaced): their published code.
 * Takes    factors [M x n].
 * Gives    labels 0 .. classes-1 by row of the table, the values that occur in ascending order.
 * Cost     O(n M).
 * R1  random and replaced make a table of their own: pick[r] is the representation's row in row r of the table.
 *     Otherwise row r is row r, and pick is NULL.
 * R2  A factor without a score has the reason (NaN) in `why`, and no rows: constant (constant-factor); no row for
 *     training or for testing (too-few-samples); more than 1000 values in its rows (not-applicable).
 * R3  constant=keep: a constant factor is like any other, as published. constant=refuse: if only one value of a
 *     factor is in its training rows, the published code raises an exception, and no factor has a score.
 */
#pragma once

#include "undefined.h"

enum { SPLIT_STRATIFIED, SPLIT_FIRST, SPLIT_RANDOM, SPLIT_REPLACED, SPLIT_FIFTHS };
enum { CONSTANT_SKIP, CONSTANT_KEEP, CONSTANT_REFUSE };
enum { CLASSES_MOST = 1000, CLASS_ROWS_LEAST = 10 };

typedef struct class_factor {
    int32_t *label; /* [n of the table] */
    size_t classes;
    uint32_t *train, *test;
    size_t n_train, n_test;
    double why; /* R2; 0: has a score */
} class_factor;

typedef struct class_table {
    size_t n;
    const uint32_t *pick; /* [n], R1 */
    class_factor *factor; /* [M] */
} class_table;

/* Moves `want` of the `all` rows at *rows to the front, drawn without replacement, in the order drawn. */
void rows_shuffle(uint32_t *rows, size_t all, size_t want, assay_stream *stream);

/* As the options of class_importance.h say. Draws from call->stream; all memory is call->alloc's. */
assay_status class_table_draw(const assay_rep *rep, assay_call *call, class_table *to);
