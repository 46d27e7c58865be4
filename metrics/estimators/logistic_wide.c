/* logistic_wide -- see logistic_inside.h: of more codes than rows, the fit to a triangle L with L L' = X X'. */
#include "logistic_inside.h"

#include "cholesky.h"
#include "lend.h"
#include "products.h"
#include "vectors.h"

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
    for (size_t j = 0; j < rows->n_codes && centred; j++) {
        const double *x = rows->codes + j * rows->stride;
        double sum = 0.0;
        for (size_t s = 0; s < n; s++) sum += x[s] - x[0];
        t->mean[j] = x[0] + sum / (double)n;
    }
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

assay_status logistic_fit_wide(const logistic_rows *rows, const logistic_options *options, double *weight,
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
