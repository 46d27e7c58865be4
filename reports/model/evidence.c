/*
 * Scores seed by seed, in memory. The store is read twice: its summaries name every series and point, its rows hold the
 * values. A run may be writing meanwhile; rows that the first reading did not see are left for the next time.
 *
 * Strings are kept once each in a hash table, so that names are compared by address. Arrays of a point grow where their
 * number is a power of two.
 *
 * Cost  time and memory O(values).
 */
#include "evidence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct texts {
    char **at; /* [room] open addressing; room is 0 or a power of two */
    size_t count, room;
    size_t last; /* the series that evidence_add found last */
} texts;

static size_t text_hash(const char *text)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a, Fowler, Noll and Vo 1991 */
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return (size_t)(hash ^ (hash >> 32));
}

/* Where text is, or would be. */
static char **text_place(const texts *all, const char *text)
{
    size_t k = text_hash(text) & (all->room - 1);
    while (all->at[k] && strcmp(all->at[k], text) != 0) k = (k + 1) & (all->room - 1);
    return &all->at[k];
}

static int texts_grow(texts *all)
{
    texts grown = *all;
    grown.room = all->room ? 2 * all->room : 256;
    grown.at = calloc(grown.room, sizeof *grown.at);
    if (!grown.at) return 0;
    for (size_t k = 0; k < all->room; k++)
        if (all->at[k]) *text_place(&grown, all->at[k]) = all->at[k];
    free(all->at);
    *all = grown;
    return 1;
}

/* The one copy of a text; NULL: memory ran out. */
static const char *text_keep(texts *all, const char *text)
{
    if (2 * all->count >= all->room && !texts_grow(all)) return NULL;
    char **place = text_place(all, text ? text : "");
    if (!*place) {
        *place = strdup(text ? text : "");
        all->count += *place != NULL;
    }
    return *place;
}

/* NULL: no such text was kept. */
static const char *text_find(const texts *all, const char *text) { return all->room ? *text_place(all, text) : NULL; }

static int is_power_of_two(size_t n) { return (n & (n - 1)) == 0; }

/* Makes room for one more than n of this size. */
static void *grow(void *array, size_t n, size_t size)
{
    return is_power_of_two(n) ? realloc(array, (n ? 2 * n : 1) * size) : array;
}

/* ---- finding: names are copies of the table, compared by address ---- */

typedef struct names {
    const char *metric, *preset, *output, *scenario, *point;
    uint64_t samples;
} names;

static int series_is(const evidence_series *s, const names *n)
{
    return s->metric == n->metric && s->preset == n->preset && s->output == n->output;
}

static int point_is(const evidence_point *p, const names *n)
{
    return p->scenario == n->scenario && p->point == n->point && p->samples == n->samples;
}

/* Looked for from `from` on, around the end; count where there is none. */
static size_t series_find(const evidence *e, const names *n, size_t from)
{
    for (size_t k = 0; k < e->count; k++)
        if (series_is(&e->at[(from + k) % e->count], n)) return (from + k) % e->count;
    return e->count;
}

static size_t point_find(const evidence_series *s, const names *n, size_t from)
{
    for (size_t k = 0; k < s->n_points; k++)
        if (point_is(&s->point[(from + k) % s->n_points], n)) return (from + k) % s->n_points;
    return s->n_points;
}

/* ---- building ---- */

/* The place in the tables: the registry's order of metrics and presets, then metrics from elsewhere. */
typedef struct rank {
    size_t metric, preset;
} rank;

static rank rank_of(const char *metric, const char *preset)
{
    const size_t length = strcspn(preset, ":");
    rank r = { 0, 0 };
    const assay_metric *m;
    while ((m = assay_metric_at(r.metric)) && strcmp(m->id, metric) != 0) r.metric++;
    while (m && r.preset < m->n_presets &&
           (strncmp(m->presets[r.preset].id, preset, length) != 0 || m->presets[r.preset].id[length]))
        r.preset++;
    return r;
}

static int rank_above(rank a, rank b) { return a.metric > b.metric || (a.metric == b.metric && a.preset > b.preset); }

/* Behind all that rank as high, as they come; the series of one metric stay together. */
static size_t series_place(const evidence *e, const names *n)
{
    const rank mine = rank_of(n->metric, n->preset);
    size_t place = e->count, k = e->count;
    while (place > 0 && rank_above(rank_of(e->at[place - 1].metric, e->at[place - 1].preset), mine)) place--;
    while (k > 0 && e->at[k - 1].metric != n->metric) k--;
    return assay_metric_find(n->metric) || k == 0 ? place : k;
}

static assay_status series_make(evidence *to, const store_summary *where, const names *n, size_t *at)
{
    texts *all = to->owner;
    evidence_series *grown = grow(to->at, to->count, sizeof *grown);
    if (!grown) return ASSAY_ENOMEM;
    to->at = grown;
    evidence_series made = { .metric = n->metric, .preset = n->preset, .output = n->output };
    made.title = text_keep(all, where->metric_title);
    made.family = text_keep(all, where->family);
    made.flags = where->flags;
    made.measures = where->measures;
    made.low = where->low;
    made.high = where->high;
    if (!made.title || !made.family) return ASSAY_ENOMEM;
    *at = series_place(to, n);
    memmove(to->at + *at + 1, to->at + *at, (to->count - *at) * sizeof *to->at);
    to->at[*at] = made;
    to->count++;
    return ASSAY_OK;
}

static assay_status point_make(evidence_series *s, texts *all, const store_summary *where, const names *n)
{
    evidence_point *grown = grow((evidence_point *)s->point, s->n_points, sizeof *grown);
    if (!grown) return ASSAY_ENOMEM;
    s->point = grown;
    const char *symbol = text_keep(all, where->symbol);
    if (!symbol) return ASSAY_ENOMEM;
    evidence_point *made = &grown[s->n_points++];
    *made = (evidence_point){ .scenario = n->scenario, .symbol = symbol, .point = n->point, .x = where->x,
                              .samples = where->samples };
    memcpy(made->truth, where->truth, sizeof made->truth);
    return ASSAY_OK;
}

assay_status evidence_add(evidence *to, const store_summary *where, evidence_point **point)
{
    *point = NULL;
    if (!to->owner && !(to->owner = calloc(1, sizeof(texts)))) return ASSAY_ENOMEM;
    texts *all = to->owner;
    const names n = { text_keep(all, where->metric), text_keep(all, where->preset), text_keep(all, where->output),
                      text_keep(all, where->scenario), text_keep(all, where->point), where->samples };
    if (!n.metric || !n.preset || !n.output || !n.scenario || !n.point) return ASSAY_ENOMEM;
    size_t s = series_find(to, &n, all->last);
    assay_status status = s < to->count ? ASSAY_OK : series_make(to, where, &n, &s);
    if (status != ASSAY_OK) return status;
    evidence_series *series = &to->at[s];
    const size_t p = point_find(series, &n, 0);
    if (p == series->n_points) status = point_make(series, all, where, &n);
    if (status != ASSAY_OK) return status;
    all->last = s;
    *point = (evidence_point *)&series->point[p];
    return ASSAY_OK;
}

assay_status evidence_score(evidence *to, evidence_point *at, uint64_t seed, double value, const char *undefined)
{
    uint64_t *seeds = grow((uint64_t *)at->seed, at->n, sizeof *seeds);
    if (seeds) at->seed = seeds;
    double *values = grow((double *)at->value, at->n, sizeof *values);
    if (values) at->value = values;
    if (!seeds || !values) return ASSAY_ENOMEM;
    if (at->n_items) {
        double *items = grow((double *)at->item, at->n, at->n_items * sizeof *items);
        if (!items) return ASSAY_ENOMEM;
        at->item = items;
        for (size_t k = 0; k < at->n_items; k++) items[at->n * at->n_items + k] = NAN;
    }
    if (isnan(value) && !at->undefined) {
        at->undefined = text_keep(to->owner, undefined ? undefined : "no reason is known");
        if (!at->undefined) return ASSAY_ENOMEM;
    }
    seeds[at->n] = seed;
    values[at->n++] = value;
    return ASSAY_OK;
}

/* Room for n_items items of every seed; those that are new are NaN. */
static assay_status items_widen(evidence_point *at, size_t n_items)
{
    size_t room = 1;
    while (room < at->n) room *= 2;
    double *wide = malloc(room * n_items * sizeof *wide);
    if (!wide) return ASSAY_ENOMEM;
    for (size_t s = 0; s < at->n; s++)
        for (size_t k = 0; k < n_items; k++)
            wide[s * n_items + k] = k < at->n_items ? at->item[s * at->n_items + k] : NAN;
    free((double *)at->item);
    at->item = wide;
    at->n_items = n_items;
    return ASSAY_OK;
}

assay_status evidence_item(evidence_point *at, size_t item, double value)
{
    if (!at->n) return ASSAY_EUSAGE;
    if (item >= at->n_items) {
        const assay_status status = items_widen(at, item + 1);
        if (status != ASSAY_OK) return status;
    }
    ((double *)at->item)[(at->n - 1) * at->n_items + item] = value;
    return ASSAY_OK;
}

/* ---- reading ---- */

static assay_status visit_summary(const store_summary *row, void *context)
{
    evidence_point *point;
    return evidence_add(context, row, &point);
}

typedef struct reading {
    evidence *to;
    size_t series;  /* of the last row */
    size_t *cursor; /* [series] where its last row was */
} reading;

static assay_status visit_row(const store_row *row, void *context)
{
    reading *r = context;
    const texts *all = r->to->owner;
    const names n = { text_find(all, row->metric), text_find(all, row->preset), text_find(all, row->output),
                      text_find(all, row->scenario), text_find(all, row->point), row->samples };
    if (!n.metric || !n.preset || !n.output || !n.scenario || !n.point) return ASSAY_OK;
    const size_t s = series_find(r->to, &n, r->series);
    if (s == r->to->count) return ASSAY_OK;
    const evidence_series *series = &r->to->at[s];
    const size_t p = point_find(series, &n, r->cursor[s]);
    if (p == series->n_points) return ASSAY_OK;
    r->series = s;
    r->cursor[s] = p;
    evidence_point *at = (evidence_point *)&series->point[p];
    at->axis = row->axis;
    if (row->item < 0) return evidence_score(r->to, at, row->seed, row->value, row->undefined);
    return at->n && at->seed[at->n - 1] == row->seed ? evidence_item(at, (size_t)row->item, row->value) : ASSAY_OK;
}

assay_status evidence_read(store *s, const store_filter *filter, evidence *to, assay_error *err)
{
    assay_status status = store_summaries(s, filter, visit_summary, to, err);
    to->is_part = filter && (filter->scenarios || filter->samples);
    if (status == ASSAY_OK && to->count) {
        reading r = { to, 0, calloc(to->count, sizeof *r.cursor) };
        status = r.cursor ? store_rows(s, filter, visit_row, &r, err) : ASSAY_ENOMEM;
        free(r.cursor);
    }
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "memory ran out while reading the scores") : status;
}

void evidence_free(evidence *e)
{
    texts *all = e->owner;
    for (size_t s = 0; s < e->count; s++) {
        for (size_t p = 0; p < e->at[s].n_points; p++) {
            free((uint64_t *)e->at[s].point[p].seed);
            free((double *)e->at[s].point[p].value);
            free((double *)e->at[s].point[p].item);
        }
        free((evidence_point *)e->at[s].point);
    }
    free(e->at);
    for (size_t k = 0; all && k < all->room; k++) free(all->at[k]);
    if (all) free(all->at);
    free(all);
    *e = (evidence){ 0 };
}

const evidence_point *evidence_find(const evidence_series *of, const char *scenario, const char *point,
                                    uint64_t samples)
{
    const evidence_point *found = NULL;
    for (size_t k = 0; k < of->n_points; k++) {
        const evidence_point *p = &of->point[k];
        if ((samples && p->samples != samples) || strcmp(p->point, point) != 0 || strcmp(p->scenario, scenario) != 0)
            continue;
        if (!found || p->samples > found->samples) found = p;
    }
    return found;
}

int evidence_parameter(const char *point, const char *name, char *to, size_t size)
{
    const size_t length = strlen(name);
    if (size) to[0] = '\0';
    for (const char *at = point; *at; at += at[0] == ';') {
        const size_t setting = strcspn(at, ";");
        if (setting > length && strncmp(at, name, length) == 0 && at[length] == '=') {
            snprintf(to, size, "%.*s", (int)(setting - length - 1), at + length + 1);
            return 1;
        }
        at += setting;
    }
    return 0;
}

int evidence_is_variation(const evidence *e, const evidence_series *s)
{
    const size_t length = strcspn(s->preset, ":");
    for (size_t k = 0; s->preset[length] && k < e->count; k++) {
        const evidence_series *base = &e->at[k];
        if (strcmp(base->metric, s->metric) == 0 && strlen(base->preset) == length &&
            strncmp(base->preset, s->preset, length) == 0)
            return 1;
    }
    return 0;
}
