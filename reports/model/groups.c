/* Groups of models as points of a scenario. */
#include "groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

assay_status score_rows_part(const score_rows *from, score_rows *scenarios, score_rows *studies)
{
    *scenarios = (score_rows){ .at = malloc((from->count + 1) * sizeof *scenarios->at), .lacking = from->lacking };
    *studies = (score_rows){ .at = malloc((from->count + 1) * sizeof *studies->at), .lacking = from->lacking };
    if (!scenarios->at || !studies->at) return ASSAY_ENOMEM;
    for (size_t r = 0; r < from->count; r++) {
        score_rows *to = from->at[r].at->of->scenario->is_study ? studies : scenarios;
        to->at[to->count++] = from->at[r];
    }
    return ASSAY_OK;
}

/* Rows of one series and group with the same content side by side, in their order. */
static int by_content(const void *a, const void *b)
{
    const score_row *x = *(const score_row *const *)a, *y = *(const score_row *const *)b;
    const stored_point *p = x->at->of, *q = y->at->of;
    if (p->scenario != q->scenario) return (p->scenario->id > q->scenario->id) - (p->scenario->id < q->scenario->id);
    if (x->of != y->of) return (x->of > y->of) - (x->of < y->of);
    const int contents = strcmp(p->representation->hash, q->representation->hash);
    return contents ? contents : (x > y) - (x < y);
}

static int same_content(const score_row *x, const score_row *y)
{
    return x->of == y->of && x->at->of->scenario == y->at->of->scenario && x->at->of->representation->hash[0] &&
           strcmp(x->at->of->representation->hash, y->at->of->representation->hash) == 0;
}

assay_status groups_distinct(const score_rows *from, score_rows *to, size_t *equal)
{
    const score_row **sorted = malloc((from->count + 1) * sizeof *sorted);
    unsigned char *drop = calloc(from->count + 1, 1);
    const stored_point *last = NULL;
    *equal = 0;
    *to = (score_rows){ .at = malloc((from->count + 1) * sizeof *to->at) };
    const assay_status status = sorted && drop && to->at ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t r = 0; r < from->count && status == ASSAY_OK; r++) sorted[r] = &from->at[r];
    if (status == ASSAY_OK) qsort(sorted, from->count, sizeof *sorted, by_content);
    for (size_t r = 1; r < from->count && status == ASSAY_OK; r++)
        if (same_content(sorted[r - 1], sorted[r])) drop[sorted[r] - from->at] = 1;
    for (size_t r = 0; r < from->count && status == ASSAY_OK; r++) {
        if (!drop[r]) to->at[to->count++] = from->at[r];
        else if (from->at[r].at->of != last) last = from->at[r].at->of, ++*equal;
    }
    free(sorted);
    free(drop);
    return status;
}

static assay_status add_model(evidence *to, const score_row *row, uint64_t samples)
{
    char point[600];
    snprintf(point, sizeof point, "group=%s", row->at->scenario);
    evidence_entry entry = evidence_entry_of(row->of);
    entry.scenario = "models";
    entry.scenario_title = "Groups of models, each of which counts as a seed";
    entry.symbol = "";
    entry.point = point;
    entry.x = NAN;
    entry.samples = samples;
    evidence_point *at;
    const assay_status status = evidence_add(to, &entry, &at);
    if (status != ASSAY_OK) return status;
    if (row->at->samples < at->least_samples) at->least_samples = row->at->samples;
    return evidence_score(to, at, at->n, row->at->mean, row->at->undefined);
}

/* As in tables: of fewer than three models, or of equal scores, no spread is known. */
static void drop_intervals(const evidence *made)
{
    for (size_t s = 0; s < made->count; s++)
        for (size_t p = 0; p < made->at[s].n_points; p++) {
            evidence_point *at = (evidence_point *)&made->at[s].point[p];
            if (at->defined < GROUP_LEAST_MODELS || at->least == at->most) at->sd = NAN;
        }
}

assay_status groups_make(const score_rows *from, evidence *made, score_rows *to)
{
    score_rows scenarios = { 0 }, all = { 0 }, models = { 0 }, grouped = { 0 };
    size_t equal;
    assay_status status = score_rows_part(from, &scenarios, &all);
    if (status == ASSAY_OK) status = groups_distinct(&all, &models, &equal);
    uint64_t most = 0; /* one number for all, so that they stand side by side */
    for (size_t r = 0; r < models.count && status == ASSAY_OK; r++)
        if (models.at[r].at->samples > most) most = models.at[r].at->samples;
    for (size_t r = 0; r < models.count && status == ASSAY_OK; r++) status = add_model(made, &models.at[r], most);
    drop_intervals(made);
    if (status == ASSAY_OK && models.count) status = score_rows_list(made, &grouped);
    if (status == ASSAY_OK) {
        to->lacking = from->lacking;
        to->at = malloc((scenarios.count + grouped.count + 1) * sizeof *to->at);
        status = to->at ? ASSAY_OK : ASSAY_ENOMEM;
    }
    for (int k = 0; k < 2 && status == ASSAY_OK; k++) {
        const score_rows *part = k ? &grouped : &scenarios;
        if (part->count) memcpy(to->at + to->count, part->at, part->count * sizeof *to->at);
        to->count += part->count;
    }
    score_rows_free(&grouped);
    score_rows_free(&models);
    score_rows_free(&all);
    score_rows_free(&scenarios);
    return status;
}
