/*
 * hunt_score -- scores of recipes, and what they make of a claim
 *
 *   Every score is of (recipe, rows, seed): a cell of the scenario `recipe`, as a plan has them. Where there is a store
 *   it is read from there, or written there. So a hunt that was stopped goes on, and threads only share the work.
 */
#include "clock.h"
#include "crew.h"
#include "hunt.h"
#include "moments.h"
#include "owned.h"
#include "recipe.h"
#include "scoring.h"
#include "student.h"

#include <stdio.h>

static int is_excused(const char *reason)
{
    static const char *const words[] = { "not-applicable", "too-few-samples", "one-code", "one-factor", "candidate" };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strncmp(reason, words[k], strlen(words[k])) == 0) return 1;
    return 0;
}

static assay_status cell_of(hunt_log *log, int other, const char *text, size_t rows, uint64_t seed, cell_key *to)
{
    char word[HUNT_WORDS + 2];
    FREED(point_free) scenario_point at = { .scenario = NULL };
    assay_truth truth[3] = { { ASSAY_UNKNOWN, 0 }, { ASSAY_UNKNOWN, 0 }, { ASSAY_UNKNOWN, 0 } };
    const setting parts[] = { { "text", word, NAN }, { "alpha", NULL, 0.0 } };
    store_entry entry = { assay_scenario_find("recipe"), 0, &at, 1000000, truth }; /* off its sweep */
    snprintf(word, sizeof word, "[%s]", text);
    recipe_text_truth(text, truth);
    while (assay_scenario_at(entry.scenario_place) != entry.scenario) entry.scenario_place++;
    *to = (cell_key){ .samples = rows, .seed = seed, .variant = log->variant[other] };
    ASSAY_TRY(point_from("recipe", parts, 2, POINT_NOT_SWEPT, &at));
    return store_point(log->cells, &entry, &to->point, &log->why);
}

/* What a metric that knows the truth is given. A claim may be certain of more than an order's number says: that B's is
 * A's, and that equal mixes hold nothing of what they are asked for. So its scores are of a claim, and no cells. */
static void put_truth(int claim, const hunt_witness *w, const char *text, double to[3])
{
    assay_truth truth[3];
    if (!recipe_text_truth(claim == HUNT_NOT_INVARIANT ? w->text[0] : text, truth)) return;
    for (int p = 0; p < 3; p++) to[p] = truth[p].kind == ASSAY_UNKNOWN ? NAN : truth[p].value;
    for (int p = 0; p < 3 && claim == HUNT_FALSE_PRAISE; p++) to[p] = 0.0;
}

void hunt_log_open(const hunt_asked *a, hunt_log *to)
{
    *to = (hunt_log){ .first_failed = SIZE_MAX, .since = clock_seconds() };
    pthread_mutex_init(&to->lock, NULL);
    if (!a->cells || strcmp(a->of->metric->family, "control") == 0) return;
    to->status = store_begin(a->cells, &to->why);
    if (to->status == ASSAY_OK) to->cells = a->cells;
    for (int k = 0; k < 2 && to->status == ASSAY_OK; k++) {
        const variant *v = k && a->against ? a->against : a->of;
        to->status = store_variant(a->cells, v->metric, variant_metric_place(v), &v->id, variant_preset_place(v),
                                   &to->variant[k], &to->why);
    }
}

assay_status hunt_log_close(hunt_log *log)
{
    const assay_status kept = log->status == ASSAY_EINTERRUPTED ? ASSAY_OK : log->status;
    pthread_mutex_destroy(&log->lock);
    const assay_status ended = log->cells ? store_end(log->cells, kept, &log->why) : kept;
    return ended == ASSAY_OK ? log->status : ended;
}

/* What a kill can lose: a second's scores. */
static assay_status keep_cell(hunt_log *log, const cell_key *cell, const assay_score *scores, size_t n)
{
    ASSAY_TRY(store_cell(log->cells, cell, scores, n, &log->why));
    if (clock_seconds() - log->since < 1.0) return ASSAY_OK;
    log->since = clock_seconds();
    ASSAY_TRY(store_commit(log->cells, &log->why));
    return store_begin(log->cells, &log->why);
}

typedef struct work {
    const hunt_asked *asked;
    const hunt_witness *at;
    const hunt_draws *draws;
    int claim;
    double (*out)[3]; /* [witnesses * seeds]: violation, scores of A and B */
} work;

typedef struct wanted {
    const hunt_witness *of;
    const char *text;
    const variant *by; /* the metric, or the one that it is held against */
    size_t output, rows, task;
    uint64_t seed;
    stored_value is;
} wanted;

static assay_status make_score(const work *k, scoring *host, wanted *w, const assay_score **scores)
{
    char point[HUNT_WORDS + 32];
    FREED(assay_data_free) assay_data data = { 0 };
    snprintf(point, sizeof point, "text=[%s];alpha=0", w->text);
    assay_status status = recipe_data(w->text, w->rows, w->seed, &data, NULL);
    put_truth(k->claim, w->of, w->text, data.truth);
    const assay_rep rep = assay_data_view(&data);
    if (status == ASSAY_OK) status = scoring_begin(host, &rep, w->seed, "recipe", point);
    if (status == ASSAY_OK) status = scoring_run(host, w->by, scores);
    w->is.value = NAN;
    if (status == ASSAY_OK && *scores) {
        const assay_score *s = &(*scores)[w->output];
        w->is.value = s->overall.value;
        w->is.failed = s->status != ASSAY_OK;
        snprintf(w->is.reason, sizeof w->is.reason, "%s", s->overall.undefined ? s->overall.undefined : "");
    }
    return status == ASSAY_ENOMEM ? status : ASSAY_OK;
}

/* Under the lock. Of several that failed the first is named, whoever came first. */
static void note_failure(hunt_log *log, const wanted *w)
{
    log->calls++;
    if (!w->is.failed) return;
    log->failed++;
    if (strstr(w->is.reason, "candidate-timeout")) log->hung++;
    if (w->task >= log->first_failed) return;
    log->first_failed = w->task;
    snprintf(log->reason, sizeof log->reason, "%s", w->is.reason);
}

static assay_status find_score(const work *k, scoring *host, wanted *w)
{
    hunt_log *log = k->asked->log;
    const assay_score *scores = NULL;
    const assay_metric *metric = w->by->metric;
    cell_key cell;
    assay_status status = ASSAY_OK;
    pthread_mutex_lock(&log->lock);
    if (log->cells) status = cell_of(log, w->by != k->asked->of, w->text, w->rows, w->seed, &cell);
    if (log->cells && status == ASSAY_OK && !log->fresh)
        status = store_value(log->cells, &cell, metric->outputs[w->output].id, &w->is, &log->why);
    pthread_mutex_unlock(&log->lock);
    const int stored = w->is.there;
    if (status == ASSAY_OK && !stored) status = make_score(k, host, w, &scores);
    pthread_mutex_lock(&log->lock);
    note_failure(log, w);
    if (status == ASSAY_OK && log->cells && !stored && scores)
        status = keep_cell(log, &cell, scores, metric->n_outputs);
    pthread_mutex_unlock(&log->lock);
    return status;
}

static double violation(const work *k, double a, double b, int missing)
{
    const assay_output *o = &k->asked->of->metric->outputs[k->asked->output];
    const assay_output *other = k->asked->against ? k->asked->against->metric->outputs : o;
    const double scale = o->high - o->low;
    switch (k->claim) {
    case HUNT_FALSE_ALARM: return (o->high - a) / scale;
    case HUNT_FALSE_PRAISE: return (a - fmax(o->low, fmin(0.0, o->high))) / scale;
    case HUNT_WRONG_ORDER: return (b - a) / scale;
    case HUNT_BLIND: return 1.0 - (a - b) / scale;
    case HUNT_NOT_INVARIANT: return (a - b) / scale;
    case HUNT_LENIENT: return (a - o->low) / scale - (b - other->low) / (other->high - other->low);
    default: return missing ? 1.0 : 0.0;
    }
}

static void *host_make(void *shared) { return (void)shared, scoring_new(); }
static void host_drop(void *own) { scoring_free(own); }

static assay_status score_task(void *shared, void *own, size_t task)
{
    const work *k = shared;
    const hunt_witness *w = &k->at[task / k->draws->seeds];
    double *to = k->out[task];
    int missing = 0;
    to[0] = to[1] = to[2] = NAN;
    if (k->asked->stop && *k->asked->stop) return ASSAY_EINTERRUPTED;
    for (int side = 0; side < 2 && k->asked->log->hung < HUNT_HANGS; side++) {
        const int other = side && k->claim == HUNT_LENIENT;
        wanted one = { .of = w,
                       .text = w->text[other ? 0 : side],
                       .by = other ? k->asked->against : k->asked->of,
                       .output = other ? 0 : k->asked->output,
                       .task = task,
                       .rows = k->draws->rows ? k->draws->rows : w->rows,
                       .seed = k->draws->first + task % k->draws->seeds };
        if (!one.text[0]) break;
        ASSAY_TRY(find_score(k, own, &one));
        to[1 + side] = one.is.failed ? NAN : one.is.value;
        if (!side) missing = isnan(to[1]) && !one.is.failed && one.is.reason[0] && !is_excused(one.is.reason);
    }
    to[0] = violation(k, to[1], to[2], missing);
    return ASSAY_OK;
}

static void size_of(const work *k, size_t w, hunt_size *to)
{
    moments m[3] = { { 0 } };
    for (size_t s = 0; s < k->draws->seeds; s++)
        for (int c = 0; c < 3; c++) moments_add(&m[c], k->out[w * k->draws->seeds + s][c]);
    const double n = (double)k->draws->seeds, sd = k->draws->seeds > 1 ? sqrt(fmax(m[0].square, 0.0) / (n - 1.0)) : 0.0;
    const double half = student_half_width(sd, k->draws->seeds, 1.0 - 0.05 / (HUNT_N_CLAIMS * HUNT_KEPT));
    const double mean = k->claim == HUNT_NOT_INVARIANT ? fabs(m[0].mean) : m[0].mean;
    *to = (hunt_size){ mean, mean - half, mean + half, { m[1].mean, m[2].mean } };
}

void hunt_measure(const hunt_asked *a, int claim, const hunt_witness *w, size_t n, const hunt_draws *draws,
                  hunt_size *to)
{
    static const crew_work scores = { host_make, host_drop, score_task, NULL };
    hunt_log *log = a->log;
    OWNED double(*out)[3] = zeroed(n * draws->seeds, sizeof *out);
    work k = { .asked = a, .claim = claim, .at = w, .draws = draws, .out = out };
    if (log->status == ASSAY_OK) log->status = out ? crew_run(&scores, &k, n * draws->seeds, a->threads) : ASSAY_ENOMEM;
    for (size_t j = 0; j < n; j++) {
        if (log->status == ASSAY_OK) size_of(&k, j, &to[j]);
        else to[j] = (hunt_size){ NAN, NAN, NAN, { NAN, NAN } };
    }
    if (log->failed) log->first_failed = 0;
}
