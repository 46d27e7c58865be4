#include "matched.h"

#include "assignment.h"
#include "kinds.h"

assay_status matched_judge(const assay_rep *rep, assay_call *call, int labels_as_numbers, double *items, size_t *judged)
{
    const extents *e;
    const assay_status status = extents_of_factors(rep, call, rep->n, &e);
    *judged = 0;
    for (size_t i = 0; i < rep->n_factors && status == ASSAY_OK; i++) {
        if (labels_are_names(rep, i, labels_as_numbers))
            items[i] = FACTOR_UNDEFINED(call, i, "not-applicable",
                                        "factor # is categorical: a correlation with its labels means nothing; "
                                        "nominal=number takes ordered classes as numbers");
        else if (!(e->high[i] > e->low[i])) items[i] = constant_factor(call, i);
        else items[i] = 0.0;
        if (!isnan(items[i])) ++*judged;
    }
    return status;
}

void matched_ranks(const assay_rep *rep, assay_call *call, double *items, size_t *judged)
{
    for (size_t i = next_cyclic(rep, 0); i < rep->n_factors; i = next_cyclic(rep, i + 1)) {
        if (!isnan(items[i])) --*judged;
        items[i] = FACTOR_UNDEFINED(call, i, "not-applicable", "factor # is cyclic, and ranks have no circle");
    }
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
