/*
 * More codes than rows: no matrix of all codes. A fit moves the codes of its active set alone, on the residuals; when
 * these have settled, one product of all codes with the residuals of all factors says which codes are missing and how far
 * the fits are from the minimum (lasso.h). Columns stay as they are: a product with centred ones is
 *
 *     sum_s (x_s - mean x) (r_s - mean r) = sum_s x_s r_s - mean x sum_s r_s
 */
#include "lasso_inside.h"

#include "folds.h"
#include "products.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 32 }; /* factors at a time */

/* Fits of some factors on all rows but those of one fold. */
typedef struct wide {
    const double *codes, *factors;
    size_t n, d, from, end;  /* rows from .. end-1 are left out */
    double rows;             /* that are learnt from */
    double *mean, *norm;     /* [d] in those */
    double *rest;            /* [BLOCK * n] residuals; zeros in rows left out */
    double *slope;           /* [BLOCK * d] */
    double *w;               /* [BLOCK * d] */
    uint32_t *active;        /* [BLOCK * d] codes that may move, in ascending order */
    uint8_t *in;             /* [BLOCK * d] */
} wide;

/* One of them. */
typedef struct one {
    double *rest, *slope, *w, sum, square; /* sum of the residuals; square of the centred factor */
    uint32_t *active;
    uint8_t *in;
    size_t count, sweeps;
    int done, met;
} one;

static double learnt_product(const wide *f, const double *x, const double *y)
{
    return vector_product(x, y, f->from) + vector_product(x + f->end, y + f->end, f->n - f->end);
}

static void learnt_add(const wide *f, double *x, const double *y, double factor)
{
    vector_add(x, y, factor, f->from);
    vector_add(x + f->end, y + f->end, factor, f->n - f->end);
}

static double learnt_mean(const wide *f, const double *x)
{
    double sum = 0.0;
    for (size_t s = 0; s < f->n; s++) sum += s < f->from || s >= f->end ? x[s] : 0.0;
    return sum / f->rows;
}

/* A norm that is rounding is 0: R1 */
static void codes_measure(wide *f)
{
    for (size_t j = 0; j < f->d; j++) {
        const double *x = f->codes + j * f->n;
        f->mean[j] = learnt_mean(f, x);
        f->norm[j] = 0.0;
        double all = 0.0;
        for (size_t s = 0; s < f->n; s++) {
            if (s >= f->from && s < f->end) continue;
            f->norm[j] += (x[s] - f->mean[j]) * (x[s] - f->mean[j]);
            all += x[s] * x[s];
        }
        if (!(f->norm[j] > 1e-26 * all)) f->norm[j] = 0.0;
    }
}

static void one_start(const wide *f, size_t k, size_t at, one *o)
{
    const double *y = f->factors + k * f->n, mean = learnt_mean(f, y);
    *o = (one){ .rest = f->rest + at * f->n, .slope = f->slope + at * f->d, .w = f->w + at * f->d,
                .active = f->active + at * f->d, .in = f->in + at * f->d };
    memset(o->w, 0, f->d * sizeof *o->w);
    memset(o->in, 0, f->d);
    for (size_t s = 0; s < f->n; s++) {
        o->rest[s] = s < f->from || s >= f->end ? y[s] - mean : 0.0;
        o->sum += o->rest[s];
        o->square += o->rest[s] * o->rest[s];
    }
}

/* The slopes of all codes in all residuals. */
static void slopes_find(const wide *f, const one *o, size_t count)
{
    const column_set rest = { f->rest, f->n, count };
    memset(f->slope, 0, count * f->d * sizeof *f->slope);
    products_add(rest, (column_set){ f->codes, f->n, f->d }, f->n, f->slope, f->d);
    for (size_t k = 0; k < count; k++)
        for (size_t j = 0; j < f->d; j++) o[k].slope[j] -= f->mean[j] * o[k].sum;
}

static double gap_of(const wide *f, const one *o, double limit)
{
    double reach = 0.0, norm1 = 0.0, explained = 0.0;
    for (size_t j = 0; j < f->d; j++) reach = f->norm[j] > 0.0 ? fmax(reach, fabs(o->slope[j])) : reach;
    for (size_t a = 0; a < o->count; a++) {
        norm1 += fabs(o->w[o->active[a]]);
        explained += o->w[o->active[a]] * o->slope[o->active[a]];
    }
    const double square = vector_product(o->rest, o->rest, f->n) - o->sum * o->sum / f->rows;
    const double shrink = reach > limit ? limit / reach : 1.0; /* of the residual, into the dual's feasible set */
    return 0.5 * square * (1.0 + shrink * shrink) + limit * norm1 - shrink * (square + explained);
}

/* Takes in the codes whose slope is too steep; whether there were any. */
static int take_steep(const wide *f, one *o, double limit)
{
    const size_t before = o->count;
    o->count = 0;
    for (size_t j = 0; j < f->d; j++) {
        if (f->norm[j] > 0.0 && fabs(o->slope[j]) > limit) o->in[j] = 1;
        if (o->in[j]) o->active[o->count++] = (uint32_t)j;
    }
    return o->count > before;
}

/* Sweeps over the active codes until they settle as in lasso.c, or there were as many as may be. */
static void one_descend(const wide *f, one *o, double limit, size_t sweeps)
{
    double moved = INFINITY, largest = 1.0;
    while (o->sweeps < sweeps && largest > 0.0 && moved >= 1e-4 * largest) {
        moved = largest = 0.0;
        o->sweeps++;
        for (size_t a = 0; a < o->count; a++) {
            const size_t j = o->active[a];
            const double *x = f->codes + j * f->n, was = o->w[j];
            const double pull = learnt_product(f, x, o->rest) - f->mean[j] * o->sum + f->norm[j] * was;
            o->w[j] = fabs(pull) > limit ? copysign(fabs(pull) - limit, pull) / f->norm[j] : 0.0;
            const double move = o->w[j] - was;
            if (move != 0.0) {
                learnt_add(f, o->rest, x, -move);
                o->sum -= move * f->rows * f->mean[j];
            }
            moved = fmax(moved, fabs(move));
            largest = fmax(largest, fabs(o->w[j]));
        }
    }
}

/* Fits `count` factors from the first on. */
static void fit_block(const wide *f, one *o, size_t first, size_t count, double penalty, size_t sweeps)
{
    const double limit = penalty * f->rows;
    size_t open = count;
    for (size_t k = 0; k < count; k++) one_start(f, first + k, k, &o[k]);
    while (open) {
        slopes_find(f, o, count);
        for (size_t k = 0; k < count; k++) {
            if (o[k].done) continue;
            o[k].met = gap_of(f, &o[k], limit) <= 1e-4 * o[k].square;
            const int more = take_steep(f, &o[k], limit);
            o[k].done = o[k].met || o[k].sweeps >= sweeps || (!more && !o[k].count);
            open -= (size_t)o[k].done;
            if (!o[k].done) one_descend(f, &o[k], limit, sweeps);
        }
    }
}

/* Mean squared error on the rows from .. end-1. */
static double error_on(const wide *f, const one *o, size_t factor, size_t from, size_t end)
{
    const double *y = f->factors + factor * f->n, mean = learnt_mean(f, y);
    double sum = 0.0, offset = mean;
    for (size_t a = 0; a < o->count; a++) offset -= o->w[o->active[a]] * f->mean[o->active[a]];
    for (size_t s = from; s < end; s++) {
        double off = y[s] - offset;
        for (size_t a = 0; a < o->count; a++) off -= o->w[o->active[a]] * f->codes[o->active[a] * f->n + s];
        sum += off * off;
    }
    return sum / (double)(end - from);
}

static void search(wide *f, one *o, size_t m, const lasso_options *options, double *error)
{
    const size_t choices = options->n_penalties, n = f->n;
    for (size_t fold = 0; fold < options->folds; fold++) {
        f->from = folds_begin(n, options->folds, fold);
        f->end = folds_begin(n, options->folds, fold + 1);
        f->rows = (double)(n - (f->end - f->from));
        codes_measure(f);
        for (size_t first = 0; first < m; first += BLOCK) {
            const size_t count = m - first < BLOCK ? m - first : BLOCK;
            for (size_t a = 0; a < choices; a++) {
                fit_block(f, o, first, count, options->penalty[a], options->search_sweeps);
                for (size_t k = 0; k < count; k++)
                    error[(first + k) * choices + a] +=
                        error_on(f, &o[k], first + k, f->from, f->end) / (double)options->folds;
            }
        }
    }
}

/* The fit of one factor on all rows, once `fit_block` made it. */
static void finish(const wide *f, const one *o, size_t k, const lasso_result *to)
{
    double intercept = learnt_mean(f, f->factors + k * f->n);
    for (size_t a = 0; a < o->count; a++) intercept -= o->w[o->active[a]] * f->mean[o->active[a]];
    if (to->weight) memcpy(to->weight + k * f->d, o->w, f->d * sizeof *o->w);
    if (to->intercept) to->intercept[k] = intercept;
    if (to->training_error) to->training_error[k] = error_on(f, o, k, 0, f->n);
    if (to->stopped) to->stopped[k] = o->met;
}

/* On all rows, factors of the same penalty together. */
static void fit_all(wide *f, one *o, size_t m, const lasso_options *options, const size_t *chosen, const lasso_result *to)
{
    f->from = f->end = f->n;
    f->rows = (double)f->n;
    codes_measure(f);
    for (size_t first = 0, count; first < m; first += count) {
        count = 1;
        while (count < BLOCK && first + count < m && chosen[first + count] == chosen[first]) count++;
        fit_block(f, o, first, count, options->penalty[chosen[first]], options->final_sweeps);
        for (size_t k = 0; k < count; k++) finish(f, &o[k], first + k, to);
    }
}

static void choose(size_t m, size_t choices, const double *error, size_t *chosen, const lasso_result *to)
{
    for (size_t k = 0; k < m; k++) {
        for (size_t a = 1; a < choices; a++)
            if (error[k * choices + a] < error[k * choices + chosen[k]]) chosen[k] = a;
        if (to->chosen) to->chosen[k] = chosen[k];
    }
    for (size_t e = 0; to->fold_error && e < m * choices; e++) to->fold_error[e] = choices > 1 ? error[e] : NAN;
}

assay_status lasso_fit_wide(const double *codes, const double *factors, size_t n, size_t d, size_t m,
                            const lasso_options *options, const lasso_result *result)
{
    const size_t block = m < BLOCK ? m : BLOCK, choices = options->n_penalties;
    wide f = { .codes = codes, .factors = factors, .n = n, .d = d };
    double *room = malloc((2 * d + block * (n + 2 * d)) * sizeof *room), *error = calloc(m * choices, sizeof *error);
    size_t *chosen = calloc(m, sizeof *chosen);
    one *o = calloc(block, sizeof *o);
    f.active = malloc(block * d * sizeof *f.active);
    f.in = malloc(block * d);
    const int ready = room && error && chosen && o && f.active && f.in;
    if (ready) {
        f.mean = room, f.norm = f.mean + d, f.rest = f.norm + d;
        f.slope = f.rest + block * n, f.w = f.slope + block * d;
        if (choices > 1) search(&f, o, m, options, error);
        choose(m, choices, error, chosen, result);
        fit_all(&f, o, m, options, chosen, result);
    }
    free(room), free(error), free(chosen), free(o), free(f.active), free(f.in);
    return ready ? ASSAY_OK : ASSAY_ENOMEM;
}
