/*
 *     W = 2 tr Sigma - 2 tr (D^1/2 Sigma D^1/2)^1/2,  D = diag Sigma          normalised: W / tr Sigma
 *
 *   The squared 2-Wasserstein distance between the normal distributions of covariance Sigma and D.
 *
 * Source   Locatello et al. 2019, arXiv:1811.12359, section 5.1; Givens and Shortt 1984, Michigan Math. J.
 *          31 (the distance between normal distributions).
 * Takes    codes [d x n], d >= 2; factors are not looked at.
 * Gives    "gaussian-wasserstein", 0 = uncorrelated, without bound, in units of the codes squared; and
 *          "gaussian-wasserstein-norm", below 2. They measure no property of factors.
 * Cost     O(n d^2), and the eigenvalues: some 10 d^3 up to WIDE_CODES codes, 4/3 d^3 of more; R4: n^2 d and 4/3 n^3.
 * R1  Constant codes add nothing; fewer than two that vary: undefined, see gaussian.h. constants=keep: only if all are
 *     constant.
 * R2  Scaling all codes by a power of two changes no bit of the mantissa of either. Scaling one changes the score.
 * R3  Of more than WIDE_CODES codes the eigenvalues come through three diagonals, which rounds otherwise: the score is
 *     the same but for a share of about 1e-8 of tr Sigma where codes are linear functions of others, 1e-13 elsewhere.
 * R4  With X the codes less their means, D^1/2 X' X D^1/2 has the eigenvalues of X D X' but for zeros. The second is
 *     decomposed where there are more codes than rows, and than WIDE_CODES.
 */
#include "covariance.h"
#include "gaussian.h"
#include "products.h"
#include "tridiagonal.h"
#include "work.h"

OPTION_TABLE(GAUSSIAN_OPTIONS);
enum { WIDE_CODES = 64 };

/* Brings the covariances near 1 by a power of four, which no bit but the exponent's sees: what follows squares them.
 * Returns the exponent of two that was taken out. */
static int scale_by_trace(double *matrix, size_t d)
{
    double trace = 0.0;
    int exponent;
    for (size_t j = 0; j < d; j++) trace += matrix[j * d + j];
    (void)frexp(trace, &exponent);
    exponent -= exponent % 2;
    for (size_t k = 0; k < d * d; k++) matrix[k] = ldexp(matrix[k], -exponent);
    return exponent;
}

static assay_status give(assay_call *call, double trace, const double *eigen, size_t n, int unit)
{
    double roots = 0.0;
    for (size_t k = 0; k < n; k++) roots += sqrt(fmax(eigen[k], 0.0)); /* rounding may leave one below 0 */
    const double distance = fmax(0.0, 2.0 * trace - 2.0 * roots);
    call->series[0].value = ldexp(distance, unit);
    call->series[1].value = distance / trace;
    return ASSAY_OK;
}

/* ---- more codes than rows ---- */

/* The codes less their means, [d * rows], and their variances. Returns the sum of these. */
static double centre_all(const assay_rep *rep, size_t rows, double *centred, double *variance)
{
    double trace = 0.0;
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double *x = rep->codes + j * rep->n;
        double *to = centred + j * rows, sum = 0.0, squares = 0.0;
        for (size_t s = 0; s < rows; s++) sum += x[s] - x[0];
        for (size_t s = 0; s < rows; s++) to[s] = (x[s] - x[0]) - sum / (double)rows;
        for (size_t s = 0; s < rows; s++) squares += to[s] * to[s];
        trace += variance[j] = squares / (double)(rows - 1);
    }
    return trace;
}

/* R4. *is 0: it is not for this, which the covariances say: few codes, or variances that are no numbers. */
static assay_status score_by_rows(const assay_rep *rep, assay_call *call, int *is)
{
    const size_t d = rep->n_codes, rows = rows_asked(call->option[ROWS], rep->n);
    *is = d > WIDE_CODES && d > rows && rows > 1;
    if (!*is) return ASSAY_OK;
    double *centred, *variance, *common, *eigen;
    int unit;
    ASSAY_TRY(LEND(call, LOAN(centred, d * rows), LOAN(variance, d), LOAN(common, rows * rows), LOAN(eigen, 3 * rows)));
    const double all = centre_all(rep, rows, centred, variance), share = frexp(all, &unit);
    *is = all > 0.0 && isfinite(all);
    if (!*is) return ASSAY_OK;
    const int odd = unit % 2;
    unit -= odd;
    for (size_t j = 0; j < d; j++) {
        const double weight = sqrt(ldexp(variance[j], -unit) / (double)(rows - 1));
        for (size_t s = 0; s < rows; s++) centred[j * rows + s] = ldexp(centred[j * rows + s], -unit / 2) * weight;
    }
    ASSAY_TRY(products_of_rows((column_set){ .at = centred, .step = rows, .count = d }, NULL, rows, common));
    tridiagonal_eigenvalues(common, rows, eigen + rows, eigen);
    return give(call, ldexp(share, odd), eigen, rows, unit);
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    gaussian g;
    int is_wide;
    ASSAY_TRY(score_by_rows(rep, call, &is_wide));
    if (is_wide) return ASSAY_OK;
    ASSAY_TRY(gaussian_of_codes(rep, call, &g));
    if (!g.matrix) return ASSAY_OK;
    const size_t d = g.n_codes;
    double *deviation, *eigen;
    ASSAY_TRY(LEND(call, LOAN(deviation, d), LOAN(eigen, 3 * d)));
    double trace = 0.0;
    const int unit = scale_by_trace(g.matrix, d);
    for (size_t j = 0; j < d; j++) {
        trace += g.matrix[j * d + j];
        deviation[j] = sqrt(g.matrix[j * d + j]);
    }
    for (size_t j = 0; j < d; j++)
        for (size_t l = 0; l < d; l++) g.matrix[j * d + l] *= deviation[j] * deviation[l];
    if (d > WIDE_CODES) tridiagonal_eigenvalues(g.matrix, d, eigen + d, eigen); /* R3 */
    else eigenvalues_symmetric(g.matrix, d, eigen);
    return give(call, trace, eigen, d, unit);
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double d = (double)size->n_codes, n = (double)size->n;
    if (d > WIDE_CODES && d > n) return 0.1 * n * n * d + 0.4 * n * n * n; /* R4 */
    return gaussian_solver_cost(size, option) + (d > WIDE_CODES ? 0.4 : 8.0) * d * d * d;
}

COST(cost, 3.0 * n * d + solver_cost(size, option));

static const assay_output outputs[] = {
    { "gaussian-wasserstein", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, INFINITY },
    { "gaussian-wasserstein-norm", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 2 },
};

static const assay_preset presets[] = {
    { "default", "Locatello et al. 2019, section 5.1", NULL, NULL },
    { "locatello2019", "Locatello et al. 2019, published code", "rows=train:constants=keep",
      "Only the training rows count: the first 10000, or two thirds where there are fewer than 15000." },
};

static const assay_solver solver = {
    "covariances of the codes, n d^2, and their eigenvalues, d^3; n^2 d and n^3 of more codes than rows", solver_cost,
    0.0
};

const assay_metric assay_metric_gaussian_wasserstein = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_CODES_ALONE,
    .id = "gaussian-wasserstein",
    .title = "Gaussian Wasserstein correlation of the codes",
    .family = "unsupervised",
    .formula = "2 tr Sigma - 2 tr (D^1/2 Sigma D^1/2)^1/2, D = diag Sigma; and over tr Sigma; 0 = uncorrelated codes",
    .source = "Locatello et al. 2019, arXiv:1811.12359, section 5.1",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
