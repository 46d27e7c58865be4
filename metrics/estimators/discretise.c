/*
 * The edge nearest to a row is guessed by a multiplication, and the row compared with that edge as the formula gives
 * it, so the result is the counting rule's. A column so far from zero that its edges are coarsely rounded is searched
 * edge by edge.
 */
#include "discretise.h"

#include "ascending.h"
#include "kinds.h"
#include "lanes.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* Edge k is base + (k step) / divisor, of y = x scale + shift. */
typedef struct ladder {
    double scale, shift, base, step, divisor, per_bin;
    size_t bins;
} ladder;

static ladder ladder_new(double low, double high, const cut *how)
{
    const double range = high - low, b = (double)how->bins;
    ladder l = {
        .scale = 1.0, .base = low, .step = range / b, .divisor = 1.0, .per_bin = b / range, .bins = how->bins
    };
    if (how->rule == BIN_CLOSED) {
        l.step = range;
        l.divisor = b;
    }
    if (how->rule == BIN_SCALED) {
        l.scale = 1.0 / range;
        l.shift = 0.0 - low * l.scale;
        l.base = 0.0;
        l.step = 1.0 / b;
        l.per_bin = b;
    }
    return l;
}

static double ladder_edge(const ladder *l, size_t k) { return l->base + ((double)k * l->step) / l->divisor; }

/* The guess is right as long as the edges are rounded by much less than a bin's width. */
static int ladder_is_fine(const ladder *l, double low, double high)
{
    const double largest = l->base == 0.0 ? 1.0 : fmax(fabs(low), fabs(high));
    return l->step / l->divisor > 16 * DBL_EPSILON * largest && l->per_bin < DBL_MAX;
}

static uint16_t bin_searched(const ladder *l, double x)
{
    const double y = x * l->scale + l->shift;
    size_t below; /* edges beyond the first that are <= y */
    COUNT_WHILE(l->bins - 1, at, ladder_edge(l, at + 1) <= y, below)
    return (uint16_t)below;
}

typedef int32_t lane_ints __attribute__((vector_size(16)));
typedef uint16_t lane_shorts __attribute__((vector_size(8)));

/* Adding and subtracting it rounds a number below 2^51 to the nearest whole one. */
static const double ROUNDER = 0x1.8p52;

/* Four rows at a time; the divisor is a constant 1.0 but for one rule, and then costs nothing. The edge nearest to y is
 * found by rounding; y's bin begins there, or one before. */
static inline __attribute__((always_inline)) void bins_of_rows(const ladder *l, const double *x, size_t n,
                                                               double divisor, uint16_t *to)
{
    const lanes scale = LANES_ALL(l->scale), shift = LANES_ALL(l->shift), base = LANES_ALL(l->base);
    const lanes step = LANES_ALL(l->step), per_bin = LANES_ALL(l->per_bin), last = LANES_ALL((double)(l->bins - 1));
    const lanes rounder = LANES_ALL(ROUNDER), one = LANES_ALL(1.0);
    for (size_t s = 0; s + LANES <= n; s += LANES) {
        const lanes y = *(const lanes *)(x + s) * scale + shift;
        lanes k = ((y - base) * per_bin + rounder) - rounder;
        k -= (lanes)((base + (k * step) / divisor > y) & (lane_masks)one);
        k = LANES_MIN(k, last);
        const lane_shorts index = __builtin_convertvector(__builtin_convertvector(k, lane_ints), lane_shorts);
        memcpy(to + s, &index, sizeof index);
    }
}

WIDE
static void bins_by_step(const ladder *l, const double *x, size_t n, uint16_t *to) { bins_of_rows(l, x, n, 1.0, to); }

WIDE
static void bins_by_division(const ladder *l, const double *x, size_t n, uint16_t *to)
{
    bins_of_rows(l, x, n, l->divisor, to);
}

/* R2 */
static size_t lose_beyond(const double *x, size_t n, double low, double high, const cut *how, uint16_t *to)
{
    const double b = (double)how->bins, range = high - low;
    size_t lost = 0;
    for (size_t s = 0; s < n; s++) {
        const int beyond =
            how->rule == BIN_LINSPACE ? x[s] >= high + 1e-9 : how->rule == BIN_CLOSED && x[s] > low + (b * range) / b;
        if (beyond) to[s] = (uint16_t)how->bins;
        lost += (size_t)beyond;
    }
    return lost;
}

static void bins_by_rank(const double *x, size_t n, size_t count, double *sorted, uint16_t *to)
{
    memcpy(sorted, x, n * sizeof *x);
    qsort(sorted, n, sizeof *sorted, ascending);
    for (size_t s = 0; s < n; s++) {
        size_t less;
        COUNT_WHILE(n, at, sorted[at] < x[s], less)
        to[s] = (uint16_t)(less * count / n);
    }
}

size_t discretise_column(const double *x, size_t n, double low, double high, const cut *how, double *scratch,
                         uint16_t *to)
{
    const ladder l = ladder_new(low, high, how);
    if (!(high > low) || !(high - low <= DBL_MAX) || !(l.scale <= DBL_MAX)) { /* R3 */
        memset(to, 0, n * sizeof *to);
        return how->lose && high == low ? lose_beyond(x, n, low, high, how, to) : 0;
    }
    if (how->rule == BIN_QUANTILE) {
        bins_by_rank(x, n, how->bins, scratch, to);
        return 0;
    }
    const size_t whole = ladder_is_fine(&l, low, high) ? n / LANES * LANES : 0;
    if (how->rule == BIN_CLOSED) bins_by_division(&l, x, whole, to);
    else bins_by_step(&l, x, whole, to);
    for (size_t s = whole; s < n; s++) to[s] = bin_searched(&l, x[s]);
    return how->lose ? lose_beyond(x, n, low, high, how, to) : 0;
}

/* Of the values that are there (R4): a comparison with NaN is false. */
WIDE
static void extent_of(const double *x, size_t n, double *low, double *high)
{
    enum { STEP = 2 * LANES };
    size_t there = 0;
    while (there < n && isnan(x[there])) there++;
    const double any = there < n ? x[there] : 0.0;
    lanes least[2] = { LANES_ALL(any), LANES_ALL(any) }, most[2] = { LANES_ALL(any), LANES_ALL(any) };
    size_t s = 0;
    for (; s + STEP <= n; s += STEP) {
        const lanes a = *(const lanes *)(x + s), b = *(const lanes *)(x + s + LANES);
        least[0] = LANES_MIN(a, least[0]);
        most[0] = LANES_MAX(a, most[0]);
        least[1] = LANES_MIN(b, least[1]);
        most[1] = LANES_MAX(b, most[1]);
    }
    *low = *high = any;
    for (size_t k = 0; k < STEP; k++) {
        *low = least[k / LANES][k % LANES] < *low ? least[k / LANES][k % LANES] : *low;
        *high = most[k / LANES][k % LANES] > *high ? most[k / LANES][k % LANES] : *high;
    }
    for (; s < n; s++) {
        *low = x[s] < *low ? x[s] : *low;
        *high = x[s] > *high ? x[s] : *high;
    }
}

/* Of the first `rows` rows of sparse column c. */
static void extent_of_sparse(const assay_sparse *of, size_t c, size_t rows, double *low, double *high)
{
    size_t e = of->start[c], there = 0;
    *low = INFINITY, *high = -INFINITY;
    for (; e < of->start[c + 1] && of->row[e] < rows; e++, there++) {
        *low = fmin(*low, of->value[e]);
        *high = fmax(*high, of->value[e]);
    }
    if (there == rows) return;
    *low = fmin(*low, 0.0);
    *high = fmax(*high, 0.0);
}

static assay_status extents_of(column_table of, size_t rows, const char *what, assay_call *call, const extents **to)
{
    const size_t n_columns = of.count;
    char key[96];
    snprintf(key, sizeof key, "extents of %s, %zu rows", what, rows);
    int32_t fresh;
    extents *e = call->recall(call, key, sizeof *e + 2 * n_columns * sizeof(double), &fresh);
    if (!e) return ASSAY_ENOMEM;
    *to = e;
    if (!fresh) return ASSAY_OK;
    double *low = (double *)(e + 1), *high = low + n_columns;
    *e = (extents){ low, high };
    for (size_t c = 0; c < n_columns; c++) {
        if (of.whole) extent_of(of.whole + c * of.n, rows, &low[c], &high[c]);
        else extent_of_sparse(&of.sparse, c, rows, &low[c], &high[c]);
    }
    return ASSAY_OK;
}

assay_status extents_of_factors(const assay_rep *rep, assay_call *call, size_t rows, const extents **to)
{
    return extents_of(factors_table(rep), rows, "factors", call, to);
}

assay_status extents_of_codes(const assay_rep *rep, assay_call *call, size_t rows, const extents **to)
{
    return extents_of(codes_table(rep), rows, "codes", call, to);
}

static assay_status bins_recall(assay_call *call, const char *what, size_t n_columns, const cut *how, bins **to,
                                int32_t *fresh)
{
    char key[128];
    snprintf(key, sizeof key, "bins of %s: rule %d, %zu bins, %zu rows, lose %d, labels %d", what, (int)how->rule,
             how->bins, how->rows, how->lose, how->labels);
    const size_t head = sizeof(bins) + 2 * n_columns * sizeof(size_t);
    bins *b = call->recall(call, key, head + n_columns * how->rows * sizeof(uint16_t), fresh);
    if (!b) return ASSAY_ENOMEM;
    if (*fresh) {
        size_t *count = (size_t *)(b + 1);
        *b = (bins){ .n = how->rows, .n_columns = n_columns, .count = count, .lost = count + n_columns };
        b->index = (uint16_t *)(b->lost + n_columns);
    }
    *to = b;
    return ASSAY_OK;
}

static assay_status cut_column(const double *x, double low, double high, const cut *how, size_t column,
                               assay_call *call, bins *to)
{
    double *scratch = how->rule == BIN_QUANTILE ? call->alloc(call, how->rows, sizeof *scratch) : NULL;
    if (how->rule == BIN_QUANTILE && !scratch) return ASSAY_ENOMEM;
    to->count[column] = how->bins;
    to->lost[column] = discretise_column(x, how->rows, low, high, how, scratch, to->index + column * how->rows);
    return ASSAY_OK;
}

/* Counts alone are made of these: no rule that ranks rows or loses some. */
static assay_status discretise_sparse(const assay_rep *rep, assay_call *call, const cut *how, const bins **to)
{
    const assay_sparse *of = &rep->sparse_codes;
    const size_t d = rep->n_codes;
    const double zero = 0.0;
    const extents *e;
    bins *b = call->alloc(call, 1, sizeof *b);
    if (!b) return ASSAY_ENOMEM;
    *b = (bins){ .n = how->rows, .n_columns = d, .start = of->start, .row = of->row };
    ASSAY_TRY(LEND(call, LOAN(b->index, of->start[d]), LOAN(b->count, d), LOAN(b->lost, d), LOAN(b->zero, d),
                   LOAN(b->entries, d)));
    ASSAY_TRY(extents_of_codes(rep, call, how->rows, &e));
    for (size_t j = 0; j < d; j++) {
        const size_t first = of->start[j];
        size_t end = of->start[j + 1];
        while (end > first && of->row[end - 1] >= how->rows) end--;
        b->count[j] = how->bins;
        b->entries[j] = end - first;
        (void)discretise_column(of->value + first, end - first, e->low[j], e->high[j], how, NULL, b->index + first);
        (void)discretise_column(&zero, 1, e->low[j], e->high[j], how, NULL, &b->zero[j]);
    }
    *to = b;
    return ASSAY_OK;
}

assay_status discretise_codes(const assay_rep *rep, assay_call *call, const cut *how, const bins **to)
{
    if (!rep->codes) return discretise_sparse(rep, call, how, to);
    int32_t fresh;
    bins *b;
    const extents *e;
    assay_status status = bins_recall(call, "codes", rep->n_codes, how, &b, &fresh);
    if (status == ASSAY_OK && fresh) status = extents_of_codes(rep, call, how->rows, &e);
    for (size_t j = 0; status == ASSAY_OK && fresh && j < rep->n_codes; j++)
        status = cut_column(rep->codes + j * rep->n, e->low[j], e->high[j], how, j, call, b);
    *to = b;
    return status;
}

/* R4: the values that are there are cut by themselves; their bins then go to their rows, from the last one on. */
static assay_status cut_present(const double *x, double low, double high, const cut *how, size_t column,
                                assay_call *call, bins *b)
{
    double *const present = call->alloc(call, 2 * how->rows, sizeof *present);
    uint16_t *const index = b->index + column * how->rows;
    size_t there = 0;
    if (!present) return ASSAY_ENOMEM;
    for (size_t s = 0; s < how->rows; s++)
        if (!isnan(x[s])) present[there++] = x[s];
    b->count[column] = how->bins;
    b->lost[column] = how->rows - there + discretise_column(present, there, low, high, how, present + there, index);
    for (size_t s = how->rows; s-- > 0;) index[s] = isnan(x[s]) ? (uint16_t)how->bins : index[--there];
    return ASSAY_OK;
}

/* A categorical factor's own labels. */
static void keep_labels(const double *x, size_t rows, size_t levels, size_t column, bins *b)
{
    uint16_t *const index = b->index + column * rows;
    b->count[column] = levels;
    for (size_t s = 0; s < rows; s++) {
        index[s] = (uint16_t)(isnan(x[s]) ? (double)levels : x[s]);
        b->lost[column] += (size_t)isnan(x[s]);
    }
}

/* R5: equal widths of the circle, from 0 on. */
static void cut_circle(const double *x, double period, const cut *how, size_t column, bins *b)
{
    uint16_t *const index = b->index + column * how->rows;
    b->count[column] = how->bins;
    for (size_t s = 0; s < how->rows; s++) {
        const double at = circle_part(x[s], period) * (double)how->bins, last = (double)how->bins - 1.0;
        index[s] = (uint16_t)(isnan(at) ? last + 1.0 : fmin(floor(at), last));
        b->lost[column] += (size_t)isnan(at);
    }
}

static assay_status few_levels(const assay_rep *rep, assay_call *call, const cut *how, size_t i)
{
    if (!how->labels || rep->levels[i] <= LEVELS_MOST) return ASSAY_OK;
    return call->fail(call, ASSAY_EINPUT, "factor v%zu has %d levels; metrics that count take %d at most", i + 1,
                      (int)rep->levels[i], LEVELS_MOST);
}

/* Factor i as column `to` of b; room [n] for a sparse one. */
static assay_status cut_factor(const assay_rep *rep, assay_call *call, const cut *how, size_t i, double *room,
                               size_t to, bins *b)
{
    const column_table factors = factors_table(rep);
    const double *x = column_lent(&factors, i, room);
    const extents *e;
    if (how->labels && rep->levels[i]) {
        keep_labels(x, how->rows, (size_t)rep->levels[i], to, b);
        return ASSAY_OK;
    }
    const double period = factor_period(rep, i);
    if (period > 0.0) {
        cut_circle(x, period, how, to, b);
        return ASSAY_OK;
    }
    ASSAY_TRY(extents_of_factors(rep, call, how->rows, &e));
    if (rep->absent && rep->absent[i]) return cut_present(x, e->low[i], e->high[i], how, to, call, b);
    return cut_column(x, e->low[i], e->high[i], how, to, call, b);
}

assay_status discretise_factor(const assay_rep *rep, assay_call *call, const cut *how, size_t i, double *room, bins *to)
{
    to->lost[0] = 0;
    ASSAY_TRY(few_levels(rep, call, how, i));
    return cut_factor(rep, call, how, i, room, 0, to);
}

assay_status discretise_factors(const assay_rep *rep, assay_call *call, const cut *how, const bins **to)
{
    int32_t fresh;
    bins *b;
    for (size_t i = 0; i < rep->n_factors; i++) ASSAY_TRY(few_levels(rep, call, how, i));
    double *room = call->alloc(call, rep->factors ? 1 : rep->n, sizeof *room);
    if (!room) return ASSAY_ENOMEM;
    ASSAY_TRY(bins_recall(call, "factors", rep->n_factors, how, &b, &fresh));
    for (size_t i = 0; fresh && i < rep->n_factors; i++) ASSAY_TRY(cut_factor(rep, call, how, i, room, i, b));
    *to = b;
    return ASSAY_OK;
}
