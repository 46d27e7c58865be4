/*
 * Metrics made for sparse codes, dictionary and sparse-probe (there are no published numbers): known answers by hand,
 * refusals.
 */
#include "two_labels.h"

#define TOL 1e-12

static const struct {
    const char *why, *metric;
    size_t d;
    double codes[24], uniqueness, f1, precision, recall;
} known[] = {
    { "a code for each", "dictionary", 2, { V0, V1 }, 1, 1, 1, 1 },
    { "both for one", "dictionary", 2, { V1, V1 }, 0.5, 1, 1, 1 },
    { "three codes for two factors", "dictionary", 3, { V1, V0, V1 }, 2.0 / 3, 1, 1, 1 },
    { "a dead code is none", "dictionary", 3, { V1, ONES, V0 }, 1, 1, 1, 1 },
    { "BOTH correlates alike: the first factor, half of it found", "dictionary", 1, { BOTH }, 1, 2.0 / 3, 1, 0.5 },
    { "always above 0: half of that is right", "dictionary", 1, { 1, 1, 1, 1, 2, 2, 2, 2 }, 1, 2.0 / 3, 0.5, 1 },
    { "above 1 it is not", "dictionary:threshold=1", 1, { 1, 1, 1, 1, 2, 2, 2, 2 }, 1, 1, 1, 1 },
    { "turned round: nothing above 0", "dictionary", 1, { 0, 0, 0, 0, -1, -1, -1, -1 }, 1, 0, NAN, 0 },
};

static void check_value(const assay_score *score, double want, const char *why)
{
    if (isnan(want)) assert_non_null(score->overall.undefined);
    else check_near(score->overall.value, want, TOL, why);
}

TEST(test_dictionary)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        labels_of(&data, known[k].d, known[k].codes);
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, known[k].metric);
        check_value(&scores.at[0], known[k].uniqueness, known[k].why);
        check_value(&scores.at[1], known[k].f1, known[k].why);
        check_value(&scores.at[2], known[k].precision, known[k].why);
        check_value(&scores.at[3], known[k].recall, known[k].why);
    }
}

TEST(test_dictionary_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    labels_of(&data, 2, (const double[]){ ONES, V0 });
    check_reason(&data, "dictionary", 1, 0, "constant-code: code z1 is constant");
    data.levels[0] = 0;
    check_reason(&data, "dictionary", 3, 1, "not-applicable: code z2 stands for a factor that is not binary");
    data.levels[0] = 3; /* a code of it would be counted as another factor's */
    for (size_t output = 0; output < 4; output++)
        check_reason(&data, "dictionary", output, SIZE_MAX, "not-applicable: factor v1 has more than two values");
    for (size_t s = 0; s < 8; s++) data.factors[8 + s] = 1;
    data.levels[0] = 2;
    for (size_t s = 0; s < 8; s++) data.factors[s] = 1;
    check_reason(&data, "dictionary", 0, SIZE_MAX, "constant-factor: factor v1 is constant");

    labels_of(&data, 2, (const double[]){ ONES, ONES });
    for (size_t output = 0; output < 4; output++)
        check_reason(&data, "dictionary", output, SIZE_MAX, "no-active-code: every code is constant");
}

enum { N = 120 };
#define BY_SIZE "sparse-probe:rank=mean-abs:scale=mean-abs"

/* Rows 0 1 0 1 ..., or 0 1 2 0 1 2 ...; codes to be filled in. */
static void rows_of(assay_data *data, size_t d, int32_t values)
{
    assert_int_equal(assay_data_shape(data, N, 1, d), ASSAY_OK);
    data->levels[0] = values;
    for (size_t s = 0; s < N; s++) data->factors[s] = (double)(s % (size_t)values);
}

static void check_probe(const assay_data *data, const char *metric, double accuracy, double auc, double f1,
                        const char *why)
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, metric);
    check_near(scores.at[0].overall.value, accuracy, TOL, why);
    check_near(scores.at[1].overall.value, auc, TOL, why);
    check_near(scores.at[2].overall.value, f1, TOL, why);
}

TEST(test_probe)
{
    FREED(assay_data_free) assay_data data = { 0 };
    rows_of(&data, 2, 2);
    for (size_t s = 0; s < N; s++) data.codes[s] = 3, data.codes[N + s] = -7 * data.factors[s];
    check_probe(&data, "sparse-probe", 1, 1, 1, "the second code, turned round");
    check_probe(&data, "sparse-probe:codes=5", 1, 1, 1, "both there are");
    for (size_t s = 0; s < N; s++) data.codes[N + s] = 0;
    check_probe(&data, "sparse-probe", 0.5, 0.5, 0, "dead codes: nothing is above");

    /* what is common to both hides the factor from either; their difference has it */
    for (size_t s = 0; s < N; s++) {
        const double common = (double)(s / 2 % 10) - 4.5, sign = 2 * data.factors[s] - 1;
        data.codes[s] = common + sign, data.codes[N + s] = common - sign;
    }
    check_probe(&data, "sparse-probe:codes=2", 1, 1, 1, "two codes together");
    assert_true(score_of(&data, "sparse-probe") < 0.8);

    /* an offset makes a code large: by mean size it differs little, by deviation all */
    for (size_t s = 0; s < N; s++) {
        data.codes[s] = 1000 + data.factors[s];
        data.codes[N + s] = s % 10 < 3 ? 1 - data.factors[s] : data.factors[s];
    }
    check_probe(&data, "sparse-probe", 1, 1, 1, "the offset does not count");
    assert_true(score_of(&data, BY_SIZE) < 0.9);

    rows_of(&data, 3, 3);
    for (size_t k = 0; k < 3 * N; k++) data.codes[k] = data.factors[k % N] == (double)(k / N);
    check_probe(&data, "sparse-probe", 1, 1, 1, "a code for every value");
    assert_true(score_of(&data, BY_SIZE) < 1); /* codes of other values differ as much, 2, by mean size */
    for (size_t s = 0; s < N; s++) data.codes[s] = 0;
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "sparse-probe");
    const double without = scores.at[0].overall.value; /* value 0 is what neither code says: 3/4 by one of them */
    assert_true(without > 0.85 && without < 0.97);
}

/* Codes that differ alike to nine decimals: the first, though it tells nothing of the rows scored. */
TEST(test_ties_go_by_index)
{
    FREED(assay_data_free) assay_data data = { 0 };
    rows_of(&data, 2, 2);
    for (size_t s = 0; s < N; s++) {
        data.codes[N + s] = data.factors[s];
        data.codes[s] = s < N / 2 ? data.factors[s] * (1 + 1e-6 * (double)(s / 2 % 3)) : 0; /* by 1e-12 less */
    }
    check_probe(&data, "sparse-probe:rows=halves", 0.5, 0.5, 0, "the first of two");
}

TEST(test_probe_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    rows_of(&data, 1, 2);
    for (size_t s = 0; s < N; s++) data.factors[s] = data.codes[s] = s < 9;
    check_reason(&data, "sparse-probe", 0, 0,
                 "too-few-samples: factor v1: no value has five rows to learn from and five to score");
    data.factors[9] = data.codes[9] = 1;
    check_probe(&data, "sparse-probe", 1, 1, 1, "ten rows are enough");
    for (size_t s = 0; s < N; s++) data.factors[s] = s >= 9;
    check_undefined(&data, "sparse-probe", "too-few-samples"); /* so many without the value */
    for (size_t s = 0; s < N; s++) data.factors[s] = 1;
    check_undefined(&data, "sparse-probe", "constant-factor");
}

/* A parent on in every second row, its child in every fourth, where the second code is silent in every second row. */
TEST(test_best_code)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, N, 2, 2), ASSAY_OK);
    for (size_t s = 0; s < N; s++) {
        data.factors[s] = s % 2 == 0, data.factors[N + s] = s % 4 == 0;
        data.codes[s] = s % 3 == 0, data.codes[N + s] = s % 2 == 0 && s % 8 != 0;
    }
    FREED(assay_scores_free) assay_scores of = scores_of(&data, "best-code:order=table");
    check_near(of.at[0].items[0].value, (44.0 / 52 + 46.0 / 53) / 2, TOL, "22 and 23 of 30 rows of a half");
    check_near(of.at[1].items[0].value, 2, TOL, "it is the second code");
    check_near(of.at[1].overall.value, 1, TOL, "of both factors");
    check_near(score_of(&data, "absorption-gap:order=table"), 1 - (8.0 / 15 + 7.0 / 15) / 2, TOL, "8 and 7 of 15 rows");
    check_near(score_of(&data, "absorption-gap:off=this:order=table"), 0.5, TOL, "one child: the same");
    check_reason(&data, "absorption-gap", 0, 1, "not-applicable: factor v2 has no children");
    for (size_t s = 0; s < N; s++) data.codes[N + s] = 0, data.codes[s] = (double)(s % 2);
    check_reason(&data, "absorption-gap", 0, 0, "no-active-code: no code fires where factor v1 is on");
    for (size_t s = 0; s < N; s++) data.factors[s] = s < 4;
    check_reason(&data, "best-code:order=table", 0, 0,
                 "too-few-samples: factor v1 is on, or off, in fewer than five rows of a half");
    for (size_t s = 0; s < 2 * N; s++) data.factors[s] = 0;
    check_undefined(&data, "best-code", "constant-factor");
}

/* Codes of chance: the best of 200 fits the rows that it is chosen on, and on others it does not. */
TEST(test_best_code_of_noise)
{
    enum { ROWS = 400, CODES = 200 };
    FREED(assay_data_free) assay_data data = { 0 };
    assay_stream stream = stream_of(7);
    assert_int_equal(assay_data_shape(&data, ROWS, 4, CODES), ASSAY_OK);
    for (size_t k = 0; k < 4 * ROWS; k++) data.factors[k] = assay_stream_uniform(&stream) < 0.1;
    for (size_t k = 0; k < CODES * ROWS; k++) data.codes[k] = assay_stream_uniform(&stream) < 0.1;
    assert_true(score_of(&data, "best-code") < 0.15); /* .1 of them, standard error .02 */
}

TESTS_MAIN
