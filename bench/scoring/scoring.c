/*
 * The host of a metric's call. An undefined value is a NaN whose low bits number its reason in this representation's
 * list, so the reason travels with the value through arrays and copies, and a NaN that nobody explained is told apart.
 */
#include "scoring.h"

#include "absent.h"
#include "arena.h"
#include "relation.h"
#include "selection.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A quiet NaN with a mark of ours; the low 32 bits are the reason's number, 0 for a series nobody has filled yet. */
static const uint64_t NAN_MARK = 0x7FF8A55A00000000u;

typedef struct memo {
    struct memo *next;
    const char *key;
    void *block;
    size_t size;
} memo;

typedef struct held_relation {
    assay_status status;
    const char *why; /* it failed */
    assay_relation relation;
} held_relation;

struct scoring {
    arena scratch, kept; /* until the end of a call; until the next representation */
    const assay_rep *rep;
    uint64_t seed;
    const char *scenario, *point;
    memo *memos;
    const char **reasons;
    size_t n_reasons, room_for_reasons;
    assay_error error;
    int out_of_memory;
    uint32_t jobs;
    assay_rep seen;  /* what metrics get: rep, and what is absent of it */
    scoring *inner;  /* scores the parts of a representation with absent values; NULL until needed */
};

scoring *scoring_new(void) { return calloc(1, sizeof(scoring)); }

void scoring_free(scoring *s)
{
    if (!s) return;
    arena_free(&s->scratch);
    arena_free(&s->kept);
    scoring_free(s->inner);
    free(s->reasons);
    free(s);
}

void scoring_jobs(scoring *s, uint32_t jobs) { s->jobs = jobs; }

/* Whether any value is absent: a sum of zeros, in four lanes, that a NaN spoils. */
static int some_absent(const assay_rep *rep)
{
    const size_t count = rep->n * rep->n_factors, fours = count / 4 * 4;
    double spoiled[4] = { 0.0 };
    for (size_t k = 0; k < fours; k += 4)
        for (size_t l = 0; l < 4; l++) spoiled[l] += rep->factors[k + l] * 0.0;
    for (size_t k = fours; k < count; k++) spoiled[0] += rep->factors[k] * 0.0;
    return isnan(spoiled[0] + spoiled[1] + spoiled[2] + spoiled[3]);
}

/* Counts the absent values; [n_factors] in the arena, or NULL where there is none. */
static assay_status count_absent(scoring *s, const assay_rep *rep, const size_t **to)
{
    *to = NULL;
    if (!some_absent(rep)) return ASSAY_OK;
    size_t *absent = arena_alloc(&s->kept, rep->n_factors, sizeof *absent);
    if (!absent) return ASSAY_ENOMEM;
    for (size_t i = 0; i < rep->n_factors; i++)
        for (size_t k = 0; k < rep->n; k++) absent[i] += isnan(rep->factors[i * rep->n + k]) != 0;
    *to = absent;
    return ASSAY_OK;
}

assay_status scoring_begin(scoring *s, const assay_rep *rep, uint64_t seed, const char *scenario, const char *point)
{
    arena_reset(&s->scratch);
    arena_reset(&s->kept);
    s->seen = *rep;
    s->rep = &s->seen;
    if (count_absent(s, rep, &s->seen.absent) != ASSAY_OK) return ASSAY_ENOMEM;
    s->seed = seed;
    s->memos = NULL;
    s->n_reasons = 0;
    s->out_of_memory = 0;
    s->error.text[0] = '\0';
    s->scenario = arena_text(&s->kept, scenario ? scenario : "");
    s->point = arena_text(&s->kept, point ? point : "");
    return s->scenario && s->point ? ASSAY_OK : ASSAY_ENOMEM;
}

/* ---- undefined values ---- */

static double nan_numbered(size_t number)
{
    const uint64_t bits = NAN_MARK | (uint32_t)number;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The reason's number, 0 for an untouched value, SIZE_MAX for a NaN without a reason. */
static size_t nan_number(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x7FFFFFFF00000000u) == NAN_MARK ? (size_t)(uint32_t)bits : SIZE_MAX;
}

static double add_reason(scoring *s, const char *text)
{
    for (size_t r = s->n_reasons; r-- > 0;)
        if (strcmp(s->reasons[r], text) == 0) return nan_numbered(r + 1);
    if (s->n_reasons == s->room_for_reasons) {
        const size_t room = s->room_for_reasons ? 2 * s->room_for_reasons : 64;
        const char **more = realloc(s->reasons, room * sizeof *more);
        if (!more) {
            s->out_of_memory = 1;
            return NAN;
        }
        s->reasons = more;
        s->room_for_reasons = room;
    }
    const char *copy = arena_text(&s->kept, text);
    if (!copy) {
        s->out_of_memory = 1;
        return NAN;
    }
    s->reasons[s->n_reasons++] = copy;
    return nan_numbered(s->n_reasons);
}

static double call_undefined(assay_call *call, const char *reason, const char *format, ...)
{
    char text[512];
    const size_t used = (size_t)snprintf(text, sizeof text, "%s: ", reason);
    va_list args;
    va_start(args, format);
    if (used < sizeof text) vsnprintf(text + used, sizeof text - used, format, args);
    va_end(args);
    return add_reason(call->host, text);
}

/* The reason of a value that is not a number; NULL for a finite one. */
static const char *value_reason(const scoring *s, double value)
{
    if (isfinite(value)) return NULL;
    const size_t number = nan_number(value);
    if (isnan(value) && number >= 1 && number <= s->n_reasons) return s->reasons[number - 1];
    return "not-finite: the metric returned NaN or infinity without a reason";
}

/* ---- memory, streams, relations ---- */

static void *call_alloc(assay_call *call, size_t count, size_t size)
{
    scoring *s = call->host;
    return arena_alloc(&s->scratch, count, size);
}

static void *call_alloc_kept(assay_call *call, size_t count, size_t size)
{
    scoring *s = call->host;
    return arena_alloc(&s->kept, count, size);
}

static void *call_recall(assay_call *call, const char *key, size_t size, int32_t *fresh)
{
    scoring *s = call->host;
    *fresh = 0;
    for (memo *m = s->memos; m; m = m->next)
        if (m->size == size && strcmp(m->key, key) == 0) return m->block;
    memo *m = arena_alloc(&s->kept, 1, sizeof *m);
    if (!m) return NULL;
    *m = (memo){ .next = s->memos, .key = arena_text(&s->kept, key), .block = arena_alloc(&s->kept, 1, size),
                 .size = size };
    if (!m->key || !m->block) return NULL;
    s->memos = m;
    *fresh = 1;
    return m->block;
}

static double call_uniform(assay_call *call) { return assay_stream_uniform(call->stream); }

static assay_status call_fail(assay_call *call, assay_status status, const char *format, ...)
{
    scoring *s = call->host;
    va_list args;
    va_start(args, format);
    vsnprintf(s->error.text, sizeof s->error.text, format, args);
    va_end(args);
    return status;
}

/* Appends a text to a list of entropy words: its length, then its bytes, four to a word, little end first. */
static size_t words_of_text(const char *text, uint32_t *to, size_t used, size_t room)
{
    const size_t length = strlen(text);
    if (used < room) to[used++] = (uint32_t)length;
    for (size_t k = 0; k < length && used < room; k += 4) {
        uint32_t word = 0;
        for (size_t b = 0; b < 4 && k + b < length; b++) word |= (uint32_t)(unsigned char)text[k + b] << (8 * b);
        to[used++] = word;
    }
    return used;
}

/* The stream of (seed, name, scenario, point): SeedSequence entropy, so it depends on nothing else. */
static void stream_named(const scoring *s, const char *name, assay_stream *to)
{
    enum { ROOM = 512 };
    uint32_t words[ROOM] = { (uint32_t)s->seed, (uint32_t)(s->seed >> 32) };
    size_t used = words_of_text(name, words, 2, ROOM);
    used = words_of_text(s->scenario, words, used, ROOM);
    used = words_of_text(s->point, words, used, ROOM);
    (void)assay_stream_seed_words(to, words, used, NULL, 0); /* fails only without entropy, and there is some */
}

scoring_place scoring_where(const assay_call *call)
{
    const scoring *s = call->host;
    return (scoring_place){ .seed = s->seed, .scenario = s->scenario, .point = s->point };
}

static assay_status call_relation(assay_call *call, const char *id, const assay_relation **to);

static assay_call call_new(scoring *s, const assay_metric *metric, const double *option, assay_series *series,
                           assay_stream *stream)
{
    return (assay_call){
        .abi = ASSAY_ABI,
        .option = option,
        .series = series,
        .stream = stream,
        .uniform = call_uniform,
        .alloc = call_alloc,
        .recall = call_recall,
        .undefined = call_undefined,
        .relation = call_relation,
        .fail = call_fail,
        .jobs = s->jobs ? s->jobs : 1,
        .host = s,
        .metric = metric,
    };
}

/* "mi:rule=scaled:bins=10:...": every option, so that two ways of asking for the same thing meet. */
static void relation_key(const relation_kind *kind, const double *option, char *to, size_t size)
{
    size_t used = (size_t)snprintf(to, size, "%s", kind->id);
    for (size_t k = 0; k < kind->n_options && used < size; k++) {
        char value[64];
        assay_option_print(&kind->options[k], option[k], value, sizeof value);
        used += (size_t)snprintf(to + used, size - used, ":%s=%s", kind->options[k].id, value);
    }
}

/* ---- relations where factor values are absent: each part by itself, put together again ---- */

typedef struct whole_relation {
    double *value, *factor_total, *code_total, *quality, *code_total_for;
} whole_relation;

/* A value told of a part: an undefined one takes its reason along. */
static double value_of_part(scoring *s, const absent_part *part, double value)
{
    if (isfinite(value)) return value;
    char text[512];
    absent_reason(part, value_reason(s->inner, value), text, sizeof text);
    return add_reason(s, text);
}

static void part_without_rows(scoring *s, const absent_part *part, const whole_relation *to)
{
    for (size_t i = 0; i < part->data.n_factors; i++) {
        char text[128];
        snprintf(text, sizeof text, "too-few-samples: no row has factor %zu", part->factor[i]);
        to->factor_total[part->factor[i]] = to->quality[part->factor[i]] = add_reason(s, text);
    }
}

static assay_status add_part(scoring *s, const char *id, size_t index, const whole_relation *to, int *quality_known)
{
    absent_part part;
    const size_t d = s->rep->n_codes;
    const assay_relation *r = NULL;
    assay_status status = absent_part_make(s->rep, s->rep->absent, index, &part);
    if (status != ASSAY_OK) return status;
    if (!part.data.n) {
        part_without_rows(s, &part, to);
        absent_part_free(&part);
        return ASSAY_OK;
    }
    const assay_rep rep = assay_data_view(&part.data);
    status = scoring_begin(s->inner, &rep, s->seed, s->scenario, s->point);
    assay_call inner = call_new(s->inner, NULL, NULL, NULL, NULL);
    if (status == ASSAY_OK) status = call_relation(&inner, id, &r);
    for (size_t i = 0; status == ASSAY_OK && i < part.data.n_factors; i++) {
        const size_t whole = part.factor[i];
        for (size_t j = 0; j < d; j++) {
            to->value[whole * d + j] = value_of_part(s, &part, r->value[i * d + j]);
            to->code_total_for[whole * d + j] = value_of_part(s, &part, r->code_total[j]);
        }
        to->factor_total[whole] = value_of_part(s, &part, r->factor_total[i]);
        if (r->quality) to->quality[whole] = value_of_part(s, &part, r->quality[i]);
        *quality_known = r->quality != NULL;
    }
    for (size_t j = 0; status == ASSAY_OK && j < d; j++) /* 0 where a code is constant in every part */
        if (!(r->code_total[j] <= to->code_total[j])) to->code_total[j] = value_of_part(s, &part, r->code_total[j]);
    if (status != ASSAY_OK) s->error = s->inner->error;
    s->out_of_memory |= s->inner->out_of_memory;
    absent_part_free(&part);
    return status;
}

static assay_status relation_by_parts(scoring *s, const char *id, assay_relation *to)
{
    const size_t m = s->rep->n_factors, d = s->rep->n_codes;
    const whole_relation whole = {
        .value = arena_alloc(&s->kept, m * d, sizeof(double)),
        .factor_total = arena_alloc(&s->kept, m, sizeof(double)),
        .code_total = arena_alloc(&s->kept, d, sizeof(double)),
        .quality = arena_alloc(&s->kept, m, sizeof(double)),
        .code_total_for = arena_alloc(&s->kept, m * d, sizeof(double)),
    };
    if (!s->inner) s->inner = scoring_new();
    if (!s->inner || !whole.value || !whole.factor_total || !whole.code_total || !whole.quality ||
        !whole.code_total_for) return ASSAY_ENOMEM;
    int quality_known = 0;
    const size_t parts = absent_part_count(s->rep, s->rep->absent);
    for (size_t k = 0; k < parts; k++) {
        const assay_status status = add_part(s, id, k, &whole, &quality_known);
        if (status != ASSAY_OK) return status;
    }
    to->value = whole.value;
    to->factor_total = whole.factor_total;
    to->code_total = whole.code_total;
    to->code_total_for = whole.code_total_for;
    to->quality = quality_known ? whole.quality : NULL;
    return ASSAY_OK;
}

static assay_status call_relation(assay_call *call, const char *id, const assay_relation **to)
{
    scoring *s = call->host;
    const relation_kind *kind = relation_find(id);
    if (!kind) return call_fail(call, ASSAY_EUSAGE, "no relation '%s'", id);
    double *option = arena_alloc(&s->kept, kind->n_options, sizeof *option);
    if (!option) return ASSAY_ENOMEM;
    assay_options_standard(kind->options, kind->n_options, option);
    const char *options = strchr(id, ':');
    assay_status status =
        assay_options_parse(kind->options, kind->n_options, options ? options + 1 : NULL, option, &s->error);
    if (status != ASSAY_OK) return status;

    char key[512];
    relation_key(kind, option, key, sizeof key);
    int32_t fresh;
    held_relation *held = call_recall(call, key, sizeof *held, &fresh);
    if (!held) return ASSAY_ENOMEM;
    if (fresh) {
        assay_stream stream;
        stream_named(s, key, &stream);
        assay_call own = call_new(s, NULL, option, NULL, &stream);
        own.alloc = call_alloc_kept;
        held->relation.n_factors = s->rep->n_factors;
        held->relation.n_codes = s->rep->n_codes;
        held->status =
            s->rep->absent ? relation_by_parts(s, id, &held->relation) : kind->compute(s->rep, &own, &held->relation);
        held->why = arena_text(&s->kept, s->error.text);
    }
    *to = &held->relation;
    return held->status == ASSAY_OK ? ASSAY_OK : call_fail(call, held->status, "%s", held->why ? held->why : "");
}

/* ---- a score ---- */

static size_t axis_length(const assay_rep *rep, int32_t axis)
{
    return axis == ASSAY_PER_FACTOR ? rep->n_factors : axis == ASSAY_PER_CODE ? rep->n_codes : 0;
}

static assay_series *series_new(scoring *s, const assay_metric *metric)
{
    assay_series *series = arena_alloc(&s->scratch, metric->n_outputs, sizeof *series);
    for (size_t o = 0; series && o < metric->n_outputs; o++) {
        series[o].value = nan_numbered(0);
        series[o].n_items = axis_length(s->rep, metric->outputs[o].axis);
        series[o].items = arena_alloc(&s->scratch, series[o].n_items, sizeof *series[o].items);
        if (!series[o].items) return NULL;
        for (size_t k = 0; k < series[o].n_items; k++) series[o].items[k] = nan_numbered(0);
    }
    return series;
}

/* The mean of the defined items; undefined with their reason where there is none. */
static double items_mean(scoring *s, const assay_series *series)
{
    double sum = 0.0;
    size_t defined = 0;
    for (size_t k = 0; k < series->n_items; k++) {
        if (!isfinite(series->items[k])) continue;
        sum += series->items[k];
        defined++;
    }
    if (defined) return sum / (double)defined;
    if (!series->n_items) return NAN;
    const char *first = value_reason(s, series->items[0]);
    if (series->n_items == 1) return add_reason(s, first);
    char text[512];
    snprintf(text, sizeof text, "%.400s (and all others)", first);
    return add_reason(s, text);
}

static assay_status series_take(scoring *s, assay_series *series, assay_score *to)
{
    if (isnan(series->value) && nan_number(series->value) == 0) series->value = items_mean(s, series);
    assay_item *items = arena_alloc(&s->kept, series->n_items, sizeof *items);
    if (!items) return ASSAY_ENOMEM;
    for (size_t k = 0; k < series->n_items; k++) {
        items[k] = (assay_item){ series->items[k], value_reason(s, series->items[k]) };
        if (items[k].undefined) items[k].value = NAN;
        to->n_undefined += items[k].undefined != NULL;
    }
    to->overall = (assay_item){ series->value, value_reason(s, series->value) };
    if (to->overall.undefined) to->overall.value = NAN;
    to->items = items;
    to->n_items = series->n_items;
    return ASSAY_OK;
}

static void score_failed(scoring *s, assay_status status, assay_score *to)
{
    to->status = status;
    to->overall.value = NAN;
    char text[sizeof s->error.text + 16];
    snprintf(text, sizeof text, "failed: %s", s->error.text[0] ? s->error.text : "the metric gave no reason");
    to->overall.undefined = value_reason(s, add_reason(s, text));
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ASSAY_SEPARATE: the items of one part's factors. */
static assay_status score_part(scoring *s, const assay_metric *metric, const double *option, size_t index,
                               assay_series *series)
{
    absent_part part;
    assay_status status = absent_part_make(s->rep, s->rep->absent, index, &part);
    if (status != ASSAY_OK) return status;
    const assay_rep rep = assay_data_view(&part.data);
    status = scoring_begin(s->inner, &rep, s->seed, s->scenario, s->point);
    assay_series *inner = status == ASSAY_OK ? series_new(s->inner, metric) : NULL;
    assay_stream stream;
    stream_named(s, metric->id, &stream);
    assay_call call = call_new(s->inner, metric, option, inner, &stream);
    if (status == ASSAY_OK)
        status = !inner ? ASSAY_ENOMEM : part.data.n ? metric->score(s->inner->rep, &call) : ASSAY_OK;
    for (size_t o = 0; status == ASSAY_OK && o < metric->n_outputs; o++) {
        for (size_t i = 0; i < part.data.n_factors; i++) {
            char text[128];
            snprintf(text, sizeof text, "too-few-samples: no row has factor %zu", part.factor[i]);
            series[o].items[part.factor[i]] =
                part.data.n ? value_of_part(s, &part, inner[o].items[i]) : add_reason(s, text);
        }
    }
    if (status != ASSAY_OK) s->error = s->inner->error;
    s->out_of_memory |= s->inner->out_of_memory;
    absent_part_free(&part);
    return status;
}

static assay_status score_separately(scoring *s, const assay_metric *metric, const double *option, assay_series *series)
{
    if (!s->inner) s->inner = scoring_new();
    if (!s->inner) return ASSAY_ENOMEM;
    const size_t parts = absent_part_count(s->rep, s->rep->absent);
    for (size_t k = 0; k < parts; k++) {
        const assay_status status = score_part(s, metric, option, k, series);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

/* A metric that cannot leave single values out does not apply. */
static void refuse_absent(const assay_metric *metric, assay_call *call)
{
    const double why = call_undefined(call, "not-applicable",
                                      "%s needs every factor's value in every row, and some are absent", metric->id);
    for (size_t o = 0; o < metric->n_outputs; o++) {
        call->series[o].value = why;
        for (size_t k = 0; k < call->series[o].n_items; k++) call->series[o].items[k] = why;
    }
}

assay_status scoring_run(scoring *s, const variant *v, const assay_score **to)
{
    const assay_metric *metric = v->metric;
    arena_reset(&s->scratch);
    s->error.text[0] = '\0';
    s->out_of_memory = 0;
    assay_score *scores = arena_alloc(&s->kept, metric->n_outputs, sizeof *scores);
    assay_series *series = series_new(s, metric);
    char *preset = arena_text(&s->kept, v->id.text);
    if (!scores || !series || !preset) return ASSAY_ENOMEM;

    assay_stream stream;
    stream_named(s, metric->id, &stream);
    assay_call call = call_new(s, metric, v->option, series, &stream);
    const double start = seconds_now();
    assay_status status = ASSAY_OK;
    if (!s->rep->absent || metric->flags & ASSAY_ABSENT) status = metric->score(s->rep, &call);
    else if (metric->flags & ASSAY_SEPARATE) status = score_separately(s, metric, v->option, series);
    else refuse_absent(metric, &call);
    const double seconds = seconds_now() - start;
    if (status == ASSAY_ENOMEM || s->out_of_memory) return ASSAY_ENOMEM;

    for (size_t o = 0; o < metric->n_outputs; o++) {
        scores[o] = (assay_score){ .metric = metric->id, .preset = preset, .output = metric->outputs[o].id,
                                   .axis = metric->outputs[o].axis, .seconds = seconds };
        if (status != ASSAY_OK) score_failed(s, status, &scores[o]);
        else if (series_take(s, &series[o], &scores[o]) != ASSAY_OK) return ASSAY_ENOMEM;
    }
    *to = scores;
    return s->out_of_memory ? ASSAY_ENOMEM : ASSAY_OK;
}

/* ---- the public way in ---- */

/* may_lack: a NaN is an absent value. */
static assay_status check_column(const char *what, size_t index, const double *column, size_t n, int32_t levels,
                                 int may_lack, assay_error *err)
{
    for (size_t k = 0; k < n; k++) {
        const double x = column[k];
        if (may_lack && isnan(x)) continue;
        if (!isfinite(x))
            return assay_fail(err, ASSAY_EINPUT, "%s %zu, row %zu: %s (rows and columns count from 0)", what, index, k,
                              isnan(x) ? "not a number (NaN)" : "infinite");
        if (levels && !(x >= 0 && x < levels && x == floor(x)))
            return assay_fail(err, ASSAY_EINPUT, "%s %zu, row %zu: %g is not one of its %d levels, 0 to %d", what,
                              index, k, x, (int)levels, (int)levels - 1);
    }
    return ASSAY_OK;
}

assay_status scoring_check(const assay_rep *rep, assay_error *err)
{
    if (rep->abi != ASSAY_ABI)
        return assay_fail(err, ASSAY_EUSAGE,
                          "the representation was made for interface %u, this is %u: recompile the caller", rep->abi,
                          ASSAY_ABI);
    if (!rep->n || !rep->n_factors || !rep->n_codes)
        return assay_fail(err, ASSAY_EINPUT, "%zu samples, %zu factors, %zu codes: at least one of each is needed",
                          rep->n, rep->n_factors, rep->n_codes);
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (rep->levels[i] < 0) return assay_fail(err, ASSAY_EINPUT, "factor %zu: %d levels", i, (int)rep->levels[i]);
        const assay_status status =
            check_column("factor", i, rep->factors + i * rep->n, rep->n, rep->levels[i], 1, err);
        if (status != ASSAY_OK) return status;
    }
    for (size_t j = 0; j < rep->n_codes; j++) {
        const assay_status status = check_column("code", j, rep->codes + j * rep->n, rep->n, 0, 0, err);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

typedef struct scores_owner {
    scoring *scoring;
    selection selection;
    assay_score *scores;
} scores_owner;

static void owner_free(scores_owner *owner)
{
    scoring_free(owner->scoring);
    selection_free(&owner->selection);
    free(owner->scores);
    free(owner);
}

static assay_status score_selection(scores_owner *owner, assay_scores *to, assay_error *err)
{
    size_t count = 0, used = 0;
    for (size_t k = 0; k < owner->selection.count; k++) count += owner->selection.at[k].metric->n_outputs;
    owner->scores = calloc(count + 1, sizeof *owner->scores);
    if (!owner->scores) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    for (size_t k = 0; k < owner->selection.count; k++) {
        const assay_score *scores;
        const size_t outputs = owner->selection.at[k].metric->n_outputs;
        const assay_status status = scoring_run(owner->scoring, &owner->selection.at[k], &scores);
        if (status != ASSAY_OK)
            return assay_fail(err, status, "memory ran out in %s", owner->selection.at[k].metric->id);
        memcpy(owner->scores + used, scores, outputs * sizeof *scores);
        used += outputs;
    }
    *to = (assay_scores){ .at = owner->scores, .count = count, .owner = owner };
    return ASSAY_OK;
}

assay_status assay_score_all(const assay_rep *rep, const char *metrics, uint64_t seed, const char *scenario,
                             const char *point, uint32_t jobs, assay_scores *to, assay_error *err)
{
    *to = (assay_scores){ 0 };
    assay_status status = scoring_check(rep, err);
    if (status != ASSAY_OK) return status;
    scores_owner *owner = calloc(1, sizeof *owner);
    if (owner) owner->scoring = scoring_new();
    if (!owner || !owner->scoring) {
        free(owner);
        return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    }
    scoring_jobs(owner->scoring, jobs);
    status = selection_add(&owner->selection, metrics, err);
    if (status == ASSAY_OK) status = scoring_begin(owner->scoring, rep, seed, scenario, point);
    if (status == ASSAY_OK) status = score_selection(owner, to, err);
    if (status != ASSAY_OK) owner_free(owner);
    return status;
}

void assay_scores_free(assay_scores *scores)
{
    if (scores->owner) owner_free(scores->owner);
    *scores = (assay_scores){ 0 };
}

assay_status assay_matrix_make(const assay_rep *rep, const char *relation, uint64_t seed, const char *scenario,
                               const char *point, uint32_t jobs, assay_matrix *to, assay_error *err)
{
    *to = (assay_matrix){ 0 };
    assay_status status = scoring_check(rep, err);
    if (status != ASSAY_OK) return status;
    scoring *s = scoring_new();
    if (!s || scoring_begin(s, rep, seed, scenario, point) != ASSAY_OK) {
        scoring_free(s);
        return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    }
    scoring_jobs(s, jobs);
    const assay_relation *made;
    assay_call call = call_new(s, NULL, NULL, NULL, NULL);
    status = call_relation(&call, relation, &made);
    if (status != ASSAY_OK) {
        if (status == ASSAY_EUSAGE)
            assay_fail(err, status, "%s; `assay list relations` names all", s->error.text);
        else assay_fail(err, status, "%s: %s", relation, status == ASSAY_ENOMEM ? "memory ran out" : s->error.text);
        scoring_free(s);
        return status;
    }
    *to = (assay_matrix){ .relation = *made, .owner = s };
    return ASSAY_OK;
}

void assay_matrix_free(assay_matrix *matrix)
{
    scoring_free(matrix->owner);
    *matrix = (assay_matrix){ 0 };
}
