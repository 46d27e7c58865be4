/*
 * golden_tables.h -- the published implementations of 2016 to 2026: their records, the tables these were made from, and
 * scores with the random numbers the implementation had.
 *
 * A record says in words how its factors (options.factors) or binary attributes (options.attributes) and its codes
 * (options.codes) were made of what the scenario gives; here are those words, and what they do. Words that are not
 * known fail the test.
 */
#ifndef ASSAY_GOLDEN_TABLES_H
#define ASSAY_GOLDEN_TABLES_H

#include "check.h"

static inline void table_make_levels(assay_data *data, double per_unit, int32_t levels) /* floor(per_unit v), clipped */
{
    for (size_t k = 0; k < data->n * data->n_factors; k++)
        data->factors[k] = fmin(floor(per_unit * data->factors[k]), (double)(levels - 1));
    for (size_t i = 0; i < data->n_factors; i++) data->levels[i] = levels;
}

/* 1 where v > above, or v >= above */
static inline void table_make_binary(assay_data *data, size_t i, double above, int equal_too)
{
    double *v = data->factors + i * data->n;
    for (size_t s = 0; s < data->n; s++) v[s] = v[s] > above || (equal_too && v[s] == above);
    data->levels[i] = 2;
}

static inline void table_factors(assay_data *data, const char *how)
{
    static const double half[] = { 5, 20, 10, 15 };
    const double pi = 3.14159265358979323846;
    if (!how[0] || strcmp(how, "labels") == 0) return;
    if (strcmp(how, "floor(10*v) clipped to 0..9") == 0) table_make_levels(data, 10, 10);
    else if (strcmp(how, "floor(5*v) clipped to 0..4") == 0) table_make_levels(data, 5, 5);
    else if (strcmp(how, "floor(10*v/(2 pi)) clipped to 0..9") == 0) table_make_levels(data, 10 / (2 * pi), 10);
    else
        for (size_t i = 0; i < data->n_factors; i++) {
            if (strcmp(how, "v > 0.5") == 0) table_make_binary(data, i, 0.5, 0);
            else if (strcmp(how, "v > pi") == 0) table_make_binary(data, i, pi, 0);
            else if (strcmp(how, "v >= 2") == 0) table_make_binary(data, i, 2, 1);
            else if (strcmp(how, "v >= 10") == 0) table_make_binary(data, i, 10, 1);
            else if (strncmp(how, "v >= half the levels", 20) == 0) table_make_binary(data, i, half[i], 1);
            else fail_msg("factors made how? %s", how);
        }
}

/* floor(10 (z - min) / (max - min)), clipped; a constant column 0 */
static inline void table_codes(assay_data *data, const char *how)
{
    if (strncmp(how, "floor(10*(z-min)/(max-min))", 27) != 0) return;
    for (size_t j = 0; j < data->n_codes; j++) {
        double *z = data->codes + j * data->n, low = z[0], high = z[0];
        for (size_t s = 0; s < data->n; s++) low = fmin(low, z[s]), high = fmax(high, z[s]);
        for (size_t s = 0; s < data->n; s++) z[s] = high > low ? fmin(floor(10 * (z[s] - low) / (high - low)), 9) : 0.0;
    }
}

static inline void table_of(const json_t *record, assay_data *to)
{
    const json_t *options = json_object_get(record, "options");
    golden_generate(record, to);
    table_factors(to, golden_text(options, "factors"));
    table_factors(to, golden_text(options, "attributes"));
    table_codes(to, golden_text(options, "codes"));
}

/* A record's k-th number: of values, or the value itself. */
static inline double table_value(const json_t *record, size_t k)
{
    const json_t *values = json_object_get(record, "values");
    return golden_number(values ? json_array_get(values, k) : json_object_get(record, "value"));
}

/* "metric on scenario {params} n=1000 seed=0" */
static inline void table_name(const json_t *record, const char *metric, char *to, size_t size)
{
    OWNED char *params = json_dumps(json_object_get(record, "params"), JSON_COMPACT);
    snprintf(to, size, "%s on %s %s n=%d seed=%d", metric, golden_text(record, "scenario"), params,
             (int)json_integer_value(json_object_get(record, "n")),
             (int)json_integer_value(json_object_get(record, "seed")));
}

/* Compares every record of a metric in a file, of which there are `least` or more, with the table it was made from. */
typedef void compare_record(const json_t *record, const assay_data *data, const char *what);

static inline void compare_list(const char *path, const char *metric, size_t least, compare_record *compare)
{
    size_t met = 0;
    FREED(json_freed) json_t *list = golden_load(path);
    for (size_t r = 0; r < json_array_size(list); r++) {
        char what[256];
        assay_data data = { 0 };
        const json_t *record = json_array_get(list, r);
        if (strcmp(golden_text(record, "metric"), metric) != 0) continue;
        table_of(record, &data);
        table_name(record, metric, what, sizeof what);
        compare(record, &data, what);
        assay_data_free(&data);
        met++;
    }
    if (met < least) fail_msg("%s: only %zu records of %s", path, met, metric);
}

static struct {
    const assay_metric *metric;
    uint64_t seed;
} seeded;

static inline assay_status seeded_score(const assay_rep *rep, assay_call *call)
{
    assay_stream stream;
    assay_call own = *call;
    assay_stream_seed(&stream, seeded.seed);
    own.stream = &stream;
    return seeded.metric->score(rep, &own);
}

/* The overall values of a metric's outputs, its stream being default_rng(seed); an undefined one is NaN. preset NULL:
 * default; options as "folds=5:clip=yes" or NULL. */
static inline void seeded_scores(const assay_data *data, const char *metric, const char *preset, const char *options,
                                 uint64_t seed, double *to)
{
    assay_error err = { "" };
    FREED(variant_free) variant v = { 0 };
    const assay_rep rep = assay_data_view(data);
    const assay_score *score;
    FREED(scoring_freed) scoring *s = scoring_new();
    seeded.metric = assay_metric_find(metric);
    seeded.seed = seed;
    if (!seeded.metric || !s) fail_msg("no metric %s", metric);
    assay_metric wrapped = *seeded.metric;
    wrapped.score = seeded_score;
    const assay_preset *which = wrapped.presets;
    for (size_t p = 0; preset && p < wrapped.n_presets; p++)
        if (strcmp(wrapped.presets[p].id, preset) == 0) which = &wrapped.presets[p];
    if (variant_make(&wrapped, which, options, &v, &err) != ASSAY_OK) fail_msg("%s: %s", metric, err.text);
    assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
    assert_int_equal(scoring_run(s, &v, &score), ASSAY_OK);
    for (size_t o = 0; o < wrapped.n_outputs; o++) {
        if (score[o].status != ASSAY_OK) fail_msg("%s: %s", metric, score[o].overall.undefined);
        to[o] = score[o].overall.value;
    }
}

#endif
