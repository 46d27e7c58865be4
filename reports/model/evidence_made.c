/* Evidence made by hand: entries of the catalog are found by their names, or made in the order they come. */
#include "evidence_inside.h"
#include "needed.h"
#include "point_read.h"

#include <string.h>

static const char *or_empty(const char *text) { return text ? text : ""; }

evidence_entry evidence_entry_of(const evidence_series *s)
{
    return (evidence_entry){ .metric = s->metric, .metric_title = s->title, .family = s->family, .preset = s->preset,
                             .output = s->output, .flags = s->flags, .measures = s->measures, .low = s->low,
                             .high = s->high };
}

static const void *added(const void *entry) { return needed((void *)(uintptr_t)entry); }

static const stored_scenario *scenario_of(catalog *c, const evidence_entry *e)
{
    for (size_t k = 0; k < c->scenarios.count; k++) {
        const stored_scenario *s = c->scenarios.at[k];
        if (strcmp(s->name, e->scenario) == 0) return s;
    }
    const stored_scenario made = { (int64_t)c->scenarios.count + 1, (char *)e->scenario,
                                   (char *)or_empty(e->scenario_title), (char *)or_empty(e->symbol), 0 };
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
    for (size_t k = 0; k < c->points.count; k++) {
        const stored_point *p = c->points.at[k];
        if (point_is(&p->at, e->scenario, e->point)) return p;
    }
    stored_point made = { .id = (int64_t)c->points.count + 1, .rank = (int64_t)c->points.count + 1,
                          .scenario = scenario_of(c, e) };
    memcpy(made.truth, e->truth, sizeof made.truth);
    if (point_read(e->scenario, e->point, &made.at) != ASSAY_OK) return NULL;
    if (!assay_scenario_find(e->scenario)) find_swept(&made.at, e);
    const stored_point *to = added(catalog_add_point(c, &made));
    point_free(&made.at);
    return to;
}

static const stored_metric *metric_of(catalog *c, const evidence_entry *e)
{
    for (size_t k = 0; k < c->metrics.count; k++) {
        const stored_metric *m = c->metrics.at[k];
        if (strcmp(m->name, e->metric) == 0) return m;
    }
    const stored_metric made = { (int64_t)c->metrics.count + 1, (char *)e->metric, (char *)or_empty(e->metric_title),
                                 (char *)or_empty(e->family), e->flags };
    return added(catalog_add_metric(c, &made));
}

static const stored_variant *variant_of(catalog *c, const evidence_entry *e)
{
    stored_variant made = { .id = (int64_t)c->variants.count + 1, .metric = metric_of(c, e) };
    for (size_t k = 0; k < c->variants.count; k++) {
        const stored_variant *v = c->variants.at[k];
        if (v->metric == made.metric && strcmp(v->name.text, e->preset) == 0) return v;
    }
    if (variant_id_read(e->metric, e->preset, &made.name) != ASSAY_OK) return NULL;
    const stored_variant *to = added(catalog_add_variant(c, &made));
    variant_id_free(&made.name);
    return to;
}

static const stored_output *output_of(catalog *c, const evidence_entry *e, const stored_metric *metric)
{
    for (size_t k = 0; k < c->outputs.count; k++) {
        const stored_output *o = c->outputs.at[k];
        if (o->metric == metric && strcmp(o->name, e->output) == 0) return o;
    }
    const stored_output made = { .id = (int64_t)c->outputs.count + 1, .metric = metric, .name = (char *)e->output,
                                 .measures = e->measures, .low = e->low, .high = e->high };
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
    free((char *)p->undefined);
    p->undefined = where->undefined ? needed(strdup(where->undefined)) : NULL;
    return p;
}

/* ---- points copied ---- */

static void copy_scores(const evidence_point *from, const evidence_part *part, evidence_point *at)
{
    at->axis = from->axis;
    for (size_t s = 0; s < from->n; s++) {
        const double value = from->value[s];
        if (from->seed[s] < part->seed_first || from->seed[s] >= part->seed_end) continue;
        evidence_score(at, from->seed[s], value, isnan(value) ? from->undefined : NULL);
        for (size_t i = 0; i < from->n_items; i++) evidence_item(at, i, from->item[s * from->n_items + i]);
    }
}

static void add_point(const evidence_series *s, const evidence_point *p, const evidence_part *part, evidence *to)
{
    evidence_entry where = evidence_entry_of(s);
    where.scenario = part->as->scenario;
    where.scenario_title = p->scenario_title;
    where.symbol = p->symbol;
    where.point = part->as->set.text;
    where.x = p->x;
    where.samples = p->samples;
    where.seconds = p->seconds;
    memcpy(where.truth, p->truth, sizeof where.truth);
    copy_scores(p, part, needed(evidence_add(to, &where))); /* its names were read before */
}

void evidence_taken(const evidence *from, evidence_take take, const void *context, evidence *to)
{
    for (size_t s = 0; s < from->count; s++) {
        for (size_t k = 0; k < from->at[s].n_points; k++) {
            const evidence_point *p = &from->at[s].point[k];
            evidence_part part;
            if (take(&from->at[s], p, context, &part)) add_point(&from->at[s], p, &part, to);
        }
    }
    if (from->lacking) to->lacking = needed(strdup(from->lacking));
    to->is_part = from->is_part;
    to->looks = from->looks;
}
