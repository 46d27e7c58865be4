/* What a metric's call may use: memory, streams, reasons; what it writes to; whole tables of sparse ones. */
#include "scoring_inside.h"

#include "declared_range.h"
#include "limit.h"

#include <stdarg.h>

/* A block that is shared under its key. */
struct scoring_memo {
    scoring_memo *next;
    const char *key;
    void *block;
    size_t size;
};

static void *call_alloc(assay_call *call, size_t count, size_t size)
{
    scoring *s = call->host;
    return arena_alloc(&s->scratch, count, size);
}

void *call_alloc_kept(assay_call *call, size_t count, size_t size)
{
    scoring *s = call->host;
    return arena_alloc(&s->kept, count, size);
}

static void *call_recall(assay_call *call, const char *key, size_t size, int32_t *fresh)
{
    scoring *s = call->host;
    *fresh = 0;
    for (scoring_memo *m = s->memos; m; m = m->next)
        if (m->size == size && strcmp(m->key, key) == 0) return m->block;
    scoring_memo *m = arena_alloc(&s->kept, 1, sizeof *m);
    if (!m) return NULL;
    *m = (scoring_memo){
        .next = s->memos, .key = arena_text(&s->kept, key), .block = arena_alloc(&s->kept, 1, size), .size = size
    };
    if (!m->key || !m->block) return NULL;
    s->memos = m;
    *fresh = 1;
    return m->block;
}

static double add_reason(scoring *s, assay_reason why, const char *format, va_list args)
{
    char text[512];
    vsnprintf(text, sizeof text, format, args);
    why.text = text;
    return reasons_add(&s->reasons, &s->kept, &why);
}

static double call_undefined(assay_call *call, const char *reason, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const double value = add_reason(call->host, (assay_reason){ .word = reason, .axis = ASSAY_OVERALL }, format, args);
    va_end(args);
    return value;
}

static double call_undefined_of(assay_call *call, int32_t axis, size_t index, const char *reason, const char *format,
                                ...)
{
    va_list args;
    va_start(args, format);
    const double value =
        add_reason(call->host, (assay_reason){ .word = reason, .axis = axis, .index = index }, format, args);
    va_end(args);
    return value;
}

static size_t call_number(const assay_call *call, int32_t axis, size_t index)
{
    const scoring *s = call->host;
    const size_t *number = axis == ASSAY_PER_FACTOR ? s->number : axis == ASSAY_PER_CODE ? s->code_number : NULL;
    return number ? number[index] : index;
}

static assay_status call_fail(assay_call *call, assay_status status, const char *format, ...)
{
    scoring *s = call->host;
    va_list args;
    va_start(args, format);
    vsnprintf(s->error.text, sizeof s->error.text, format, args);
    va_end(args);
    return status;
}

static double call_uniform(assay_call *call) { return assay_stream_uniform(call->stream); }

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

void stream_named(const scoring *s, const char *name, assay_stream *to)
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

static void call_step(assay_call *call, const char *name, double *value, size_t rows, size_t columns)
{
    const scoring *s = call->host;
    const changing_relation step = { rows, columns, value, NULL, NULL, name };
    if (s->change) s->change(&step, s->changing);
}

assay_call call_new(scoring *s, const assay_metric *metric, const double *option, assay_series *series,
                    assay_stream *stream)
{
    return (assay_call){
        .abi = ASSAY_ABI,
        .option = option,
        .series = series,
        .stream = stream,
        .uniform = call_uniform,
        .relation = call_relation,
        .alloc = call_alloc,
        .recall = call_recall,
        .undefined = call_undefined,
        .fail = call_fail,
        .jobs = s->jobs ? s->jobs : 1,
        .host = s,
        .metric = metric,
        .undefined_of = call_undefined_of,
        .number = call_number,
        .step = s->change ? call_step : NULL,
    };
}

/* ---- from what a metric wrote to a score ---- */

static size_t axis_length(const assay_rep *rep, int32_t axis)
{
    return axis == ASSAY_PER_FACTOR ? rep->n_factors : axis == ASSAY_PER_CODE ? rep->n_codes : 0;
}

assay_series *series_new(scoring *s, const assay_metric *metric)
{
    assay_series *series = arena_alloc(&s->scratch, metric->n_outputs, sizeof *series);
    for (size_t o = 0; series && o < metric->n_outputs; o++) {
        series[o].value = reasons_untouched();
        series[o].n_items = axis_length(s->rep, metric->outputs[o].axis);
        series[o].items = arena_alloc(&s->scratch, series[o].n_items, sizeof *series[o].items);
        if (!series[o].items) return NULL;
        for (size_t k = 0; k < series[o].n_items; k++) series[o].items[k] = reasons_untouched();
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
    assay_reason first = *reasons_item(&s->reasons, series->items[0]).reason;
    if (series->n_items == 1) return reasons_add(&s->reasons, &s->kept, &first);
    char text[512];
    const int room = 398 - (int)strlen(first.word);
    snprintf(text, sizeof text, "%.*s (and all others)", room > 0 ? room : 0, first.text);
    first.text = text;
    return reasons_add(&s->reasons, &s->kept, &first);
}

assay_status series_take(scoring *s, assay_series *series, assay_score *to)
{
    if (reasons_is_untouched(series->value)) series->value = items_mean(s, series);
    assay_item *items = arena_alloc(&s->kept, series->n_items, sizeof *items);
    if (!items) return ASSAY_ENOMEM;
    for (size_t k = 0; k < series->n_items; k++) {
        items[k] = reasons_item(&s->reasons, series->items[k]);
        to->n_undefined += items[k].undefined != NULL;
        to->n_outside += (size_t)is_outside_range(items[k].value, to->low, to->high);
    }
    to->overall = reasons_item(&s->reasons, series->value);
    to->n_outside += (size_t)is_outside_range(to->overall.value, to->low, to->high);
    to->items = items;
    to->n_items = series->n_items;
    return ASSAY_OK;
}

/* ---- whole tables of a sparse representation, made once for all who cannot do without ---- */

static int lay(arena *memory, const assay_sparse *sparse, size_t n, size_t columns, const double **to)
{
    double *laid = *to ? NULL : arena_alloc(memory, n * columns, sizeof *laid);
    if (laid) columns_lay(sparse, n, columns, laid);
    if (laid) *to = laid;
    return *to != NULL;
}

static double whole_bytes(const assay_rep *rep)
{
    const double columns = (double)(rep->factors ? 0 : rep->n_factors) + (double)(rep->codes ? 0 : rep->n_codes);
    return (double)rep->n * columns * (double)sizeof(double);
}

int whole_tables_fit(const assay_rep *rep) { return whole_bytes(rep) <= limit_at(LIMIT_WHOLE_TABLES)->value; }

assay_status whole_tables(const assay_rep *rep, arena *memory, double *bytes, assay_rep *to)
{
    *to = *rep;
    *bytes = whole_bytes(rep);
    if (!whole_tables_fit(rep)) return ASSAY_EINPUT;
    to->sparse_factors = to->sparse_codes = (assay_sparse){ 0 };
    return lay(memory, &rep->sparse_factors, rep->n, rep->n_factors, &to->factors) &&
                   lay(memory, &rep->sparse_codes, rep->n, rep->n_codes, &to->codes)
               ? ASSAY_OK
               : ASSAY_ENOMEM;
}

static assay_status refuse(scoring *s, double bytes)
{
    return assay_fail(&s->error, ASSAY_EINPUT,
                      "needs whole tables of %zu rows, %zu factors and %zu codes, and these are sparse: %.3g GB, of "
                      "which %.3g GB are made (`assay list limits`, whole-tables)",
                      s->rep->n, s->rep->n_factors, s->rep->n_codes, 1e-9 * bytes,
                      1e-9 * limit_at(LIMIT_WHOLE_TABLES)->value);
}

assay_status scoring_pairs(scoring *s, const assay_metric *metric, const double *option)
{
    enum { TABLES = 4 }; /* that are held together */
    const assay_rep *rep = s->rep;
    const double bytes = TABLES * (double)sizeof(double) * (double)rep->n_factors * (double)rep->n_codes;
    const int has_none = metric->flags & (ASSAY_DIRECTIONS | ASSAY_CODES_ALONE) ||
                         (metric->flags & ASSAY_SEPARATE && !assay_metric_relation(metric, option));
    if ((rep->factors && rep->codes) || has_none) return ASSAY_OK;
    if (bytes <= limit_at(LIMIT_WHOLE_TABLES)->value) return ASSAY_OK;
    return assay_fail(
        &s->error, ASSAY_EINPUT,
        "needs tables of %zu x %zu pairs: %.3g GB, of which %.3g GB are made (`assay list limits`, whole-tables)",
        rep->n_factors, rep->n_codes, 1e-9 * bytes, 1e-9 * limit_at(LIMIT_WHOLE_TABLES)->value);
}

assay_status scoring_whole(scoring *s, const assay_rep **to)
{
    double bytes;
    assay_rep whole;
    *to = s->rep;
    if (s->rep->factors && s->rep->codes) return ASSAY_OK;
    *to = &s->whole;
    if (s->whole.abi) return ASSAY_OK;
    const assay_status status = whole_tables(s->rep, &s->kept, &bytes, &whole);
    if (status == ASSAY_OK) s->whole = whole;
    return status == ASSAY_EINPUT ? refuse(s, bytes) : status;
}

/* What is recalled points at it: it lives as long. */
assay_status scoring_parted(scoring *s, const assay_rep **to)
{
    assay_rep *parted = s->learns ? arena_alloc(&s->kept, 1, sizeof *parted) : NULL;
    if (!s->learns) return ASSAY_OK;
    if (!parted) return ASSAY_ENOMEM;
    *parted = **to;
    parted->learns = s->learns;
    *to = parted;
    return ASSAY_OK;
}
