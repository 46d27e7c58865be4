/*
 * The unit of work is a batch: one data set (point, samples, seed) and the metrics still missing for it, so that data
 * and relations are made once. Batches go out in order of seed: a run stopped halfway holds every curve, from fewer
 * seeds. A thread holds one representation at a time. The lock guards the queue, the store and the progress. The queue
 * is a place in the plan, so memory does not grow with the number of seeds.
 */
#include "run.h"

#include "candidate.h"
#include "cores.h"
#include "scoring.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct batch {
    const plan_part *part;
    const plan_point *point;
    int64_t point_id;
    const int64_t *variant_id; /* [part->metrics.count] */
    uint64_t samples, seed;
} batch;

typedef struct part_ids {
    int64_t *point, *variant;
} part_ids;

/* How far the queue has come: samples and points within parts within rounds, one round per seed. */
typedef struct cursor {
    uint64_t round;
    size_t part, sample, point;
} cursor;

typedef struct running {
    const plan *plan;
    store *store;
    const run_options *options;
    part_ids *ids; /* [plan->n_parts] */
    cursor next;
    uint64_t rounds;
    size_t most_variants;
    pthread_mutex_t lock;
    assay_status status; /* the first thing that went wrong ends the run */
    assay_error error;
    run_progress progress;
    double start;
} running;

/* What a thread has scored and not yet written. */
typedef struct pending {
    const assay_score **scores;
    size_t *variant;
    size_t count;
    double since;
} pending;

enum { WRITE_AT_LEAST_EVERY = 1 /* second: what a kill -9 can lose, beyond the cell in flight */ };

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static size_t metric_place(const assay_metric *metric)
{
    size_t place = 0;
    while (assay_metric_at(place) && assay_metric_at(place) != metric) place++;
    return place;
}

/* ---- laying out ---- */

static assay_status register_part(running *r, const plan_part *part, part_ids *ids)
{
    ids->point = calloc(part->n_points + 1, sizeof *ids->point);
    ids->variant = calloc(part->metrics.count + 1, sizeof *ids->variant);
    if (!ids->point || !ids->variant) return assay_fail(&r->error, ASSAY_ENOMEM, "memory ran out");
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < part->metrics.count && status == ASSAY_OK; k++) {
        const variant *v = &part->metrics.at[k];
        status = store_variant(r->store, v->metric, metric_place(v->metric), v->id.text, variant_preset_place(v),
                               &ids->variant[k], &r->error);
    }
    for (size_t k = 0; k < part->n_points && status == ASSAY_OK; k++) {
        const plan_point *point = &part->point[k];
        assay_truth truth[3] = { { 0 } };
        point->scenario->truth(point->parameter, truth);
        status = store_point(r->store, point->scenario, point->scenario_place, point->name, point->place, point->x,
                             truth, &ids->point[k], &r->error);
        for (size_t n = 0; n < part->n_samples && status == ASSAY_OK; n++)
            for (size_t v = 0; v < part->metrics.count && status == ASSAY_OK; v++)
                status = store_want(r->store, r->plan->name, ids->point[k], part->samples[n], part->seed_first,
                                    part->seed_end, ids->variant[v], &r->error);
    }
    return status;
}

static assay_status register_plan(running *r)
{
    assay_status status = store_begin(r->store, &r->error);
    if (status != ASSAY_OK) return status;
    status = store_plan(r->store, r->plan->name, r->plan->text, &r->error);
    for (size_t k = 0; k < r->plan->n_parts && status == ASSAY_OK; k++)
        status = register_part(r, &r->plan->part[k], &r->ids[k]);
    if (status == ASSAY_OK) return store_commit(r->store, &r->error);
    store_rollback(r->store);
    return status;
}

/* Round k of a part holds its k-th seed: every point at every size. 0: the queue is at its end. */
static int next_batch(const running *r, cursor *at, batch *to)
{
    for (; at->round < r->rounds; at->round++, at->part = 0) {
        for (; at->part < r->plan->n_parts; at->part++, at->sample = 0) {
            const plan_part *part = &r->plan->part[at->part];
            if (at->round >= part->seed_end - part->seed_first) continue;
            for (; at->sample < part->n_samples; at->sample++, at->point = 0) {
                if (at->point == part->n_points) continue;
                *to = (batch){ .part = part,
                               .point = &part->point[at->point],
                               .point_id = r->ids[at->part].point[at->point],
                               .variant_id = r->ids[at->part].variant,
                               .samples = part->samples[at->sample],
                               .seed = part->seed_first + at->round };
                at->point++;
                return 1;
            }
        }
    }
    return 0;
}

static assay_status lay_out(running *r)
{
    const double most = 1e9; /* each is looked up in the store before anything is computed */
    double cells = 0;
    for (size_t k = 0; k < r->plan->n_parts; k++) {
        const plan_part *part = &r->plan->part[k];
        const uint64_t seeds = part->seed_end - part->seed_first;
        cells += (double)part->n_points * (double)part->n_samples * (double)part->metrics.count * (double)seeds;
        if (part->metrics.count > r->most_variants) r->most_variants = part->metrics.count;
        if (seeds > r->rounds) r->rounds = seeds;
    }
    if (cells > most)
        return assay_fail(&r->error, ASSAY_EUSAGE,
                          "the plan %s asks for %.3g cells, more than a billion; fewer seeds, points or "
                          "metrics will do",
                          r->plan->name, cells);
    r->progress.cells = (uint64_t)cells;
    return ASSAY_OK;
}

static int stopped(const running *r) { return r->options->stop && *r->options->stop; }

static assay_status count_done(running *r)
{
    unsigned char *done = calloc(r->most_variants + 1, 1);
    if (!done) return assay_fail(&r->error, ASSAY_ENOMEM, "memory ran out");
    assay_status status = ASSAY_OK;
    cursor at = { 0 };
    batch b;
    while (status == ASSAY_OK && !stopped(r) && next_batch(r, &at, &b)) {
        const size_t variants = b.part->metrics.count;
        status = store_done(r->store, b.point_id, b.samples, b.seed, b.variant_id, variants, done, &r->error);
        for (size_t v = 0; v < variants && status == ASSAY_OK; v++) r->progress.before += done[v];
    }
    free(done);
    return status;
}

/* ---- one batch ---- */

static assay_status build_data(const batch *b, assay_data *data, assay_error *err)
{
    const assay_scenario *scenario = b->point->scenario;
    assay_stream stream;
    assay_stream_seed(&stream, b->seed);
    assay_status status = scenario->build(b->point->parameter, (size_t)b->samples, &stream, data);
    if (status != ASSAY_OK)
        return assay_fail(err, status, "%s %s, %llu samples: the data could not be built (memory?)", scenario->id,
                          b->point->name, (unsigned long long)b->samples);
    assay_truth truth[3] = { { 0 } };
    scenario->truth(b->point->parameter, truth);
    for (int p = 0; p < 3; p++)
        if (truth[p].kind != ASSAY_UNKNOWN) data->truth[p] = truth[p].value;
    const assay_rep rep = assay_data_view(data);
    return scoring_check(&rep, err);
}

static assay_status write_locked(running *r, const batch *b, const pending *p)
{
    assay_status status = store_begin(r->store, &r->error);
    if (status != ASSAY_OK) return status;
    uint64_t failed = 0;
    for (size_t k = 0; k < p->count && status == ASSAY_OK; k++) {
        const size_t v = p->variant[k];
        failed += p->scores[k]->status != ASSAY_OK;
        status = store_cell(r->store, b->point_id, b->samples, b->seed, b->variant_id[v], p->scores[k],
                            b->part->metrics.at[v].metric->n_outputs, &r->error);
    }
    if (status != ASSAY_OK) {
        store_rollback(r->store);
        return status;
    }
    status = store_commit(r->store, &r->error);
    if (status != ASSAY_OK) return status;
    r->progress.computed += p->count;
    r->progress.failed += failed;
    r->progress.scenario = b->point->scenario->id;
    r->progress.point = b->point->name;
    r->progress.seed = b->seed;
    r->progress.seconds = now_seconds() - r->start;
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
    p->since = now_seconds();
    return status;
}

static assay_status score_batch(running *r, const batch *b, const unsigned char *done, scoring *s, pending *p)
{
    for (size_t v = 0; v < b->part->metrics.count && !stopped(r); v++) {
        if (done[v]) continue;
        const assay_score *scores;
        assay_status status = scoring_run(s, &b->part->metrics.at[v], &scores);
        if (status != ASSAY_OK) return status;
        p->scores[p->count] = scores;
        p->variant[p->count++] = v;
        if (now_seconds() - p->since < WRITE_AT_LEAST_EVERY) continue;
        status = write_pending(r, b, p);
        if (status != ASSAY_OK) return status;
    }
    return write_pending(r, b, p);
}

/* The next batch with something missing; 0 when there is none, or the run is over. */
static int take(running *r, batch *to, unsigned char *done)
{
    int found = 0;
    pthread_mutex_lock(&r->lock);
    while (!found && r->status == ASSAY_OK && !stopped(r) && next_batch(r, &r->next, to)) {
        const size_t variants = to->part->metrics.count;
        r->status =
            store_done(r->store, to->point_id, to->samples, to->seed, to->variant_id, variants, done, &r->error);
        found = r->status == ASSAY_OK && memchr(done, 0, variants) != NULL;
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

static void *worker(void *context)
{
    running *r = context;
    assay_error why = { "memory ran out" };
    unsigned char *done = calloc(r->most_variants + 1, 1);
    pending p = { .scores = calloc(r->most_variants + 1, sizeof *p.scores),
                  .variant = calloc(r->most_variants + 1, sizeof *p.variant) };
    scoring *s = scoring_new();
    assay_data data = { 0 };
    assay_status status = done && p.scores && p.variant && s ? ASSAY_OK : ASSAY_ENOMEM;
    batch b;
    while (status == ASSAY_OK && take(r, &b, done)) {
        status = build_data(&b, &data, &why);
        const assay_rep rep = assay_data_view(&data);
        if (status == ASSAY_OK) status = scoring_begin(s, &rep, b.seed, b.point->scenario->id, b.point->name);
        p.since = now_seconds();
        if (status == ASSAY_OK) status = score_batch(r, &b, done, s, &p);
    }
    if (status != ASSAY_OK) end_with(r, status, &why);
    assay_data_free(&data);
    scoring_free(s);
    candidate_leave();
    free(p.scores);
    free(p.variant);
    free(done);
    return NULL;
}

/* ---- threads ---- */

/* This thread works too; a thread that cannot be had is done without. */
static void run_threads(running *r, unsigned jobs)
{
    enum { MOST_THREADS = 1024 };
    if (jobs > MOST_THREADS) jobs = MOST_THREADS;
    pthread_t *threads = calloc(jobs, sizeof *threads);
    unsigned started = 0;
    while (threads && started + 1 < jobs && pthread_create(&threads[started], NULL, worker, r) == 0) started++;
    worker(r);
    for (unsigned k = 0; k < started; k++) pthread_join(threads[k], NULL);
    free(threads);
}

static void release(running *r)
{
    for (size_t k = 0; r->ids && k < r->plan->n_parts; k++) {
        free(r->ids[k].point);
        free(r->ids[k].variant);
    }
    free(r->ids);
    pthread_mutex_destroy(&r->lock);
}

assay_status run_plan(const plan *p, store *s, const run_options *options, run_progress *last, assay_error *err)
{
    running r = { .plan = p, .store = s, .options = options, .start = now_seconds() };
    pthread_mutex_init(&r.lock, NULL);
    r.ids = calloc(p->n_parts + 1, sizeof *r.ids);
    r.status = r.ids ? lay_out(&r) : assay_fail(&r.error, ASSAY_ENOMEM, "memory ran out");
    if (r.status == ASSAY_OK) r.status = register_plan(&r);
    if (r.status == ASSAY_OK) r.status = count_done(&r);
    if (r.status == ASSAY_OK) run_threads(&r, options->jobs ? options->jobs : cores_available());
    r.progress.seconds = now_seconds() - r.start;
    if (r.status == ASSAY_OK && stopped(&r) && r.progress.before + r.progress.computed < r.progress.cells)
        r.status = assay_fail(&r.error, ASSAY_EINTERRUPTED, "stopped; every finished cell is kept");
    *last = r.progress;
    if (r.status != ASSAY_OK && err) *err = r.error;
    release(&r);
    return r.status;
}
