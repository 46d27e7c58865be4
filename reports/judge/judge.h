/*
 * judge.h -- what the scores of a store say about the metrics: a verdict for each series and property.
 *
 * A property is a rule (reports/properties/, one file each). A rule makes comparisons: a quantity that has one value
 * per seed (a difference of the scores at two points on the same data, say), and what is wanted of its mean. Each mean
 * has a Student interval over seeds at the level 1 - 0.05/m, m being the number of comparisons of the verdict
 * (Bonferroni), so that all of a verdict's intervals hold together in 95 of 100 studies. Then
 *
 *     fail              the interval of some comparison lies wholly where it must not
 *     pass              the intervals of all comparisons lie wholly where they must
 *     not-enough-data   neither, or fewer than 5 seeds, or scores that the rule needs are not in the store
 *     not-measured      the metric does not claim what the property is about, or does not apply to what is looked at
 */
#ifndef ASSAY_JUDGE_H
#define ASSAY_JUDGE_H

#include "evidence.h"

#include <stdio.h>

enum { VERDICT_PASS, VERDICT_FAIL, VERDICT_NOT_MEASURED, VERDICT_NOT_ENOUGH, VERDICT_KINDS };
const char *verdict_word(int outcome); /* "pass", "fail", "not-measured", "not-enough-data" */
const char *verdict_symbol(int outcome); /* "✓", "✗", "–", "?" */

/* One quantity and what is wanted of it. */
typedef struct comparison {
    char *text;                   /* "mixing: fall from alpha=0.1 to alpha=0.2" */
    const evidence_point *at[2];  /* the points looked at; either may be NULL */
    size_t seeds;
    double value;                 /* mean over seeds */
    double low, high;             /* its interval, all comparisons of the verdict together at 95 %; NaN: unknown */
    double least, most;           /* wanted: least <= value <= most; -INFINITY or INFINITY where one side is free */
    int outcome;                  /* VERDICT_PASS, _FAIL or _NOT_ENOUGH */
} comparison;

typedef struct verdict {
    const evidence_series *series;
    size_t property;       /* property_at(property) */
    int outcome;
    char *text;            /* the evidence in one sentence */
    size_t n_comparisons;  /* 0: the verdict does not rest on scores (see text) */
    comparison *comparison;
    size_t deciding;       /* the comparison that decides, or is nearest to its threshold; when n_comparisons > 0 */
} verdict;

typedef struct verdicts {
    verdict *at; /* series by series, the properties in their order: at[s * property_count() + p] */
    size_t count;
} verdicts;

/* Borrows the evidence, which must outlive the verdicts. */
assay_status judge_all(const evidence *from, verdicts *to, assay_error *err);
void verdicts_free(verdicts *all);

/* ---- the rules ---- */

/* A number that a rule compares with; all stand in one table. */
typedef struct threshold {
    const char *id;   /* "flat" */
    double value;     /* 0.05 */
    const char *text; /* "scores that should be equal differ by less than this" */
} threshold;
size_t threshold_count(void);
const threshold *threshold_at(size_t index);

typedef struct judging judging; /* what a rule works with; properties/property.h */

typedef struct property {
    const char *id;         /* "noise-robust" */
    const char *title;      /* "robust to noise" */
    const char *brief;      /* a column header of at most 8 characters */
    const char *asks;       /* in one sentence, for a reader who knows nothing of assay */
    const char *rule;       /* how it is decided, thresholds by name */
    const char *scenarios;  /* those it looks at, comma-separated; "" for none */
    const char *thresholds; /* ids of those it uses, comma-separated; "" for none */
    const char *source;     /* "Boilard 2022, table 3.2, column 7" */
    int diagnostic;         /* 1: reported, but failing it is no defect */
    assay_status (*judge)(judging *j);
} property;
size_t property_count(void);
const property *property_at(size_t index); /* NULL past the end */
const property *property_find(const char *id);

/* What is wanted, in words: "at most 0.05", "between -0.05 and 0.05", "at least 0.01". */
void comparison_wanted(const comparison *c, char *to, size_t size);

#endif
