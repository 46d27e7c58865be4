#include "conditional.h"

#include "histogram.h"

enum { CONDITIONAL_OPTIONS(OPTION_PLACE) };

/* H(i | l) = (sum T of the second - sum T of both) / n (histogram.h), exactly 0 where l determines i. */
static assay_status binned_entropy(const bins *v, size_t i, size_t l, assay_call *call, double *to)
{
    const uint16_t *of = v->index + i * v->n, *given = v->index + l * v->n;
    const size_t columns = v->count[l];
    uint32_t *cell, *column;
    ASSAY_TRY(LEND(call, LOAN(cell, v->count[i] * columns), LOAN(column, columns)));
    for (size_t s = 0; s < v->n; s++) {
        cell[of[s] * columns + given[s]]++;
        column[given[s]]++;
    }
    *to = (counts_sum_t(column, columns) - counts_sum_t(cell, v->count[i] * columns)) / (double)v->n;
    return ASSAY_OK;
}

static assay_status binned_entropies(const assay_rep *rep, assay_call *call, size_t n_pairs, conditional_pair *pair,
                                     double *to)
{
    const double *option = call->option;
    const cut how =
        cut_of_factors(option[FACTOR_BINS], rows_asked(option[ROWS], rep->n), option[CATEGORIES] == CATEGORIES_LABELS);
    const bins *v;
    ASSAY_TRY(discretise_factors(rep, call, &how, &v));
    for (size_t p = 0; p < n_pairs; p++) ASSAY_TRY(binned_entropy(v, pair[p][0], pair[p][1], call, &to[p]));
    return ASSAY_OK;
}

assay_status conditional_entropies(const assay_rep *rep, assay_call *call, const assay_relation *relation,
                                   size_t n_pairs, conditional_pair *pair, double *to)
{
    if (call->option[RELATION] == BY_COUNTS) return binned_entropies(rep, call, n_pairs, pair, to);
    ASSAY_TRY(mi_knn_of_pairs(call, relation, 0, n_pairs, pair, to));
    for (size_t p = 0; p < n_pairs; p++) to[p] = relation->factor_total[pair[p][0]] - to[p];
    return ASSAY_OK;
}

assay_status conditional_of_codes(assay_call *call, const assay_relation *relation, size_t n_pairs,
                                  conditional_pair *pair, double *to)
{
    if (call->option[RELATION] == BY_NEIGHBOURS) return mi_knn_of_pairs(call, relation, 1, n_pairs, pair, to);
    for (size_t p = 0; p < n_pairs; p++) to[p] = relation->value[pair[p][0] * relation->n_codes + pair[p][1]];
    return ASSAY_OK;
}

double conditional_cost(const assay_size *size, const double *option, double n_pairs)
{
    const double a_pair = option[RELATION] == BY_COUNTS ? 0.2 : 60.0 + 13.0 * option[KNN_NEIGHBOURS];
    return n_pairs * (double)size->n * a_pair;
}
