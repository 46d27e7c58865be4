/*
 * Columns are centred and scaled first (the penalty is rescaled with them, so the minimum is the same) and packed into
 * tiles of 128 rows, the column of ones last.
 *
 * Binary fits use Newton's method, not L-BFGS: with d + 1 unknowns its Hessian costs about as much as the scores and
 * exponentials, and four passes over the rows replace thirty. It starts on every 16th row, goes on with every 4th, and
 * meets all rows at a point a few steps' rounding away. A Hessian is used again as long as the decrement falls a
 * hundredfold. The function is convex, so the slope along the step tells all that a line search must know: a step is
 * shortened only while the function rises at its end by more than half of what it fell at its start.
 *
 * The multinomial fit has K (d + 1) unknowns and goes to libLBFGS, in coordinates in which the Hessian at the start is
 * close to the identity (Cholesky factor of the weighted X'X plus penalty).
 */
#include "logistic.h"
#include "column_tiles.h"

#include <lbfgs.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 3 };

typedef struct packed {
    size_t rows, tiles;
    double *x;     /* [tiles][columns][TILE_ROWS] */
    double *label; /* [tiles * TILE_ROWS]; -1 in rows that fill up the last tile */
    size_t *count; /* [classes] rows of each class */
} packed;

typedef struct fit {
    size_t p, threes, columns, classes; /* p = codes + 1; columns = 3 threes >= p */
    double *mean, *scale;               /* [p] scaled = (code - mean) * scale */
    double *penalty;                    /* [p] second derivative of the penalty, divided by C */
    packed level[LEVELS];               /* all rows, every 4th, every 16th; rows == 0: not used */
    size_t passes_most, passes;
    /* binary */
    double target, weight_in, weight_out;
    double *theta, *trial, *step, *gradient, *hessian, *factor; /* [columns], hessian and factor [p * p] */
    lanes *sums;                                                /* gradient: 3 per three; Hessian: 9 per block */
    double *tile;                                               /* residual, curvature, curved columns */
    /* multinomial */
    double *class_weight, *whitener, *theta_all, *gradient_all; /* [classes], [p * p], [classes * columns] twice */
    double goal;                                                /* gradient norm to reach */
    double norm;                                                /* gradient norm last seen */
} fit;

static size_t blocks_of(size_t threes) { return threes * (threes + 1) / 2; }
static size_t bytes_aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }
static double *lent(size_t doubles) { return aligned_alloc(64, bytes_aligned(doubles * sizeof(double) + 1)); }

/* ------------------------------------------------------------------------------------------------ packing -- */

static void column_measure(const double *x, size_t n, int centred, double *mean, double *scale)
{
    double sum = 0.0, squares = 0.0, largest = 0.0;
    for (size_t s = 0; s < n; s++) sum += x[s] - x[0];
    const double middle = centred ? x[0] + sum / (double)n : 0.0;
    *mean = middle;
    for (size_t s = 0; s < n; s++) {
        const double off = fabs(x[s] - middle);
        largest = off > largest ? off : largest;
    }
    const double unit = largest > 0.0 ? 1.0 / largest : 0.0;
    for (size_t s = 0; s < n; s++) {
        const double share = (x[s] - middle) * unit;
        squares += share * share;
    }
    *scale = largest > 0.0 ? 1.0 / (largest * sqrt(squares / (double)n)) : 0.0; /* R3: a column of zeros */
    if (!isfinite(*scale)) *scale = 0.0;
}

static assay_status level_pack(const fit *f, const double *codes, size_t stride, size_t n, const int32_t *label,
                               size_t skip, packed *to)
{
    to->rows = (n + skip - 1) / skip;
    to->tiles = tile_count(to->rows);
    to->x = lent(to->tiles * f->columns * TILE_ROWS);
    to->label = lent(to->tiles * TILE_ROWS);
    to->count = calloc(f->classes, sizeof *to->count);
    if (!to->x || !to->label || !to->count) return ASSAY_ENOMEM;
    memset(to->x, 0, to->tiles * f->columns * TILE_ROWS * sizeof *to->x);
    for (size_t t = 0; t < to->tiles; t++) {
        const size_t first = t * TILE_ROWS, left = to->rows - first, rows = left < TILE_ROWS ? left : TILE_ROWS;
        double *x = to->x + t * f->columns * TILE_ROWS;
        for (size_t j = 0; j + 1 < f->p; j++) {
            const double *from = codes + j * stride + first * skip, mean = f->mean[j], scale = f->scale[j];
            for (size_t s = 0; s < rows; s++) x[j * TILE_ROWS + s] = (from[s * skip] - mean) * scale;
        }
        for (size_t s = 0; s < rows; s++) {
            const int32_t k = label[(first + s) * skip];
            x[(f->p - 1) * TILE_ROWS + s] = 1.0;
            to->label[first + s] = k;
            to->count[k]++;
        }
        for (size_t s = rows; s < TILE_ROWS; s++) to->label[first + s] = -1.0;
    }
    return ASSAY_OK;
}

/* ----------------------------------------------------------------------------------------- small matrices -- */

/* Column j of four rows of the factor: four sums that do not wait for each other. */
static void factor_four(const double *matrix, double *rows, const double *pivot_row, size_t p, size_t j, double root)
{
    double *a = rows, *b = a + p, *c = b + p, *d = c + p;
    double sum[4] = { matrix[0], matrix[p], matrix[2 * p], matrix[3 * p] };
    for (size_t k = 0; k < j; k++) {
        sum[0] -= a[k] * pivot_row[k];
        sum[1] -= b[k] * pivot_row[k];
        sum[2] -= c[k] * pivot_row[k];
        sum[3] -= d[k] * pivot_row[k];
    }
    a[j] = sum[0] / root, b[j] = sum[1] / root, c[j] = sum[2] / root, d[j] = sum[3] / root;
}

/* Lower factor of a symmetric matrix; a direction without curvature gets a zero column and is left alone. */
static void cholesky(const double *matrix, size_t p, double *factor)
{
    memset(factor, 0, p * p * sizeof *factor);
    for (size_t j = 0; j < p; j++) {
        double pivot = matrix[j * p + j];
        for (size_t k = 0; k < j; k++) pivot -= factor[j * p + k] * factor[j * p + k];
        if (!(pivot > 1e-13 * matrix[j * p + j])) continue;
        const double root = sqrt(pivot);
        factor[j * p + j] = root;
        size_t i = j + 1;
        for (; i + 4 <= p; i += 4) factor_four(matrix + i * p + j, factor + i * p, factor + j * p, p, j, root);
        for (; i < p; i++) {
            double sum = matrix[i * p + j];
            for (size_t k = 0; k < j; k++) sum -= factor[i * p + k] * factor[j * p + k];
            factor[i * p + j] = sum / root;
        }
    }
}

/* x <- L^-1 x, and x <- L^-T x; directions without curvature become 0. */
static void solve_lower(const double *factor, size_t p, double *x)
{
    for (size_t i = 0; i < p; i++) {
        double sum = x[i];
        for (size_t k = 0; k < i; k++) sum -= factor[i * p + k] * x[k];
        x[i] = factor[i * p + i] > 0.0 ? sum / factor[i * p + i] : 0.0;
    }
}

static void solve_upper(const double *factor, size_t p, double *x)
{
    for (size_t i = p; i-- > 0;) {
        double sum = x[i];
        for (size_t k = i + 1; k < p; k++) sum -= factor[k * p + i] * x[k];
        x[i] = factor[i * p + i] > 0.0 ? sum / factor[i * p + i] : 0.0;
    }
}

static double dot(const double *a, const double *b, size_t p)
{
    double sum = 0.0;
    for (size_t j = 0; j < p; j++) sum += a[j] * b[j];
    return sum;
}

/* ------------------------------------------------------------------------------------------------- binary -- */

/* score [TILE_ROWS] = theta x, code by code; four sums at a time, for each waits for the one before it. */
TILE_INLINE void tile_score(const double *x, size_t p, const double *theta, double *score)
{
    for (size_t s = 0; s < TILE_ROWS; s += 4 * LANES) {
        lanes a = LANES_ALL(0), b = a, c = a, d = a;
        for (size_t j = 0; j < p; j++) {
            const double *row = x + j * TILE_ROWS + s;
            a += theta[j] * TILE_AT(row), b += theta[j] * TILE_AT(row + LANES);
            c += theta[j] * TILE_AT(row + 2 * LANES), d += theta[j] * TILE_AT(row + 3 * LANES);
        }
        TILE_TO(score + s) = a, TILE_TO(score + s + LANES) = b;
        TILE_TO(score + s + 2 * LANES) = c, TILE_TO(score + s + 3 * LANES) = d;
    }
}

/* Residual c (P - y) and curvature c P (1 - P) of the rows of one tile. With e = exp(-|m|) the larger of P and 1 - P is
 * 1 / (1 + e) and the other e / (1 + e): no cancellation at either end. */
TILE_INLINE void tile_residuals(const fit *f, const double *x, const double *label, const double *theta,
                                double *residual, double *curvature)
{
    const lanes target = LANES_ALL(f->target), in = LANES_ALL(-f->weight_in), out = LANES_ALL(f->weight_out);
    const lane_masks sign = (lane_masks)LANES_ALL(-0.0);
    tile_score(x, f->p, theta, residual);
    for (size_t s = 0; s < TILE_ROWS; s += LANES) {
        const lanes score = TILE_AT(residual + s), size = (lanes)((lane_masks)score & ~sign);
        lanes e;
        tile_exp_minus(&size, &e);
        const lanes larger = 1.0 / (1.0 + e), smaller = e * larger;
        const lane_masks inside = TILE_AT(label + s) == target;
        const lanes towards = (lanes)((lane_masks)score ^ (inside & sign)); /* the score against the row's own side */
        const lanes weight = LANES_PICK(inside, in, out), miss = LANES_PICK(towards < LANES_ALL(0), smaller, larger);
        TILE_TO(residual + s) = weight * miss;
        TILE_TO(curvature + s) = (lanes)((lane_masks)weight & ~sign) * (larger * smaller);
    }
}

/* Lane sums of gradient (and Hessian, upper blocks) over all tiles. */
WIDE
static void binary_sums(const fit *f, const packed *data, const double *theta, int curved)
{
    double *residual = f->tile, *curvature = residual + TILE_ROWS, *bent = curvature + TILE_ROWS;
    const size_t step = 3 * TILE_ROWS;
    for (size_t t = 0; t < data->tiles; t++) {
        const double *x = data->x + t * f->columns * TILE_ROWS;
        tile_residuals(f, x, data->label + t * TILE_ROWS, theta, residual, curvature);
        lanes *sum = f->sums;
        for (size_t b = 0; b < f->threes; b++, sum += 3) tile_products_one(residual, x + b * step, sum);
        if (!curved) continue;
        for (size_t j = 0; j < f->p; j++)
            for (size_t s = 0; s < TILE_ROWS; s += LANES)
                TILE_TO(bent + j * TILE_ROWS + s) = TILE_AT(curvature + s) * TILE_AT(x + j * TILE_ROWS + s);
        for (size_t a = 0; a < f->threes; a++)
            for (size_t b = a; b < f->threes; b++, sum += 9) tile_products(bent + a * step, x + b * step, sum);
    }
}

/* Gradient at theta, and the Hessian's factor where `curved`; share = rows of this level / all rows. */
static void binary_pass(fit *f, const packed *data, double share, const double *theta, int curved)
{
    const size_t p = f->p;
    memset(f->sums, 0, (3 * f->threes + (curved ? 9 * blocks_of(f->threes) : 0)) * sizeof *f->sums);
    binary_sums(f, data, theta, curved);
    if (data == &f->level[0]) f->passes++;
    for (size_t j = 0; j < p; j++) f->gradient[j] = LANES_SUM(f->sums[j]) + share * f->penalty[j] * theta[j];
    if (!curved) return;
    const lanes *sum = f->sums + 3 * f->threes;
    for (size_t a = 0; a < f->threes; a++) {
        for (size_t b = a; b < f->threes; b++, sum += 9) {
            for (size_t e = 0; e < 9; e++) {
                const size_t i = 3 * a + e / 3, j = 3 * b + e % 3;
                if (i <= j && j < p) f->hessian[i * p + j] = f->hessian[j * p + i] = LANES_SUM(sum[e]);
            }
        }
    }
    for (size_t j = 0; j < p; j++) f->hessian[j * p + j] += share * f->penalty[j];
    cholesky(f->hessian, p, f->factor);
}

/* step = -H^-1 gradient, with the Hessian of rows fewer by `grown`; returns the squared Newton decrement. */
static double newton_step(fit *f, double grown)
{
    for (size_t j = 0; j < f->p; j++) f->step[j] = -f->gradient[j];
    solve_lower(f->factor, f->p, f->step);
    const double decrement = dot(f->step, f->step, f->p) / grown;
    solve_upper(f->factor, f->p, f->step);
    for (size_t j = 0; j < f->p; j++) f->step[j] /= grown;
    return decrement;
}

/* Evaluates at theta + t step, t = 1 or as much less as the slope at the end asks for, and goes there. */
static void newton_move(fit *f, const packed *data, double share, double decrement, int *curved)
{
    double t = 1.0;
    for (size_t tries = 0; tries < 30; tries++) {
        for (size_t j = 0; j < f->p; j++) f->trial[j] = f->theta[j] + t * f->step[j];
        binary_pass(f, data, share, f->trial, *curved);
        const double slope = dot(f->gradient, f->step, f->p);
        if (!(slope > 0.5 * decrement)) break;
        t *= fmax(0.1, decrement / (decrement + slope)); /* where a straight slope would be zero */
        *curved = 1;
    }
    memcpy(f->theta, f->trial, f->p * sizeof *f->theta);
}

/* Newton's method on one level from theta. *grown: of how many times fewer rows the factor at hand is; 0: none. */
static int level_minimise(fit *f, const packed *data, double *grown, double enough)
{
    const double share = (double)data->rows / (double)f->level[0].rows;
    int curved = *grown == 0.0;
    double before = 0.0;
    binary_pass(f, data, share, f->theta, curved);
    for (size_t pass = 0; pass < f->passes_most; pass++) {
        if (curved) *grown = 1.0;
        const double decrement = newton_step(f, *grown);
        if (!isfinite(decrement)) return 0;
        /* the next decrement of a step with this Hessian: fallen by the same share again */
        const double next = before > 0.0 ? decrement * (decrement / before) : decrement;
        if (decrement <= enough || next <= 0.01 * enough) {
            for (size_t j = 0; j < f->p; j++) f->theta[j] += f->step[j];
            return 1;
        }
        curved = !(decrement <= 0.01 * before);
        before = decrement;
        newton_move(f, data, share, decrement, &curved);
    }
    return 0;
}

/* Fits class k against the rest into f->theta, coarse levels first. */
static int binary_fit(fit *f, size_t k, int balanced)
{
    const double n = (double)f->level[0].rows, in = (double)f->level[0].count[k];
    f->target = (double)k;
    f->weight_in = balanced ? n / (2.0 * in) : 1.0;
    f->weight_out = balanced ? n / (2.0 * (n - in)) : 1.0;
    const double weight = f->weight_in * in + f->weight_out * (n - in);
    memset(f->theta, 0, f->columns * sizeof *f->theta);
    if (!balanced) f->theta[f->p - 1] = log(in / (n - in));
    double grown = 0.0;
    size_t below = 0; /* the level the factor stems from */
    for (size_t l = LEVELS; l-- > 1;) {
        const packed *data = &f->level[l];
        if (data->rows == 0 || data->count[k] < 8 || data->rows - data->count[k] < 8) continue;
        if (below) grown = 0.0;
        /* a tenth of a unit is far below the p units by which the minimum of the next level differs */
        if (!level_minimise(f, data, &grown, 0.1)) {
            memset(f->theta, 0, f->columns * sizeof *f->theta);
            grown = 0.0;
            continue;
        }
        below = l;
    }
    if (grown > 0.0) grown = (double)f->level[0].rows / (double)f->level[below].rows;
    return level_minimise(f, &f->level[0], &grown, 1e-17 * weight); /* R1: the scores' error, squared */
}

/* -------------------------------------------------------------------------------------------- multinomial -- */

/* Scores of three classes at once, as tile_score: theta and score one class after the other. */
TILE_INLINE void tile_score_three(const double *x, size_t p, const double *theta, size_t columns, double *score)
{
    const double *t1 = theta + columns, *t2 = t1 + columns;
    for (size_t s = 0; s < TILE_ROWS; s += 2 * LANES) {
        lanes a0 = LANES_ALL(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0;
        for (size_t j = 0; j < p; j++) {
            const lanes x0 = TILE_AT(x + j * TILE_ROWS + s), x1 = TILE_AT(x + j * TILE_ROWS + s + LANES);
            a0 += theta[j] * x0, a1 += theta[j] * x1;
            b0 += t1[j] * x0, b1 += t1[j] * x1;
            c0 += t2[j] * x0, c1 += t2[j] * x1;
        }
        TILE_TO(score + s) = a0, TILE_TO(score + s + LANES) = a1;
        TILE_TO(score + TILE_ROWS + s) = b0, TILE_TO(score + TILE_ROWS + s + LANES) = b1;
        TILE_TO(score + 2 * TILE_ROWS + s) = c0, TILE_TO(score + 2 * TILE_ROWS + s + LANES) = c1;
    }
}

TILE_INLINE void tile_score_all(const fit *f, const double *x, double *score)
{
    size_t k = 0;
    for (; k + 3 <= f->classes; k += 3)
        tile_score_three(x, f->p, f->theta_all + k * f->columns, f->columns, score + k * TILE_ROWS);
    for (; k < f->classes; k++) tile_score(x, f->p, f->theta_all + k * f->columns, score + k * TILE_ROWS);
}

/* Adds one tile: residuals c (P_k - y_k) per class over the scores, and the loss into *loss. */
TILE_INLINE void tile_softmax(const fit *f, const double *x, const double *label, double *score, lanes *loss)
{
    tile_score_all(f, x, score);
    for (size_t s = 0; s < TILE_ROWS; s += LANES) {
        const lanes own = TILE_AT(label + s);
        lanes most = LANES_ALL(-HUGE_VAL), sum = LANES_ALL(0), weight = sum, hit = sum;
        for (size_t k = 0; k < f->classes; k++) {
            const lanes here = TILE_AT(score + k * TILE_ROWS + s);
            most = LANES_PICK(here > most, here, most);
            const lane_masks inside = own == LANES_ALL((double)k);
            weight = LANES_PICK(inside, LANES_ALL(f->class_weight[k]), weight);
            hit = LANES_PICK(inside, here, hit);
        }
        for (size_t k = 0; k < f->classes; k++) {
            const lanes below = most - TILE_AT(score + k * TILE_ROWS + s);
            lanes e;
            tile_exp_minus(&below, &e);
            TILE_TO(score + k * TILE_ROWS + s) = e;
            sum += e;
        }
        lanes log_sum;
        tile_log(&sum, &log_sum);
        *loss += weight * (log_sum + (most - hit));
        const lanes share = weight / sum;
        for (size_t k = 0; k < f->classes; k++) {
            const lane_masks inside = own == LANES_ALL((double)k);
            const lanes y = (lanes)(inside & (lane_masks)weight);
            TILE_TO(score + k * TILE_ROWS + s) = TILE_AT(score + k * TILE_ROWS + s) * share - y;
        }
    }
}

WIDE
static double softmax_sums(const fit *f)
{
    const packed *data = &f->level[0];
    const size_t step = 3 * TILE_ROWS, class_threes = tile_threes(f->classes);
    lanes total = LANES_ALL(0);
    for (size_t t = 0; t < data->tiles; t++) {
        const double *x = data->x + t * f->columns * TILE_ROWS;
        lanes loss = LANES_ALL(0);
        tile_softmax(f, x, data->label + t * TILE_ROWS, f->tile, &loss);
        total += loss;
        lanes *sum = f->sums;
        for (size_t a = 0; a < class_threes; a++)
            for (size_t b = 0; b < f->threes; b++, sum += 9) tile_products(f->tile + a * step, x + b * step, sum);
    }
    return LANES_SUM(total);
}

/* Loss and gradient in the fit's own coordinates, theta_all -> gradient_all. */
static double softmax_pass(fit *f)
{
    const size_t class_threes = tile_threes(f->classes);
    memset(f->sums, 0, 9 * class_threes * f->threes * sizeof *f->sums);
    double value = softmax_sums(f);
    f->passes++;
    const lanes *sum = f->sums;
    for (size_t a = 0; a < class_threes; a++) {
        for (size_t b = 0; b < f->threes; b++, sum += 9) {
            for (size_t e = 0; e < 9; e++) {
                const size_t k = 3 * a + e / 3, j = 3 * b + e % 3;
                if (k < f->classes && j < f->p) f->gradient_all[k * f->columns + j] = LANES_SUM(sum[e]);
            }
        }
    }
    for (size_t k = 0; k < f->classes; k++) {
        for (size_t j = 0; j < f->p; j++) {
            const double theta = f->theta_all[k * f->columns + j];
            value += 0.5 * f->penalty[j] * theta * theta;
            f->gradient_all[k * f->columns + j] += f->penalty[j] * theta;
        }
    }
    return value;
}

/* theta = L^-T u for every class. */
static void unwhiten(fit *f, const lbfgsfloatval_t *u)
{
    for (size_t k = 0; k < f->classes; k++) {
        double *theta = f->theta_all + k * f->columns;
        memcpy(theta, u + k * f->p, f->p * sizeof *theta);
        solve_upper(f->whitener, f->p, theta);
    }
}

static lbfgsfloatval_t softmax_evaluate(void *of, const lbfgsfloatval_t *u, lbfgsfloatval_t *gradient, const int n,
                                        const lbfgsfloatval_t length)
{
    fit *f = of;
    (void)n, (void)length;
    unwhiten(f, u);
    const double value = softmax_pass(f);
    for (size_t k = 0; k < f->classes; k++) {
        double *to = gradient + k * f->p;
        memcpy(to, f->gradient_all + k * f->columns, f->p * sizeof *to);
        solve_lower(f->whitener, f->p, to);
    }
    return value;
}

/* Stops once the gradient, in units in which its square is the distance from the minimum, is small enough. */
static int softmax_progress(void *of, const lbfgsfloatval_t *u, const lbfgsfloatval_t *gradient,
                            const lbfgsfloatval_t value, const lbfgsfloatval_t size, const lbfgsfloatval_t norm,
                            const lbfgsfloatval_t length, int n, int k, int evaluations)
{
    fit *f = of;
    (void)u, (void)gradient, (void)value, (void)size, (void)length, (void)n, (void)k, (void)evaluations;
    f->norm = norm;
    return norm <= f->goal;
}

/* The Hessian of every class at zero weights, sum c x x' (1 - 1/K) / K plus penalty, factored into the whitener. */
static void whitener_make(fit *f)
{
    const packed *data = &f->level[0];
    const size_t p = f->p;
    const double share = (1.0 - 1.0 / (double)f->classes) / (double)f->classes;
    memset(f->hessian, 0, p * p * sizeof *f->hessian);
    for (size_t t = 0; t < data->tiles; t++) {
        const double *x = data->x + t * f->columns * TILE_ROWS, *label = data->label + t * TILE_ROWS;
        for (size_t i = 0; i < p; i++) {
            double *bent = f->tile;
            for (size_t s = 0; s < TILE_ROWS; s++)
                bent[s] = label[s] < 0.0 ? 0.0 : x[i * TILE_ROWS + s] * f->class_weight[(size_t)label[s]] * share;
            for (size_t j = 0; j <= i; j++) f->hessian[i * p + j] += dot(bent, x + j * TILE_ROWS, TILE_ROWS);
        }
    }
    for (size_t i = 0; i < p; i++) {
        for (size_t j = 0; j < i; j++) f->hessian[j * p + i] = f->hessian[i * p + j];
        f->hessian[i * p + i] += f->penalty[i];
    }
    cholesky(f->hessian, p, f->whitener);
}

static assay_status softmax_fit(fit *f, int balanced, int32_t *converged)
{
    const double n = (double)f->level[0].rows;
    double weight = 0.0;
    for (size_t k = 0; k < f->classes; k++) {
        const double rows = (double)f->level[0].count[k];
        f->class_weight[k] = balanced ? n / ((double)f->classes * rows) : 1.0;
        weight += f->class_weight[k] * rows;
    }
    whitener_make(f);
    f->goal = 3e-8 * sqrt(weight);
    const size_t unknowns = f->classes * f->p;
    if (unknowns > INT32_MAX || f->passes_most > INT32_MAX) return ASSAY_EINPUT;
    lbfgsfloatval_t *u = lbfgs_malloc((int)unknowns);
    if (!u) return ASSAY_ENOMEM;
    memset(u, 0, unknowns * sizeof *u);
    lbfgs_parameter_t how;
    lbfgs_parameter_init(&how);
    how.m = 12;
    how.epsilon = 0.0; /* softmax_progress decides */
    how.max_iterations = (int)f->passes_most;
    how.max_linesearch = 40;
    const int end = lbfgs((int)unknowns, u, NULL, softmax_evaluate, softmax_progress, f, &how);
    unwhiten(f, u);
    lbfgs_free(u);
    /* A line search that ends for want of digits is at the minimum as far as the loss, a sum of n terms, can tell. */
    *converged = end == LBFGS_ALREADY_MINIMIZED || f->norm <= 100.0 * f->goal;
    return end == LBFGSERR_OUTOFMEMORY ? ASSAY_ENOMEM : ASSAY_OK;
}

/* ----------------------------------------------------------------------------------------------- together -- */

static void fit_free(fit *f)
{
    for (size_t l = 0; l < LEVELS; l++) {
        free(f->level[l].x);
        free(f->level[l].label);
        free(f->level[l].count);
    }
    free(f->mean);
    free(f->sums);
    free(f->tile);
}

/* Scratch: one block of small vectors, the lane sums and the tile. */
static assay_status fit_lend(fit *f, int multinomial)
{
    const size_t p = f->p, c = f->columns, many = multinomial ? f->classes : 0;
    const size_t binary_sum = 3 * f->threes + 9 * blocks_of(f->threes), soft_sum = 9 * tile_threes(many) * f->threes;
    const size_t binary_tile = (2 + c) * TILE_ROWS, soft_tile = 3 * tile_threes(many) * TILE_ROWS;
    const size_t tile = binary_tile > soft_tile ? binary_tile : soft_tile;
    f->mean = calloc(3 * p + 4 * c + 3 * p * p + many + 2 * many * c, sizeof *f->mean);
    f->sums = aligned_alloc(64, bytes_aligned((binary_sum > soft_sum ? binary_sum : soft_sum) * sizeof *f->sums));
    f->tile = lent(tile);
    if (!f->mean || !f->sums || !f->tile) return ASSAY_ENOMEM;
    memset(f->tile, 0, tile * sizeof *f->tile); /* odd columns of threes stay zero */
    f->scale = f->mean + p, f->penalty = f->scale + p;
    f->theta = f->penalty + p, f->trial = f->theta + c, f->step = f->trial + c, f->gradient = f->step + c;
    f->hessian = f->gradient + c, f->factor = f->hessian + p * p, f->whitener = f->factor + p * p;
    f->class_weight = f->whitener + p * p, f->theta_all = f->class_weight + many;
    f->gradient_all = f->theta_all + many * c;
    return ASSAY_OK;
}

static assay_status fit_prepare(fit *f, const double *codes, size_t stride, size_t n, const int32_t *label,
                                const logistic_options *options)
{
    const int multinomial = options->form == LOGISTIC_MULTINOMIAL;
    const size_t d = f->p - 1;
    assay_status st = fit_lend(f, multinomial);
    if (st != ASSAY_OK) return st;
    for (size_t j = 0; j < d; j++) {
        /* a penalised intercept must stay what it is: no centring */
        column_measure(codes + j * stride, n, !options->penalise_intercept, &f->mean[j], &f->scale[j]);
        f->penalty[j] = f->scale[j] > 0.0 ? f->scale[j] * f->scale[j] / options->strength : 1.0;
    }
    f->penalty[d] = options->penalise_intercept ? 1.0 / options->strength : 0.0;
    for (size_t l = 0, skip = 1; l < LEVELS && st == ASSAY_OK; l++, skip *= 4) {
        if (l > 0 && (multinomial || n / skip < 100 * f->p)) break;
        st = level_pack(f, codes, stride, n, label, skip, &f->level[l]);
    }
    return st;
}

/* Back to the units of the codes. */
static void weights_write(const fit *f, const double *theta, double sign, double *to)
{
    const size_t d = f->p - 1;
    double intercept = theta[d];
    for (size_t j = 0; j < d; j++) {
        to[j] = sign * theta[j] * f->scale[j];
        intercept -= theta[j] * f->scale[j] * f->mean[j];
    }
    to[d] = sign * intercept;
}

/* The classes that have rows, numbered from 0 in label order: place[k] is the number, -1 for none. */
static assay_status classes_find(const int32_t *label, size_t n, size_t n_classes, int32_t *place, size_t *classes)
{
    for (size_t k = 0; k < n_classes; k++) place[k] = -1;
    for (size_t s = 0; s < n; s++) {
        if (label[s] < 0 || (size_t)label[s] >= n_classes) return ASSAY_EINPUT; /* R4 */
        place[label[s]] = 0;
    }
    *classes = 0;
    for (size_t k = 0; k < n_classes; k++)
        if (place[k] == 0) place[k] = (int32_t)(*classes)++;
    return ASSAY_OK;
}

static assay_status fit_run(fit *f, const logistic_options *options, size_t n_classes, const int32_t *place,
                            double *weight, logistic_report *report)
{
    report->converged = 1;
    if (options->form == LOGISTIC_MULTINOMIAL) {
        const assay_status st = softmax_fit(f, options->balanced, &report->converged);
        if (st != ASSAY_OK) return st;
    }
    for (size_t k = 0; k < n_classes; k++) {
        if (place[k] < 0) continue;
        double *to = weight + k * f->p;
        if (options->form == LOGISTIC_MULTINOMIAL) {
            weights_write(f, f->theta_all + (size_t)place[k] * f->columns, 1.0, to);
        } else if (f->classes == 2 && place[k] == 1) { /* the mirror image of the other class, fitted just before */
            weights_write(f, f->theta, -1.0, to);
        } else {
            report->converged &= binary_fit(f, (size_t)place[k], options->balanced);
            weights_write(f, f->theta, 1.0, to);
        }
    }
    report->passes = f->passes;
    return ASSAY_OK;
}

/* Labels renumbered, then the fit. */
static assay_status fit_present(const double *codes, size_t stride, size_t n, size_t n_codes, const int32_t *label,
                                size_t n_classes, const logistic_options *options, int32_t *place, int32_t *renumbered,
                                double *weight, logistic_report *report)
{
    assay_status st = classes_find(label, n, n_classes, place, &report->classes);
    if (st != ASSAY_OK) return st;
    for (size_t k = 0; k < n_classes; k++) {
        memset(weight + k * (n_codes + 1), 0, n_codes * sizeof *weight);
        weight[k * (n_codes + 1) + n_codes] = place[k] < 0 ? -HUGE_VAL : 0.0; /* R2 */
    }
    report->converged = 1;
    if (report->classes < 2) return ASSAY_OK; /* R2 */
    for (size_t s = 0; s < n; s++) renumbered[s] = place[label[s]];
    fit f = { .p = n_codes + 1, .threes = tile_threes(n_codes + 1), .classes = report->classes };
    f.columns = 3 * f.threes;
    f.passes_most = options->passes ? options->passes : options->form == LOGISTIC_MULTINOMIAL ? 2000 : 200;
    st = fit_prepare(&f, codes, stride, n, renumbered, options);
    if (st == ASSAY_OK) st = fit_run(&f, options, n_classes, place, weight, report);
    fit_free(&f);
    return st;
}

assay_status logistic_fit(const double *codes, size_t stride, size_t n, size_t n_codes, const int32_t *label,
                          size_t n_classes, const logistic_options *options, double *weight, logistic_report *report)
{
    logistic_report unread, *const to = report ? report : &unread;
    memset(to, 0, sizeof *to);
    if (n == 0 || n_classes == 0 || !(options->strength > 0.0 && isfinite(options->strength))) return ASSAY_EINPUT;
    int32_t *place = malloc(n_classes * sizeof *place), *renumbered = malloc(n * sizeof *renumbered);
    assay_status st = ASSAY_ENOMEM;
    if (place && renumbered)
        st = fit_present(codes, stride, n, n_codes, label, n_classes, options, place, renumbered, weight, to);
    free(place);
    free(renumbered);
    return st;
}

/* --------------------------------------------------------------------------------------------- predicting -- */

/* Scores of up to one tile of rows: score [n_classes][TILE_ROWS]; x is room for the codes' columns. */
WIDE
static void tile_scores(const double *x, size_t d, const double *weight, size_t n_classes, double *score)
{
    for (size_t k = 0; k < n_classes; k++) {
        const double *w = weight + k * (d + 1);
        for (size_t s = 0; s < TILE_ROWS; s += LANES) {
            lanes sum = LANES_ALL(w[d]);
            for (size_t j = 0; j < d; j++) sum += w[j] * TILE_AT(x + j * TILE_ROWS + s);
            TILE_TO(score + k * TILE_ROWS + s) = sum;
        }
    }
}

/* Scores to probabilities, in place. */
WIDE
static void tile_probabilities(double *score, size_t n_classes, int32_t form)
{
    const lanes nothing = LANES_ALL(-HUGE_VAL), zero = LANES_ALL(0);
    for (size_t s = 0; s < TILE_ROWS; s += LANES) {
        lanes most = nothing, sum = zero;
        for (size_t k = 0; k < n_classes; k++) {
            const lanes here = TILE_AT(score + k * TILE_ROWS + s);
            most = LANES_PICK(here > most, here, most);
        }
        for (size_t k = 0; k < n_classes; k++) {
            const lanes here = TILE_AT(score + k * TILE_ROWS + s);
            lanes e, size = most - here;
            if (form != LOGISTIC_MULTINOMIAL) size = LANES_PICK(here < zero, -here, here);
            tile_exp_minus(&size, &e);
            if (form != LOGISTIC_MULTINOMIAL) e = LANES_PICK(here < zero, e, LANES_ALL(1.0)) / (1.0 + e);
            e = LANES_PICK(here == nothing, zero, e); /* R2 */
            TILE_TO(score + k * TILE_ROWS + s) = e;
            sum += e;
        }
        for (size_t k = 0; k < n_classes; k++)
            TILE_TO(score + k * TILE_ROWS + s) = TILE_AT(score + k * TILE_ROWS + s) / sum;
    }
}

static void tile_copy(const double *codes, size_t stride, size_t d, size_t first, size_t rows, double *x)
{
    for (size_t j = 0; j < d; j++) {
        for (size_t s = 0; s < rows; s++) x[j * TILE_ROWS + s] = codes[j * stride + first + s];
        for (size_t s = rows; s < TILE_ROWS; s++) x[j * TILE_ROWS + s] = 0.0;
    }
}

assay_status logistic_probability(const double *codes, size_t stride, size_t n, size_t n_codes, const double *weight,
                                  size_t n_classes, int32_t form, double *probability)
{
    double *x = lent((n_codes + n_classes) * TILE_ROWS);
    if (!x) return ASSAY_ENOMEM;
    double *score = x + n_codes * TILE_ROWS;
    for (size_t first = 0; first < n; first += TILE_ROWS) {
        const size_t rows = n - first < TILE_ROWS ? n - first : TILE_ROWS;
        tile_copy(codes, stride, n_codes, first, rows, x);
        tile_scores(x, n_codes, weight, n_classes, score);
        tile_probabilities(score, n_classes, form);
        for (size_t k = 0; k < n_classes; k++)
            memcpy(probability + k * n + first, score + k * TILE_ROWS, rows * sizeof *probability);
    }
    free(x);
    return ASSAY_OK;
}

assay_status logistic_predict(const double *codes, size_t stride, size_t n, size_t n_codes, const double *weight,
                              size_t n_classes, int32_t *label)
{
    double *x = lent((n_codes + n_classes) * TILE_ROWS);
    if (!x) return ASSAY_ENOMEM;
    double *score = x + n_codes * TILE_ROWS;
    for (size_t first = 0; first < n; first += TILE_ROWS) {
        const size_t rows = n - first < TILE_ROWS ? n - first : TILE_ROWS;
        tile_copy(codes, stride, n_codes, first, rows, x);
        tile_scores(x, n_codes, weight, n_classes, score);
        for (size_t s = 0; s < rows; s++) {
            size_t best = 0;
            for (size_t k = 1; k < n_classes; k++)
                if (score[k * TILE_ROWS + s] > score[best * TILE_ROWS + s]) best = k;
            label[first + s] = (int32_t)best;
        }
    }
    free(x);
    return ASSAY_OK;
}

assay_status logistic_accuracy(const double *codes, size_t stride, size_t n, size_t n_codes, const double *weight,
                               size_t n_classes, const int32_t *label, double *accuracy)
{
    *accuracy = NAN;
    if (n == 0) return ASSAY_OK;
    int32_t *predicted = malloc(n * sizeof *predicted);
    if (!predicted) return ASSAY_ENOMEM;
    const assay_status st = logistic_predict(codes, stride, n, n_codes, weight, n_classes, predicted);
    size_t right = 0;
    for (size_t s = 0; s < n; s++) right += predicted[s] == label[s];
    if (st == ASSAY_OK) *accuracy = (double)right / (double)n;
    free(predicted);
    return st;
}
