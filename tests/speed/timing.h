/* timing.h -- CPU seconds of this process, for the programs of this folder. */
#ifndef ASSAY_TIMING_H
#define ASSAY_TIMING_H

#include "scoring.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static inline double seconds_on(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline double cpu_seconds(void) { return seconds_on(CLOCK_PROCESS_CPUTIME_ID); }

/* CPU seconds of one score, the least of a few where it is short. */
static inline double time_of(scoring *s, const assay_rep *rep, const variant *v, int *defined)
{
    double least = INFINITY;
    for (int k = 0; k < 5 && (k == 0 || least < 0.05); k++) {
        const assay_score *scores;
        const double start = cpu_seconds();
        if (scoring_begin(s, rep, 0, "", "") != ASSAY_OK || scoring_run(s, v, &scores) != ASSAY_OK) exit(ASSAY_ENOMEM);
        least = fmin(least, cpu_seconds() - start);
        for (size_t o = 0; o < v->metric->n_outputs; o++) *defined |= !isnan(scores[o].overall.value);
    }
    return least;
}

#endif
