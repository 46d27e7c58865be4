/* The options that a series was computed with: its preset's, and what the preset's name changes. */
#include "judge_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "zaidi2020:bins=15": the preset's own options, then those behind the colon. 0 where they cannot be known. */
static int options_settle(const assay_metric *metric, const char *preset, double *to)
{
    const size_t length = strcspn(preset, ":");
    const char *changes = preset[length] ? preset + length + 1 : "";
    const assay_preset *found = NULL;
    assay_options_standard(metric->options, metric->n_options, to);
    for (size_t k = 0; k < metric->n_presets && !found; k++) {
        const char *id = metric->presets[k].id;
        if (strncmp(id, preset, length) == 0 && !id[length]) found = &metric->presets[k];
    }
    if (!found && (length != 7 || strncmp(preset, "default", length) != 0)) return 0;
    const char *own = found ? found->options : "";
    return assay_options_parse(metric->options, metric->n_options, own, to, NULL) == ASSAY_OK &&
           assay_options_parse(metric->options, metric->n_options, changes, to, NULL) == ASSAY_OK;
}

int presets_differ_in_numbers(const assay_metric *metric, const char *a, const char *b,
                              int (*counts)(const assay_option *option, const char *relation), const char *relation)
{
    double *of_a = malloc(2 * metric->n_options * sizeof *of_a), *of_b = of_a ? of_a + metric->n_options : NULL;
    int numbers = 0, words = 0;
    if (of_a && options_settle(metric, a, of_a) && options_settle(metric, b, of_b)) {
        for (size_t k = 0; k < metric->n_options; k++) {
            if (of_a[k] == of_b[k]) continue;
            words |= metric->options[k].words != NULL;
            numbers |= !metric->options[k].words && counts(&metric->options[k], relation);
        }
    }
    free(of_a);
    return numbers && !words;
}

static const assay_option *option_find(const judging *j, const char *id, double *value)
{
    const assay_metric *metric = assay_metric_find(j->series->metric);
    size_t k = 0;
    while (metric && k < metric->n_options && strcmp(metric->options[k].id, id) != 0) k++;
    if (!metric || k == metric->n_options) return NULL;
    double *settled = malloc(metric->n_options * sizeof *settled);
    const int known = settled && options_settle(metric, j->series->preset, settled);
    if (known) *value = settled[k];
    free(settled);
    return known ? &metric->options[k] : NULL;
}

double judged_option(const judging *j, const char *id)
{
    double value = NAN;
    option_find(j, id, &value);
    return value;
}

void judged_option_text(const judging *j, const char *id, char *to, size_t size)
{
    double value;
    const assay_option *option = option_find(j, id, &value);
    if (size) to[0] = '\0';
    if (option) assay_option_print(option, value, to, size);
}
