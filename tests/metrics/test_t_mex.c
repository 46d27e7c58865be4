/*
 * t-mex: known answers (exact codes leave no residual but their own factor's, so nothing is left to chance), refusals,
 * what it does not depend on. The published numbers are compared in test_golden_correlation.c.
 */
#include "golden_tables.h"

enum { N = 80 };
enum { SHARE, MISMATCHES, PRECISION, RECALL, ALIGNMENT, OUTPUTS };

/* Codes as sums of two factors and of a third column that is no factor. */
static const struct {
    const char *why, *options;
    size_t d;
    double weight[4][3], want[OUTPUTS]; /* NaN: undefined */
} known[] = {
    { "a code for each", "", 2, { { 1, 0 }, { 0, 1 } }, { 1, 0, 1, 1, 1 } },
    { "rounding is no residual, however little is asked", "alpha=0.5", 2, { { 1, 0 }, { 0, 1 } }, { 1, 0, 1, 1, 1 } },
    { "exchanged, as mcc has it", "", 2, { { 0, 1 }, { 1, 0 } }, { 1, 0, 1, 1, 1 } },
    { "exchanged, as it should not be", "expected=identity", 2, { { 0, 1 }, { 1, 0 } }, { 0, 4, 0, 0, 1 } },
    { "in any unit and sign", "", 2, { { -1e-9, 0 }, { 0, 1e200 } }, { 1, 0, 1, 1, 1 } },
    { "products of 1e-9 vary by less", "least-variance=1e-12", 2, { { 1e-9, 0 }, { 0, 1 } }, { 0.75, 1, 1, 0.5, 0.5 } },
    { "two copies: one is not expected", "", 4, { { 1, 0 }, { 1, 0 }, { 0, 1 }, { 0, 1 } }, { 0.75, 2, 0.5, 1, 1 } },
    { "v0 + v1 and v1", "", 2, { { 2, 1 }, { 0, 1 } }, { 0.75, 1, 2.0 / 3, 1, 1 } },
    { "both mixed: a match is found all the same", "", 2, { { 2, 1 }, { 1, 2 } }, { 0.5, 2, 0.5, 1, 1 } },
    { "one code for two factors", "", 1, { { 2, 1 } }, { 0.5, 1, 0.5, 1, 1 } },
    { "one code for one of them", "expected=identity", 1, { { 1, 0 } }, { 1, 0, 1, 1, 1 } },
    { "dead codes: nothing is found", "", 2, { { 0, 0 }, { 0, 0 } }, { 0.5, 2, NAN, 0, 0 } },
    { "a code of v0 and of what is no factor", "alpha=0.001", 2, { { 1, 0, 1 }, { 0, 1 } }, { 1, 0, 1, 1, 1 } },
};

static void columns_of(assay_data *data, size_t m, size_t d, double column[3][N], const double weight[][3])
{
    assay_stream stream = stream_of(5);
    for (size_t k = 0; k < 3; k++)
        for (size_t s = 0; s < N; s++) column[k][s] = assay_stream_uniform(&stream);
    assert_int_equal(assay_data_shape(data, N, m, d), ASSAY_OK);
    for (size_t i = 0; i < m; i++) memcpy(data->factors + i * N, column[i], N * sizeof(double));
    for (size_t j = 0; j < d; j++)
        for (size_t s = 0; s < N; s++)
            data->codes[j * N + s] =
                weight[j][0] * column[0][s] + weight[j][1] * column[1][s] + weight[j][2] * column[2][s];
}

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        double column[3][N], got[OUTPUTS];
        columns_of(&data, 2, known[k].d, column, known[k].weight);
        seeded_scores(&data, "t-mex", NULL, known[k].options[0] ? known[k].options : NULL, 1, got);
        for (size_t o = 0; o < OUTPUTS; o++) {
            if (isnan(known[k].want[o]) && isnan(got[o])) continue;
            check_near(got[o], known[k].want[o], 1e-15, known[k].why);
        }
    }
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    double column[3][N];
    static const double weight[2][3] = { { 1, 0 }, { 0, 1 } };
    columns_of(&data, 2, 2, column, weight);
    memcpy(data.factors + N, data.factors, N * sizeof(double)); /* twins: neither is seen beside the other */
    check_near(score_of(&data, "t-mex"), 0.5, 1e-15, "twins: two of four are not as expected");
    check_reason(&data, "t-mex", PRECISION, SIZE_MAX, "zero-importance: no dependence is found");
    for (size_t s = 0; s < N; s++) data.factors[N + s] = 3; /* a constant factor is not seen, nor in the way */
    check_near(score_of(&data, "t-mex:columns=all"), 0.75, 0, "one of two is expected in vain");
    check_near(score_of(&data, "t-mex"), 1, 0, "nothing is expected of a factor that does not vary");
    assay_data three = { 0 };
    columns_of(&three, 3, 3, column, (const double[3][3]){ { 1, 0 }, { 0, 1 }, { 0, 0, 1 } });
    for (size_t s = 0; s < N; s++) three.factors[2 * N + s] = column[0][s] - column[1][s];
    check_near(score_of(&three, "t-mex"), 6.0 / 9, 1e-15, "each of three determined by the others: none is seen");
    for (size_t s = 0; s < N; s++) three.factors[2 * N + s] += column[2][s];
    check_near(score_of(&three, "t-mex"), 7.0 / 9, 1e-15, "no longer: z2 = v2 - v0 + v1 depends on all");
    assay_data_free(&three);

    data.levels[1] = 4;
    check_undefined(&data, "t-mex:columns=all", "not-applicable");
    check_near(score_of(&data, "t-mex:nominal=number:columns=all"), 0.75, 0, "as a number");
    data.levels[1] = 0;
    for (size_t s = 0; s < N; s++) data.factors[s] = -1;
    check_undefined(&data, "t-mex", "constant-factor");

    columns_of(&data, 1, 1, column, weight);
    check_near(score_of(&data, "t-mex"), 1, 0, "one factor, one code: an intercept alone");
    data.n = 50;
    check_near(score_of(&data, "t-mex"), 1, 0, "50 rows");
    data.n = 49;
    check_undefined(&data, "t-mex", "too-few-samples");
    assay_data_free(&data);
    for (size_t k = 0; k < 3; k++) { /* what one row alone tells is not told in one half of every cut */
        columns_of(&data, k < 2 ? 1 : 2, 1, column, weight);
        if (k < 2) memset(k ? data.factors : data.codes, 0, N * sizeof(double));
        else memcpy(data.factors + N, data.factors, N * sizeof(double));
        *(k == 0 ? data.codes : k == 1 ? data.factors : data.factors + N) += 1;
        for (data.n = k < 2 ? 50 : N; data.n <= N; data.n++)
            check_reason(&data, "t-mex:alpha=0.5", PRECISION, SIZE_MAX, "zero-importance: no dependence is found");
        assay_data_free(&data);
    }
    assert_int_equal(assay_data_shape(&data, 60, 29, 1), ASSAY_OK);
    check_undefined(&data, "t-mex", "too-few-samples"); /* 30 rows to test on, 30 unknowns */
}

/* A square of a skewed factor, whose residual goes with the factor's square: p = .0350619, by another decomposition. */
TEST(test_level)
{
    FREED(assay_data_free) assay_data data = { 0 };
    double column[3][N];
    columns_of(&data, 1, 1, column, (const double[1][3]){ { 1 } });
    for (size_t s = 0; s < N; s++) {
        data.factors[s] = -log(column[0][s]);
        data.codes[s] = data.factors[s] * data.factors[s];
    }
    check_near(score_of(&data, "t-mex:alpha=0.0350620"), 1, 0, "found");
    check_near(score_of(&data, "t-mex:alpha=0.0350618"), 0, 0, "not found");
}

TESTS_MAIN
