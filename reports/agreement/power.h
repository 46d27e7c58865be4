/*
 * power.h -- how many seeds and samples it takes to tell two neighbouring points of a scenario apart.
 *
 * The step between two points has a mean d and a standard deviation s over seeds (paired: the same seed makes both data
 * sets). A two-sided t test at level a finds it with probability p when the number of seeds n meets
 *
 *     |d| sqrt(n) / s >= t(1 - a/2; n-1) + t(p; n-1)              (Student's quantiles; exact as n grows)
 *
 * s^2 has two sources. The metric's own randomness, m^2 for one score, does not become less with more samples (a forest
 * draws as many trees); what the data contribute, s^2 - 2 m^2, falls as 1/N. So at N' samples
 *
 *     s'^2 = (s^2 - 2 m^2) N / N' + 2 m^2
 *
 * which gives the N' at which a given number of seeds will do. d is taken as it was measured; where its own interval
 * reaches 0, all that follows from it is as uncertain.
 *
 * Source   Student 1908; Cohen 1988, "Statistical power analysis for the behavioral sciences", chapter 2 (paired
 * means).
 */
#pragma once

#include "evidence.h"
#include "grid.h"

enum { POWER_PLANS = 3 };
extern const size_t power_seeds[POWER_PLANS]; /* the numbers of seeds that samples are planned for: 5, 10, 30 */

typedef struct power_step {
    const evidence_point *from, *to;
    size_t seeds;        /* that both points share, with both scores defined */
    double step, half;   /* d, and half of its 95 % interval */
    double sd;           /* s */
    double own;          /* m, as it was given */
    size_t seeds_needed; /* at the stored number of samples; 0: more than a million, no step, or not known */
    /* For power_seeds[], at least 100; INFINITY: no number will do, the metric's own randomness is too large. */
    double samples_needed[POWER_PLANS];
} power_step;

typedef struct power_options {
    double level, power; /* a and p: 0.05 and 0.9 */
    uint64_t samples;    /* 0: the most that the store has */
} power_options;

/* The steps between neighbouring points of a scenario, those with all but the swept parameter alike; where points are
 * not numbers, each point and the next. `own` is m at each point of `of`, NaN where it is not known (then all variance
 * is taken to be the data's); NULL: the metric is deterministic, 0. A list to be freed with free(). ASSAY_EINPUT when
 * there is no such pair. */
assay_status power_steps(const evidence_series *of, const char *scenario, const double *own,
                         const power_options *options, power_step **to, size_t *count, assay_error *err);

/* The number of samples that is planned from: the options', else the most that the series has of the scenario. */
uint64_t power_samples(const evidence_series *of, const char *scenario, const power_options *options);

/* The least n >= 2 with |d| sqrt(n)/s >= t(1 - a/2; n-1) + t(p; n-1); 0 where it is above a million, where there is no
 * step, and where it is not known. */
size_t power_seeds_needed(double step, double sd, const power_options *options);

/* The steps of one series on one scenario, at least one. */
grid *power_grid(const evidence_series *of, const char *scenario, const power_step *steps, size_t count,
                 const power_options *options);
