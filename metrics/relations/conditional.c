#include "conditional.h"

#include "histogram.h"

enum { CONDITIONAL_OPTIONS(OPTION_PLACE) };

/* sum T of the joint counts and of the second column's alone; see histogram.h */
static assay_status table_sums(const bins *v, size_t i, size_t l, assay_call *call, double *joint_t, double *given_t)
{
    const uint16_t *of = v->index + i * v->n, *given = v->index + l * v->n;
    const size_t columns = v->count[l];
    uint32_t *cell, *column;
    ASSAY_TRY(LEND(call, LOAN(cell, v->count[i] * columns), LOAN(column, columns)));
    for (size_t s = 0; s < v->n; s++) {
        cell[of[s] * columns + given[s]]++;
        column[given[s]]++;
    }
    *joint_t = counts_sum_t(cell, v->count[i] * columns);
    *given_t = counts_sum_t(column, columns);
    return ASSAY_OK;
}

/* H(first | second) = (sum T of the second - sum T of both) / n, exactly 0 where the second determines the first. */
static assay_status binned_entropies(const assay_rep *rep, assay_call *call, size_t n_pairs, conditional_pair *pair,
                                     double *to)
{
    const double *option = call->option;
    const cut how =
        cut_of_factors(option[FACTOR_BINS], rows_asked(option[ROWS], rep->n), option[CATEGORIES] == CATEGORIES_LABELS);
    const bins *v;
    assay_status status = discretise_factors(rep, call, &how, &v);
    for (size_t p = 0; p < n_pairs && status == ASSAY_OK; p++) {
        double joint_t = 0.0, given_t = 0.0;
        status = table_sums(v, pair[p][0], pair[p][1], call, &joint_t, &given_t);
        to[p] = (given_t - joint_t) / (double)v->n;
    }
    return status;
}

assay_status conditional_entropies(const assay_rep *rep, assay_call *call, const assay_relation *relation,
                                   size_t n_pairs, conditional_pair *pair, double *to)
{
    if (call->option[RELATION] == BY_COUNTS) return binned_entropies(rep, call, n_pairs, pair, to);
    const assay_status status = mi_knn_of_factors(call, relation, n_pairs, pair, to);
    for (size_t p = 0; p < n_pairs && status == ASSAY_OK; p++) to[p] = relation->factor_total[pair[p][0]] - to[p];
    return status;
}

assay_status conditional_of_codes(assay_call *call, const assay_relation *relation, size_t n_pairs,
                                  conditional_pair *pair, double *to)
{
    if (call->option[RELATION] == BY_NEIGHBOURS) return mi_knn_of_codes(call, relation, n_pairs, pair, to);
    for (size_t p = 0; p < n_pairs; p++) to[p] = relation->value[pair[p][0] * relation->n_codes + pair[p][1]];
    return ASSAY_OK;
}

double conditional_cost(const assay_size *size, const double *option, double n_pairs)
{
    const double a_pair = option[RELATION] == BY_COUNTS ? 0.2 : 60.0 + 13.0 * option[KNN_NEIGHBOURS];
    return n_pairs * (double)size->n * a_pair;
}
