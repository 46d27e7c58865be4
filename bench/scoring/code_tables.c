/* code_tables -- see code_tables.h. */
#include "code_tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int compares_tables(const assay_metric *metric)
{
    for (size_t k = 0; k < metric->n_options; k++)
        if (strcmp(metric->options[k].id, "tables") == 0) return 1;
    return 0;
}

/* A variant that was told the number already must have been told this one. */
static assay_status variant_of_tables(const variant *of, size_t tables, variant *to, assay_error *err)
{
    const settings *changed = &of->id.changed;
    const double told = settings_number(&of->told, "tables"), set = settings_number(changed, "tables");
    char options[1024];
    if (!isnan(told) && told != (double)tables)
        return assay_fail(err, ASSAY_EUSAGE, "%s:tables=%g: there are %zu code tables; leave tables= out",
                          of->metric->id, told, tables);
    if (!isnan(set)) return variant_make(of->metric, of->preset, changed->text, to, err);
    const int size = snprintf(options, sizeof options, "%s%stables=%zu", changed->text, changed->n ? ":" : "", tables);
    if (size >= (int)sizeof options) return assay_fail(err, ASSAY_EUSAGE, "%s: too many options", of->metric->id);
    return variant_make(of->metric, of->preset, options, to, err);
}

assay_status selection_of_tables(const selection *from, size_t tables, selection *to, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < from->count && status == ASSAY_OK; k++) {
        variant one = { 0 };
        if (!compares_tables(from->at[k].metric)) continue;
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
