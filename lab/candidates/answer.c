/* Answers, read with jansson. */
#define _DEFAULT_SOURCE /* strdup, strncasecmp */
#include "answer.h"

#include "axis_name.h"
#include "plain_text.h"

#include "candidate_spec.h"
#include "limit.h"
#include "owned.h"
#include "sealed_file.h"
#include "wording.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <strings.h>

/* An answer on its way in: the first that is wrong with it. */
typedef struct reader {
    answer_kind kind;
    char *why;
} reader;

ASSAY_PRINTF(3, 4)
static void refuse(reader *r, answer_kind kind, const char *format, ...)
{
    va_list args;
    if (r->kind != ANSWER_OK) return;
    va_start(args, format);
    vsnprintf(r->why, ANSWER_WHY, format, args);
    va_end(args);
    r->kind = kind;
}

/* What was allocated, and is noted where it was not. */
static void *held(reader *r, void *allocated)
{
    if (!allocated) refuse(r, ANSWER_NO_MEMORY, "memory ran out");
    return allocated;
}

static char *copied(reader *r, const char *text) { return text ? held(r, strdup(text)) : NULL; }

static const char *text_of(const json_t *from, const char *key)
{
    return json_string_value(json_object_get(from, key));
}

/* NaN, nan, Infinity, inf, -inf where a value stands: its length and what it becomes; 0 for anything else. */
static size_t not_finite(const char *at, const char **becomes)
{
    static const char *const words[] = { "nan", "infinity", "inf" };
    const size_t sign = *at == '-' || *at == '+';
    for (size_t k = 0; k < 3; k++) {
        const size_t length = strlen(words[k]);
        if (strncasecmp(at + sign, words[k], length) != 0 || isalnum((unsigned char)at[sign + length])) continue;
        *becomes = k == 0 ? "\"nan\"" : *at == '-' ? "\"-inf\"" : "\"inf\"";
        return sign + length;
    }
    return 0;
}

/* The text with such words made strings. NULL: memory ran out. */
static char *finite_text(const char *text)
{
    char *to = zeroed(2 * strlen(text) + 8, 1); /* the shortest, three letters, become five or six */
    size_t used = 0;
    int in_string = 0;
    while (to && *text) {
        const char *becomes;
        const size_t length = in_string ? 0 : not_finite(text, &becomes);
        if (length) {
            used += (size_t)sprintf(to + used, "%s", becomes);
            text += length;
            continue;
        }
        if (*text == '"') in_string = !in_string;
        if (in_string && *text == '\\' && text[1]) to[used++] = *text++;
        to[used++] = *text++;
    }
    return to;
}

/* The beginning of a text as a message can show it. */
static const char *show(const char *text, char to[96])
{
    size_t used = 0;
    while (isspace((unsigned char)*text)) text++;
    for (; *text && used < 88; text++) to[used++] = (unsigned char)*text < ' ' || *text == 127 ? ' ' : *text;
    snprintf(to + used, 96 - used, "%s", *text ? "..." : "");
    return to;
}

/* NULL: it cannot be read. */
static json_t *read_json(const char *text, reader *r)
{
    json_error_t error;
    char shown[96];
    json_t *to = json_strict(text, strlen(text), &error);
    OWNED char *finite = to ? NULL : held(r, finite_text(text));
    if (finite) to = json_strict(finite, strlen(finite), &error);
    if (!to && errno == ENOMEM) (void)held(r, NULL);
    if (to || r->kind != ANSWER_OK) return to;
    if (json_error_code(&error) == json_error_duplicate_key)
        refuse(r, ANSWER_BROKEN, "candidate-garbage: a key comes twice in the answer: %s", show(text, shown));
    if (!text[strspn(text, " \t\r\n")]) refuse(r, ANSWER_BROKEN, "candidate-garbage: an empty answer");
    refuse(r, ANSWER_BROKEN,
           "candidate-garbage: the answer is not JSON: %s (standard output is for the answer alone, a number, an array "
           "or an object; all else is for standard error)",
           show(text, shown));
    return NULL;
}

static json_t *read_object(const char *line, reader *r)
{
    char shown[96];
    json_t *to = read_json(line, r);
    if (!to || json_is_object(to)) return to;
    json_decref(to);
    refuse(r, ANSWER_BROKEN, "candidate-garbage: the answer is not a JSON object: %s", show(line, shown));
    return NULL;
}

/* {"error": "text"}, with the kind that assay's own hosts add. */
static void look_for_error(const json_t *answer, reader *r)
{
    const char *text = text_of(answer, "error"), *kind = text_of(answer, "kind");
    if (!json_object_get(answer, "error")) return;
    if (kind && strcmp(kind, "no-numpy") == 0) refuse(r, ANSWER_NO_NUMPY, "%s", text ? text : "no NumPy");
    refuse(r, ANSWER_REFUSED, "candidate-%s: %s",
           kind && (strcmp(kind, "memory") == 0 || strcmp(kind, "shape") == 0) ? kind : "error",
           text ? text : "an error without a text");
}

void described_free(described *d)
{
    for (size_t o = 0; o < d->n_outputs; o++) free(d->output[o].name);
    for (size_t k = 0; k < d->n_files; k++) free(d->file[k]);
    free(d->file);
    free(d->output);
    free(d->name);
    free(d->title);
    free(d->understood);
    *d = (described){ 0 };
}

static int32_t axis_of(const char *word)
{
    for (int32_t axis = 0; axis < 3; axis++)
        if (strcmp(word, axis_name(axis)) == 0) return axis;
    return -1;
}

static void read_measures(const json_t *from, uint32_t *to, reader *r)
{
    const json_t *list = json_object_get(from, "measures");
    size_t k;
    json_t *word;
    if (!list || json_is_null(list)) return;
    *to = 0;
    if (!json_is_array(list)) refuse(r, ANSWER_REFUSED, "candidate-error: \"measures\" is not a list");
    json_array_foreach(list, k, word)
    {
        const char *text = json_string_value(word) ? json_string_value(word) : "";
        const uint32_t one = spec_property(text, strlen(text));
        if (!one)
            refuse(r, ANSWER_REFUSED,
                   "candidate-error: it claims to measure '%.40s'; modularity, compactness and explicitness are known",
                   text);
        *to |= one;
    }
}

/* A description is no larger than the limits; one that is says so. */
static void hold_against(limit_id id, size_t wanted, reader *r)
{
    assay_error err = { "" };
    if (limit_check(id, (double)wanted, "its description", &err) != ASSAY_OK)
        refuse(r, ANSWER_REFUSED, "candidate-error: %s", err.text);
}

/* A bound of an output's range; one that is not there stays, null and infinity are none. */
static int read_bound(const json_t *from, double none, double *to)
{
    const char *word = json_string_value(from);
    if (!from) return 1;
    if (json_is_null(from) || (word && strcmp(word, none < 0.0 ? "-inf" : "inf") == 0)) *to = none;
    else if (json_is_number(from)) *to = json_number_value(from);
    else return 0;
    return 1;
}

/* 0: "low" or "high" is no bound, or they are not in this order. */
static int read_range(const json_t *from, described_output *to)
{
    return read_bound(json_object_get(from, "low"), -INFINITY, &to->low) &&
           read_bound(json_object_get(from, "high"), INFINITY, &to->high) && to->low < to->high;
}

static const described_output nothing_said = { .low = 0.0, .high = 1.0 };

/* all: what the description says of all outputs; one may say otherwise. */
static void describe_output(const json_t *from, const described_output *all, described *to, reader *r)
{
    const char *name = json_is_string(from) ? json_string_value(from) : text_of(from, "name");
    const char *axis = text_of(from, "axis");
    described_output output = *all;
    output.axis = axis ? axis_of(axis) : ASSAY_OVERALL;
    if (!name || !*name) refuse(r, ANSWER_REFUSED, "candidate-error: an output without a name");
    hold_against(LIMIT_NAME_BYTES, name ? strlen(name) : 0, r);
    if (output.axis < 0)
        refuse(r, ANSWER_REFUSED,
               "candidate-error: output '%.60s' has the axis '%.40s'; there are overall, factor and code", name, axis);
    if (!read_range(from, &output))
        refuse(r, ANSWER_REFUSED,
               "candidate-error: the range of output '%.60s' is none: \"low\" is a number below \"high\" (0 and 1 "
               "where not said), or null for no bound",
               name);
    for (size_t o = 0; o < to->n_outputs && name; o++)
        if (strcmp(to->output[o].name, name) == 0)
            refuse(r, ANSWER_REFUSED, "candidate-error: two outputs are called '%.60s'", name);
    read_measures(from, &output.measures, r);
    if (r->kind != ANSWER_OK) return;
    described_output *more = held(r, realloc(to->output, (to->n_outputs + 1) * sizeof *more));
    if (!more) return;
    to->output = more;
    output.name = copied(r, name);
    to->output[to->n_outputs++] = output;
}

static void read_files(const json_t *files, described *to, reader *r)
{
    const size_t count = json_array_size(files);
    hold_against(LIMIT_CANDIDATE_FILES, count, r);
    if (count && r->kind == ANSWER_OK) to->file = held(r, calloc(count, sizeof *to->file));
    for (size_t k = 0; k < count && r->kind == ANSWER_OK; k++) {
        const char *path = json_string_value(json_array_get(files, k));
        if (!path) refuse(r, ANSWER_REFUSED, "candidate-error: files is not a list of paths");
        else to->file[to->n_files++] = copied(r, path);
    }
}

static void describe_from(const json_t *answer, described *to, reader *r)
{
    const char *needs = text_of(answer, "needs");
    const json_t *outputs = json_object_get(answer, "outputs");
    described_output all = nothing_said;
    look_for_error(answer, r);
    read_measures(answer, &all.measures, r);
    if (!read_range(answer, &all))
        refuse(r, ANSWER_REFUSED,
               "candidate-error: \"low\" and \"high\" are no range: a number below another (0 and 1 where not said), "
               "or null for no bound");
    if (!json_array_size(outputs)) refuse(r, ANSWER_REFUSED, "candidate-error: it describes no outputs");
    hold_against(LIMIT_CANDIDATE_OUTPUTS, json_array_size(outputs), r);
    *to = (described){ .name = copied(r, text_of(answer, "name")),
                       .title = copied(r, text_of(answer, "title")),
                       .understood = copied(r, text_of(answer, "understood")),
                       .random = !json_is_true(json_object_get(answer, "deterministic")),
                       .blind = json_is_false(json_object_get(answer, "kinds")),
                       .absent = json_is_true(json_object_get(answer, "absent")),
                       .codes_alone = needs && strcmp(needs, "codes") == 0,
                       .separate = json_is_true(json_object_get(answer, "separate")) };
    for (size_t o = 0; o < json_array_size(outputs) && r->kind == ANSWER_OK; o++)
        describe_output(json_array_get(outputs, o), &all, to, r);
    read_files(json_object_get(answer, "files"), to, r);
}

answer_kind answer_describe(const char *line, described *to, char why[ANSWER_WHY])
{
    reader r = { ANSWER_OK, why };
    FREED(json_dropped) json_t *answer = read_object(line, &r);
    *to = (described){ 0 };
    if (answer) describe_from(answer, to, &r);
    if (r.kind != ANSWER_OK) described_free(to);
    return r.kind;
}

/* {"output": name, "value": x} or with "items". */
static json_t *bare_score(const char *name, json_t *value)
{
    return json_pack("{ss sO}", "output", name, json_is_array(value) ? "items" : "value", value);
}

/* A bare result as the protocol would have it; NULL, and why, where it is neither number, array nor object. `only`: the
 * name of what has none. */
static json_t *formal(const char *text, const char *only, reader *r)
{
    char shown[96];
    const char *name;
    json_t *value, *answer = read_json(text, r);
    if (!answer || json_object_get(answer, "scores") || json_object_get(answer, "undefined") ||
        json_object_get(answer, "error"))
        return answer;
    json_t *list = json_array();
    if (json_is_object(answer)) {
        json_object_foreach(answer, name, value) json_array_append_new(list, bare_score(name, value));
    } else if (!json_is_boolean(answer)) json_array_append_new(list, bare_score(only, answer));
    json_decref(answer);
    if (json_array_size(list)) return json_pack("{so}", "scores", list);
    json_decref(list);
    refuse(r, ANSWER_BROKEN, "candidate-garbage: neither a number nor an array nor an object: %s", show(text, shown));
    return NULL;
}

answer_kind answer_trial(const char *text, size_t n_factors, size_t n_codes, int32_t axis, const char *name,
                         described *to, char why[ANSWER_WHY])
{
    reader r = { ANSWER_OK, why };
    json_t *answer = formal(text, name, &r);
    const json_t *scores = json_object_get(answer, "scores");
    *to = (described){ 0 };
    look_for_error(answer, &r);
    if (!json_array_size(scores))
        refuse(&r, ANSWER_REFUSED,
               "candidate-error: undefined in a trial, so its outputs are unknown; state them with axis=");
    hold_against(LIMIT_CANDIDATE_OUTPUTS, json_array_size(scores), &r);
    for (size_t o = 0; o < json_array_size(scores) && r.kind == ANSWER_OK; o++) {
        const json_t *score = json_array_get(scores, o), *items = json_object_get(score, "items");
        const char *own = text_of(score, "output") ? text_of(score, "output") : "";
        const size_t count = json_array_size(items);
        const int32_t of = axis >= 0            ? axis
                           : !items             ? ASSAY_OVERALL
                           : count == n_factors ? ASSAY_PER_FACTOR
                           : count == n_codes   ? ASSAY_PER_CODE
                                                : -1;
        if (of < 0)
            refuse(&r, ANSWER_REFUSED,
                   "candidate-shape: %.60s has %zu items in a trial with %zu factors and %zu codes, one for each of "
                   "either is wanted",
                   own, count, n_factors, n_codes);
        json_t *output = json_pack("{ss ss}", "name", own, "axis", axis_name(of < 0 ? ASSAY_OVERALL : of));
        describe_output(output, &nothing_said, to, &r);
        json_decref(output);
    }
    json_decref(answer);
    if (r.kind != ANSWER_OK) described_free(to);
    return r.kind;
}

enum { LONGEST_WORD = 40 };

/* Letters that the word of a reason may have, from the beginning of text on. */
static size_t word_length(const char *text)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz-");
    return length < LONGEST_WORD ? length : 0;
}

/* "constant-factor: factor 2" keeps its word; a text without one gets ours. */
static double undefined_text(assay_call *call, char *text)
{
    const size_t word = word_length(text);
    if (!word || text[word] != ':' || text[word + 1] != ' ')
        return call->undefined(call, "candidate-undefined", "%s", text);
    text[word] = '\0';
    return call->undefined(call, text, "%s", text + word + 2);
}

/* A reason: a text, or {"word": "constant-factor", "factor": 2, "text": "factor # is constant"}. */
static double undefined_because(assay_call *call, const json_t *reason)
{
    char text[420];
    const json_t *factor = json_object_get(reason, "factor"), *code = json_object_get(reason, "code");
    const json_t *number = factor ? factor : code;
    const char *word = text_of(reason, "word");
    const char *said = json_is_object(reason) ? text_of(reason, "text") : json_string_value(reason);
    snprintf(text, sizeof text, "%s", said ? said : "");
    text_make_plain(text);
    if (!json_is_object(reason)) return undefined_text(call, text);
    if (!word || !word_length(word) || word[word_length(word)]) word = "candidate-undefined";
    if (!json_is_integer(number) || json_integer_value(number) < 0) return call->undefined(call, word, "%s", text);
    const int32_t axis = factor ? ASSAY_PER_FACTOR : ASSAY_PER_CODE;
    return call->undefined_of(call, axis, (size_t)json_integer_value(number), word, "%s", text);
}

/* The member that says why, where it does. */
static const json_t *reason_in(const json_t *of) { return json_is_string(of) || text_of(of, "text") ? of : NULL; }

/* A number, or why it is none; 0 where it is neither. */
static int take_value(const json_t *from, const json_t *reason, assay_call *call, double *to)
{
    const char *word = json_string_value(from);
    if (json_is_number(from)) *to = json_number_value(from);
    else if (reason) *to = undefined_because(call, reason);
    else if (json_is_null(from)) *to = call->undefined(call, "candidate-undefined", "it gave no value");
    else if (word && strcmp(word, "nan") == 0) *to = call->undefined(call, "candidate-nonfinite", "it returned NaN");
    else if (word && (strcmp(word, "inf") == 0 || strcmp(word, "-inf") == 0))
        *to = call->undefined(call, "candidate-nonfinite", "it returned %sinfinity", *word == '-' ? "minus " : "");
    else if (word) *to = undefined_because(call, from); /* a bare result that is a text says why there is none */
    else return 0;
    return 1;
}

static void take_items(const json_t *score, const char *name, assay_call *call, assay_series *to, reader *r)
{
    const json_t *items = json_object_get(score, "items"), *reasons = json_object_get(score, "reasons");
    const size_t count = json_array_size(items);
    if ((!items || json_is_null(items) || count == 0) && to->n_items == 0) return;
    if (!json_is_array(items) || count != to->n_items)
        refuse(r, ANSWER_REFUSED, "candidate-shape: %.60s has %zu items where %zu are wanted%s", name, count,
               to->n_items, to->n_items ? "" : ": on trial it had none; its `outputs` can say of what they are");
    for (size_t k = 0; k < count && r->kind == ANSWER_OK; k++)
        if (!take_value(json_array_get(items, k), reason_in(json_array_get(reasons, k)), call, &to->items[k]))
            refuse(r, ANSWER_REFUSED, "candidate-shape: item %zu of %.60s is not a number", k, name);
}

static void all_are(double value, assay_series *to)
{
    to->value = value;
    for (size_t k = 0; k < to->n_items; k++) to->items[k] = value;
}

static void take_score(const json_t *score, const char *name, assay_call *call, assay_series *to, reader *r)
{
    const json_t *reason = reason_in(json_object_get(score, "undefined")), *value = json_object_get(score, "value"),
                 *items = json_object_get(score, "items");
    double undefined;
    if (!items && to->n_items && (reason || json_is_null(value) || json_is_string(value)) &&
        take_value(reason ? NULL : value, reason, call, &undefined)) {
        all_are(undefined, to);
        return;
    }
    take_items(score, name, call, to, r);
    if (r->kind != ANSWER_OK || ((!value || json_is_null(value)) && !reason && to->n_items)) return; /* items' mean */
    if (!value && !reason)
        refuse(r, ANSWER_REFUSED, "candidate-shape: %.60s has no value%s", name,
               json_array_size(items) ? " but items, and it is an overall output" : "");
    else if (!take_value(value, reason, call, &to->value))
        refuse(r, ANSWER_REFUSED, "candidate-shape: the value of %.60s is not a number", name);
}

static const json_t *score_called(const json_t *scores, const char *name, size_t n_outputs)
{
    const json_t *found = NULL;
    for (size_t k = 0; k < json_array_size(scores); k++) {
        const char *own = text_of(json_array_get(scores, k), "output");
        if (own ? strcmp(own, name) == 0 : n_outputs == 1) found = json_array_get(scores, k);
    }
    return found;
}

static void take_scores(const json_t *answer, const char *const *name, assay_call *call, reader *r)
{
    const json_t *scores = json_object_get(answer, "scores");
    const json_t *undefined = reason_in(json_object_get(answer, "undefined"));
    const size_t n = call->metric->n_outputs;
    look_for_error(answer, r);
    if (!undefined && !json_is_array(scores))
        refuse(r, ANSWER_BROKEN, "candidate-garbage: neither \"scores\" nor \"undefined\" nor \"error\"");
    if (!undefined && json_array_size(scores) > n)
        refuse(r, ANSWER_REFUSED, "candidate-shape: %zu scores for %zu outputs", json_array_size(scores), n);
    for (size_t o = 0; o < n && r->kind == ANSWER_OK; o++) {
        const json_t *found = score_called(scores, name[o], n);
        if (undefined) all_are(undefined_because(call, undefined), &call->series[o]);
        else if (found) take_score(found, name[o], call, &call->series[o], r);
        else refuse(r, ANSWER_REFUSED, "candidate-shape: no score for its output %.60s", name[o]);
    }
}

answer_kind answer_scores(const char *line, const char *const *name, uint64_t cell, int loose, assay_call *call,
                          char why[ANSWER_WHY])
{
    reader r = { ANSWER_OK, why };
    FREED(json_dropped) json_t *answer = loose ? formal(line, name[0], &r) : read_object(line, &r);
    const json_t *echo = json_object_get(answer, "cell");
    if (!loose && echo && (uint64_t)json_integer_value(echo) != cell)
        refuse(&r, ANSWER_BROKEN, "candidate-garbage: an answer to another request");
    if (r.kind == ANSWER_OK) take_scores(answer, name, call, &r);
    return r.kind;
}

int answer_changes(const char *line, char *to, size_t size)
{
    static const char *const known[] = { "factors", "codes" };
    char ignored[ANSWER_WHY];
    reader r = { ANSWER_OK, ignored };
    wording w = wording_in(to, size);
    FREED(json_dropped) json_t *answer = strstr(line, "\"changed\"") ? read_object(line, &r) : NULL;
    const json_t *list = json_object_get(answer, "changed");
    for (size_t a = 0; a < 2; a++) {
        int has = 0;
        for (size_t k = 0; k < json_array_size(list); k++) {
            const char *one = json_string_value(json_array_get(list, k));
            has |= one && strcmp(one, known[a]) == 0;
        }
        if (has) wording_join(&w, " and ", known[a]);
    }
    return w.used > 0;
}
