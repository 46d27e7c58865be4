/* The options that a series was computed with: its preset's, and what the name of the variant changes. */
#include "judge_inside.h"
#include "variant_id.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const assay_preset *find_preset(const assay_metric *metric, const char *id)
{
    for (size_t p = 0; p < metric->n_presets; p++)
        if (strcmp(metric->presets[p].id, id) == 0) return &metric->presets[p];
    return NULL;
}

/* Of a variant "zaidi2020:bins=15", [n_options]; NULL where they cannot be known. */
static double *options_settled(const assay_metric *metric, const char *text)
{
    variant_id id;
    if (!metric || variant_id_read(metric->id, text, &id) != ASSAY_OK) return NULL;
    const assay_preset *preset = find_preset(metric, id.preset);
    double *to = preset ? malloc((metric->n_options + 1) * sizeof *to) : NULL;
    if (to && assay_options_settle(metric, preset, id.changed.text, to, NULL) != ASSAY_OK) {
        free(to);
        to = NULL;
    }
    variant_id_free(&id);
    return to;
}

static int tunes(const assay_metric *metric, const double *option, size_t k)
{
    return assay_option_tunes(&metric->options[k]) && assay_option_read(metric, option, k) == ASSAY_READ;
}

int presets_differ_in_numbers(const assay_metric *metric, const char *a, const char *b)
{
    double *of_a = options_settled(metric, a), *of_b = options_settled(metric, b);
    int numbers = 0, words = 0;
    for (size_t k = 0; of_a && of_b && k < metric->n_options; k++) {
        if (of_a[k] == of_b[k]) continue;
        words |= metric->options[k].words != NULL;
        numbers |= tunes(metric, of_a, k);
    }
    free(of_a);
    free(of_b);
    return numbers && !words;
}

const assay_option *judged_number(const judging *j)
{
    const assay_metric *metric = assay_metric_find(j->series->metric);
    double *settled = options_settled(metric, j->series->preset);
    const assay_option *found = NULL;
    for (size_t k = 0; settled && k < metric->n_options && !found; k++)
        if (tunes(metric, settled, k)) found = &metric->options[k];
    free(settled);
    return found;
}

int judged_options_known(const judging *j)
{
    double *settled = options_settled(assay_metric_find(j->series->metric), j->series->preset);
    free(settled);
    return settled != NULL;
}

double judged_option(const judging *j, const char *id)
{
    const assay_metric *metric = assay_metric_find(j->series->metric);
    double *settled = options_settled(metric, j->series->preset), value = NAN;
    for (size_t k = 0; settled && k < metric->n_options; k++)
        if (strcmp(metric->options[k].id, id) == 0 && assay_option_read(metric, settled, k) == ASSAY_READ)
            value = settled[k];
    free(settled);
    return value;
}
