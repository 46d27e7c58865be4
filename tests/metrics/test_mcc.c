/*
 * The mcc family (mcc, mcc-crossfit, mcc-null): known answers by hand, refusals. The published numbers are compared in
 * test_golden_correlation.c.
 */
#include "golden_tables.h"

#define TOL 1e-12 /* sums of a few hundred products of numbers up to 1 */

#define V0 0, 1, 2, 3, 4, 5, 6, 7
#define LINE_BEND 0, 1, 2, 3, 1, -1, -1, 1 /* straight, then a bend that no line explains */
#define BEND_LINE 1, -1, -1, 1, 0, 1, 2, 3
#define V_OR_FALL 0, 1, 2, 3, 3, 2, 1, 0

static const struct {
    const char *why, *metric;
    size_t m, d;
    double factors[16], codes[16], value;
    /* clang-format off */
} known[] = {
    { "one code for two factors: the pair alone counts", "mcc", 2, 1, { V0, 1, -1, -1, 1, 1, -1, -1, 1 }, { V0 }, 1 },
    { "coverage: the factor without a code counts 0", "mcc:divisor=factors", 2, 1,
      { V0, 1, -1, -1, 1, 1, -1, -1, 1 }, { V0 }, 0.5 },
    { "as many codes as factors: nothing to cover", "mcc:divisor=factors", 1, 2, { V0 }, { LINE_BEND, V0 }, 1 },
    { "out of sample the sign does not count", "mcc:fit=half", 1, 1, { V0 }, { V_OR_FALL }, 1 },
    { "matched where it was straight, it bends on the other half", "mcc:fit=half", 1, 2,
      { 0, 1, 2, 3, 0, 1, 2, 3 }, { LINE_BEND, BEND_LINE }, 0 },
    { "in sample the bend costs: 5 / sqrt(10 * 13.5)", "mcc", 1, 1, { 0, 1, 2, 3, 0, 1, 2, 3 }, { LINE_BEND },
      0.43033148291193518 },
    { "lengths sqrt(42) 1e-7 sqrt(42) 1e-7: the product is below 1e-12, an uncorrelated pair", "mcc@guard2026", 1, 1,
      { 0, 1e-7, 2e-7, 3e-7, 4e-7, 5e-7, 6e-7, 7e-7 }, { 0, 1e-7, 2e-7, 3e-7, 4e-7, 5e-7, 6e-7, 7e-7 }, 0 },
    { "no unit is too small", "mcc", 1, 1, { 0, 1e-7, 2e-7, 3e-7, 4e-7, 5e-7, 6e-7, 7e-7 },
      { 0, 1e-200, 2e-200, 3e-200, 4e-200, 5e-200, 6e-200, 7e-200 }, 1 },
    { "nor too large", "mcc-crossfit:folds=2", 1, 1, { V0 },
      { 0, 1e300, 2e300, 3e300, 4e300, 5e300, 6e300, 7e300 }, 1 },
    { "the sign is learnt: a falling code is as good", "mcc-crossfit:folds=2", 1, 1, { V0 },
      { 7, 6, 5, 4, 3, 2, 1, 0 }, 1 },
    { "monotone: ranks of any rows agree", "mcc-crossfit:folds=2:correlation=spearman", 1, 1, { V0 },
      { 0, 1, 4, 9, 16, 25, 36, 49 }, 1 },
    { "nothing fitted, nothing found", "mcc-crossfit:folds=2", 1, 1, { V0 }, { 3, 3, 3, 3, 3, 3, 3, 3 }, 0 },
    { "one row moves the code: it is all that is fitted, or all that is judged, never both", "mcc-crossfit:folds=2", 1,
      1, { V0 }, { 0, 0, 0, 0, 0, 0, 0, 1 }, 0 },
    { "cross-fitted: the pair alone", "mcc-crossfit:folds=2", 2, 1, { V0, 0, 0, 0, 1, 0, 0, 0, 0 }, { V0 }, 1 },
    { "cross-fitted: coverage", "mcc-crossfit:folds=2:divisor=factors", 2, 1, { V0, 0, 0, 0, 1, 0, 0, 0, 0 }, { V0 },
      0.5 },
    { "chance corrected: a perfect code stays 1", "mcc-null", 1, 1, { V0 }, { V0 }, 1 },
    { "a dead code is no better than itself shuffled", "mcc-null", 1, 1, { V0 }, { 3, 3, 3, 3, 3, 3, 3, 3 }, 0 },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, 8, known[k].m, known[k].d, known[k].factors, known[k].codes, NULL);
        check_near(score_of(&data, known[k].metric), known[k].value, TOL, known[k].why);
    }
}

/* Items of factors that are left out, and of those that are not. */
TEST(test_items)
{
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, 8, 2, 1, (const double[]){ 0, 0, 0, 1, 0, 0, 0, 0, V0 }, (const double[]){ V0 }, NULL);
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "mcc,mcc:divisor=factors,mcc-crossfit:folds=2");
    assert_string_equal(scores.at[0].items[0].undefined, "not-applicable: factor v1: no code is left for it");
    check_near(scores.at[0].items[1].value, 1, TOL, "its own pair");
    assert_true(scores.at[1].items[0].value == 0.0 && scores.at[1].items[1].value > 0.99);
    assert_string_equal(scores.at[2].items[0].undefined, "not-applicable: factor v1: no code is left for it");
    check_near(scores.at[2].items[1].value, 1, TOL, "its own pair in both parts");
    assay_scores_free(&scores);

    /* p: no order but the given one is perfect but by luck of 1 in 8!/2; chance gives 1/sqrt(7) and the like */
    scores = scores_of(&data, "mcc-null:permutations=39");
    check_near(scores.at[1].overall.value, 1.0 / 40, TOL, "none of 39 is as good");
    assert_true(scores.at[2].overall.value > 0.3 && scores.at[2].overall.value < 0.7);
    assay_scores_free(&scores);
    for (size_t s = 0; s < 8; s++) data.codes[s] = 3;
    scores = scores_of(&data, "mcc-null");
    assert_true(scores.at[1].overall.value == 1.0); /* every order is as good as the given one */
}

TEST(test_refusals)
{
    static const int32_t levels[2] = { 8, 0 };
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, 8, 2, 2, (const double[]){ V0, 5, 5, 5, 5, 5, 5, 5, 5 }, (const double[]){ V0, V0 }, levels);
    check_undefined(&data, "mcc:fit=half", "not-applicable");
    check_undefined(&data, "mcc-crossfit:folds=2", "not-applicable");
    check_undefined(&data, "mcc-null", "not-applicable");
    check_undefined(&data, "mcc-crossfit", "too-few-samples"); /* 5 parts of 8 rows */
    check_near(score_of(&data, "mcc-crossfit@guard2026:folds=2"), 1, TOL, "labels as numbers, the constant left out");
    check_near(score_of(&data, "mcc-null@guard2026"), 1, TOL, "labels as numbers, the constant left out");
    assay_scores scores = scores_of(&data, "mcc-crossfit@guard2026:folds=2");
    assert_string_equal(scores.at[0].items[1].undefined, "constant-factor: factor v2 is constant");
    assay_scores_free(&scores);

    data_of(&data, 8, 1, 1, (const double[]){ 5, 5, 5, 5, 0, 1, 2, 3 }, (const double[]){ V0 }, NULL);
    check_undefined(&data, "mcc:fit=half", "constant-factor");
    data_of(&data, 3, 1, 1, (const double[]){ V0 }, (const double[]){ V0 }, NULL);
    check_undefined(&data, "mcc:fit=half", "too-few-samples");
    data_of(&data, 2, 1, 1, (const double[]){ V0 }, (const double[]){ V0 }, NULL);
    scores = scores_of(&data, "mcc-null");
    for (size_t k = 0; k < 3; k++)
        assert_string_equal(scores.at[k].overall.undefined, "too-few-samples: every order of the rows fits as well");
    assay_scores_free(&scores);
    data_of(&data, 6, 1, 1, (const double[]){ V0 }, (const double[]){ V0 }, NULL);
    check_near(score_of(&data, "mcc-crossfit:folds=2"), 1, TOL, "three rows in each of two parts are enough");
    check_undefined(&data, "mcc-crossfit:folds=3", "too-few-samples");
}

/* Noise: mcc is far from 0; corrected and cross-fitted scores are 0 on average, clipped ones are not. */
/* Two labels are numbers, in either order. Three are names. */
TEST(test_two_labels)
{
    static const char *const metrics[] = { "mcc",       "mcc-crossfit",   "mcc-null",   "mcc-weak",
                                           "mcc-rdc",   "linearity",      "r2-heldout", "sap",
                                           "dci-lasso", "dci-rf:trees=2", "t-mex",      "sap@thesis" };
    enum { N = 80 };
    double factors[2 * N], swapped[2 * N], codes[2 * N];
    assay_stream stream = stream_of(5);
    for (size_t s = 0; s < 2 * N; s++) {
        factors[s] = (double)assay_stream_below(&stream, 2);
        swapped[s] = 1.0 - factors[s];
    }
    for (size_t s = 0; s < 2 * N; s++)
        codes[s] = factors[s] + 0.4 * factors[(s + N) % (2 * N)] + 0.3 * assay_stream_uniform(&stream);
    FREED(assay_data_free) assay_data number = { 0 }, label = { 0 }, other = { 0 }, name = { 0 };
    data_of(&number, N, 2, 2, factors, codes, NULL);
    data_of(&label, N, 2, 2, factors, codes, (const int32_t[]){ 2, 2 });
    data_of(&other, N, 2, 2, swapped, codes, (const int32_t[]){ 2, 2 });
    data_of(&name, N, 2, 2, factors, codes, (const int32_t[]){ 3, 3 });
    for (size_t k = 0; k < sizeof metrics / sizeof *metrics; k++) {
        check_near(score_of(&label, metrics[k]), score_of(&number, metrics[k]), 0, metrics[k]);
        check_near(score_of(&other, metrics[k]), score_of(&label, metrics[k]), TOL, metrics[k]);
        if (strcmp(metrics[k], "sap") != 0) check_undefined(&name, metrics[k], "not-applicable");
    }
}

TEST(test_noise)
{
    enum { TIMES = 100 };
    double sum[4] = { 0 };
    static const char list[] = "mcc,mcc-crossfit,mcc-crossfit:clip=yes,mcc-null:permutations=19";
    for (uint64_t seed = 0; seed < TIMES; seed++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assert_int_equal(assay_generate("noise", "alpha=1", 100, seed, &data, NULL), ASSAY_OK);
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, list);
        for (size_t k = 0; k < 4; k++) sum[k] += scores.at[k].overall.value / TIMES;
    }
    assert_true(sum[0] > 0.1);
    check_near(sum[1], 0, 4 * 0.05 / sqrt(TIMES), "cross-fitted noise, 4 standard errors: one score has .05");
    assert_true(sum[2] > 0.01);
    check_near(sum[3], 0, 0.02, "corrected noise: single scores have a deviation of .02, and 20 / 19 of it");
}

TESTS_MAIN
