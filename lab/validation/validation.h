/* validation.h -- is a metric that somebody wrote what it is meant to be? It and a reference score the same data;
 * where they differ, likely mistakes are tried on that data until one reproduces the candidate's values. Which values
 * count as equal, exactly and over seeds: docs/validating.md. */
#pragma once

#include "selection.h"

enum { /* the worst is last */
       VALIDATION_AGREES,
       VALIDATION_INAPPLICABLE, /* the candidate does not apply to this data, and says so */
       VALIDATION_UNDECIDED,    /* the interval is too wide: more seeds would tell */
       VALIDATION_DIFFERS,
       VALIDATION_FAILED /* the candidate did not run on some of the data */
};
const char *validation_verdict(int verdict); /* "agrees", "differs", ... */
static inline int validation_is_fine(int verdict) { return verdict < VALIDATION_UNDECIDED; }

typedef struct validation_row { /* one scenario */
    const char *scenario;
    size_t cells, values;     /* data sets; pairs of values compared */
    size_t failed, undefined; /* data sets on which the candidate failed; values undefined in one metric alone */
    double largest;    /* difference, of values defined in both; over seeds its mean where statistical; NaN: none */
    const char *where; /* "alpha=0.2, 1000 samples, seed 2, factor v3"; NULL: all values are equal to the bit */
    double tolerance;  /* 1e-9 of the range, or half the interval at `where` */
    int statistical;   /* some point is */
    int verdict;
    const char *why; /* the reason of what failed or is undefined; NULL */
} validation_row;

/* Few rows and columns on which both differ; data.n is 0 where none were looked for. */
typedef struct validation_example {
    assay_data data;
    uint64_t seed;
    const char *output; /* the candidate's */
    ptrdiff_t item;     /* -1: the overall value */
    double got, want;
} validation_example;

typedef struct validation {
    validation_row *row;
    size_t n_rows;
    const char **line; /* what explains the differences, most likely first; then remarks */
    size_t n_lines;
    int verdict;      /* VALIDATION_AGREES: everywhere the candidate applies */
    double tolerance; /* of exact values, as a share of the range */
    validation_example example;
    int explained; /* a mistake was found that gives every value the candidate has */
    void *owner;
} validation;

typedef struct validation_progress {
    size_t done, all;
    const char *doing, *scenario; /* "comparing" or "explaining" */
    double seconds;
} validation_progress;

typedef struct validation_options {
    const char *scenarios; /* only these; NULL: all */
    const char *seeds;     /* "A:B"; NULL: 0:1, and 0:10 or 0:30 where statistical */
    uint64_t samples;      /* 0: about 1000 */
    const char *output;    /* the reference's output, where the candidate has one and the reference several; or NULL */
    double tolerance;      /* of exact values, as a share of the range; 0: 1e-9, or what single precision explains */
    double level, resolution;                                           /* .95, .05 */
    void (*report)(const validation_progress *progress, void *context); /* may be NULL */
    void *context;
} validation_options;

/* Free with validation_free. */
assay_status validation_make(const variant *candidate, const variant *reference, const validation_options *options,
                             validation *to, assay_error *err);
void validation_free(validation *v);
