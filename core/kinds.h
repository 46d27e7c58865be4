/* kinds.h -- factors on a circle and classes in order (assay_rep.period), and the words of all kinds. */
#pragma once

#include "assay.h"

enum { KIND_TEXT = 48 };

/* The period of factor i as a number on a circle; 0: it is none. */
static inline double factor_period(const assay_rep *rep, size_t i)
{
    return rep->period && !rep->levels[i] && rep->period[i] > 0.0 ? rep->period[i] : 0.0;
}

/* The first factor from i on that is a number on a circle; n_factors: none is. */
static inline size_t next_cyclic(const assay_rep *rep, size_t i)
{
    while (i < rep->n_factors && factor_period(rep, i) == 0.0) i++;
    return i;
}

/* "continuous", "cyclic:360", "categorical", "cyclic", "ordinal": as --kinds has it. */
const char *kind_of(const assay_rep *rep, size_t i, char to[KIND_TEXT]);

/* Where x stands on the circle, in [0, 1]. */
static inline double circle_part(double x, double period)
{
    const double turns = x / period;
    return turns - __builtin_floor(turns);
}
