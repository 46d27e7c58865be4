/* Groups of models as points of a scenario. */

#include "comparison.h"
#include "data_sets.h"
#include "evidence.h"
#include "needed.h"

#include <string.h>

/* Where the models of a group and, with a column, of one of its values go. */
typedef struct place {
    char scenario[600], point[600], output[1200];
    double x;
} place;

static int place_of(const score_row *row, const char *along, const data_set *set, place *to)
{
    const char *text = along ? comparison_column(row->at->of->representation, along) : "", *output = row->of->output;
    char *end = NULL;
    to->x = *text ? strtod(text, &end) : NAN;
    if (along && (!*text || *end || !isfinite(to->x))) return 0;
    snprintf(to->scenario, sizeof to->scenario, along ? "along-%s" : "models", along);
    if (set->number > 1)
        snprintf(to->scenario + strlen(to->scenario), sizeof to->scenario - strlen(to->scenario), "-%zu", set->number);
    if (along) snprintf(to->point, sizeof to->point, "%s=%s", along, text);
    else snprintf(to->point, sizeof to->point, "group=%s", row->at->of->scenario->called);
    const int alone = strcmp(output, row->of->metric) == 0;
    const char *group = along ? row->at->of->scenario->called : "", *kept = along && alone ? "" : output;
    snprintf(to->output, sizeof to->output, "%s%s%s", kept, kept[0] && group[0] ? " " : "", group);
    return 1;
}

static int add_model(evidence *to, const score_row *row, const char *along, const data_sets *sets, size_t set,
                     uint64_t samples)
{
    place at_place;
    char title[800];
    if (!place_of(row, along, &sets->at[set], &at_place)) return 1;
    snprintf(title, sizeof title, "%s%s%s",
             along ? "Models along a column of their manifest" : "Groups of models, each of which counts as a seed",
             sets->n > 1 ? ": " : "", sets->n > 1 ? sets->at[set].name : "");
    evidence_entry entry = evidence_entry_of(row->of);
    entry.scenario = at_place.scenario;
    entry.scenario_title = title;
    entry.symbol = along ? along : "";
    entry.point = at_place.point;
    entry.only = along ? along : "group";
    entry.output = at_place.output;
    entry.x = at_place.x;
    entry.samples = samples;
    evidence_point *at = evidence_add(to, &entry);
    if (!at) return 0;
    if (row->at->samples < at->least_samples) at->least_samples = row->at->samples;
    evidence_score(at, at->n, row->at->mean, row->at->undefined);
    return 1;
}

static int is_of(const score_row *row, const char *along, const data_set *set, const evidence_series *s,
                 const evidence_point *p)
{
    place where;
    return strcmp(row->of->metric, s->metric) == 0 && strcmp(row->of->preset, s->preset) == 0 &&
           place_of(row, along, set, &where) && strcmp(where.scenario, p->scenario) == 0 &&
           strcmp(where.output, s->output) == 0 && strcmp(where.point, p->point) == 0;
}

/* Rows and runs crossed, as in tables: no interval where there it is refused. */
static void find_interval(const score_rows *models, const char *along, const data_set *set, const evidence_series *s,
                          evidence_point *at)
{
    compared_side side = { 0 };
    compared mean;
    for (size_t r = 0; r < models->count; r++)
        if (is_of(&models->at[r], along, set, s, at)) comparison_add(&side, &models->at[r]);
    if (side.n) {
        comparison_make(&side, NULL, 0.95, &mean);
        at->interval = (uncertainty){ .kind = UNCERTAIN_BOOTSTRAP,
                                      .level = 0.95,
                                      .sd = mean.error,
                                      .low = mean.low,
                                      .high = mean.high,
                                      .mean = mean.value,
                                      .p = NAN };
    }
}

/* A scenario of each data set, of checkpoints the last. */
static int make_points(const data_sets *sets, size_t set, const char *along, evidence *made)
{
    score_rows models = { 0 };
    size_t equal;
    uint64_t most = 0; /* one number for all, so that they stand side by side */
    int all = 1;
    groups_distinct(&sets->at[set].rows[0], &models, &equal);
    if (along) rows_sort_along(&models, along);
    rows_keep_at(&models, along, NULL);
    for (size_t r = 0; r < models.count; r++)
        if (models.at[r].at->samples > most) most = models.at[r].at->samples;
    for (size_t r = 0; r < models.count && all; r++) all = add_model(made, &models.at[r], along, sets, set, most);
    for (size_t s = 0; s < made->count; s++)
        for (size_t p = 0; p < made->at[s].n_points; p++)
            find_interval(&models, along, &sets->at[set], &made->at[s], (evidence_point *)&made->at[s].point[p]);
    return all;
}

assay_status group_points_make(const score_rows *from, const char *along, evidence *made, score_rows *to)
{
    score_rows scenarios = { 0 }, all = { 0 }, grouped = { 0 };
    data_sets sets;
    int all_made = 1;
    score_rows_part(from, &scenarios, &all, NULL);
    data_sets_make(&all, NULL, NULL, &sets);
    for (size_t k = 0; k < sets.n && all_made; k++) all_made = make_points(&sets, k, along, made);
    score_rows_list(made, &grouped);
    to->lacking = from->lacking;
    to->at = kept(scenarios.count + grouped.count + 1, sizeof *to->at);
    for (int k = 0; k < 2; k++) {
        const score_rows *part = k ? &grouped : &scenarios;
        if (part->count) memcpy(to->at + to->count, part->at, part->count * sizeof *to->at);
        to->count += part->count;
    }
    return all_made ? ASSAY_OK : ASSAY_EINPUT;
}
