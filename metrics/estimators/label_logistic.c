/* label_logistic -- see label_logistic.h. */
#include "label_logistic.h"

#include "lend.h"

#include <float.h>
#include <lbfgs.h>
#include <math.h>

#define STEEPEST 1e-4
#define PROGRESS 2.220446049250313e-09

typedef struct fit {
    const label_rows *rows;
    size_t n;
    const int *present;
    double *share, *chance; /* [classes] weight of a row; room for one row's probabilities */
    double before;          /* the sum of the last iteration */
} fit;

/* p of one row, and its log-likelihood. */
static double row_chances(const label_rows *r, const double *weight, const int *present, size_t s, double *p)
{
    const size_t width = r->columns + 1, own = (size_t)r->label[s];
    double most = -INFINITY, sum = 0.0;
    for (size_t k = 0; k < r->classes; k++) {
        const double *w = weight + k * width;
        p[k] = w[r->columns];
        for (size_t j = 0; j < r->d; j++) p[k] += w[r->column[j * r->stride + s]];
        if (present[k]) most = fmax(most, p[k]);
    }
    const double of_own = p[own] - most;
    for (size_t k = 0; k < r->classes; k++) sum += p[k] = present[k] ? exp(p[k] - most) : 0.0;
    for (size_t k = 0; k < r->classes; k++) p[k] /= sum;
    return present[own] ? of_own - log(sum) : -INFINITY; /* R1 */
}

static lbfgsfloatval_t evaluate(void *of, const lbfgsfloatval_t *weight, lbfgsfloatval_t *gradient, const int unknowns,
                                const lbfgsfloatval_t step)
{
    (void)step;
    fit *f = of;
    const label_rows *r = f->rows;
    const size_t width = r->columns + 1;
    double sum = 0.0;
    memset(gradient, 0, (size_t)unknowns * sizeof *gradient);
    for (size_t s = 0; s < f->n; s++) {
        const size_t own = (size_t)r->label[s];
        sum -= f->share[own] * row_chances(r, weight, f->present, s, f->chance);
        for (size_t k = 0; k < r->classes; k++) {
            const double slope = f->share[own] * (f->chance[k] - (k == own));
            double *g = gradient + k * width;
            for (size_t j = 0; j < r->d; j++) g[r->column[j * r->stride + s]] += slope;
            g[r->columns] += slope;
        }
    }
    return sum;
}

/* Not 0: stop. */
static int progress(void *of, const lbfgsfloatval_t *weight, const lbfgsfloatval_t *gradient,
                    const lbfgsfloatval_t value, const lbfgsfloatval_t size, const lbfgsfloatval_t norm,
                    const lbfgsfloatval_t step, int unknowns, int iteration, int evaluations)
{
    (void)weight, (void)size, (void)norm, (void)step, (void)iteration, (void)evaluations;
    fit *f = of;
    double steepest = 0.0;
    for (int k = 0; k < unknowns; k++) steepest = fmax(steepest, fabs(gradient[k]));
    const double fell = (f->before - value) / fmax(fmax(fabs(f->before), fabs(value)), 1.0);
    f->before = value;
    return steepest <= STEEPEST || fell <= PROGRESS;
}

/* share[k] = n / (K n_k), K the classes that have rows. */
static void weigh_classes(const label_rows *rows, size_t n, double *share, int *present)
{
    size_t classes = 0;
    for (size_t k = 0; k < rows->classes; k++) share[k] = 0.0;
    for (size_t s = 0; s < n; s++) share[rows->label[s]] += 1.0;
    for (size_t k = 0; k < rows->classes; k++) classes += (size_t)(present[k] = share[k] > 0.0);
    for (size_t k = 0; k < rows->classes; k++)
        if (present[k]) share[k] = (double)n / ((double)classes * share[k]);
}

assay_status label_logistic_fit(const label_rows *rows, size_t n, size_t iterations, double *weight, int *present)
{
    const size_t unknowns = rows->classes * (rows->columns + 1);
    if (unknowns > INT32_MAX) return ASSAY_EINPUT;
    lbfgsfloatval_t *w = lbfgs_malloc((int)unknowns);
    fit f = { .rows = rows, .n = n, .present = present, .before = INFINITY };
    void *const block = LEND_BLOCK(LOAN(f.share, rows->classes), LOAN(f.chance, rows->classes));
    lbfgs_parameter_t how;
    lbfgs_parameter_init(&how);
    how.m = 10;
    how.epsilon = 0.0; /* progress decides */
    how.max_iterations = (int)iterations;
    how.ftol = 1e-3;
    int end = LBFGSERR_OUTOFMEMORY;
    if (w && block) {
        memset(w, 0, unknowns * sizeof *w);
        weigh_classes(rows, n, f.share, present);
        end = lbfgs((int)unknowns, w, NULL, evaluate, progress, &f, &how);
        memcpy(weight, w, unknowns * sizeof *weight); /* where a step fails, the last that did not */
    }
    lbfgs_free(w);
    free(block);
    return end == LBFGSERR_OUTOFMEMORY ? ASSAY_ENOMEM : ASSAY_OK;
}

double label_logistic_loss(const label_rows *rows, size_t first, size_t n, const double *weight, const int *present,
                           double *room)
{
    double sum = 0.0;
    for (size_t s = first; s < first + n; s++)
        sum -= fmax(row_chances(rows, weight, present, s, room), log(DBL_EPSILON));
    return sum / (double)n;
}
