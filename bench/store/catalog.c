/* The catalog: lists of pointers, so that entries stay where they are while a list grows. */
#include "catalog.h"

#include "growing.h"

#include <stdlib.h>
#include <string.h>

static void *list_add(catalog_list *list, void *entry)
{
    void **at = entry ? grown(list->at, sizeof *at, list->count, &list->room) : NULL;
    if (!at) return NULL;
    list->at = at;
    return list->at[list->count++] = entry;
}

/* Every entry begins with its id. */
static int64_t id_of(const void *entry)
{
    int64_t id;
    memcpy(&id, entry, sizeof id);
    return id;
}

const void *catalog_find(const catalog_list *list, int64_t id)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (id_of(list->at[middle]) < id) low = middle + 1;
        else high = middle;
    }
    return low < list->count && id_of(list->at[low]) == id ? list->at[low] : NULL;
}

static void scenario_drop(stored_scenario *s)
{
    if (!s) return;
    free(s->name);
    free(s->title);
    free(s->symbol);
    free(s);
}

const stored_scenario *catalog_add_scenario(catalog *c, const stored_scenario *entry)
{
    stored_scenario *copy = calloc(1, sizeof *copy);
    if (!copy) return NULL;
    *copy = (stored_scenario){ entry->id, strdup(entry->name), strdup(entry->title), strdup(entry->symbol),
                                entry->is_study };
    if (copy->name && copy->title && copy->symbol && list_add(&c->scenarios, copy)) return copy;
    scenario_drop(copy);
    return NULL;
}

static void representation_drop(stored_representation *r) /* NULL is none */
{
    if (!r) return;
    for (size_t k = 0; k < r->n_columns; k++) {
        free(r->column[k]);
        free(r->text[k]);
    }
    free(r->column);
    free(r->text);
    free(r->path);
    free(r->hash);
    free(r->data);
    free(r->problem);
    free(r);
}

int representation_is_gone(const stored_representation *r)
{
    return r && r->problem && strncmp(r->problem, REPRESENTATION_GONE, strlen(REPRESENTATION_GONE)) == 0;
}

static void point_drop(stored_point *p)
{
    if (p) point_free(&p->at);
    if (p) representation_drop(p->representation);
    free(p);
}

const stored_point *catalog_add_point(catalog *c, const stored_point *entry)
{
    stored_point *copy = malloc(sizeof *copy);
    if (!copy) representation_drop(entry->representation);
    if (!copy) return NULL;
    *copy = *entry;
    if (point_copy(&entry->at, &copy->at) == ASSAY_OK && list_add(&c->points, copy)) return copy;
    point_drop(copy);
    return NULL;
}

static void metric_drop(stored_metric *m)
{
    if (!m) return;
    free(m->name);
    free(m->title);
    free(m->family);
    free(m);
}

const stored_metric *catalog_add_metric(catalog *c, const stored_metric *entry)
{
    stored_metric *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    *copy = (stored_metric){ entry->id, strdup(entry->name), strdup(entry->title), strdup(entry->family),
                             entry->flags };
    if (copy->name && copy->title && copy->family && list_add(&c->metrics, copy)) return copy;
    metric_drop(copy);
    return NULL;
}

static void variant_drop(stored_variant *v)
{
    if (v) variant_id_free(&v->name);
    free(v);
}

/* Variants of one metric from outside are told apart by what they are made of. */
static void mark_sharing(const catalog_list *variants, stored_variant *added)
{
    for (size_t k = 0; k < variants->count; k++) {
        stored_variant *other = variants->at[k];
        if (other->metric != added->metric || strcmp(other->name.preset, added->name.preset) == 0) continue;
        other->shares = added->shares = 1;
    }
}

const stored_variant *catalog_add_variant(catalog *c, const stored_variant *entry)
{
    stored_variant *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    *copy = *entry;
    copy->shares = 0;
    if (variant_id_copy(&entry->name, &copy->name) == ASSAY_OK && list_add(&c->variants, copy)) {
        mark_sharing(&c->variants, copy);
        return copy;
    }
    variant_drop(copy);
    return NULL;
}

static void output_drop(stored_output *o)
{
    if (o) free(o->name);
    free(o);
}

const stored_output *catalog_add_output(catalog *c, const stored_output *entry)
{
    stored_output *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    *copy = *entry;
    copy->name = strdup(entry->name);
    if (copy->name && list_add(&c->outputs, copy)) return copy;
    output_drop(copy);
    return NULL;
}

void catalog_free(catalog *c)
{
    for (size_t k = 0; k < c->scenarios.count; k++) scenario_drop(c->scenarios.at[k]);
    for (size_t k = 0; k < c->points.count; k++) point_drop(c->points.at[k]);
    for (size_t k = 0; k < c->metrics.count; k++) metric_drop(c->metrics.at[k]);
    for (size_t k = 0; k < c->variants.count; k++) variant_drop(c->variants.at[k]);
    for (size_t k = 0; k < c->outputs.count; k++) output_drop(c->outputs.at[k]);
    free(c->scenarios.at);
    free(c->points.at);
    free(c->metrics.at);
    free(c->variants.at);
    free(c->outputs.at);
    *c = (catalog){ 0 };
}
