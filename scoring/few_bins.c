#include "few_bins.h"

#include "axis_name.h"
#include "variant.h"

#include <string.h>

/* The number of bins that codes are cut into; 0: they are not cut. */
static double bins_of(const assay_metric *metric, const double *option)
{
    const ptrdiff_t k = option_of_role(metric, ASSAY_CUTS_CODES);
    return k >= 0 && assay_option_read(metric, option, (size_t)k) != ASSAY_UNREAD ? option[k] : 0;
}

/* 0 also where the metric is not a built-in one. */
static double bins_by_name(const char *name, const char *text)
{
    double option[VARIANT_OPTIONS], bins = 0;
    variant_id id;
    const assay_metric *metric = assay_metric_find(name);
    if (!metric || metric->n_options > VARIANT_OPTIONS || variant_id_read(name, text, &id) != ASSAY_OK) return 0;
    for (size_t p = 0; p < metric->n_presets; p++)
        if (strcmp(metric->presets[p].id, id.preset) == 0 &&
            assay_options_settle(metric, &metric->presets[p], id.changed.text, option, NULL) == ASSAY_OK)
            bins = bins_of(metric, option);
    variant_id_free(&id);
    return bins;
}

void few_bins_add(few_bins *to, const char *metric, const char *preset, const int32_t *levels, size_t n_factors)
{
    size_t most = 0;
    for (size_t i = 1; i < n_factors; i++)
        if (levels[i] > levels[most]) most = i;
    const double bins = n_factors && levels[most] > 1 ? bins_by_name(metric, preset) : 0;
    if (!(bins > 0) || bins >= levels[most]) return;
    char entry[160];
    const int plain = strcmp(preset, "default") == 0;
    snprintf(entry, sizeof entry, "%.64s%s%.64s (%g)", metric, plain ? "" : "@", plain ? "" : preset, bins);
    if (strstr(to->named, entry)) return;
    const size_t used = strlen(to->named);
    if (used + strlen(entry) + 3 < sizeof to->named)
        snprintf(to->named + used, sizeof to->named - used, "%s%s", used ? ", " : "", entry);
    else to->unnamed++;
    to->count++;
    if (levels[most] > to->classes) {
        to->classes = levels[most];
        to->factor = most;
    }
}

void few_bins_text(const few_bins *from, const assay_rep *rep, char *to, size_t size)
{
    char more[48] = "";
    to[0] = '\0';
    if (from->unnamed) snprintf(more, sizeof more, " and %zu more", from->unnamed);
    if (from->count)
        snprintf(to, size,
                 "factor %s has %d classes, and these cut each code into fewer bins: %s%s; codes so cut cannot "
                 "separate all classes, however good they are (the option bins=%d can)",
                 NAME_OF(rep, ASSAY_PER_FACTOR, from->factor), (int)from->classes, from->named, more,
                 (int)from->classes);
}
