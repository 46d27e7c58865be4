/* The catalog: lists of pointers, so that entries stay where they are while a list grows. */
#include "catalog.h"

#include "growing.h"

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

/* A copy of an entry; its strings are still those of the other one. */
static void *copy_of(catalog *c, const void *entry, size_t size)
{
    void *copy = entry ? arena_alloc(&c->memory, 1, size) : NULL;
    return copy ? memcpy(copy, entry, size) : NULL;
}

static int own(catalog *c, char **text) { return (*text = arena_text(&c->memory, *text)) != NULL; }

const stored_scenario *catalog_add_scenario(catalog *c, const stored_scenario *entry)
{
    stored_scenario *copy = copy_of(c, entry, sizeof *copy);
    if (copy && !copy->called) copy->called = copy->name;
    if (!copy || !own(c, &copy->called) || !own(c, &copy->name) || !own(c, &copy->title) || !own(c, &copy->symbol))
        return NULL;
    return list_add(&c->scenarios, copy);
}

int representation_is_gone(const stored_representation *r)
{
    return r && r->problem && strncmp(r->problem, REPRESENTATION_GONE, strlen(REPRESENTATION_GONE)) == 0;
}

const stored_point *catalog_add_point(catalog *c, const stored_point *entry)
{
    stored_point *copy = copy_of(c, entry, sizeof *copy);
    if (!copy || point_copy(&entry->at, &copy->at) != ASSAY_OK) return NULL;
    if (list_add(&c->points, copy)) return copy;
    point_free(&copy->at);
    return NULL;
}

const stored_metric *catalog_add_metric(catalog *c, const stored_metric *entry)
{
    stored_metric *copy = copy_of(c, entry, sizeof *copy);
    if (!copy || !own(c, &copy->name) || !own(c, &copy->title) || !own(c, &copy->family)) return NULL;
    return list_add(&c->metrics, copy);
}

/* Variants of one metric from outside are distinguished by what they are made of. */
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
    stored_variant *copy = copy_of(c, entry, sizeof *copy);
    if (!copy || (copy->remark && !own(c, &copy->remark))) return NULL;
    if (variant_id_copy(&entry->name, &copy->name) != ASSAY_OK) return NULL;
    copy->shares = 0;
    if (!list_add(&c->variants, copy)) {
        variant_id_free(&copy->name);
        return NULL;
    }
    mark_sharing(&c->variants, copy);
    return copy;
}

const stored_output *catalog_add_output(catalog *c, const stored_output *entry)
{
    stored_output *copy = copy_of(c, entry, sizeof *copy);
    return copy && own(c, &copy->name) ? list_add(&c->outputs, copy) : NULL;
}

void catalog_free(catalog *c)
{
    for (size_t k = 0; k < c->points.count; k++) point_free(&((stored_point *)c->points.at[k])->at);
    for (size_t k = 0; k < c->variants.count; k++) variant_id_free(&((stored_variant *)c->variants.at[k])->name);
    free(c->scenarios.at);
    free(c->points.at);
    free(c->metrics.at);
    free(c->variants.at);
    free(c->outputs.at);
    arena_free(&c->memory);
    *c = (catalog){ 0 };
}
