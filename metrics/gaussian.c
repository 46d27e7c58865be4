#include "gaussian.h"

#include "covariance.h"

enum { GAUSSIAN_OPTIONS(OPTION_PLACE) };

static int varies(const double *cov, size_t d, size_t j) { return cov[j * d + j] > 0.0; }

assay_status gaussian_of_codes(const assay_rep *rep, assay_call *call, gaussian *to)
{
    const size_t d = rep->n_codes, rows = rows_asked(call->option[ROWS], rep->n);
    const int keep = call->option[CONSTANTS] == CONSTANTS_KEEP;
    *to = (gaussian){ 0, NULL };
    if (rows < 2) return REFUSED(call, "too-few-samples", "one row does not vary");
    const double *cov;
    ASSAY_TRY(covariance_of_codes(rep, call, rows, &cov));
    size_t varying = 0;
    for (size_t j = 0; j < d; j++) varying += (size_t)varies(cov, d, j);
    if (!varying) return REFUSED(call, "constant-code", "no code varies");
    to->n_codes = keep ? d : varying;
    if (to->n_codes < 2) return REFUSED(call, "one-code", "only one code varies");
    double *matrix = call->alloc(call, d * d, sizeof *matrix), *next = matrix;
    if (!matrix) return ASSAY_ENOMEM;
    for (size_t j = 0; j < d; j++) {
        for (size_t l = 0; l < d; l++) {
            if (!keep && !(varies(cov, d, j) && varies(cov, d, l))) continue;
            if (!isfinite(cov[j * d + l]))
                return score_refused(call,
                                     CODE_UNDEFINED(call, j, "not-applicable", "the variance of code # is no number"));
            *next++ = cov[j * d + l];
        }
    }
    to->matrix = matrix;
    step_show(call, "the covariances", matrix, to->n_codes, to->n_codes);
    return ASSAY_OK;
}

double gaussian_solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, d = (double)size->n_codes;
    (void)option;
    return 0.1 * n * d * d + 0.2 * d * d * d;
}
