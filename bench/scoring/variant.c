/* A metric with every option settled. */
#include "variant.h"

#include <stdlib.h>
#include <string.h>

/* Both [n_options]: what the preset says, and with the changes. */
static assay_status settle(const variant *v, const char *options, double *standard, assay_error *err)
{
    const assay_metric *metric = v->metric;
    assay_error why = { "" };
    assay_status status = assay_options_settle(metric, v->preset, NULL, standard, &why);
    if (status == ASSAY_OK) status = assay_options_settle(metric, v->preset, options, v->option, &why);
    return status == ASSAY_OK ? status : assay_fail(err, status, "%s@%s: %s", metric->id, v->preset->id, why.text);
}

/* Its name: what the options change about the preset. */
static assay_status name(variant *v, const double *standard)
{
    const size_t n = v->metric->n_options;
    unsigned char *keep = calloc(n + 1, sizeof *keep);
    settings changed = { 0 };
    for (size_t k = 0; keep && k < n; k++) keep[k] = v->option[k] != standard[k];
    assay_status status =
        keep ? settings_make(v->metric->options, n, v->option, keep, SETTINGS_OF_VARIANT, &changed) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) status = variant_id_from(v->metric->id, v->preset->id, changed.at, changed.n, &v->id);
    settings_free(&changed);
    free(keep);
    return status;
}

assay_status variant_make(const assay_metric *metric, const assay_preset *preset, const char *options, variant *to,
                          assay_error *err)
{
    double *standard = calloc(metric->n_options + 1, sizeof *standard);
    *to = (variant){ metric, preset, { 0 }, calloc(metric->n_options + 1, sizeof *to->option) };
    assay_status status = standard && to->option ? settle(to, options, standard, err) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) status = name(to, standard);
    free(standard);
    if (status != ASSAY_OK) variant_free(to);
    return status;
}

void variant_free(variant *v)
{
    variant_id_free(&v->id);
    free(v->option);
    *v = (variant){ 0 };
}

const assay_preset *preset_find(const assay_metric *metric, const char *id)
{
    for (size_t p = 0; p < metric->n_presets; p++)
        if (strcmp(metric->presets[p].id, id) == 0) return &metric->presets[p];
    return NULL;
}

size_t variant_preset_place(const variant *v) { return (size_t)(v->preset - v->metric->presets); }
