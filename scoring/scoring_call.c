/* What a metric's call may use: memory, streams, reasons. */
#include "scoring_inside.h"

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

assay_call call_base(scoring *s, const assay_metric *metric, const double *option, assay_series *series,
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
        .fail = call_fail,
        .jobs = s->jobs ? s->jobs : 1,
        .host = s,
        .metric = metric,
        .undefined_of = call_undefined_of,
        .number = call_number,
        .step = s->change ? call_step : NULL,
    };
}
