/* kernel_ridge -- see kernel_ridge.h. */
#include "kernel_ridge.h"

#include "folds.h"
#include "lend.h"
#include "vectors.h"

#include <math.h>

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

assay_status kernel_ridge_predict(const kernel_rows *train, const kernel_rows *test, kernel_choice with,
                                  assay_call *call, double *to)
{
    desk t;
    const assay_status status = desk_make(train, call, &t);
    if (status == ASSAY_OK) fit_and_predict(train, test, with, &t, to);
    return status;
}

double coefficient_of_determination(const double *y, const double *predicted, size_t n)
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

/* The rows of a fold, and the others, in room of the caller's. */
typedef struct fold_rows {
    kernel_rows train, test;
    double *train_x, *train_y, *test_y, *predicted;
} fold_rows;

static assay_status fold_lend(const kernel_rows *all, assay_call *call, fold_rows *to)
{
    return LEND(call, LOAN(to->train_x, all->n * all->d), LOAN(to->train_y, all->n * all->targets),
                LOAN(to->test_y, all->n * all->targets), LOAN(to->predicted, all->n * all->targets));
}

static void fold_take(const kernel_rows *all, size_t begin, size_t end, fold_rows *to)
{
    const size_t n = all->n, d = all->d, held = end - begin, kept = n - held;
    to->train = (kernel_rows){ kept, d, all->targets, to->train_x, to->train_y };
    to->test = (kernel_rows){ held, d, all->targets, all->x + begin * d, to->test_y };
    memcpy(to->train_x, all->x, begin * d * sizeof *to->train_x);
    memcpy(to->train_x + begin * d, all->x + end * d, (n - end) * d * sizeof *to->train_x);
    for (size_t k = 0; k < all->targets; k++) {
        const double *y = all->y + k * n;
        memcpy(to->train_y + k * kept, y, begin * sizeof *y);
        memcpy(to->train_y + k * kept + begin, y + end, (n - end) * sizeof *y);
        memcpy(to->test_y + k * held, y + begin, held * sizeof *y);
    }
}

/* Adds to score[targets] the R2 of every fold. */
static void score_folds(const kernel_rows *all, kernel_choice with, size_t folds, fold_rows *f, desk *t, double *score)
{
    for (size_t k = 0; k < folds; k++) {
        fold_take(all, folds_begin(all->n, folds, k), folds_begin(all->n, folds, k + 1), f);
        fit_and_predict(&f->train, &f->test, with, t, f->predicted);
        for (size_t target = 0; target < all->targets; target++)
            score[target] += coefficient_of_determination(f->test_y + target * f->test.n,
                                                          f->predicted + target * f->test.n, f->test.n);
    }
}

assay_status kernel_ridge_choose(const kernel_rows *train, const kernel_grid *tried, assay_call *call,
                                 kernel_choice *to)
{
    desk t;
    fold_rows f;
    double *best, *score;
    ASSAY_TRY(LEND(call, LOAN(best, train->targets), LOAN(score, train->targets)));
    ASSAY_TRY(desk_make(train, call, &t));
    ASSAY_TRY(fold_lend(train, call, &f));
    for (size_t k = 0; k < train->targets; k++) best[k] = -INFINITY;
    for (size_t p = 0; p < tried->n_penalties * tried->n_gs; p++) {
        const kernel_choice with = { tried->penalties[p / tried->n_gs], tried->gs[p % tried->n_gs] };
        memset(score, 0, train->targets * sizeof *score);
        score_folds(train, with, tried->folds, &f, &t, score);
        for (size_t k = 0; k < train->targets; k++) {
            if (!(score[k] > best[k])) continue;
            best[k] = score[k];
            to[k] = with;
        }
    }
    return ASSAY_OK;
}
