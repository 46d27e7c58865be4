/*
 *     TC = 1/2 ( sum_j log Sigma_jj - log det Sigma ) = -1/2 log det (correlation matrix), in nats
 *
 *   The divergence of a normal distribution with the codes' covariance Sigma from the product of its margins.
 *
 * Source   Locatello et al. 2019, arXiv:1811.12359, section 5.1; Chen et al. 2018, arXiv:1802.04942 (total
 *          correlation); Cover and Thomas 2006, theorem 8.4.1 (entropy of a normal distribution).
 * Takes    codes [d x n], d >= 2; factors are not looked at.
 * Gives    "gaussian-tc", one number in nats, 0 = uncorrelated, without bound. It measures no property of factors.
 * Cost     O(n d^2 + d^3).
 * R1  Constant codes: left out (constants=skip), or the score is undefined as published (keep). Fewer than two codes
 *     left: one-code, or constant-code if none varies.
 * R2  Linearly dependent codes (a pivot below 16 d eps of the correlation matrix, or as many as rows): undefined,
 *     not-applicable; the value would be infinite.
 * R3  Scaling codes by powers of two changes no bit; any affine map of a code moves roundings only.
 */
#include "gaussian.h"
#include "histogram.h"
#include "scaling.h"
#include "work.h"

#include <float.h>

OPTION_TABLE(GAUSSIAN_OPTIONS);

/* -log det of a correlation matrix by Cholesky's decomposition, which replaces its lower half; NaN where singular. */
static double minus_log_det(double *r, size_t d)
{
    double sum = 0.0;
    for (size_t j = 0; j < d; j++) {
        double pivot = r[j * d + j];
        for (size_t k = 0; k < j; k++) pivot -= r[j * d + k] * r[j * d + k];
        if (!(pivot > 16 * DBL_EPSILON * (double)d)) return NAN;
        sum += log_nats(fmax(1.0, 1.0 / pivot));
        const double root = sqrt(pivot);
        for (size_t i = j + 1; i < d; i++) {
            double x = r[i * d + j];
            for (size_t k = 0; k < j; k++) x -= r[i * d + k] * r[j * d + k];
            r[i * d + j] = x / root;
        }
    }
    return sum;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    gaussian g;
    const size_t rows = rows_asked(call->option[ROWS], rep->n);
    size_t many = 0; /* R2, before any work */
    for (size_t j = 0; rows >= 2 && rep->n_codes >= rows && j < rep->n_codes; j++)
        many += !column_is_constant(rep->codes + j * rep->n, rows);
    if (rows >= 2 && many >= rows)
        return REFUSED(call, "not-applicable", "the codes are linearly dependent: %zu vary, in %zu rows", many, rows);
    ASSAY_TRY(gaussian_of_codes(rep, call, &g));
    if (!g.matrix) return ASSAY_OK;
    const size_t d = g.n_codes;
    for (size_t j = 0; j < d; j++)
        for (size_t l = 0; l < d; l++)
            if (l != j) g.matrix[j * d + l] /= sqrt(g.matrix[j * d + j]) * sqrt(g.matrix[l * d + l]);
    for (size_t j = 0; j < d; j++) g.matrix[j * d + j] = 1.0;
    const double twice = minus_log_det(g.matrix, d); /* R2 */
    call->series[0].value =
        isnan(twice) ? call->undefined(call, "not-applicable", "the codes are linearly dependent") : 0.5 * twice;
    return ASSAY_OK;
}

COST(solver_cost, size->n_codes < size->n ? gaussian_solver_cost(size, option) : 0.5 * d); /* R2 */

COST(cost, (size->n_codes < size->n ? 3.0 * n : 1.0) * d + solver_cost(size, option));

static const assay_output outputs[] = { { "gaussian-tc", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, INFINITY } };

static const assay_preset presets[] = {
    { "default", "Locatello et al. 2019, section 5.1", NULL, NULL },
    { "locatello2019", "Locatello et al. 2019, published code", "rows=train:constants=keep",
      "Only the training rows count: the first 10000, or two thirds where there are fewer than 15000. A constant code "
      "makes 0/0 and dependent codes infinity or a matter of rounding; undefined here." },
};

static const assay_solver solver = { "covariances of the codes, n d^2, and their determinant, d^3", solver_cost, 0.0 };

const assay_metric assay_metric_gaussian_tc = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_CODES_ALONE,
    .id = "gaussian-tc",
    .title = "Gaussian total correlation of the codes",
    .family = "unsupervised",
    .formula = "1/2 (sum_j log Sigma_jj - log det Sigma), nats; 0 = uncorrelated codes",
    .source = "Locatello et al. 2019, arXiv:1811.12359, section 5.1",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
