#include "code_tables.h"

#include "option_list.h"

#include <stdio.h>

/* The place of the option `tables`; n_options: the metric has none. */
static size_t option_of_tables(const assay_metric *metric)
{
    return option_called(metric->options, metric->n_options, "tables");
}

int variant_lacks_tables(const variant *v)
{
    const size_t place = option_of_tables(v->metric);
    return place < v->metric->n_options && !v->asked[place];
}

/* A variant that was told the number already must have been told this one. */
static assay_status variant_of_tables(const variant *of, size_t tables, variant *to, assay_error *err)
{
    const settings *changed = &of->id.changed;
    const size_t place = option_of_tables(of->metric);
    char options[1024];
    if (of->asked[place] && of->option[place] != (double)tables)
        return assay_fail(err, ASSAY_EUSAGE, "%s:tables=%g: there are %zu code tables; leave tables= out",
                          of->metric->id, of->option[place], tables);
    if (of->asked[place]) return variant_make(of->metric, of->preset, changed->text, to, err);
    const int size = snprintf(options, sizeof options, "%s%stables=%zu", changed->text, changed->n ? ":" : "", tables);
    if (size >= (int)sizeof options) return assay_fail(err, ASSAY_EUSAGE, "%s: too many options", of->metric->id);
    return variant_make(of->metric, of->preset, options, to, err);
}

assay_status selection_of_tables(const selection *from, size_t tables, selection *to, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < from->count && status == ASSAY_OK; k++) {
        variant one = { 0 };
        if (option_of_tables(from->at[k].metric) == from->at[k].metric->n_options) continue;
        status = variant_of_tables(&from->at[k], tables, &one, err);
        if (status == ASSAY_OK) status = selection_take(to, &one);
    }
    if (status == ASSAY_OK && !to->count)
        return assay_fail(err, ASSAY_EUSAGE,
                          "%zu code tables of the same rows, and no metric is asked for that compares tables (udr is "
                          "one); to score one table give --factors FILE.npz:factors --codes FILE.npz:codes_1",
                          tables);
    return status;
}
