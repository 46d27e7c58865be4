/* Groups of models as points of a scenario. */

#include "comparison.h"
#include "data_sets.h"
#include "needed.h"

#include <string.h>

/* Where the models of a group and, with a column, of one of its values go. */
typedef struct place {
    const char *scenario, *point, *output; /* NULL: nowhere */
    double x;
} place;

static place place_of(const score_row *row, const char *along, const data_set *set)
{
    const char *called = row->at->of->scenario->called, *output = row->of->output;
    const char *number = set->number > 1 ? phrase("-%zu", set->number) : "";
    if (!along) return (place){ phrase("models%s", number), phrase("group=%s", called), output, NAN };
    const char *text = comparison_column(row->at->of->representation, along);
    char *end = NULL;
    const double x = *text ? strtod(text, &end) : NAN;
    if (!*text || *end || !isfinite(x)) return (place){ .x = NAN };
    if (strcmp(output, row->of->metric) == 0) output = "";
    return (place){ phrase("along-%s%s", along, number), phrase("%s=%s", along, text),
                    *called ? phrase_join(output, " ", called) : output, x };
}

static void add_model(evidence *to, const score_row *row, const place *where, const char *along, const data_sets *sets,
                      const data_set *set, uint64_t samples)
{
    evidence_entry entry = evidence_entry_of(row->of);
    entry.scenario = where->scenario;
    entry.scenario_title =
        phrase("%s%s%s",
               along ? "Models along a column of their manifest" : "Groups of models, each of which counts as a seed",
               sets->n > 1 ? ": " : "", sets->n > 1 ? set->name : "");
    entry.symbol = along ? along : "";
    entry.point = where->point;
    entry.only = along ? along : "group";
    entry.output = where->output;
    entry.x = where->x;
    entry.samples = samples;
    evidence_point *at = needed(evidence_add(to, &entry)); /* its names are those of a store */
    if (row->at->samples < at->least_samples) at->least_samples = row->at->samples;
    evidence_score(at, at->n, row->at->mean, row->at->undefined);
}

static int is_at(const score_row *row, const place *where, const evidence_series *s, const evidence_point *p)
{
    return where->scenario && strcmp(row->of->metric, s->metric) == 0 && strcmp(row->of->preset, s->preset) == 0 &&
           strcmp(where->scenario, p->scenario) == 0 && strcmp(where->output, s->output) == 0 &&
           strcmp(where->point, p->point) == 0;
}

/* Rows and runs crossed, as in tables: no interval where there it is refused. */
static void find_interval(const score_rows *models, const place *where, const evidence_series *s, evidence_point *at)
{
    compared_side side = { 0 };
    compared mean;
    for (size_t r = 0; r < models->count; r++)
        if (is_at(&models->at[r], &where[r], s, at)) comparison_add(&side, &models->at[r]);
    if (!side.n) return;
    comparison_make(&side, NULL, 0.95, &mean);
    at->interval = (uncertainty){ .kind = UNCERTAIN_BOOTSTRAP,
                                  .level = 0.95,
                                  .sd = mean.error,
                                  .low = mean.low,
                                  .high = mean.high,
                                  .mean = mean.value,
                                  .p = NAN };
}

/* A scenario of each data set, of checkpoints the last. */
static void make_points(const data_sets *sets, const data_set *set, const char *along, evidence *made)
{
    score_rows models = { 0 };
    size_t equal;
    uint64_t most = 0; /* one number for all, so that they stand side by side */
    groups_distinct(&set->rows[0], &models, &equal);
    if (along) rows_sort_along(&models, along);
    rows_keep_at(&models, along, NULL);
    place *where = kept(models.count, sizeof *where);
    for (size_t r = 0; r < models.count; r++) {
        where[r] = place_of(&models.at[r], along, set);
        if (models.at[r].at->samples > most) most = models.at[r].at->samples;
    }
    for (size_t r = 0; r < models.count; r++)
        if (where[r].scenario) add_model(made, &models.at[r], &where[r], along, sets, set, most);
    for (size_t s = 0; s < made->count; s++)
        for (size_t p = 0; p < made->at[s].n_points; p++)
            find_interval(&models, where, &made->at[s], (evidence_point *)&made->at[s].point[p]);
}

void group_points_make(const score_rows *from, const char *along, evidence *made, score_rows *to)
{
    score_rows scenarios = { 0 }, all = { 0 }, grouped = { 0 };
    data_sets sets;
    score_rows_part(from, &scenarios, &all, NULL);
    data_sets_make(&all, NULL, NULL, &sets);
    for (size_t k = 0; k < sets.n; k++) make_points(&sets, &sets.at[k], along, made);
    score_rows_list(made, &grouped);
    to->lacking = from->lacking;
    to->count = scenarios.count + grouped.count;
    to->at = kept(to->count, sizeof *to->at);
    memcpy(to->at, scenarios.at, scenarios.count * sizeof *to->at);
    memcpy(to->at + scenarios.count, grouped.at, grouped.count * sizeof *to->at);
}
