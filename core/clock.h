/* clock.h -- time for progress, for what a call took, and for the day that a store keeps. No score, verdict or choice
 * depends on it. */
#pragma once

#include <stdlib.h>
#include <time.h>

static inline double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum { CLOCK_DAY = sizeof "2026-12-31" };

/* The day, UTC; that of SOURCE_DATE_EPOCH (seconds since 1970) where it is set, for files that are to be the same
 * again. "" where the clock has none of four figures a year. */
static inline void clock_day(char to[CLOCK_DAY])
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    const long long given = fixed ? strtoll(fixed, &end, 10) : 0;
    const time_t now = fixed && end != fixed && !*end ? (time_t)given : time(NULL);
    struct tm day;
    const int known = gmtime_r(&now, &day) && day.tm_year >= 0 && day.tm_year < 8100;
    if (!known || strftime(to, CLOCK_DAY, "%Y-%m-%d", &day) == 0) to[0] = '\0';
}
