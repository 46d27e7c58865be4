/* judge_inside.h -- a verdict in the making; for the files that make up the judge. Rules use property.h. */
#pragma once

#include "property.h"

#define SLACK 1e-9 /* a threshold that is met but for rounding is met */

score_scale scale_of(const evidence_series *s); /* judge_scale.c */

/* Remembers the size of a point that the verdict rests on, and its seeds. */
void judging_see(judging *j, const evidence_point *p, size_t seeds);

/* How far a side of an interval that misses in `level` of studies reaches from the mean of n scores, in sd / sqrt(n);
 * judge_reach.c */
double judged_reach(size_t n, double level);

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
