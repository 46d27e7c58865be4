/* student.h -- the interval that a mean over a few seeds comes with. */
#pragma once

#include <stddef.h>

/* P(T <= t) of Student's t with `freedom` >= 1 degrees of freedom. */
double student_probability(double t, double freedom);

/* The t with P(T <= t) = p, 0 < p < 1. NaN for arguments out of range. */
double student_quantile(double p, double freedom);

/* Half the width of the two-sided interval of confidence `level` (0.95) for the mean of n values with the sample
 * standard deviation sd (n-1): t(1 - (1 - level)/2; n-1) sd / sqrt(n). NaN for fewer than two values: no spread is
 * known. */
double student_half_width(double sd, size_t n, double level);

/* The ends of that interval around `mean`, cut where the scores cannot go: range[0] .. range[1] (either may be
 * infinite; no cut where they are not in this order). An end that the mean itself is beyond cuts nothing: scores do go
 * there. NaN for fewer than two values. */
void student_interval(double mean, double half, const double range[2], double to[2]);
