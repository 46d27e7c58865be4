/* correlation -- see correlation.h. */
#include "correlation.h"

#include "radix_order.h"
#include "scaling.h"
#include "sparse_columns.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

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
    ASSAY_TRY(radix_order(x, n, sorted, row));
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
    ASSAY_TRY(ranks_centred(x, n, sorted, row, &squares));
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
    to->usual = call->alloc(call, columns, sizeof *to->usual);
    to->sorted = call->alloc(call, ranked, sizeof *to->sorted);
    to->order = call->alloc(call, ranked, sizeof *to->order);
    return to->at && to->length && to->usual && to->sorted && to->order ? ASSAY_OK : ASSAY_ENOMEM;
}

/* A row that has the value of most; `rows` where the column is not sparse. What centring rounds to one number counts as
 * it was: a column over many magnitudes is not sparse. */
static size_t usual_row(const double *x, size_t rows)
{
    double usual;
    size_t s = 0;
    if (!sparse_usual(x, rows, &usual)) return rows;
    while (x[s] != usual) s++;
    return s;
}

assay_status units_fill(units *u, const double *x, size_t stride, const uint32_t *row, size_t rows)
{
    assay_status status = ASSAY_OK;
    u->n = rows;
    for (size_t c = 0; c < u->count && status == ASSAY_OK; c++) {
        double *at = u->at + c * rows;
        for (size_t s = 0; s < rows; s++) at[s] = x[c * stride + (row ? row[s] : s)];
        const size_t usual = usual_row(at, rows);
        if (u->kind == CORRELATION_PEARSON) u->length[c] = centre_values(at, rows);
        else status = centre_ranks(at, rows, u->sorted, u->order, &u->length[c]);
        u->usual[c] = usual < rows ? at[usual] : NAN;
    }
    return status;
}

static double bounded(double r) { return r > 1.0 ? 1.0 : r < -1.0 ? -1.0 : r; }

/* One column with four at a time: four sums that do not wait for each other. */
static void correlate_four(const double *x, const double *const y[4], size_t n, double *to)
{
    const double *a = y[0], *b = y[1], *c = y[2], *d = y[3];
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

/* One column with columns `at`[count] of b: to[at]. */
static void correlate_others(const double *x, const units *b, const size_t *at, size_t count, double *to)
{
    size_t k = 0;
    for (; k + 4 <= count; k += 4) {
        const double *y[4];
        double four[4];
        for (size_t l = 0; l < 4; l++) y[l] = b->at + at[k + l] * b->n;
        correlate_four(x, y, b->n, four);
        for (size_t l = 0; l < 4; l++) to[at[k + l]] = four[l];
    }
    for (; k < count; k++) to[at[k]] = correlate_one(x, b->at + at[k] * b->n, b->n);
}

/* at[b->count]: columns of b, sparse ones first; returns how many they are. */
static size_t part(const units *b, size_t *at)
{
    size_t sparse = 0, others = b->count;
    for (size_t j = 0; j < b->count; j++) at[isnan(b->usual[j]) ? --others : sparse++] = j;
    return sparse;
}

/* With the sparse columns at[count] of b. */
static assay_status correlate_sparse(const units *a, const units *b, const size_t *at, size_t count, double *to)
{
    const size_t n = a->n;
    sparse_desk desk;
    if (!count) return ASSAY_OK;
    ASSAY_TRY(sparse_lend(a->count, count, &desk));
    for (size_t from = 0; from < n; from += SPARSE_TILE) {
        const size_t rows = n - from < SPARSE_TILE ? n - from : SPARSE_TILE;
        sparse_take(&desk, a->at + from, a->count, n, rows);
        for (size_t k = 0; k < count; k++)
            sparse_add(&desk, k, b->at + at[k] * n + from, rows, b->usual[at[k]], 1.0);
    }
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < count; k++)
            to[i * b->count + at[k]] = bounded(sparse_product(&desk, k, i, b->usual[at[k]]));
    sparse_return(&desk);
    return ASSAY_OK;
}

static void silence(const units *a, const units *b, double least, double *to)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            if (a->length[i] * b->length[j] <= least) to[i * b->count + j] = 0.0;
}

assay_status units_correlate(const units *a, const units *b, double least, double *to)
{
    size_t *at = calloc(b->count + 1, sizeof *at);
    if (!at) return ASSAY_ENOMEM;
    const size_t sparse = part(b, at);
    const assay_status status = correlate_sparse(a, b, at, sparse, to);
    for (size_t i = 0; i < a->count && status == ASSAY_OK; i++)
        correlate_others(a->at + i * a->n, b, at + sparse, b->count - sparse, to + i * b->count);
    if (status == ASSAY_OK && least > 0.0) silence(a, b, least, to);
    free(at);
    return status;
}
