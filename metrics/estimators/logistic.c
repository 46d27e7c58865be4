/*
 * Columns are centred and scaled first (the penalty is rescaled with them, so the minimum is the same) and packed into
 * tiles of 128 rows, the column of ones last.
 */
#include "logistic_inside.h"

#include "cholesky.h"
#include "lend.h"
#include "products.h"
#include "scaling.h"

#include <math.h>

static void column_measure(const double *x, size_t n, int centred, double *mean, double *scale)
{
    const double middle = centred ? column_mean(x, n) : 0.0;
    double squares = 0.0, largest = 0.0;
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

static assay_status level_pack(const logistic *f, const logistic_rows *all, size_t skip, packed *to)
{
    to->rows = (all->n + skip - 1) / skip;
    to->tiles = tile_count(to->rows);
    to->block = LEND_BLOCK(LOAN(to->x, to->tiles * f->columns * TILE_ROWS), LOAN(to->label, to->tiles * TILE_ROWS),
                           LOAN(to->count, f->classes));
    if (!to->block) return ASSAY_ENOMEM;
    for (size_t t = 0; t < to->tiles; t++) {
        const size_t first = t * TILE_ROWS, left = to->rows - first, rows = left < TILE_ROWS ? left : TILE_ROWS;
        double *x = to->x + t * f->columns * TILE_ROWS;
        for (size_t j = 0; j + 1 < f->p; j++) {
            const double *from = all->codes + j * all->stride + first * skip, mean = f->mean[j], scale = f->scale[j];
            for (size_t s = 0; s < rows; s++) x[j * TILE_ROWS + s] = (from[s * skip] - mean) * scale;
        }
        for (size_t s = 0; s < rows; s++) {
            const int32_t k = all->label[(first + s) * skip];
            x[(f->p - 1) * TILE_ROWS + s] = 1.0;
            to->label[first + s] = k;
            to->count[k]++;
        }
        for (size_t s = rows; s < TILE_ROWS; s++) to->label[first + s] = -1.0;
    }
    return ASSAY_OK;
}

/* ----------------------------------------------------------------------------------------------- together -- */

static assay_status fit_lend(logistic *f, int multinomial)
{
    const size_t p = f->p, c = f->columns, many = multinomial ? f->classes : 0;
    const size_t binary_sum = 3 * f->threes + 9 * blocks_of(f->threes), soft_sum = 9 * tile_threes(many) * f->threes;
    const size_t binary_tile = (2 + c) * TILE_ROWS, soft_tile = 3 * tile_threes(many) * TILE_ROWS;
    f->block =
        LEND_BLOCK(LOAN(f->mean, p), LOAN(f->scale, p), LOAN(f->penalty, p), LOAN(f->theta, c), LOAN(f->trial, c),
                   LOAN(f->step, c), LOAN(f->gradient, c), LOAN(f->hessian, p * p), LOAN(f->factor, p * p),
                   LOAN(f->whitener, p * p), LOAN(f->class_weight, many), LOAN(f->theta_all, many * c),
                   LOAN(f->gradient_all, many * c), LOAN(f->sums, binary_sum > soft_sum ? binary_sum : soft_sum),
                   LOAN(f->tile, binary_tile > soft_tile ? binary_tile : soft_tile));
    return f->block ? ASSAY_OK : ASSAY_ENOMEM; /* odd columns of threes stay zero */
}

static assay_status fit_prepare(logistic *f, const logistic_rows *rows, const logistic_options *options)
{
    const int multinomial = options->form == LOGISTIC_MULTINOMIAL;
    const size_t d = f->p - 1;
    assay_status st = fit_lend(f, multinomial);
    if (st != ASSAY_OK) return st;
    for (size_t j = 0; j < d; j++) {
        /* a penalised intercept must stay what it is: no centring */
        column_measure(rows->codes + j * rows->stride, rows->n, !options->penalise_intercept, &f->mean[j],
                       &f->scale[j]);
        f->penalty[j] = f->scale[j] > 0.0 ? f->scale[j] * f->scale[j] / options->strength : 1.0;
    }
    f->penalty[d] = options->penalise_intercept ? 1.0 / options->strength : 0.0;
    for (size_t l = 0, skip = 1; l < LEVELS && st == ASSAY_OK; l++, skip *= 4) {
        if (l > 0 && (multinomial || rows->n / skip < 100 * f->p)) break;
        st = level_pack(f, rows, skip, &f->level[l]);
    }
    return st;
}

/* Back to the units of the codes. */
static void weights_write(const logistic *f, const double *theta, double sign, double *to)
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
static assay_status classes_find(const logistic_rows *rows, int32_t *place, size_t *classes)
{
    for (size_t k = 0; k < rows->n_classes; k++) place[k] = -1;
    for (size_t s = 0; s < rows->n; s++) {
        if (rows->label[s] < 0 || (size_t)rows->label[s] >= rows->n_classes) return ASSAY_EINPUT; /* R4 */
        place[rows->label[s]] = 0;
    }
    *classes = 0;
    for (size_t k = 0; k < rows->n_classes; k++)
        if (place[k] == 0) place[k] = (int32_t)(*classes)++;
    return ASSAY_OK;
}

static assay_status fit_run(logistic *f, const logistic_options *options, size_t n_classes, const int32_t *place,
                            double *weight, logistic_report *report)
{
    report->converged = 1;
    if (options->form == LOGISTIC_MULTINOMIAL) ASSAY_TRY(softmax_fit(f, options->balanced, &report->converged));
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

/* Labels renumbered, then the fit. place [n_classes], renumbered [n]. */
static assay_status fit_present(const logistic_rows *rows, const logistic_options *options, int32_t *place,
                                int32_t *renumbered, double *weight, logistic_report *report)
{
    const size_t d = rows->n_codes;
    ASSAY_TRY(classes_find(rows, place, &report->classes));
    for (size_t k = 0; k < rows->n_classes; k++) {
        memset(weight + k * (d + 1), 0, d * sizeof *weight);
        weight[k * (d + 1) + d] = place[k] < 0 ? -HUGE_VAL : 0.0; /* R2 */
    }
    report->converged = 1;
    if (report->classes < 2) return ASSAY_OK; /* R2 */
    for (size_t s = 0; s < rows->n; s++) renumbered[s] = place[rows->label[s]];
    logistic_rows present = *rows;
    present.label = renumbered;
    logistic f = { .p = d + 1, .threes = tile_threes(d + 1), .classes = report->classes };
    f.columns = 3 * f.threes;
    f.passes_most = options->passes ? options->passes : options->form == LOGISTIC_MULTINOMIAL ? 2000 : 200;
    assay_status st = fit_prepare(&f, &present, options);
    if (st == ASSAY_OK) st = fit_run(&f, options, rows->n_classes, place, weight, report);
    for (size_t l = 0; l < LEVELS; l++) free(f.level[l].block);
    free(f.block);
    return st;
}

/* As many codes as rows, n each. */
typedef struct triangle {
    size_t n;
    void *block;
    double *products, *lower; /* [n * n] lower: row s is what row s of the codes has become */
    double *codes;            /* [n * n] the same, code by code */
    double *mean;             /* [d] of the codes; zeros where the intercept is to cost */
    double *weight;           /* [classes * (n + 1)] */
} triangle;

static assay_status triangle_make(const logistic_rows *rows, int centred, triangle *t)
{
    const size_t n = rows->n;
    *t = (triangle){ .n = n };
    t->block = LEND_BLOCK(LOAN(t->products, n * n), LOAN(t->lower, n * n), LOAN(t->codes, n * n),
                          LOAN(t->mean, rows->n_codes), LOAN(t->weight, rows->n_classes * (n + 1)));
    if (!t->block) return ASSAY_ENOMEM;
    for (size_t j = 0; j < rows->n_codes && centred; j++) t->mean[j] = column_mean(rows->codes + j * rows->stride, n);
    ASSAY_TRY(products_of_rows((column_set){ .at = rows->codes, .step = rows->stride, .count = rows->n_codes }, t->mean,
                               n, t->products));
    cholesky(t->products, n, t->lower);
    for (size_t s = 0; s < n; s++)
        for (size_t k = 0; k < n; k++) t->codes[k * n + s] = t->lower[s * n + k];
    return ASSAY_OK;
}

/* Weights of the codes from those of the triangle's: w = X' L^-T t. */
static void weights_spread(const logistic_rows *rows, const triangle *t, double *of, double *to)
{
    const size_t n = t->n, d = rows->n_codes;
    double total = 0.0;
    to[d] = of[n];
    solve_upper(t->lower, n, of);
    for (size_t s = 0; s < n; s++) total += of[s];
    for (size_t j = 0; j < d; j++) {
        to[j] = vector_product(rows->codes + j * rows->stride, of, n) - t->mean[j] * total;
        to[d] -= to[j] * t->mean[j];
    }
}

/* More codes than rows: weights that cost are sums of rows, so the fit is that of as many codes as rows, which have the
 * rows' products (Kimeldorf and Wahba 1971). A triangle L with L L' = X X'. */
static assay_status fit_wide(const logistic_rows *rows, const logistic_options *options, double *weight,
                             logistic_report *report)
{
    triangle t;
    assay_status status = triangle_make(rows, !options->penalise_intercept, &t);
    logistic_rows narrow = *rows;
    narrow.codes = t.codes;
    narrow.stride = narrow.n_codes = t.n;
    if (status == ASSAY_OK) status = logistic_fit(&narrow, options, t.weight, report);
    for (size_t k = 0; k < rows->n_classes && status == ASSAY_OK; k++)
        weights_spread(rows, &t, t.weight + k * (t.n + 1), weight + k * (rows->n_codes + 1));
    free(t.block);
    return status;
}

assay_status logistic_fit(const logistic_rows *rows, const logistic_options *options, double *weight,
                          logistic_report *report)
{
    logistic_report unread, *const to = report ? report : &unread;
    memset(to, 0, sizeof *to);
    if (!rows->n || !rows->n_classes || !(options->strength > 0.0 && isfinite(options->strength))) return ASSAY_EINPUT;
    if (rows->n_codes > rows->n && rows->n > PRODUCTS_NARROW) return fit_wide(rows, options, weight, to);
    int32_t *place = NULL, *renumbered = NULL;
    void *const block = LEND_BLOCK(LOAN(place, rows->n_classes), LOAN(renumbered, rows->n));
    const assay_status st = block ? fit_present(rows, options, place, renumbered, weight, to) : ASSAY_ENOMEM;
    free(block);
    return st;
}
