/*
 * r2-heldout and mcc-weak: known answers by hand, refusals, what an invertible mixing of the codes leaves alone. The
 * published numbers are compared in test_golden_correlation.c.
 */
#include "golden_tables.h"

#define TOL 1e-12
#define TOL_PLAIN 1e-9 /* elimination without pivots */

#define RISE 0, 1, 2, 3
#define FALL 3, 2, 1, 0

static const struct {
    const char *why, *metric;
    size_t d;
    double factor[8], codes[16], value;
    /* clang-format off */
} known[] = {
    { "the factor itself", "r2-heldout:order=table", 1, { RISE, RISE }, { RISE, RISE }, 1 },
    { "in another unit", "r2-heldout:order=table", 1, { RISE, RISE }, { 7, 17, 27, 37, 7, 17, 27, 37 }, 1 },
    { "copies", "r2-heldout:order=table", 2, { RISE, RISE }, { RISE, RISE, RISE, RISE }, 1 },
    { "learnt the wrong way round: 1 - (9 + 1 + 1 + 9) / 5", "r2-heldout:order=table", 1, { RISE, RISE }, { RISE, FALL }, -3 },
    { "nothing learnt: 1 - sum (v - 1.5)^2 / 5 of 1 2 3 4", "r2-heldout:order=table", 1, { RISE, 1, 2, 3, 4 },
      { 5, 5, 5, 5, RISE }, -0.8 },
    { "nothing near: the same", "r2-heldout:kernel=rbf:order=table", 1, { RISE, 1, 2, 3, 4 }, { 5, 5, 5, 5, 5, 5, 5, 5 }, -0.8 },
    { "penalty 1 and no intercept: v 14/15, so 1 - 14/225/5", "r2-heldout:kernel=linear:order=table", 1, { RISE, RISE },
      { RISE, RISE }, 1 - 14.0 / 1125 },
    { "v + 1: coefficient 20/31, so v - vhat = (11 v - 20)/31 and 1 - (121 * 14 - 440 * 6 + 1600) / 961 / 5",
      "r2-heldout:kernel=linear:order=table", 1, { RISE, RISE }, { 1, 2, 3, 4, 1, 2, 3, 4 }, 1 - 654.0 / 4805 },
    { "a straight line", "mcc-weak:order=table", 1, { RISE, RISE }, { 9, 8, 7, 6, 9, 8, 7, 6 }, 1 },
    { "the sign does not count", "mcc-weak:order=table", 1, { RISE, RISE }, { RISE, FALL }, 1 },
    { "a sum of codes", "mcc-weak:order=table", 2, { RISE, RISE }, { 1, 0, 5, 1, 1, 0, 5, 1, -1, 1, -3, 2, -1, 1, -3, 2 }, 1 },
    { "learnt from the code that then says nothing", "mcc-weak:order=table", 2, { RISE, RISE },
      { RISE, 1, -1, -1, 1, 1, -1, -1, 1, RISE }, 0 },
    { "far from 0: the correlation of the last four rows, in fractions", "mcc-weak:order=table", 1, { RISE, 0, 3, 1, 2 },
      { 99999998.01130386, 99999998.02826293, 100000002.1242381, 100000000.5, 100000000.39854766, 100000000.0323422,
        99999998.48325725, 100000000.9 }, 0.16319846706595974 },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, 8, 1, known[k].d, known[k].factor, known[k].codes, NULL);
        check_near(score_of(&data, known[k].metric), known[k].value, TOL, known[k].why);
    }
}

static const struct {
    const char *metric, *reason;
    size_t n;
    double factors[12], codes[6];
    int32_t levels;
} refused[] = {
    { "r2-heldout:order=table", "too-few-samples", 5, { RISE, 4 }, { RISE, 4 }, 0 },
    { "r2-heldout:order=table", "not-applicable", 6, { RISE, 4, 5 }, { RISE, 4, 5 }, 6 },
    { "r2-heldout@kuegelgen2021", "constant-factor", 6, { 2, 2, 2, 0, 1, 2 }, { RISE, 4, 5 }, 6 },
    { "r2-heldout:order=table", "constant-factor", 6, { 0, 1, 2, 3, 3, 3 }, { RISE, 4, 5 }, 0 },
    { "mcc-weak:order=table", "too-few-samples", 5, { RISE, 4 }, { RISE, 4 }, 0 },
    { "mcc-weak:order=table", "not-applicable", 6, { RISE, 4, 5 }, { RISE, 4, 5 }, 6 },
    { "mcc-weak@icebeem", "constant-factor", 6, { 2, 2, 2, 0, 1, 2 }, { RISE, 4, 5 }, 6 },
    { "mcc-weak:order=table", "no-active-code", 6, { RISE, 4, 5 }, { 1, 1, 1, 2, 3, 4 }, 0 },
};

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        data_of(&data, refused[k].n, 1, 1, refused[k].factors, refused[k].codes,
                refused[k].levels ? &refused[k].levels : NULL);
        check_undefined(&data, refused[k].metric, refused[k].reason);
        assay_data_free(&data);
    }
    data_of(&data, 6, 2, 1, (const double[]){ RISE, 4, 5, 2, 2, 2, 2, 2, 2 }, (const double[]){ RISE, 4, 5 }, NULL);
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "r2-heldout:order=table,mcc-weak:order=table");
    assert_string_equal(scores.at[0].items[1].undefined,
                        "constant-factor: factor v2 is constant in one half of the rows");
    check_near(scores.at[0].overall.value, 1, TOL, "the other one");
    check_near(scores.at[1].overall.value, 1, TOL, "one pair, of the factor that varies");
}

/* Of half of the rows h less their mean, h - 1 directions: two and two of them meet in one at least, where h is 4, and
 * in two, where it is 3, whatever they are. */
TEST(test_few_rows)
{
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, 8, 2, 2, (const double[]){ RISE, RISE, 1, 0, 5, 1, 1, 0, 5, 1 },
            (const double[]){ RISE, RISE, 2, 0, 0, 1, 2, 0, 0, 1 }, NULL);
    assert_true(isfinite(score_of(&data, "mcc-weak:order=table")));
    data_of(&data, 6, 2, 2, (const double[]){ 0, 1, 2, 0, 1, 2, 1, 0, 5, 1, 0, 5 },
            (const double[]){ 0, 1, 2, 0, 1, 2, 2, 0, 0, 2, 0, 0 }, NULL);
    check_undefined(&data, "mcc-weak:order=table", "too-few-samples");
}

static void eliminate(double *a, double *b, size_t n) /* a x = b; x in b */
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++) {
            const double f = a[i * n + k] / a[k * n + k];
            for (size_t j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
            b[i] -= f * b[k];
        }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
}

/* In the fitting half the match of canonical scores is their own pairing: the mean canonical correlation of two factors
 * and two codes from trace and determinant of Rvv^-1 Rvz Rzz^-1 Rzv. */
static double mean_canonical(const assay_data *data, size_t n)
{
    double r[4][4];
    for (size_t a = 0; a < 4; a++)
        for (size_t b = 0; b < 4; b++) {
            const double *x = a < 2 ? data->factors + a * data->n : data->codes + (a - 2) * data->n;
            const double *y = b < 2 ? data->factors + b * data->n : data->codes + (b - 2) * data->n;
            double mx = 0, my = 0;
            r[a][b] = 0;
            for (size_t s = 0; s < n; s++) mx += x[s] / (double)n, my += y[s] / (double)n;
            for (size_t s = 0; s < n; s++) r[a][b] += (x[s] - mx) * (y[s] - my);
        }
    double left[4] = { r[0][0], r[0][1], r[1][0], r[1][1] }, product[2][2];
    for (size_t c = 0; c < 2; c++) { /* column c of Rzz^-1 Rzv, then Rvz of it, then Rvv^-1 of that */
        double zz[4] = { r[2][2], r[2][3], r[3][2], r[3][3] }, x[2] = { r[2][c], r[3][c] }, y[2], copy[4];
        eliminate(zz, x, 2);
        y[0] = r[0][2] * x[0] + r[0][3] * x[1], y[1] = r[1][2] * x[0] + r[1][3] * x[1];
        memcpy(copy, left, sizeof copy);
        eliminate(copy, y, 2);
        product[0][c] = y[0], product[1][c] = y[1];
    }
    const double trace = product[0][0] + product[1][1];
    const double determinant = product[0][0] * product[1][1] - product[0][1] * product[1][0];
    return sqrt(trace + 2 * sqrt(determinant)) / 2; /* (a + b)^2 = a^2 + b^2 + 2ab */
}

/* An invertible mixing of the codes, in any unit, changes neither linear score. */
TEST(test_identities)
{
    for (uint64_t seed = 0; seed < check_repeats(10); seed++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream = stream_of(seed);
        assert_int_equal(assay_data_shape(&data, 60, 2, 2), ASSAY_OK);
        for (size_t k = 0; k < 120; k++) data.factors[k] = assay_stream_uniform(&stream);
        for (size_t k = 0; k < 120; k++) data.codes[k] = data.factors[k] + 2 * assay_stream_uniform(&stream);
        FREED(assay_scores_free) assay_scores a = scores_of(&data, "mcc-weak:order=table,r2-heldout:order=table");
        check_near(a.at[1].overall.value, mean_canonical(&data, 30), TOL_PLAIN, "mean canonical correlation");
        for (size_t s = 0; s < 60; s++) {
            const double x = data.codes[s], y = data.codes[60 + s];
            data.codes[s] = 1e5 * (x - 3 * y) + 7;
            data.codes[60 + s] = 1e-5 * (2 * x + y);
        }
        FREED(assay_scores_free) assay_scores b = scores_of(&data, "mcc-weak:order=table,r2-heldout:order=table");
        for (size_t k = 0; k < 3; k++) check_near(b.at[k].overall.value, a.at[k].overall.value, TOL_PLAIN, "mixed");
    }
}

TESTS_MAIN
