/*
 *     R2_i = 1 - sum_s (v_i - vhat_i)^2 / sum_s (v_i - mean v_i)^2      score = mean_i R2_i
 *
 *   over the second half of the rows in a drawn order (rows.h); vhat_i is fitted to the first floor(n/2), or
 *   floor(train n):
 *     kernel=none     least squares with intercept, of all solutions the shortest
 *     kernel=rbf      kernel ridge regression; penalty out of 1, .1, .01, .001 and width g out of
 *                     10^(-2, -2/3, 2/3, 2), chosen for every factor by three contiguous folds
 *     kernel=linear   penalty 1, no intercept, on the columns as they are: what a published switch does (see presets)
 *     kernel=raw      the same without penalty, singular values below max(n, d) 2^-52 of the largest left out
 *   none and rbf take codes of mean 0 and deviation 1, and centred factors, by the rows learnt from.
 *
 * Source   von Kuegelgen et al. 2021, Self-supervised learning with data augmentations provably isolates content from
 *          style (NeurIPS), arXiv:2106.04619, section 5 (linear and nonlinear R2), and its published code.
 * Takes    factors [M x n] and codes [d x n], as numbers; n >= 6.
 * Gives    "r2-heldout", one per factor and their mean, at most 1: 1 = predicted without fault; 0 = no better than the
 *          mean; below 0 = worse (independent codes: about -2d/n). Linear, so mixed codes score 1; not a measure of
 *          disentanglement.
 * Cost     n d min(n, d); rbf: 48 times h^3 / 20, and the memory of h^2 numbers, h = min(n/2, kernel-rows).
 * R1  A factor that is constant in one of the halves: undefined, constant-factor.
 * R2  A code that is constant in the rows learnt from takes no part; where all are, R2 is 0 or a little less.
 * R3  Labels of three classes or more are names: undefined, not-applicable (nominal=number takes them as numbers).
 * R4  n < 6: too-few-samples.
 * R5  More codes than rows learnt from: b = X' a with (X X' + penalty) a = v, unless rows are nearly dependent.
 * R6  A cyclic factor: its cosine and its sine are learnt each, and R2 is of both together: what is left of both, over
 *     all of both. kernel=rbf: not-applicable.
 */
#include "circle.h"
#include "aggregate.h"
#include "cholesky.h"
#include "folds.h"
#include "products.h"
#include "request.h"
#include "scaling.h"
#include "svd.h"
#include "vectors.h"
#include "work.h"

#include <float.h>

/*
 * Regression on the similarity of rows
 *
 *     K_mn = exp(-g |x_m - x_n|^2)      c = (K + a I)^-1 y      prediction for a row: sum_n c_n exp(-g |x - x_n|^2)
 *
 *   There is no intercept: y is to be centred. Chosen by cross-validation: of all pairs of penalties a (outer) and g,
 *   the one with the largest mean R2 over the left-out folds, of equal ones the first.
 *
 * Source   Saunders, Gammerman, Vovk 1998 (ICML); conventions of scikit-learn (KernelRidge, GridSearchCV, KFold).
 * Shapes   rows one after the other: x[s * d + j]; targets one after the other: y[t * n + s].
 * Cost     O(n^3 / 6) per fit, whatever the number of targets, n^2 doubles.
 * R1  a > 0, so that K + a I has a Cholesky factor.
 * R2  A target that is constant in a fold has an R2 of 0 there.
 */
typedef struct kernel_rows {
    size_t n, d, targets;
    const double *x, *y; /* y of test rows is not looked at */
} kernel_rows;

typedef struct kernel_choice {
    double penalty, g;
} kernel_choice;

/* Memory of one fit, used again. */
typedef struct desk {
    double *lower; /* [n * n] K + a I, then its Cholesky factor, row by row */
    double *c;     /* [targets * n] */
    double *near;  /* [n] how near a test row is to every training row */
} desk;

static assay_status desk_make(const kernel_rows *most, assay_call *call, desk *to)
{
    return LEND(call, LOAN(to->lower, most->n * most->n), LOAN(to->c, most->targets * most->n),
                LOAN(to->near, most->n));
}

static double nearness(const double *x, const double *y, size_t d, double g)
{
    double sum = 0.0;
    for (size_t j = 0; j < d; j++) sum += (x[j] - y[j]) * (x[j] - y[j]);
    return exp(-g * sum);
}

static void factorise(const kernel_rows *train, kernel_choice with, double *lower)
{
    const size_t n = train->n, d = train->d;
    for (size_t s = 0; s < n; s++) {
        double *row = lower + s * n;
        for (size_t r = 0; r < s; r++) {
            const double *other = lower + r * n;
            const double near = nearness(train->x + s * d, train->x + r * d, d, with.g);
            row[r] = (near - vector_product(row, other, r)) / other[r];
        }
        row[s] = sqrt(1.0 + with.penalty - vector_product(row, row, s)); /* R1 */
    }
}

/* c becomes (L L')^-1 c */
static void solve(const double *lower, size_t n, double *c)
{
    for (size_t s = 0; s < n; s++) c[s] = (c[s] - vector_product(lower + s * n, c, s)) / lower[s * n + s];
    for (size_t s = n; s-- > 0;) {
        c[s] /= lower[s * n + s];
        vector_add(c, lower + s * n, -c[s], s);
    }
}

static void fit_and_predict(const kernel_rows *train, const kernel_rows *test, kernel_choice with, desk *t, double *to)
{
    const size_t n = train->n;
    factorise(train, with, t->lower);
    memcpy(t->c, train->y, train->targets * n * sizeof *t->c);
    for (size_t k = 0; k < train->targets; k++) solve(t->lower, n, t->c + k * n);
    for (size_t s = 0; s < test->n; s++) {
        for (size_t r = 0; r < n; r++)
            t->near[r] = nearness(test->x + s * test->d, train->x + r * train->d, train->d, with.g);
        for (size_t k = 0; k < train->targets; k++) to[k * test->n + s] = vector_product(t->near, t->c + k * n, n);
    }
}

/* 1 - sum (y - predicted)^2 / sum (y - mean y)^2; 0 where y is constant. */
static double coefficient_of_determination(const double *y, const double *predicted, size_t n)
{
    double sum = 0.0, wrong = 0.0, all = 0.0;
    for (size_t s = 0; s < n; s++) sum += y[s];
    const double mean = sum / (double)n;
    for (size_t s = 0; s < n; s++) {
        wrong += (y[s] - predicted[s]) * (y[s] - predicted[s]);
        all += (y[s] - mean) * (y[s] - mean);
    }
    return all > 0.0 ? 1.0 - wrong / all : 0.0; /* R2 */
}

/* What is learnt from outside of a fold, rows begin .. end-1: to [n * d], [targets * n]. */
static kernel_rows rows_outside(const kernel_rows *all, size_t begin, size_t end, double *x, double *y)
{
    const size_t n = all->n, d = all->d, kept = n - (end - begin);
    memcpy(x, all->x, begin * d * sizeof *x);
    memcpy(x + begin * d, all->x + end * d, (n - end) * d * sizeof *x);
    for (size_t k = 0; k < all->targets; k++) {
        memcpy(y + k * kept, all->y + k * n, begin * sizeof *y);
        memcpy(y + k * kept + begin, all->y + k * n + end, (n - end) * sizeof *y);
    }
    return (kernel_rows){ kept, d, all->targets, x, y };
}

/* Every penalty is tried with every g. to [train->targets] */
static assay_status kernel_ridge_choose(const kernel_rows *train, assay_call *call, kernel_choice *to)
{
    enum { FOLDS = 3, TRIED = 4 };
    const double penalties[TRIED] = { 1, 0.1, 0.01, 0.001 };
    const double gs[TRIED] = { 0.01, pow(10, -2.0 / 3), pow(10, 2.0 / 3), 100 };
    const size_t n = train->n, targets = train->targets;
    desk t;
    double *best, *score, *x, *y, *predicted;
    ASSAY_TRY(LEND(call, LOAN(best, targets), LOAN(score, targets), LOAN(x, n * train->d), LOAN(y, n * targets),
                   LOAN(predicted, n * targets)));
    ASSAY_TRY(desk_make(train, call, &t));
    for (size_t k = 0; k < targets; k++) best[k] = -INFINITY;
    for (size_t p = 0; p < TRIED * TRIED; p++) {
        const kernel_choice with = { penalties[p / TRIED], gs[p % TRIED] };
        memset(score, 0, targets * sizeof *score);
        for (size_t f = 0; f < FOLDS; f++) {
            const size_t begin = folds_begin(n, FOLDS, f), end = folds_begin(n, FOLDS, f + 1);
            const kernel_rows others = rows_outside(train, begin, end, x, y);
            const kernel_rows held = { end - begin, train->d, targets, train->x + begin * train->d, NULL };
            fit_and_predict(&others, &held, with, &t, predicted);
            for (size_t k = 0; k < targets; k++)
                score[k] += coefficient_of_determination(train->y + k * n + begin, predicted + k * held.n, held.n);
        }
        for (size_t k = 0; k < targets; k++)
            if (score[k] > best[k]) best[k] = score[k], to[k] = with;
    }
    return ASSAY_OK;
}

enum { KERNEL_NONE, KERNEL_RBF, KERNEL_LINEAR, KERNEL_RAW };

#define OPTIONS(OPTION)                                                                                                \
    OPTION(KERNEL,                                                                                                     \
           CHOICE("kernel",                                                                                            \
                  "straight, curved (kernel ridge regression), or straight with no intercept on columns as they are: " \
                  "linear with penalty 1, raw with none",                                                              \
                  [KERNEL_NONE] = "none", [KERNEL_RBF] = "rbf", [KERNEL_LINEAR] = "linear", [KERNEL_RAW] = "raw"))     \
    OPTION(NOMINAL, OPTION_NOMINAL)                                                                                    \
    OPTION(KERNEL_ROWS, WHOLE("kernel-rows", "most rows, the first, that rbf learns from", 2000, 6, 20000))            \
    OPTION(TRAIN,                                                                                                      \
           PARAMETER("train", "share of the rows that is learnt from, the first; 1: all, and judged on them too", 0.5, \
                     0.1, 1, ASSAY_DEFINES))                                                                           \
    OPTION(CLIP, NO_YES("clip", "items below 0 count as they are, or 0", NO, 0))                                       \
    OPTION(ORDER, OPTION_ORDER)
OPTION_TABLE(OPTIONS);

#define SURE 1e-8       /* what is left of a row, squared, is no rounding: R2 is good to some 1e-8 */
#define COLLINEAR 1e-12 /* singular values below this share of the largest are rounding */

/* Codes, and the factors that are judged, ready to be learnt from. */
typedef struct table {
    size_t n, half, first, d, judged; /* the first `half` rows are learnt from, those from `first` on judged */
    const double *codes;              /* [d * n] */
    double *factors;                  /* [judged * n] */
    double *predicted;                /* [judged * (n - first)] */
    size_t *which;                    /* [judged] and one that is none; a pair's columns have the same */
    const size_t *order;              /* [n] of the rows; NULL: as they stand */
    size_t columns;                   /* of all factors */
} table;

/* Whether the factor is judged; R1, R3 else. */
static double judge(const assay_rep *rep, assay_call *call, size_t i, const table *t, const double *v)
{
    if (labels_are_names(rep, i, call->option[NOMINAL]))
        return FACTOR_UNDEFINED(call, i, "not-applicable",
                                "factor # is categorical: a regression on its labels means nothing; explicitness takes "
                                "classes, nominal=number ordered ones as numbers");
    if (factor_period(rep, i) > 0.0 && call->option[KERNEL] == KERNEL_RBF) /* R6 */
        return FACTOR_UNDEFINED(call, i, "not-applicable",
                                "factor # is cyclic, and kernel=rbf is chosen for each column by itself");
    if (column_is_constant(v, t->half) || column_is_constant(v + t->first, rep->n - t->first))
        return FACTOR_UNDEFINED(call, i, "constant-factor", "factor # is constant in one half of the rows");
    return 0.0;
}

/* to = (v - mean of the first `half` rows) / range: R2 does not depend on a factor's unit, of a pair a common one. */
static void centre(const double *v, size_t n, size_t half, int pair, double *to)
{
    double low = -1.0, high = 1.0, sum = 0.0;
    if (!pair) column_extent(v, n, &low, &high);
    column_map(v, n, low, high - low, to);
    for (size_t s = 0; s < half; s++) sum += to[s];
    for (size_t s = 0; s < n; s++) to[s] -= sum / (double)half;
}

static assay_status table_make(const assay_rep *rep, assay_call *call, table *t)
{
    const size_t n = rep->n, m = rep->n_factors;
    double *codes;
    const int raw = call->option[KERNEL] >= KERNEL_LINEAR;
    *t = (table){ .n = n, .half = rows_part(rep, (size_t)(call->option[TRAIN] * (double)n)), .d = rep->n_codes };
    t->first = t->half < n ? t->half : 0;
    assay_rep flat;
    ASSAY_TRY(circle_unroll(rep, call, &flat));
    t->columns = flat.n_factors;
    ASSAY_TRY(rows_order(rep, call, call->option[ORDER], &t->order));
    ASSAY_TRY(LEND(call, LOAN(t->factors, t->columns * n), LOAN(t->predicted, t->columns * (n - t->first)),
                   LOAN(t->which, t->columns + 1)));
    const double *column = flat.factors;
    for (size_t i = 0; i < m; i++) {
        const int pair = factor_period(rep, i) > 0.0;
        double *to = t->factors + t->judged * n;
        call->series[0].items[i] = judge(rep, call, i, t, rows_put(rep->factors + i * n, n, 1, t->order, to));
        for (int k = 0; k <= pair; k++, column += n) {
            if (isnan(call->series[0].items[i])) continue;
            to = t->factors + t->judged * n;
            const double *v = rows_put(column, n, 1, t->order, to);
            if (!raw) centre(v, n, t->half, pair, to);
            for (size_t s = 0; raw && s < n; s++) to[s] = v[s];
            t->which[t->judged++] = i;
        }
    }
    t->which[t->judged] = SIZE_MAX;
    if (!t->order) return codes_scaled(rep, call, raw ? SCALING_RAW : SCALING_STANDARD, t->half, &t->codes);
    ASSAY_TRY(LEND(call, LOAN(codes, n * t->d)));
    t->codes = rows_put(rep->codes, n, t->d, t->order, codes);
    codes_scale(codes, n, t->d, raw ? SCALING_RAW : SCALING_STANDARD, t->half);
    return ASSAY_OK;
}

/* R5. *settled: whether no pivot is rounding. Rows of centred codes add up to nothing: that direction, which no centred
 * factor has, is given the mean curvature. */
static assay_status predict_by_rows(const table *t, assay_call *call, int kernel, int *settled)
{
    const size_t n = t->n, h = t->half, rest = n - t->first;
    double *matrix, *lower, *a, trace = 0.0;
    ASSAY_TRY(LEND(call, LOAN(matrix, h * h), LOAN(lower, h * h), LOAN(a, t->judged * h)));
    ASSAY_TRY(products_of_rows((column_set){ .at = t->codes, .step = n, .count = t->d }, NULL, h, matrix));
    for (size_t s = 0; s < h; s++) trace += matrix[s * h + s];
    for (size_t k = 0; k < h * h && kernel == KERNEL_NONE; k++) matrix[k] += trace / (double)(h * h);
    for (size_t s = 0; s < h; s++) matrix[s * h + s] += kernel == KERNEL_LINEAR;
    cholesky(matrix, h, lower);
    *settled = 1;
    for (size_t s = 0; s < h; s++) *settled &= lower[s * h + s] * lower[s * h + s] > SURE * matrix[s * h + s];
    for (size_t i = 0; i < t->judged && *settled; i++) {
        memcpy(a + i * h, t->factors + i * n, h * sizeof *a);
        solve_lower(lower, h, a + i * h);
        solve_upper(lower, h, a + i * h);
    }
    for (size_t j = 0; j < t->d && *settled; j++) {
        const double *z = t->codes + j * n;
        for (size_t i = 0; i < t->judged; i++)
            vector_add(t->predicted + i * rest, z + t->first, vector_product(z, a + i * h, h), rest);
    }
    return ASSAY_OK;
}

/* kernel=none and linear: the columns of codes times coefficients. */
static assay_status predict_straight(const table *t, assay_call *call, int kernel)
{
    const size_t n = t->n, h = t->half, d = t->d, rest = n - t->first;
    const double least = kernel == KERNEL_RAW ? (double)(h > d ? h : d) * DBL_EPSILON : COLLINEAR;
    svd_basis basis;
    int settled = 0;
    if (d > h && h > PRODUCTS_NARROW) ASSAY_TRY(predict_by_rows(t, call, kernel, &settled));
    if (settled) return ASSAY_OK;
    double *learnt, *b;
    ASSAY_TRY(LEND(call, LOAN(learnt, h * d), LOAN(b, d)));
    for (size_t j = 0; j < d; j++) memcpy(learnt + j * h, t->codes + j * n, h * sizeof *learnt);
    ASSAY_TRY(svd_basis_of(learnt, h, d, least, call, &basis));
    for (size_t i = 0; i < t->judged; i++) {
        svd_solve(&basis, t->factors + i * n, kernel == KERNEL_LINEAR, b);
        for (size_t j = 0; j < d; j++) vector_add(t->predicted + i * rest, t->codes + j * n + t->first, b[j], rest);
    }
    return ASSAY_OK;
}

static assay_status predict_curved(const table *t, assay_call *call)
{
    const size_t n = t->n, d = t->d, most = (size_t)call->option[KERNEL_ROWS];
    const size_t h = t->half < most ? t->half : most, rest = n - t->first;
    double *x, *y;
    kernel_choice *chosen;
    ASSAY_TRY(LEND(call, LOAN(x, n * d), LOAN(y, t->judged * h), LOAN(chosen, t->judged)));
    for (size_t j = 0; j < d; j++)
        for (size_t s = 0; s < n; s++) x[s * d + j] = t->codes[j * n + s];
    for (size_t i = 0; i < t->judged; i++) memcpy(y + i * h, t->factors + i * n, h * sizeof *y);
    const kernel_rows train = { h, d, t->judged, x, y };
    const kernel_rows test = { rest, d, 1, x + t->first * d, NULL };
    ASSAY_TRY(kernel_ridge_choose(&train, call, chosen));
    for (size_t i = 0; i < t->judged; i++) {
        const kernel_rows one = { h, d, 1, x, y + i * h };
        desk own;
        ASSAY_TRY(desk_make(&one, call, &own));
        fit_and_predict(&one, &test, chosen[i], &own, t->predicted + i * rest);
    }
    return ASSAY_OK;
}

/* x[judged * rows judged on]: predictions in the factors' own units, and back; factors were divided by their range. */
static void predictions_turn(const assay_rep *rep, const table *t, int raw, int back, double *x)
{
    const size_t rest = t->n - t->first;
    for (size_t i = 0; i < t->judged; i++) {
        const double *own = rep->factors + t->which[i] * t->n, *to = t->factors + i * t->n;
        const double zero = own[t->order ? t->order[0] : 0];
        double low = 0.0, high = 1.0, *of = t->predicted + i * rest;
        if (!raw) column_extent(own, t->n, &low, &high);
        for (size_t s = 0; s < rest; s++)
            if (back) of[s] = to[0] + (x[i * rest + s] - zero) / (high - low);
            else x[i * rest + s] = zero + (of[s] - to[0]) * (high - low);
    }
}

/* What is left of the factors, or the predictions again. */
static void errors_turn(const assay_rep *rep, const table *t, double *x)
{
    const size_t rest = t->n - t->first;
    for (size_t i = 0; i < t->judged; i++)
        for (size_t s = 0; s < rest; s++) {
            const size_t row = t->order ? t->order[t->first + s] : t->first + s;
            x[i * rest + s] = rep->factors[t->which[i] * t->n + row] - x[i * rest + s];
        }
}

/* To a host that looks. */
static assay_status predictions_show(const assay_rep *rep, assay_call *call, const table *t)
{
    const size_t rest = t->n - t->first;
    const int raw = call->option[KERNEL] >= KERNEL_LINEAR;
    if (t->columns > rep->n_factors) return ASSAY_OK; /* cosines are in no unit of a factor */
    double *x;
    if (!call->step) return ASSAY_OK;
    ASSAY_TRY(LEND(call, LOAN(x, t->judged * rest)));
    predictions_turn(rep, t, raw, 0, x);
    step_show(call, "the predictions", x, t->judged, rest);
    errors_turn(rep, t, x);
    step_show(call, "the errors", x, t->judged, rest);
    errors_turn(rep, t, x);
    predictions_turn(rep, t, raw, 1, x);
    return ASSAY_OK;
}

/* About the mean. */
static double squares_of(const double *x, size_t n)
{
    double mean = 0.0, sum = 0.0;
    for (size_t s = 0; s < n; s++) mean += x[s] / (double)n;
    for (size_t s = 0; s < n; s++) sum += (x[s] - mean) * (x[s] - mean);
    return sum;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    assay_series *series = &call->series[0];
    const int kernel = (int)call->option[KERNEL];
    table t;
    if (rep->n < 6) /* R4 */
        return REFUSED(call, "too-few-samples", "three rows in each half at least");
    ASSAY_TRY(table_make(rep, call, &t));
    if (!t.judged) return ASSAY_OK;
    ASSAY_TRY(kernel == KERNEL_RBF ? predict_curved(&t, call) : predict_straight(&t, call, kernel));
    ASSAY_TRY(predictions_show(rep, call, &t));
    const size_t rest = t.n - t.first;
    for (size_t i = 0; i < t.judged; i++) {
        const double *v = t.factors + i * t.n + t.first, *found = t.predicted + i * rest;
        double r2 = coefficient_of_determination(v, found, rest);
        if (t.which[i] == t.which[i + 1]) { /* R6 */
            const double one = squares_of(v, rest), other = squares_of(v + t.n, rest);
            r2 = (one * r2 + other * coefficient_of_determination(v + t.n, found + rest, rest)) / (one + other);
            i++;
        }
        series->items[t.which[i]] = call->option[CLIP] == YES ? fmax(0.0, r2) : r2;
    }
    return ASSAY_OK;
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double h = fmin(n / 2.0, option[KERNEL_ROWS]);
    const double curved = 20.0 * (h * h * h / 20.0 + h * h * (d + m));
    if (option[KERNEL] == KERNEL_RBF) return curved;
    const double rows = option[TRAIN] * n;
    return d > rows ? 0.07 * rows * rows * d + 0.5 * rows * rows * rows + n * m * d : work_svd(rows, d);
}

COST(cost, solver_cost(size, option) + n * (0.5 * d * m + 8.0 * (m + d)));

static const assay_output outputs[] = { { "r2-heldout", ASSAY_PER_FACTOR, ASSAY_EXPLICITNESS, -INFINITY, 1 } };

static const assay_preset presets[] = {
    { "default", "von Kuegelgen et al. 2021, section 5", NULL, NULL },
    { "kuegelgen2021", "von Kuegelgen et al. 2021, published code", "nominal=number:kernel-rows=20000:order=table",
      "Labels are taken as numbers. The first half is learnt from: rows in order score otherwise. Its switch "
      "train_test_split=True, described as nonlinear, fits a straight line "
      "with penalty 1, no intercept and columns as they are (kernel=linear): adding 10 to a code changes the score." },
    { "guard2026", "Joshi et al. 2026, published code", "kernel=raw:train=0.8:clip=yes:nominal=number:order=table",
      "The first rows are learnt from: rows in order score otherwise. No intercept: a factor of mean 1 and a code that "
      "is it less 1 score .01, and so does any shift of a code. "
      "Codes are not scaled: where one is 1e16 times larger than another (sinh of a cube), singular values of the "
      "others count as rounding, and the score falls to that of one code. Values below 0 count as 0, so noise does "
      "not score 0 on average. In sample, as its package does: train=1." },
};

static const assay_solver solver = { "least squares, n d^2 + 7 d^3, or n^2 d + n^3 of more codes than rows",
                                     solver_cost, 0.0 };

const assay_metric assay_metric_r2_heldout = {
    .flags = ASSAY_RANDOM | ASSAY_SEPARATE | ASSAY_CYCLIC | ASSAY_SPLIT,
    .id = "r2-heldout",
    .title = "R2 of regression on all codes, held out",
    .family = "predictor",
    .formula = "R2_i = 1 - sum (v_i - vhat_i)^2 / sum (v_i - mean v_i)^2 on half of the rows, vhat_i fitted to all "
               "codes on the others",
    .source = "von Kuegelgen et al. 2021, arXiv:2106.04619, section 5",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
