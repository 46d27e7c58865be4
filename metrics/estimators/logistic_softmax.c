/*
 * The multinomial fit has K (d + 1) unknowns and goes to libLBFGS, in coordinates in which the Hessian at the start is
 * close to the identity (Cholesky factor of the weighted X'X plus penalty).
 */
#include "logistic_inside.h"

#include "cholesky.h"

#include <lbfgs.h>
#include <math.h>
#include <string.h>

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

TILE_INLINE void tile_score_all(const logistic *f, const double *x, double *score)
{
    size_t k = 0;
    for (; k + 3 <= f->classes; k += 3)
        tile_score_three(x, f->p, f->theta_all + k * f->columns, f->columns, score + k * TILE_ROWS);
    for (; k < f->classes; k++) tile_score(x, f->p, f->theta_all + k * f->columns, score + k * TILE_ROWS);
}

/* Adds one tile: residuals c (P_k - y_k) per class over the scores, and the loss into *loss. */
TILE_INLINE void tile_softmax(const logistic *f, const double *x, const double *label, double *score, lanes *loss)
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
static double softmax_sums(const logistic *f)
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
static double softmax_pass(logistic *f)
{
    const size_t class_threes = tile_threes(f->classes);
    memset(f->sums, 0, 9 * class_threes * f->threes * sizeof *f->sums);
    double value = softmax_sums(f);
    f->passes++;
    tally_add(TALLY_SOLVED, (uint64_t)f->level[0].rows * f->classes * f->p);
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
static void unwhiten(logistic *f, const lbfgsfloatval_t *u)
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
    logistic *f = of;
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
    logistic *f = of;
    (void)u, (void)gradient, (void)value, (void)size, (void)length, (void)n, (void)k, (void)evaluations;
    f->norm = norm;
    return norm <= f->goal;
}

/* The Hessian of every class at zero weights, sum c x x' (1 - 1/K) / K plus penalty, factored into the whitener. */
static void whitener_make(logistic *f)
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

assay_status softmax_fit(logistic *f, int balanced, int32_t *converged)
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
