#include "correlation.h"

#include "lend.h"
#include "products.h"
#include "radix_order.h"
#include "scaling.h"
#include "sparse_columns.h"

#include <float.h>
#include <math.h>

enum { TOGETHER = 512 }; /* columns of b at a time */

/* Returns the length in the column's own unit. */
static double centre_values(double *x, size_t n)
{
    double low, high, sum = 0.0, squares = 0.0;
    column_extent(x, n, &low, &high);
    if (!column_moves(low, high)) {
        for (size_t s = 0; s < n; s++) x[s] = 0.0;
        return 0.0;
    }
    const double first = x[0], scale = column_unit(low, high);
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

/* The values at[n] of column c are made ready. */
static assay_status unit_ready(units *u, size_t c, double *at)
{
    const size_t rows = u->n, usual = usual_row(at, rows);
    if (u->kind == CORRELATION_PEARSON) u->length[c] = centre_values(at, rows);
    else ASSAY_TRY(centre_ranks(at, rows, u->sorted, u->order, &u->length[c]));
    u->usual[c] = usual < rows ? at[usual] : NAN;
    return ASSAY_OK;
}

assay_status units_fill(units *u, const double *x, size_t stride, const uint32_t *row, size_t rows)
{
    u->n = rows;
    for (size_t c = 0; c < u->count; c++) {
        double *at = u->at + c * rows;
        for (size_t s = 0; s < rows; s++) at[s] = x[c * stride + (row ? row[s] : s)];
        ASSAY_TRY(unit_ready(u, c, at));
    }
    return ASSAY_OK;
}

/* Columns of a table from the first-th on, and rows from the from-th; room [of->n] */
static assay_status units_take(units *u, const column_table *of, size_t first, size_t from, double *room)
{
    for (size_t c = 0; c < u->count; c++) {
        double *at = u->at + c * u->n;
        memcpy(at, column_lent(of, first + c, room) + from, u->n * sizeof *at);
        ASSAY_TRY(unit_ready(u, c, at));
    }
    return ASSAY_OK;
}

static double bounded(double r) { return r > 1.0 ? 1.0 : r < -1.0 ? -1.0 : r; }

/* With columns at[count] of b, rising, some at a time. */
static assay_status correlate_others(const units *a, const units *b, const size_t *at, size_t count, double *to)
{
    const size_t n = a->n, most = count < TOGETHER ? count : TOGETHER;
    double *some = malloc(most * a->count * sizeof *some + 1);
    assay_status status = some ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t first = 0; status == ASSAY_OK && first < count; first += TOGETHER) {
        const size_t wide = count - first < TOGETHER ? count - first : TOGETHER;
        memset(some, 0, a->count * wide * sizeof *some);
        status = products_add((column_set){ .at = a->at, .step = n, .count = a->count },
                              (column_set){ .at = b->at, .step = n, .count = wide, .which = at + first }, n,
                              (product_sums){ some, wide, 0 });
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
        for (size_t k = 0; k < count; k++) sparse_add(&desk, k, b->at + at[k] * n + from, rows, b->usual[at[k]], 1.0);
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

assay_status tables_correlate(const column_table *a, const column_table *b, size_t from, size_t rows, int kind,
                              double least, assay_call *call, double *to)
{
    const size_t most = b->count < TOGETHER ? b->count : TOGETHER;
    units x, y;
    double *some, *room;
    ASSAY_TRY(units_lend(a->count, rows, kind, call, &x));
    ASSAY_TRY(units_lend(most, rows, kind, call, &y));
    ASSAY_TRY(LEND(call, LOAN(some, a->count * most), LOAN(room, a->n)));
    x.n = y.n = rows;
    ASSAY_TRY(units_take(&x, a, 0, from, room));
    for (size_t j = 0; j < b->count; j += most) {
        y.count = b->count - j < most ? b->count - j : most;
        ASSAY_TRY(units_take(&y, b, j, from, room));
        ASSAY_TRY(units_correlate(&x, &y, least, some));
        for (size_t i = 0; i < x.count; i++) memcpy(to + i * b->count + j, some + i * y.count, y.count * sizeof *to);
    }
    return ASSAY_OK;
}
