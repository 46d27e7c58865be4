/*
 * published.h -- numbers that papers print, and what a store says of the same.
 *
 * A published value is compared with the mean over seeds. It is reproduced where the mean rounds to what is printed, agrees
 * within error where the 95 % interval of the difference, both means having their error, reaches into what rounds to it, and
 * differs otherwise.
 */
#ifndef ASSAY_PUBLISHED_H
#define ASSAY_PUBLISHED_H

#include "store.h"

typedef struct published {
    const char *table;                     /* "thesis-table-3.1" */
    const char *scenario, *point;          /* the point it was taken at, as the store names it */
    const char *metric, *preset, *output;
    double value, half;                    /* half a unit of the last printed digit */
    size_t runs;                           /* that the published value is a mean of */
    const char *remark;                    /* what is known about it; NULL: nothing */
} published;

size_t published_count(void);
const published *published_at(size_t index); /* NULL past the end */

enum { PUBLISHED_REPRODUCED, PUBLISHED_WITHIN_ERROR, PUBLISHED_DIFFERS, PUBLISHED_UNDEFINED, PUBLISHED_MISSING };
const char *published_verdict_text(int verdict);

typedef struct published_check {
    int verdict;
    double mean, half_width; /* of the 95 % interval of our mean over seeds; NaN for one seed */
    size_t seeds;
    uint64_t samples;
} published_check;

/* Compares with the rows of the largest sample size that the store has of each. to[published_count()]. */
assay_status published_compare(store *s, published_check *to, assay_error *err);

#endif
