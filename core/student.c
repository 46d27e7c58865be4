/*
 * Student's t.
 *
 *     P(T <= t) = 1 - I_x(f/2, 1/2) / 2,   x = f / (f + t^2),   t >= 0
 *
 *   I is the regularised incomplete beta function (beta.h).
 *   The quantile is found by bisection: the probability rises everywhere, and speed does not matter here.
 *
 * Source   Student 1908 (W. S. Gosset), Biometrika 6, pp. 1-25; Abramowitz and Stegun 1964, 26.7.1.
 * Accuracy about 1e-13, relative.
 */
#include "student.h"

#include "beta.h"

#include <math.h>

double student_probability(double t, double freedom)
{
    if (isnan(t) || !(freedom >= 1.0)) return NAN;
    const double square = t * t, sum = freedom + square;
    const double tail = isinf(sum) ? 0.0 : 0.5 * beta_regularised(freedom / sum, square / sum, 0.5 * freedom, 0.5);
    return t >= 0.0 ? 1.0 - tail : tail;
}

double student_quantile(double p, double freedom)
{
    if (!(p > 0.0 && p < 1.0) || !(freedom >= 1.0)) return NAN;
    if (p < 0.5) return -student_quantile(1.0 - p, freedom);
    double low = 0.0, high = 1.0;
    while (student_probability(high, freedom) < p && high < 1e150) high *= 2.0;
    for (int k = 0; k < 200 && low < high; k++) {
        const double middle = low + 0.5 * (high - low);
        if (middle == low || middle == high) break;
        if (student_probability(middle, freedom) < p) low = middle;
        else high = middle;
    }
    return high;
}

double student_half_width(double sd, size_t n, double level)
{
    if (n < 2 || !isfinite(sd)) return NAN;
    return student_quantile(1.0 - 0.5 * (1.0 - level), (double)(n - 1)) * sd / sqrt((double)n);
}

void student_interval(double mean, double half, const double range[2], double to[2])
{
    const int cut = range[0] < range[1];
    to[0] = mean - half;
    to[1] = mean + half;
    if (cut && to[0] < range[0] && mean >= range[0]) to[0] = range[0];
    if (cut && to[1] > range[1] && mean <= range[1]) to[1] = range[1];
}
