/*
 * The unit of a column is nobody's business: codes and continuous factors in units of 2^-332 (1e-100) to 2^332 score
 * what they scored, to the last bit, or their definition goes by units and is named here.
 */
#include "check.h"

enum { ROWS = 150, FACTORS = 3, CODES = 4 };

static const struct by_unit {
    const char *metric;
    int of_all, of_one; /* moved by the unit that all codes share; by that of one among others */
    const char *why;
} by_unit[] = {
    { "active-units", 1, 1, "a code is active where its variance is above .01" },
    { "gaussian-wasserstein", 1, 1, "a distance between covariances, in the codes' units" },
    { "infom", 0, 1, "a code is active where its range is above a twentieth of the largest" },
    { "infoc", 0, 1, "the same" },
};

static int goes_by_unit(const assay_score *score, int one)
{
    for (size_t k = 0; k < sizeof by_unit / sizeof *by_unit; k++)
        if (strcmp(by_unit[k].metric, score->metric) == 0)
            return (one ? by_unit[k].of_one : by_unit[k].of_all) && (one || strstr(score->output, "-norm") == NULL);
    return 0;
}

static void table(assay_data *data, int32_t levels)
{
    assay_stream stream = stream_of(6);
    assert_int_equal(assay_data_shape(data, ROWS, FACTORS, CODES), ASSAY_OK);
    for (size_t i = 0; i < FACTORS; i++) data->levels[i] = levels;
    double *v = data->factors, *z = data->codes;
    for (size_t k = 0; k < FACTORS * ROWS; k++)
        v[k] = levels ? (double)assay_stream_below(&stream, (uint64_t)levels) : assay_stream_uniform(&stream);
    for (size_t s = 0; s < ROWS; s++) {
        z[s] = v[s] + v[ROWS + s];
        z[ROWS + s] = v[s] - v[ROWS + s] + 0.3 * v[2 * ROWS + s];
        z[2 * ROWS + s] = v[2 * ROWS + s] + 0.1 * assay_stream_uniform(&stream);
        z[3 * ROWS + s] = assay_stream_uniform(&stream);
    }
}

static void scale(double *x, size_t n, int exponent)
{
    for (size_t s = 0; s < n; s++) x[s] = ldexp(x[s], exponent);
}

static void check_same(const assay_scores *before, const assay_data *data, int one, const char *what)
{
    FREED(assay_scores_free) assay_scores after = scores_of(data, "all");
    for (size_t k = 0; k < after.count; k++) {
        const double a = before->at[k].overall.value, b = after.at[k].overall.value;
        const char *why = after.at[k].overall.undefined;
        if (!goes_by_unit(&after.at[k], one) && (isnan(a) ? !isnan(b) : a != b))
            fail_msg("%s.%s: %.17g, with %s %.17g (%s)", after.at[k].metric, after.at[k].output, a, what, b,
                     why ? why : "defined");
    }
}

TEST(test_units_move_no_score)
{
    static const int exponents[] = { -332, -50, 332 };
    for (int32_t levels = 0; levels <= 4; levels += 4)
        for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
            FREED(assay_data_free) assay_data data = { 0 };
            table(&data, levels);
            FREED(assay_scores_free) assay_scores before = scores_of(&data, "all");
            scale(data.codes, CODES * ROWS, exponents[e]);
            check_same(&before, &data, 0, "codes in another unit");
            scale(data.codes, ROWS, -exponents[e]);
            check_same(&before, &data, 1, "one code in another unit");
            scale(data.codes + ROWS, (CODES - 1) * ROWS, -exponents[e]);
            if (!levels) scale(data.factors, FACTORS * ROWS, exponents[e]);
            check_same(&before, &data, 0, "factors in another unit");
            if (!levels) scale(data.factors, ROWS, -exponents[e]);
            check_same(&before, &data, 0, "one factor in another unit");
        }
}

/* In units squared, whatever the unit: 2^664 times the distance. */
TEST(test_distances_follow_the_unit)
{
    FREED(assay_data_free) assay_data data = { 0 };
    table(&data, 0);
    const double before = score_of(&data, "gaussian-wasserstein");
    assert_true(before > 0.0);
    scale(data.codes, CODES * ROWS, 332);
    assert_true(score_of(&data, "gaussian-wasserstein") == ldexp(before, 664));
    scale(data.codes, CODES * ROWS, -664);
    assert_true(score_of(&data, "gaussian-wasserstein") == ldexp(before, -664));
}

/* Ten rows of 150 apart from the rest: neighbours find the noise that breaks the ties, and the share was the seed's. */
TEST(test_a_silent_code_has_no_share)
{
    FREED(assay_data_free) assay_data data = { 0 };
    table(&data, 4);
    for (size_t s = 0; s < ROWS; s++) data.codes[3 * ROWS + s] = s % 15 == 0;
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "infom,infom:columns=all:level=1");
    assert_string_equal(scores.at[0].items[3].undefined, "constant-code: code z4 is not active");
    assert_null(scores.at[1].items[3].undefined); /* as published */
    assay_scores_free(&scores);
    data.codes[3 * ROWS + 1] = 1; /* an eleventh: ten neighbours have something to find */
    scores = scores_of(&data, "infom:level=1");
    assert_null(scores.at[0].items[3].undefined);
}

TESTS_MAIN
