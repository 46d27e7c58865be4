/*
 * All fits see the data through second moments only. One pass over the rows leaves, for each fold, the means and the
 * centred products X'X, X'Y and y'y; the moments of any training part are those of its folds, joined about the common
 * mean (Chan, Golub, LeVeque 1979), a sum of non-negative parts without cancellation. The descent then keeps
 * g = X'(y - Xw) up to date instead of the residual, n times cheaper and equal up to rounding.
 */
#include "lasso.h"
#include "cholesky.h"
#include "column_tiles.h"
#include "folds.h"
#include "lend.h"
#include "tally.h"
#include "vectors.h"

#include <math.h>

/* Moments of some rows: codes first, then factors. Columns are counted in threes, the odd ones being zero. */
typedef struct moments {
    double rows;
    double *mean; /* [d + m] */
    double *xx;   /* [d * d] symmetric */
    double *xy;   /* [m * d] */
    double *yy;   /* [m] */
} moments;

typedef struct plan {
    const double *codes, *factors;
    size_t n, d, m, folds;
    const lasso_options *options;
    moments *fold; /* [folds] */
    moments train; /* joined: all folds but one, or all */
    double *tile;  /* [padded columns * TILE_ROWS] */
    lanes *sums;   /* lane sums of a fold, by block of three columns */
    double *w, *g; /* [d] */
    size_t *live;  /* [n_live] codes that are solved for, in order */
    size_t n_live;
    double *sign, *step;    /* [d] of each code, 0: not live; of each live one */
    double *square, *lower; /* [n_live * n_live] their products and the factor of these */
} plan;

enum { SET = 32 };

static size_t padded_codes(const plan *p) { return 3 * tile_threes(p->d); }
static size_t padded_columns(const plan *p) { return padded_codes(p) + 3 * tile_threes(p->m); }

static const double *column_of(const plan *p, size_t c)
{
    return c < p->d ? p->codes + c * p->n : p->factors + (c - p->d) * p->n;
}

/* Mean of x[from .. to) about its first value, so that a constant column has its constant as mean, exactly. */
static double mean_of(const double *x, size_t from, size_t to)
{
    const double origin = x[from];
    double part[4] = { 0, 0, 0, 0 };
    for (size_t s = from; s < to; s++) part[s & 3] += x[s] - origin;
    return origin + ((part[0] + part[1]) + (part[2] + part[3])) / (double)(to - from);
}

/* Adds the products of one tile to the lane sums: the upper triangle of X'X and X'Y in blocks of 3 x 3, then Y'Y. */
WIDE
static void tile_add(const double *tile, size_t code_threes, size_t factor_threes, lanes *sums)
{
    const size_t all = code_threes + factor_threes, step = 3 * TILE_ROWS;
    for (size_t a = 0; a < code_threes; a++)
        for (size_t b = a; b < all; b++, sums += 9) tile_products(tile + a * step, tile + b * step, sums);
    for (size_t b = code_threes; b < all; b++, sums += 9) tile_products(tile + b * step, tile + b * step, sums);
}

static size_t sums_count(size_t code_threes, size_t factor_threes)
{
    return 9 * (code_threes * (code_threes + 1) / 2 + code_threes * factor_threes + factor_threes);
}

/* Copies rows from .. from+rows of all columns, centred; what is left of the tile, and odd columns, stay zero. */
static void tile_fill(const plan *p, const double *mean, size_t from, size_t rows)
{
    const size_t shift = padded_codes(p) - p->d;
    for (size_t c = 0; c < p->d + p->m; c++) {
        const double *x = column_of(p, c) + from;
        double *to = p->tile + (c < p->d ? c : c + shift) * TILE_ROWS;
        for (size_t s = 0; s < rows; s++) to[s] = x[s] - mean[c];
        for (size_t s = rows; s < TILE_ROWS; s++) to[s] = 0.0;
    }
}

/* Spreads the lane sums of blocks over the moments. */
static void sums_spread(const plan *p, moments *to)
{
    const size_t code_threes = tile_threes(p->d), all = code_threes + tile_threes(p->m), shift = padded_codes(p);
    const lanes *sum = p->sums;
    for (size_t a = 0; a < all; a++) {
        const size_t last = a < code_threes ? all : a + 1;
        for (size_t b = a; b < last; b++, sum += 9) {
            for (size_t e = 0; e < 9; e++) {
                const size_t i = 3 * a + e / 3, j = 3 * b + e % 3;
                const double value = LANES_SUM(sum[e]);
                if (i < p->d && j < p->d && i <= j) to->xx[i * p->d + j] = to->xx[j * p->d + i] = value;
                else if (i < p->d && j >= shift && j - shift < p->m) to->xy[(j - shift) * p->d + i] = value;
                else if (i == j && i >= shift && i - shift < p->m) to->yy[i - shift] = value;
            }
        }
    }
}

static void fold_measure(const plan *p, size_t f)
{
    moments *to = &p->fold[f];
    const size_t from = folds_begin(p->n, p->folds, f), end = folds_begin(p->n, p->folds, f + 1);
    to->rows = (double)(end - from);
    for (size_t c = 0; c < p->d + p->m; c++) to->mean[c] = mean_of(column_of(p, c), from, end);
    const size_t code_threes = tile_threes(p->d), factor_threes = tile_threes(p->m);
    memset(p->sums, 0, sums_count(code_threes, factor_threes) * sizeof *p->sums);
    for (size_t s = from; s < end; s += TILE_ROWS) {
        tile_fill(p, to->mean, s, end - s < TILE_ROWS ? end - s : TILE_ROWS);
        tile_add(p->tile, code_threes, factor_threes, p->sums);
    }
    sums_spread(p, to);
    tally_add(TALLY_PRODUCTS, (uint64_t)(end - from) * p->d * (p->d + p->m));
}

/* Adds the products of fold `part` about the joint mean of the training part. */
static void moments_add(const plan *p, const moments *part)
{
    const moments *to = &p->train;
    const size_t d = p->d;
    for (size_t i = 0; i < d; i++) {
        const double off = (part->mean[i] - to->mean[i]) * part->rows;
        for (size_t j = 0; j < d; j++) to->xx[i * d + j] += part->xx[i * d + j] + off * (part->mean[j] - to->mean[j]);
    }
    for (size_t k = 0; k < p->m; k++) {
        const double off = part->mean[d + k] - to->mean[d + k];
        for (size_t j = 0; j < d; j++)
            to->xy[k * d + j] += part->xy[k * d + j] + part->rows * (part->mean[j] - to->mean[j]) * off;
        to->yy[k] += part->yy[k] + part->rows * off * off;
    }
}

/* The moments of all folds but `left_out` (folds: of all rows). */
static void train_join(plan *p, size_t left_out)
{
    moments *to = &p->train;
    const size_t d = p->d, origin = left_out == 0 ? 1 : 0;
    to->rows = 0.0;
    for (size_t f = 0; f < p->folds; f++)
        if (f != left_out) to->rows += p->fold[f].rows;
    for (size_t c = 0; c < d + p->m; c++) {
        const double first = p->fold[origin].mean[c];
        double sum = 0.0;
        for (size_t f = 0; f < p->folds; f++)
            if (f != left_out) sum += p->fold[f].rows * (p->fold[f].mean[c] - first);
        to->mean[c] = first + sum / to->rows;
    }
    memset(to->xx, 0, d * d * sizeof *to->xx);
    memset(to->xy, 0, p->m * d * sizeof *to->xy);
    memset(to->yy, 0, p->m * sizeof *to->yy);
    for (size_t f = 0; f < p->folds; f++)
        if (f != left_out) moments_add(p, &p->fold[f]);
}

/* One sweep over the codes; tells the largest move and the largest coefficient. */
static void sweep(size_t d, const double *xx, double limit, double *w, double *g, double *moved, double *largest)
{
    *moved = *largest = 0.0;
    for (size_t j = 0; j < d; j++) {
        const double norm = xx[j * d + j], was = w[j];
        if (norm == 0.0) continue; /* R1 */
        const double pull = g[j] + norm * was;
        w[j] = fabs(pull) > limit ? copysign(fabs(pull) - limit, pull) / norm : 0.0;
        const double move = w[j] - was;
        if (move != 0.0) vector_add(g, xx + j * d, -move, d);
        *moved = fmax(*moved, fabs(move));
        *largest = fmax(*largest, fabs(w[j]));
    }
}

/* Duality gap of the fit in w: the primal value minus that of the residual scaled into the dual's feasible set. */
static double duality_gap(size_t d, const double *xy, double yy, double limit, const double *w, const double *g)
{
    double reach = 0.0, norm1 = 0.0, w_xy = 0.0, w_g = 0.0;
    for (size_t j = 0; j < d; j++) {
        reach = fmax(reach, fabs(g[j]));
        norm1 += fabs(w[j]);
        w_xy += w[j] * xy[j];
        w_g += w[j] * g[j];
    }
    const double residual = fmax(0.0, yy - w_xy - w_g), shrink = reach > limit ? limit / reach : 1.0;
    const double halves = reach > limit ? 0.5 * residual * (1.0 + shrink * shrink) : residual;
    return halves + limit * norm1 - shrink * (yy - w_xy);
}

/* Lists the codes with a sign and factors their products; tells the place of the first that is, but for rounding, a sum
 * of those before it, or their number. */
static size_t live_factor(plan *p)
{
    size_t count = 0, at = 0;
    for (size_t j = 0; j < p->d; j++)
        if (p->sign[j] != 0.0) p->live[count++] = j;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) p->square[i * count + k] = p->train.xx[p->live[i] * p->d + p->live[k]];
    cholesky(p->square, count, p->lower);
    while (at < count && p->lower[at * count + at] > 0.0) at++;
    p->n_live = count;
    return at;
}

/* Where the live codes are to go: to the optimum for their signs, or along what moves no prediction, so that |w| does
 * not grow. */
static void live_step(plan *p, double limit, size_t at)
{
    const size_t count = p->n_live;
    double *step = p->step, grows = 0.0;
    for (size_t i = 0; i < count; i++)
        step[i] = at == count ? p->g[p->live[i]] - limit * p->sign[p->live[i]]
                  : i < at    ? -p->lower[at * count + i]
                              : 0.0;
    if (at == count) solve_lower(p->lower, count, step);
    solve_upper(p->lower, count, step);
    if (at == count) return;
    step[at] = 1.0;
    for (size_t i = 0; i <= at; i++) grows += p->sign[p->live[i]] * step[i];
    if (fabs(grows) < 1e-9) grows = p->sign[p->live[at]]; /* of equal codes the first keeps its weight */
    for (size_t i = 0; i <= at && grows > 0.0; i++) step[i] = -step[i];
}

/* Goes as far as no weight changes its sign; the one that would leaves. Tells whether one left, or -1: none can. */
static int live_move(plan *p, double most)
{
    size_t out = SIZE_MAX;
    for (size_t i = 0; i < p->n_live; i++) {
        const double reach = fabs(p->w[p->live[i]] / p->step[i]);
        if (p->step[i] * p->sign[p->live[i]] < 0.0 && reach < most) most = reach, out = i;
    }
    if (isinf(most)) return -1;
    for (size_t i = 0; i < p->n_live; i++) p->w[p->live[i]] += most * p->step[i];
    if (out == SIZE_MAX) return 0;
    p->w[p->live[out]] = p->sign[p->live[out]] = 0.0;
    return 1;
}

/* The code that pulls most beyond the limit, the first of equals, joins; 0: none does. */
static int live_join(plan *p, double limit)
{
    size_t best = SIZE_MAX;
    double most = limit * (1.0 + 1e-9);
    for (size_t j = 0; j < p->d; j++)
        if (p->sign[j] == 0.0 && p->train.xx[j * p->d + j] > 0.0 && fabs(p->g[j]) > most)
            most = fabs(p->g[best = j]) * (1.0 + 1e-12);
    if (best != SIZE_MAX) p->sign[best] = copysign(1.0, p->g[best]);
    return best != SIZE_MAX;
}

/* From w to the optimum by sets of codes; 0: not reached, w is no worse. */
static int optimum(plan *p, const double *xy, double limit)
{
    for (size_t j = 0; j < p->d; j++) p->sign[j] = p->w[j] == 0.0 ? 0.0 : copysign(1.0, p->w[j]);
    for (size_t round = 0; round < 4 * p->d + 40; round++) {
        const size_t at = live_factor(p);
        live_step(p, limit, at);
        const int left = live_move(p, at < p->n_live ? HUGE_VAL : 1.0);
        if (left < 0) return 0;
        memcpy(p->g, xy, p->d * sizeof *p->g);
        for (size_t i = 0; i < p->n_live; i++)
            vector_add(p->g, p->train.xx + p->live[i] * p->d, -p->w[p->live[i]], p->d);
        if (!left && !live_join(p, limit)) return 1;
    }
    return 0;
}

/* Fits factor k on the training part; w holds the coefficients. Returns whether the gap was met. */
static int32_t descend(plan *p, size_t k, double penalty, size_t sweeps)
{
    const int exact = p->options->exact;
    const double tolerance = exact ? 1e-9 : 1e-4, yy = p->train.yy[k], limit = penalty * p->train.rows;
    const double *xy = p->train.xy + k * p->d;
    double spent = 0.0;
    memset(p->w, 0, p->d * sizeof *p->w);
    memcpy(p->g, xy, p->d * sizeof *p->g);
    for (size_t t = 1; t <= sweeps; t++) {
        double moved, largest, live = 0.0;
        sweep(p->d, p->train.xx, limit, p->w, p->g, &moved, &largest);
        tally_add(TALLY_SOLVED, p->d);
        for (size_t j = 0; j < p->d; j++) live += p->w[j] != 0.0;
        spent += (double)p->d * live;
        /* solved for once the sweeps have cost as much, or the set has settled and is small */
        if (exact && (spent >= live * live * live / 6.0 || (live <= SET && moved < 1e-4 * largest))) {
            if (optimum(p, xy, limit)) return 1;
            spent = 0.0;
        }
        if (largest > 0.0 && moved >= tolerance * largest && t < sweeps) continue;
        if (duality_gap(p->d, xy, yy, limit, p->w, p->g) <= tolerance * yy) return 1;
    }
    return 0;
}

/* Mean squared error of w, trained about `train`'s means, on the rows of `test`. */
static double error_on(const plan *p, size_t k, const moments *test)
{
    const size_t d = p->d;
    const double *xy = test->xy + k * d;
    double sum = test->yy[k], offset = test->mean[d + k] - p->train.mean[d + k];
    for (size_t i = 0; i < d; i++) {
        if (p->w[i] == 0.0) continue;
        double row = 0.0;
        for (size_t j = 0; j < d; j++) row += test->xx[i * d + j] * p->w[j];
        sum += p->w[i] * (row - 2.0 * xy[i]);
        offset -= p->w[i] * (test->mean[i] - p->train.mean[i]);
    }
    return fmax(0.0, sum) / test->rows + offset * offset;
}

/* error [m * n_penalties]: mean over folds of the error on the fold left out. */
static void search(plan *p, double *error)
{
    const size_t choices = p->options->n_penalties;
    for (size_t f = 0; f < p->folds; f++) {
        train_join(p, f);
        for (size_t k = 0; k < p->m; k++) {
            for (size_t a = 0; a < choices; a++) {
                (void)descend(p, k, p->options->penalty[a], p->options->search_sweeps);
                error[k * choices + a] += error_on(p, k, &p->fold[f]) / (double)p->folds;
            }
        }
    }
}

static void factor_finish(plan *p, size_t k, size_t chosen, const lasso_result *to)
{
    const int32_t met = descend(p, k, p->options->penalty[chosen], p->options->final_sweeps);
    double intercept = p->train.mean[p->d + k];
    for (size_t j = 0; j < p->d; j++) intercept -= p->w[j] * p->train.mean[j];
    if (to->weight) memcpy(to->weight + k * p->d, p->w, p->d * sizeof *p->w);
    if (to->intercept) to->intercept[k] = intercept;
    if (to->chosen) to->chosen[k] = chosen;
    if (to->training_error) to->training_error[k] = error_on(p, k, &p->train);
    if (to->stopped) to->stopped[k] = met;
}

static void fit_all(plan *p, double *error, const lasso_result *to)
{
    const size_t choices = p->options->n_penalties;
    for (size_t f = 0; f < p->folds; f++) fold_measure(p, f);
    if (p->folds == 1) p->train = p->fold[0];
    if (choices > 1) search(p, error);
    if (p->folds > 1) train_join(p, p->folds);
    for (size_t k = 0; k < p->m; k++) {
        size_t best = 0;
        for (size_t a = 1; a < choices; a++)
            if (error[k * choices + a] < error[k * choices + best]) best = a;
        factor_finish(p, k, best, to);
    }
    if (!to->fold_error) return;
    for (size_t e = 0; e < p->m * choices; e++) to->fold_error[e] = choices > 1 ? error[e] : NAN;
}

static size_t moments_size(const plan *p) { return p->d + p->m + p->d * p->d + p->m * p->d + p->m; }

static moments moments_at(const plan *p, double *from)
{
    double *const xx = from + p->d + p->m, *const xy = xx + p->d * p->d;
    return (moments){ .mean = from, .xx = xx, .xy = xy, .yy = xy + p->m * p->d };
}

static assay_status options_check(const lasso_options *options, size_t n)
{
    if (n < 1 || options->n_penalties < 1) return ASSAY_EINPUT;
    if (options->n_penalties > 1 && (options->folds < 2 || n < options->folds || n < 2)) return ASSAY_EINPUT; /* R2 */
    for (size_t a = 0; a < options->n_penalties; a++)
        if (!(options->penalty[a] > 0.0 && isfinite(options->penalty[a]))) return ASSAY_EINPUT;
    return ASSAY_OK;
}

assay_status lasso_fit(const double *codes, const double *factors, size_t n, size_t n_codes, size_t n_factors,
                       const lasso_options *options, const lasso_result *result)
{
    ASSAY_TRY(options_check(options, n));
    plan p = { .codes = codes, .factors = factors, .n = n, .d = n_codes, .m = n_factors, .options = options };
    p.folds = options->n_penalties > 1 ? options->folds : 1;
    const size_t d = n_codes, m = n_factors, each = moments_size(&p);
    const size_t kept = p.folds > 1 ? p.folds + 1 : 1; /* one fold is all rows */
    double *all = NULL, *error = NULL;
    void *const block = LEND_BLOCK(LOAN(all, kept * each), LOAN(p.w, d), LOAN(p.g, d), LOAN(p.live, d), LOAN(p.sign, d),
                                   LOAN(p.step, d), LOAN(p.square, options->exact ? d * d : 0),
                                   LOAN(p.lower, options->exact ? d * d : 0), LOAN(error, m * options->n_penalties),
                                   LOAN(p.fold, p.folds), LOAN(p.tile, padded_columns(&p) * TILE_ROWS),
                                   LOAN(p.sums, sums_count(tile_threes(d), tile_threes(m))));
    if (!block) return ASSAY_ENOMEM;
    for (size_t f = 0; f < p.folds; f++) p.fold[f] = moments_at(&p, all + f * each);
    if (p.folds > 1) p.train = moments_at(&p, all + p.folds * each);
    fit_all(&p, error, result);
    free(block);
    return ASSAY_OK;
}

lasso_options lasso_options_standard(void)
{
    static const double penalty[] = { 1e-4, 1e-3, 0.01, 0.1, 0.2, 0.4, 0.8, 1.0 };
    return (lasso_options){ .penalty = penalty,
                            .n_penalties = sizeof penalty / sizeof *penalty,
                            .folds = 10,
                            .search_sweeps = 5000,
                            .final_sweeps = 1000 };
}
