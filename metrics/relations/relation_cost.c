/* What a score costs: a metric's own work, and that of the relations it asks for. */
#include "columns.h"
#include "relation.h"
#include "work.h"

#include <string.h>

/* NULL: one that is no relation, which costs nothing. */
static double cost_of(const assay_metric *metric, const double *option, const relation_kind *kind,
                      const assay_size *size)
{
    double own[RELATION_OPTIONS_MOST];
    if (!kind) return 0.0;
    relation_options_of(metric, option, kind, own);
    return kind->cost(size, own);
}

static double bytes_of(column_table of)
{
    if (of.whole) return (double)sizeof(double) * (double)of.n * (double)of.count;
    return (double)(sizeof(double) + sizeof(uint32_t)) * (double)of.sparse.start[of.count];
}

assay_size assay_size_of(const assay_rep *rep)
{
    if (!rep) return (assay_size){ 0 };
    assay_size size = { .n = rep->n, .n_factors = rep->n_factors, .n_codes = rep->n_codes, .dims = rep->dims };
    for (size_t i = 0; i < rep->n_factors; i++) {
        size.n_categorical += rep->levels[i] > 0;
        size.n_binary += rep->levels[i] == 2;
        size.n_values += rep->levels[i] > 0 ? (size_t)rep->levels[i] : WORK_CLASSES;
    }
    if (!rep->codes || !rep->factors) size.bytes = bytes_of(factors_table(rep)) + bytes_of(codes_table(rep));
    if (!rep->codes) size.n_zeros = rep->n * rep->n_codes - rep->sparse_codes.start[rep->n_codes];
    for (size_t k = 0; rep->codes && k < rep->n * rep->n_codes; k++) size.n_zeros += rep->codes[k] == 0.0;
    return size;
}

double relation_cost_within(const assay_metric *metric, const double *option, const char *relation,
                            const assay_size *size)
{
    return cost_of(metric, option, relation_find(relation), size);
}

double assay_metric_cost(const assay_metric *metric, const double *option, const assay_size *size)
{
    if (!metric || !size || (metric->n_options && !option)) return NAN;
    const char *chosen = assay_metric_relation(metric, option);
    if (!metric->cost && !chosen) return NAN;
    double cost = (double)(size->n_factors * size->n_codes);
    if (metric->cost) cost = metric->cost(size, option);
    if (chosen) cost += cost_of(metric, option, relation_find(chosen), size);
    if (size->bytes > 0.0 && !relation_takes_sparse(metric, option)) cost += (double)size->n * (double)size->n_codes;
    const int classes = size->n_categorical || !size->n_values;
    for (size_t k = 0; k < metric->n_options && classes; k++) {
        if (!(metric->options[k].flags & ASSAY_OF_CLASSES)) continue;
        const char *word = metric->options[k].words[(size_t)option[k]];
        if (!chosen || strcmp(word, chosen) != 0) cost += cost_of(metric, option, relation_find(word), size);
    }
    return cost;
}

/* NULL: it asks for none. */
static const relation_kind *kind_of(const assay_metric *metric, const double *option)
{
    const char *chosen = assay_metric_relation(metric, option);
    return chosen ? relation_find(chosen) : NULL;
}

double assay_metric_tolerance(const assay_metric *metric, const double *option)
{
    if (!metric || (metric->n_options && !option)) return 0.0;
    const relation_kind *kind = kind_of(metric, option);
    return fmax(kind && kind->solver ? kind->solver->tolerance : 0.0, metric->solver ? metric->solver->tolerance : 0.0);
}

double assay_metric_solver_cost(const assay_metric *metric, const double *option, const assay_size *size,
                                const char **work)
{
    if (work) *work = NULL;
    if (!metric || !size || (metric->n_options && !option)) return 0.0;
    const relation_kind *kind = kind_of(metric, option);
    double own[RELATION_OPTIONS_MOST], cost = 0.0;
    if (kind && kind->solver) {
        relation_options_of(metric, option, kind, own);
        cost += kind->solver->cost(size, own);
        if (work) *work = kind->solver->work;
    }
    if (metric->solver) {
        cost += metric->solver->cost(size, option);
        if (work) *work = metric->solver->work;
    }
    return cost;
}
