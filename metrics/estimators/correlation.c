/* correlation -- see correlation.h. */
#include "correlation.h"

#include "lend.h"
#include "products.h"
#include "radix_order.h"
#include "scaling.h"
#include "sparse_columns.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    return LEND(call, LOAN(to->at, columns * rows), LOAN(to->length, columns), LOAN(to->usual, columns),
                      LOAN(to->sorted, ranked), LOAN(to->order, ranked));
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

/* With the columns at[count] of b next to each other: copied where they are not. to[a->count * count] */
static assay_status correlate_together(const units *a, const units *b, const size_t *at, size_t count, double *to)
{
    const size_t n = a->n;
    const double *first = b->at + at[0] * n;
    double *copy = NULL;
    if (at[count - 1] - at[0] != count - 1) {
        copy = malloc(count * n * sizeof *copy);
        if (!copy) return ASSAY_ENOMEM;
        for (size_t k = 0; k < count; k++) memcpy(copy + k * n, b->at + at[k] * n, n * sizeof *copy);
        first = copy;
    }
    memset(to, 0, a->count * count * sizeof *to);
    products_add((column_set){ a->at, n, a->count }, (column_set){ first, n, count }, n, to, count);
    free(copy);
    return ASSAY_OK;
}

/* With columns at[count] of b, rising, a few at a time. */
static assay_status correlate_others(const units *a, const units *b, const size_t *at, size_t count, double *to)
{
    enum { TOGETHER = 64 };
    double *some = malloc(TOGETHER * a->count * sizeof *some + 1);
    assay_status status = some ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t first = 0; status == ASSAY_OK && first < count; first += TOGETHER) {
        const size_t wide = count - first < TOGETHER ? count - first : TOGETHER;
        status = correlate_together(a, b, at + first, wide, some);
        for (size_t i = 0; i < a->count && status == ASSAY_OK; i++)
            for (size_t k = 0; k < wide; k++) to[i * b->count + at[first + k]] = bounded(some[i * wide + k]);
    }
    free(some);
    return status;
}

/* at[b->count]: columns of b, sparse ones first, both rising; returns how many those are. */
static size_t part(const units *b, size_t *at)
{
    size_t sparse = 0, all;
    for (size_t j = 0; j < b->count; j++)
        if (!isnan(b->usual[j])) at[sparse++] = j;
    all = sparse;
    for (size_t j = 0; j < b->count; j++)
        if (isnan(b->usual[j])) at[all++] = j;
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
    assay_status status = correlate_sparse(a, b, at, sparse, to);
    if (status == ASSAY_OK) status = correlate_others(a, b, at + sparse, b->count - sparse, to);
    if (status == ASSAY_OK && least > 0.0) silence(a, b, least, to);
    free(at);
    return status;
}
