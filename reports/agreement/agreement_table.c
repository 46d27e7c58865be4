/* The table that agreements are made of: a store's representations, each with the score of every series. */
#include "agreement.h"

#include "needed.h"

#include <string.h>

void agreement_table_shape(agreement_table *t, size_t n_rows, size_t n_series)
{
    *t = (agreement_table){ .n_rows = n_rows, .n_series = n_series };
    t->series = kept(n_series + 1, sizeof *t->series);
    t->cluster = kept(n_rows + 1, sizeof *t->cluster);
    t->value = kept(n_rows * n_series + 1, sizeof *t->value);
}

typedef struct place { /* a representation */
    const char *scenario, *point;
    uint64_t samples, seed;
    const char *data, *hash; /* of a model; NULL */
} place;

static int compare_points(const place *a, const place *b)
{
    const int scenario = strcmp(a->scenario, b->scenario);
    return scenario ? scenario : strcmp(a->point, b->point);
}

static int compare_places(const void *a, const void *b)
{
    const place *p = a, *q = b;
    const int points = compare_points(p, q);
    if (points) return points;
    if (p->samples != q->samples) return p->samples < q->samples ? -1 : 1;
    return (p->seed > q->seed) - (p->seed < q->seed);
}

static place place_of(const evidence_point *p, size_t k)
{
    const stored_representation *r = p->of ? p->of->representation : NULL;
    return (place){ p->scenario,
                    p->point,
                    p->samples,
                    p->seed[k],
                    r && r->data ? r->data : NULL,
                    r && r->hash[0] ? hash_of_rows(r->hash) : NULL };
}

/* Whether a model of the same arrays comes before it. */
static int is_repeated(const place *all, size_t n, const place *one)
{
    for (size_t k = 0; one->hash && k < n; k++)
        if (all[k].hash && strcmp(all[k].hash, one->hash) == 0) return 1;
    return 0;
}

/* Every representation that any series has a score of, and every content of a model, once. */
static place *find_places(const evidence *from, size_t *count)
{
    size_t most = 0, n = 0;
    for (size_t s = 0; s < from->count; s++)
        for (size_t p = 0; p < from->at[s].n_points; p++) most += from->at[s].point[p].n;
    place *all = kept(2 * most + 1, sizeof *all); /* sorted, and behind these each once */
    for (size_t s = 0; s < from->count; s++)
        for (size_t p = 0; p < from->at[s].n_points; p++)
            for (size_t k = 0; k < from->at[s].point[p].n; k++) all[n++] = place_of(&from->at[s].point[p], k);
    qsort(all, n, sizeof *all, compare_places);
    *count = 0;
    for (size_t k = 0; k < n; k++)
        if ((!k || compare_places(&all[k - 1], &all[k]) != 0) && !is_repeated(all + n, *count, &all[k]))
            all[n + (*count)++] = all[k];
    memmove(all, all + n, *count * sizeof *all);
    return all;
}

static void take_scores(const evidence_series *s, const place *places, size_t n, double *to)
{
    for (size_t r = 0; r < n; r++) to[r] = NAN;
    for (size_t p = 0; p < s->n_points; p++)
        for (size_t k = 0; k < s->point[p].n; k++) {
            const place wanted = place_of(&s->point[p], k);
            const place *found = bsearch(&wanted, places, n, sizeof *places, compare_places);
            if (found) to[found - places] = s->point[p].value[k];
        }
}

/* Numbers the data sets of AGREE_LEAST rows or more. */
static void find_strata(const place *places, size_t n, agreement_table *to)
{
    to->stratum = kept(n + 1, sizeof *to->stratum);
    for (size_t r = 0; r < n; r++) {
        size_t first = 0, rows = 0;
        to->stratum[r] = SIZE_MAX;
        if (!places[r].data) continue;
        while (first < r && (!places[first].data || strcmp(places[first].data, places[r].data) != 0)) first++;
        for (size_t k = r; k < n && first == r; k++)
            rows += places[k].data && strcmp(places[k].data, places[r].data) == 0;
        to->stratum[r] = first < r ? to->stratum[first] : rows >= AGREE_LEAST ? to->n_strata++ : SIZE_MAX;
    }
    if (to->n_strata < 2) to->n_strata = 0;
}

void agreement_table_from(const evidence *from, agreement_table *to)
{
    size_t n = 0;
    place *places = find_places(from, &n);
    agreement_table_shape(to, n, from->count);
    for (size_t r = 0; r < n; r++) {
        if (r == 0 || compare_points(&places[r - 1], &places[r]) != 0) to->n_clusters++;
        to->cluster[r] = to->n_clusters - 1;
    }
    for (size_t s = 0; s < from->count; s++) {
        to->series[s] = series_text(&from->at[s]);
        take_scores(&from->at[s], places, n, to->value + s * n);
    }
    find_strata(places, n, to);
    to->lacking = from->lacking ? phrase("%s", from->lacking) : NULL;
}
