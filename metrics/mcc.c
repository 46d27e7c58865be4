/*
 * mcc -- Mean Correlation Coefficient
 *
 *     MCC = 1/min(M, d) sum_i |corr(v_i, z_p(i))|
 *
 *   p is the one-to-one match of factors and codes for which the sum is largest.
 *
 * Source   Hyvaerinen and Morioka 2016, Unsupervised feature extraction by time-contrastive learning (NIPS),
 *          arXiv:1605.06336, section 5; Khemakhem et al. 2020, arXiv:1907.04809, appendix (Pearson and Spearman).
 * Takes    factors [M x n] and codes [d x n], as numbers.
 * Gives    "mcc", one per factor and their mean, in [0, 1]: 1 = every factor is, up to sign, a straight (pearson) or
 *          monotone (spearman) function of a code of its own. Independent codes: about sqrt(2 log d / n).
 * Cost     time O(n M d) and O(min^2 max) for the match; spearman sorts each column and keeps their ranks.
 * R1  A constant factor: undefined; it takes no part unless codes are left over. A constant code is correlated 0.
 * R2  More factors than codes: those without a code are left out, not-applicable.
 * R3  A categorical factor's labels are names: undefined, not-applicable (nominal=number takes them as numbers).
 * R4  Ties share their mean rank.
 */
#include "aggregate.h"
#include "assignment.h"
#include "radix_order.h"
#include "request.h"

#include <math.h>

enum { PEARSON, SPEARMAN };

#define OPTIONS(OPTION)                                                                                                \
    OPTION(CORRELATION, { "correlation", "of values, or of ranks", PEARSON, 0, SPEARMAN, 1, WORDS("pearson",           \
                          "spearman") })                                                                               \
    OPTION(NOMINAL, OPTION_NOMINAL)
OPTION_TABLE(OPTIONS);

/* R4: ranks less their mean, divided by their length; all 0 for a constant column. Sums of halves are exact. */
static assay_status rank_column(const double *x, size_t n, double *sorted, uint32_t *row, double *to)
{
    const assay_status status = radix_order(x, n, sorted, row);
    if (status != ASSAY_OK) return status;
    double squares = 0.0;
    for (size_t r = 0; r < n;) {
        size_t end = r + 1;
        while (end < n && sorted[end] == sorted[r]) end++;
        const double rank = 0.5 * ((double)(r + end) - (double)n);
        for (; r < end; r++) {
            to[row[r]] = rank;
            squares += rank * rank;
        }
    }
    for (size_t s = 0; s < n; s++) to[s] = squares > 0.0 ? to[s] / sqrt(squares) : 0.0;
    return ASSAY_OK;
}

static assay_status rank_correlations(const assay_rep *rep, assay_call *call, double *to)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    double *rank = call->alloc(call, (m + d) * n, sizeof *rank), *sorted = call->alloc(call, n, sizeof *sorted);
    uint32_t *row = call->alloc(call, n, sizeof *row);
    if (!rank || !sorted || !row) return ASSAY_ENOMEM;
    for (size_t c = 0; c < m + d; c++) {
        const double *x = c < m ? rep->factors + c * n : rep->codes + (c - m) * n;
        const assay_status status = rank_column(x, n, sorted, row, rank + c * n);
        if (status != ASSAY_OK) return status;
    }
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < d; j++) {
            double sum = 0.0;
            for (size_t s = 0; s < n; s++) sum += rank[i * n + s] * rank[(m + j) * n + s];
            to[i * d + j] = fmin(fabs(sum), 1.0);
        }
    }
    return ASSAY_OK;
}

static assay_status correlations(const assay_rep *rep, assay_call *call, const assay_relation *r, double *to)
{
    const size_t d = rep->n_codes;
    if (call->option[CORRELATION] == SPEARMAN) {
        const assay_status status = rank_correlations(rep, call, to);
        if (status != ASSAY_OK) return status;
    }
    for (size_t i = 0; i < rep->n_factors; i++) {
        for (size_t j = 0; j < d; j++) {
            double *at = &to[i * d + j];
            if (!(r->factor_total[i] > 0.0)) *at = 0.0; /* R1, R3 */
            else if (call->option[CORRELATION] == PEARSON) *at = sqrt(r->value[i * d + j]);
        }
    }
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const assay_relation *r;
    double *weight = call->alloc(call, m * d, sizeof *weight), *items = call->series[0].items;
    size_t *code = call->alloc(call, m, sizeof *code);
    if (!weight || !code) return ASSAY_ENOMEM;
    assay_status status = relation_named(call, "r2", &r);
    if (status == ASSAY_OK) status = correlations(rep, call, r, weight);
    if (status == ASSAY_OK) status = assignment_best(weight, m, d, call, code);
    for (size_t i = 0; i < m && status == ASSAY_OK; i++)
        items[i] = isnan(r->factor_total[i])   ? r->factor_total[i]
                   : r->factor_total[i] == 0.0 ? call->undefined(call, "constant-factor", "factor %zu is constant", i)
                   : code[i] == SIZE_MAX
                       ? call->undefined(call, "not-applicable", "factor %zu: no code is left for it", i) /* R2 */
                       : weight[i * d + code[i]];
    return status;
}

static const assay_output outputs[] = {
    { "mcc", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Hyvaerinen and Morioka 2016, section 5", NULL, NULL },
};

const assay_metric assay_metric_mcc = {
    .abi = ASSAY_ABI,
    .id = "mcc",
    .title = "Mean Correlation Coefficient",
    .family = "predictor",
    .formula = "MCC = 1/min(M, d) sum_i |corr(v_i, z_p(i))|, p the one-to-one match with the largest sum",
    .source = "Hyvaerinen and Morioka 2016, arXiv:1605.06336, section 5",
    .outputs = outputs,
    .n_outputs = sizeof outputs / sizeof *outputs,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .presets = presets,
    .n_presets = sizeof presets / sizeof *presets,
    .score = score,
};
