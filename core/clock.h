/* clock.h -- time for progress and for what a call took. No score, verdict or choice depends on it. */
#ifndef ASSAY_CLOCK_H
#define ASSAY_CLOCK_H

#include <time.h>

static inline double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
