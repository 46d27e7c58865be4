/* least_squares -- see least_squares.h. */
#include "least_squares.h"

#include "cholesky.h"
#include "svd.h"
#include "vectors.h"
#include "work.h"

#include <math.h>
#include <string.h>

static const double *x_at(const least_squares *of, size_t j) { return of->x.at + j * of->x.step; }
static const double *y_at(const least_squares *of, size_t i) { return of->y.at + i * of->y.step; }

static assay_status fit_by_values(const least_squares *of, assay_call *call, double *b)
{
    const size_t n = of->n, d = of->x.count;
    double *copy = call->alloc(call, n * d, sizeof *copy);
    svd_basis basis;
    if (!copy) return ASSAY_ENOMEM;
    for (size_t j = 0; j < d; j++) memcpy(copy + j * n, x_at(of, j), n * sizeof *copy);
    ASSAY_TRY(svd_basis_of(copy, n, d, of->least, call, &basis));
    for (size_t i = 0; i < of->y.count; i++) svd_solve(&basis, y_at(of, i), of->penalty, b + i * d);
    return ASSAY_OK;
}

/* Equations of one side: [p * p]. */
typedef struct equations {
    size_t p;
    int by_rows;
    double *matrix, *factor;
    double *rest;  /* [targets * n] residuals */
    double *right; /* [targets * p] */
    double *a;     /* [targets * n] of by_rows: b = X'a */
    double *move;  /* [targets * d] */
} equations;

static assay_status equations_lend(const least_squares *of, assay_call *call, equations *to)
{
    const size_t n = of->n, d = of->x.count, targets = of->y.count;
    to->by_rows = d > n;
    to->p = to->by_rows ? n : d;
    to->matrix = call->alloc(call, to->p * to->p, sizeof *to->matrix);
    to->factor = call->alloc(call, to->p * to->p, sizeof *to->factor);
    to->rest = call->alloc(call, targets * n, sizeof *to->rest);
    to->right = call->alloc(call, targets * to->p, sizeof *to->right);
    to->a = call->alloc(call, targets * n, sizeof *to->a);
    to->move = call->alloc(call, targets * d, sizeof *to->move);
    return to->matrix && to->factor && to->rest && to->right && to->a && to->move ? ASSAY_OK : ASSAY_ENOMEM;
}

/* Whether no pivot but those of columns of zeros was rounding. Rows of centred columns add up to nothing: that direction,
 * which no centred y has, is given the mean curvature. */
static int equations_factor(const least_squares *of, equations *e)
{
    const size_t p = e->p;
    double trace = 0.0;
    if (!e->by_rows) products_of_columns(of->x, of->n, e->matrix);
    else if (products_of_rows(of->x, NULL, NULL, p, e->matrix) != ASSAY_OK) return 0;
    for (size_t k = 0; k < p; k++) trace += e->matrix[k * p + k];
    const double mean = trace / (double)p / (double)p;
    for (size_t k = 0; e->by_rows && of->centred && k < p * p; k++) e->matrix[k] += mean;
    for (size_t k = 0; k < p; k++) e->matrix[k * p + k] += of->penalty;
    cholesky(e->matrix, p, e->factor);
    for (size_t k = 0; k < p; k++)
        if (!(e->factor[k * p + k] > 0.0) && e->matrix[k * p + k] != 0.0) return 0;
    return isfinite(trace);
}

/* rest = y - X b; every column is looked at once for all targets. */
static void find_residuals(const least_squares *of, const double *b, double *rest)
{
    for (size_t i = 0; i < of->y.count; i++) memcpy(rest + i * of->n, y_at(of, i), of->n * sizeof *rest);
    for (size_t j = 0; j < of->x.count; j++)
        for (size_t i = 0; i < of->y.count; i++) vector_add(rest + i * of->n, x_at(of, j), -b[i * of->x.count + j], of->n);
}

/* move += X'a */
static void add_combined(const least_squares *of, const double *a, double *move)
{
    for (size_t j = 0; j < of->x.count; j++)
        for (size_t i = 0; i < of->y.count; i++)
            move[i * of->x.count + j] += vector_product(x_at(of, j), a + i * of->n, of->n);
}

/* What the residuals ask b to change by; by_rows: a too, for its penalty is on both. */
static void find_move(const least_squares *of, const double *b, equations *e)
{
    const size_t n = of->n, d = of->x.count, p = e->p, targets = of->y.count;
    memset(e->move, 0, targets * d * sizeof *e->move);
    if (e->by_rows) {
        for (size_t k = 0; k < targets * n; k++) e->right[k] = e->rest[k] - of->penalty * e->a[k];
    } else {
        memset(e->right, 0, targets * p * sizeof *e->right);
        add_combined(of, e->rest, e->right);
        for (size_t k = 0; k < targets * d; k++) e->right[k] -= of->penalty * b[k];
    }
    for (size_t i = 0; i < targets; i++) {
        solve_lower(e->factor, p, e->right + i * p);
        solve_upper(e->factor, p, e->right + i * p);
    }
    if (!e->by_rows) {
        memcpy(e->move, e->right, targets * d * sizeof *e->move);
        return;
    }
    for (size_t k = 0; k < targets * n; k++) e->a[k] += e->right[k];
    add_combined(of, e->right, e->move);
}

/* Adds the move to b; whether every target's was small. */
static int take_move(const least_squares *of, const double *move, double *b)
{
    const size_t d = of->x.count;
    int small = 1;
    for (size_t i = 0; i < of->y.count; i++) {
        vector_add(b + i * d, move + i * d, 1.0, d);
        const double moved = vector_product(move + i * d, move + i * d, d);
        small &= moved <= 1e-22 * vector_product(b + i * d, b + i * d, d);
    }
    return small;
}

/* *settled: whether it did. */
static assay_status fit_by_factor(const least_squares *of, assay_call *call, double *b, int *settled)
{
    enum { ROUNDS = 8 };
    equations e;
    ASSAY_TRY(equations_lend(of, call, &e));
    *settled = 0;
    if (!equations_factor(of, &e)) return ASSAY_OK;
    memset(b, 0, of->y.count * of->x.count * sizeof *b);
    for (int round = 0; round < ROUNDS && !*settled; round++) {
        find_residuals(of, b, e.rest);
        find_move(of, b, &e);
        *settled = take_move(of, e.move, b);
    }
    return ASSAY_OK;
}

assay_status least_squares_fit(const least_squares *of, assay_call *call, double *b)
{
    const size_t smaller = of->n < of->x.count ? of->n : of->x.count;
    int settled = 0;
    if (smaller > CHOLESKY_NARROW) ASSAY_TRY(fit_by_factor(of, call, b, &settled));
    return settled ? ASSAY_OK : fit_by_values(of, call, b);
}

double least_squares_cost(double n, double d, double targets)
{
    const double smaller = fmin(n, d);
    if (smaller <= CHOLESKY_NARROW) return work_svd(n, d);
    return smaller * (0.1 * n * d + 0.2 * smaller * smaller) + 4.0 * n * d * targets;
}
