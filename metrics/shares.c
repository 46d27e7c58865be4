#include "shares.h"

enum { SHARES_OPTIONS(OPTION_PLACE) };

/* How many rows differ from the value that more than half of them have; SIZE_MAX where no value has so many. */
static size_t rows_beside_commonest(const double *x, size_t n)
{
    double common = x[0];
    size_t lead = 0, others = 0;
    for (size_t s = 0; s < n; s++) { /* by majority vote */
        if (lead == 0) common = x[s];
        lead += x[s] == common ? 1 : (size_t)-1;
    }
    for (size_t s = 0; s < n; s++) others += x[s] != common;
    return 2 * others < n ? others : SIZE_MAX;
}

/* Whether neighbours find nothing but the noise that breaks its ties: all but k of its rows, which are more than 2 k,
 * have one value. */
static int is_silent(const assay_rep *rep, const assay_call *call, size_t j)
{
    const int by_neighbours = call->option[RELATION] == 0.0 && call->option[CODES] == CODES_CONTINUOUS;
    return by_neighbours && call->option[COLUMNS] == 0.0 && (double)rep->n > 2.0 * call->option[KNN_NEIGHBOURS] &&
           (double)rows_beside_commonest(rep->codes + j * rep->n, rep->n) <= call->option[KNN_NEIGHBOURS];
}

static assay_status find_active(const assay_rep *rep, assay_call *call, int *active, size_t *count)
{
    const extents *e;
    const double least = call->option[CODES] == CODES_DISCRETE ? 0.0 : call->option[LEAST_RANGE];
    ASSAY_TRY(extents_of_codes(rep, call, rep->n, &e));
    double most = 0.0;
    for (size_t j = 0; j < rep->n_codes; j++) most = fmax(most, e->high[j] - e->low[j]);
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double range = e->high[j] - e->low[j];
        active[j] = range > least * most && !is_silent(rep, call, j);
        *count += (size_t)active[j];
    }
    return ASSAY_OK;
}

assay_status shares_make(const assay_rep *rep, assay_call *call, shares *to)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    int *active = call->alloc(call, d, sizeof *active), *told = call->alloc(call, m, sizeof *told);
    double *nmi = call->alloc(call, m * d, sizeof *nmi);
    if (!active || !told || !nmi) return ASSAY_ENOMEM;
    *to = (shares){ .active = active, .told = told, .nmi = nmi };
    ASSAY_TRY(find_active(rep, call, active, &to->n_active));
    ASSAY_TRY(call->option[CODES] == CODES_DISCRETE ? relation_named(call, "mi-labels", &to->relation)
                                                    : relation_asked(call, RELATION, &to->relation));
    const double most = call->option[CLIP] != 0.0 ? 1.0 : INFINITY;
    for (size_t i = 0; i < m; i++) {
        const double total = to->relation->factor_total[i];
        told[i] = total > 0.0;
        for (size_t j = 0; told[i] && j < d; j++)
            if (active[j]) nmi[i * d + j] = fmin(to->relation->value[i * d + j] / total, most);
    }
    return ASSAY_OK;
}

double share_of_largest(const double *value, size_t n, size_t stride, size_t among)
{
    double most = 0.0, sum = 0.0;
    for (size_t k = 0; k < n; k++) {
        most = fmax(most, value[k * stride]);
        sum += value[k * stride];
    }
    const double even = 1.0 / (double)among;
    return (most / sum - even) / (1.0 - even);
}
