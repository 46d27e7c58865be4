/*
 * stable-options -- the numbers one has to choose do not decide the score
 *
 *   Why     Scores of two studies with other bins or other penalties are compared all the same.
 *   Rule    Words choose another metric. A number that the metric does not read with its relation (neighbours where
 *           bins are counted) is not another choice: the scores are the same whatever the metric.
 *   Source  Boilard 2022, table 3.2, column 9; section 3.1. The study decides it by argument, not by scores.
 */
#include "property.h"

#include <string.h>

/* The series judged, and its options. */
typedef struct own_options {
    const evidence_series *series;
    const assay_metric *metric;
    double option[OPTIONS_MOST];
} own_options;

/* The same output of the same preset, with other numbers one has to choose, of which `which` (SIZE_MAX: any) is one.
 * Words are alike, the relation among them. */
static int is_sibling(const own_options *own, const evidence_series *other, size_t which)
{
    double theirs[OPTIONS_MOST];
    int numbers = 0;
    if (!variant_id_same_preset(&own->series->variant->name, &other->variant->name) ||
        strcmp(own->series->output, other->output) != 0 || !series_options(other, theirs))
        return 0;
    for (size_t k = 0; k < own->metric->n_options; k++) {
        if (own->option[k] == theirs[k]) continue;
        if (own->metric->options[k].words) return 0;
        numbers |= (which == k || which == SIZE_MAX) && option_tunes(own->metric, own->option, k);
    }
    return numbers;
}

static int usable(const evidence_point *p) { return p && !p->undefined && (double)p->n >= threshold_value("seeds"); }

static size_t compare_sibling(judging *j, const evidence_series *mine, const evidence_series *other)
{
    const double most = judged_limit(j, "options");
    size_t count = 0;
    for (size_t k = 0; k < mine->n_points; k++) {
        const evidence_point *p = &mine->point[k];
        const evidence_point *theirs = evidence_find(other, p->scenario, p->point, p->samples);
        if (!usable(p) || !usable(theirs)) continue;
        int larger = 0;
        for (size_t l = 0; l < mine->n_points && !larger; l++) {
            const evidence_point *q = &mine->point[l];
            larger = q->samples > p->samples && strcmp(q->point, p->point) == 0 &&
                     strcmp(q->scenario, p->scenario) == 0 && usable(q) &&
                     usable(evidence_find(other, q->scenario, q->point, q->samples));
        }
        if (larger) continue;
        compare_series(j, p, theirs, other->preset, -most, most, "the data are the same");
        count++;
    }
    return count;
}

/* What to run: the plan `bins` has the binned metrics with their default preset. */
static void ask_for_others(judging *j, const evidence_series *s, const assay_option *number)
{
    const char *preset = s->variant->name.preset;
    if (strcmp(preset, "default") == 0 && strcmp(s->family, "information") == 0 && strstr(number->id, "bins"))
        lacking(j, VERDICT_NOT_RUN, "%s has no scores of %s with other options on the same data; run plan bins",
                judged_place(j), s->metric);
    else
        lacking(j, VERDICT_NOT_RUN,
                "%s has no scores of %s with other options on the same data; run plan quick with "
                "--metrics %s@%s,%s@%s:%s=VALUE",
                judged_place(j), s->metric, s->metric, preset, s->metric, preset, number->id);
}

/* Which numbers other variants have otherwise, and which none has. */
static void say_varied(judging *j, const own_options *own, const evidence *all)
{
    const char *list[2] = { "", "" };
    for (size_t k = 0; k < own->metric->n_options; k++) {
        int differs = 0;
        if (!option_tunes(own->metric, own->option, k)) continue;
        for (size_t s = 0; s < all->count && !differs; s++) differs = is_sibling(own, &all->at[s], k);
        list[differs] = phrase_join(list[differs], ", ", own->metric->options[k].id);
    }
    j->remark = phrase("varied: %s%s%s", list[1], *list[0] ? "; not varied: " : "", list[0]);
}

static void judge(judging *j)
{
    const evidence_series *s = j->series;
    const evidence *all = j->from;
    own_options own = { s, assay_metric_find(s->metric), { 0 } };
    size_t count = 0, number = 0;
    if (!series_options(s, own.option)) {
        settle(j, VERDICT_NOT_CLAIMED, "its options are not known here");
        return;
    }
    while (number < own.metric->n_options && !option_tunes(own.metric, own.option, number)) number++;
    if (number == own.metric->n_options) {
        settle(j, VERDICT_PASS,
               "has no numbers that one has to choose; what its code fixes (penalties tried, folds, trees) is not "
               "varied");
        return;
    }
    for (size_t k = 0; k < all->count; k++)
        if (is_sibling(&own, &all->at[k], SIZE_MAX)) count += compare_sibling(j, s, &all->at[k]);
    if (count) say_varied(j, &own, all);
    else ask_for_others(j, s, &own.metric->options[number]);
}

const property property_stable_options = {
    { "stable-options", "stable under its options", "options", "Boilard 2022, table 3.2, column 9" },
    .asks = "Does the score stay when the numbers one has to choose (bins, penalties) are chosen otherwise?",
    .rule = "variants of one preset with other option values: within `options` of each other wherever both "
            "were scored (numbers that the preset's relation does not read are no variants); "
            "passed where there are no numbers to choose; numbers that the code fixes are not varied",
    .scenarios = (const char *const[]){ "bins", NULL },
    .across_sizes = 1,
    .judge = judge,
};
