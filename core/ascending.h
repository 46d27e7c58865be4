/* ascending.h -- numbers, none of them NaN, in rising order: for qsort, and by halves. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* to: of how many of n places, from the first on, `holds` is true, which is said of the place `at`. */
#define COUNT_WHILE(n, at, holds, to)                                \
    for (size_t low_ = 0, high_ = (n); (to) = low_, low_ < high_;) { \
        const size_t at = low_ + (high_ - low_) / 2;                 \
        if (holds) low_ = (at) + 1;                                  \
        else high_ = at;                                             \
    }

static inline int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline int ascending_counts(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static inline int ascending_sizes(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}
