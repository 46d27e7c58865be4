#include "scaling.h"

#include "radix_order.h"

#include "discretise.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

int column_is_constant(const double *x, size_t n)
{
    for (size_t s = 1; s < n; s++)
        if (x[s] != x[0]) return 0;
    return 1;
}

int column_moves(double low, double high) { return high > low && high - low <= DBL_MAX; }

double column_unit(double low, double high)
{
    int exponent = 0;
    if (column_moves(low, high)) (void)frexp(high - low, &exponent);
    if (exponent < -1000) exponent = -1000; /* its inverse is a double, too */
    return ldexp(1.0, exponent > 1000 ? -1000 : -exponent);
}

double column_mean(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t s = 0; s < n; s++) sum += x[s] - x[0];
    return x[0] + sum / (double)n;
}

double column_variance(const double *x, size_t n)
{
    const double mean = column_mean(x, n);
    double square = 0.0;
    for (size_t s = 0; s < n; s++) square += (x[s] - mean) * (x[s] - mean);
    return square / (double)n;
}

void column_extent(const double *x, size_t n, double *low, double *high)
{
    *low = *high = x[0];
    for (size_t s = 1; s < n; s++) {
        if (x[s] < *low) *low = x[s];
        if (x[s] > *high) *high = x[s];
    }
}

void column_map(const double *x, size_t n, double low, double spread, double *to)
{
    const double factor = 1.0 / spread, offset = 0.0 - low * factor;
    if (isfinite(factor) && isfinite(offset)) {
        for (size_t s = 0; s < n; s++) to[s] = x[s] * factor + offset;
    } else { /* R2 */
        for (size_t s = 0; s < n; s++) to[s] = (x[s] - low) / spread;
    }
}

/* ----------------------------------------------------------------------------------------- all their rows -- */

static void column_minmax(const double *x, size_t n, double *to)
{
    double low, high;
    column_extent(x, n, &low, &high);
    const double range = high / 4 - low / 4;
    if (isfinite(high - low) && (isfinite(1.0 / (high - low)) || !(range > 0.0))) {
        column_map(x, n, low, high - low, to);
    } else { /* R2, R3 */
        for (size_t s = 0; s < n; s++) to[s] = (x[s] / 4 - low / 4) / range;
    }
}

void columns_scale(const double *x, size_t n, size_t columns, int kind, double *to)
{
    for (size_t c = 0; c < columns; c++, x += n, to += n) {
        if (kind == SCALING_RAW) memcpy(to, x, n * sizeof *to);
        else if (column_is_constant(x, n)) memset(to, 0, n * sizeof *to); /* R1 */
        else {
            column_minmax(x, n, to);
            if (kind != SCALING_STANDARD) continue;
            const double mean = column_mean(to, n), deviation = sqrt(column_variance(to, n));
            for (size_t s = 0; s < n; s++) to[s] = (to[s] - mean) / deviation;
        }
    }
}

/* ------------------------------------------------------------------------------- as their first rows demand -- */

/* A column that fills [0, 1] in its first `rows` rows; one of zeros stays so. */
static void codes_standard(double *x, size_t n, size_t rows)
{
    double mean = 0.0, square = 0.0;
    for (size_t s = 0; s < rows; s++) mean += x[s];
    mean /= (double)rows;
    for (size_t s = 0; s < rows; s++) square += (x[s] - mean) * (x[s] - mean);
    if (!(square > 0.0)) return;
    const double inverse = 1.0 / sqrt(square / (double)rows);
    for (size_t s = 0; s < n; s++) x[s] = (x[s] - mean) * inverse;
}

/* R1, R3 */
static void code_scale(const double *x, size_t n, int kind, size_t rows, double low, double high, double *to)
{
    const double range = high - low;
    if (!(range > 0.0) || !(range <= DBL_MAX)) {
        memset(to, 0, n * sizeof *to);
        return;
    }
    column_map(x, n, low, range, to);
    if (kind == SCALING_STANDARD) codes_standard(to, n, rows);
}

void codes_scale(double *codes, size_t n, size_t d, int kind, size_t rows)
{
    double low, high;
    for (size_t j = 0; j < d && kind != SCALING_RAW; j++, codes += n) {
        column_extent(codes, rows, &low, &high);
        code_scale(codes, n, kind, rows, low, high, codes);
    }
}

assay_status codes_scaled(const assay_rep *rep, assay_call *call, int kind, size_t rows, const double **to)
{
    *to = rep->codes;
    if (kind == SCALING_RAW) return ASSAY_OK;
    char key[64];
    snprintf(key, sizeof key, "codes scaled: %d, %zu rows", kind, rows);
    int32_t fresh;
    double *scaled = call->recall(call, key, rep->n * rep->n_codes * sizeof *scaled, &fresh);
    const extents *of;
    if (!scaled || extents_of_codes(rep, call, rows, &of) != ASSAY_OK) return ASSAY_ENOMEM;
    *to = scaled;
    for (size_t j = 0; fresh && j < rep->n_codes; j++)
        code_scale(rep->codes + j * rep->n, rep->n, kind, rows, of->low[j], of->high[j], scaled + j * rep->n);
    return ASSAY_OK;
}

assay_status codes_ranked(const assay_rep *rep, assay_call *call, double *to)
{
    const size_t n = rep->n;
    double *sorted = call->alloc(call, n, sizeof *sorted);
    uint32_t *row = call->alloc(call, n, sizeof *row);
    if (!sorted || !row) return ASSAY_ENOMEM;
    for (size_t j = 0; j < rep->n_codes; j++) {
        double below = 0.0;
        ASSAY_TRY(radix_order(rep->codes + j * n, n, sorted, row));
        for (size_t r = 0; r < n; r++) {
            if (r > 0 && sorted[r] != sorted[r - 1]) below += 1.0;
            to[j * n + row[r]] = below;
        }
    }
    return ASSAY_OK;
}
