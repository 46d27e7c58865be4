/*
 *     AU = #{ j : Var z_j > threshold }
 *
 * Takes    codes [d x n], n >= 2: the means of the posterior, one per sample; factors are not looked at.
 * Gives    "active-units", 1 or 0 for each code and their number (not their mean). It measures no property of factors.
 * Cost     O(n d).
 * R1  One row has no variance (divisor n - 1): undefined, too-few-samples.
 * R2  The threshold is in units of the codes squared, so rescaling codes can change the count.
 */
#include "aggregate.h"
#include "sparse_columns.h"
#include "work.h"

#define OPTIONS(OPTION) \
    OPTION(THRESHOLD, NUMBER("threshold", "a code is active with more variance than this", 0.01, 0, 1e300))
OPTION_TABLE(OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call)
{
    assay_series *series = &call->series[0];
    const column_table codes = codes_table(rep);
    double count = 0.0, *room = call->alloc(call, rep->n, sizeof *room);
    if (!room) return ASSAY_ENOMEM;
    for (size_t j = 0; j < rep->n_codes; j++)
        series->items[j] = rep->n > 1 ? column_squares(&codes, j, room) / (double)(rep->n - 1) : 0.0;
    step_show(call, "the variances", series->items, 1, rep->n_codes);
    for (size_t j = 0; j < rep->n_codes; j++) {
        series->items[j] = series->items[j] > call->option[THRESHOLD];
        count += series->items[j];
    }
    series->value = count;
    if (rep->n > 1) return ASSAY_OK;
    series->value = call->undefined(call, "too-few-samples", "one row has no variance"); /* R1 */
    for (size_t j = 0; j < rep->n_codes; j++) series->items[j] = series->value;
    return ASSAY_OK;
}

static const assay_output outputs[] = { { "active-units", ASSAY_PER_CODE, ASSAY_DESCRIBES, 0, INFINITY } };

static const assay_preset presets[] = {
    { "default", "Burda et al. 2016", NULL, NULL },
    { "zhang2021", "Zhang et al. 2021, section 4.1, footnote 5", NULL, NULL },
};

const assay_metric assay_metric_active_units = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_CODES_ALONE | ASSAY_SPARSE,
    .id = "active-units",
    .title = "Number of active codes",
    .family = "unsupervised",
    .formula = "#{j : Var z_j > 0.01}",
    .source = "Burda, Grosse and Salakhutdinov 2016, arXiv:1509.00519; Zhang et al. 2021, section 4.1",
    METRIC_PARTS,
    .cost = work_codes_read,
};
