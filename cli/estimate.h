/* estimate.h -- how long scores will take and what they hold in memory, said before they are begun: what `--estimate`
 * of score and study prints. */
#pragma once

#include "print.h"
#include "variant.h"

/* Representations added up. Zero-initialise; free with estimate_free. */
typedef struct estimate {
    const selection *metrics;
    double *second; /* [metrics->count] on one core; NaN: not known */
    double *solved; /* [metrics->count] what of it is a solver's */
    double total;
    double bytes; /* of the largest representation */
    assay_size largest;
    size_t count;     /* representations */
    int has_matrices; /* of codes x codes: some metric that is scored needs whole tables */
} estimate;

/* times: how often each variant is scored, NULL: once. */
void estimate_add(estimate *to, const selection *metrics, const assay_size *size, const double *times);
void estimate_free(estimate *e);

/* One row for each metric, the most expensive first; returns the exit status. */
int estimate_print(const cli_args *args, const estimate *e);

/* On standard error, where one core would take longer than a quarter of an hour. */
void estimate_warn(const estimate *e);
