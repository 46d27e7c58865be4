/* A cell's shard from its names alone; metrics that this program does not know cost nobody knows what. */
#include "missing_shards.h"
#include "needed.h"

#include "shard.h"
#include "store_missing.h"
#include "variant.h"

#include <stdlib.h>
#include <string.h>

/* The place of a variant, worked out once for each number of samples that follows. */
typedef struct known {
    const stored_variant *of;
    uint64_t samples, place;
} known;

typedef struct counting {
    uint64_t count;
    uint64_t *missing; /* [count] */
    const stored_point *point;
    uint64_t samples, group; /* of that point */
    known *variant;          /* [room] by the address of the entry */
    size_t room;
} counting;

static uint64_t place_of(const stored_variant *v, uint64_t samples)
{
    const assay_metric *metric = assay_metric_find(v->name.metric);
    const assay_preset *preset = metric ? preset_find(metric, v->name.preset) : NULL;
    variant settled = { 0 };
    const int known_here = preset && variant_make(metric, preset, v->name.changed.text, &settled, NULL) == ASSAY_OK;
    const uint64_t place = shard_of_variant(metric, &v->name, known_here ? settled.option : NULL, samples);
    if (known_here) variant_free(&settled);
    return place;
}

static uint64_t place_once(counting *c, const stored_variant *v, uint64_t samples)
{
    size_t k = (size_t)((uintptr_t)v >> 4) & (c->room - 1);
    for (size_t tries = 0; tries < c->room && c->variant[k].of && c->variant[k].of != v; tries++)
        k = (k + 1) & (c->room - 1);
    known *one = &c->variant[k];
    if (one->of != v || one->samples != samples) *one = (known){ v, samples, place_of(v, samples) };
    return one->place;
}

static assay_status count_cell(const store_missing_cell *cell, void *context)
{
    counting *c = context;
    if (cell->point != c->point || cell->samples != c->samples) {
        c->point = cell->point;
        c->samples = cell->samples;
        c->group = shard_of_group(&cell->point->at, cell->samples);
    }
    c->missing[shard_number(c->group, cell->seed, place_once(c, cell->variant, cell->samples), c->count) - 1]++;
    return ASSAY_OK;
}

static grid *rows(const counting *c)
{
    uint64_t whole = 0;
    grid *g = grid_new("missing by shard");
    GRID_COLUMNS(g, { "shard", "shard", GRID_RIGHT }, { "missing", "missing", GRID_RIGHT });
    for (uint64_t k = 0; k < c->count; k++) {
        whole += c->missing[k] == 0;
        if (!c->missing[k]) continue;
        grid_row(g);
        grid_count(g, k + 1);
        grid_count(g, c->missing[k]);
    }
    grid_note(g, 0, "%llu of %llu shards have all their cells.", (unsigned long long)whole,
              (unsigned long long)c->count);
    return g;
}

assay_status missing_shards(store *s, uint64_t count, grid **to, assay_error *err)
{
    catalog of = { 0 };
    counting c = { .count = count, .missing = needed(calloc(count, sizeof *c.missing)), .room = 64 };
    assay_status status = store_catalog(s, &of, err);
    while (c.room < 2 * of.variants.count) c.room *= 2;
    c.variant = needed(calloc(c.room, sizeof *c.variant));
    if (status == ASSAY_OK) status = store_missing(s, &of, count_cell, &c, err);
    if (status == ASSAY_OK) *to = rows(&c);
    free(c.missing);
    free(c.variant);
    catalog_free(&of);
    return status;
}
