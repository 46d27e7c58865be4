/* estimator_data.h -- what the tests of the estimators share: golden records, their data, random columns. */
#ifndef ASSAY_ESTIMATOR_DATA_H
#define ASSAY_ESTIMATOR_DATA_H

#include "assay.h"
#include "testing.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARED static inline __attribute__((unused))

/* ASSAY_TEST_SCALE=10 repeats random parts ten times as often. */
SHARED size_t test_repeats(size_t usual)
{
    const char *scale = getenv("ASSAY_TEST_SCALE");
    const long factor = scale ? strtol(scale, NULL, 10) : 1;
    return factor > 1 ? usual * (size_t)factor : usual;
}

SHARED json_t *golden_read(const char *path)
{
    json_error_t error;
    json_t *list = json_load_file(path, 0, &error);
    if (!list) fail_msg("%s: %s", path, error.text);
    return list;
}

SHARED int golden_is(const json_t *record, const char *metric, const char *scenario)
{
    return strcmp(json_string_value(json_object_get(record, "metric")), metric) == 0 &&
           (!scenario || strcmp(json_string_value(json_object_get(record, "scenario")), scenario) == 0);
}

SHARED double golden_param(const json_t *record, const char *name)
{
    return json_number_value(json_object_get(json_object_get(record, "params"), name));
}

SHARED double golden_value(const json_t *record, size_t at)
{
    const json_t *values = json_object_get(record, "values"), *value = json_object_get(record, "value");
    if (values) return json_number_value(json_array_get(values, at));
    return json_number_value(value ? value : json_object_get(record, "mean"));
}

/* The record's data set, built anew. */
SHARED void golden_data(const json_t *record, assay_data *to)
{
    const char *scenario = json_string_value(json_object_get(record, "scenario"));
    const json_t *params = json_object_get(record, "params");
    char text[256] = "";
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)params, name, value)
    {
        const char *id = strcmp(name, "k") == 0 ? "copies" : strcmp(name, "m") == 0 ? "known" : name;
        const size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s%s=%.17g", used ? ":" : "", id, json_number_value(value));
    }
    assay_error err = { "" };
    const assay_status st = assay_generate(scenario, text, (size_t)json_integer_value(json_object_get(record, "n")),
                                           (uint64_t)json_integer_value(json_object_get(record, "seed")), to, &err);
    if (st != ASSAY_OK) fail_msg("%s %s: %s", scenario, text, err.text);
}

/* A column to [0, 1] by its own range. */
SHARED void column_unit(double *x, size_t n)
{
    double low = x[0], high = x[0];
    for (size_t s = 0; s < n; s++) low = fmin(low, x[s]), high = fmax(high, x[s]);
    const double scale = 1.0 / (high > low ? high - low : 1.0), shift = 0.0 - low * scale;
    for (size_t s = 0; s < n; s++) x[s] = x[s] * scale + shift;
}

/* Ten equal bins of a unit column; an edge belongs to the bin above it, 1 to the last. */
SHARED void column_bins(const double *unit, size_t n, int32_t *bin)
{
    for (size_t s = 0; s < n; s++) {
        bin[s] = -1;
        for (int k = 0; k < 10; k++) bin[s] += k * 0.1 <= unit[s];
    }
}

/* Labels of a factor of a golden record: itself where categorical, floor(10 v) of the others. */
SHARED void column_labels(const double *factor, size_t n, int32_t levels, int32_t *label)
{
    for (size_t s = 0; s < n; s++) label[s] = levels ? (int32_t)factor[s] : (int32_t)fmin(9.0, floor(10.0 * factor[s]));
}

SHARED double *doubles(size_t n)
{
    double *to = calloc(n ? n : 1, sizeof *to);
    if (!to) abort();
    return to;
}

SHARED int32_t *labels(size_t n)
{
    int32_t *to = calloc(n ? n : 1, sizeof *to);
    if (!to) abort();
    return to;
}

#endif
