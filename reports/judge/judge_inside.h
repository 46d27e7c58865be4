/* judge_inside.h -- a verdict in the making; for the files that make up the judge. Rules use property.h. */
#pragma once

#include "property.h"

#define SLACK 1e-9 /* a threshold that is met but for rounding is met */

enum { KIND_CHANGE, KIND_VALUE, KIND_ITEMS, KIND_SERIES, KIND_UNDEFINED };

/* What the engine keeps of a comparison until the sentence is made. */
typedef struct comparison_note {
    int kind;
    size_t item[2];
    double sd;
    char why[160], other[96];
} comparison_note;

/* What the thresholds of a series are shares of; judge_scale.c. */
typedef struct score_scale {
    double top, base; /* what ideal codes and codes that say nothing ought to score */
    double floor;     /* the latter by the declared range, whatever the score moves on */
    double unit;      /* > 0 */
    int observed;     /* 1: the score moves on a smaller scale than it declares, and is judged on that */
} score_scale;
score_scale scale_of(const evidence_series *s);

struct judging {
    const evidence *from;
    const evidence_series *series;
    const property *rule;
    score_scale scale;
    int settled;    /* an outcome that needs no comparison, -1: none */
    char said[512]; /* its text */
    int lacking; /* what keeps it from passing: VERDICT_UNDEFINED, _UNDECIDED, _NOT_RUN or _NOT_CLAIMED; -1: nothing */
    char lacking_why[512]; /* the first reason met of that kind */
    char remark[256];
    uint64_t rows[2]; /* the smallest and largest number of samples of the points looked at; 0: none */
    size_t seeds;     /* the fewest of them */
    uint64_t samples; /* judged at this number of samples alone; 0: at the largest that has all points */
    comparison *comparison;
    comparison_note *note;
    size_t count;
};

/* Remembers the size of a point that the verdict rests on, and its seeds. */
void judging_see(judging *j, const evidence_point *p, size_t seeds);

/* How far a side of an interval that misses in `level` of studies reaches from the mean of n scores, in sd / sqrt(n);
 * judge_reach.c */
double judged_reach(size_t n, double level);

/* Half the interval of the mean of n values with deviation sd, one of `family` that hold together. */
double family_half_width(double sd, size_t n, size_t family);

/* Whether it has scores of a scenario. */
int series_has(const evidence_series *s, const char *scenario);

/* So many scores without a failure exclude failures in more than this share of them. */
double scores_excluding(double share);

/* What the mean of scores that are not below a floor is at least, but for the share `level` of all studies: of the n
 * >= 1 distances from that floor, which are sorted. judge_bound.c */
double mean_at_least(double *above, size_t n, double level);

/* The interval of a value's mean, narrowed from both ends of the range that the scores are in; each end is wrong in no
 * more than `level` of studies. */
void narrow_by_range(const evidence_series *s, double level, comparison *c);

/* Fills text, outcome and deciding of a verdict whose comparisons are judged. */
void verdict_say(const judging *j, verdict *to);

/* The rule of property_at(index) on the scores at one number of samples; 0: at the largest that has all points. */
void judge_at(const evidence *from, const evidence_series *series, size_t index, uint64_t samples, verdict *to);
void verdict_drop(verdict *v); /* frees what it owns */
