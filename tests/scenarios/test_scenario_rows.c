/*
 * The scenarios beyond the published data sets, row by row and bit by bit against numpy_rows.json, which numpy_rows.py
 * wrote by the programs of reference/ with NumPy alone. tests/reference/test_scenario_programs.sh compares whole data
 * of every scenario.
 */
#include "check.h"

enum { N = 40, SEED = 5 };

static void check_rows(const char *what, const double *columns, size_t m, const json_t *rows)
{
    static const size_t at[] = { 0, 1, N - 1 };
    assert_int_equal(json_array_size(rows), 3);
    for (size_t r = 0; r < 3; r++) {
        const json_t *row = json_array_get(rows, r);
        if (json_array_size(row) != m) fail_msg("%s: %zu columns, not %zu", what, m, json_array_size(row));
        for (size_t k = 0; k < m; k++) {
            const json_t *value = json_array_get(row, k);
            const double got = columns[k * N + at[r]], want = json_number_value(value);
            if (json_is_null(value) ? !isnan(got) : got != want)
                fail_msg("%s, row %zu, column %zu: %.17g is not %.17g", what, at[r], k, got, want);
        }
    }
}

TEST(rows_equal_numpy)
{
    FREED(json_freed) json_t *all = golden_load("tests/scenarios/numpy_rows.json");
    size_t index;
    json_t *item;
    json_array_foreach(all, index, item)
    {
        const char *id = golden_text(item, "scenario"), *parameters = golden_text(item, "params");
        char what[256];
        snprintf(what, sizeof what, "%s %s", id, parameters);
        FREED(assay_data_free) assay_data data = { 0 };
        data_at(&data, id, parameters, N, SEED);
        check_rows(what, data.factors, data.n_factors, json_object_get(item, "factors"));
        check_rows(what, data.codes, data.n_codes, json_object_get(item, "codes"));
    }
    assert_true(index >= 388);
}

TESTS_MAIN
