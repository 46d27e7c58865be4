/*
 * Metrics of sparse codes and their directions against values made with NumPy from the definitions
 * (tests/golden/sparse2026.json): first the tables, bit by bit, then the scores.
 */
#include "sparse_world.h"

#include <nettle/md5.h>

static const char path[] = "tests/golden/sparse2026.json";

/* ---- the tables ---- */

/* Element k of an array in the order of NumPy, row by row, `columns` of them; `across`: ours is column by column. */
static double element(const double *x, size_t rows, size_t columns, size_t k, int across)
{
    return across ? x[k % columns * rows + k / columns] : x[k];
}

static void check_array(const json_t *record, const char *name, const double *x, size_t rows, size_t columns, int across)
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

static void tables_are_the_same(void **state)
{
    (void)state;
    each_record("tables", 30, check_tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
