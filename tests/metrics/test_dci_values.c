/*
 * dci-gbt of continuous factors that are regressed: what is below the mean, which rows are learnt from, and which
 * factors it is about. The published numbers are compared in tests/scenarios/test_guard.c, the trees in
 * test_boost_values.c.
 */
#include "check.h"

enum { ROWS = 200, LEARNT = ROWS / 5 * 4 };

/* Factor 0 is code 0, factor 1 is unknown to both codes. */
static void half_known(assay_data *data, uint64_t seed)
{
    assay_stream stream = stream_of(seed);
    assert_int_equal(assay_data_shape(data, ROWS, 2, 2), ASSAY_OK);
    for (size_t k = 0; k < 2 * ROWS; k++) data->factors[k] = assay_stream_normal(&stream);
    for (size_t k = 0; k < 2 * ROWS; k++) data->codes[k] = k < ROWS ? data->factors[k] : assay_stream_normal(&stream);
}

/* A regression that is worse than the mean counts below 0 in the mean as published, 0 by itself and by default. */
TEST(test_below_the_mean)
{
    FREED(assay_data_free) assay_data data = { 0 };
    half_known(&data, 1);
    FREED(assay_scores_free) assay_scores raw = scores_of(&data, "dci-gbt@guard2026");
    assay_scores kept = scores_of(&data, "dci-gbt@guard2026:explicitness=relative");
    const assay_item *a = raw.at[2].items, *b = kept.at[2].items;
    assert_true(a[0].value > 0.99 && a[1].value == 0.0);
    check_near(b[0].value, a[0].value, 0.01, "another draw breaks ties");
    assert_true(b[1].value == 0.0);
    check_near(kept.at[2].overall.value, b[0].value / 2, 1e-15, "the mean");
    assert_true(raw.at[2].overall.value < kept.at[2].overall.value - 0.01 && raw.at[2].overall.value > 0.0);
    assay_scores_free(&raw);
    assay_scores_free(&kept);

    for (size_t s = 0; s < ROWS; s++) data.codes[s] = data.codes[ROWS + s]; /* both unknown */
    raw = scores_of(&data, "dci-gbt@guard2026");
    assert_true(raw.at[2].overall.value == 0.0);
}

/* The first four fifths are learnt from, and nothing of the rest: importance stays when the rest changes. */
TEST(test_rows)
{
    FREED(assay_data_free) assay_data data = { 0 };
    half_known(&data, 2);
    assay_scores before = scores_of(&data, "dci-gbt@guard2026");
    for (size_t s = LEARNT; s < ROWS; s++) data.factors[s] = -data.factors[s];
    FREED(assay_scores_free) assay_scores after = scores_of(&data, "dci-gbt@guard2026");
    for (size_t k = 0; k < 2; k++)
        check_near(after.at[k].overall.value, before.at[k].overall.value, 1e-9, "the same trees");
    assert_true(before.at[2].items[0].value > 0.99 && after.at[2].items[0].value == 0.0);
    assay_scores_free(&before);
    assay_scores_free(&after);
    for (size_t s = LEARNT; s < ROWS; s++) data.factors[s] = 1;
    after = scores_of(&data, "dci-gbt@guard2026");
    assert_string_equal(after.at[2].items[0].undefined, "constant-factor: factor v1 has one value in its 40 test rows");
}

/* A factor of classes is classified either way; a continuous one is cut, or regressed. */
TEST(test_kinds)
{
    FREED(assay_data_free) assay_data data = { 0 };
    half_known(&data, 3);
    for (size_t s = 0; s < ROWS; s++) data.factors[s] = data.factors[s] > 0;
    for (size_t s = 0; s < ROWS; s++) data.codes[ROWS + s] += data.factors[ROWS + s];
    data.levels[0] = 2;
    FREED(assay_scores_free) assay_scores cut = scores_of(&data, "dci-gbt:split=fifths");
    FREED(assay_scores_free) assay_scores kept = scores_of(&data, "dci-gbt:split=fifths:continuous=values");
    assert_true(cut.at[2].items[0].value == 1.0 && kept.at[2].items[0].value == 1.0);
    assert_true(cut.at[1].items[0].value == kept.at[1].items[0].value);
    assert_true(kept.at[2].items[1].value > 0.1 && kept.at[2].items[1].value != cut.at[2].items[1].value);
}

TESTS_MAIN
