/*
 * consistency.h -- whether the training runs of a method find the same codes: of every two of them the matched
 * correlation of their codes (mcc, the codes of the one as factors), and that of codes whose rows are shuffled. Of
 * dictionaries the matched |cosine| of their directions (mcc-directions; Paulo and Belrose 2025, arXiv:2501.16615; Song
 * et al. 2025, arXiv:2505.20254), and that of directions of chance.
 */
#pragma once

#include "study_files.h"

typedef struct consistency {
    const char *group, *data; /* borrowed of the files; data: what the manifest calls it, NULL */
    const char *order;        /* the checkpoint of its runs, borrowed; "": they say none */
    size_t number;            /* of its data set, 1 the first */
    size_t runs, pairs, shuffles;
    size_t with; /* runs that have directions of as many dimensions as the first */
    int by_directions;
    double value;     /* the mean over pairs; NaN: not all have those, and some have sparse codes */
    double low, high; /* 95 % over runs, by leaving out one in turn (Student, runs - 1); NaN: of fewer than three */
    double chance, p; /* the mean of shuffles; p = (1 + shuffles as good) / (1 + shuffles) */
} consistency;

typedef struct consistencies {
    consistency *at;
    size_t count, data_sets;
    char few[2000];                  /* groups of fewer than two runs at that order, by name */
    size_t unread, sparse, left_out; /* files; runs beyond CONSISTENCY_RUNS of a group */
} consistencies;

/* Pairs grow by the square: of a group the first so many runs are looked at. Shuffles: 99, or 19 where they would take
 * more than about a minute. */
enum { CONSISTENCY_RUNS = 20 };

/* Of each group and data set (the column `data`, else files of the same factors) with two runs; of several models of
 * one `seed` that with the last `order` that all groups have, or most of them. Sparse codes without directions are left
 * out. Free with consistencies_free, after an error too. */
assay_status consistency_of(const study_files *files, const char *kinds, unsigned jobs, consistencies *to,
                            assay_error *err);
void consistencies_free(consistencies *c);
