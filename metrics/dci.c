#include "dci.h"

#include "request.h"

enum { DCI_OPTIONS(OPTION_PLACE) DCI_OPTION_COUNT };

const assay_output dci_outputs[3] = {
    { "modularity", ASSAY_PER_CODE, ASSAY_MODULARITY, 0, 1 },
    { "compactness", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 1 },
    { "explicitness", ASSAY_PER_FACTOR, ASSAY_EXPLICITNESS, 0, 1 },
};

static double sum_of(const double *x, size_t n, size_t stride)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) sum += x[k * stride];
    return sum;
}

/* 1 less the entropy, base n, of the shares of x[n] in their sum. */
static double concentration(const double *x, size_t n, size_t stride, const double *option)
{
    const double total = sum_of(x, n, stride) + (double)n * option[DCI_ADDED];
    double negative = 0.0;
    for (size_t k = 0; k < n; k++) {
        const double share = (x[k * stride] + option[DCI_ADDED]) / total;
        if (share > option[DCI_LEAST]) negative += share * log(share); /* R5 */
    }
    return 1.0 + negative / log((double)n);
}

static void modularity(const assay_relation *r, const double *importance, const double *option, assay_call *call)
{
    assay_series *series = &call->series[0];
    const size_t m = r->n_factors, d = r->n_codes;
    double weighted = 0.0, weights = 0.0;
    int ended = 0; /* R4 */
    for (size_t j = 0; j < d; j++) {
        const double of_code = sum_of(importance + j, m, d);
        if (of_code == 0.0 && option[DCI_DEAD] == DCI_STOP) ended = 1;
        if (ended) {
            series->items[j] = 0.0;
        } else if (of_code == 0.0 && !(option[DCI_ADDED] > 0.0)) { /* R1 */
            series->items[j] = CODE_UNDEFINED(call, j, "zero-importance", "code # is important for no factor");
        } else {
            series->items[j] = concentration(importance + j, m, d, option);
            weighted += of_code * series->items[j];
            weights += of_code;
        }
    }
    series->value = weights > 0.0 ? weighted / weights : 0.0; /* R4: the first code is dead */
}

static void compactness(const assay_relation *r, const double *importance, const double *option, assay_call *call)
{
    assay_series *series = &call->series[1];
    for (size_t i = 0; i < r->n_factors; i++) {
        const double *row = importance + i * r->n_codes;
        const int none = sum_of(row, r->n_codes, 1) == 0.0;
        if (isnan(r->factor_total[i])) /* R6 */
            series->items[i] = r->factor_total[i];
        else if (none && option[DCI_DEAD] == DCI_SKIP) /* R2 */
            series->items[i] = FACTOR_UNDEFINED(call, i, "zero-importance", "no code is important for factor #");
        else series->items[i] = none ? 0.0 : concentration(row, r->n_codes, 1, option); /* R4 */
    }
}

assay_status dci_scores(const assay_relation *r, const double *option, assay_call *call)
{
    const size_t m = r->n_factors, d = r->n_codes, judged = relation_judged(r);
    double *importance; /* rows of factors that the relation could not judge (R6) are 0 */
    ASSAY_TRY(LEND(call, LOAN(importance, m * d)));
    for (size_t k = 0; k < m * d; k++) importance[k] = isnan(r->factor_total[k / d]) ? 0.0 : r->value[k];
    const double total = sum_of(importance, m * d, 1);
    for (size_t k = 0; total == 0.0 && option[DCI_DEAD] == DCI_EVEN && k < m * d; k++) importance[k] = 1.0; /* R4 */
    const int nothing = total == 0.0 && option[DCI_DEAD] == DCI_SKIP;
    const double why = !judged   ? r->factor_total[0]
                       : nothing ? call->undefined(call, "zero-importance", "no code is important for any factor")
                                 : 0.0;

    if (m < 2)
        series_fill(&call->series[0], call->undefined(call, "one-factor", "modularity needs at least two factors"));
    else if (nothing || !judged) series_fill(&call->series[0], why);
    else modularity(r, importance, option, call);

    if (d < 2) series_fill(&call->series[1], call->undefined(call, "one-code", "compactness needs at least two codes"));
    else if (nothing && judged) series_fill(&call->series[1], why);
    else compactness(r, importance, option, call);

    for (size_t i = 0; i < m; i++) call->series[2].items[i] = r->quality[i];
    return ASSAY_OK;
}

assay_status dci_of_relation(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    const assay_relation *importance;
    ASSAY_TRY(relation_fixed(call, &importance));
    return dci_scores(importance, call->option + call->metric->n_options - DCI_OPTION_COUNT, call);
}
