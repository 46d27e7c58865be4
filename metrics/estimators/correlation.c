/* correlation -- see correlation.h. */
#include "correlation.h"

#include "radix_order.h"
#include "scaling.h"

#include <float.h>
#include <math.h>

/* R3; returns the length in the column's own unit. */
static double centre_values(double *x, size_t n)
{
    double low, high, sum = 0.0, squares = 0.0;
    int exponent;
    column_extent(x, n, &low, &high);
    if (!(high > low) || high - low > DBL_MAX) { /* R1 */
        for (size_t s = 0; s < n; s++) x[s] = 0.0;
        return 0.0;
    }
    (void)frexp(high - low, &exponent);
    if (exponent < -1000) exponent = -1000; /* its inverse is a double, too */
    const double first = x[0], scale = ldexp(1.0, exponent > 1000 ? -1000 : -exponent);
    for (size_t s = 0; s < n; s++) {
        x[s] = (x[s] - first) * scale;
        sum += x[s];
    }
    const double mean = sum / (double)n;
    for (size_t s = 0; s < n; s++) {
        x[s] -= mean;
        squares += x[s] * x[s];
    }
    for (size_t s = 0; s < n; s++) x[s] /= sqrt(squares);
    return sqrt(squares) / scale;
}

/* Sums of halves are exact. */
assay_status ranks_centred(double *x, size_t n, double *sorted, uint32_t *row, double *squares)
{
    const assay_status status = radix_order(x, n, sorted, row);
    if (status != ASSAY_OK) return status;
    *squares = 0.0;
    for (size_t r = 0; r < n;) {
        size_t end = r + 1;
        while (end < n && sorted[end] == sorted[r]) end++;
        const double rank = 0.5 * ((double)(r + end) - (double)n);
        for (; r < end; r++) {
            x[row[r]] = rank;
            *squares += rank * rank;
        }
    }
    return ASSAY_OK;
}

static assay_status centre_ranks(double *x, size_t n, double *sorted, uint32_t *row, double *length)
{
    double squares;
    const assay_status status = ranks_centred(x, n, sorted, row, &squares);
    if (status != ASSAY_OK) return status;
    for (size_t s = 0; s < n; s++) x[s] = squares > 0.0 ? x[s] / sqrt(squares) : 0.0;
    *length = sqrt(squares);
    return ASSAY_OK;
}

assay_status units_lend(size_t columns, size_t rows, int kind, assay_call *call, units *to)
{
    const size_t ranked = kind == CORRELATION_SPEARMAN ? rows : 1;
    *to = (units){ .count = columns, .kind = kind };
    to->at = call->alloc(call, columns * rows, sizeof *to->at);
    to->length = call->alloc(call, columns, sizeof *to->length);
    to->sorted = call->alloc(call, ranked, sizeof *to->sorted);
    to->order = call->alloc(call, ranked, sizeof *to->order);
    return to->at && to->length && to->sorted && to->order ? ASSAY_OK : ASSAY_ENOMEM;
}

assay_status units_fill(units *u, const double *x, size_t stride, const uint32_t *row, size_t rows)
{
    u->n = rows;
    for (size_t c = 0; c < u->count; c++) {
        double *at = u->at + c * rows;
        for (size_t s = 0; s < rows; s++) at[s] = x[c * stride + (row ? row[s] : s)];
        if (u->kind == CORRELATION_PEARSON) {
            u->length[c] = centre_values(at, rows);
            continue;
        }
        const assay_status status = centre_ranks(at, rows, u->sorted, u->order, &u->length[c]);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

static double bounded(double r) { return r > 1.0 ? 1.0 : r < -1.0 ? -1.0 : r; }

/* One column with four at a time: four sums that do not wait for each other. */
static void correlate_four(const double *x, const double *y, size_t n, double *to)
{
    const double *a = y, *b = y + n, *c = y + 2 * n, *d = y + 3 * n;
    double sum[4] = { 0.0, 0.0, 0.0, 0.0 };
    for (size_t s = 0; s < n; s++) {
        sum[0] += x[s] * a[s];
        sum[1] += x[s] * b[s];
        sum[2] += x[s] * c[s];
        sum[3] += x[s] * d[s];
    }
    for (size_t k = 0; k < 4; k++) to[k] = bounded(sum[k]);
}

static double correlate_one(const double *x, const double *y, size_t n)
{
    double sum = 0.0;
    for (size_t s = 0; s < n; s++) sum += x[s] * y[s];
    return bounded(sum);
}

void units_correlate(const units *a, const units *b, double least, double *to)
{
    const size_t n = a->n, d = b->count;
    for (size_t i = 0; i < a->count; i++) {
        const double *x = a->at + i * n;
        size_t j = 0;
        for (; j + 4 <= d; j += 4) correlate_four(x, b->at + j * n, n, to + i * d + j);
        for (; j < d; j++) to[i * d + j] = correlate_one(x, b->at + j * n, n);
        for (j = 0; least > 0.0 && j < d; j++)
            if (a->length[i] * b->length[j] <= least) to[i * d + j] = 0.0;
    }
}
