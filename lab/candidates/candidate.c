/*
 * Candidates: a descriptor whose score asks a process. The descriptor is the first member of what is known of it, so
 * that call->metric leads there. All that are open are in one list; each has the processes that are idle, and a thread
 * takes only those it started itself, since a process dies with its thread (worker.h).
 */
#define _DEFAULT_SOURCE /* strdup */
#include "candidate.h"

#include "answer.h"
#include "fnv.h"
#include "hidden_files.h"
#include "kinds.h"
#include "launch.h"
#include "locked.h"
#include "owned.h"
#include "plain_text.h"
#include "scoring.h"
#include "sealed_file.h"
#include "wording.h"

#include <stdatomic.h>

/* A process, and the files through which it gets its data. */
typedef struct server {
    struct server *next;
    worker *process;
    handover data;
    pthread_t owner;
    uint64_t cell;  /* requests so far */
    unsigned since; /* moment() when it was started */
} server;

typedef struct candidate {
    assay_metric metric; /* first: an assay_metric of ours is a candidate */
    assay_preset preset;
    assay_output *outputs;
    char **names; /* [n_outputs] what the candidate calls them */
    char id[128], title[256];
    char content[9], hash[9]; /* of the entry's own files; of those it imports, too */
    candidate_spec spec;
    char program[LAUNCH_PATH];
    char called[512], said[512], changed[32], remark[ANSWER_WHY];
    size_t said_calls, calls;
    pthread_mutex_t lock; /* of idle, said, changed and calls */
    server *idle;
    unsigned users;
    int blind;           /* to the factors' kinds */
    const char *watched; /* what is asked for, JSON; NULL: nothing */
    char *observed;      /* the last answer of one that is watched */
    struct candidate *next;
} candidate;

static struct {
    pthread_mutex_t lock;
    candidate *first;
    atomic_uint renewals;
} opened = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* A process of another moment is not asked any more: it would see a store that was opened since, or should be new. */
static unsigned moment(void) { return hidden_changes() + opened.renewals; }
void candidate_renew(void) { opened.renewals++; }

static const char bye[] = "{\"op\": \"bye\"}\n";

static void add_last_words(worker *process, char why[ANSWER_WHY])
{
    const char *words = process ? worker_last_words(process) : ""; /* none ran where axis= tells it all */
    const size_t used = strlen(why);
    if (*words) snprintf(why + used, ANSWER_WHY - used, "; on standard error: %s", words);
}

static answer_kind tell_outcome(const candidate *c, worker *process, worker_outcome outcome, double seconds,
                                const char *what, char why[ANSWER_WHY])
{
    if (outcome == WORKER_ANSWER) return ANSWER_OK;
    if (outcome == WORKER_TIMEOUT)
        snprintf(why, ANSWER_WHY, "candidate-timeout: no %s within %g s (%s=SECONDS allows more)", what, seconds,
                 strcmp(what, "answer") == 0 ? "timeout" : "start");
    else if (outcome == WORKER_GARBAGE) snprintf(why, ANSWER_WHY, "candidate-garbage: %s", worker_how(process));
    else if (worker_out_of_memory(process))
        snprintf(why, ANSWER_WHY, "candidate-memory: %s, under a limit of %zu MB", worker_how(process), c->spec.memory);
    else snprintf(why, ANSWER_WHY, "candidate-crashed: %s", worker_how(process));
    add_last_words(process, why);
    return outcome == WORKER_TIMEOUT ? ANSWER_LATE : ANSWER_BROKEN;
}

static answer_kind tell_answer(worker *process, answer_kind kind, char why[ANSWER_WHY])
{
    if (kind == ANSWER_BROKEN || kind == ANSWER_REFUSED) add_last_words(process, why);
    return kind;
}

static answer_kind tell_status(assay_status status, const assay_error *err, char why[ANSWER_WHY])
{
    if (status == ASSAY_OK) return ANSWER_OK;
    snprintf(why, ANSWER_WHY, "%.*s", ANSWER_WHY - 1, err->text);
    return status == ASSAY_ENOMEM ? ANSWER_NO_MEMORY : ANSWER_NO_ENVIRONMENT;
}

/* Keeps what it wrote in a call that went well. */
static void keep_words(candidate *c, worker *process)
{
    const char *words = worker_last_words(process);
    LOCKED(&c->lock);
    c->calls++;
    c->said_calls += *words != '\0';
    if (*words && !c->said[0]) {
        snprintf(c->said, sizeof c->said, "%s", words);
        text_make_plain(c->said);
    }
}

/* Keeps that it wrote into the arrays it was given, as the answer says or the files do. */
static void keep_changes(candidate *c, const server *s, const assay_rep *rep, const char *answer)
{
    static const char *const files[] = { "", "factors", "codes", "factors and codes" };
    char changed[sizeof c->changed];
    const int written = handover_changed(&s->data, rep);
    if (written) snprintf(changed, sizeof changed, "%s", files[written]);
    else if (!answer_changes(answer, changed, sizeof changed)) return;
    LOCKED(&c->lock);
    if (strlen(changed) > strlen(c->changed)) memcpy(c->changed, changed, sizeof changed);
}

/* Asks it to end, kills it where it does not, and takes back what it has. */
static void server_end(server *s)
{
    worker_part(s->process);
    handover_close(&s->data);
    free(s);
}

static void server_killed(server **s)
{
    if (!*s) return;
    worker_kill((*s)->process);
    (*s)->process = NULL;
    server_end(*s);
}

/* Starts a process and has it describe itself: into `to`, or, where it did before, to see that it is ready. */
static answer_kind server_start(candidate *c, described *to, server **made, char why[ANSWER_WHY])
{
    assay_error err = { "" };
    const char *answer;
    FREED(server_killed) server *s = zeroed(1, sizeof *s);
    *made = NULL;
    if (!s) return ANSWER_NO_MEMORY;
    s->owner = pthread_self();
    s->since = moment();
    assay_status status = handover_open(&s->data, 0, &err);
    if (status == ASSAY_OK) status = launch(&c->spec, c->program, &s->data, &s->process, &err);
    ANSWER_TRY(tell_status(status, &err, why));
    const worker_outcome outcome =
        worker_ask(s->process, to ? "{\"op\": \"describe\"}\n" : "{\"op\": \"describe\", \"again\": true}\n",
                   c->spec.start, &answer);
    ANSWER_TRY(tell_outcome(c, s->process, outcome, c->spec.start, "description of itself", why));
    if (to) ANSWER_TRY(tell_answer(s->process, answer_describe(answer, to, why), why));
    if (to) keep_words(c, s->process);
    *made = given(&s);
    return ANSWER_OK;
}

/* Takes this thread's out of the idle processes; NULL: it has none. */
static server *server_idle(candidate *c)
{
    LOCKED(&c->lock);
    server **at = &c->idle;
    while (*at && !pthread_equal((*at)->owner, pthread_self())) at = &(*at)->next;
    server *s = *at;
    if (s) *at = s->next;
    return s;
}

/* NULL, too, where that has ended, or is of another moment. */
static server *server_take(candidate *c)
{
    server *s = server_idle(c);
    if (!s || (worker_alive(s->process) && s->since == moment())) return s;
    worker_bid(s->process, bye);
    server_end(s);
    return NULL;
}

static void server_give(candidate *c, server *s)
{
    LOCKED(&c->lock);
    s->next = c->idle;
    c->idle = s;
}

/* The seed that a candidate gets: a hash of the run's seed and of what it is given, of no name. It says nothing of a
 * scenario or point that the arrays themselves do not, and follows from them again. Below 2^53: a double holds it. */
static uint64_t seed_of(const assay_rep *rep, const assay_call *call)
{
    const uint64_t sizes[] = { scoring_where(call).seed, rep->n, rep->n_factors, rep->n_codes };
    uint64_t hash = fnv_bytes(FNV_START, sizes, sizeof sizes);
    hash = fnv_bytes(hash, rep->levels, rep->n_factors * sizeof *rep->levels);
    hash = fnv_doubles(hash, rep->factors, rep->n * rep->n_factors);
    if (next_cyclic(rep, 0) < rep->n_factors) hash = fnv_doubles(hash, rep->period, rep->n_factors);
    return fnv_doubles(hash, rep->codes, rep->n * rep->n_codes) >> 11;
}

/* The request as a line; NULL: memory ran out. */
static char *request_line(const candidate *c, const server *s, const assay_rep *rep, uint64_t seed)
{
    json_t *kinds = json_array(), *levels = json_array();
    FREED(json_dropped) json_t *periods = json_array();
    int marked = 0;
    for (size_t i = 0; i < rep->n_factors; i++) {
        char own[KIND_TEXT];
        json_array_append_new(kinds, json_string(kind_of(rep, i, own)));
        json_array_append_new(periods, json_real(rep->period ? rep->period[i] : 0.0));
        marked |= rep->period && rep->period[i] != 0.0;
        json_array_append_new(levels, json_integer(rep->levels[i]));
    }
    json_t *watched = c->watched ? json_loads(c->watched, JSON_DECODE_ANY, NULL) : NULL;
    FREED(json_dropped)
    json_t *request = json_pack("{ss ss ss so so sI sI so* sO*}", "op", "score", "factors", s->data.path[0], "codes",
                                s->data.path[1], "kinds", kinds, "levels", levels, "seed", (json_int_t)seed, "cell",
                                (json_int_t)s->cell, "observe", watched, "periods", marked ? periods : NULL);
    OWNED char *text = request ? json_dumps(request, 0) : NULL;
    return text ? wording_made("%s\n", text) : NULL;
}

static answer_kind ask(candidate *c, server *s, const assay_rep *rep, assay_call *call, uint64_t seed,
                       char why[ANSWER_WHY])
{
    assay_error err = { "" };
    const char *answer;
    ANSWER_TRY(tell_status(handover_write(&s->data, rep, &err), &err, why));
    s->cell++;
    OWNED char *line = request_line(c, s, rep, seed);
    if (!line) return ANSWER_NO_MEMORY;
    const worker_outcome outcome = worker_ask(s->process, line, c->spec.timeout, &answer);
    ANSWER_TRY(tell_outcome(c, s->process, outcome, c->spec.timeout, "answer", why));
    keep_words(c, s->process);
    keep_changes(c, s, rep, answer);
    if (c->watched) {
        free(c->observed);
        c->observed = strdup(answer);
    }
    return tell_answer(s->process, answer_scores(answer, (const char *const *)c->names, s->cell, 0, call, why), why);
}

/* A fault of a process that had answered before may come of what was before: it counts if a new one has it too. */
static answer_kind ask_some(candidate *c, const assay_rep *rep, assay_call *call, uint64_t seed, char why[ANSWER_WHY])
{
    for (;;) {
        FREED(server_killed) server *s = server_take(c);
        const int used = s != NULL;
        if (!s) ANSWER_TRY(server_start(c, NULL, &s, why));
        const answer_kind found = ask(c, s, rep, call, seed, why);
        if (found == ANSWER_OK || found == ANSWER_REFUSED) server_give(c, given(&s));
        if (found != ANSWER_BROKEN || !used) return found;
    }
}

/* A template: a process for each cell. What it printed is valid until s ends. */
static answer_kind run_once(candidate *c, const assay_rep *rep, uint64_t seed, server *s, const char **answer,
                            char why[ANSWER_WHY])
{
    assay_error err = { "" };
    const int as_text = strstr(c->spec.target, ".csv}") != NULL;
    assay_status status = handover_open(&s->data, as_text, &err);
    if (status == ASSAY_OK) status = handover_write(&s->data, rep, &err);
    if (status == ASSAY_OK) status = launch_template(&c->spec, &s->data, rep, seed, &s->process, &err);
    ANSWER_TRY(tell_status(status, &err, why));
    const worker_outcome outcome = worker_collect(s->process, c->spec.timeout, answer);
    return tell_outcome(c, s->process, outcome, c->spec.timeout, "answer", why);
}

static answer_kind score_once(candidate *c, const assay_rep *rep, assay_call *call, uint64_t seed, char why[ANSWER_WHY])
{
    FREED(server_killed) server *s = zeroed(1, sizeof *s);
    const char *answer;
    if (!s) return ANSWER_NO_MEMORY;
    ANSWER_TRY(run_once(c, rep, seed, s, &answer, why));
    keep_words(c, s->process);
    keep_changes(c, s, rep, answer);
    return tell_answer(s->process, answer_scores(answer, (const char *const *)c->names, 0, 1, call, why), why);
}

static assay_status status_of(answer_kind found)
{
    return found == ANSWER_OK               ? ASSAY_OK
           : found == ANSWER_NO_MEMORY      ? ASSAY_ENOMEM
           : found == ANSWER_NO_ENVIRONMENT ? ASSAY_EENVIRONMENT
                                            : ASSAY_EINPUT;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    candidate *c = (candidate *)(uintptr_t)call->metric;
    char why[ANSWER_WHY] = "";
    const uint64_t seed = seed_of(rep, call);
    const answer_kind found =
        c->spec.is_template ? score_once(c, rep, call, seed, why) : ask_some(c, rep, call, seed, why);
    const assay_status status = status_of(found);
    text_make_plain(why);
    return status == ASSAY_OK || status == ASSAY_ENOMEM ? status : call->fail(call, status, "%s", why);
}

int candidate_is(const assay_metric *metric) { return metric->score == score; }

int candidate_is_blind(const assay_metric *metric)
{
    return candidate_is(metric) && ((const candidate *)(const void *)metric)->blind;
}

int candidate_watch(const assay_metric *metric, const char *steps)
{
    candidate *c = (candidate *)(uintptr_t)metric;
    if (!candidate_is(metric)) return 0;
    c->watched = steps;
    if (steps) {
        free(c->observed); /* an answer that does not come is no earlier one */
        c->observed = NULL;
    }
    return 1;
}

const char *candidate_observed(const assay_metric *metric)
{
    return candidate_is(metric) ? ((const candidate *)(const void *)metric)->observed : NULL;
}

candidate_told candidate_tells(const assay_metric *metric)
{
    if (!candidate_is(metric)) return (candidate_told){ .id = metric->id };
    const candidate *c = (const candidate *)(const void *)metric;
    return (candidate_told){ .id = c->id,
                             .called = c->called[0] ? c->called : NULL,
                             .said = c->said[0] ? c->said : NULL,
                             .changed = c->changed[0] ? c->changed : NULL,
                             .remark = c->remark[0] ? c->remark : NULL,
                             .calls = c->said_calls,
                             .of = c->calls };
}

void candidate_remark(const assay_metric *metric, const char *text)
{
    candidate *c = (candidate *)(uintptr_t)metric;
    snprintf(c->remark, sizeof c->remark, "%s", text);
}

void candidate_tell_all(void (*tell)(const candidate_told *told, void *context), void *context)
{
    LOCKED(&opened.lock);
    for (const candidate *c = opened.first; c; c = c->next) {
        const candidate_told told = candidate_tells(&c->metric);
        tell(&told, context);
    }
}

static answer_kind describe_python(candidate *c, described *to, server **s, char why[ANSWER_WHY])
{
    char tried[512];
    wording w = WORDING(tried);
    int found;
    const char *name;
    for (size_t k = 0; (name = launch_python(k, c->program, &found)) != NULL; k++) {
        const answer_kind what = found ? server_start(c, to, s, why) : ANSWER_NO_NUMPY;
        if (what != ANSWER_NO_NUMPY) return what;
        wording_add(&w, "%s%s: %.200s", w.used ? "; " : "", name, found ? why : "there is no such program");
    }
    snprintf(why, ANSWER_WHY,
             "no Python with NumPy. Tried: %s. Install python3-numpy, or set ASSAY_PYTHON to a Python that has it",
             tried);
    return ANSWER_NO_ENVIRONMENT;
}

/* Codes that follow the factors, and one that does not: 100 x 3 and 100 x 4. */
static assay_status trial_data(assay_data *to)
{
    enum { N = 100, M = 3 };
    assay_stream stream;
    ASSAY_TRY(assay_data_shape(to, N, M, M + 1));
    assay_stream_seed(&stream, 0);
    assay_stream_fill(&stream, to->factors, N * M);
    assay_stream_fill(&stream, to->codes, N * (M + 1));
    for (size_t k = 0; k < N * M; k++) to->codes[k] = to->factors[k] + 0.1 * to->codes[k];
    return ASSAY_OK;
}

static answer_kind describe_template(candidate *c, described *to, char why[ANSWER_WHY])
{
    FREED(assay_data_free) assay_data data = { 0 };
    char name[128], bare[2] = "0";
    const char *answer;
    spec_call(&c->spec, name, sizeof name);
    if (c->spec.axis >= 0) return tell_answer(NULL, answer_trial(bare, 3, 4, c->spec.axis, name, to, why), why);
    FREED(server_killed) server *s = zeroed(1, sizeof *s);
    if (!s || trial_data(&data) != ASSAY_OK) return ANSWER_NO_MEMORY;
    const assay_rep rep = assay_data_view(&data);
    ANSWER_TRY(run_once(c, &rep, 0, s, &answer, why));
    return tell_answer(s->process, answer_trial(answer, 3, 4, -1, name, to, why), why);
}

static answer_kind describe(candidate *c, described *to, char why[ANSWER_WHY])
{
    assay_error err = { "" };
    server *s = NULL;
    answer_kind found = ANSWER_OK;
    if (c->spec.is_template) return describe_template(c, to, why);
    if (c->spec.kind == SPEC_PYTHON) found = describe_python(c, to, &s, why);
    else {
        if (c->spec.kind == SPEC_PLUGIN) found = tell_status(launch_program(c->program, &err), &err, why);
        if (found == ANSWER_OK) found = server_start(c, to, &s, why);
    }
    if (s) server_give(c, s);
    return found;
}

static void settle_id(candidate *c, const described *d)
{
    char name[100];
    if (c->spec.name || !d->name || !*d->name) spec_call(&c->spec, name, sizeof name);
    else snprintf(name, sizeof name, "%s", d->name);
    spec_make_id(name);
    text_make_plain(name);
    const int taken = assay_metric_find(name) != NULL || strcmp(name, "all") == 0;
    snprintf(c->id, sizeof c->id, "%s%s", taken ? "candidate-" : "", name);
}

/* Names that differ may clean to one word, and a store tells outputs apart by that. */
static assay_status check_words(char *const *name, char *const *id, size_t n, assay_error *err)
{
    for (size_t o = 1; o < n; o++)
        for (size_t before = 0; before < o; before++)
            if (strcmp(id[o], id[before]) == 0)
                return assay_fail(err, ASSAY_EINPUT,
                                  "its outputs '%.100s' and '%.100s' would both be called '%.100s'; name them apart in "
                                  "letters and digits",
                                  name[before], name[o], id[o]);
    return ASSAY_OK;
}

/* A metric with one output names it like itself. */
static assay_status settle_outputs(candidate *c, described *d, assay_error *err)
{
    c->outputs = calloc(d->n_outputs, sizeof *c->outputs);
    c->names = calloc(2 * d->n_outputs, sizeof *c->names); /* and after them the ids */
    if (!c->outputs || !c->names) return ASSAY_ENOMEM;
    c->metric.n_outputs = d->n_outputs;
    for (size_t o = 0; o < d->n_outputs; o++) {
        const described_output *from = &d->output[o];
        char **id = &c->names[d->n_outputs + o];
        c->names[o] = strdup(from->name);
        *id = strdup(d->n_outputs == 1 ? c->id : from->name);
        if (!c->names[o] || !*id) return ASSAY_ENOMEM;
        spec_make_id(*id);
        c->outputs[o] = (assay_output){ .id = *id,
                                        .axis = from->axis,
                                        .low = from->low,
                                        .high = from->high,
                                        .measures = c->spec.measures_told ? c->spec.measures : from->measures };
    }
    return check_words(c->names, c->names + d->n_outputs, d->n_outputs, err);
}

static assay_status settle(candidate *c, described *d, assay_error *err)
{
    const int drawn = c->spec.is_template && strstr(c->spec.target, "{seed}") != NULL;
    settle_id(c, d);
    c->blind = c->spec.is_template ? !strstr(c->spec.target, "{kinds}") : d->blind;
    snprintf(c->title, sizeof c->title, "%s", d->title ? d->title : c->spec.text);
    text_make_plain(c->title);
    snprintf(c->called, sizeof c->called, "%s", d->understood ? d->understood : "");
    text_make_plain(c->called);
    c->preset = (assay_preset){ .id = c->hash, .source = c->spec.text };
    c->metric = (assay_metric){
        .abi = ASSAY_ABI,
        .flags = (d->random || drawn ? ASSAY_RANDOM : 0u) | (d->absent ? ASSAY_ABSENT : 0u) |
                 (d->separate ? ASSAY_SEPARATE : 0u) | (d->codes_alone ? ASSAY_CODES_ALONE : 0u),
        .id = c->id,
        .title = c->title,
        .family = "candidate",
        .formula = "",
        .source = c->spec.text,
        .presets = &c->preset,
        .n_presets = 1,
        .score = score,
    };
    const assay_status status = settle_outputs(c, d, err);
    c->metric.outputs = c->outputs;
    return status;
}

static void candidate_free(candidate *c)
{
    for (server *s = c->idle; s; s = s->next) worker_bid(s->process, bye); /* all first: they end at the same time */
    while (c->idle) {
        server *s = c->idle;
        c->idle = s->next;
        server_end(s);
    }
    for (size_t k = 0; c->names && k < 2 * c->metric.n_outputs; k++) free(c->names[k]);
    free(c->names);
    free(c->outputs);
    free(c->observed);
    spec_free(&c->spec);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static const char *remedy(const candidate *c, answer_kind found)
{
    if (c->spec.kind == SPEC_EXEC && !c->spec.is_template && found == ANSWER_BROKEN)
        return " (a program that does not speak the protocol is written exec:'COMMAND {factors} {codes}')";
    if (c->spec.kind == SPEC_PYTHON && found == ANSWER_LATE)
        return "; a function is tried on small data unless it says its outputs: f.outputs = {\"f\": \"factor\"}";
    return "";
}

static assay_status candidate_make(candidate *c, assay_error *err)
{
    FREED(described_free) described d = { 0 };
    char why[ANSWER_WHY] = "";
    const answer_kind found = describe(c, &d, why);
    assay_status status = status_of(found);
    if (status == ASSAY_OK) {
        memcpy(c->hash, c->content, sizeof c->hash);
        assay_error refused = { "" };
        status = settle(c, &d, &refused);
        if (status == ASSAY_OK) status = spec_hash_files(d.file, d.n_files, c->hash, &refused);
        if (status == ASSAY_EINPUT) snprintf(why, sizeof why, "%s", refused.text);
    }
    if (status == ASSAY_OK || status == ASSAY_ENOMEM) return memory_named(status, NULL, err);
    text_make_plain(why);
    const char *word = strncmp(why, "candidate-error: ", 17) == 0 ? why + 17 : why;
    return assay_fail(err, status, "%.150s: %.700s%s", c->spec.text, word, remedy(c, found));
}

/* The one that is open already, of the same text and content. */
static candidate *find_open(const candidate *like)
{
    candidate *c = opened.first;
    while (c && (strcmp(c->spec.text, like->spec.text) != 0 || strcmp(c->content, like->content) != 0)) c = c->next;
    return c;
}

static void candidate_dropped(candidate **c)
{
    if (*c) candidate_free(*c);
}

assay_status candidate_open(const char *entry, size_t length, const assay_metric **to, assay_error *err)
{
    FREED(candidate_dropped) candidate *c = zeroed(1, sizeof *c);
    if (!c) return no_memory(NULL, err);
    pthread_mutex_init(&c->lock, NULL);
    ASSAY_TRY(spec_read(entry, length, &c->spec, err));
    LOCKED(&opened.lock);
    ASSAY_TRY(spec_hash(&c->spec, c->content, err));
    candidate *known = find_open(c);
    if (!known) {
        ASSAY_TRY(candidate_make(c, err));
        known = given(&c);
        known->next = opened.first;
        opened.first = known;
    }
    known->users++;
    *to = &known->metric;
    return ASSAY_OK;
}

void candidate_leave(void)
{
    LOCKED(&opened.lock);
    for (candidate *c = opened.first; c; c = c->next) {
        server *s = server_take(c);
        if (!s) continue;
        worker_bid(s->process, bye);
        server_end(s);
    }
}

void candidate_close(const assay_metric *metric)
{
    if (!candidate_is(metric)) return;
    candidate *c = (candidate *)(uintptr_t)metric;
    pthread_mutex_lock(&opened.lock);
    const int last = --c->users == 0;
    candidate **at = &opened.first;
    while (last && *at != c) at = &(*at)->next;
    if (last) *at = c->next;
    pthread_mutex_unlock(&opened.lock);
    if (last) candidate_free(c);
}
