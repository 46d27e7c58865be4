/* The two desiderata and the nuisance, from the scores of a store. */
#include "desiderata.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int same_series(const score_row *a, const score_row *b)
{
    return strcmp(a->at->scenario, b->at->scenario) == 0 && a->at->samples == b->at->samples && a->of == b->of;
}

/* complete and ordered, over all pairs of points that share alpha */
static void read_dependent(const score_rows *rows, const score_row *first, desideratum *to)
{
    for (size_t k = 0; k < rows->count; k++) {
        const score_row *a = &rows->at[k];
        if (!same_series(first, a) || isnan(a->at->mean)) continue;
        const double alpha = point_number(a->at->at, "alpha"), delta = point_number(a->at->at, "delta");
        if (alpha == 1.0 && !(to->lowest <= a->at->mean)) to->lowest = a->at->mean;
        for (size_t l = 0; l < rows->count; l++) {
            const score_row *b = &rows->at[l];
            if (!same_series(first, b) || point_number(b->at->at, "alpha") != alpha || isnan(b->at->mean)) continue;
            if (point_number(b->at->at, "delta") <= delta || to->rise >= b->at->mean - a->at->mean) continue;
            to->rise = b->at->mean - a->at->mean;
            snprintf(to->rise_at, sizeof to->rise_at, "alpha %g, delta %g to %g", alpha, delta,
                     point_number(b->at->at, "delta"));
        }
    }
}

static void read_nuisance(const score_rows *rows, const score_row *first, desideratum *to)
{
    double none = NAN, most = NAN, most_beta = 0.0;
    for (size_t k = 0; k < rows->count; k++) {
        const score_row *row = &rows->at[k];
        const double beta = point_number(row->at->at, "beta");
        if (!same_series(first, row)) continue;
        if (beta == 0.0) none = row->at->mean;
        else if (beta > most_beta) {
            most_beta = beta;
            most = row->at->mean;
        }
    }
    to->fall = none - most;
}

static desideratum *find_or_add(desideratum *list, size_t *count, const score_row *row)
{
    char name[sizeof list->metric];
    const int plain = strcmp(row->of->metric, row->of->output) == 0;
    snprintf(name, sizeof name, "%s@%s%s%s", row->of->metric, row->of->preset, plain ? "" : " ",
             plain ? "" : row->of->output);
    for (size_t k = 0; k < *count; k++)
        if (strcmp(list[k].metric, name) == 0) return &list[k];
    desideratum *made = &list[(*count)++];
    *made = (desideratum){ .lowest = NAN, .rise = NAN, .fall = NAN };
    snprintf(made->metric, sizeof made->metric, "%s", name);
    return made;
}

assay_status desiderata_of(const score_rows *rows, desideratum **to, size_t *count, assay_error *err)
{
    *count = 0;
    *to = calloc(rows->count + 1, sizeof **to);
    if (!*to) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    for (size_t k = 0; k < rows->count; k++) {
        const score_row *row = &rows->at[k];
        const int dependent = strcmp(row->at->scenario, "dependent") == 0;
        int seen = 0; /* a series is read at its first row */
        for (size_t l = 0; l < k && !seen; l++) seen = same_series(&rows->at[l], row);
        if (seen || (!dependent && strcmp(row->at->scenario, "nuisance") != 0)) continue;
        desideratum *d = find_or_add(*to, count, row);
        if (dependent) read_dependent(rows, row, d);
        else read_nuisance(rows, row, d);
    }
    return ASSAY_OK;
}

assay_status desiderata_read(store *s, desideratum **to, size_t *count, assay_error *err)
{
    evidence all = { 0 };
    score_rows rows = { 0 };
    const store_filter filter = { .scenarios = "dependent,nuisance", .profile = PROFILE_OWN };
    *to = NULL;
    *count = 0;
    assay_status status = evidence_read_rows(s, &filter, &all, &rows, err);
    if (status == ASSAY_OK) status = desiderata_of(&rows, to, count, err);
    score_rows_free(&rows);
    evidence_free(&all);
    return status;
}
