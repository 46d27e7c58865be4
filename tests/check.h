/* check.h -- what the test programs share: comparing, small representations, scores by name, golden records. */
#ifndef ASSAY_CHECK_H
#define ASSAY_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "assay.h"
#include "columns.h"
#include "relation.h"
#include "scoring.h"
#include "testing.h"

/* Fails, saying what, unless got is within tol of want; a NaN fails. */
static inline void check_near(double got, double want, double tol, const char *what)
{
    if (!(fabs(got - want) <= tol))
        fail_msg("%s: got %.17g, want %.17g, off by %g (allowed %g)", what, got, want, got - want, tol);
}

static inline __attribute__((unused)) void json_freed(json_t **value) { json_decref(*value); }
static inline __attribute__((unused)) void scoring_freed(scoring **s) { scoring_free(*s); }

/* The random parts are repeated ASSAY_TEST_SCALE times as often. */
static inline unsigned check_repeats(unsigned usual)
{
    const char *scale = getenv("ASSAY_TEST_SCALE");
    const int times = scale ? atoi(scale) : 1;
    return usual * (unsigned)(times > 0 ? times : 1);
}

/* factors and codes column by column; levels may be NULL (all continuous) */
static inline void data_of(assay_data *to, size_t n, size_t m, size_t d, const double *factors, const double *codes,
                           const int32_t *levels)
{
    assert_int_equal(assay_data_shape(to, n, m, d), ASSAY_OK);
    memcpy(to->factors, factors, n * m * sizeof *factors);
    memcpy(to->codes, codes, n * d * sizeof *codes);
    if (levels) memcpy(to->levels, levels, m * sizeof *levels);
}

/* The data of a scenario at a point. */
static inline void data_at(assay_data *to, const char *scenario, const char *point, size_t n, uint64_t seed)
{
    assay_error err = { "" };
    if (assay_generate(scenario, point, n, seed, to, &err) != ASSAY_OK)
        fail_msg("%s %s: %s", scenario, point, err.text);
}

/* Columns become sparse ones of the same values. */
static inline void data_take_sparse(double **whole, size_t n, size_t columns, assay_sparse *to)
{
    sparse_entry *all = calloc(n * columns + 1, sizeof *all);
    assert_non_null(all);
    for (size_t k = 0; k < n * columns; k++)
        all[k] = (sparse_entry){ (uint32_t)(k % n), (uint32_t)(k / n), (*whole)[k] };
    assert_int_equal(sparse_gather(all, n * columns, columns, to), ASSAY_OK);
    free(all);
    free(*whole);
    *whole = NULL;
}

static inline void data_make_labels(assay_data *data, int32_t levels) /* floor(levels v), clipped */
{
    for (size_t k = 0; k < data->n * data->n_factors; k++) {
        const double label = floor((double)levels * data->factors[k]);
        data->factors[k] = label < levels ? label : levels - 1;
    }
    for (size_t i = 0; i < data->n_factors; i++) data->levels[i] = levels;
}

/* The scores of a list; free with assay_scores_free. */
static inline __attribute__((unused)) assay_scores scores_drawn(const assay_data *data, const char *list, uint64_t seed,
                                                                uint32_t jobs)
{
    assay_scores scores;
    assay_error err = { "" };
    const assay_rep rep = assay_data_view(data);
    if (assay_score_all(&rep, list, seed, "", "", jobs, &scores, &err) != ASSAY_OK) fail_msg("%s: %s", list, err.text);
    return scores;
}

static inline assay_scores scores_of(const assay_data *data, const char *list)
{
    return scores_drawn(data, list, 0, 1);
}

/* The overall value of the first output; fails if it is undefined. */
static inline double score_of(const assay_data *data, const char *name)
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, name);
    const double value = scores.at[0].overall.value;
    if (scores.at[0].overall.undefined) fail_msg("%s is undefined: %s", name, scores.at[0].overall.undefined);
    return value;
}

/* Fails unless the overall value is undefined and its reason begins with the word. */
static inline void check_undefined(const assay_data *data, const char *name, const char *word)
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, name);
    const assay_score *score = &scores.at[0];
    if (score->status != ASSAY_OK) fail_msg("%s failed: %s", name, score->overall.undefined);
    if (!score->overall.undefined) fail_msg("%s: got %.17g, want undefined (%s)", name, score->overall.value, word);
    if (!isnan(score->overall.value)) fail_msg("%s: undefined with a value", name);
    if (strncmp(score->overall.undefined, word, strlen(word)) != 0 || score->overall.undefined[strlen(word)] != ':')
        fail_msg("%s: the reason is '%s', want %s", name, score->overall.undefined, word);
}

/* Fails unless an output (SIZE_MAX: not an item, the overall value) is undefined for this reason. */
static inline void check_reason(const assay_data *data, const char *metric, size_t output, size_t item,
                                const char *reason)
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, metric);
    const assay_score *score = &scores.at[output];
    const char *got = item == SIZE_MAX ? score->overall.undefined : score->items[item].undefined;
    if (!got || strcmp(got, reason) != 0) fail_msg("%s: %s, want %s", metric, got ? got : "defined", reason);
}

static struct {
    const char *id;
    double *value, *factor_total, *code_total;
} check_asked;

static inline assay_status check_ask(const assay_rep *rep, assay_call *call)
{
    const assay_relation *relation;
    const assay_status status = call->relation(call, check_asked.id, &relation);
    if (status != ASSAY_OK) return status;
    memcpy(check_asked.value, relation->value, rep->n_factors * rep->n_codes * sizeof(double));
    memcpy(check_asked.factor_total, relation->factor_total, rep->n_factors * sizeof(double));
    memcpy(check_asked.code_total, relation->code_total, rep->n_codes * sizeof(double));
    call->series[0].value = 0;
    return ASSAY_OK;
}

/* value[M d], factor_total[M], code_total[d] of a relation on data */
static inline void relation_of(const assay_data *data, const char *id, double *value, double *factor_total,
                               double *code_total)
{
    static const assay_output output = { "ask", ASSAY_OVERALL, 0, 0, 1 };
    static const assay_metric metric = {
        .abi = ASSAY_ABI, .id = "ask", .outputs = &output, .n_outputs = 1, .score = check_ask
    };
    char preset[] = "default";
    const variant v = { .metric = &metric, .id.text = preset };
    const assay_rep rep = assay_data_view(data);
    const assay_score *score;
    FREED(scoring_freed) scoring *s = scoring_new();
    check_asked.id = id;
    check_asked.value = value;
    check_asked.factor_total = factor_total;
    check_asked.code_total = code_total;
    assert_non_null(s);
    assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
    assert_int_equal(scoring_run(s, &v, &score), ASSAY_OK);
    if (score->status != ASSAY_OK) fail_msg("%s: %s", id, score->overall.undefined);
}

static inline json_t *golden_load(const char *path)
{
    json_error_t why;
    json_t *list = json_load_file(path, 0, &why);
    if (!list) fail_msg("%s: %s (tests run from the checkout's root)", path, why.text);
    return list;
}

static inline const char *golden_text(const json_t *record, const char *key)
{
    const char *text = json_string_value(json_object_get(record, key));
    return text ? text : "";
}

/* Compares every record of a metric in a file, of which there are so many. */
static inline __attribute__((unused)) void golden_each(const char *path, const char *metric, size_t count,
                                                       void (*compare)(const json_t *record))
{
    FREED(json_freed) json_t *list = golden_load(path);
    size_t met = 0;
    for (size_t r = 0; r < json_array_size(list); r++)
        if (strcmp(golden_text(json_array_get(list, r), "metric"), metric) == 0)
            compare(json_array_get(list, r)), met++;
    if (met != count) fail_msg("%s: %zu records of %s, want %zu", path, met, metric, count);
}

/* A number, or the texts nan, inf, -inf. */
static inline double golden_number(const json_t *value)
{
    if (!json_is_string(value)) return json_number_value(value);
    return strcmp(json_string_value(value), "nan") == 0   ? NAN
           : strcmp(json_string_value(value), "inf") == 0 ? INFINITY
                                                          : -INFINITY;
}

/* The data set of a record as its scenario makes it: scenario, parameters, n, seed. */
static inline void golden_generate(const json_t *record, assay_data *to)
{
    char parameters[128] = "";
    size_t used = 0;
    const char *name;
    json_t *value, *params = json_object_get(record, "params");
    json_object_foreach(params, name, value)
    {
        const char *ours = strcmp(name, "k") == 0 ? "copies" : strcmp(name, "m") == 0 ? "known" : name;
        used += (size_t)snprintf(parameters + used, sizeof parameters - used, "%s%s=%.17g", used ? ":" : "", ours,
                                 json_number_value(value));
    }
    const char *scenario = golden_text(record, "scenario");
    if (strcmp(scenario, "duplicate") == 0) snprintf(parameters + used, sizeof parameters - used, ":factors=4");
    data_at(to, scenario, parameters, (size_t)json_integer_value(json_object_get(record, "n")),
            (uint64_t)json_integer_value(json_object_get(record, "seed")));
}

/* The same, factors made labels where options.factors says so. */
static inline void golden_data(const json_t *record, assay_data *to)
{
    golden_generate(record, to);
    if (golden_text(json_object_get(record, "options"), "factors")[0]) data_make_labels(to, 10);
}

#endif
