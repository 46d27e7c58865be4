/*
 * hoyer, active-units, gaussian-tc, gaussian-wasserstein, code-mi: closed forms, refusals, identities, what theory
 * gives for a circulant covariance.
 *
 * TOL: sums of a few terms of order 1 round below 1e-14; square roots of eigenvalues near 0 turn 1e-16 into 1e-8, so no
 * known answer has one.
 */
#include "check.h"

#define TOL 1e-12

static const char *const metrics[] = { "hoyer", "active-units", "gaussian-tc", "gaussian-wasserstein", "code-mi" };
enum { METRICS = sizeof metrics / sizeof *metrics };

/* Codes [d * n] beside a factor nobody looks at: its first value is absent. */
static void codes_of(assay_data *to, size_t n, size_t d, const double *codes)
{
    assert_int_equal(assay_data_shape(to, n, 1, d), ASSAY_OK);
    memcpy(to->codes, codes, n * d * sizeof *codes);
    to->factors[0] = NAN;
}

/* ---- known answers ---- */

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

/* ---- refusals ---- */

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
    assay_data_free(&data);
    codes_of(&data, 4, 2, (const double[]){ 0, 1, 2, 3, 5, 5, 5, 5 });
    check_all(&data, "one-code", 3, of_pairs);
    assay_scores scores = scores_of(&data, "code-mi");
    assert_string_equal(scores.at[0].items[0].undefined, "one-code: no other code than z1 varies");
    assert_string_equal(scores.at[0].items[1].undefined, "constant-code: code z2 is constant");
    assay_scores_free(&scores);
    check_undefined(&data, "hoyer@zhang2021", "constant-code");
    check_undefined(&data, "gaussian-tc@locatello2019", "not-applicable");
    check_near(score_of(&data, "gaussian-wasserstein@locatello2019"), 0, TOL, "one code is independent of none");
    check_near(score_of(&data, "code-mi@locatello2019"), 0, 0, "counted as 0");
    assay_data_free(&data);
    codes_of(&data, 4, 2, (const double[]){ 1, 1, 1, 1, 5, 5, 5, 5 });
    check_all(&data, "constant-code", 4, of_pairs);
    check_undefined(&data, "gaussian-wasserstein@locatello2019", "constant-code");
    assay_data_free(&data);
    codes_of(&data, 4, 2, (const double[]){ 0, 1, 2, 3, 3, 2, 1, 0 });
    check_undefined(&data, "gaussian-tc", "not-applicable"); /* the one is minus the other */
    assay_data_free(&data);
    codes_of(&data, 4, 2, (const double[]){ 0, 1e200, 0, 1e200, 0, 0, 1, 1 });
    check_undefined(&data, "gaussian-tc", "not-applicable");
    check_undefined(&data, "gaussian-wasserstein", "not-applicable");
    assay_data_free(&data);
    codes_of(&data, 1, 2, (const double[]){ 0, 1 });
    check_all(&data, "too-few-samples", 2, (const char *const[]){ "active-units", "gaussian-tc" });
    check_undefined(&data, "gaussian-wasserstein", "too-few-samples");
    assay_data_free(&data);
    codes_of(&data, 3, 2, (const double[]){ 1, 0, 0, 0, 1, 0 });
    check_near(score_of(&data, "hoyer"), 1, TOL, "the sample of zeros is left out");
    check_undefined(&data, "hoyer@zhang2021", "not-applicable");
}

/* A code that is a combination of two others, up to rounding. */
TEST(test_dependent_codes)
{
    enum { N = 60 };
    assay_stream stream = stream_of(3);
    for (unsigned r = 0; r < check_repeats(50); r++) {
        double codes[4 * N];
        FREED(assay_data_free) assay_data data = { 0 };
        for (size_t k = 0; k < 3 * N; k++) codes[k] = assay_stream_normal(&stream);
        for (size_t s = 0; s < N; s++) codes[3 * N + s] = 0.3 * codes[s] - 0.7 * codes[N + s];
        codes_of(&data, N, 4, codes);
        check_undefined(&data, "gaussian-tc", "not-applicable");
    }
}

/* The first two thirds of the rows, as published. */
TEST(test_training_rows)
{
    FREED(assay_data_free) assay_data all = { 0 }, part = { 0 };
    codes_of(&all, 6, 2, (const double[]){ 0, 1, 2, 3, 9, -7, 0, 2, 1, 3, 5, 5 });
    codes_of(&part, 4, 2, (const double[]){ 0, 1, 2, 3, 0, 2, 1, 3 });
    for (size_t k = 2; k < METRICS; k++) {
        char name[64];
        snprintf(name, sizeof name, "%s@locatello2019", metrics[k]);
        check_near(score_of(&all, name), score_of(&part, metrics[k]), 0, name);
    }
}

/* ---- identities ---- */

static void random_codes(assay_data *data, size_t n, size_t d, assay_stream *stream)
{
    assert_int_equal(assay_data_shape(data, n, 1, d), ASSAY_OK);
    double common[512];
    for (size_t s = 0; s < n; s++) common[s] = assay_stream_normal(stream);
    for (size_t j = 0; j < d; j++) {
        const double share = assay_stream_uniform(stream), scale = 0.5 + assay_stream_uniform(stream);
        for (size_t s = 0; s < n; s++)
            data->codes[j * n + s] = scale * (share * common[s] + assay_stream_normal(stream)) + 3 * share;
    }
}

/* ---- two ways ---- */

/* Two codes of any variance a, b, covariance c: (sqrt l1 + sqrt l2)^2 = tr + 2 sqrt det, TC = -log(1 - rho^2)/2. */
TEST(test_pairs)
{
    enum { N = 50 };
    assay_stream stream = stream_of(2);
    for (unsigned r = 0; r < check_repeats(50); r++) {
        FREED(assay_data_free) assay_data data = { 0 };
        random_codes(&data, N, 2, &stream);
        double mean[2] = { 0, 0 }, a = 0, b = 0, c = 0;
        for (size_t k = 0; k < 2 * N; k++) mean[k / N] += data.codes[k] / N;
        for (size_t s = 0; s < N; s++) {
            const double x = data.codes[s] - mean[0], y = data.codes[N + s] - mean[1];
            a += x * x / (N - 1);
            b += y * y / (N - 1);
            c += x * y / (N - 1);
        }
        const double roots = sqrt(a * a + b * b + 2 * sqrt(a * b * (a * b - c * c)));
        check_near(score_of(&data, "gaussian-wasserstein"), 2 * (a + b) - 2 * roots, TOL, "2 x 2");
        check_near(score_of(&data, "gaussian-tc"), -0.5 * log(1 - c * c / (a * b)), TOL, "-log(1 - rho^2)/2");
    }
}

/* mixing: neighbours are correlated by r = a (1-a) / (a^2 + (1-a)^2), so the correlation matrix is circulant with the
 * eigenvalues 1 + 2 r cos(2 pi k/8). At n = 20000 a correlation is off by 1/sqrt(n) = .007: .01 allows for it. Bins of
 * independent codes read their bias, 19^2/(2 n) = .009. */
TEST(test_theory)
{
    for (double alpha = 0; alpha < 0.45; alpha += 0.1) {
        char parameters[32];
        FREED(assay_data_free) assay_data data = { 0 };
        const double left = 1 - alpha, r = alpha * left / (alpha * alpha + left * left);
        double logs = 0, roots = 0;
        for (int k = 0; k < 8; k++) {
            const double eigen = 1 + 2 * r * cos(2 * 3.14159265358979324 * k / 8);
            logs += log(eigen);
            roots += sqrt(eigen);
        }
        snprintf(parameters, sizeof parameters, "alpha=%g", alpha);
        assert_int_equal(assay_generate("mixing", parameters, 20000, 0, &data, NULL), ASSAY_OK);
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, "gaussian-tc,gaussian-wasserstein,code-mi");
        check_near(scores.at[0].overall.value, -0.5 * logs, 0.01, parameters);
        check_near(scores.at[2].overall.value, 2 - roots / 4, 0.01, parameters);
        if (alpha == 0) check_near(scores.at[3].overall.value, 361.0 / 40000, 0.0005, "bias");
    }
}

TESTS_MAIN
