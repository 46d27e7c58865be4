/*
 * Metrics of sparse codes and their directions against values made with NumPy from the definitions
 * (tests/golden/sparse2026.json): first the tables, bit by bit, then the scores.
 */
#include "counted.h"
#include "sparse_world.h"

#include <nettle/md5.h>

static const char path[] = "tests/golden/sparse2026.json";

/* ---- the tables ---- */

/* Element k of an array in the order of NumPy, row by row, `columns` of them; `across`: ours is column by column. */
static double element(const double *x, size_t rows, size_t columns, size_t k, int across)
{
    return across ? x[k % columns * rows + k / columns] : x[k];
}

static void check_array(const json_t *record, const char *name, const double *x, size_t rows, size_t columns,
                        int across)
{
    const json_t *print = json_object_get(json_object_get(record, "fingerprints"), name);
    struct md5_ctx sum;
    unsigned char digest[MD5_DIGEST_SIZE];
    char got[2 * MD5_DIGEST_SIZE + 1], what[256];
    md5_init(&sum);
    for (size_t k = 0; k < rows * columns; k++) {
        const double one = element(x, rows, columns, k, across);
        md5_update(&sum, sizeof one, (const uint8_t *)&one);
    }
    md5_digest(&sum, sizeof digest, digest);
    for (size_t k = 0; k < sizeof digest; k++) snprintf(got + 2 * k, 3, "%02x", digest[k]);
    sparse_name(record, what, sizeof what);
    if (strcmp(got, golden_text(print, "md5")) != 0) fail_msg("%s: %s is another array", what, name);
}

/* Calls `check` with each record of a metric, and fails where there are fewer than `least`. */
static void each_record(const char *metric, size_t least, void (*check)(const json_t *record, const assay_data *data))
{
    json_t *list = golden_load(path);
    size_t met = 0;
    for (size_t r = 0; r < json_array_size(list); r++) {
        const json_t *record = json_array_get(list, r);
        sparse_world w;
        assay_data data = { 0 };
        if (strcmp(golden_text(record, "metric"), metric) != 0) continue;
        sparse_data_of(record, &w, &data);
        check(record, &data);
        assay_data_free(&data);
        met++;
    }
    if (met < least) fail_msg("%s: only %zu records of %s", path, met, metric);
    json_decref(list);
}

static void check_tables(const json_t *record, const assay_data *data)
{
    check_array(record, "factors", data->factors, data->n, data->n_factors, 1);
    check_array(record, "codes", data->codes, data->n, data->n_codes, 1);
    check_array(record, "directions", data->directions, data->n_codes, data->dims, 0);
    check_array(record, "true_directions", data->true_directions, data->n_factors, data->dims, 0);
}

TEST(tables_are_the_same) { each_record("tables", 30, check_tables); }

/* ---- the scores ---- */

/* The options of a record as ours are written; ours are called as theirs but for what is said here. */
static void options_of(const json_t *record, char *to, size_t size)
{
    size_t used = 0;
    const char *key;
    json_t *word;
    to[0] = '\0';
    json_object_foreach(json_object_get(record, "options"), key, word)
    {
        const char *text = json_string_value(word);
        const int by_means = strcmp(text, "F1 of the mean precision and recall") == 0;
        if (strcmp(key, "mean") == 0 && !by_means) continue; /* an output of its own */
        used += (size_t)snprintf(to + used, size - used, ":%s=%s", key, by_means ? "means" : text);
    }
}

static int is_by_factor(const json_t *record)
{
    return strncmp(golden_text(json_object_get(record, "options"), "mean"), "over factors", 12) == 0;
}

static void check_output(const json_t *record, const assay_data *data, const char *metric, const char *output)
{
    char options[128], list[192], what[256];
    options_of(record, options, sizeof options);
    snprintf(list, sizeof list, "%s%s%s", metric, options[0] ? "@default" : "", options);
    sparse_name(record, what, sizeof what);
    assay_scores scores = scores_of(data, list);
    size_t o = 0;
    while (o < scores.count && strcmp(scores.at[o].output, output) != 0) o++;
    assert_true(o < scores.count);
    check_near(scores.at[o].overall.value, json_number_value(json_object_get(record, "value")), 1e-9, what);
    const json_t *values = json_object_get(record, "values");
    for (size_t k = 0; k < json_array_size(values); k++) {
        const json_t *want = json_array_get(values, k);
        const assay_item *got = &scores.at[o].items[k];
        const int unmatched = strcmp(metric, "mcc-directions") == 0 && json_number_value(want) == 0.0;
        assert_int_equal(scores.at[o].n_items, json_array_size(values));
        if (json_is_null(want) || unmatched) assert_true(isnan(got->value));
        else check_near(got->value, json_number_value(want), 1e-9, what);
    }
    assay_scores_free(&scores);
}

static void check_matched(const json_t *record, const assay_data *data)
{
    check_output(record, data, "mcc-directions", "mcc-directions");
}

static void check_detectors(const json_t *record, const assay_data *data)
{
    check_output(record, data, "detectors", is_by_factor(record) ? "f1-by-factor" : golden_text(record, "metric"));
}

TEST(matched_directions) { each_record("mcc-directions", 120, check_matched); }

TEST(detectors)
{
    each_record("uniqueness", 120, check_detectors);
    each_record("precision", 81, check_detectors);
    each_record("recall", 81, check_detectors);
    each_record("f1", 135, check_detectors);
    each_record("accuracy", 81, check_detectors);
}

/* Which column of a record is which output with which option. */
static const struct {
    const char *column, *options;
    size_t output;
} columns[] = {
    { "l0", "", 0 },
    { "l0_positive", ":active=positive", 0 },
    { "explained_variance", "", 1 },
    { "explained_variance_mean_over_dims", ":variance=dims", 1 },
    { "explained_variance_centred", ":variance=centred", 1 },
    { "explained_power", ":variance=power", 1 },
    { "shrinkage", "", 2 },
    { "shrinkage_ratio_of_means", ":shrinkage=norms", 2 },
    { "shrinkage_slope", ":shrinkage=slope", 2 },
    { "reconstruction_bias", ":shrinkage=bias", 2 },
    { "dead_share", "", 3 },
    { "dense_share", "", 4 },
};

static void check_reconstruction(const json_t *record, const assay_data *data)
{
    const json_t *names = json_object_get(record, "columns"), *values = json_object_get(record, "values");
    for (size_t c = 0; c < ASSAY_COUNT(columns); c++) {
        char list[128], what[256];
        size_t k = 0;
        while (k < json_array_size(names) &&
               strcmp(json_string_value(json_array_get(names, k)), columns[c].column) != 0)
            k++;
        assert_true(k < json_array_size(values));
        sparse_name(record, what, sizeof what);
        snprintf(list, sizeof list, "reconstruction@default%s", columns[c].options);
        snprintf(what + strlen(what), sizeof what - strlen(what), ", %s", columns[c].column);
        assay_scores scores = scores_of(data, list);
        const double want = json_number_value(json_array_get(values, k));
        check_near(scores.at[columns[c].output].overall.value, want, 1e-9, what);
        assay_scores_free(&scores);
    }
}

TEST(reconstruction) { each_record("basic", 30, check_reconstruction); }

TESTS_MAIN
