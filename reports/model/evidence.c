/*
 * Scores seed by seed, in memory. Series and points are known by the entries of the catalog that they point to. A run
 * may be writing meanwhile; scores of something that came in after the catalog was read are left for the next time.
 * Arrays of a point grow where their number is a power of two.
 *
 * Cost  time and memory O(values).
 */
#include "evidence.h"

#include "needed.h"
#include "plain_text.h"
#include "store_about.h"
#include "store_study.h"
#include "student.h"

#include <string.h>

typedef struct evidence_owner {
    catalog catalog;
    size_t last; /* the series found last */
} evidence_owner;

static int is_power_of_two(size_t n) { return (n & (n - 1)) == 0; }

/* Makes room for one more than n of this size. */
static void *grow(void *array, size_t n, size_t size)
{
    return is_power_of_two(n) ? needed(realloc(array, (n ? 2 * n : 1) * size)) : array;
}

static evidence_owner *evidence_own(evidence *e)
{
    if (!e->owner) e->owner = needed(calloc(1, sizeof(evidence_owner)));
    return e->owner;
}

/* The place of a variant in every table: the registry's order of metrics and presets, then metrics from elsewhere. */
typedef struct registry_order {
    size_t metric, preset;
} registry_order;

static registry_order registry_order_of(const variant_id *v)
{
    registry_order r = { 0, 0 };
    const assay_metric *m;
    while ((m = assay_metric_at(r.metric)) && strcmp(m->id, v->metric) != 0) r.metric++;
    while (m && r.preset < m->n_presets && strcmp(m->presets[r.preset].id, v->preset) != 0) r.preset++;
    return r;
}

static int is_above(registry_order a, registry_order b)
{
    return a.metric > b.metric || (a.metric == b.metric && a.preset > b.preset);
}

/* Behind all that rank as high, as they come; the series of one metric stay together. */
static size_t series_place(const evidence *e, const stored_variant *v)
{
    const registry_order mine = registry_order_of(&v->name);
    size_t place = e->count, k = e->count;
    while (place > 0 && is_above(registry_order_of(&e->at[place - 1].variant->name), mine)) place--;
    while (k > 0 && e->at[k - 1].variant->metric != v->metric) k--;
    return assay_metric_find(v->metric->name) || k == 0 ? place : k;
}

static size_t series_make(evidence *to, const stored_variant *v, const stored_output *o)
{
    const size_t at = series_place(to, v);
    to->at = grow(to->at, to->count, sizeof *to->at);
    memmove(to->at + at + 1, to->at + at, (to->count++ - at) * sizeof *to->at);
    to->at[at] = (evidence_series){ .variant = v,
                                    .metric = v->metric->name,
                                    .title = v->metric->title,
                                    .family = v->metric->family,
                                    .preset = v->name.text,
                                    .output = o->name,
                                    .profile = to->profile,
                                    .remark = v->remark,
                                    .flags = v->metric->flags,
                                    .measures = o->measures,
                                    .low = o->low,
                                    .high = o->high };
    return at;
}

static int is_before(const evidence_point *a, const stored_point *p, uint64_t samples)
{
    return a->of->rank < p->rank || (a->of->rank == p->rank && a->samples < samples);
}

/* Where the point is, or belongs; points are in the order of the store. */
static size_t point_place(const evidence_series *s, const stored_point *p, uint64_t samples)
{
    size_t low = 0, high = s->n_points;
    if (high && is_before(&s->point[high - 1], p, samples)) return high; /* they come in that order */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_before(&s->point[middle], p, samples)) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* NULL: the series has no such point. */
static evidence_point *point_in(const evidence_series *s, const stored_point *p, uint64_t samples)
{
    const size_t k = point_place(s, p, samples);
    const int found = k < s->n_points && s->point[k].of == p && s->point[k].samples == samples;
    return found ? (evidence_point *)&s->point[k] : NULL;
}

static evidence_point *point_make(evidence_series *s, const stored_point *p, uint64_t samples)
{
    const size_t k = point_place(s, p, samples);
    evidence_point *grown = grow((evidence_point *)s->point, s->n_points, sizeof *grown);
    s->point = grown;
    memmove(grown + k + 1, grown + k, (s->n_points++ - k) * sizeof *grown);
    grown[k] = (evidence_point){ .of = p,
                                 .at = &p->at,
                                 .scenario = p->scenario->name,
                                 .scenario_title = p->scenario->title,
                                 .symbol = p->scenario->symbol,
                                 .point = p->at.set.text,
                                 .x = point_swept(&p->at),
                                 .samples = samples,
                                 .least_samples = samples,
                                 .mean = NAN,
                                 .sd = NAN,
                                 .least = NAN,
                                 .most = NAN,
                                 .range = { isnan(s->low) ? -INFINITY : s->low, isnan(s->high) ? INFINITY : s->high } };
    memcpy(grown[k].truth, p->truth, sizeof p->truth);
    return &grown[k];
}

/* The point of the series of a variant's output, looked for from the series found last; both are made where they are
 * not there. */
static evidence_point *evidence_place(evidence *to, const stored_variant *v, const stored_output *o,
                                      const stored_point *p, uint64_t samples)
{
    evidence_owner *own = to->owner;
    size_t s = 0;
    for (; s < to->count; s++) {
        const evidence_series *one = &to->at[(own->last + s) % to->count];
        if (one->variant == v && one->output == o->name) break;
    }
    own->last = s < to->count ? (own->last + s) % to->count : series_make(to, v, o);
    evidence_series *series = &to->at[own->last];
    evidence_point *found = point_in(series, p, samples);
    return found ? found : point_make(series, p, samples);
}

void evidence_summarise(evidence_point *at, size_t seeds, moments m)
{
    at->seeds = seeds;
    at->defined = m.n;
    at->mean = moments_mean(&m);
    at->sd = moments_sd(&m);
    at->square = m.square;
    at->least = m.n ? m.least : NAN;
    at->most = m.n ? m.most : NAN;
}

/* Of "constant-factor: factor 3 is constant" and "constant-factor: factor 0 is constant". */
static int same_word(const char *a, const char *b)
{
    const size_t length = strcspn(a, ":");
    return length == strcspn(b, ":") && memcmp(a, b, length) == 0;
}

static void note_undefined(evidence_point *at, const char *why)
{
    if (!at->undefined) at->undefined = phrase("%s", why);
    else if (!same_word(at->undefined, why)) at->otherwise++;
}

void evidence_score(evidence_point *at, uint64_t seed, double value, const char *undefined)
{
    at->seed = grow((uint64_t *)at->seed, at->n, sizeof *at->seed);
    at->value = grow((double *)at->value, at->n, sizeof *at->value);
    if (at->n_items) {
        double *items = grow((double *)at->item, at->n, at->n_items * sizeof *items);
        at->item = items;
        for (size_t k = 0; k < at->n_items; k++) items[at->n * at->n_items + k] = NAN;
    }
    if (!at->n) { /* what an entry said of its seeds was said before there were any */
        at->undefined = NULL;
        at->otherwise = 0;
        at->defined = 0;
    }
    moments m = { at->defined, at->defined ? at->mean : 0.0, at->square, at->least, at->most };
    if (isnan(value)) note_undefined(at, undefined ? undefined : "no reason is known");
    moments_add_defined(&m, value);
    ((uint64_t *)at->seed)[at->n] = seed;
    ((double *)at->value)[at->n++] = value;
    evidence_summarise(at, at->n, m);
}

/* Room for n_items items of every seed; those that are new are NaN. */
static void items_widen(evidence_point *at, size_t n_items)
{
    size_t room = 1;
    while (room < at->n) room *= 2;
    double *wide = needed(malloc(room * n_items * sizeof *wide));
    for (size_t s = 0; s < at->n; s++)
        for (size_t k = 0; k < n_items; k++)
            wide[s * n_items + k] = k < at->n_items ? at->item[s * at->n_items + k] : NAN;
    free((double *)at->item);
    at->item = wide;
    at->n_items = n_items;
}

void evidence_item(evidence_point *at, size_t item, double value)
{
    if (!at->n) return; /* no seed has come yet */
    if (item >= at->n_items) items_widen(at, item + 1);
    ((double *)at->item)[(at->n - 1) * at->n_items + item] = value;
}

void evidence_mean_interval(const evidence_point *of, double to[2])
{
    to[0] = to[1] = NAN;
    if (of && of->interval.kind) {
        to[0] = of->interval.low;
        to[1] = of->interval.high;
        return;
    }
    const double half = of ? student_half_width(of->sd, of->defined, 0.95) : NAN;
    if (isfinite(half)) student_interval(of->mean, half, of->range, to);
}

typedef struct reading {
    evidence *scores, *pairs; /* NULL: not wanted */
    const stored_point *last; /* of the row before, and whether it is of a bank */
    int is_pair;
    size_t items, undefined; /* of the score before */
} reading;

/* Where a row of the point goes; NULL: nowhere. */
static evidence *place_of(reading *r, const stored_point *point)
{
    if (point != r->last) {
        const assay_scenario *scenario = assay_scenario_find(point->at.scenario);
        r->is_pair = scenario && scenario->is_bank;
        r->last = point;
    }
    if (r->is_pair && r->scores && !r->pairs) r->scores->has_pairs = 1;
    return r->is_pair ? r->pairs : r->scores;
}

static assay_status visit_row(const store_row *row, void *context)
{
    reading *r = context;
    evidence *to = place_of(r, row->point);
    if (!to || (r->is_pair && row->item >= 0)) return ASSAY_OK;
    evidence_point *at = evidence_place(to, row->variant, row->output, row->point, row->samples);
    at->axis = row->output->axis;
    if (!isnan(row->value) && row->item < 0 && row->items_undefined) {
        at->items += row->items;
        at->items_undefined += row->items_undefined;
    }
    if (row->item >= 0) {
        if (!at->n || at->seed[at->n - 1] != row->seed) return ASSAY_OK;
        evidence_item(at, (size_t)row->item, row->value);
        r->items++;
        if (isnan(at->value[at->n - 1]) || !(r->undefined += isnan(row->value) != 0)) return ASSAY_OK;
        at->items += r->undefined == 1 && isnan(row->value) ? r->items : 1; /* of scores over part of their items */
        at->items_undefined += isnan(row->value) != 0;
        return ASSAY_OK;
    }
    r->items = r->undefined = 0;
    at->seconds += (row->seconds - at->seconds) / (double)(at->n + 1);
    evidence_score(at, row->seed, row->value, row->undefined);
    return ASSAY_OK;
}

/* Of a score that was not read, since it came in later, nothing is known. */
static assay_status visit_uncertain(const store_uncertain *row, void *context)
{
    evidence *to = context;
    for (size_t k = 0; k < to->count; k++) {
        const evidence_series *s = &to->at[k];
        if (s->variant != row->variant || s->output != row->output->name) continue;
        evidence_point *at = point_in(s, row->point, row->samples);
        if (!at) continue;
        uncertainty *const class[] = { &at->interval, &at->chance, &at->defects, &at->tested };
        uncertainty *put = class[uncertainty_class(row->is.kind) - UNCERTAIN_SUBSAMPLE];
        const size_t bytes = (size_t)row->is.draws * sizeof(double);
        double *draw = row->is.draw ? needed(malloc(bytes)) : NULL;
        if (draw) memcpy(draw, row->is.draw, bytes);
        free((double *)put->draw);
        *put = row->is;
        put->draw = draw;
    }
    return ASSAY_OK;
}

static int has_studies(const catalog *c)
{
    for (size_t k = 0; k < c->scenarios.count; k++)
        if (((const stored_scenario *)c->scenarios.at[k])->is_study) return 1;
    return 0;
}

static assay_status read_about(store *s, const store_filter *filter, evidence *to, assay_error *err)
{
    const char *lacking = NULL;
    (void)evidence_own(to);
    to->is_part = filter && (filter->scenarios || filter->samples);
    ASSAY_TRY(store_looks(s, &to->looks, err));
    ASSAY_TRY(store_lacking(s, &lacking, err));
    if (lacking) to->lacking = phrase("%s", lacking);
    if (filter && filter->profile && strcmp(filter->profile, PROFILE_OWN) != 0)
        to->profile = phrase("%s", filter->profile);
    return ASSAY_OK;
}

/* The catalog is that of the scores; without them of the pairs. */
assay_status evidence_read_both(store *s, const store_filter *filter, evidence *scores, evidence *pairs,
                                assay_error *err)
{
    reading to = { .scores = scores, .pairs = pairs };
    evidence *first = scores ? scores : pairs;
    ASSAY_TRY(read_about(s, filter, first, err));
    if (pairs && pairs != first) ASSAY_TRY(read_about(s, filter, pairs, err));
    catalog *all = &((evidence_owner *)first->owner)->catalog;
    ASSAY_TRY(store_catalog(s, all, err));
    ASSAY_TRY(store_rows(s, all, filter, visit_row, &to, err));
    return scores && has_studies(all) ? store_uncertainties(s, all, filter, visit_uncertain, scores, err) : ASSAY_OK;
}

assay_status evidence_read(store *s, const store_filter *filter, evidence *to, assay_error *err)
{
    const int is_pairs = filter && filter->pairs;
    return evidence_read_both(s, filter, is_pairs ? NULL : to, is_pairs ? to : NULL, err);
}

static void point_drop(const evidence_point *p)
{
    free((uint64_t *)p->seed);
    free((double *)p->value);
    free((double *)p->item);
    free((double *)p->interval.draw);
    free((double *)p->chance.draw);
    free((double *)p->defects.draw);
    free((double *)p->tested.draw);
}

void evidence_free(evidence *e)
{
    evidence_owner *own = e->owner;
    for (size_t s = 0; s < e->count; s++) {
        for (size_t p = 0; p < e->at[s].n_points; p++) point_drop(&e->at[s].point[p]);
        free((evidence_point *)e->at[s].point);
    }
    free(e->at);
    if (own) catalog_free(&own->catalog);
    free(own);
    *e = (evidence){ 0 };
}

static void keep_seeds(evidence_point *at, const uint64_t seeds[2])
{
    size_t first = 0, end = at->n;
    while (first < at->n && at->seed[first] < seeds[0]) first++;
    while (end > first && at->seed[end - 1] >= seeds[1]) end--;
    at->seed = memmove((uint64_t *)at->seed, at->seed + first, (end - first) * sizeof *at->seed);
    at->value = memmove((double *)at->value, at->value + first, (end - first) * sizeof *at->value);
    if (at->n_items)
        memmove((double *)at->item, at->item + first * at->n_items, (end - first) * at->n_items * sizeof *at->item);
    at->n = end - first;
    evidence_summarise(at, at->n, moments_of(at->value, at->n));
    if (at->defined == at->n) at->undefined = NULL;
}

void evidence_keep(evidence *e, evidence_wanted wanted, const void *context)
{
    size_t count = 0;
    for (size_t s = 0; s < e->count; s++) {
        evidence_series *of = &e->at[s];
        evidence_point *point = (evidence_point *)of->point;
        size_t n_points = 0;
        for (size_t k = 0; k < of->n_points; k++) {
            uint64_t seeds[2] = { 0, UINT64_MAX };
            if (!wanted(of, &point[k], context, seeds)) {
                point_drop(&point[k]);
                continue;
            }
            point[n_points] = point[k];
            keep_seeds(&point[n_points++], seeds);
        }
        of->n_points = n_points;
        if (n_points) e->at[count++] = *of;
        else free(point);
    }
    e->count = count;
}

static const evidence_point *find_point(const evidence_series *of, const char *scenario, const char *point,
                                        uint64_t samples)
{
    const evidence_point *found = NULL;
    for (size_t k = 0; k < of->n_points; k++) {
        const evidence_point *p = &of->point[k];
        if ((samples && p->samples != samples) || !point_is(p->at, scenario, point)) continue;
        if (!found || p->samples > found->samples) found = p;
    }
    return found;
}

const evidence_point *evidence_find(const evidence_series *of, const char *scenario, const char *point,
                                    uint64_t samples)
{
    FREED(point_free) scenario_point named = { 0 };
    const int is_read = of->profile && point_read_on(scenario, point, of->profile, &named) == ASSAY_OK;
    return find_point(of, scenario, is_read ? named.set.text : point, samples);
}

static int compare_names(const void *a, const void *b)
{
    const char *p = *(const char *const *)a, *q = *(const char *const *)b;
    const int x = strcmp(p, PROFILE_OWN) != 0, y = strcmp(q, PROFILE_OWN) != 0;
    return x != y ? x - y : strcmp(p, q);
}

assay_status evidence_profiles(store *s, const char ***name, size_t *n, assay_error *err)
{
    FREED(catalog_free) catalog all = { 0 };
    *n = 0;
    ASSAY_TRY(store_catalog(s, &all, err));
    *name = kept(all.points.count, sizeof **name);
    for (size_t k = 0; k < all.points.count; k++) {
        const char *profile = point_profile(&((const stored_point *)all.points.at[k])->at);
        size_t before = 0;
        if (!profile) profile = PROFILE_OWN;
        while (before < *n && strcmp((*name)[before], profile) != 0) before++;
        if (before == *n) (*name)[(*n)++] = phrase("%s", profile);
    }
    qsort(*name, *n, sizeof **name, compare_names);
    return ASSAY_OK;
}

int evidence_by_series(const void *a, const void *b)
{
    const evidence_series *x = *(const evidence_series *const *)a, *y = *(const evidence_series *const *)b;
    return (x > y) - (x < y);
}

int series_options(const evidence_series *of, double to[OPTIONS_MOST])
{
    const assay_metric *metric = assay_metric_find(of->metric);
    const variant_id *name = &of->variant->name;
    const assay_preset *preset = metric && metric->n_options <= OPTIONS_MOST ? preset_find(metric, name->preset) : NULL;
    return preset && assay_options_settle(metric, preset, name->changed.text, to, NULL) == ASSAY_OK;
}

int evidence_is_variation(const evidence *e, const evidence_series *s)
{
    for (size_t k = 0; s->variant->name.changed.n && k < e->count; k++) {
        const variant_id *base = &e->at[k].variant->name;
        if (!base->changed.n && variant_id_same_preset(base, &s->variant->name)) return 1;
    }
    return 0;
}

int evidence_shows(const evidence *e, const evidence_series *s, const char *list)
{
    if (variant_is_listed(list, s->metric, s->preset)) return 1;
    return (!list || list_has(list, s->metric)) && !evidence_is_variation(e, s);
}

moments evidence_paired(const evidence_point *from, const evidence_point *to)
{
    moments m = { 0 };
    for (size_t a = 0, b = 0; a < from->n && b < to->n;) {
        if (from->seed[a] < to->seed[b]) a++;
        else if (from->seed[a] > to->seed[b]) b++;
        else moments_add_defined(&m, to->value[b++] - from->value[a++]);
    }
    return m;
}

static int compare_rows(const void *a, const void *b)
{
    const score_row *x = a, *y = b;
    if (x->at->of->rank != y->at->of->rank) return x->at->of->rank < y->at->of->rank ? -1 : 1;
    if (x->at->samples != y->at->samples) return x->at->samples < y->at->samples ? -1 : 1;
    return x->of < y->of ? -1 : x->of > y->of;
}

void score_rows_list(const evidence *e, score_rows *to)
{
    size_t count = 0;
    for (size_t s = 0; s < e->count; s++) count += e->at[s].n_points;
    *to = (score_rows){ kept(count + 1, sizeof *to->at), 0, e->lacking };
    for (size_t s = 0; s < e->count; s++)
        for (size_t p = 0; p < e->at[s].n_points; p++)
            to->at[to->count++] = (score_row){ &e->at[s], &e->at[s].point[p] };
    qsort(to->at, to->count, sizeof *to->at, compare_rows);
}

assay_status evidence_read_rows(store *s, const store_filter *filter, evidence *to, score_rows *rows, assay_error *err)
{
    store_filter overall = filter ? *filter : (store_filter){ 0 };
    overall.overall = 1;
    ASSAY_TRY(evidence_read(s, &overall, to, err));
    score_rows_list(to, rows);
    return ASSAY_OK;
}

/* Evidence made by hand: entries of the catalog are found by their names, or made in the order they come. */

static const char *or_empty(const char *text) { return text ? text : ""; }

evidence_entry evidence_entry_of(const evidence_series *s)
{
    return (evidence_entry){ .metric = s->metric,
                             .metric_title = s->title,
                             .family = s->family,
                             .preset = s->preset,
                             .output = s->output,
                             .flags = s->flags,
                             .measures = s->measures,
                             .low = s->low,
                             .high = s->high };
}

static const void *added(const void *entry) { return needed((void *)(uintptr_t)entry); }

/* Ends the function with the entry of a list that is the one, where there is one. */
#define RETURN_FOUND(type, list, is)            \
    for (size_t k = 0; k < (list).count; k++) { \
        const type *at = (list).at[k];          \
        if (is) return at;                      \
    }

static const stored_scenario *scenario_of(catalog *c, const evidence_entry *e)
{
    RETURN_FOUND(stored_scenario, c->scenarios, strcmp(at->name, e->scenario) == 0)
    const stored_scenario made = { .id = (int64_t)c->scenarios.count + 1,
                                   .name = (char *)e->scenario,
                                   .title = (char *)or_empty(e->scenario_title),
                                   .symbol = (char *)or_empty(e->symbol) };
    return added(catalog_add_scenario(c, &made));
}

/* Of a scenario without a descriptor: the parameter whose number is x, of several the one called like the symbol. */
static void find_swept(scenario_point *p, const evidence_entry *e)
{
    for (size_t k = 0; !isnan(e->x) && k < p->set.n; k++) {
        const setting *s = &p->set.at[k];
        if (s->word || s->number != e->x) continue;
        if (p->swept < 0 || strcmp(s->name, or_empty(e->symbol)) == 0) p->swept = (int)k;
    }
}

/* NULL: its name cannot be read. */
static const stored_point *point_of(catalog *c, const evidence_entry *e)
{
    RETURN_FOUND(stored_point, c->points, point_is(&at->at, e->scenario, e->point))
    stored_point made = { .id = (int64_t)c->points.count + 1,
                          .rank = (int64_t)c->points.count + 1,
                          .scenario = scenario_of(c, e) };
    memcpy(made.truth, e->truth, sizeof made.truth);
    const setting one = { e->only, isnan(e->x) && e->only ? e->point + strlen(e->only) + 1 : NULL, e->x };
    if ((e->only ? point_from(e->scenario, &one, 1, POINT_NOT_SWEPT, &made.at)
                 : point_read(e->scenario, e->point, &made.at)) != ASSAY_OK)
        return NULL;
    if (!assay_scenario_find(e->scenario)) find_swept(&made.at, e);
    const stored_point *to = added(catalog_add_point(c, &made));
    point_free(&made.at);
    return to;
}

static const stored_metric *metric_of(catalog *c, const evidence_entry *e)
{
    RETURN_FOUND(stored_metric, c->metrics, strcmp(at->name, e->metric) == 0)
    const stored_metric made = { (int64_t)c->metrics.count + 1, (char *)e->metric, (char *)or_empty(e->metric_title),
                                 (char *)or_empty(e->family), e->flags };
    return added(catalog_add_metric(c, &made));
}

static const stored_variant *variant_of(catalog *c, const evidence_entry *e)
{
    stored_variant made = { .id = (int64_t)c->variants.count + 1, .metric = metric_of(c, e) };
    RETURN_FOUND(stored_variant, c->variants, at->metric == made.metric && strcmp(at->name.text, e->preset) == 0)
    if (variant_id_read(e->metric, e->preset, &made.name) != ASSAY_OK) return NULL;
    const stored_variant *to = added(catalog_add_variant(c, &made));
    variant_id_free(&made.name);
    return to;
}

static const stored_output *output_of(catalog *c, const evidence_entry *e, const stored_metric *metric)
{
    RETURN_FOUND(stored_output, c->outputs, at->metric == metric && strcmp(at->name, e->output) == 0)
    const stored_output made = { .id = (int64_t)c->outputs.count + 1,
                                 .metric = metric,
                                 .name = (char *)e->output,
                                 .measures = e->measures,
                                 .low = e->low,
                                 .high = e->high };
    return added(catalog_add_output(c, &made));
}

evidence_point *evidence_add(evidence *to, const evidence_entry *where)
{
    catalog *own = &evidence_own(to)->catalog;
    const stored_variant *variant = variant_of(own, where);
    const stored_point *at = point_of(own, where);
    if (!variant || !at) return NULL;
    evidence_point *p = evidence_place(to, variant, output_of(own, where, variant->metric), at, where->samples);
    if (p->n) return p;
    p->seeds = where->seeds;
    p->defined = where->defined;
    p->mean = where->mean;
    p->sd = where->sd;
    p->least = where->least;
    p->most = where->most;
    p->seconds = where->seconds;
    p->undefined = where->undefined ? phrase("%s", where->undefined) : NULL;
    return p;
}
