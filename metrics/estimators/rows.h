/* rows.h -- which rows of a table serve for training: the first, where a published study drew fresh batches from a
 * generator; or those that an order begins with, which is drawn, or as published that of the table. */
#pragma once

#include "option_list.h"

enum { ROWS_ALL, ROWS_TRAIN };
#define OPTION_ROWS                                                                                    \
    CHOICE_OF("rows", "all rows, or the training rows of a study (the first 10000, or 2/3)", ROWS_ALL, \
              ASSAY_PART_OF_ROWS, [ROWS_ALL] = "all", [ROWS_TRAIN] = "train")

enum { ORDER_TABLE, ORDER_DRAWN };
#define OPTION_ORDER                                                                                      \
    CHOICE_OF("order", "rows are parted in the order of the table, or in one that is drawn", ORDER_DRAWN, \
              ASSAY_BY_ORDER, [ORDER_TABLE] = "table", [ORDER_DRAWN] = "drawn")

/* permutation(n) of the stream; order=table: NULL, and nothing is drawn. Where the representation says which rows are
 * learnt from: these, then the others, as they stand. */
assay_status rows_order(const assay_rep *rep, assay_call *call, double order, const size_t **to);

/* How many of them are learnt from: what the representation says, or else `own`; n (and 0): all, scored too. */
size_t rows_part(const assay_rep *rep, size_t own);

/* Rows learnt from, then the others. */
static inline void rows_given(const unsigned char *learns, size_t n, uint32_t *to)
{
    for (size_t s = 0; s < 2 * n; s++)
        if (learns[s % n] == (s < n)) *to++ = (uint32_t)(s % n);
}

/* Columns with their rows in an order, to[count * n]; of order NULL those given. */
const double *rows_put(const double *from, size_t n, size_t count, const size_t *order, double *to);

/* The whole columns of a representation with their rows in that order, and a call that keeps
 * nothing of the rows as they stood but relations. order=table: both stay. */
typedef struct ordered_rows {
    assay_rep rep;
    assay_call call;
} ordered_rows;

assay_status rows_ordered(const assay_rep **rep, assay_call **call, double order, ordered_rows *room);

/* Locatello et al. 2019 train on 10000 samples and test on 5000. On a table: rows 0..9999 and the next 5000; with fewer
 * than 15000 rows the first two thirds (one at least) and the rest. */
static inline size_t rows_train(size_t n)
{
    if (n >= 15000) return 10000;
    const size_t part = 2 * n / 3;
    return part ? part : n;
}

/* The first so many rows of n: what the option says. */
static inline size_t rows_asked(double option, size_t n) { return option == ROWS_TRAIN ? rows_train(n) : n; }
static inline size_t rows_test(size_t n) { return n >= 15000 ? 5000 : n - rows_train(n); }
