/* The two desiderata and the nuisance, from the summaries of a store. */
#include "desiderata.h"

#include "claims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int same_series(const store_summary *a, const store_summary *b)
{
    return strcmp(a->scenario, b->scenario) == 0 && a->samples == b->samples && strcmp(a->metric, b->metric) == 0 &&
           strcmp(a->preset, b->preset) == 0 && strcmp(a->output, b->output) == 0;
}

/* complete and ordered, over all pairs of points that share alpha */
static void read_dependent(const summaries *rows, const store_summary *first, desideratum *to)
{
    for (size_t k = 0; k < rows->count; k++) {
        const store_summary *a = &rows->at[k];
        if (!same_series(first, a) || isnan(a->mean)) continue;
        const double alpha = point_value(a->point, "alpha"), delta = point_value(a->point, "delta");
        if (alpha == 1.0 && !(to->lowest <= a->mean)) to->lowest = a->mean;
        for (size_t l = 0; l < rows->count; l++) {
            const store_summary *b = &rows->at[l];
            if (!same_series(first, b) || point_value(b->point, "alpha") != alpha || isnan(b->mean)) continue;
            if (point_value(b->point, "delta") <= delta || to->rise >= b->mean - a->mean) continue;
            to->rise = b->mean - a->mean;
            snprintf(to->rise_at, sizeof to->rise_at, "alpha %g, delta %g to %g", alpha, delta, point_value(b->point, "delta"));
        }
    }
}

static void read_nuisance(const summaries *rows, const store_summary *first, desideratum *to)
{
    double none = NAN, most = NAN, most_beta = 0.0;
    for (size_t k = 0; k < rows->count; k++) {
        const store_summary *row = &rows->at[k];
        const double beta = point_value(row->point, "beta");
        if (!same_series(first, row)) continue;
        if (beta == 0.0) none = row->mean;
        else if (beta > most_beta) {
            most_beta = beta;
            most = row->mean;
        }
    }
    to->fall = none - most;
}

static desideratum *find_or_add(desideratum *list, size_t *count, const store_summary *row)
{
    char name[sizeof list->metric];
    const int plain = strcmp(row->metric, row->output) == 0;
    snprintf(name, sizeof name, "%s@%s%s%s", row->metric, row->preset, plain ? "" : " ", plain ? "" : row->output);
    for (size_t k = 0; k < *count; k++)
        if (strcmp(list[k].metric, name) == 0) return &list[k];
    desideratum *made = &list[(*count)++];
    *made = (desideratum){ .lowest = NAN, .rise = NAN, .fall = NAN };
    snprintf(made->metric, sizeof made->metric, "%s", name);
    return made;
}

assay_status desiderata_of(const summaries *rows, desideratum **to, size_t *count, assay_error *err)
{
    *count = 0;
    *to = calloc(rows->count + 1, sizeof **to);
    if (!*to) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    for (size_t k = 0; k < rows->count; k++) {
        const store_summary *row = &rows->at[k];
        const int dependent = strcmp(row->scenario, "dependent") == 0;
        int seen = 0; /* a series is read at its first row */
        for (size_t l = 0; l < k && !seen; l++) seen = same_series(&rows->at[l], row);
        if (seen || (!dependent && strcmp(row->scenario, "nuisance") != 0)) continue;
        desideratum *d = find_or_add(*to, count, row);
        if (dependent) read_dependent(rows, row, d);
        else read_nuisance(rows, row, d);
    }
    return ASSAY_OK;
}

assay_status desiderata_read(store *s, desideratum **to, size_t *count, assay_error *err)
{
    summaries rows = { 0 };
    const store_filter filter = { .scenarios = "dependent,nuisance" };
    *to = NULL;
    *count = 0;
    assay_status status = summaries_read(s, &filter, &rows, err);
    if (status == ASSAY_OK) status = desiderata_of(&rows, to, count, err);
    summaries_free(&rows);
    return status;
}
