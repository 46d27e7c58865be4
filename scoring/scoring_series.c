/* From what a metric wrote to a score. */
#include "declared_range.h"
#include "scoring_inside.h"

static size_t axis_length(const assay_rep *rep, int32_t axis)
{
    return axis == ASSAY_PER_FACTOR ? rep->n_factors : axis == ASSAY_PER_CODE ? rep->n_codes : 0;
}

assay_series *series_new(scoring *s, const assay_metric *metric)
{
    assay_series *series = arena_alloc(&s->scratch, metric->n_outputs, sizeof *series);
    for (size_t o = 0; series && o < metric->n_outputs; o++) {
        series[o].value = reasons_untouched();
        series[o].n_items = axis_length(s->rep, metric->outputs[o].axis);
        series[o].items = arena_alloc(&s->scratch, series[o].n_items, sizeof *series[o].items);
        if (!series[o].items) return NULL;
        for (size_t k = 0; k < series[o].n_items; k++) series[o].items[k] = reasons_untouched();
    }
    return series;
}

/* The mean of the defined items; undefined with their reason where there is none. */
static double items_mean(scoring *s, const assay_series *series)
{
    double sum = 0.0;
    size_t defined = 0;
    for (size_t k = 0; k < series->n_items; k++) {
        if (!isfinite(series->items[k])) continue;
        sum += series->items[k];
        defined++;
    }
    if (defined) return sum / (double)defined;
    if (!series->n_items) return NAN;
    assay_reason first = *reasons_item(&s->reasons, series->items[0]).reason;
    if (series->n_items == 1) return reasons_add(&s->reasons, &s->kept, &first);
    char text[512];
    const int room = 398 - (int)strlen(first.word);
    snprintf(text, sizeof text, "%.*s (and all others)", room > 0 ? room : 0, first.text);
    first.text = text;
    return reasons_add(&s->reasons, &s->kept, &first);
}

assay_status series_take(scoring *s, assay_series *series, assay_score *to)
{
    if (reasons_is_untouched(series->value)) series->value = items_mean(s, series);
    assay_item *items = arena_alloc(&s->kept, series->n_items, sizeof *items);
    if (!items) return ASSAY_ENOMEM;
    for (size_t k = 0; k < series->n_items; k++) {
        items[k] = reasons_item(&s->reasons, series->items[k]);
        to->n_undefined += items[k].undefined != NULL;
        to->n_outside += (size_t)is_outside_range(items[k].value, to->low, to->high);
    }
    to->overall = reasons_item(&s->reasons, series->value);
    to->n_outside += (size_t)is_outside_range(to->overall.value, to->low, to->high);
    to->items = items;
    to->n_items = series->n_items;
    return ASSAY_OK;
}
