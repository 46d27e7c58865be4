/*
 * hoyer, active-units, gaussian-tc, gaussian-wasserstein, code-mi: closed forms, refusals.
 *
 * TOL: sums of a few terms of order 1 round below 1e-14; square roots of eigenvalues near 0 turn 1e-16 into 1e-8, so no
 * known answer has one.
 */
#include "check.h"

#define TOL 1e-12

/* Codes [d * n] beside a factor nobody looks at: its first value is absent. */
static void codes_of(assay_data *to, size_t n, size_t d, const double *codes)
{
    assert_int_equal(assay_data_shape(to, n, 1, d), ASSAY_OK);
    memcpy(to->codes, codes, n * d * sizeof *codes);
    to->factors[0] = NAN;
}

static const struct {
    const char *why, *metric;
    double codes[12]; /* d columns of 4 */
    size_t d;
    double want;
    /* clang-format off */
} known[] = {
    { "one code at a time", "hoyer", { 1, -1, 0, 0, 0, 0, 5, -5 }, 2, 1 },
    { "all codes alike, once divided by their deviation", "hoyer", { 1, -1, 1, -1, 5, 5, -5, -5 }, 2, 0 },
    { "(0,1) (2,1) (0,3) (2,3): nothing is centred", "hoyer", { 0, 2, 0, 2, 1, 1, 3, 3 }, 2,
      (2 + (1.41421356237309505 - 3 / 2.23606797749978970 + 1.41421356237309505 - 5 / 3.60555127546398929) /
               0.41421356237309505) / 4 },
    /* deviations sqrt(3) both; samples (1,4) (1,0) (1,0) (5,0): one has (sqrt 2 - 5/sqrt 17)/(sqrt 2 - 1), the others 1
     */
    { "deviations about means that no sample has", "hoyer", { 1, 1, 1, 5, 4, 0, 0, 0 }, 2,
      0.75 + 0.25 * (1.4142135623730951 - 5 / 4.1231056256176606) / 0.41421356237309505 },
    { "two of three", "hoyer", { 1, -1, 1, -1, 1, 1, -1, -1, 7, 7, 7, 7 }, 3, 0 },
    { "and its divisor cancels: the ratio is scale free", "hoyer", { 2, -2, 0, 0, 0, 0, 3, -3 }, 2, 1 },
    { "variances .0108 and .0075 with divisor 3", "active-units",
      { 0.09, -0.09, 0.09, -0.09, 0.075, -0.075, 0.075, -0.075 }, 2, 1 },
    { "a constant is not active, whatever it is", "active-units", { 0, 1, 0, 1, 9, 9, 9, 9, 1, 2, 3, 4 }, 3, 2 },
    { "uncorrelated", "gaussian-tc", { 0, 0, 1, 1, 0, 1, 0, 1 }, 2, 0 },
    { "correlation .8: -log(.36)/2", "gaussian-tc", { 0, 1, 2, 3, 0, 2, 1, 3 }, 2, 0.51082562376599068 },
    { "a dead code is left out", "gaussian-tc", { 0, 1, 2, 3, 9, 9, 9, 9, 0, 2, 1, 3 }, 3, 0.51082562376599068 },
    { "an offset costs no digits", "gaussian-tc", { 1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3, 0, 2, 1, 3 }, 2,
      0.51082562376599068 },
    { "uncorrelated, variances 1/3 and 4/3", "gaussian-wasserstein", { 0, 0, 1, 1, 0, 2, 0, 2 }, 2, 0 },
    { "variances v = 5/3: 4v - 2v (sqrt 1.8 + sqrt .2)", "gaussian-wasserstein", { 0, 1, 2, 3, 0, 2, 1, 3 }, 2,
      20.0 / 3 - 10.0 / 3 * (1.34164078649987382 + 0.44721359549995794) },
    { "a dead code adds nothing", "gaussian-wasserstein", { 0, 1, 2, 3, 0, 2, 1, 3, 8, 8, 8, 8 }, 3,
      20.0 / 3 - 10.0 / 3 * (1.34164078649987382 + 0.44721359549995794) },
    { "independent", "code-mi", { 0, 0, 1, 1, 0, 1, 0, 1 }, 2, 0 },
    { "a copy, upside down and stretched: log 2", "code-mi", { 0, 0, 1, 1, 9, 9, 5, 5 }, 2, 0.69314718055994531 },
    { "a pair and one that knows neither: (2 log 2)/6", "code-mi", { 0, 0, 1, 1, 9, 9, 5, 5, 0, 1, 0, 1 }, 3,
      0.69314718055994531 / 3 },
    { "a dead code is left out", "code-mi", { 0, 0, 1, 1, 3, 3, 3, 3, 9, 9, 5, 5 }, 3, 0.69314718055994531 },
    { "or counted as 0", "code-mi:constants=keep", { 0, 0, 1, 1, 3, 3, 3, 3, 9, 9, 5, 5 }, 3, 0.69314718055994531 / 3 },
    { "2 bins: 0011 and 0111", "code-mi:bins=2", { 0, .1, .8, 1, 0, .6, .8, 1 }, 2, 0.21576155433883565 },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        codes_of(&data, 4, known[k].d, known[k].codes);
        check_near(score_of(&data, known[k].metric), known[k].want, TOL, known[k].why);
    }
}

TEST(test_outputs)
{
    FREED(assay_data_free) assay_data data = { 0 };
    codes_of(&data, 4, 3, (const double[]){ 0, 0, 1, 1, 9, 9, 5, 5, 0, 1, 0, 1 });
    FREED(assay_scores_free)
    assay_scores scores = scores_of(&data, "code-mi,active-units:threshold=1,gaussian-wasserstein");
    check_near(scores.at[0].items[1].value, 0.69314718055994531 / 2, TOL, "of the first code, and of the third 0");
    check_near(scores.at[0].items[2].value, 0, TOL, "knows neither");
    check_near(scores.at[1].items[1].value, 1, 0, "variance 16/3");
    check_near(scores.at[1].items[0].value, 0, 0, "variance 1/3");
    check_near(scores.at[1].overall.value, 1, 0, "a number, not a mean");
    /* variances 1/3, 16/3, 1/3, correlation -1 of the first two: eigenvalues v1^2 + v2^2, 0 and v3^2 */
    const double w = 12 - 2 * (sqrt(1.0 / 9 + 256.0 / 9) + 1.0 / 3);
    check_near(scores.at[2].overall.value, w, 1e-7, "one eigenvalue is 0 up to rounding");
    check_near(scores.at[3].overall.value, w / 6, 1e-7, "over the trace");
    assert_string_equal(scores.at[3].output, "gaussian-wasserstein-norm");
}

static void check_all(const assay_data *data, const char *word, size_t n, const char *const *names)
{
    for (size_t k = 0; k < n; k++) check_undefined(data, names[k], word);
}

TEST(test_refusals)
{
    static const char *const of_pairs[] = { "hoyer", "gaussian-tc", "gaussian-wasserstein", "code-mi" };
    FREED(assay_data_free) assay_data data = { 0 };
    codes_of(&data, 4, 1, (const double[]){ 0, 1, 2, 3 });
    check_all(&data, "one-code", 4, of_pairs);
    codes_of(&data, 4, 2, (const double[]){ 0, 1, 2, 3, 5, 5, 5, 5 });
    check_all(&data, "one-code", 3, of_pairs);
    check_reason(&data, "code-mi", 0, 0, "one-code: no other code than z1 varies");
    check_reason(&data, "code-mi", 0, 1, "constant-code: code z2 is constant");
    check_undefined(&data, "hoyer@zhang2021", "constant-code");
    check_undefined(&data, "gaussian-tc@locatello2019", "not-applicable");
    check_near(score_of(&data, "gaussian-wasserstein@locatello2019"), 0, TOL, "one code is independent of none");
    check_near(score_of(&data, "code-mi@locatello2019"), 0, 0, "counted as 0");
    codes_of(&data, 4, 2, (const double[]){ 1, 1, 1, 1, 5, 5, 5, 5 });
    check_all(&data, "constant-code", 4, of_pairs);
    check_undefined(&data, "gaussian-wasserstein@locatello2019", "constant-code");
    codes_of(&data, 4, 2, (const double[]){ 0, 1, 2, 3, 3, 2, 1, 0 });
    check_undefined(&data, "gaussian-tc", "not-applicable"); /* the one is minus the other */
    codes_of(&data, 4, 2, (const double[]){ 0, 1e200, 0, 1e200, 0, 0, 1, 1 });
    check_undefined(&data, "gaussian-tc", "not-applicable");
    check_undefined(&data, "gaussian-wasserstein", "not-applicable");
    codes_of(&data, 1, 2, (const double[]){ 0, 1 });
    check_all(&data, "too-few-samples", 2, (const char *const[]){ "active-units", "gaussian-tc" });
    check_undefined(&data, "gaussian-wasserstein", "too-few-samples");
    codes_of(&data, 3, 2, (const double[]){ 1, 0, 0, 0, 1, 0 });
    check_near(score_of(&data, "hoyer"), 1, TOL, "the sample of zeros is left out");
    check_undefined(&data, "hoyer@zhang2021", "not-applicable");
}

TESTS_MAIN
