/*
 * The regularised incomplete beta function, by its continued fraction (Abramowitz and Stegun 1964, 26.5.8) evaluated by
 * Lentz's method as modified by Thompson and Barnett 1986, section 3.
 *
 * Accuracy about 1e-13, relative.
 */
#include "beta.h"

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

/* lgamma's sign is always + here. */
double beta_regularised(double x, double y, double a, double b)
{
    if (x <= 0.0) return 0.0;
    if (y <= 0.0) return 1.0;
    const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(y));
    if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(x, a, b) / a;
    return 1.0 - front * beta_fraction(y, b, a) / b;
}
