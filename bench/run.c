/*
 * The unit of work is a batch: one data set (point, samples, seed) and the metrics still missing for it, so that data
 * and relations are made once. A thread holds one representation at a time. The lock guards the queue, the store and
 * the progress. The queue is a place in the plan's cells, so memory does not grow with the number of seeds.
 */
#include "run.h"

#include "candidate.h"
#include "clock.h"
#include "cores.h"
#include "scoring.h"
#include "trust.h"

#include <pthread.h>
#include <string.h>

typedef struct running {
    const plan *plan;
    cells cells;
    store *store;
    const run_options *options;
    shard_map shards;
    int64_t *point, *variant; /* ids in the store of the cells' groups and variants */
    uint64_t *computed;       /* [n_variants] cells that this run has added */
    cells_cursor next;
    pthread_mutex_t lock;
    assay_status status; /* the first thing that went wrong ends the run */
    assay_error error;
    run_progress progress;
    double start;
} running;

/* What is still to do of a batch. */
typedef struct batch {
    cell_batch is;
    size_t *variant;             /* [n_variants] those that are missing */
    size_t n_variants, n_wanted; /* n_wanted: with those that are there */
} batch;

/* What a thread has scored and not yet written. */
typedef struct pending {
    const assay_score **scores;
    size_t *variant;
    size_t count;
    double since;
} pending;

enum { WRITE_AT_LEAST_EVERY = 1 /* second: what a kill -9 can lose, beyond the cell in flight */ };

static assay_status register_variants(running *r)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < r->cells.n_variants && status == ASSAY_OK; k++) {
        const variant *v = r->cells.variant[k];
        status = store_variant(r->store, v->metric, variant_metric_place(v), &v->id, variant_preset_place(v),
                               &r->variant[k], &r->error);
    }
    return status;
}

static assay_status register_group(running *r, size_t g, cell_interval *seeds)
{
    const cell_group *group = &r->cells.group[g];
    const plan_point *point = group->point;
    assay_truth truth[3];
    const store_entry entry = { point->scenario, point->scenario_place, &point->at, point->place, truth };
    assay_scenario_truth_on(point->scenario, point->parameter, point->on, truth);
    assay_status status = store_point(r->store, &entry, &r->point[g], &r->error);
    for (size_t v = 0; v < r->cells.n_variants && status == ASSAY_OK; v++) {
        const size_t n = cells_intervals(&r->cells, group, v, seeds);
        for (size_t k = 0; k < n && status == ASSAY_OK; k++) {
            const cell_key first = { r->point[g], group->samples, seeds[k].first, r->variant[v] };
            status = store_want(r->store, r->plan->name, &first, seeds[k].end, &r->error);
        }
    }
    return status;
}

static assay_status register_plan(running *r)
{
    cell_interval *seeds = calloc(r->plan->n_parts + 1, sizeof *seeds);
    if (!seeds) return assay_fail(&r->error, ASSAY_ENOMEM, "memory ran out");
    assay_status status = store_begin(r->store, &r->error);
    if (status == ASSAY_OK) {
        status = store_plan(r->store, r->plan->name, r->plan->text, &r->error);
        if (status == ASSAY_OK) status = register_variants(r);
        for (size_t g = 0; g < r->cells.n_groups && status == ASSAY_OK; g++) status = register_group(r, g, seeds);
        status = store_end(r->store, status, &r->error);
    }
    free(seeds);
    return status;
}

static assay_status lay_out(running *r)
{
    ASSAY_TRY(cells_make(r->plan, &r->cells, &r->error));
    r->progress.cells = r->cells.count;
    r->point = calloc(r->cells.n_groups + 1, sizeof *r->point);
    r->variant = calloc(r->cells.n_variants + 1, sizeof *r->variant);
    r->computed = calloc(r->cells.n_variants + 1, sizeof *r->computed);
    if (!r->point || !r->variant || !r->computed) return assay_fail(&r->error, ASSAY_ENOMEM, "memory ran out");
    return shard_map_make(&r->cells, &r->options->shard, &r->shards, &r->error);
}

static int stopped(const running *r) { return r->options->stop && *r->options->stop; }

static assay_status batch_room(const running *r, batch *b)
{
    *b = (batch){ .variant = calloc(r->cells.n_variants + 1, sizeof *b->variant) };
    return b->variant ? ASSAY_OK : ASSAY_ENOMEM;
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
    assay_status status = batch_room(r, &b);
    if (status != ASSAY_OK) return assay_fail(&r->error, status, "memory ran out");
    while (status == ASSAY_OK && !stopped(r) && cells_next(&r->cells, &at, &b.is)) {
        status = keep_missing(r, &b);
        mine += b.n_wanted;
        r->progress.before += b.n_wanted - b.n_variants;
    }
    if (status == ASSAY_OK && !stopped(r)) r->progress.cells = mine;
    free(b.variant);
    return status;
}

static assay_status build_data(const batch *b, assay_data *data, assay_error *err)
{
    const plan_point *point = b->is.group->point;
    const assay_status status = assay_scenario_build_on(point->scenario, point->parameter, point->on,
                                                        (size_t)b->is.group->samples, b->is.seed, data, err);
    const assay_rep rep = assay_data_view(data);
    return status == ASSAY_OK ? scoring_check(&rep, err) : status;
}

static assay_status write_locked(running *r, const batch *b, const pending *p)
{
    const cell_group *group = b->is.group;
    assay_status status = store_begin(r->store, &r->error);
    if (status != ASSAY_OK) return status;
    uint64_t failed = 0;
    for (size_t k = 0; k < p->count && status == ASSAY_OK; k++) {
        const size_t v = p->variant[k];
        failed += p->scores[k]->status != ASSAY_OK;
        r->computed[v]++;
        const cell_key cell = key_of(r, b, v);
        status = store_cell(r->store, &cell, p->scores[k], r->cells.variant[v]->metric->n_outputs, &r->error);
    }
    status = store_end(r->store, status, &r->error);
    if (status != ASSAY_OK) return status;
    r->progress.computed += p->count;
    r->progress.failed += failed;
    r->progress.scenario = group->point->scenario->id;
    r->progress.point = group->point->at.set.text;
    r->progress.seed = b->is.seed;
    r->progress.seconds = clock_seconds() - r->start;
    if (r->options->report) r->options->report(&r->progress, r->options->context);
    return ASSAY_OK;
}

static assay_status write_pending(running *r, const batch *b, pending *p)
{
    if (!p->count) return ASSAY_OK;
    pthread_mutex_lock(&r->lock);
    const assay_status status = r->status == ASSAY_OK ? write_locked(r, b, p) : r->status;
    if (r->status == ASSAY_OK) r->status = status;
    pthread_mutex_unlock(&r->lock);
    p->count = 0;
    p->since = clock_seconds();
    return status;
}

static assay_status score_batch(running *r, const batch *b, scoring *s, pending *p)
{
    for (size_t k = 0; k < b->n_variants && !stopped(r); k++) {
        const assay_score *scores;
        assay_status status = scoring_run(s, r->cells.variant[b->variant[k]], &scores);
        if (status != ASSAY_OK) return status;
        p->scores[p->count] = scores;
        p->variant[p->count++] = b->variant[k];
        if (clock_seconds() - p->since < WRITE_AT_LEAST_EVERY) continue;
        status = write_pending(r, b, p);
        if (status != ASSAY_OK) return status;
    }
    return write_pending(r, b, p);
}

/* The next batch with something missing; 0 when there is none, or the run is over. */
static int take(running *r, batch *to)
{
    int found = 0;
    pthread_mutex_lock(&r->lock);
    while (!found && r->status == ASSAY_OK && !stopped(r) && cells_next(&r->cells, &r->next, &to->is)) {
        r->status = keep_missing(r, to);
        found = r->status == ASSAY_OK && to->n_variants;
    }
    pthread_mutex_unlock(&r->lock);
    return found;
}

static void end_with(running *r, assay_status status, const assay_error *why)
{
    pthread_mutex_lock(&r->lock);
    if (r->status == ASSAY_OK) {
        r->status = status;
        r->error = *why;
    }
    pthread_mutex_unlock(&r->lock);
}

static assay_status score_all(running *r, batch *b, scoring *s, pending *p, assay_error *why)
{
    assay_data data = { .keeps_sparse = 1 };
    assay_status status = ASSAY_OK;
    while (status == ASSAY_OK && take(r, b)) {
        const plan_point *point = b->is.group->point;
        status = build_data(b, &data, why);
        const assay_rep rep = assay_data_view(&data);
        if (status == ASSAY_OK) status = scoring_begin(s, &rep, b->is.seed, point->scenario->id, point->at.set.text);
        p->since = clock_seconds();
        if (status == ASSAY_OK) status = score_batch(r, b, s, p);
    }
    assay_data_free(&data);
    return status;
}

static void *worker(void *context)
{
    running *r = context;
    assay_error why = { "memory ran out" };
    const size_t variants = r->cells.n_variants + 1;
    batch b;
    pending p = { .scores = calloc(variants, sizeof *p.scores), .variant = calloc(variants, sizeof *p.variant) };
    scoring *s = scoring_new();
    assay_status status = batch_room(r, &b);
    if (!p.scores || !p.variant || !s) status = ASSAY_ENOMEM;
    if (status == ASSAY_OK) status = score_all(r, &b, s, &p, &why);
    if (status != ASSAY_OK) end_with(r, status, &why);
    scoring_free(s);
    candidate_leave();
    free(p.scores);
    free(p.variant);
    free(b.variant);
    return NULL;
}

static void release(running *r)
{
    free(r->point);
    free(r->variant);
    free(r->computed);
    shard_map_free(&r->shards);
    cells_free(&r->cells);
    pthread_mutex_destroy(&r->lock);
}

assay_status run_plan(const plan *p, store *s, const run_options *options, run_progress *last, assay_error *err)
{
    running r = { .plan = p, .store = s, .options = options, .start = clock_seconds() };
    pthread_mutex_init(&r.lock, NULL);
    r.status = lay_out(&r);
    if (r.status == ASSAY_OK) r.status = register_plan(&r);
    if (r.status == ASSAY_OK) r.status = count_done(&r);
    const unsigned jobs = options->jobs ? options->jobs : cores_available();
    if (r.status == ASSAY_OK) cores_work(jobs, worker, &r);
    const trust_run asked = { &r.cells,   &r.shards,       s,    r.point,      r.variant,
                              r.computed, clock_seconds(), jobs, options->stop };
    if (r.status == ASSAY_OK && !stopped(&r)) r.status = trust_check(&asked, &r.error);
    if (r.status == ASSAY_OK) r.status = store_check_file(s, &r.error); /* all may be there and the file not */
    r.progress.seconds = clock_seconds() - r.start;
    if (r.status == ASSAY_OK && stopped(&r) && r.progress.before + r.progress.computed < r.progress.cells)
        r.status = assay_fail(&r.error, ASSAY_EINTERRUPTED, "stopped; every finished cell is kept");
    *last = r.progress;
    if (r.status != ASSAY_OK && err) *err = r.error;
    release(&r);
    return r.status;
}
