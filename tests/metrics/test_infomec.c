/*
 * infom, infoc and infoe of codes that are labels, and infoe on rows held out: known answers by hand, refusals. The
 * published numbers are compared in test_golden_tables.c; codes that are numbers in test_latte.c.
 */
#include "two_labels.h"

#define TOL 1e-12
#define TOL_FIT 1e-3 /* the fit ends where no derivative of a sum over 16 to 60 rows exceeds 1e-4 */

/* Factors V0 and V1; BOTH tells .3113 of 1 bit of each, so a share of 1/1.3113 = .7626 of V0 is V0's. */
static const struct {
    const char *why;
    size_t d;
    double codes[24], infom, infoc;
} known[] = {
    { "a code for each", 2, { V0, V1 }, 1, 1 },
    { "numbers in any unit are names", 2, { 7, 7, 7, 7, -1, -1, -1, -1, 0, 0, 1e-9, 1e-9, 0, 0, 1e-9, 1e-9 }, 1, 1 },
    { "one code has all of V0 and V1 in four values: 1/2 of it for each, the other has V0 alone",
      2,
      { 3, 3, 9, 9, 1, 1, 4, 4, V0 },
      0.5,
      0.5 },
    { "BOTH is equally informative about both", 2, { BOTH, V0 }, 0.5, 0.7626147202085547 },
    { "a dead code is not active: two are left", 3, { BOTH, ONES, V0 }, 0.5, 0.7626147202085547 },
};

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        labels_of(&data, known[k].d, known[k].codes);
        check_near(score_of(&data, "infom@hsu2023"), known[k].infom, TOL, known[k].why);
        check_near(score_of(&data, "infoc@hsu2023"), known[k].infoc, TOL, known[k].why);
    }
}

/* Sixteen rows, one code. In the first half value 0 stands beside class 0 three times of four, value 1 beside class
 * 1. */
#define FIRST 0, 0, 0, 1, 1, 1, 1, 0
static const struct {
    const char *why, *metric;
    double factor[16], code[16], infoe;
    /* clang-format off */
} explicit[] = {
    { "nothing is said", "infoe@hsu2023", { FIRST, FIRST }, { ONES, ONES }, 0 },
    { "nothing is said of three and one: classes weigh alike, so 1/2 all the same", "infoe@hsu2023",
      { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { ONES, ONES }, 0 },
    { "everything is said", "infoe@hsu2023", { FIRST, FIRST }, { FIRST, FIRST }, 1 },
    { "by two numbers, whichever", "infoe@hsu2023", { FIRST, FIRST },
      { 9, 9, 9, -5, -5, -5, -5, 9, 9, 9, 9, -5, -5, -5, -5, 9 }, 1 },
    { "three of four: 1 - (3/4 log 4/3 + 1/4 log 4) / log 2", "infoe@hsu2023", { FIRST, FIRST }, { V0, V0 },
      0.18872187554086717 },
    { "the other rows are alike", "infoe@hsu2023:rows=half", { FIRST, FIRST }, { V0, V0 }, 0.18872187554086717 },
    { "the other rows are turned round: 1 - (1/4 log 4/3 + 3/4 log 4) / log 2", "infoe@hsu2023:rows=half",
      { FIRST, FIRST }, { V0, 1, 1, 1, 1, 0, 0, 0, 0 }, -0.6037593748197107 },
    { "likewise by one number", "infoe:rows=half", { FIRST, FIRST }, { V0, 1, 1, 1, 1, 0, 0, 0, 0 },
      -0.6037593748197107 },
};
/* clang-format on */

TEST(test_explicitness)
{
    const int32_t two = 2;
    for (size_t k = 0; k < sizeof explicit / sizeof *explicit; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, 16, 1, 1, explicit[k].factor, explicit[k].code, &two);
        check_near(score_of(&data, explicit[k].metric), explicit[k].infoe, TOL_FIT, explicit[k].why);
    }
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    labels_of(&data, 1, (const double[]){ V0 });
    check_undefined(&data, "infoc@hsu2023", "one-code");
    assay_scores scores = scores_of(&data, "infoe@hsu2023:rows=half");
    assert_string_equal(scores.at[0].items[0].undefined, "constant-factor: factor v1 is constant in the first half");
    assert_null(scores.at[0].items[1].undefined);
    assay_scores_free(&scores);
    labels_of(&data, 2, (const double[]){ ONES, ONES });
    check_undefined(&data, "infom@hsu2023", "no-active-code");

    assert_int_equal(assay_data_shape(&data, 4100, 1, 1), ASSAY_OK);
    data.levels[0] = 2;
    for (size_t s = 0; s < 4100; s++) data.factors[s] = (double)(s % 2), data.codes[s] = (double)s;
    check_undefined(&data, "infoe@hsu2023", "not-applicable");
    for (size_t s = 4096; s < 4100; s++) data.codes[s] = 0;
    assert_true(score_of(&data, "infoe@hsu2023:iterations=1") > 0); /* 4096 values are labels */

    assert_int_equal(assay_data_shape(&data, 65536, 1, 2), ASSAY_OK);
    for (size_t s = 0; s < 65536; s++) data.codes[s] = data.codes[65536 + s] = (double)s;
    scores = scores_of(&data, "infoc@hsu2023");
    assert_int_equal(scores.at[0].status, ASSAY_EINPUT);
    assay_scores_free(&scores);
    data.codes[0] = data.codes[65536] = 1; /* 65535 values are labels; nothing is told of a factor that is constant */
    check_undefined(&data, "infoc@hsu2023", "constant-factor");
}

/* Codes of noise say nothing: of 1200 at level .01 more than 22 are 3 deviations above 12. Weak ones do, by a square of
 * one factor, by another's sign, and mostly by a line of correlation .15. */
TEST(test_level)
{
    enum { N = 1000, M = 6, NOISE = 20, RUNS = 60 };
    size_t noise = 0, line = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream = stream_of(seed);
        assert_int_equal(assay_data_shape(&data, N, M, NOISE + 3), ASSAY_OK);
        data.levels[1] = 2;
        double *own = data.codes + NOISE * N;
        for (size_t k = 0; k < (NOISE + 3) * N; k++) data.codes[k] = assay_stream_uniform(&stream);
        for (size_t k = 0; k < M * N; k++) {
            const double u = assay_stream_uniform(&stream);
            data.factors[k] = k / N == 1 ? floor(2.0 * u) : u;
        }
        for (size_t s = 0; s < N; s++) {
            const double v = data.factors[s];
            own[s] += 3.0 * (v - 0.5) * (v - 0.5), own[N + s] += 0.3 * data.factors[N + s], own[2 * N + s] += 0.15 * v;
        }
        FREED(assay_scores_free) assay_scores all = scores_of(&data, "infom:relation=mi,infoc:relation=mi");
        for (size_t j = 0; j < NOISE; j++) {
            noise += !all.at[0].items[j].undefined;
            if (all.at[0].items[j].undefined) assert_memory_equal(all.at[0].items[j].undefined, "zero-importance:", 16);
        }
        for (size_t j = NOISE; j < NOISE + 2; j++) assert_null(all.at[0].items[j].undefined);
        for (size_t i = 0; i < 2; i++) assert_null(all.at[1].items[i].undefined);
        line += !all.at[0].items[NOISE + 2].undefined;
        if (seed) continue;
        data.n_codes = 5;
        FREED(assay_scores_free) assay_scores none = scores_of(&data, "infom,infoc,infom:level=1,infoc:level=1");
        for (size_t k = 0; k < 2; k++) {
            assert_non_null(none.at[k].overall.undefined);
            assert_memory_equal(none.at[k].overall.undefined, "zero-importance:", 16);
            assert_null(none.at[k + 2].overall.undefined);
        }
    }
    assert_in_range(noise, 1, 22);
    assert_in_range(line, 40, RUNS);
}

/* Which codes carry something of classes does not hang on the order of their labels: many of these weak ones do. */
TEST(test_level_of_classes)
{
    enum { N = 1000, K = 7, RUNS = 40 };
    size_t defined = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream = stream_of(seed);
        assert_int_equal(assay_data_shape(&data, N, 2, 2), ASSAY_OK);
        data.levels[0] = data.levels[1] = K;
        for (size_t s = 0; s < N; s++)
            for (size_t i = 0; i < 2; i++) {
                const double v = floor(K * assay_stream_uniform(&stream));
                data.factors[i * N + s] = v;
                data.codes[i * N + s] = 0.4 * (v == 3) + assay_stream_normal(&stream);
            }
        FREED(assay_scores_free) assay_scores first = scores_of(&data, "infom:relation=mi,infoc:relation=mi");
        for (size_t s = 0; s < 2 * N; s++) data.factors[s] = fmod(3.0 * data.factors[s] + 2.0, K);
        FREED(assay_scores_free) assay_scores renamed = scores_of(&data, "infom:relation=mi,infoc:relation=mi");
        for (size_t k = 0; k < 4; k++) {
            const assay_item *a = &first.at[k / 2].items[k % 2], *b = &renamed.at[k / 2].items[k % 2];
            assert_int_equal(!a->undefined, !b->undefined);
            if (!a->undefined) check_near(a->value, b->value, 1e-12, "in any order of the labels");
            defined += !a->undefined;
        }
    }
    assert_in_range(defined, RUNS, 3 * RUNS);
}

static double drawn(assay_stream *stream, int32_t kind)
{
    const double u = assay_stream_uniform(stream);
    return kind > 0 ? floor(kind * u) : kind < 0 ? fmax(0.0, 10.0 * u - 9.0) : u;
}

/* kind of a column: > 0 so many classes, < 0 mostly 0, 0 uniform. Kinds of factors, then of codes. */
static void noise_of(assay_data *data, size_t n, size_t m, size_t d, const int32_t kinds[2], assay_stream *stream)
{
    assert_int_equal(assay_data_shape(data, n, m, d), ASSAY_OK);
    for (size_t k = 0; k < m * n; k++) data->factors[k] = drawn(stream, kinds[0]);
    for (size_t k = 0; k < d * n; k++) data->codes[k] = drawn(stream, kinds[1]);
    for (size_t i = 0; i < m; i++) data->levels[i] = kinds[0];
}

/* Of 100 tables of noise 98 have no modularity, however many codes could be lucky; sparse ones are judged as whole ones. */
TEST(test_level_of_modularity)
{
    static const struct {
        size_t n, m, d;
        int32_t kinds[2];
    } at[] = {
        { 100, 8, 8, { 0, 0 } },  { 1000, 2, 1, { 0, 0 } }, { 1000, 8, 32, { 0, 0 } }, { 200, 4, 60, { 0, -1 } },
        { 1000, 4, 8, { 5, 0 } }, { 300, 4, 8, { 2, -1 } }, { 500, 3, 8, { 70, 4 } },  { 9000, 2, 2, { 0, 0 } }
    };
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        size_t defined = 0, sparse = 0;
        for (uint64_t seed = 0; seed < 100; seed++) {
            FREED(assay_data_free) assay_data data = { 0 };
            assay_stream stream = stream_of(seed);
            noise_of(&data, at[k].n, at[k].m, at[k].d, at[k].kinds, &stream);
            FREED(assay_scores_free) assay_scores scores = scores_of(&data, "modularity");
            defined += !scores.at[0].overall.undefined;
            if (at[k].kinds[1] >= 0) continue;
            data_take_sparse(&data.codes, at[k].n, at[k].d, &data.sparse_codes);
            FREED(assay_scores_free) assay_scores same = scores_of(&data, "modularity");
            sparse += !same.at[0].overall.undefined;
        }
        if (defined > 2 || (at[k].kinds[1] < 0 && sparse != defined))
            fail_msg("%zu rows, %zu codes: %zu defined, %zu of sparse ones", at[k].n, at[k].d, defined, sparse);
    }
}

/* A twentieth of a factor, up, down or of one class alone, is enough at 20,000 rows (.6 of a tenth of them), whole or
 * sparse, with and without absent values; the other code is noise. Codes in a unit of 1e-300, and with one far outlier, too. */
TEST(test_weak_codes_have_modularity)
{
    static const int32_t kinds[][2] = { { 0, 0 }, { 0, -1 }, { 7, 0 }, { 3, -1 } };
    for (size_t k = 0; k < 24; k++) {
        enum { N = 20000 };
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream = stream_of(k);
        noise_of(&data, N, 3, 2, kinds[k % 4], &stream);
        for (size_t s = 0; s < N; s++) {
            const double v = data.factors[s], told = k % 4 < 2 ? (k < 12 ? v : v * (1 - v)) : v == 1;
            if (data.codes[s] > 0) data.codes[s] += (k % 2 ? (k < 12 ? 0.6 : 4) : k < 12 ? 0.05 : -0.3) * told;
        }
        if (k % 3 == 1) data.factors[0] = data.factors[N + 1] = NAN;
        if (k % 3 == 2) data.codes[7] = 1e9;
        for (size_t s = 0; k % 8 < 4 && s < 2 * N; s++) data.codes[s] *= 1e-300;
        if (k % 2 && k % 3 != 1) data_take_sparse(&data.codes, N, 2, &data.sparse_codes);
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, "modularity,infom:relation=mi:least-range=0");
        if (scores.at[0].items[0].undefined || !scores.at[0].items[1].undefined) fail_msg("case %zu", k);
        if (!scores.at[1].items[1].undefined) fail_msg("infom of case %zu", k);
    }
}

enum { CUT_ROWS = 300 };

static void blended(assay_data *data, uint64_t seed)
{
    assay_stream stream = stream_of(seed);
    assert_int_equal(assay_data_shape(data, CUT_ROWS, 2, 2), ASSAY_OK);
    for (size_t k = 0; k < 2 * CUT_ROWS; k++) data->factors[k] = assay_stream_normal(&stream);
    for (size_t k = 0; k < 2 * CUT_ROWS; k++) data->codes[k] = data->factors[k] + assay_stream_normal(&stream);
}

/* classes=20 is what labels of 20 equal widths give, and not what values do. Noise of 1e-10 breaks no ties here. */
TEST(test_classes)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        FREED(assay_data_free) assay_data data = { 0 }, cut = { 0 };
        blended(&data, seed);
        blended(&cut, seed);
        for (size_t i = 0; i < 2; i++) {
            double *v = cut.factors + i * CUT_ROWS, low = v[0], high = v[0];
            for (size_t s = 0; s < CUT_ROWS; s++) low = fmin(low, v[s]), high = fmax(high, v[s]);
            for (size_t s = 0; s < CUT_ROWS; s++) v[s] = fmin(floor((v[s] - low) / ((high - low) / 20)), 19);
            cut.levels[i] = 20;
        }
        check_near(score_of(&data, "infom@guard2026"), score_of(&cut, "infom:clip=yes"), 1e-9, "infom of classes");
        check_near(score_of(&data, "infoc@guard2026"), score_of(&cut, "infoc:clip=yes"), 1e-9, "infoc of classes");
        assert_true(fabs(score_of(&data, "infom@guard2026") - score_of(&data, "infom")) > 1e-3);
    }
}

/* An option that came later changes no draw where it is not set: here codes are tied, and noise decides their order.
 * The numbers are those from before there was one. */
TEST(test_draws_stay)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_generate("dependent", "alpha=0.6", 300, 0, &data, NULL), ASSAY_OK);
    assert_true(score_of(&data, "infom") == 0.3271698545599519);
    assert_true(score_of(&data, "mig@latte2021") == 0.5427590082083293);
}

/* Classes that a code keeps apart: psi(n) - psi(n_class) is above log K, .0035 of it where classes have 20 of 100 rows.
 * The code tells all of both factors: shares are equal once neither counts more than its entropy. */
TEST(test_clip)
{
    enum { KEPT = 100 };
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, KEPT, 2, 1), ASSAY_OK);
    for (size_t s = 0; s < KEPT; s++) {
        data.factors[s] = (double)(s / 20);
        data.factors[KEPT + s] = s >= 40;
        data.codes[s] = 100 * (double)(s / 20) + sin((double)(7 * s));
    }
    data.levels[0] = 5, data.levels[1] = 2;
    check_near(score_of(&data, "infom:clip=yes"), 0.0, 1e-15, "both fully determined");
    assert_true(score_of(&data, "infom") > 1e-5);
}

TESTS_MAIN
