/*
 * data_warnings.h -- what of a representation limits what its scores mean, found before anything is scored: each with
 * its consequence and remedy. It takes O(data) and no score depends on it.
 *
 *   few-rows          the mean R2 of d codes that carry no information is d / (n - 1); the largest squared correlation
 *                     of one of them is about 2 ln(2 d) / n. Warned of from a tenth on.
 *   equal-factors     |correlation| of .99 or more, less than 2 % of their variance is their own; or classes that are
 *                     the same but for their names
 *   repeated-rows     the continuous factors take n / 2 rows or fewer, as many as one of them has values: intervals
 *                     are too narrow by sqrt(n / rows), by 1.4 at least
 *   few-of-a-class    classes of fewer than five rows, of which five folds leave one without any
 *   rows-in-order     a factor or code differs between the halves of the table, or from row to row less or more than
 *                     shuffled rows do: z of either above the level .0001 shared over columns, and an effect of ORDERED
 *   split             metrics that part the rows in a way of their own, where a split is given
 *   decoder           a constant vector, or a factor, explains half or more of what codes times directions leave of the
 *                     activations, and a hundredth of all; or both leave half unexplained
 *   constant-factor, constant-code
 */
#pragma once

#include "variant.h"

enum { DATA_WARNINGS = 10 };

typedef struct data_warning {
    const char *word;
    char text[400];
} data_warning;

/* Returns how many there are. Factors are counted from 0. Absent values are left out. asked: the metrics that are to be
 * scored, of which a warning names those that it is about, and is not given where there is none; NULL: intervals are
 * made. */
size_t data_warnings(const assay_rep *rep, const selection *asked, data_warning to[DATA_WARNINGS]);

/* That of a split, one or none, which is among those: of the metrics that part rows otherwise. */
size_t split_warnings(const assay_rep *rep, const selection *asked, data_warning *to);

/* Whether a factor stands in an order: rows of one data set are then not known to be independent. */
int rows_stand_in_order(const assay_rep *rep);

/* Whether it goes by the order of the rows: it learns from the first ones, say. */
int variant_by_order(const variant *v);

/* A remark on metrics that cut codes into fewer bins than a factor has classes: codes so cut cannot tell the classes
 * apart, however good they are. Published presets and defaults stay as they are; the reader is told. Zero-initialise
 * before. */
typedef struct few_bins {
    char named[400]; /* "mig (10 bins), dcimig (10 bins)" */
    size_t count, unnamed;
    int32_t classes; /* the most of any factor */
    size_t factor;
} few_bins;

/* Adds a built-in metric, its preset as a store names it ("zaidi2020:bins=15"), where its bins are too few for one of
 * these factors. A metric is added once. */
void few_bins_add(few_bins *to, const char *metric, const char *preset, const int32_t *levels, size_t n_factors);

/* The remark as a sentence, with the names of `rep` (NULL: none are known); "" where nothing was added. */
void few_bins_text(const few_bins *from, const assay_rep *rep, char *to, size_t size);
