/*
 * Binary fits use Newton's method, not L-BFGS: with d + 1 unknowns its Hessian costs about as much as the scores and
 * exponentials, and four passes over the rows replace thirty. It starts on every 16th row, goes on with every 4th, and
 * meets all rows at a point a few steps' rounding away. A Hessian is used again as long as the decrement falls a
 * hundredfold. The function is convex, so the slope along the step tells all that a line search must know: a step is
 * shortened only while the function rises at its end by more than half of what it fell at its start.
 */
#include "logistic_inside.h"

#include "cholesky.h"

#include <math.h>
#include <string.h>

/* Residual c (P - y) and curvature c P (1 - P) of the rows of one tile. With e = exp(-|m|) the larger of P and 1 - P is
 * 1 / (1 + e) and the other e / (1 + e): no cancellation at either end. */
TILE_INLINE void tile_residuals(const logistic *f, const double *x, const double *label, const double *theta,
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
static void binary_sums(const logistic *f, const packed *data, const double *theta, int curved)
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
static void binary_pass(logistic *f, const packed *data, double share, const double *theta, int curved)
{
    const size_t p = f->p;
    memset(f->sums, 0, (3 * f->threes + (curved ? 9 * blocks_of(f->threes) : 0)) * sizeof *f->sums);
    binary_sums(f, data, theta, curved);
    tally_add(TALLY_SOLVED, (uint64_t)data->rows * (curved ? p * p : p));
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
static double newton_step(logistic *f, double grown)
{
    for (size_t j = 0; j < f->p; j++) f->step[j] = -f->gradient[j];
    solve_lower(f->factor, f->p, f->step);
    const double decrement = dot(f->step, f->step, f->p) / grown;
    solve_upper(f->factor, f->p, f->step);
    for (size_t j = 0; j < f->p; j++) f->step[j] /= grown;
    return decrement;
}

/* Evaluates at theta + t step, t = 1 or as much less as the slope at the end asks for, and goes there. */
static void newton_move(logistic *f, const packed *data, double share, double decrement, int *curved)
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
static int level_minimise(logistic *f, const packed *data, double *grown, double enough)
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

int binary_fit(logistic *f, size_t k, int balanced)
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
