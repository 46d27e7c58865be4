/*
 * Any line as what a candidate answers. The first byte says which answer is expected: a description, the bare result of
 * a trial, or scores of two outputs with 3 and 4 items.
 */
#include "answer.h"
#include "fuzz.h"
#include "plain_text.h"

#include <math.h>

enum { FACTORS = 3, CODES = 4 };

/* A bench that only remembers that something was undefined. */
static double undefined(assay_call *call, const char *reason, const char *format, ...)
{
    FUZZ_REQUIRE(reason[0] && strspn(reason, "abcdefghijklmnopqrstuvwxyz-") == strlen(reason) && format[0]);
    ++*(size_t *)call->host;
    return NAN;
}

static double undefined_of(assay_call *call, int32_t axis, size_t index, const char *reason, const char *format, ...)
{
    FUZZ_REQUIRE(axis == ASSAY_PER_FACTOR || axis == ASSAY_PER_CODE);
    FUZZ_REQUIRE(index <= INT64_MAX);
    return undefined(call, reason, format);
}

static void check_kind(answer_kind kind, const char *why)
{
    FUZZ_REQUIRE(kind == ANSWER_OK || kind == ANSWER_BROKEN || kind == ANSWER_REFUSED || kind == ANSWER_NO_NUMPY);
    FUZZ_REQUIRE(kind == ANSWER_OK || (why[0] && memchr(why, '\0', ANSWER_WHY)));
}

static void check_description(answer_kind kind, described *d, const char *why)
{
    check_kind(kind, why);
    FUZZ_REQUIRE((kind == ANSWER_OK) == (d->n_outputs > 0));
    for (size_t o = 0; o < d->n_outputs; o++) {
        FUZZ_REQUIRE(d->output[o].axis >= 0 && d->output[o].axis < 3 && d->output[o].measures < 8);
        for (size_t k = 0; k < o; k++) FUZZ_REQUIRE(strcmp(d->output[o].name, d->output[k].name) != 0);
    }
    described_free(d);
}

static void scores(const char *line, int loose)
{
    static const assay_output outputs[] = { { "gap", ASSAY_PER_FACTOR, 0, 0, 1 }, { "leak", ASSAY_PER_CODE, 0, 0, 1 } };
    static const assay_metric metric = { .abi = ASSAY_ABI, .id = "gap", .outputs = outputs, .n_outputs = 2 };
    static const char *const name[] = { "gap", "leak" };
    double item[FACTORS + CODES] = { 0 };
    assay_series series[] = { { .n_items = FACTORS, .items = item }, { .n_items = CODES, .items = item + FACTORS } };
    size_t count = 0;
    assay_call call = { .abi = ASSAY_ABI,
                        .series = series,
                        .undefined = undefined,
                        .undefined_of = undefined_of,
                        .metric = &metric,
                        .host = &count };
    char why[ANSWER_WHY] = "";
    const answer_kind kind = answer_scores(line, name, 3, loose, &call, why);
    check_kind(kind, why);
    size_t none = 0;
    for (size_t k = 0; k < FACTORS + CODES; k++) none += isfinite(item[k]) ? 0 : 1;
    FUZZ_REQUIRE(kind != ANSWER_OK || none == 0 || count > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    FREED(array_bytes_free) array_bytes line = fuzz_copy(data + 1, size - 1);
    char why[ANSWER_WHY] = "";
    described d;
    answer_kind kind;
    switch (data[0] % 4) {
    case 0:
        kind = answer_describe(line.at, &d, why);
        check_description(kind, &d, why);
        break;
    case 1:
        kind = answer_trial(line.at, FACTORS, CODES, -1, "gap", &d, why);
        check_description(kind, &d, why);
        break;
    default: scores(line.at, data[0] % 4 == 3); break;
    }
    text_make_plain(line.at);
    for (const char *at = line.at; *at; at++) FUZZ_REQUIRE((unsigned char)*at >= ' ' && *at != 127);
    return 0;
}
