/* Rows in batches score, to the bit, what they score at once. */
#include "check.h"

#include "assay.h"

#include <string.h>

/* Rows from..from+rows of data, as a representation of their own. */
static void cut_rows(const assay_data *from, size_t first, size_t rows, assay_data *to)
{
    assert_int_equal(assay_data_shape(to, rows, from->n_factors, from->n_codes), ASSAY_OK);
    memcpy(to->levels, from->levels, from->n_factors * sizeof *to->levels);
    for (size_t i = 0; i < from->n_factors; i++)
        memcpy(to->factors + i * rows, from->factors + i * from->n + first, rows * sizeof *to->factors);
    for (size_t j = 0; j < from->n_codes; j++)
        memcpy(to->codes + j * rows, from->codes + j * from->n + first, rows * sizeof *to->codes);
}

static void same_scores(const assay_scores *a, const assay_scores *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t k = 0; k < a->count; k++) {
        assert_string_equal(a->at[k].metric, b->at[k].metric);
        assert_memory_equal(&a->at[k].overall.value, &b->at[k].overall.value, sizeof(double));
        assert_int_equal(a->at[k].n_items, b->at[k].n_items);
        for (size_t i = 0; i < a->at[k].n_items; i++)
            assert_memory_equal(&a->at[k].items[i].value, &b->at[k].items[i].value, sizeof(double));
    }
}

static void add_in_batches(assay_accumulator *a, const assay_data *data, size_t most)
{
    assay_data batch = { 0 };
    for (size_t first = 0; first < data->n; first += batch.n) {
        cut_rows(data, first, data->n - first < most ? data->n - first : most, &batch);
        const assay_rep rep = assay_data_view(&batch);
        assert_int_equal(assay_accumulator_update(a, &rep, NULL), ASSAY_OK);
    }
    assay_data_free(&batch);
}

static void test_batches(void **state)
{
    (void)state;
    static const char metrics[] = "mig,modularity,irs,dci-lasso@zaidi2020,z-min-var,sap@zaidi2020,dci-rfc";
    static const size_t sizes[] = { 1, 7, 64, 1500 };
    assay_accumulator *a;
    assert_int_equal(assay_accumulator_new(&a, NULL), ASSAY_OK);
    for (size_t k = 0; k < 4; k++) {
        assay_data data = { 0 };
        assay_scores once, gathered;
        assert_int_equal(assay_generate(k % 2 ? "dependent" : "noise", NULL, 1500, k, &data, NULL), ASSAY_OK);
        const assay_rep rep = assay_data_view(&data);
        assert_int_equal(assay_score_all(&rep, metrics, 3, "", "", 1, &once, NULL), ASSAY_OK);
        add_in_batches(a, &data, sizes[k]);
        assert_int_equal(assay_accumulator_compute(a, metrics, 3, 2, &gathered, NULL), ASSAY_OK);
        same_scores(&once, &gathered);
        assay_scores_free(&gathered);
        assay_scores_free(&once);
        assay_data_free(&data);
        assay_accumulator_reset(a); /* the next data have another shape */
    }
    assay_accumulator_free(a);
}

static void test_refusals(void **state)
{
    (void)state;
    assay_accumulator *a;
    assay_error err = { "" };
    assay_scores scores;
    assay_data noise = { 0 }, trig = { 0 };
    assert_int_equal(assay_accumulator_new(&a, &err), ASSAY_OK);
    assert_int_equal(assay_accumulator_compute(a, "mig", 0, 1, &scores, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "no batch"));
    assert_int_equal(assay_generate("noise", NULL, 20, 0, &noise, NULL), ASSAY_OK);
    assert_int_equal(assay_generate("trig", NULL, 20, 0, &trig, NULL), ASSAY_OK);
    assay_rep rep = assay_data_view(&noise);
    const assay_rep other = assay_data_view(&trig);
    assert_int_equal(assay_accumulator_update(a, &rep, &err), ASSAY_OK);
    assert_int_equal(assay_accumulator_update(a, &other, &err), ASSAY_EINPUT); /* another shape */
    assert_non_null(strstr(err.text, "after one of 8 and 8"));
    noise.levels[2] = 5;
    memset(noise.factors + 2 * noise.n, 0, noise.n * sizeof *noise.factors);
    assert_int_equal(assay_accumulator_update(a, &rep, &err), ASSAY_EINPUT); /* another kind */
    assert_non_null(strstr(err.text, "factor 2 is categorical"));
    assert_int_equal(assay_accumulator_compute(a, "mig", 0, 1, &scores, &err),
                     ASSAY_OK); /* the first batch is still there */
    assay_scores_free(&scores);
    assert_int_equal(assay_accumulator_compute(a, "nope", 0, 1, &scores, &err), ASSAY_EUSAGE);
    assay_accumulator_free(a);
    assay_data_free(&noise);
    assay_data_free(&trig);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_batches), cmocka_unit_test(test_refusals) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
