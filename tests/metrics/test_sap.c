/* sap, and that it is mig's gap over another relation. */
#include "check.h"

#define TOL 1e-12 /* sums of four products of small numbers */

static const struct {
    const char *why;
    double codes[8];
    double sap;
} known[] = {
    /* one factor 0 1 2 3 */
    { "z0 = v, z1 uncorrelated", { 0, 1, 2, 3, 0, 1, 1, 0 }, 1 },
    { "z0 = v, z1 = 0011: R^2 = 2^2/(5 * 1)", { 0, 1, 2, 3, 0, 0, 1, 1 }, 0.2 },
    { "two copies, one upside down", { 0, 1, 2, 3, 3, 2, 1, 0 }, 0 },
    { "a constant code predicts nothing", { 5, 5, 5, 5, 0, 0, 1, 1 }, 0.8 },
    { "an offset costs no digits", { 1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3, 0, 0, 1, 1 }, 0.2 },
    { "huge numbers do not overflow", { 0, 1e300, 2e300, 3e300, 0, 0, 1e-300, 1e-300 }, 0.2 },
};

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, 4, 1, 2, (const double[]){ 0, 1, 2, 3 }, known[k].codes, NULL);
        check_near(score_of(&data, "sap:columns=all"), known[k].sap, TOL, known[k].why);
    }
}

/* pairing=identity, Latte's reg_dim: factor 0 belongs to code 0, which predicts .8 of it, where code 1 is a copy. */
TEST(test_pairing)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double v[] = { 0, 1, 2, 3 }, codes[] = { 0, 0, 1, 1, 0, 1, 2, 3 };
    data_of(&data, 4, 1, 2, v, codes, NULL);
    check_near(score_of(&data, "sap"), 0.2, TOL, "the best is ahead");
    check_near(score_of(&data, "sap:pairing=identity"), -0.2, TOL, "its own is behind");
    data_of(&data, 4, 2, 1, (const double[]){ 0, 1, 2, 3, 0, 0, 1, 1 }, v, NULL);
    check_undefined(&data, "sap:pairing=identity", "one-code");
}

/* Two classes told by the sign of code 0: right in all 200 rows; code 1 is constant within the rows of either class, so
 * the best guess is the larger class, 120 of 200. */
TEST(test_classes)
{
    enum { N = 200 };
    static double factors[2 * N], codes[2 * N];
    for (size_t s = 0; s < N; s++) {
        factors[s] = s < 120;
        codes[s] = s < 120 ? 1.0 + (double)s : -1.0 - (double)s;
        factors[N + s] = codes[N + s] = (double)(s % 2);
    }
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, N, 2, 2, factors, codes, (const int32_t[]){ 3, 0 });
    assay_scores scores = scores_of(&data, "sap");
    check_near(scores.at[0].items[0].value, 1.0 - 120.0 / 200.0, TOL,
               "one code separates the classes, the other is uninformative");
    assay_scores_free(&scores);
    check_near(score_of(&data, "sap:relation=mi"), score_of(&data, "sap:relation=mi:categorical=same"), 0,
               "another relation takes classes itself");
    check_near(score_of(&data, "sap"), score_of(&data, "sap:categorical=tree-accuracy"), 0, "trees");
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double columns[8] = { 0, 1, 2, 3, 0, 0, 1, 1 };
    const int32_t levels = 4;
    data_of(&data, 4, 1, 2, columns, columns, &levels);
    check_undefined(&data, "sap", "too-few-samples"); /* four classes of one row: no tree can be chosen by ten folds */
    check_undefined(&data, "sap@thesis", "not-applicable");
    check_undefined(&data, "mig:relation=r2", "not-applicable");
    check_undefined(&data, "dcimig:relation=r2", "one-factor");
    check_near(score_of(&data, "sap@almudevar2025"), 0.2, TOL, "labels as numbers");

    data_of(&data, 4, 2, 2, (const double[]){ 3, 3, 3, 3, 0, 1, 2, 3 }, columns, NULL);
    assay_scores scores = scores_of(&data, "sap");
    assert_string_equal(scores.at[0].items[0].undefined, "constant-factor: factor v1 is constant");
    check_near(scores.at[0].overall.value, 0.2, TOL, "left out");
    assay_scores_free(&scores);
    check_near(score_of(&data, "sap@zaidi2020"), 0.1, TOL, "counts as 0");
    check_undefined(&data, "sap@locatello2019:rows=all", "constant-factor");

    data_of(&data, 4, 2, 2, columns, (const double[]){ 0, 1, 2, 3, 0.1, 0.1, 0.1, 0.1 }, NULL);
    scores = scores_of(&data, "mig-sup:relation=r2");
    assert_string_equal(scores.at[0].items[1].undefined, "constant-code: code z2 is constant");
    check_near(scores.at[0].overall.value, 0.2, TOL, "R^2 of 1 and 0.8");
    assay_scores_free(&scores);

    data_of(&data, 4, 1, 2, columns, (const double[]){ 0, 1e-7, 2e-7, 3e-7, 0, 0, 1, 1 }, NULL);
    check_near(score_of(&data, "sap"), 0.2, TOL, "z0 is small but clear");
    check_near(score_of(&data, "sap@latte2021"), 0.8, TOL, "variance 1.7e-14 counts as none");
}

/* sap is mig:relation=r2:normaliser=none, to the bit. */
TEST(test_is_a_gap)
{
    FREED(assay_data_free) assay_data data = { 0 };
    for (unsigned seed = 0; seed < check_repeats(3); seed++) {
        assert_int_equal(assay_generate("mixing", "alpha=0.3", 301 + 100 * seed, seed, &data, NULL), ASSAY_OK);
        assert_true(score_of(&data, "sap") == score_of(&data, "mig:relation=r2:normaliser=none"));
        assert_true(score_of(&data, "mig") == score_of(&data, "sap:relation=mi:normaliser=factor"));
    }
}

TESTS_MAIN
