/*
 * Whether rows may be drawn with replacement: whether a row that stands twice counts twice and changes nothing else.
 * Neighbours at distance 0, ties in ranks, and a row that is learnt from and held out at once are something else.
 */
#include "relation.h"

static int relation_allows(const char *id)
{
    const relation_kind *kind = relation_find(id);
    return !kind || kind->repeats; /* a word that is no relation asks for none */
}

static int option_allows(const assay_metric *metric, const double *option, size_t k)
{
    const assay_option *of = &metric->options[k];
    if (assay_option_read(metric, option, k) == ASSAY_UNREAD) return 1;
    if (of->flags & ASSAY_CHOOSES) return relation_allows(of->words[(size_t)option[k]]);
    if (of->flags & ASSAY_PART_OF_ROWS) return option[k] == of->low; /* all rows */
    if (of->flags & ASSAY_TESTS) return option[k] == of->high;
    return !(of->flags & ASSAY_LAST_RANKS) || option[k] != of->high;
}

int relation_takes_sparse(const assay_metric *metric, const double *option)
{
    double own[RELATION_OPTIONS_MOST];
    const char *chosen = assay_metric_relation(metric, option);
    const relation_kind *kind = chosen ? relation_find(chosen) : NULL;
    if (!(metric->flags & ASSAY_SPARSE) || !kind) return (metric->flags & ASSAY_SPARSE) != 0;
    relation_options_of(metric, option, kind, own);
    return kind->sparse && kind->sparse(own);
}

int relation_takes_cyclic(const assay_metric *metric, const double *option)
{
    const char *chosen = assay_metric_relation(metric, option);
    const relation_kind *kind = chosen ? relation_find(chosen) : NULL;
    if (metric->flags & ASSAY_CODES_ALONE) return 1;
    return metric->flags & ASSAY_CYCLIC && (!kind || kind->cyclic);
}

int relation_rows_may_repeat(const assay_metric *metric, const double *option)
{
    int may = (metric->flags & ASSAY_REPEATS) && (!metric->relation || relation_allows(metric->relation));
    for (size_t k = 0; k < metric->n_options && may; k++) may = option_allows(metric, option, k);
    return may;
}
