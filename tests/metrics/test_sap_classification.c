/*
 * sap by classification: the relations tree-accuracy and svm-accuracy, and how sap takes its rows from two relations.
 */
#include "check.h"

#define TOL 1e-12 /* accuracies are counts divided once */

/* One factor of 4 levels, one code: twelve rows, twice, so that some value has a row for each of ten folds. */
static const struct {
    const char *why, *relation;
    double labels[12], codes[12], want;
    /* clang-format off */
} known[] = {
    { "the code is the label", "tree-accuracy",
      { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 }, { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 }, 1 },
    { "a dead code: the larger value", "tree-accuracy",
      { 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1 }, { 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 }, 8.0 / 12 },
    { "1 0...0 1: two cuts", "tree-accuracy",
      { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 }, { -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 }, 1 },
    { "1 0...0 1: one cut", "tree-accuracy:deepest=1",
      { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 }, { -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 }, 11.0 / 12 },
    { "tiny codes", "tree-accuracy",
      { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 }, { 0, 0, 0, 0, 0, 0, 1e-30, 1e-30, 1e-30, 1e-30, 1e-30, 1e-30 }, 1 },
    { "huge codes", "tree-accuracy",
      { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 }, { 0, 0, 0, 0, 0, 0, 1e300, 1e300, 1e300, 1e300, 1e300, 1e300 }, 1 },
    { "machines: the code is the label", "svm-accuracy",
      { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 }, { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 }, 1 },
    { "machines, a dead code: the larger value", "svm-accuracy",
      { 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1 }, { 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 }, 8.0 / 12 },
    { "three ordered values: both ends are cut off, at -1 + 2|x| against -1/3 for the middle",
      ""
      "svm-accuracy:strength=1e6", { 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2 },
      { -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1 }, 1 },
    { "learnt on 16 rows, scored on the next 8, of which one is wrong", "svm-accuracy:split=batches",
      { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 }, { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0 }, 7.0 / 8 },
    { "the same on all rows", "svm-accuracy",
      { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 }, { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0 }, 11.0 / 12 },
    { "codes too small for the penalty: only the intercepts speak", "svm-accuracy",
      { 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1 }, { 0, 0, 0, 0, 0, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9 }, 7.0 / 12 },
    { "at C = .001 the few do not outweigh the intercept", "svm-accuracy:strength=0.001",
      { 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1 }, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1 }, 9.0 / 12 },
    { "balanced: they do", "svm-accuracy:strength=0.001:weights=balanced",
      { 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1 }, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1 }, 1 },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        double labels[24], codes[24], value, factor_total, code_total;
        for (size_t s = 0; s < 24; s++) labels[s] = known[k].labels[s % 12], codes[s] = known[k].codes[s % 12];
        data_of(&data, 24, 1, 1, labels, codes, (const int32_t[]){ 4 });
        relation_of(&data, known[k].relation, &value, &factor_total, &code_total);
        check_near(value, known[k].want, TOL, known[k].why);
        assert_true(factor_total == 1 && code_total == (known[k].codes[0] == 5 ? 0 : 1));
    }
}

/* Two codes: the gap. */
TEST(test_gap)
{
    enum { N = 20 };
    double labels[N], codes[2 * N];
    for (size_t s = 0; s < N; s++) labels[s] = codes[s] = (double)(s % 2), codes[N + s] = 3;
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, N, 1, 2, labels, codes, (const int32_t[]){ 2 });
    check_near(score_of(&data, "sap@zaidi2020"), 0.5, TOL, "trees: 1 - 1/2");
    check_near(score_of(&data, "sap@latte2021"), 0.5, TOL, "machines: 1 - 1/2");
    check_near(score_of(&data, "sap@zhang2021"), 0.5, TOL, "machines, 2 of 10 rows of each value held out");
    check_near(score_of(&data, "sap@locatello2019:strength=1"), 4.0 / 7, TOL, "3 zeros of 7 rows by the dead");
    check_near(score_of(&data, "sap@zaidi2020:nominal=number"), 1, TOL, "regression: 1 - 0");
}

TEST(test_refusals)
{
    enum { N = 12 };
    const double codes[2 * N] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0 };
    const double constant[N] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    const double many[N] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
    const double late[N] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1 };
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, N, 1, 2, constant, codes, (const int32_t[]){ 12 });
    check_near(score_of(&data, "sap@zaidi2020"), 0, TOL, "a constant factor counts as 0");
    check_undefined(&data, "sap@latte2021", "constant-factor");
    check_undefined(&data, "sap@zhang2021", "constant-factor");
    check_undefined(&data, "sap@locatello2019", "constant-factor");
    data_of(&data, N, 1, 2, many, codes, (const int32_t[]){ 12 });
    check_undefined(&data, "sap:categorical=same", "not-applicable");
    check_undefined(&data, "sap@zaidi2020", "too-few-samples");
    check_undefined(&data, "sap@zhang2021", "too-few-samples");
    data_of(&data, N, 1, 2, late, codes, (const int32_t[]){ 2 });
    check_undefined(&data, "sap@locatello2019", "constant-factor");
    data_of(&data, N, 1, 1, late, codes, (const int32_t[]){ 2 });
    check_undefined(&data, "sap@zaidi2020", "one-code");
    data_of(&data, 1, 1, 2, many, codes, (const int32_t[]){ 12 });
    check_undefined(&data, "sap@zhang2021", "constant-factor");
    check_undefined(&data, "sap@latte2021", "constant-factor");
    check_near(score_of(&data, "sap@zaidi2020"), 0, TOL, "one row");
}

/* More values than trees take. */
TEST(test_many_values)
{
    enum { N = 400, K = 257 };
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, N, 1, 2), ASSAY_OK);
    data.levels[0] = 1000;
    for (size_t s = 0; s < N; s++) {
        data.factors[s] = s < K ? (double)(3 * s) : 0;
        data.codes[s] = (double)s;
        data.codes[N + s] = (double)(s % 7);
    }
    check_undefined(&data, "sap@zaidi2020", "not-applicable");
    assert_true(score_of(&data, "sap@latte2021") >= 0);
    data.factors[K - 1] = 0;
    assert_true(score_of(&data, "sap@zaidi2020") >= 0);
}

/* Factors: continuous, 3 levels, 4 levels; 4 codes, the last dead. */
static void random_data(assay_data *data, size_t n, uint64_t seed)
{
    assay_stream stream = stream_of(seed);
    assert_int_equal(assay_data_shape(data, n, 3, 4), ASSAY_OK);
    data->levels[1] = 3;
    data->levels[2] = 4;
    for (size_t s = 0; s < n; s++) {
        data->factors[s] = assay_stream_uniform(&stream);
        data->factors[n + s] = (double)assay_stream_below(&stream, 3);
        data->factors[2 * n + s] = (double)assay_stream_below(&stream, 4);
        for (size_t j = 0; j < 3; j++)
            data->codes[j * n + s] = data->factors[j * n + s] + 0.5 * assay_stream_normal(&stream);
    }
}

static void check_item(const assay_data *data, size_t i, const char *one, const char *two)
{
    FREED(assay_scores_free) assay_scores a = scores_of(data, one), b = scores_of(data, two);
    check_near(a.at[0].items[i].value, b.at[0].items[i].value, 0, one);
}

/* Continuous factors take their row from relation=, categorical ones from categorical=, to the bit. */
TEST(test_rows_by_kind)
{
    FREED(assay_data_free) assay_data data = { 0 };
    random_data(&data, 400, 5);
    check_item(&data, 0, "sap@zaidi2020", "sap");
    check_item(&data, 1, "sap@zaidi2020", "sap:relation=tree-accuracy:order=table");
    check_item(&data, 2, "sap@zaidi2020", "sap:relation=tree-accuracy:order=table");
    check_item(&data, 0, "sap@latte2021", "sap");
    check_item(&data, 2, "sap@latte2021", "sap:relation=svm-accuracy");
    check_item(&data, 0, "sap:relation=mi:categorical=svm-accuracy", "sap:relation=mi");
    check_item(&data, 1, "sap:relation=mi:categorical=svm-accuracy", "sap:relation=svm-accuracy");
    check_item(&data, 1, "sap@locatello2019",
               "sap:relation=svm-accuracy:split=batches:strength=0.01:weights=balanced:columns=all");
    for (size_t i = 0; i < 3; i++) {
        check_item(&data, i, "sap@zaidi2020:nominal=number", "sap:nominal=number");
        check_item(&data, i, "sap:relation=mi:categorical=same", "sap:relation=mi");
    }
}

/* Tiny tables of all shapes: defined, or undefined with a reason. */
TEST(test_tiny)
{
    for (size_t n = 1; n < 14; n++) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            FREED(assay_data_free) assay_data data = { 0 };
            random_data(&data, n, seed);
            FREED(assay_scores_free)
            assay_scores scores = scores_of(&data, "sap@*,explicitness@*,sap:relation=tree-accuracy,"
                                                   "sap:relation=svm-accuracy");
            for (size_t k = 0; k < scores.count; k++) {
                const assay_item *score = &scores.at[k].overall;
                if (scores.at[k].status != ASSAY_OK) fail_msg("n %zu: %s", n, score->undefined);
                if (score->undefined && strncmp(score->undefined, "not-finite", 10) == 0)
                    fail_msg("n %zu, %s@%s: %s", n, scores.at[k].metric, scores.at[k].preset, score->undefined);
            }
        }
    }
}

TESTS_MAIN
