/*
 * Student's t.
 *
 *     P(T <= t) = 1 - I_x(f/2, 1/2) / 2,   x = f / (f + t^2),   t >= 0
 *
 *   I is the regularised incomplete beta function, by its continued fraction (Abramowitz and Stegun 1964, 26.5.8)
 *   evaluated by Lentz's method as modified by Thompson and Barnett 1986, section 3.
 *   The quantile is found by bisection: the probability rises everywhere, and speed does not matter here.
 *
 * Source   Student 1908 (W. S. Gosset), Biometrika 6, pp. 1-25; Abramowitz and Stegun 1964, 26.7.1.
 * Accuracy about 1e-13, relative.
 */
#include "student.h"

#include <math.h>

static double away_from_zero(double value) { return fabs(value) < 1e-300 ? 1e-300 : value; }

/* The continued fraction of I_x(a, b) without the factor in front; converges fast for x < (a+1)/(a+b+2). */
static double beta_fraction(double x, double a, double b)
{
    double c = 1.0, d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0)), value = d;
    for (int m = 1; m <= 10000; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        value *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        value *= d * c;
        if (fabs(d * c - 1.0) < 1e-16) break;
    }
    return value;
}

/* y is 1 - x, given because it is known without cancellation. lgamma's sign is always + here. */
static double beta_regularised(double x, double y, double a, double b)
{
    if (x <= 0.0) return 0.0;
    if (y <= 0.0) return 1.0;
    const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(y));
    if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(x, a, b) / a;
    return 1.0 - front * beta_fraction(y, b, a) / b;
}

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
