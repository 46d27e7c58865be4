/* rows.h -- which rows of a table serve for training where a published study drew fresh batches from a generator. */
#pragma once

#include "option_list.h"

enum { ROWS_ALL, ROWS_TRAIN };
#define OPTION_ROWS                                                                                    \
    CHOICE_OF("rows", "all rows, or the training rows of a study (the first 10000, or 2/3)", ROWS_ALL, \
              ASSAY_PART_OF_ROWS, [ROWS_ALL] = "all", [ROWS_TRAIN] = "train")

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
