/* ascending.h -- for qsort: numbers, none of them NaN, in rising order. */
#ifndef ASSAY_ASCENDING_H
#define ASSAY_ASCENDING_H

static inline int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
