/* declared_range.h -- the range that an output declares, and values that do not keep to it. */
#pragma once

#include <math.h>

/* Of a bound, or of 1 where that is more: rounding of a mean is below it. */
#define DECLARED_RANGE_SLACK 1e-9

/* Whether a value lies outside by more than rounding; NaN does not. A bound may be infinite. */
static inline int is_outside_range(double value, double low, double high)
{
    return value < low - DECLARED_RANGE_SLACK * fmax(1.0, fabs(low)) ||
           value > high + DECLARED_RANGE_SLACK * fmax(1.0, fabs(high));
}
