#include "reasons.h"

#include "growing.h"
#include "reason.h"

#include <math.h>
#include <string.h>

/* A quiet NaN with a mark of ours; the low 32 bits are the reason's number, 0 for a value nobody has written yet. */
static const uint64_t NAN_MARK = 0x7FF8A55A00000000u;

enum { LONGEST = sizeof((assay_error *)0)->text + 64 }; /* of a metric that failed */

struct kept_reason {
    assay_reason parts;
    char *written;
    uint32_t before; /* the number of the one before it in its chain */
};

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

double reasons_untouched(void) { return nan_numbered(0); }

int reasons_is_untouched(double value) { return isnan(value) && nan_number(value) == 0; }

static int is_same(const kept_reason *kept, const assay_reason *why, const char *written)
{
    return kept->parts.axis == why->axis && kept->parts.index == why->index && strcmp(kept->written, written) == 0;
}

static uint32_t *chain_of(reasons *r, const char *written)
{
    uint32_t hash = 2166136261u;
    for (; *written; written++) hash = (hash ^ (unsigned char)*written) * 16777619u; /* FNV-1a */
    return &r->last[(hash ^ hash >> 16) % REASON_CHAINS];
}

static const kept_reason *keep(arena *memory, const assay_reason *why, const char *written, uint32_t before)
{
    kept_reason *to = arena_alloc(memory, 1, sizeof *to);
    if (!to) return NULL;
    to->parts = (assay_reason){ arena_text(memory, why->word), arena_text(memory, why->text), why->axis, why->index };
    to->written = arena_text(memory, written);
    to->before = before;
    return to->parts.word && to->parts.text && to->written ? to : NULL;
}

static int make_room(reasons *r)
{
    const kept_reason **more = grown(r->at, sizeof *more, r->n, &r->room);
    if (more) r->at = more;
    return more != NULL;
}

double reasons_add(reasons *r, arena *memory, const assay_reason *why)
{
    char written[LONGEST];
    reason_print(why, r->named, written, sizeof written);
    uint32_t *last = chain_of(r, written);
    for (uint32_t k = *last; k; k = r->at[k - 1]->before)
        if (is_same(r->at[k - 1], why, written)) return nan_numbered(k);
    const kept_reason *kept = make_room(r) ? keep(memory, why, written, *last) : NULL;
    if (!kept) {
        r->out_of_memory = 1;
        return NAN;
    }
    r->at[r->n++] = kept;
    *last = (uint32_t)r->n;
    return nan_numbered(r->n);
}

assay_item reasons_item(const reasons *r, double value)
{
    static const assay_reason unexplained = { "not-finite", "the metric returned NaN or infinity without a reason",
                                              ASSAY_OVERALL, 0 };
    if (isfinite(value)) return (assay_item){ .value = value };
    const size_t number = nan_number(value);
    if (isnan(value) && number >= 1 && number <= r->n) {
        const kept_reason *kept = r->at[number - 1];
        return (assay_item){ NAN, kept->written, &kept->parts };
    }
    return (assay_item){ NAN, "not-finite: the metric returned NaN or infinity without a reason", &unexplained };
}

void reasons_clear(reasons *r)
{
    if (r->n) memset(r->last, 0, sizeof r->last);
    r->n = 0;
    r->out_of_memory = 0;
}

void reasons_free(reasons *r)
{
    free(r->at);
    *r = (reasons){ 0 };
}
