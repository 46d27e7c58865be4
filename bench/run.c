/*
 * The unit of work is a batch: one data set (point, samples, seed) and the metrics still missing for it, so that data
 * and relations are made once. A thread holds one representation at a time. The lock guards the queue, the store and
 * the progress. The queue is a place in the plan's cells, so memory does not grow with the number of seeds.
 */
#include "run.h"

#include "candidate.h"
#include "clock.h"
#include "cores.h"
#include "locked.h"
#include "owned.h"
#include "scoring.h"
#include "trust.h"

typedef struct running {
    const plan *plan;
    cells cells;
    store *store;
    const run_options *options;
    shard_map shards;
    int64_t *point, *variant; /* ids in the store of the cells' groups and variants */
    uint64_t *computed;       /* [n_variants] cells that this run has added */
    arena room;               /* of these */
    cells_cursor next;
    pthread_mutex_t lock;
    assay_status status; /* the first thing that went wrong ends the run */
    assay_error error;
    run_progress progress;
    double start;
} running;

/* A batch in the hands of a thread; every array has room for all variants. */
typedef struct batch {
    cell_batch is;
    size_t *variant;             /* [n_variants] those that are missing */
    size_t n_variants, n_wanted; /* n_wanted: with those that are there */
    const assay_score **scores;  /* [n_scored] of the variants `scored`, not yet written */
    size_t *scored, n_scored;
    double since; /* the last were written */
} batch;

enum { WRITE_AT_LEAST_EVERY = 1 /* second: what a kill -9 can lose, beyond the cell in flight */ };

static assay_status register_variants(running *r)
{
    for (size_t k = 0; k < r->cells.n_variants; k++) {
        const variant *v = r->cells.variant[k];
        ASSAY_TRY(store_variant(r->store, v->metric, variant_metric_place(v), &v->id, variant_preset_place(v),
                                &r->variant[k], &r->error));
    }
    return ASSAY_OK;
}

static assay_status register_group(running *r, size_t g, cell_interval *seeds)
{
    const cell_group *group = &r->cells.group[g];
    const plan_point *point = group->point;
    assay_truth truth[3];
    const store_entry entry = { point->scenario, point->scenario_place, &point->at, point->place, truth };
    assay_scenario_truth_on(point->scenario, point->parameter, point->on, truth);
    ASSAY_TRY(store_point(r->store, &entry, &r->point[g], &r->error));
    for (size_t v = 0; v < r->cells.n_variants; v++)
        for (size_t k = 0, n = cells_intervals(&r->cells, group, v, seeds); k < n; k++) {
            const cell_key first = { r->point[g], group->samples, seeds[k].first, r->variant[v] };
            ASSAY_TRY(store_want(r->store, r->plan->name, &first, seeds[k].end, &r->error));
        }
    return ASSAY_OK;
}

static assay_status register_all(running *r)
{
    OWNED cell_interval *seeds = zeroed(r->plan->n_parts, sizeof *seeds);
    if (!seeds) return no_memory(NULL, &r->error);
    ASSAY_TRY(store_plan(r->store, r->plan->name, r->plan->text, &r->error));
    ASSAY_TRY(register_variants(r));
    for (size_t g = 0; g < r->cells.n_groups; g++) ASSAY_TRY(register_group(r, g, seeds));
    return ASSAY_OK;
}

static assay_status lay_out(running *r)
{
    ASSAY_TRY(cells_make(r->plan, &r->cells, &r->error));
    r->progress.cells = r->cells.count;
    r->point = arena_alloc(&r->room, r->cells.n_groups, sizeof *r->point);
    r->variant = arena_alloc(&r->room, r->cells.n_variants, sizeof *r->variant);
    r->computed = arena_alloc(&r->room, r->cells.n_variants, sizeof *r->computed);
    if (!r->point || !r->variant || !r->computed) return no_memory(NULL, &r->error);
    return shard_map_make(&r->cells, &r->options->shard, &r->shards, &r->error);
}

static int stopped(const running *r) { return r->options->stop && *r->options->stop; }

static assay_status batch_room(const running *r, arena *room, batch *b)
{
    const size_t n = r->cells.n_variants;
    *b = (batch){ .variant = arena_alloc(room, n, sizeof *b->variant),
                  .scores = arena_alloc(room, n, sizeof *b->scores),
                  .scored = arena_alloc(room, n, sizeof *b->scored) };
    return b->variant && b->scores && b->scored ? ASSAY_OK : ASSAY_ENOMEM;
}

static cell_key key_of(const running *r, const batch *b, size_t v)
{
    return (cell_key){ r->point[b->is.group_index], b->is.group->samples, b->is.seed, r->variant[v] };
}

/* Keeps of a batch's variants those of this shard that the store lacks. */
static assay_status keep_missing(running *r, batch *b)
{
    size_t missing = 0, mine = 0;
    const size_t wanted = cells_wanted(&r->cells, &b->is, b->variant);
    for (size_t k = 0; k < wanted; k++) {
        unsigned char done = 0;
        const size_t v = b->variant[k];
        if (!shard_map_has(&r->shards, &b->is, v)) continue;
        mine++;
        const cell_key cell = key_of(r, b, v);
        ASSAY_TRY(store_done(r->store, &cell, &done, &r->error));
        if (!done) b->variant[missing++] = v;
    }
    b->n_wanted = mine;
    b->n_variants = missing;
    return ASSAY_OK;
}

static assay_status count_done(running *r)
{
    batch b;
    cells_cursor at = { 0 };
    uint64_t mine = 0;
    ASSAY_TRY(memory_named(batch_room(r, &r->room, &b), NULL, &r->error));
    while (!stopped(r) && cells_next(&r->cells, &at, &b.is)) {
        ASSAY_TRY(keep_missing(r, &b));
        mine += b.n_wanted;
        r->progress.before += b.n_wanted - b.n_variants;
    }
    if (!stopped(r)) r->progress.cells = mine;
    return ASSAY_OK;
}

static assay_status build_data(const batch *b, assay_data *data, assay_error *err)
{
    const plan_point *point = b->is.group->point;
    const assay_status status = assay_scenario_build_on(point->scenario, point->parameter, point->on,
                                                        (size_t)b->is.group->samples, b->is.seed, data, err);
    const assay_rep rep = assay_data_view(data);
    return status == ASSAY_OK ? scoring_check(&rep, err) : status;
}

static assay_status write_cells(running *r, const batch *b)
{
    for (size_t k = 0; k < b->n_scored; k++) {
        const size_t v = b->scored[k];
        const cell_key cell = key_of(r, b, v);
        r->computed[v]++;
        ASSAY_TRY(store_cell(r->store, &cell, b->scores[k], r->cells.variant[v]->metric->n_outputs, &r->error));
    }
    return ASSAY_OK;
}

static assay_status write_locked(running *r, const batch *b)
{
    const cell_group *group = b->is.group;
    ASSAY_TRY(store_begin(r->store, &r->error));
    ASSAY_TRY(store_end(r->store, write_cells(r, b), &r->error));
    for (size_t k = 0; k < b->n_scored; k++) r->progress.failed += b->scores[k]->status != ASSAY_OK;
    r->progress.computed += b->n_scored;
    r->progress.scenario = group->point->scenario->id;
    r->progress.point = group->point->at.set.text;
    r->progress.seed = b->is.seed;
    r->progress.seconds = clock_seconds() - r->start;
    if (r->options->report) r->options->report(&r->progress, r->options->context);
    return ASSAY_OK;
}

static assay_status write_scored(running *r, batch *b)
{
    if (!b->n_scored) return ASSAY_OK;
    LOCKED(&r->lock);
    if (r->status == ASSAY_OK) r->status = write_locked(r, b);
    b->n_scored = 0;
    b->since = clock_seconds();
    return r->status;
}

static assay_status score_batch(running *r, batch *b, scoring *s)
{
    for (size_t k = 0; k < b->n_variants && !stopped(r); k++) {
        ASSAY_TRY(scoring_run(s, r->cells.variant[b->variant[k]], &b->scores[b->n_scored]));
        b->scored[b->n_scored++] = b->variant[k];
        if (clock_seconds() - b->since >= WRITE_AT_LEAST_EVERY) ASSAY_TRY(write_scored(r, b));
    }
    return write_scored(r, b);
}

/* The next batch with something missing; 0 when there is none, or the run is over. */
static int take(running *r, batch *to)
{
    int found = 0;
    LOCKED(&r->lock);
    while (!found && r->status == ASSAY_OK && !stopped(r) && cells_next(&r->cells, &r->next, &to->is)) {
        r->status = keep_missing(r, to);
        found = r->status == ASSAY_OK && to->n_variants;
    }
    return found;
}

static void end_with(running *r, assay_status status, const assay_error *why)
{
    LOCKED(&r->lock);
    if (r->status != ASSAY_OK) return;
    r->status = status;
    r->error = *why;
}

static assay_status score_all(running *r, batch *b, scoring *s, assay_error *why)
{
    FREED(assay_data_free) assay_data data = { .keeps_sparse = 1 };
    while (take(r, b)) {
        const plan_point *point = b->is.group->point;
        ASSAY_TRY(build_data(b, &data, why));
        const assay_rep rep = assay_data_view(&data);
        ASSAY_TRY(scoring_begin(s, &rep, b->is.seed, point->scenario->id, point->at.set.text));
        b->since = clock_seconds();
        ASSAY_TRY(score_batch(r, b, s));
    }
    return ASSAY_OK;
}

static void *worker(void *context)
{
    running *r = context;
    assay_error why = { "memory ran out" };
    FREED(arena_free) arena room = { 0 };
    batch b;
    scoring *s = scoring_new();
    assay_status status = s ? batch_room(r, &room, &b) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) status = score_all(r, &b, s, &why);
    if (status != ASSAY_OK) end_with(r, status, &why);
    scoring_free(s);
    candidate_leave();
    return NULL;
}

static assay_status run_all(running *r)
{
    const run_options *options = r->options;
    ASSAY_TRY(lay_out(r));
    ASSAY_TRY(store_begin(r->store, &r->error));
    ASSAY_TRY(store_end(r->store, register_all(r), &r->error));
    ASSAY_TRY(count_done(r));
    const unsigned jobs = options->jobs ? options->jobs : cores_available();
    cores_work(jobs, worker, r);
    ASSAY_TRY(r->status);
    const trust_run asked = { &r->cells,   &r->shards,      r->store, r->point,     r->variant,
                              r->computed, clock_seconds(), jobs,     options->stop };
    if (!stopped(r)) ASSAY_TRY(trust_check(&asked, &r->error));
    return store_check_file(r->store, &r->error); /* all may be there and the file not */
}

assay_status run_plan(const plan *p, store *s, const run_options *options, run_progress *last, assay_error *err)
{
    running r = { .plan = p, .store = s, .options = options, .start = clock_seconds() };
    pthread_mutex_init(&r.lock, NULL);
    r.status = run_all(&r);
    r.progress.seconds = clock_seconds() - r.start;
    if (r.status == ASSAY_OK && stopped(&r) && r.progress.before + r.progress.computed < r.progress.cells)
        r.status = assay_fail(&r.error, ASSAY_EINTERRUPTED, "stopped; every finished cell is kept");
    *last = r.progress;
    if (r.status != ASSAY_OK && err) *err = r.error;
    arena_free(&r.room);
    shard_map_free(&r.shards);
    cells_free(&r.cells);
    pthread_mutex_destroy(&r.lock);
    return r.status;
}
