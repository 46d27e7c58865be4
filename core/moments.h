/* moments.h -- mean, spread and extremes of values that come one by one (Welford 1962, Technometrics 4, pp.
 * 419-420). */
#pragma once

#include <math.h>
#include <stddef.h>

typedef struct moments {
    size_t n;
    double mean, square; /* square: sum of squared deviations from the mean */
    double least, most;
} moments;

static inline void moments_add(moments *m, double x)
{
    const double off = x - m->mean;
    m->n++;
    m->mean += off / (double)m->n;
    m->square += off * (x - m->mean);
    if (m->n == 1 || x < m->least) m->least = x;
    if (m->n == 1 || x > m->most) m->most = x;
}

/* The same, leaving out NaN. */
static inline void moments_add_defined(moments *m, double x)
{
    if (!isnan(x)) moments_add(m, x);
}

static inline moments moments_of(const double *x, size_t n) /* of the values that are there */
{
    moments m = { 0 };
    for (size_t s = 0; s < n; s++) moments_add_defined(&m, x[s]);
    return m;
}

static inline double moments_mean(const moments *m) { return m->n ? m->mean : NAN; }

/* Standard deviation with n - 1; NaN of fewer than two values. */
static inline double moments_sd(const moments *m) { return m->n > 1 ? sqrt(m->square / (double)(m->n - 1)) : NAN; }
