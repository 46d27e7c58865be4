#include "additive.h"

#include "ascending.h"
#include "cholesky.h"
#include "scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KNOTS_MOST = 8, KNOTS_LEAST = 3, ROWS_A_KNOT = 6, ROWS_A_FUNCTION = 3 };

/* ---- functions of the factors ---- */

static size_t knots_of(const assay_rep *rep)
{
    const size_t k = rep->n / (ROWS_A_KNOT * rep->n_factors);
    return k < KNOTS_LEAST ? KNOTS_LEAST : k > KNOTS_MOST ? KNOTS_MOST : k;
}

static size_t functions_of(const assay_rep *rep, size_t i)
{
    return (rep->levels[i] ? (size_t)rep->levels[i] : knots_of(rep)) - 1;
}

const char *additive_refusal(const assay_rep *rep)
{
    size_t functions = 0;
    if (rep->n_factors > ADDITIVE_FACTORS) return "there are more than 100 factors";
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (rep->levels[i] > ADDITIVE_CLASSES) return "a factor has more than 64 classes";
        functions += functions_of(rep, i);
        for (size_t s = 0; s < rep->n; s++)
            if (isnan(rep->factors[i * rep->n + s])) return "values of factors are missing";
    }
    if (functions > ADDITIVE_FUNCTIONS) return "the factors have more than 600 classes together";
    return rep->n < ROWS_A_FUNCTION * functions + 20 ? "there are fewer than three rows for each class of a factor"
                                                     : NULL;
}

/* Knots at the quantiles of a column, each once: how many. */
static size_t find_knots(const double *x, size_t n, size_t wanted, double *sorted, double *knot)
{
    size_t count = 0;
    memcpy(sorted, x, n * sizeof *x);
    qsort(sorted, n, sizeof *sorted, ascending);
    for (size_t k = 0; k < wanted; k++) {
        const double at = sorted[k * (n - 1) / (wanted - 1)];
        if (!count || at > knot[count - 1]) knot[count++] = at;
    }
    return count;
}

static void place_rows(const double *x, size_t n, const double *knot, size_t knots, uint32_t *cell, double *above)
{
    for (size_t s = 0; s < n; s++) {
        uint32_t k = 0;
        while (k + 2 < knots && x[s] >= knot[k + 1]) k++;
        cell[s] = k;
        above[s] = (x[s] - knot[k]) / (knot[k + 1] - knot[k]);
    }
}

static assay_status make_functions(const assay_rep *rep, arena *memory, additive *to)
{
    size_t *first = arena_alloc(memory, to->m + 1, sizeof *first);
    uint32_t *cell = arena_alloc(memory, to->m * to->n, sizeof *cell);
    double *above = arena_alloc(memory, to->m * to->n, sizeof *above);
    double *sorted = arena_alloc(memory, to->n, sizeof *sorted), knot[KNOTS_MOST];
    to->line = arena_alloc(memory, ADDITIVE_FUNCTIONS + to->m * KNOTS_MOST, sizeof *to->line);
    if (!first || !cell || !above || !sorted || !to->line) return ASSAY_ENOMEM;
    for (size_t i = 0; i < to->m; i++) {
        const double *x = rep->factors + i * to->n;
        size_t functions = 0;
        if (rep->levels[i]) {
            for (size_t s = 0; s < to->n; s++) cell[i * to->n + s] = (uint32_t)x[s];
            functions = column_is_constant(x, to->n) ? 0 : (size_t)rep->levels[i] - 1;
        } else if (!column_is_constant(x, to->n)) {
            const size_t knots = find_knots(x, to->n, knots_of(rep), sorted, knot);
            place_rows(x, to->n, knot, knots, cell + i * to->n, above + i * to->n);
            functions = knots - 1;
        }
        first[i + 1] = first[i] + functions;
        for (size_t k = 0; k < functions; k++)
            to->line[first[i] + k] = rep->levels[i] ? (double)k + 1 : knot[k + 1] - knot[0];
    }
    to->first = first, to->cell = cell, to->above = above, to->p = first[to->m];
    return ASSAY_OK;
}

/* The functions of a factor that a row has a part of: at most two. Function 0 of a factor stands for none. */
typedef struct parts {
    size_t n, at[2];
    double weight[2];
} parts;

static parts parts_of(const additive *a, size_t i, size_t s)
{
    const uint32_t cell = a->cell[i * a->n + s];
    const double above = a->above[i * a->n + s];
    parts p = { 0 };
    if (a->first[i + 1] == a->first[i]) return p;
    if (cell) p.at[0] = a->first[i] + cell - 1, p.weight[p.n++] = 1 - above;
    if (above > 0) p.at[p.n] = a->first[i] + cell, p.weight[p.n++] = above;
    return p;
}

/* ---- sums over rows ---- */

static void add_row(const additive *a, size_t s, size_t *at, double *weight)
{
    size_t n = 0;
    for (size_t i = 0; i < a->m; i++) {
        const parts p = parts_of(a, i, s);
        for (size_t k = 0; k < p.n; k++) at[n] = p.at[k], weight[n++] = p.weight[k];
    }
    for (size_t x = 0; x < n; x++) {
        a->mean[at[x]] += weight[x] / (double)a->n;
        for (size_t y = 0; y <= x; y++) a->product[at[x] * a->p + at[y]] += weight[x] * weight[y];
    }
}

/* Products below the diagonal about the means, then above it. */
static void centre_products(additive *a)
{
    for (size_t x = 0; x < a->p; x++)
        for (size_t y = 0; y <= x; y++) {
            a->product[x * a->p + y] -= (double)a->n * a->mean[x] * a->mean[y];
            a->product[y * a->p + x] = a->product[x * a->p + y];
        }
}

/* to[p]: the sum over rows of each function and a column of mean 0. */
static void products_with(const additive *a, const double *column, double *to)
{
    for (size_t i = 0; i < a->m; i++) {
        const uint32_t *cell = a->cell + i * a->n;
        const double *above = a->above + i * a->n;
        double sum[ADDITIVE_CLASSES + 1] = { 0 };
        for (size_t s = 0; s < a->n; s++) {
            sum[cell[s]] += (1 - above[s]) * column[s];
            sum[cell[s] + 1] += above[s] * column[s];
        }
        for (size_t k = a->first[i]; k < a->first[i + 1]; k++) to[k] = sum[k - a->first[i] + 1];
    }
}

static size_t invert(additive *a, double *factor)
{
    size_t rank = 0;
    cholesky(a->product, a->p, factor);
    for (size_t x = 0; x < a->p; x++) {
        double *row = a->inverse + x * a->p;
        row[x] = 1;
        solve_lower(factor, a->p, row);
        solve_upper(factor, a->p, row);
        rank += factor[x * a->p + x] > 0;
    }
    return rank;
}

/* ---- what the functions are worth ---- */

static double form(const additive *a, const double *matrix, size_t i, const double *x, const double *y)
{
    const size_t from = i == SIZE_MAX ? 0 : a->first[i], end = i == SIZE_MAX ? a->p : a->first[i + 1];
    double sum = 0;
    for (size_t u = from; u < end; u++) {
        double row = 0;
        for (size_t v = from; v < end; v++) row += matrix[u * a->p + v] * y[v];
        sum += x[u] * row;
    }
    return sum;
}

double additive_covariance(const additive *a, size_t factor, size_t code, size_t other)
{
    return form(a, a->product, factor, a->slope + code * a->p, a->slope + other * a->p) / (double)a->n;
}

void additive_add(const additive *a, size_t factor, size_t code, double times, size_t step, double *to)
{
    const size_t first = a->first[factor], functions = a->first[factor + 1] - first;
    const uint32_t *cell = a->cell + factor * a->n;
    const double *above = a->above + factor * a->n;
    double at[ADDITIVE_CLASSES + 1] = { 0 };
    if (!functions) return;
    for (size_t k = 0; k <= functions; k++)
        at[k] = times * ((k ? a->slope[code * a->p + first + k - 1] : 0) - a->level[factor * a->d + code]);
    for (size_t s = 0, row = 0; row < a->n; s++, row += step)
        to[s] += (1 - above[row]) * at[cell[row]] + above[row] * at[cell[row] + 1];
}

/* How far a line through knots goes against its main direction, beyond what noise moves it. */
static double fold_of(const additive *a, size_t i, size_t j)
{
    const double *slope = a->slope + j * a->p, *inverse = a->inverse;
    double way[2] = { 0, 0 };
    for (size_t k = a->first[i]; k < a->first[i + 1]; k++) {
        const int is_start = k == a->first[i];
        const double step = slope[k] - (is_start ? 0 : slope[k - 1]);
        const double spread = inverse[k * a->p + k] +
                              (is_start ? 0 : inverse[(k - 1) * a->p + k - 1] - 2 * inverse[k * a->p + k - 1]);
        const double sure = fabs(step) - 2 * sqrt(fmax(a->noise[j] * spread, 0));
        if (sure > 0) way[step > 0] += sure;
    }
    return way[0] + way[1] > 0 ? fmin(way[0], way[1]) / (way[0] + way[1]) : 0;
}

/* What noise of variance 1 adds to the variance of a factor's function. */
static double noise_in(const additive *a, size_t i)
{
    double sum = 0;
    for (size_t x = a->first[i]; x < a->first[i + 1]; x++)
        for (size_t y = a->first[i]; y < a->first[i + 1]; y++)
            sum += a->product[x * a->p + y] * a->inverse[y * a->p + x];
    return sum / (double)a->n;
}

/* with[p]: the sums over rows of the functions and the factor's own values, of variance 1. */
static void measure_line(additive *a, size_t i, double *with)
{
    const double size = sqrt(form(a, a->product, i, a->line, a->line) / (double)a->n);
    for (size_t k = a->first[i]; k < a->first[i + 1]; k++) a->line[k] /= size;
    for (size_t k = a->first[i]; k < a->first[i + 1]; k++) {
        with[k] = 0;
        for (size_t l = a->first[i]; l < a->first[i + 1]; l++) with[k] += a->product[k * a->p + l] * a->line[l];
    }
}

static void measure_factor(additive *a, size_t i, double *with, int is_continuous)
{
    const double n = (double)a->n, bias = noise_in(a, i);
    measure_line(a, i, with);
    const double line_bias = form(a, a->inverse, i, with, with) / (n * n);
    for (size_t j = 0; j < a->d; j++) {
        const size_t at = i * a->d + j;
        for (size_t k = a->first[i]; k < a->first[i + 1]; k++) {
            a->along[at] += a->slope[j * a->p + k] * with[k] / n;
            a->level[at] += a->slope[j * a->p + k] * a->mean[k];
        }
        a->share[at] = additive_covariance(a, i, j, j) - a->noise[j] * bias;
        a->straight[at] = a->along[at] * a->along[at] - a->noise[j] * line_bias;
        a->fold[at] = is_continuous ? fold_of(a, i, j) : 0;
    }
}

/* What remains of a part: its size without what noise added, or nothing where noise explains it. */
static double kept(double variance, double with_noise, double chance)
{
    enum { CERTAIN = 3 }; /* standard deviations */
    return variance > CERTAIN * chance && with_noise > 0 ? sqrt(fmin(variance / with_noise, 1)) : 0;
}

void additive_clean(additive *a)
{
    for (size_t i = 0; i < a->m; i++)
        for (size_t j = 0; j < a->d; j++) {
            const size_t at = i * a->d + j, functions = a->first[i + 1] - a->first[i];
            const double chance = a->noise[j] * sqrt(2.0) / (double)a->n, along = a->along[at];
            const double bent = additive_covariance(a, i, j, j) - along * along;
            const double line = kept(a->straight[at], along * along, chance);
            const double rest = kept(a->share[at] - a->straight[at], bent, chance * sqrt((double)functions));
            a->level[at] = 0;
            for (size_t k = a->first[i]; k < a->first[i + 1]; k++) {
                double *slope = &a->slope[j * a->p + k];
                *slope = line * along * a->line[k] + rest * (*slope - along * a->line[k]);
                a->level[at] += *slope * a->mean[k];
            }
        }
}

static void fit_code(additive *a, size_t j, size_t rank, double *with)
{
    const double *z = a->code + j * a->n, n = (double)a->n;
    double *slope = a->slope + j * a->p, square = 0, explained = 0;
    for (size_t s = 0; s < a->n; s++) square += z[s] * z[s];
    products_with(a, z, with);
    for (size_t x = 0; x < a->p; x++) {
        for (size_t y = 0; y < a->p; y++) slope[x] += a->inverse[x * a->p + y] * with[y];
        explained += slope[x] * with[x];
    }
    const double left = (square - explained) / (n - 1 - (double)rank);
    a->noise[j] = square > 0 ? fmax(0, fmin(left, 1)) : 1;
}

static assay_status make_room(additive *a, arena *memory)
{
    const struct {
        double **to;
        size_t count;
    } room[] = { { &a->code, a->d * a->n }, { &a->product, a->p * a->p }, { &a->inverse, a->p * a->p },
                 { &a->mean, a->p },        { &a->slope, a->d * a->p },   { &a->noise, a->d },
                 { &a->share, a->m * a->d }, { &a->straight, a->m * a->d }, { &a->fold, a->m * a->d },
                 { &a->level, a->m * a->d },  { &a->along, a->m * a->d } };
    for (size_t k = 0; k < sizeof room / sizeof *room; k++)
        if (!(*room[k].to = arena_alloc(memory, room[k].count, sizeof(double)))) return ASSAY_ENOMEM;
    return ASSAY_OK;
}

assay_status additive_fit(const assay_rep *rep, arena *memory, additive *to)
{
    *to = (additive){ .n = rep->n, .m = rep->n_factors, .d = rep->n_codes };
    ASSAY_TRY(make_functions(rep, memory, to));
    ASSAY_TRY(make_room(to, memory));
    double *factor = arena_alloc(memory, to->p * to->p, sizeof *factor);
    double *with = arena_alloc(memory, to->p, sizeof *with), weight[2 * ADDITIVE_FACTORS];
    size_t at[2 * ADDITIVE_FACTORS];
    if (!factor || !with) return ASSAY_ENOMEM;
    for (size_t s = 0; s < to->n; s++) add_row(to, s, at, weight);
    centre_products(to);
    const size_t rank = invert(to, factor);
    columns_scale(rep->codes, to->n, to->d, SCALING_STANDARD, to->code);
    for (size_t j = 0; j < to->d; j++) fit_code(to, j, rank, with);
    for (size_t i = 0; i < to->m; i++) measure_factor(to, i, with, !rep->levels[i]);
    return ASSAY_OK;
}
