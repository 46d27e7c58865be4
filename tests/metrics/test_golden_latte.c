/*
 * The published numbers of Latte and of InfoMEC, on data that the scenarios regenerate.
 *
 * TOL_CONTINUOUS: columns without ties give the same neighbours whatever the noise of 1e-10, but that it can swap two of
 * them: 1e-5 was seen between random states. Discrete attributes have ties that the noise orders, so scores move with the
 * seed: there the mean over SEEDS seeds is compared with the published mean over its runs, within 4 standard deviations
 * of their difference, sqrt(s^2/5 + s'^2/SEEDS), and at least TOL_DISCRETE.
 */
#include "check.h"

#define TOL_CONTINUOUS 1e-4
#define TOL_DISCRETE 0.01
#define TOL_R2 1e-9
#define TOL_SVM 5e-3 /* a linear classifier is stopped early there: a few of 2000 rows */
enum { SEEDS = 5 };

static assay_scores scores_of_seed(const assay_data *data, const char *list, uint64_t seed)
{
    assay_scores scores;
    assay_error err = { "" };
    const assay_rep rep = assay_data_view(data);
    if (assay_score_all(&rep, list, seed, "", "", 1, &scores, &err) != ASSAY_OK) fail_msg("%s: %s", list, err.text);
    return scores;
}

static void describe_record(const json_t *record, const char *name, char *to, size_t size)
{
    char *params = json_dumps(json_object_get(record, "params"), JSON_COMPACT);
    snprintf(to, size, "%s on %s %s seed %d", name, golden_text(record, "scenario"), params,
             (int)json_integer_value(json_object_get(record, "seed")));
    free(params);
}

static int record_discrete(const json_t *record)
{
    return json_is_true(json_object_get(json_object_get(record, "options"), "discrete"));
}

/* Every item of one call; a published infinity or NaN must be undefined here. */
static void compare_items(const json_t *record, const char *name, double tol)
{
    char what[256];
    assay_data data = { 0 };
    golden_data(record, &data);
    describe_record(record, name, what, sizeof what);
    assay_scores scores = scores_of_seed(&data, name, 0);
    const json_t *values = json_object_get(record, "values");
    assert_true(scores.at[0].n_items >= json_array_size(values));
    for (size_t k = 0; k < json_array_size(values); k++)
        check_near(scores.at[0].items[k].value, golden_number(json_array_get(values, k)), tol, what);
    assay_scores_free(&scores);
    assay_data_free(&data);
}

/* The same item over several seeds. */
static void compare_means(const json_t *record, const char *name)
{
    enum { MOST = 8 };
    char what[256];
    double sum[MOST] = { 0 }, squares[MOST] = { 0 };
    assay_data data = { 0 };
    golden_data(record, &data);
    describe_record(record, name, what, sizeof what);
    const json_t *means = json_object_get(record, "mean"), *stds = json_object_get(record, "std");
    const size_t count = json_array_size(means);
    const double runs = json_number_value(json_object_get(record, "runs"));
    assert_true(count > 0 && count <= MOST);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        assay_scores scores = scores_of_seed(&data, name, seed);
        assert_true(scores.at[0].n_items >= count);
        for (size_t k = 0; k < count; k++) {
            const double value = scores.at[0].items[k].value;
            sum[k] += value;
            squares[k] += value * value;
        }
        assay_scores_free(&scores);
    }
    for (size_t k = 0; k < count; k++) {
        const double want = golden_number(json_array_get(means, k)), std = golden_number(json_array_get(stds, k));
        const double variance = (squares[k] - sum[k] * sum[k] / SEEDS) / (SEEDS - 1);
        const double tol = 4.0 * sqrt(std * std / runs + (variance > 0.0 ? variance : 0.0) / SEEDS);
        if (!isfinite(want)) assert_true(isnan(sum[k]));
        else check_near(sum[k] / SEEDS, want, tol > TOL_DISCRETE ? tol : TOL_DISCRETE, what);
    }
    assay_data_free(&data);
}

static const struct {
    const char *metric, *ours;
    double tol; /* continuous attributes */
} compared[] = {
    { "MIG", "mig@latte2021", TOL_CONTINUOUS },
    { "MIG-reg_dim", "mig@latte2021:pairing=identity", TOL_CONTINUOUS },
    { "DMIG", "dmig@latte2021", TOL_CONTINUOUS },
    { "XMIG", "xmig@latte2021", TOL_CONTINUOUS },
    { "DLIG", "dlig@latte2021", TOL_CONTINUOUS },
    { "Modularity", "modularity@latte2021", TOL_CONTINUOUS },
    { "SAP", "sap@latte2021", TOL_R2 },
}, averaged[] = {
    { "MIG-over-random_state", "mig@latte2021", 0 },
    { "DMIG-over-random_state", "dmig@latte2021", 0 },
    { "DLIG-over-random_state", "dlig@latte2021", 0 },
    { "Modularity-over-random_state", "modularity@latte2021", 0 },
};

static void test_continuous(void **state)
{
    (void)state;
    json_t *list = golden_load("tests/golden/latte2021.json");
    for (size_t c = 0; c < sizeof compared / sizeof *compared; c++) {
        size_t met = 0;
        for (size_t r = 0; r < json_array_size(list); r++) {
            const json_t *record = json_array_get(list, r);
            if (record_discrete(record) || strcmp(golden_text(record, "metric"), compared[c].metric) != 0) continue;
            compare_items(record, compared[c].ours, compared[c].tol);
            met++;
        }
        if (met < 4) fail_msg("only %zu records of %s", met, compared[c].metric);
    }
    json_decref(list);
}

static void test_discrete(void **state)
{
    (void)state;
    json_t *list = golden_load("tests/golden/latte2021.json");
    for (size_t c = 0; c < sizeof averaged / sizeof *averaged; c++) {
        size_t met = 0;
        for (size_t r = 0; r < json_array_size(list); r++) {
            const json_t *record = json_array_get(list, r);
            if (strcmp(golden_text(record, "metric"), averaged[c].metric) != 0) continue;
            compare_means(record, averaged[c].ours);
            met++;
        }
        if (met < 13) fail_msg("only %zu records of %s", met, averaged[c].metric);
    }
    json_decref(list);
}

/* The matrix itself, and the totals. */
static void test_matrix(void **state)
{
    (void)state;
    json_t *list = golden_load("tests/golden/latte2021.json");
    size_t met = 0;
    for (size_t r = 0; r < json_array_size(list); r++) {
        enum { MOST = 64 };
        double value[MOST], total[8], code_total[8];
        char what[256];
        const json_t *record = json_array_get(list, r), *rows = json_object_get(record, "values");
        if (strcmp(golden_text(record, "metric"), "MI-matrix-knn") != 0) continue;
        const double tol = record_discrete(record) ? 0.06 : TOL_CONTINUOUS; /* discrete: one draw against one draw */
        assay_data data = { 0 };
        golden_data(record, &data);
        describe_record(record, "mi-knn", what, sizeof what);
        relation_of(&data, "mi-knn:label-scale=truncated", value, total, code_total);
        for (size_t i = 0; i < data.n_factors; i++) {
            check_near(total[i], golden_number(json_array_get(json_object_get(record, "entropy"), i)), tol, what);
            for (size_t j = 0; j < data.n_codes; j++)
                check_near(value[i * data.n_codes + j],
                           golden_number(json_array_get(json_array_get(rows, i), j)), tol, what);
        }
        assay_data_free(&data);
        met++;
    }
    assert_int_equal(met, 5);
    json_decref(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrix),
        cmocka_unit_test(test_continuous),
        cmocka_unit_test(test_discrete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
