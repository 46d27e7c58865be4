/* A sample of cells and one of pairs for each candidate; then all questions by all threads; then the answers. */
#define _DEFAULT_SOURCE /* getrandom */
#include "trust.h"

#include "beta.h"
#include "candidate.h"
#include "clock.h"
#include "cores.h"
#include "growing.h"
#include "locked.h"
#include "option_list.h"
#include "owned.h"
#include "scoring.h"
#include "wording.h"

#include <sys/random.h>

/* Pairs have a part of the run's calls at most: one in PART. */
enum { ONE_IN = 20, FEWEST = 2, PAIRS = 60, PART = 4, LIST_PAIRS = 3, LISTS };

typedef struct question {
    cell_batch cell; /* whose answer there is; of a pair, that of its side */
    size_t v;
    uint64_t samples, seed; /* of the data */
    int is_fresh, is_new;   /* a side of a pair; of one that is drawn anew */
    double *answer;         /* [n] of each output the overall value and, of a repeat, then the items */
    size_t n;
} question;

typedef struct asking {
    const trust_run *of;
    question *at; /* sides of a pair stand together */
    size_t count, room, next, *order, *wanted;
    assay_stream secret;
    pthread_mutex_t lock;
    assay_status status;
    assay_error *err;
} asking;

/* ---- which cells: of each list as many as it has room for, all with the same chance ---- */

typedef struct sample {
    cell_batch at[PAIRS];
    size_t room, seen;
} sample;

static void offer(asking *a, sample *to, const cell_batch *one)
{
    const size_t k = to->seen < to->room ? to->seen : (size_t)assay_stream_below(&a->secret, to->seen + 1);
    to->seen++;
    if (k < to->room) to->at[k] = *one;
}

static int has_cell(const asking *a, const cell_batch *batch, size_t v)
{
    size_t k = cells_wanted(a->of->cells, batch, a->wanted);
    while (k > 0 && a->wanted[k - 1] != v) k--;
    return k > 0 && shard_map_has(a->of->shards, batch, v);
}

static double *setting_of(const plan_point *p, const char *id)
{
    const size_t k = option_called(p->scenario->parameters, p->scenario->n_parameters, id);
    return k < p->scenario->n_parameters ? &p->parameter[k] : NULL;
}

/* Whether b is the worse side of the ordered pair whose better one a is. */
static int is_pair(const cell_group *a, const cell_group *b)
{
    const plan_point *p = a->point, *q = b->point;
    const double *side = setting_of(p, "side");
    if (a->samples != b->samples || p->scenario != q->scenario) return 0;
    for (size_t k = 0; k < p->scenario->n_parameters; k++)
        if (q->parameter[k] - p->parameter[k] != (double)(&p->parameter[k] == side)) return 0;
    return 1;
}

static int find_other(const asking *a, const cell_batch *cell, cell_batch *to)
{
    const cells *all = a->of->cells;
    const plan_point *p = cell->group->point;
    const double *order = setting_of(p, "order"), *side = setting_of(p, "side");
    if (!p->scenario->is_bank || !order || !side || !setting_of(p, "bank") || *order != 0.0 || *side != 0.0) return 0;
    for (size_t k = 1; k < all->n_groups; k++) {
        const size_t g = (cell->group_index + k) % all->n_groups;
        *to = (cell_batch){ &all->group[g], g, cell->seed };
        if (is_pair(cell->group, to->group)) return 1;
    }
    return 0;
}

static assay_status ask(asking *a, const question *one)
{
    question *more = grown(a->at, sizeof *more, a->count, &a->room);
    if (!more) return ASSAY_ENOMEM;
    a->at = more;
    a->at[a->count++] = *one;
    return ASSAY_OK;
}

static assay_status ask_cell(asking *a, size_t v, const cell_batch *cell)
{
    return ask(a, &(question){ .cell = *cell, .v = v, .samples = cell->group->samples, .seed = cell->seed });
}

/* A pair on fresh rows, then one that is drawn anew. */
static assay_status ask_pairs(asking *a, size_t v, const cell_batch *cell)
{
    const uint64_t rows = cell->group->samples;
    for (int anew = 0; anew < 2; anew++) {
        question side = { .cell = *cell, .v = v, .is_fresh = 1, .is_new = anew };
        side.seed = 1 + assay_stream_below(&a->secret, UINT32_MAX);
        side.samples = rows + 1 + assay_stream_below(&a->secret, rows / 20 + 1);
        ASSAY_TRY(ask(a, &side));
        find_other(a, cell, &side.cell);
        ASSAY_TRY(ask(a, &side));
    }
    return ASSAY_OK;
}

/* Whether an output claims a property; one that claims none is tried on all. */
static int claims(const assay_output *o, const double *property)
{
    return !(o->measures & 7) || o->measures & 1u << (int)*property;
}

static int claims_some(const assay_metric *metric, const double *property)
{
    size_t o = 0;
    while (o < metric->n_outputs && !claims(&metric->outputs[o], property)) o++;
    return o < metric->n_outputs;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static assay_status ask_candidate(asking *a, size_t v)
{
    const size_t calls = (size_t)a->of->computed[v], repeats = (calls + ONE_IN - 1) / ONE_IN;
    const assay_metric *metric = a->of->cells->variant[v]->metric;
    size_t claimed = 0;
    OWNED sample *list = zeroed(LISTS + 1, sizeof *list);
    cells_cursor at = { 0 };
    cell_batch cell, other;
    if (!list) return ASSAY_ENOMEM;
    for (int property = 0; property < LIST_PAIRS; property++)
        claimed += (size_t)claims_some(metric, &(double){ property });
    for (int k = 0; k < LIST_PAIRS; k++) list[k].room = least(calls / (PART * 4 * claimed), PAIRS);
    list[LIST_PAIRS].room = least(repeats < FEWEST ? FEWEST : repeats, TRUST_REPEATS);
    while (cells_next(a->of->cells, &at, &cell)) {
        if (!has_cell(a, &cell, v)) continue;
        offer(a, &list[LIST_PAIRS], &cell);
        const double *of = setting_of(cell.group->point, "property");
        if (of && claims_some(metric, of) && find_other(a, &cell, &other) && has_cell(a, &other, v))
            offer(a, &list[(size_t)*of], &cell);
    }
    for (int k = 0; k <= LIST_PAIRS; k++)
        for (size_t i = 0; i < least(list[k].seen, list[k].room); i++)
            ASSAY_TRY(k < LIST_PAIRS ? ask_pairs(a, v, &list[k].at[i]) : ask_cell(a, v, &list[k].at[i]));
    return ASSAY_OK;
}

/* ---- the answers ---- */

/* What drew the pair of a cell: a seed is a bank where no other is named. */
static double bank_of(const question *q)
{
    const double *bank = setting_of(q->cell.group->point, "bank");
    return *bank >= 0.0 ? *bank : (double)q->cell.seed;
}

/* A cell's data; its pair on fresh rows, which the seed draws, or one of another bank, which is the seed. */
static assay_status build(const question *q, assay_data *to, assay_error *err)
{
    const plan_point *p = q->cell.group->point;
    const size_t n = p->scenario->n_parameters;
    OWNED double *parameter = zeroed(n, sizeof *parameter);
    if (!parameter) return ASSAY_ENOMEM;
    if (n) memcpy(parameter, p->parameter, n * sizeof *parameter);
    if (q->is_fresh) parameter[option_called(p->scenario->parameters, n, "bank")] = q->is_new ? -1.0 : bank_of(q);
    return assay_scenario_build_on(p->scenario, parameter, p->on, (size_t)q->samples, q->seed, to, err);
}

/* What came too late, or had too little room, may be there another time. */
static int is_busy(const assay_score *s)
{
    const char *why = s->status != ASSAY_OK && s->overall.undefined ? s->overall.undefined : "";
    return strncmp(why, "candidate-timeout", 17) == 0 || strncmp(why, "candidate-memory", 16) == 0;
}

static assay_status keep_answer(question *q, const assay_score *s, size_t n_outputs)
{
    size_t n = 0;
    if (!q->is_fresh && is_busy(s)) return ASSAY_OK;
    for (size_t o = 0; o < n_outputs; o++) n += 1 + s[o].n_items;
    if (!(q->answer = zeroed(n, sizeof *q->answer))) return ASSAY_ENOMEM;
    for (size_t o = 0; o < n_outputs; o++) {
        q->answer[q->n++] = s[o].overall.value;
        for (size_t k = 0; k < s[o].n_items && !q->is_fresh; k++) q->answer[q->n++] = s[o].items[k].value;
    }
    return ASSAY_OK;
}

static int stopped(const asking *a) { return a->of->stop && *a->of->stop; }

static question *take(asking *a, assay_status before, const assay_error *why)
{
    LOCKED(&a->lock);
    if (a->status == ASSAY_OK && before != ASSAY_OK) *a->err = *why;
    if (a->status == ASSAY_OK) a->status = before;
    const int more = a->status == ASSAY_OK && !stopped(a) && a->next < a->count;
    return more ? &a->at[a->order[a->next++]] : NULL;
}

static void *answer(void *context)
{
    asking *a = context;
    question *q;
    assay_error err = { "" };
    scoring *s = scoring_new();
    assay_data data = { .keeps_sparse = 1 };
    assay_status status = s ? ASSAY_OK : ASSAY_ENOMEM;
    while ((q = take(a, status, &err))) {
        const plan_point *p = q->cell.group->point;
        const variant *v = a->of->cells->variant[q->v];
        const assay_score *scores;
        status = build(q, &data, &err);
        const assay_rep rep = assay_data_view(&data);
        if (status == ASSAY_OK) status = scoring_begin(s, &rep, q->seed, p->scenario->id, p->at.set.text);
        if (status == ASSAY_OK) status = scoring_run(s, v, &scores);
        if (status == ASSAY_OK) status = keep_answer(q, scores, v->metric->n_outputs);
    }
    assay_data_free(&data);
    scoring_free(s);
    candidate_leave();
    return NULL;
}

/* ---- what they say ---- */

static assay_status stored(const asking *a, const question *q, double **to, size_t *n)
{
    const trust_run *of = a->of;
    const cell_key key = { of->point[q->cell.group_index], q->cell.group->samples, q->cell.seed, of->variant[q->v] };
    return store_values(of->store, &key, q->is_fresh, to, n, a->err);
}

static int is_same(double a, double b) { return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-12 * fmax(1.0, fabs(a)); }

static assay_status compare_repeat(const asking *a, const question *q, wording *to)
{
    OWNED double *first = NULL;
    size_t n = 0, k = 0;
    ASSAY_TRY(stored(a, q, &first, &n));
    while (k < n && k < q->n && is_same(first[k], q->answer[k])) k++;
    if (k >= n || k >= q->n) return ASSAY_OK;
    const int digits = wording_digits(first[k], q->answer[k]);
    wording_add(to, "%s is not a function of its input: %.*g, and %.*g for the same data and seed in a new process",
                a->of->cells->variant[q->v]->metric->id, digits, first[k], digits, q->answer[k]);
    return ASSAY_OK;
}

static double rightness(double a, double b)
{
    if (isnan(a) || isnan(b) || fabs(a - b) <= 1e-12 * (fabs(a) + fabs(b))) return 0.5;
    return a > b;
}

/* In the place of the answers of the sides of a pair, q and the next: how right each output is, published and now. */
static assay_status compare_pair(const asking *a, const question *q)
{
    OWNED double *better = NULL, *worse = NULL;
    size_t n[2] = { 0 };
    ASSAY_TRY(stored(a, &q[0], &better, &n[0]));
    ASSAY_TRY(stored(a, &q[1], &worse, &n[1]));
    for (size_t o = 0; o < q->n; o++) {
        const double now = rightness(q[0].answer[o], q[1].answer[o]);
        q[0].answer[o] = o < n[0] && o < n[1] ? rightness(better[o], worse[o]) : 0.5;
        q[1].answer[o] = now;
    }
    return ASSAY_OK;
}

static int is_drawn_alike(const question *a, const question *b)
{
    static const char *const shared[] = { "property", "spoil", "pair" };
    if (!b->is_fresh || a->v != b->v || bank_of(a) != bank_of(b)) return 0;
    for (size_t k = 0; k < sizeof shared / sizeof *shared; k++)
        if (*setting_of(a->cell.group->point, shared[k]) != *setting_of(b->cell.group->point, shared[k])) return 0;
    return 1;
}

int trust_falls(size_t less, size_t more, size_t n_outputs)
{
    return less > 0 && beta_regularised(0.5, 0.5, (double)less, (double)more + 1.0) < 0.001 / (double)n_outputs;
}

/* change: room for one of each question, zero. Pairs of one number share their draws and count as one. */
static void judge_output(const asking *a, size_t v, size_t o, double *change, wording *to)
{
    const assay_metric *metric = a->of->cells->variant[v]->metric;
    double before = 0.0, now = 0.0;
    size_t pairs = 0, less = 0, more = 0;
    for (size_t k = 0; k < a->count; k++) {
        const question *q = &a->at[k];
        if (q->v != v || !q->is_fresh) continue;
        k++; /* past the other side */
        if (!claims(&metric->outputs[o], setting_of(q->cell.group->point, "property"))) continue;
        size_t first = 0;
        while (!is_drawn_alike(q, &a->at[first])) first++;
        change[first] += q[1].answer[o] - q[0].answer[o];
        before += q[0].answer[o];
        now += q[1].answer[o];
        pairs++;
    }
    for (size_t k = 0; k < a->count; k++) {
        less += change[k] < 0.0;
        more += change[k] > 0.0;
        change[k] = 0.0;
    }
    if (trust_falls(less, more, metric->n_outputs))
        wording_add(to, "%s falls from %.2f on the published pairs to %.2f on fresh rows of them and on new ones (%zu)",
                    metric->outputs[o].id, before / (double)pairs, now / (double)pairs, pairs);
}

static assay_status judge(const asking *a, size_t v, wording *to)
{
    OWNED double *change = zeroed(a->count, sizeof *change);
    if (!change) return ASSAY_ENOMEM;
    for (size_t k = 0; k < a->count; k++) {
        const question *q = &a->at[k];
        if (q->v != v) continue;
        if (q->is_fresh) ASSAY_TRY(compare_pair(a, &a->at[k++]));
        else if (!to->used) ASSAY_TRY(compare_repeat(a, q, to));
    }
    for (size_t o = 0; o < a->of->cells->variant[v]->metric->n_outputs && !to->used; o++)
        judge_output(a, v, o, change, to);
    return ASSAY_OK;
}

static void shuffle(asking *a)
{
    const double wait = 1.0 - (clock_seconds() - a->of->last);
    const struct timespec moment = { 0, (long)(1e9 * fmin(wait, 0.999)) };
    if (a->count && wait > 0.0) nanosleep(&moment, NULL); /* a clock has moved on */
    a->order = calloc(a->count + 1, sizeof *a->order);
    if (a->order) assay_stream_permutation(&a->secret, a->order, a->count);
    else a->status = ASSAY_ENOMEM;
}

static void keep_remark(asking *a, size_t v)
{
    char text[512];
    wording remark = WORDING(text);
    const assay_metric *metric = a->of->cells->variant[v]->metric;
    if (a->status == ASSAY_OK) a->status = judge(a, v, &remark);
    if (a->status != ASSAY_OK || !remark.used) return;
    candidate_remark(metric, text);
    a->status = store_remark(a->of->store, a->of->variant[v], text, a->err);
}

assay_status trust_check(const trust_run *of, assay_error *err)
{
    uint32_t words[4] = { (uint32_t)time(NULL) };
    asking a = { .of = of, .wanted = calloc(of->cells->n_variants + 1, sizeof *a.wanted), .err = err };
    if (!a.wanted) a.status = ASSAY_ENOMEM;
    if (getrandom(words, sizeof words, 0) < 0) words[1] = (uint32_t)clock(); /* better than nothing */
    (void)assay_stream_seed_words(&a.secret, words, 4, NULL, 0);
    pthread_mutex_init(&a.lock, NULL);
    for (size_t v = 0; v < of->cells->n_variants && a.status == ASSAY_OK; v++)
        if (of->computed[v] && candidate_is(of->cells->variant[v]->metric)) a.status = ask_candidate(&a, v);
    if (a.status == ASSAY_OK && a.count) shuffle(&a);
    if (a.status == ASSAY_OK && a.count) cores_work(of->jobs, answer, &a);
    for (size_t v = 0; v < of->cells->n_variants && a.count && !stopped(&a); v++) keep_remark(&a, v);
    for (size_t k = 0; k < a.count; k++) free(a.at[k].answer);
    pthread_mutex_destroy(&a.lock);
    free(a.at);
    free(a.order);
    free(a.wanted);
    return a.status == ASSAY_ENOMEM ? assay_fail(err, a.status, "memory ran out asking candidates again") : a.status;
}
