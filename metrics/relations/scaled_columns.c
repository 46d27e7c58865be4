/* Scaling a column, with care for scales near the ends of double precision. */
#include "scaled_columns.h"

#include <math.h>
#include <string.h>

int column_is_constant(const double *x, size_t n)
{
    for (size_t s = 1; s < n; s++)
        if (x[s] != x[0]) return 0;
    return 1;
}

static double column_mean(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t s = 0; s < n; s++) sum += x[s] - x[0];
    return x[0] + sum / (double)n;
}

double column_spread_squared(const double *x, size_t n)
{
    const double mean = column_mean(x, n);
    double square = 0.0;
    for (size_t s = 0; s < n; s++) square += (x[s] - mean) * (x[s] - mean);
    return square / (double)n;
}

static void column_minmax(const double *x, size_t n, double *to)
{
    double low = x[0], high = x[0];
    for (size_t s = 1; s < n; s++) {
        if (x[s] < low) low = x[s];
        if (x[s] > high) high = x[s];
    }
    const double factor = 1.0 / (high - low), offset = 0.0 - low * factor;
    if (isfinite(factor) && isfinite(offset) && factor > 0.0) {
        for (size_t s = 0; s < n; s++) to[s] = x[s] * factor + offset;
    } else { /* R2: a quarter of each, so that the range is finite */
        const double range = high / 4 - low / 4;
        for (size_t s = 0; s < n; s++) to[s] = range > 0.0 ? (x[s] / 4 - low / 4) / range : (x[s] - low) / (high - low);
    }
}

/* From the column in [0, 1], whose squares neither overflow nor vanish (R2). */
static void column_standard(const double *x, size_t n, double *to)
{
    column_minmax(x, n, to);
    const double mean = column_mean(to, n), deviation = sqrt(column_spread_squared(to, n));
    for (size_t s = 0; s < n; s++) to[s] = (to[s] - mean) / deviation;
}

void columns_scale(const double *x, size_t n, size_t columns, int scale, double *to)
{
    for (size_t c = 0; c < columns; c++, x += n, to += n) {
        if (scale == COLUMN_NONE) memcpy(to, x, n * sizeof *to);
        else if (column_is_constant(x, n)) memset(to, 0, n * sizeof *to); /* R1 */
        else if (scale == COLUMN_MINMAX) column_minmax(x, n, to);
        else column_standard(x, n, to);
    }
}
