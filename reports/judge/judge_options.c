/* The options that a series was computed with: its preset's, and what the name of the variant changes. */
#include "judge_inside.h"
#include "variant_id.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of a variant, [n_options]; NULL where they cannot be known. */
static double *options_settled(const assay_metric *metric, const variant_id *variant)
{
    const assay_preset *preset = metric ? preset_find(metric, variant->preset) : NULL;
    double *to = preset ? malloc((metric->n_options + 1) * sizeof *to) : NULL;
    if (to && assay_options_settle(metric, preset, variant->changed.text, to, NULL) != ASSAY_OK) {
        free(to);
        to = NULL;
    }
    return to;
}

static int tunes(const assay_metric *metric, const double *option, size_t k)
{
    return assay_option_tunes(&metric->options[k]) && assay_option_read(metric, option, k) == ASSAY_READ;
}

int variants_differ_in_numbers(const assay_metric *metric, const variant_id *a, const variant_id *b)
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

int variants_differ_in(const assay_metric *metric, const variant_id *a, const variant_id *b, size_t option)
{
    double *of_a = options_settled(metric, a), *of_b = options_settled(metric, b);
    const int differ = of_a && of_b && tunes(metric, of_a, option) && of_a[option] != of_b[option];
    free(of_a);
    free(of_b);
    return differ;
}

int variant_tunes(const assay_metric *metric, const variant_id *of, size_t option)
{
    double *settled = options_settled(metric, of);
    const int is = settled && tunes(metric, settled, option);
    free(settled);
    return is;
}

const assay_option *judged_number(const judging *j)
{
    const assay_metric *metric = assay_metric_find(j->series->metric);
    double *settled = options_settled(metric, &j->series->variant->name);
    const assay_option *found = NULL;
    for (size_t k = 0; settled && k < metric->n_options && !found; k++)
        if (tunes(metric, settled, k)) found = &metric->options[k];
    free(settled);
    return found;
}

int judged_options_known(const judging *j)
{
    double *settled = options_settled(assay_metric_find(j->series->metric), &j->series->variant->name);
    free(settled);
    return settled != NULL;
}

double judged_option(const judging *j, const char *id)
{
    const assay_metric *metric = assay_metric_find(j->series->metric);
    double *settled = options_settled(metric, &j->series->variant->name), value = NAN;
    for (size_t k = 0; settled && k < metric->n_options; k++)
        if (strcmp(metric->options[k].id, id) == 0 && assay_option_read(metric, settled, k) == ASSAY_READ)
            value = settled[k];
    free(settled);
    return value;
}
