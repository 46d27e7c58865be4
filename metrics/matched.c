#include "matched.h"

#include "assignment.h"
#include "kinds.h"

/* The value of an option of the metric; 0: it has none that is called so. */
static double option_of(const assay_call *call, const char *id)
{
    const size_t n = call->metric->n_options, k = option_called(call->metric->options, n, id);
    return k < n ? call->option[k] : 0.0;
}

assay_status matched_judge(const assay_rep *rep, assay_call *call, double *items, size_t *judged)
{
    const extents *e;
    const int of_ranks = option_of(call, "correlation") == CORRELATION_SPEARMAN;
    ASSAY_TRY(extents_of_factors(rep, call, rep->n, &e));
    *judged = 0;
    for (size_t i = 0; i < rep->n_factors; i++) {
        items[i] = 0.0;
        if (labels_are_names(rep, i, option_of(call, "nominal")))
            items[i] = FACTOR_UNDEFINED(call, i, "not-applicable", NO_CORRELATION);
        else if (of_ranks && factor_period(rep, i) > 0.0)
            items[i] = FACTOR_UNDEFINED(call, i, "not-applicable", "factor # is cyclic, and ranks have no circle");
        else if (!(e->high[i] > e->low[i])) items[i] = constant_factor(call, i);
        *judged += (size_t)!isnan(items[i]);
    }
    return ASSAY_OK;
}

assay_status matched_pairs(double *correlation, const double *items, size_t m, size_t d, assay_call *call, size_t *code)
{
    double *weight = call->alloc(call, m * d, sizeof *weight);
    if (!weight) return ASSAY_ENOMEM;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < d; j++) {
            if (isnan(items[i])) correlation[i * d + j] = 0.0;
            weight[i * d + j] = fabs(correlation[i * d + j]);
        }
    }
    return assignment_best(weight, m, d, call, code);
}

void matched_items(const double *correlation, const size_t *code, size_t m, size_t d, int divisor, assay_call *call)
{
    double *items = call->series[0].items;
    for (size_t i = 0; i < m; i++) {
        if (isnan(items[i])) continue;
        if (code[i] != SIZE_MAX) items[i] = fabs(correlation[i * d + code[i]]);
        else if (divisor == DIVISOR_MATCHED)
            items[i] = FACTOR_UNDEFINED(call, i, "not-applicable", "factor #: no code is left for it");
    }
}
