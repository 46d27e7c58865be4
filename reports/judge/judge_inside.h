/* judge_inside.h -- a verdict in the making; for the files that make up the judge. Rules use property.h. */
#ifndef ASSAY_JUDGE_INSIDE_H
#define ASSAY_JUDGE_INSIDE_H

#include "property.h"

#define SLACK 1e-9 /* a threshold that is met but for rounding is met */

enum { KIND_CHANGE, KIND_VALUE, KIND_ITEMS, KIND_SERIES, KIND_UNDEFINED };

/* What the engine keeps beside a comparison until the sentence is made. */
typedef struct beside {
    int kind;
    size_t item[2];
    double sd;
    char why[160], other[96];
} beside;

struct judging {
    const evidence *from;
    const evidence_series *series;
    assay_status status;   /* ENOMEM once memory ran out */
    int settled;           /* an outcome that needs no comparison, -1: none */
    char said[512];        /* its text */
    char lacking[512];     /* why there is not enough, the first reason met; "": nothing lacks */
    char remark[256];
    size_t not_applicable;  /* points that the metric does not apply to */
    int otherwise_lacking; /* something else lacks, too */
    char not_applicable_why[320];
    comparison *comparison;
    beside *beside;
    size_t count;
};

/* Student's interval of the mean of n values with deviation sd, one of `family` that hold together. */
double family_half_width(double sd, size_t n, size_t family);


/* Fills text, outcome and deciding of a verdict whose comparisons are judged. */
assay_status verdict_tell(const judging *j, verdict *to);

/* How far a comparison's mean is beyond its thresholds; negative: within; -INFINITY: nothing is wanted or known. */
double comparison_excess(const comparison *c);

#endif
