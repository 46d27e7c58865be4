/* timing.h -- CPU seconds of this process, for the programs of this folder. */
#ifndef ASSAY_TIMING_H
#define ASSAY_TIMING_H

#include <time.h>

static inline double seconds_on(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline double cpu_seconds(void) { return seconds_on(CLOCK_PROCESS_CPUTIME_ID); }

#endif
