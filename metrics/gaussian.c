#include "gaussian.h"

#include "covariance.h"

enum { GAUSSIAN_OPTIONS(OPTION_PLACE) };

static assay_status refuse(double reason, gaussian *to, assay_call *call, size_t outputs)
{
    *to = (gaussian){ 0, NULL };
    for (size_t o = 0; o < outputs; o++) call->series[o].value = reason;
    return ASSAY_OK;
}

static int varies(const double *cov, size_t d, size_t j) { return cov[j * d + j] > 0.0; }

assay_status gaussian_of_codes(const assay_rep *rep, assay_call *call, size_t outputs, gaussian *to)
{
    const size_t d = rep->n_codes, rows = rows_asked(call->option[ROWS], rep->n);
    const int keep = call->option[CONSTANTS] == CONSTANTS_KEEP;
    if (rows < 2) return refuse(call->undefined(call, "too-few-samples", "one row does not vary"), to, call, outputs);
    const double *cov;
    ASSAY_TRY(covariance_of_codes(rep, call, rows, &cov));
    size_t varying = 0;
    for (size_t j = 0; j < d; j++) varying += (size_t)varies(cov, d, j);
    if (!varying) return refuse(call->undefined(call, "constant-code", "no code varies"), to, call, outputs);
    *to = (gaussian){ keep ? d : varying, call->alloc(call, d * d, sizeof *to->matrix) };
    if (!to->matrix) return ASSAY_ENOMEM;
    if (to->n_codes < 2) return refuse(call->undefined(call, "one-code", "only one code varies"), to, call, outputs);
    double *next = to->matrix;
    for (size_t j = 0; j < d; j++) {
        for (size_t l = 0; l < d; l++) {
            if (!keep && !(varies(cov, d, j) && varies(cov, d, l))) continue;
            if (!isfinite(cov[j * d + l]))
                return refuse(call->undefined_of(call, ASSAY_PER_CODE, j, "not-applicable",
                                                 "the variance of code # is no number"),
                              to, call, outputs);
            *next++ = cov[j * d + l];
        }
    }
    step_show(call, "the covariances", to->matrix, to->n_codes, to->n_codes);
    return ASSAY_OK;
}

double gaussian_solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, d = (double)size->n_codes;
    (void)option;
    return 0.1 * n * d * d + 0.2 * d * d * d;
}
