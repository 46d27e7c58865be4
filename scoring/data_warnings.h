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
 *   constant-factor, constant-code
 */
#pragma once

#include "assay.h"

enum { DATA_WARNINGS = 8 };

typedef struct data_warning {
    const char *word;
    char text[400];
} data_warning;

/* Returns how many there are. Factors are counted from 0. Absent values are left out. */
size_t data_warnings(const assay_rep *rep, data_warning to[DATA_WARNINGS]);
