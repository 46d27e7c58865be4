/* Answers, read with jansson. */
#define _DEFAULT_SOURCE /* strdup, strncasecmp */
#include "answer.h"

#include "axis_name.h"
#include "plain_text.h"

#include "candidate_spec.h"
#include "limit.h"
#include "wording.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

ASSAY_PRINTF(3, 4)
static answer_kind refuse(char why[ANSWER_WHY], answer_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, ANSWER_WHY, format, args);
    va_end(args);
    return kind;
}

/* ---- JSON as it comes ---- */

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
    char *to = malloc(2 * strlen(text) + 8); /* the shortest, three letters, become five or six */
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
    if (to) to[used] = '\0';
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

static answer_kind read_json(const char *text, json_t **to, char why[ANSWER_WHY])
{
    enum { flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES };
    json_error_t error;
    char shown[96];
    *to = json_loads(text, flags, &error);
    if (*to) return ANSWER_OK;
    char *finite = finite_text(text);
    if (!finite) return refuse(why, ANSWER_NO_MEMORY, "memory ran out");
    *to = json_loads(finite, flags, &error);
    free(finite);
    if (*to) return ANSWER_OK;
    if (json_error_code(&error) == json_error_duplicate_key)
        return refuse(why, ANSWER_GARBAGE, "candidate-garbage: a key comes twice in the answer: %s", show(text, shown));
    if (!text[strspn(text, " \t\r\n")]) return refuse(why, ANSWER_GARBAGE, "candidate-garbage: an empty answer");
    return refuse(
        why, ANSWER_GARBAGE,
        "candidate-garbage: the answer is not JSON: %s (standard output is for the answer alone, a number, an "
        "array or an object; all else is for standard error)",
        show(text, shown));
}

static answer_kind read_object(const char *line, json_t **to, char why[ANSWER_WHY])
{
    char shown[96];
    const answer_kind kind = read_json(line, to, why);
    if (kind != ANSWER_OK || json_is_object(*to)) return kind;
    json_decref(*to);
    *to = NULL;
    return refuse(why, ANSWER_GARBAGE, "candidate-garbage: the answer is not a JSON object: %s", show(line, shown));
}

/* {"error": "text"}, with the kind that assay's own hosts add. */
static answer_kind told_error(const json_t *answer, char why[ANSWER_WHY])
{
    const char *text = json_string_value(json_object_get(answer, "error"));
    const char *kind = json_string_value(json_object_get(answer, "kind"));
    if (!json_object_get(answer, "error")) return ANSWER_OK;
    if (kind && strcmp(kind, "no-numpy") == 0) return refuse(why, ANSWER_NO_NUMPY, "%s", text ? text : "no NumPy");
    return refuse(why, ANSWER_REFUSED, "candidate-%s: %s",
                  kind && (strcmp(kind, "memory") == 0 || strcmp(kind, "shape") == 0) ? kind : "error",
                  text ? text : "an error without a text");
}

/* ---- descriptions ---- */

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

static answer_kind read_measures(const json_t *list, uint32_t *to, char why[ANSWER_WHY])
{
    size_t k;
    json_t *word;
    if (!list || json_is_null(list)) return ANSWER_OK;
    *to = 0;
    if (!json_is_array(list)) return refuse(why, ANSWER_REFUSED, "candidate-error: \"measures\" is not a list");
    json_array_foreach(list, k, word)
    {
        const char *text = json_string_value(word) ? json_string_value(word) : "";
        const uint32_t one = spec_property(text, strlen(text));
        if (!one)
            return refuse(why, ANSWER_REFUSED,
                          "candidate-error: it claims to measure '%.40s'; modularity, compactness and "
                          "explicitness are known",
                          text);
        *to |= one;
    }
    return ANSWER_OK;
}

/* A description is no larger than the limits; one that is says so. */
static answer_kind held_against(limit_id id, size_t wanted, char why[ANSWER_WHY])
{
    assay_error err = { "" };
    if (limit_check(id, (double)wanted, "its description", &err) == ASSAY_OK) return ANSWER_OK;
    return refuse(why, ANSWER_REFUSED, "candidate-error: %s", err.text);
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
static answer_kind describe_output(const json_t *from, const described_output *all, described *to,
                                   char why[ANSWER_WHY])
{
    const char *name =
        json_is_string(from) ? json_string_value(from) : json_string_value(json_object_get(from, "name"));
    const char *axis = json_string_value(json_object_get(from, "axis"));
    described_output output = *all;
    output.axis = axis ? axis_of(axis) : ASSAY_OVERALL;
    if (!name || !*name) return refuse(why, ANSWER_REFUSED, "candidate-error: an output without a name");
    const answer_kind held = held_against(LIMIT_NAME_BYTES, strlen(name), why);
    if (held != ANSWER_OK) return held;
    if (output.axis < 0)
        return refuse(why, ANSWER_REFUSED,
                      "candidate-error: output '%.60s' has the axis '%.40s'; there are overall, factor and code", name,
                      axis);
    if (!read_range(from, &output))
        return refuse(why, ANSWER_REFUSED,
                      "candidate-error: the range of output '%.60s' is none: \"low\" is a number below \"high\" "
                      "(0 and 1 where not said), or null for no bound",
                      name);
    for (size_t o = 0; o < to->n_outputs; o++)
        if (strcmp(to->output[o].name, name) == 0)
            return refuse(why, ANSWER_REFUSED, "candidate-error: two outputs are called '%.60s'", name);
    const answer_kind kind = read_measures(json_object_get(from, "measures"), &output.measures, why);
    if (kind != ANSWER_OK) return kind;
    output.name = strdup(name);
    described_output *more = realloc(to->output, (to->n_outputs + 1) * sizeof *more);
    if (more) to->output = more;
    if (!more || !output.name) {
        free(output.name);
        return refuse(why, ANSWER_NO_MEMORY, "memory ran out");
    }
    to->output[to->n_outputs++] = output;
    return ANSWER_OK;
}

static answer_kind read_files(const json_t *files, described *to, char why[ANSWER_WHY])
{
    const size_t count = json_array_size(files);
    const answer_kind held = held_against(LIMIT_CANDIDATE_FILES, count, why);
    if (held != ANSWER_OK) return held;
    to->file = count ? calloc(count, sizeof *to->file) : NULL;
    if (count && !to->file) return refuse(why, ANSWER_NO_MEMORY, "memory ran out");
    for (size_t k = 0; k < count; k++) {
        const char *path = json_string_value(json_array_get(files, k));
        if (!path) return refuse(why, ANSWER_REFUSED, "candidate-error: files is not a list of paths");
        to->file[to->n_files] = strdup(path);
        if (!to->file[to->n_files++]) return refuse(why, ANSWER_NO_MEMORY, "memory ran out");
    }
    return ANSWER_OK;
}

static answer_kind describe_from(const json_t *answer, described *to, char why[ANSWER_WHY])
{
    const char *name = json_string_value(json_object_get(answer, "name"));
    const char *title = json_string_value(json_object_get(answer, "title"));
    const char *understood = json_string_value(json_object_get(answer, "understood"));
    const char *needs = json_string_value(json_object_get(answer, "needs"));
    const json_t *outputs = json_object_get(answer, "outputs"), *sure = json_object_get(answer, "deterministic");
    described_output all = nothing_said;
    answer_kind kind = told_error(answer, why);
    if (kind == ANSWER_OK) kind = read_measures(json_object_get(answer, "measures"), &all.measures, why);
    if (kind != ANSWER_OK) return kind;
    if (!read_range(answer, &all))
        return refuse(why, ANSWER_REFUSED,
                      "candidate-error: \"low\" and \"high\" are no range: a number below another (0 and 1 where not "
                      "said), or null for no bound");
    if (!json_array_size(outputs)) return refuse(why, ANSWER_REFUSED, "candidate-error: it describes no outputs");
    kind = held_against(LIMIT_CANDIDATE_OUTPUTS, json_array_size(outputs), why);
    if (kind != ANSWER_OK) return kind;
    to->name = name ? strdup(name) : NULL;
    to->title = title ? strdup(title) : NULL;
    to->understood = understood ? strdup(understood) : NULL;
    to->random = !json_is_true(sure);
    to->blind = json_is_false(json_object_get(answer, "kinds"));
    to->absent = json_is_true(json_object_get(answer, "absent"));
    to->codes_alone = needs && strcmp(needs, "codes") == 0;
    to->separate = json_is_true(json_object_get(answer, "separate"));
    if ((name && !to->name) || (title && !to->title) || (understood && !to->understood))
        return refuse(why, ANSWER_NO_MEMORY, "memory ran out");
    for (size_t o = 0; o < json_array_size(outputs) && kind == ANSWER_OK; o++)
        kind = describe_output(json_array_get(outputs, o), &all, to, why);
    return kind == ANSWER_OK ? read_files(json_object_get(answer, "files"), to, why) : kind;
}

answer_kind answer_describe(const char *line, described *to, char why[ANSWER_WHY])
{
    json_t *answer;
    *to = (described){ 0 };
    answer_kind kind = read_object(line, &answer, why);
    if (kind != ANSWER_OK) return kind;
    kind = describe_from(answer, to, why);
    json_decref(answer);
    if (kind != ANSWER_OK) described_free(to);
    return kind;
}

/* ---- bare results ---- */

static int is_result(const json_t *value)
{
    return json_is_number(value) || json_is_string(value) || json_is_null(value);
}

/* {"output": name, "value": x} or with "items". */
static json_t *bare_score(const char *name, json_t *value)
{
    return json_pack("{ss sO}", "output", name, json_is_array(value) ? "items" : "value", value);
}

/* A bare result as the protocol would have it; NULL where it is neither number, array nor object. `only`: the name of
 * what has none. */
static json_t *formal(json_t *answer, const char *only)
{
    const char *name;
    json_t *value;
    if (json_object_get(answer, "scores") || json_object_get(answer, "undefined") || json_object_get(answer, "error"))
        return json_incref(answer);
    json_t *list = json_array();
    if (json_is_object(answer)) {
        json_object_foreach(answer, name, value) json_array_append_new(list, bare_score(name, value));
    } else if (is_result(answer) || json_is_array(answer)) {
        json_array_append_new(list, bare_score(only, answer));
    }
    if (json_array_size(list)) return json_pack("{so}", "scores", list);
    json_decref(list);
    return NULL;
}

static answer_kind axis_of_trial(const json_t *items, const char *name, size_t n_factors, size_t n_codes, int32_t *axis,
                                 char why[ANSWER_WHY])
{
    const size_t count = json_array_size(items);
    if (*axis >= 0) return ANSWER_OK;
    *axis = !items ? ASSAY_OVERALL : count == n_factors ? ASSAY_PER_FACTOR : count == n_codes ? ASSAY_PER_CODE : -1;
    if (*axis >= 0) return ANSWER_OK;
    return refuse(why, ANSWER_REFUSED,
                  "candidate-shape: %.60s has %zu items in a trial with %zu factors and %zu codes, "
                  "one for each of either is wanted",
                  name, count, n_factors, n_codes);
}

static answer_kind describe_trial(const json_t *answer, size_t n_factors, size_t n_codes, int32_t axis, described *to,
                                  char why[ANSWER_WHY])
{
    const json_t *scores = json_object_get(answer, "scores");
    answer_kind kind = told_error(answer, why);
    if (kind != ANSWER_OK) return kind;
    if (!json_array_size(scores))
        return refuse(why, ANSWER_REFUSED,
                      "candidate-error: undefined in a trial, so its outputs are unknown; state them with axis=");
    kind = held_against(LIMIT_CANDIDATE_OUTPUTS, json_array_size(scores), why);
    for (size_t o = 0; o < json_array_size(scores) && kind == ANSWER_OK; o++) {
        const json_t *score = json_array_get(scores, o);
        const char *name = json_string_value(json_object_get(score, "output"));
        int32_t own = axis;
        kind = axis_of_trial(json_object_get(score, "items"), name ? name : "", n_factors, n_codes, &own, why);
        json_t *output = json_pack("{ss ss}", "name", name ? name : "", "axis", axis_name(own));
        if (kind == ANSWER_OK) kind = describe_output(output, &nothing_said, to, why);
        json_decref(output);
    }
    return kind;
}

answer_kind answer_trial(const char *text, size_t n_factors, size_t n_codes, int32_t axis, const char *name,
                         described *to, char why[ANSWER_WHY])
{
    json_t *answer;
    char shown[96];
    *to = (described){ 0 };
    answer_kind kind = read_json(text, &answer, why);
    if (kind != ANSWER_OK) return kind;
    json_t *plain = formal(answer, name);
    kind = plain ? describe_trial(plain, n_factors, n_codes, axis, to, why)
                 : refuse(why, ANSWER_GARBAGE, "candidate-garbage: neither a number nor an array nor an object: %s",
                          show(text, shown));
    json_decref(plain);
    json_decref(answer);
    if (kind != ANSWER_OK) described_free(to);
    return kind;
}

/* ---- scores ---- */

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
    const char *word = json_string_value(json_object_get(reason, "word"));
    const char *told = json_string_value(json_is_object(reason) ? json_object_get(reason, "text") : reason);
    snprintf(text, sizeof text, "%s", told ? told : "");
    text_make_plain(text);
    if (!json_is_object(reason)) return undefined_text(call, text);
    if (!word || !word_length(word) || word[word_length(word)]) word = "candidate-undefined";
    if (!json_is_integer(number) || json_integer_value(number) < 0) return call->undefined(call, word, "%s", text);
    const int32_t axis = factor ? ASSAY_PER_FACTOR : ASSAY_PER_CODE;
    return call->undefined_of(call, axis, (size_t)json_integer_value(number), word, "%s", text);
}

/* The member that says why, where it does. */
static const json_t *reason_in(const json_t *of)
{
    return json_is_string(of) || json_is_string(json_object_get(of, "text")) ? of : NULL;
}

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

static answer_kind take_items(const json_t *score, const char *name, assay_call *call, assay_series *to,
                              char why[ANSWER_WHY])
{
    const json_t *items = json_object_get(score, "items"), *reasons = json_object_get(score, "reasons");
    const size_t count = json_array_size(items);
    if ((!items || json_is_null(items) || count == 0) && to->n_items == 0) return ANSWER_OK;
    if (!json_is_array(items) || count != to->n_items)
        return refuse(why, ANSWER_REFUSED, "candidate-shape: %.60s has %zu items where %zu are wanted%s", name, count,
                      to->n_items, to->n_items ? "" : ": on trial it had none; its `outputs` can say of what they are");
    for (size_t k = 0; k < count; k++)
        if (!take_value(json_array_get(items, k), reason_in(json_array_get(reasons, k)), call, &to->items[k]))
            return refuse(why, ANSWER_REFUSED, "candidate-shape: item %zu of %.60s is not a number", k, name);
    return ANSWER_OK;
}

static void all_undefined(const json_t *reason, assay_call *call, assay_series *to)
{
    to->value = undefined_because(call, reason);
    for (size_t k = 0; k < to->n_items; k++) to->items[k] = to->value;
}

static answer_kind take_score(const json_t *score, const char *name, assay_call *call, assay_series *to,
                              char why[ANSWER_WHY])
{
    const json_t *reason = reason_in(json_object_get(score, "undefined"));
    const json_t *value = json_object_get(score, "value");
    const json_t *items = json_object_get(score, "items");
    if (!items && to->n_items && (reason || json_is_null(value) || json_is_string(value))) {
        double unused;
        if (reason) all_undefined(reason, call, to);
        else if (take_value(value, NULL, call, &unused)) {
            to->value = unused;
            for (size_t k = 0; k < to->n_items; k++) to->items[k] = unused;
        }
        return ANSWER_OK;
    }
    const answer_kind kind = take_items(score, name, call, to, why);
    if (kind != ANSWER_OK) return kind;
    if ((!value || json_is_null(value)) && !reason && to->n_items) return ANSWER_OK; /* the items' mean */
    if (!value && !reason)
        return refuse(why, ANSWER_REFUSED, "candidate-shape: %.60s has no value%s", name,
                      json_array_size(items) ? " but items, and it is an overall output" : "");
    if (!take_value(value, reason, call, &to->value))
        return refuse(why, ANSWER_REFUSED, "candidate-shape: the value of %.60s is not a number", name);
    return ANSWER_OK;
}

static answer_kind take_scores(const json_t *answer, const char *const *name, assay_call *call, char why[ANSWER_WHY])
{
    const json_t *scores = json_object_get(answer, "scores");
    const json_t *undefined = reason_in(json_object_get(answer, "undefined"));
    const size_t n = call->metric->n_outputs;
    answer_kind kind = told_error(answer, why);
    for (size_t o = 0; undefined && kind == ANSWER_OK && o < n; o++) all_undefined(undefined, call, &call->series[o]);
    if (kind != ANSWER_OK || undefined) return kind;
    if (!json_is_array(scores))
        return refuse(why, ANSWER_GARBAGE, "candidate-garbage: neither \"scores\" nor \"undefined\" nor \"error\"");
    if (json_array_size(scores) > n)
        return refuse(why, ANSWER_REFUSED, "candidate-shape: %zu scores for %zu outputs", json_array_size(scores), n);
    for (size_t o = 0; o < n && kind == ANSWER_OK; o++) {
        const json_t *found = NULL;
        for (size_t k = 0; k < json_array_size(scores); k++) {
            const json_t *score = json_array_get(scores, k);
            const char *own = json_string_value(json_object_get(score, "output"));
            if ((own && strcmp(own, name[o]) == 0) || (!own && n == 1)) found = score;
        }
        kind = found ? take_score(found, name[o], call, &call->series[o], why)
                     : refuse(why, ANSWER_REFUSED, "candidate-shape: no score for its output %.60s", name[o]);
    }
    return kind;
}

answer_kind answer_scores(const char *line, const char *const *name, uint64_t cell, int loose, assay_call *call,
                          char why[ANSWER_WHY])
{
    json_t *answer, *plain = NULL;
    char shown[96];
    answer_kind kind = loose ? read_json(line, &answer, why) : read_object(line, &answer, why);
    if (kind != ANSWER_OK) return kind;
    const json_t *echo = json_object_get(answer, "cell");
    plain = loose ? formal(answer, name[0]) : json_incref(answer);
    if (!loose && echo && (uint64_t)json_integer_value(echo) != cell)
        kind = refuse(why, ANSWER_GARBAGE, "candidate-garbage: an answer to another request");
    else if (!plain)
        kind = refuse(why, ANSWER_GARBAGE, "candidate-garbage: neither a number nor an array nor an object: %s",
                      show(line, shown));
    else kind = take_scores(plain, name, call, why);
    json_decref(plain);
    json_decref(answer);
    return kind;
}

int answer_changes(const char *line, char *to, size_t size)
{
    static const char *const known[] = { "factors", "codes" };
    char ignored[ANSWER_WHY];
    json_t *answer, *word;
    size_t k;
    wording w = wording_in(to, size);
    if (!strstr(line, "\"changed\"") || read_object(line, &answer, ignored) != ANSWER_OK) return 0;
    for (size_t a = 0; a < 2; a++) {
        json_array_foreach(json_object_get(answer, "changed"), k, word)
        {
            if (!json_is_string(word) || strcmp(json_string_value(word), known[a]) != 0) continue;
            wording_join(&w, " and ", known[a]);
            break;
        }
    }
    json_decref(answer);
    return w.used > 0;
}
