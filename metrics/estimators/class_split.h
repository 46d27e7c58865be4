/*
 * class_split -- what classifiers of a factor are given: labels without gaps, rows to learn from, rows to be scored on
 *
 *   split        learns from                              is scored on
 *   none         all rows                                 the same rows
 *   batches      rows 0 .. 9999                           rows 10000 .. 14999 (of fewer rows: 2/3 and 1/3, see rows.h)
 *   fifth        4/5 of the rows of every value           the other fifth
 *   stratified   as fifth, of round-half-even(10000 p) rows of every value, p its share; of all rows where n <= 10000
 *
 *   fifth and stratified take the rows of a value in random order: floor(4/5) of them are learnt from, the rest kept.
 *
 * Source   Locatello et al. 2019 (batches) and Zhang et al. 2021, algorithm 4 and its code (stratified).
 * Takes    binned factors [M x n].
 * Gives    per factor: labels 0 .. count-1 in the order of the values, and two sets of rows, ascending.
 * Cost     O(n M), and one permutation of n rows for the random splits; 4 to 8 bytes per value of the factors.
 * R1  One permutation serves all factors, so a factor's rows do not depend on which factors stand before it.
 *     Where the representation says which rows are learnt from, any split but none is these and the others.
 * R2  Constant, no row to learn from, or one value in the rows learnt from: class_split_undefined says why. Of a factor
 *     that is not constant there is always a row to score.
 */
#pragma once

#include "discretise.h"

enum { HOLD_NONE, HOLD_BATCHES, HOLD_FIFTH, HOLD_STRATIFIED };
enum { WEIGHTS_EVEN, WEIGHTS_BALANCED }; /* of rows, to a classifier */
#define OPTION_SPLIT(standard_)                                                                                        \
    CHOICE_OF(                                                                                                         \
        "split", "rows scored: those learnt from, the 5000 after the first 10000, a random fifth of all, or of 10000", \
        standard_,                                                                                                     \
        0, [HOLD_NONE] = "none", [HOLD_BATCHES] = "batches", [HOLD_FIFTH] = "fifth", [HOLD_STRATIFIED] = "stratified")

/* Some rows: at[0 .. count-1], or, where at is NULL, count rows from `first` on. */
typedef struct row_set {
    const uint32_t *at;
    size_t first, count;
} row_set;

typedef struct class_split {
    size_t count;         /* values that occur */
    const int32_t *label; /* [n] */
    row_set train, test;
    int one; /* R2: the rows learnt from have one value, or there are none */
} class_split;

/* One struct per factor; draws from call->stream where the split is random. n below 2^32. Continuous factors are cut
 * into so many widths (rule scaled), and categorical ones too unless they keep their labels. */
assay_status class_split_of_factors(const assay_rep *rep, assay_call *call, double widths, int labels, int split,
                                    const class_split **to);

/* Numbers the values that occur, in their order; gives how many there are. rows[k]: of number k. place: [levels]
 * scratch. */
size_t class_number(const uint16_t *index, size_t n, size_t levels, uint32_t *place, uint32_t *rows, int32_t *to);

/* R2: an undefined value with its reason, or 0 where classifiers have something to do. */
double class_split_undefined(const class_split *of, size_t factor, assay_call *call);

/* The rows of a column: a place in it, or gathered into room[count]. */
const double *rows_take(row_set rows, const double *column, double *room);
const int32_t *rows_take_labels(row_set rows, const int32_t *label, int32_t *room);
