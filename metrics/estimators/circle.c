#include "circle.h"

#include <math.h>
#include <string.h>

#define TURN 6.283185307179586

assay_status circle_unroll(const assay_rep *rep, assay_call *call, assay_rep *to)
{
    const size_t n = rep->n, m = rep->n_factors;
    size_t columns = m;
    for (size_t i = next_cyclic(rep, 0); i < m; i = next_cyclic(rep, i + 1)) columns++;
    *to = *rep;
    to->period = NULL;
    if (columns == m) return ASSAY_OK;
    int32_t fresh;
    double *at = call->recall(call, "factors with cosines and sines", columns * (n + 1) * sizeof *at, &fresh);
    if (!at) return ASSAY_ENOMEM;
    int32_t *levels = (int32_t *)(at + columns * n);
    to->factors = at;
    to->levels = levels;
    to->n_factors = columns;
    for (size_t i = 0; i < m && fresh; i++, at += n, levels++) {
        const double *x = rep->factors + i * n, period = factor_period(rep, i);
        *levels = rep->levels[i];
        if (period == 0.0) memcpy(at, x, n * sizeof *at);
        if (period == 0.0) continue;
        for (size_t s = 0; s < n; s++) {
            const double angle = TURN * circle_part(x[s], period);
            at[s] = cos(angle);
            at[n + s] = sin(angle);
        }
        at += n;
        *++levels = 0;
    }
    return ASSAY_OK;
}

static double correlation_of(const double *x, const double *y, size_t n)
{
    double mx = 0.0, my = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (size_t s = 0; s < n; s++) mx += x[s] / (double)n, my += y[s] / (double)n;
    for (size_t s = 0; s < n; s++) {
        xx += (x[s] - mx) * (x[s] - mx);
        yy += (y[s] - my) * (y[s] - my);
        xy += (x[s] - mx) * (y[s] - my);
    }
    return xx > 0.0 && yy > 0.0 ? xy / sqrt(xx * yy) : 0.0;
}

void circle_fold(const assay_rep *rep, const assay_rep *flat, size_t first, size_t rows, double *r)
{
    const size_t n = rep->n, d = rep->n_codes;
    for (size_t i = 0, k = 0; i < rep->n_factors; i++, k++) {
        double *const to = r + i * d, *const c = r + k * d;
        if (factor_period(rep, i) == 0.0) {
            memmove(to, c, d * sizeof *to);
            continue;
        }
        const double both = correlation_of(flat->factors + k * n + first, flat->factors + (k + 1) * n + first, rows);
        const double left = 1.0 - both * both; /* of two angles alone nothing is: each column says all */
        for (size_t j = 0; j < d; j++) {
            const double a = c[j], b = c[d + j], square = a * a + b * b - 2.0 * a * b * both;
            to[j] = left > 1e-9 ? fmin(1.0, sqrt(fmax(0.0, square / left))) : fmax(fabs(a), fabs(b));
        }
        k++;
    }
}
