/* estimator_data.h -- what the tests of the estimators share: repeats, columns, numbers of rows. */
#ifndef ASSAY_ESTIMATOR_DATA_H
#define ASSAY_ESTIMATOR_DATA_H

#include "assay.h"
#include "testing.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARED static inline __attribute__((unused))

/* ASSAY_TEST_SCALE=10 repeats random parts ten times as often. */
SHARED size_t test_repeats(size_t usual)
{
    const char *scale = getenv("ASSAY_TEST_SCALE");
    const long factor = scale ? strtol(scale, NULL, 10) : 1;
    return factor > 1 ? usual * (size_t)factor : usual;
}

/* Rows learnt from, how many, rows predicted, how many. */
#define LEARN(...) \
    &(learning_rows) { __VA_ARGS__ }

SHARED double *doubles(size_t n)
{
    double *to = calloc(n ? n : 1, sizeof *to);
    if (!to) abort();
    return to;
}

SHARED int32_t *labels(size_t n)
{
    int32_t *to = calloc(n ? n : 1, sizeof *to);
    if (!to) abort();
    return to;
}

enum { ROWS_MOST = 1000 };
static uint32_t everyone[ROWS_MOST] __attribute__((unused)); /* 0, 1, 2, ... once rows_fill has run */

SHARED int rows_fill(void **state)
{
    (void)state;
    for (uint32_t s = 0; s < ROWS_MOST; s++) everyone[s] = s;
    return 0;
}

#endif
