/* The set of a plan's cells: groups in a tree while they are made, seeds as the intervals of the parts. */
#define _GNU_SOURCE /* tdestroy */
#include "cells.h"

#include "owned.h"

#include <search.h>

static size_t variant_place(cells *c, const variant *v)
{
    size_t k = 0;
    while (k < c->n_variants && (c->variant[k]->metric != v->metric || strcmp(c->variant[k]->id.text, v->id.text) != 0))
        k++;
    if (k == c->n_variants) c->variant[c->n_variants++] = v;
    return k;
}

static assay_status list_variants(cells *c)
{
    size_t most = 0;
    for (size_t p = 0; p < c->of->n_parts; p++) most += c->of->part[p].metrics.count;
    c->variant = arena_alloc(&c->room, most, sizeof *c->variant);
    c->variant_of_part = arena_alloc(&c->room, c->of->n_parts, sizeof *c->variant_of_part);
    if (!c->variant || !c->variant_of_part) return ASSAY_ENOMEM;
    for (size_t p = 0; p < c->of->n_parts; p++) {
        const selection *metrics = &c->of->part[p].metrics;
        size_t *to = c->variant_of_part[p] = arena_alloc(&c->room, metrics->count, sizeof *to);
        if (!to) return ASSAY_ENOMEM;
        for (size_t k = 0; k < metrics->count; k++) to[k] = variant_place(c, &metrics->at[k]);
    }
    return ASSAY_OK;
}

static int by_data(const void *a, const void *b)
{
    const cell_group *x = a, *y = b;
    if (x->samples != y->samples) return x->samples > y->samples ? 1 : -1;
    const int scenarios = strcmp(x->point->scenario->id, y->point->scenario->id);
    return scenarios ? scenarios : strcmp(x->point->at.set.text, y->point->at.set.text);
}

static assay_status group_name(cell_group *g, size_t part)
{
    size_t *more = realloc(g->part, (g->n_parts + 1) * sizeof *more);
    if (!more) return ASSAY_ENOMEM;
    g->part = more;
    more[g->n_parts++] = part;
    return ASSAY_OK;
}

/* known: a tree of the groups that there are. */
static assay_status add_part(cells *c, void **known, size_t part)
{
    const plan_part *p = &c->of->part[part];
    for (size_t n = 0; n < p->n_samples; n++) {
        for (size_t k = 0; k < p->n_points; k++) {
            cell_group *next = &c->group[c->n_groups];
            *next = (cell_group){ .point = &p->point[k], .samples = p->samples[n] };
            cell_group *const *at = tsearch(next, known, by_data);
            if (!at) return ASSAY_ENOMEM;
            c->n_groups += *at == next;
            ASSAY_TRY(group_name(*at, part));
        }
    }
    return ASSAY_OK;
}

static void keep_group(void *group) { (void)group; }

static assay_status list_groups(cells *c)
{
    size_t most = 0;
    void *known = NULL;
    for (size_t p = 0; p < c->of->n_parts; p++) most += c->of->part[p].n_points * c->of->part[p].n_samples;
    c->group = arena_alloc(&c->room, most, sizeof *c->group);
    c->order = arena_alloc(&c->room, most, sizeof *c->order);
    assay_status status = c->group && c->order ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t p = 0; p < c->of->n_parts && status == ASSAY_OK; p++) status = add_part(c, &known, p);
    tdestroy(known, keep_group);
    return status;
}

/* A metric of directions has no cells where a scenario has none; nor one of concepts that a group asks for. */
static int applies(const cell_group *g, const variant *v)
{
    return g->point->scenario->has_directions ||
           !(v->metric->flags & ASSAY_DIRECTIONS || (v->by_group && v->metric->flags & ASSAY_CONCEPTS));
}

static int part_has(const cells *c, size_t part, size_t v)
{
    const size_t n = c->of->part[part].metrics.count;
    for (size_t k = 0; k < n; k++)
        if (c->variant_of_part[part][k] == v) return 1;
    return 0;
}

/* Puts an interval among others that rise; those that touch it become part of it. */
static size_t interval_add(cell_interval *at, size_t n, cell_interval one)
{
    size_t kept = 0;
    for (size_t k = 0; k < n; k++) {
        if (at[k].end < one.first || at[k].first > one.end) {
            at[kept++] = at[k];
            continue;
        }
        if (at[k].first < one.first) one.first = at[k].first;
        if (at[k].end > one.end) one.end = at[k].end;
    }
    size_t place = kept;
    for (; place > 0 && at[place - 1].first > one.first; place--) at[place] = at[place - 1];
    at[place] = one;
    return kept + 1;
}

size_t cells_intervals(const cells *c, const cell_group *group, size_t v, cell_interval *to)
{
    size_t n = 0;
    if (!applies(group, c->variant[v])) return 0;
    for (size_t k = 0; k < group->n_parts; k++) {
        const plan_part *part = &c->of->part[group->part[k]];
        if (part_has(c, group->part[k], v))
            n = interval_add(to, n, (cell_interval){ part->seed_first, part->seed_end });
    }
    return n;
}

/* One more seed of a group has so many cells; they are the same from one bound of a part's seeds to the next. */
static double count_group(const cells *c, const cell_group *g, cell_interval *room)
{
    double count = 0;
    if (g->n_parts == 1) {
        const plan_part *part = &c->of->part[g->part[0]];
        size_t wanted = 0;
        for (size_t k = 0; k < part->metrics.count; k++) wanted += (size_t)applies(g, &part->metrics.at[k]);
        return (double)wanted * (double)(part->seed_end - part->seed_first);
    }
    for (size_t v = 0; v < c->n_variants; v++)
        for (size_t k = cells_intervals(c, g, v, room); k-- > 0;) count += (double)(room[k].end - room[k].first);
    return count;
}

static assay_status count_cells(cells *c, assay_error *err)
{
    const double most = 1e9; /* each is looked up in the store before anything is computed */
    double count = 0;
    OWNED cell_interval *room = zeroed(c->of->n_parts, sizeof *room);
    if (!room) return ASSAY_ENOMEM;
    for (size_t g = 0; g < c->n_groups && count <= most; g++) count += count_group(c, &c->group[g], room);
    c->count = (uint64_t)count;
    if (count <= most) return ASSAY_OK;
    return assay_fail(
        err, ASSAY_EUSAGE,
        "the plan %s asks for %.3g cells or more, more than a billion; fewer seeds, points or metrics will do",
        c->of->name, count);
}

assay_status cells_make(const plan *of, cells *to, assay_error *err)
{
    *to = (cells){ .of = of };
    assay_status status = list_variants(to);
    if (status == ASSAY_OK) status = list_groups(to);
    if (status == ASSAY_OK) status = count_cells(to, err);
    if (status == ASSAY_ENOMEM) status = assay_fail(err, status, "memory ran out laying out the plan %s", of->name);
    if (status != ASSAY_OK) cells_free(to);
    return status;
}

void cells_free(cells *c)
{
    for (size_t g = 0; c->group && g < c->n_groups; g++) free(c->group[g].part);
    arena_free(&c->room);
    *c = (cells){ 0 };
}

static int group_has_seed(const cells *c, const cell_group *g, uint64_t seed)
{
    for (size_t k = 0; k < g->n_parts; k++) {
        const plan_part *part = &c->of->part[g->part[k]];
        if (seed >= part->seed_first && seed < part->seed_end && part->metrics.count) return 1;
    }
    return 0;
}

/* The least seed of any part that is at least `from`; 0 where there is none. */
static int next_seed(const cells *c, uint64_t from, uint64_t *to)
{
    int found = 0;
    for (size_t p = 0; p < c->of->n_parts; p++) {
        const plan_part *part = &c->of->part[p];
        const uint64_t seed = part->seed_first > from ? part->seed_first : from;
        if (seed >= part->seed_end || (found && seed >= *to)) continue;
        *to = seed;
        found = 1;
    }
    return found;
}

/* A plan's own order gives away which side of a pair a call is of. */
static void order_groups(cells *c, uint64_t seed)
{
    const uint32_t words[] = { 0xce11, (uint32_t)seed, (uint32_t)(seed >> 32) };
    assay_stream stream;
    if (c->is_ordered && c->ordered_for == seed) return;
    (void)assay_stream_seed_words(&stream, words, sizeof words / sizeof *words, NULL, 0); /* there are words */
    assay_stream_permutation(&stream, c->order, c->n_groups);
    c->is_ordered = 1;
    c->ordered_for = seed;
}

int cells_next(cells *c, cells_cursor *at, cell_batch *to)
{
    uint64_t seed = 0;
    for (; next_seed(c, at->seed, &seed); at->seed = seed + 1, at->place = 0) {
        at->seed = seed;
        order_groups(c, seed);
        while (at->place < c->n_groups) {
            const size_t g = c->order[at->place++];
            if (!group_has_seed(c, &c->group[g], seed)) continue;
            *to = (cell_batch){ &c->group[g], g, seed };
            return 1;
        }
    }
    return 0;
}

size_t cells_wanted(const cells *c, const cell_batch *batch, size_t *to)
{
    size_t n = 0;
    for (size_t k = 0; k < batch->group->n_parts; k++) {
        const size_t p = batch->group->part[k];
        const plan_part *part = &c->of->part[p];
        if (batch->seed < part->seed_first || batch->seed >= part->seed_end) continue;
        for (size_t v = 0; v < part->metrics.count; v++) {
            const size_t one = c->variant_of_part[p][v];
            size_t place = 0;
            if (!applies(batch->group, c->variant[one])) continue;
            while (place < n && to[place] < one) place++;
            if (place < n && to[place] == one) continue;
            memmove(to + place + 1, to + place, (n - place) * sizeof *to);
            to[place] = one;
            n++;
        }
    }
    return n;
}
