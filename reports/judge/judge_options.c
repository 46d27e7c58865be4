/* The options that a series was computed with: its preset's, and what the name of the variant changes. */
#include "property.h"
#include "variant_id.h"

int variant_options(const evidence_series *of, double to[OPTIONS_MOST])
{
    const assay_metric *metric = assay_metric_find(of->metric);
    const variant_id *name = &of->variant->name;
    const assay_preset *preset = metric && metric->n_options <= OPTIONS_MOST ? preset_find(metric, name->preset) : NULL;
    return preset && assay_options_settle(metric, preset, name->changed.text, to, NULL) == ASSAY_OK;
}

int option_tunes(const assay_metric *metric, const double *option, size_t k)
{
    return assay_option_tunes(&metric->options[k]) && assay_option_read(metric, option, k) == ASSAY_READ;
}
