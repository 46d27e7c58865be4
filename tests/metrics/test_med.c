/*
 * med: known answers by hand, refusals, what the scores do not depend on, and the same numbers worked out plainly. The
 * published numbers are compared in test_golden_tables.c.
 */
#include "two_labels.h"

#define TOL 1e-12

/* Factors V0 and V1. I(V0; BOTH) = .3113 bits, so R = .2374 of the .3113 + 1 that the codes BOTH and V0 know of V0. */
static const struct {
    const char *why, *options;
    size_t d;
    double codes[32], modularity, compactness;
    /* clang-format off */
} known[] = {
    { "a code for each", "", 2, { V0, V1 }, 1, 1 },
    { "exchanged", "", 2, { V1, V0 }, 1, 1 },
    { "two copies of V0: log_3 of 3/2 there, 1 for V1", "", 3, { V0, V0, V1 }, 1, 0.68453512321427063 },
    { "a dead code raises the base: 1 for both factors all the same", "", 3, { V0, ONES, V1 }, 1, 1 },
    { "BOTH knows of V0 and V1", "", 2, { BOTH, V0 }, 0.56362764616631991, 0.60466750708493566 },
    { "one code per factor: a copy is dropped", "top=1", 3, { V0, V0, V1 }, 1, 1 },
    { "two: nothing is dropped, factors weigh alike", "top=2", 3, { V0, V0, V1 }, 1, 0.68453512321427063 },
    { "three copies, two kept: log_3 2 lost, weights 2/3 and 1", "top=2", 4, { V0, V0, V0, V1 }, 1,
      (2.0 / 3 * 0.36907024642854256 + 1) / (5.0 / 3) },
    { "one code per factor: a code of both is dropped", "top=1", 3, { BOTH, V0, V1 }, 1, 1 },
    { "it knows V0 and V1 alike, so V0 gets it: nothing is dropped", "top=1", 2, { BOTH, V1 }, 0.56362764616631991,
      0.60466750708493566 },
    { "Miller and Madow: I(V0; BOTH) as counted (3 cells, 2 rows, 2 columns), 1/16 more for V0, 1/16 less, so 0, for "
      "V1 and V0", "bias=millermadow", 2, { BOTH, V0 }, 0.5821120476507475, 0.6179973612313463 },
    { "copies of everything know alike", "", 4, { V0, V1, V0, V1 }, 1, 0.5 },
};
/* clang-format on */

static assay_scores med_of(const assay_data *data, const char *options)
{
    char name[128];
    snprintf(name, sizeof name, "med%s%s", options[0] ? ":" : "", options);
    return scores_of(data, name);
}

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        labels_of(&data, known[k].d, known[k].codes);
        FREED(assay_scores_free) assay_scores scores = med_of(&data, known[k].options);
        check_near(scores.at[0].overall.value, known[k].modularity, TOL, known[k].why);
        check_near(scores.at[1].overall.value, known[k].compactness, TOL, known[k].why);
    }
}

/* As published a dead code has modularity 0 and no weight, is kept where there is room, and makes the base 3, not 2. */
TEST(test_dead_code_published)
{
    FREED(assay_data_free) assay_data data = { 0 };
    labels_of(&data, 3, (const double[]){ BOTH, ONES, V0 });
    FREED(assay_scores_free)
    assay_scores ours = med_of(&data, "top=2:columns=all"), published = med_of(&data, "top=2:added=1e-11:columns=all");
    check_near(ours.at[1].overall.value, 0.60466750708493566, TOL, "two codes are kept");
    assert_string_equal(ours.at[0].items[1].undefined, "not-applicable: code 1 is not kept");
    check_near(published.at[1].overall.value, 0.7505729676663085, 1e-9, "three are kept, 1e-11 added");
    check_near(published.at[0].items[1].value, 0, 1e-9, "one of modularity 0");
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    labels_of(&data, 2, (const double[]){ V0, V1 });
    for (size_t s = 0; s < 8; s++) data.factors[8 + s] = 1;
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "med,med@cao2022:rows=all");
    assert_string_equal(scores.at[1].items[1].undefined, "constant-factor: factor 1 is constant");
    assert_string_equal(scores.at[2].items[1].undefined, "constant-factor: factor 1 is constant");
    check_near(scores.at[1].overall.value, 1, TOL, "the other factor");
    for (size_t k = 3; k < 5; k++)
        assert_string_equal(scores.at[k].overall.undefined, "constant-factor: factor 1 is constant");
    assert_null(scores.at[5].overall.undefined);
    assay_scores_free(&scores);
    assay_data_free(&data);

    labels_of(&data, 2, (const double[]){ V0, ONES });
    scores = scores_of(&data, "med:columns=all");
    assert_string_equal(scores.at[0].items[1].undefined, "zero-importance: code 1 is important for no factor");
    assert_string_equal(scores.at[1].items[1].undefined, "zero-importance: no code is important for factor 1");
    assay_scores_free(&scores);
    labels_of(&data, 1, (const double[]){ V0 });
    scores = scores_of(&data, "med,med:top=1");
    for (size_t k = 1; k < 6; k += 3)
        assert_string_equal(scores.at[k].overall.undefined, "one-code: compactness needs at least two codes");
    assay_scores_free(&scores);
    labels_of(&data, 3, (const double[]){ V0, V0, V0 });
    scores = scores_of(&data, "med:top=1");
    assert_string_equal(scores.at[1].overall.undefined, "one-code: compactness needs at least two codes");
    assert_null(scores.at[0].items[0].undefined); /* of copies the first is kept */
    assert_string_equal(scores.at[0].items[1].undefined, "not-applicable: code 1 is not kept");
    assay_scores_free(&scores);
    labels_of(&data, 2, (const double[]){ V0, BOTH });
    for (size_t s = 0; s < 8; s++) data.factors[8 + s] = 1;
    scores = scores_of(&data, "med:top=2");
    check_near(scores.at[1].overall.value, 1 - 0.7906649858301287, TOL, "the one that varies: log_2 of .2374, .7626");
    assay_scores_free(&scores);
    labels_of(&data, 2, (const double[]){ ONES, ONES });
    scores = scores_of(&data, "med,med:top=1");
    for (size_t k = 0; k < 6; k += 3)
        assert_string_equal(scores.at[k].overall.undefined, "zero-importance: no code is important for any factor");
    assay_scores_free(&scores);
    data.n_factors = 1;
    check_undefined(&data, "med", "one-factor");
    data.n_factors = 2;
    assay_data_free(&data);

    data_of(&data, 1, 1, 1, (const double[]){ 0 }, (const double[]){ 0 }, (const int32_t[]){ 2 });
    scores = scores_of(&data, "med");
    assert_string_equal(scores.at[2].items[0].undefined, "constant-factor: factor 0 is constant");
}

/* 0 1 0 1 ... is learnt from the first two thirds and told in the rest, so are three values; a code turned round
 * in the rest tells nothing right. */
TEST(test_accuracy)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, 90, 3, 3), ASSAY_OK);
    for (size_t s = 0; s < 90; s++) {
        data.factors[s] = (double)(s % 2);
        data.factors[90 + s] = (double)(s % 3);
        data.factors[180 + s] = (double)(s % 5 == 0);
        data.codes[s] = 1e3 * (double)(s % 2);
        data.codes[90 + s] = 1e-3 * (double)(s % 3);
        data.codes[180 + s] = s < 60 ? (double)(s % 5 == 0) : (double)(s % 5 != 0);
    }
    data.levels[0] = data.levels[2] = 2, data.levels[1] = 3;
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "med");
    check_near(scores.at[2].items[0].value, 1, 0, "two values");
    check_near(scores.at[2].items[1].value, 1, 0, "three values");
    check_near(scores.at[2].items[2].value, 0, 0, "turned round");
}

/* ---- plainly ---- */

enum { N = 60, M = 3, D = 4, BINS = 5 };

static double plain_mi(const double *v, const size_t *z)
{
    double joint[4][BINS] = { 0 }, of_v[4] = { 0 }, of_z[BINS] = { 0 }, sum = 0;
    for (size_t s = 0; s < N; s++) {
        joint[(size_t)v[s]][z[s]] += 1.0 / N;
        of_v[(size_t)v[s]] += 1.0 / N, of_z[z[s]] += 1.0 / N;
    }
    for (size_t a = 0; a < 4; a++)
        for (size_t b = 0; b < BINS; b++)
            if (joint[a][b] > 0) sum += joint[a][b] * log(joint[a][b] / (of_v[a] * of_z[b]));
    return sum;
}

static void plain_bins(const double *z, size_t *to)
{
    double low = z[0], high = z[0];
    for (size_t s = 0; s < N; s++) low = fmin(low, z[s]), high = fmax(high, z[s]);
    for (size_t s = 0; s < N; s++) {
        to[s] = (size_t)floor(BINS * (z[s] - low) / (high - low));
        if (to[s] == BINS) to[s]--;
    }
}

/* Mean information over `times` orders of the rows, as default_rng(seed) gives them. */
static void plain_chance(const assay_data *data, size_t bin[D][N], uint64_t seed, size_t times, double bias[M][D])
{
    assay_stream stream;
    size_t order[N], shuffled[N];
    assay_stream_seed(&stream, seed);
    for (size_t t = 0; t < times; t++) {
        assay_stream_permutation(&stream, order, N);
        for (size_t j = 0; j < D; j++) {
            for (size_t s = 0; s < N; s++) shuffled[s] = bin[j][order[s]];
            for (size_t i = 0; i < M; i++) bias[i][j] += plain_mi(data->factors + i * N, shuffled) / (double)times;
        }
    }
}

static void plain_med(const assay_data *data, int corrected, uint64_t seed, double to[2])
{
    double bias[M][D] = { { 0 } }, r[M][D], weighted = 0, mean = 0;
    size_t bin[D][N];
    for (size_t j = 0; j < D; j++) plain_bins(data->codes + j * N, bin[j]);
    if (corrected) plain_chance(data, bin, seed, 7, bias);
    for (size_t i = 0; i < M; i++) {
        double sum = 0, entropy = 0;
        for (size_t j = 0; j < D; j++) sum += r[i][j] = fmax(plain_mi(data->factors + i * N, bin[j]) - bias[i][j], 0);
        for (size_t j = 0; j < D; j++) r[i][j] /= sum, entropy -= r[i][j] > 0 ? r[i][j] * log(r[i][j]) : 0;
        mean += (1 - entropy / log(D)) / M;
    }
    for (size_t j = 0; j < D; j++) {
        double sum = 0, entropy = 0;
        for (size_t i = 0; i < M; i++) sum += r[i][j];
        for (size_t i = 0; i < M; i++) entropy -= r[i][j] > 0 ? r[i][j] / sum * log(r[i][j] / sum) : 0;
        weighted += sum / M * (1 - entropy / log(M));
    }
    to[0] = weighted, to[1] = mean;
}

static void some_labels(assay_data *data, uint64_t seed)
{
    assay_stream stream = stream_of(seed);
    assert_int_equal(assay_data_shape(data, N, M, D), ASSAY_OK);
    for (size_t k = 0; k < M * N; k++) data->factors[k] = floor(4 * assay_stream_uniform(&stream));
    for (size_t k = 0; k < D * N; k++) data->codes[k] = data->factors[k % (M * N)] + 3 * assay_stream_uniform(&stream);
    for (size_t i = 0; i < M; i++) data->levels[i] = 4;
}

TEST(test_two_ways)
{
    for (uint64_t seed = 0; seed < check_repeats(10); seed++) {
        FREED(assay_data_free) assay_data data = { 0 };
        double got[3], want[2];
        some_labels(&data, seed);
        for (int corrected = 0; corrected < 2; corrected++) {
            seeded_scores(&data, "med", NULL, corrected ? "bins=5:bias=permuted:permutations=7" : "bins=5", seed, got);
            plain_med(&data, corrected, seed, want);
            for (size_t k = 0; k < 2; k++) check_near(got[k], want[k], TOL, corrected ? "corrected" : "as counted");
        }
    }
}

/* Codes in another order and doubled: the same but for the order of sums. */
TEST(test_identities)
{
    for (uint64_t seed = 0; seed < check_repeats(20); seed++) {
        FREED(assay_data_free) assay_data data = { 0 }, other = { 0 };
        some_labels(&data, seed);
        some_labels(&other, seed);
        for (size_t k = 0; k < D * N; k++) other.codes[k] = 2 * data.codes[(k + N) % (D * N)];
        FREED(assay_scores_free)
        assay_scores a = scores_of(&data, "med,med:top=1"), b = scores_of(&other, "med,med:top=1");
        for (size_t k = 0; k < 6; k++) check_near(b.at[k].overall.value, a.at[k].overall.value, 1e-6, a.at[k].output);
        for (size_t j = 0; j < D; j++)
            check_near(b.at[0].items[j].value, a.at[0].items[(j + 1) % D].value, TOL, "a code's own");
    }
}

TESTS_MAIN
