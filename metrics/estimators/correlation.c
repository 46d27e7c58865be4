#include "correlation.h"

#include "lend.h"
#include "products.h"
#include "radix_order.h"
#include "scaling.h"
#include "sparse_columns.h"

#include <float.h>
#include <math.h>

/* R3 */
static double scale_of(double low, double high)
{
    int exponent;
    (void)frexp(high - low, &exponent);
    if (exponent < -1000) exponent = -1000; /* its inverse is a double, too */
    return ldexp(1.0, exponent > 1000 ? -1000 : -exponent);
}

static int moves(double low, double high) { return high > low && high - low <= DBL_MAX; } /* R1 */

/* Returns the length in the column's own unit. */
static double centre_values(double *x, size_t n)
{
    double low, high, sum = 0.0, squares = 0.0;
    column_extent(x, n, &low, &high);
    if (!moves(low, high)) {
        for (size_t s = 0; s < n; s++) x[s] = 0.0;
        return 0.0;
    }
    const double first = x[0], scale = scale_of(low, high);
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

static void list_add(assay_sparse *to, size_t *used, size_t row, double by)
{
    if (by == 0.0) return;
    to->row[*used] = (uint32_t)row;
    to->value[(*used)++] = by;
}

/* As centre_values, of the rows that are not 0 alone. */
static void list_centred(units *u, size_t c, const column_entries *x, size_t *used)
{
    double low = 0.0, high = 0.0, mean;
    for (size_t e = 0; e < x->count; e++) {
        low = x->value[e] < low ? x->value[e] : low;
        high = x->value[e] > high ? x->value[e] : high;
    }
    u->usual[c] = 0.0;
    if (!moves(low, high)) return;
    const double scale = scale_of(low, high), length = sqrt(sparse_squares(x, scale, &mean));
    u->length[c] = length / scale;
    u->usual[c] = (0.0 - mean) / length;
    for (size_t e = 0; e < x->count; e++)
        list_add(&u->others, used, x->row[e], (x->value[e] * scale - mean) / length - u->usual[c]);
}

/* at [n]: column c */
static assay_status list_column(units *u, size_t c, double *at, size_t *used)
{
    ASSAY_TRY(unit_ready(u, c, at));
    if (isnan(u->usual[c])) memcpy(u->at + u->place[c] * u->n, at, u->n * sizeof *at);
    else
        for (size_t s = 0; s < u->n; s++) list_add(&u->others, used, s, at[s] - u->usual[c]);
    return ASSAY_OK;
}

/* Whether it can be centred by its entries. */
static int is_plain(const units *u, const column_entries *x)
{
    return u->kind == CORRELATION_PEARSON && u->n == x->n && sparse_by_entries(x);
}

/* room [of->n]. Columns that are not sparse get places in `at`; returns how many. */
static size_t find_places(const column_table *of, size_t first, units *u, double *room)
{
    double usual;
    size_t whole = 0;
    for (size_t c = 0; c < of->count; c++) {
        const column_entries x = entries_of(of, c);
        if (is_plain(u, &x) || sparse_usual(column_lent(of, c, room) + first, u->n, &usual)) continue;
        u->place[c] = whole++;
    }
    return whole;
}

static assay_status units_list(const column_table *of, size_t first, assay_call *call, units *u)
{
    const size_t entries = of->sparse.start[of->count];
    double *room;
    size_t used = 0;
    ASSAY_TRY(LEND(call, LOAN(room, of->n), LOAN(u->place, of->count), LOAN(u->others.start, of->count + 1),
                   LOAN(u->others.row, entries), LOAN(u->others.value, entries)));
    const size_t whole = find_places(of, first, u, room);
    ASSAY_TRY(LEND(call, LOAN(u->at, whole * u->n)));
    for (size_t c = 0; c < of->count; c++) {
        const column_entries x = entries_of(of, c);
        u->others.start[c] = used;
        if (is_plain(u, &x)) {
            list_centred(u, c, &x, &used);
            continue;
        }
        (void)column_lent(of, c, room);
        ASSAY_TRY(list_column(u, c, room + first, &used));
    }
    u->others.start[of->count] = used;
    return ASSAY_OK;
}

assay_status units_make(const column_table *of, size_t first, size_t rows, int kind, int listed, assay_call *call,
                        units *to)
{
    const int lists = listed && !of->whole;
    double *room;
    ASSAY_TRY(units_lend(of->count, lists ? 0 : rows, kind, call, to));
    to->n = rows;
    if (of->whole) return units_fill(to, of->whole + first, of->n, NULL, rows);
    if (lists) ASSAY_TRY(LEND(call, LOAN(to->sorted, rows), LOAN(to->order, rows)));
    if (lists) return units_list(of, first, call, to);
    ASSAY_TRY(LEND(call, LOAN(room, of->n)));
    for (size_t c = 0; c < of->count; c++) {
        memcpy(to->at + c * rows, column_lent(of, c, room) + first, rows * sizeof *room);
        ASSAY_TRY(unit_ready(to, c, to->at + c * rows));
    }
    return ASSAY_OK;
}

static double bounded(double r) { return r > 1.0 ? 1.0 : r < -1.0 ? -1.0 : r; }

static size_t place_of(const units *b, size_t column) { return b->place ? b->place[column] : column; }

/* With the columns at[count] of b next to each other: copied where they are not. to[a->count * count] */
static assay_status correlate_together(const units *a, const units *b, const size_t *at, size_t count, double *to)
{
    const size_t n = a->n, begin = place_of(b, at[0]);
    const double *first = b->at + begin * n;
    double *copy = NULL;
    if (place_of(b, at[count - 1]) - begin != count - 1) {
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

/* Of the listed column j, rows from .. from + rows - 1. next[j]: its entry at which they begin. */
static void add_listed(sparse_desk *desk, size_t k, const units *b, size_t j, size_t from, size_t rows, size_t *next)
{
    const assay_sparse *of = &b->others;
    const size_t first = from ? next[j] : of->start[j];
    size_t e = first;
    while (e < of->start[j + 1] && of->row[e] < from + rows) e++;
    if (e > first) sparse_add_listed(desk, k, of->row + first, of->value + first, e - first, from);
    next[j] = e;
}

/* With the sparse columns at[count] of b. */
static assay_status correlate_sparse(const units *a, const units *b, const size_t *at, size_t count, double *to)
{
    const size_t n = a->n;
    sparse_desk desk;
    if (!count) return ASSAY_OK;
    size_t *next = calloc(b->count + 1, sizeof *next);
    const assay_status status = next ? sparse_lend(a->count, count, &desk) : ASSAY_ENOMEM;
    if (status != ASSAY_OK) {
        free(next);
        return status;
    }
    for (size_t from = 0; from < n; from += SPARSE_TILE) {
        const size_t rows = n - from < SPARSE_TILE ? n - from : SPARSE_TILE;
        sparse_take(&desk, a->at + from, a->count, n, rows);
        for (size_t k = 0; k < count; k++) {
            if (b->others.start) add_listed(&desk, k, b, at[k], from, rows, next);
            else sparse_add(&desk, k, b->at + at[k] * n + from, rows, b->usual[at[k]], 1.0);
        }
    }
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < count; k++)
            to[i * b->count + at[k]] = bounded(sparse_product(&desk, k, i, b->usual[at[k]]));
    sparse_return(&desk);
    free(next);
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
