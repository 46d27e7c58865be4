/*
 * z-diff, z-min-var, z-max-var: answers by hand on full factorial tables, refusals.
 *
 * With points=per-factor every factor has as many points as any other, so a score that chance decides nowhere is an
 * exact fraction; TOL is for its few roundings.
 */
#include "check.h"

#define TOL 1e-12
#define EVEN ":points=per-factor:train=60:test=40:batch=20"

/* Factors: every combination of m factors with `levels` values, `copies` rows each. Codes are set by what follows. */
static void factorial(assay_data *to, size_t m, size_t levels, size_t copies, size_t d)
{
    size_t n = copies;
    for (size_t i = 0; i < m; i++) n *= levels;
    assert_int_equal(assay_data_shape(to, n, m, d), ASSAY_OK);
    for (size_t i = 0, step = copies; i < m; i++, step *= levels) {
        to->levels[i] = (int32_t)levels;
        for (size_t s = 0; s < n; s++) to->factors[i * n + s] = (double)(s / step % levels);
    }
}

static void code_of(assay_data *to, size_t j, size_t factor, double scale, double shift)
{
    for (size_t s = 0; s < to->n; s++) to->codes[j * to->n + s] = scale * to->factors[factor * to->n + s] + shift;
}

static void code_noise(assay_data *to, size_t j, uint64_t seed)
{
    assay_stream stream = stream_of(seed);
    assay_stream_fill(&stream, to->codes + j * to->n, to->n);
}

static void check_scores(const assay_data *data, const char *why, double diff, double least, double most)
{
    if (!isnan(diff)) check_near(score_of(data, "z-diff" EVEN), diff, TOL, why);
    if (!isnan(least)) check_near(score_of(data, "z-min-var" EVEN), least, TOL, why);
    if (!isnan(most)) check_near(score_of(data, "z-max-var" EVEN), most, TOL, why);
}

TEST(test_known)
{
    FREED(assay_data_free) assay_data data = { 0 };
    factorial(&data, 2, 4, 4, 2);
    code_of(&data, 0, 0, 1, 0), code_of(&data, 1, 1, 1, 0);
    check_scores(&data, "z = v", 1, 1, 1);
    check_near(score_of(&data, "z-min-var:scaled=no" EVEN), 1, TOL, "z = v, not scaled");
    code_of(&data, 0, 1, -3, 7), code_of(&data, 1, 0, 1e-3, -2);
    check_scores(&data, "codes swapped, turned, moved and scaled", 1, 1, 1);
    code_of(&data, 0, 0, 1, 0), code_of(&data, 1, 0, 1, 0);
    check_scores(&data, "both codes copy v0: one code takes all votes, the classifier still sees it rest", 1, 0, 0);
    check_near(score_of(&data, "z-min-var:scaled=no" EVEN), 0.5, TOL, "the same, not scaled: chance of two");
    code_of(&data, 1, 1, 1, 0);
    for (size_t s = 0; s < data.n; s++) data.codes[s] += 4 * data.codes[data.n + s];
    check_scores(&data, "z0 = v0 + 4 v1, z1 = v1: v0 fixed stills no code wholly, but z1 moves freely", 1, NAN, 1);

    factorial(&data, 3, 3, 3, 2);
    code_of(&data, 0, 0, 1, 0), code_of(&data, 1, 1, 1, 0);
    check_scores(&data, "v2 unheard: its votes go to others' codes, accuracy 2/3", 1, 0.5, 0.5);

    factorial(&data, 2, 4, 4, 3);
    code_of(&data, 0, 1, 0, 5), code_of(&data, 1, 0, 1, 0), code_of(&data, 2, 1, 1, 0);
    check_scores(&data, "a dead code in front", 1, 1, 1);
    code_noise(&data, 0, 3);
    check_scores(&data, "a code of noise in front: never at rest, but always moving", 1, 1, NAN);

    factorial(&data, 2, 4, 8, 1);
    code_noise(&data, 0, 4);
    check_scores(&data, "a single code: one factor takes it", NAN, 0, 0);
}

/* The thresholds and peculiarities of the presets. */
TEST(test_presets)
{
    FREED(assay_data_free) assay_data data = { 0 };
    factorial(&data, 2, 4, 40, 2);
    code_of(&data, 0, 0, 1, 0), code_of(&data, 1, 1, 0.01, 0); /* standard deviations 1.118 and 0.01118 */
    check_near(score_of(&data, "z-min-var" EVEN), 1, TOL, "no threshold");
    check_near(score_of(&data, "z-min-var@zaidi2020" EVEN), 0, TOL, "code 1 is below 0.02");
    check_near(score_of(&data, "z-min-var@zaidi2020:std=0.0111" EVEN), 1, TOL, "but not below 0.0111");
    check_near(score_of(&data, "z-max-var@zaidi2020" EVEN), 0, TOL, "code 1 is below 0.02");
    check_near(score_of(&data, "z-min-var@locatello2019" EVEN), 0.5, TOL, "code 1 is below 0.05; not scaled");
    code_of(&data, 0, 0, 0.01, 0);
    check_undefined(&data, "z-min-var@zaidi2020", "no-active-code");
    check_undefined(&data, "z-min-var@almudevar2025", "no-active-code");
    check_near(score_of(&data, "z-min-var@locatello2019"), 0, 0, "no active code is 0 there");
    code_of(&data, 0, 0, 0, 3), code_of(&data, 1, 1, 1, 0);
    check_near(score_of(&data, "z-min-var" EVEN), 0.0, TOL, "code 0 is dead: code 1 takes all votes");
    check_near(score_of(&data, "z-min-var@zhang2021:splits=0"), 0.5, TOL, "0/0 takes all votes; not scaled");

    factorial(&data, 3, 3, 30, 3);
    for (size_t j = 0; j < 3; j++) code_of(&data, j, j, 1, 0);
    static const char *const ideal[] = { "z-diff@*", "z-min-var@*", "z-max-var@*" };
    for (size_t k = 0; k < 3; k++) {
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, ideal[k]);
        for (size_t p = 0; p < scores.count; p++) check_near(scores.at[p].overall.value, 1, TOL, scores.at[p].preset);
    }
    code_of(&data, 2, 1, 0, 0); /* v2 unheard, code 2 dead */
    check_near(score_of(&data, "z-min-var@zhang2021"), 1.0 / 3, 0.03, "0/0 takes all votes, chance of three");
    check_near(score_of(&data, "z-diff@zhang2021"), 1, 0.01, "ten epochs are enough here");
    for (size_t j = 0; j < 3; j++) code_of(&data, j, j, 1e-4, 0);
    if (!(score_of(&data, "z-diff@zhang2021") < 0.9)) fail_msg("ten epochs learn codes of any scale");
    if (!(score_of(&data, "z-diff@zaidi2020") < 0.9)) fail_msg("the penalty does not see the scale");
    check_near(score_of(&data, "z-diff"), 1, TOL, "standardised");

    assert_int_equal(assay_data_shape(&data, 12, 2, 2), ASSAY_OK);
    data.levels[0] = data.levels[1] = 12;
    for (size_t s = 0; s < 12; s++) {
        data.factors[s] = data.codes[s] = (double)s;
        data.factors[12 + s] = data.codes[12 + s] = (double)(5 * s % 12);
    }
    check_undefined(&data, "z-min-var", "too-few-samples");
    check_undefined(&data, "z-min-var@zaidi2020", "too-few-samples");
    check_near(score_of(&data, "z-min-var:categories=cut:bins=3" EVEN), 1, TOL, "four labels to a bin");
    check_near(score_of(&data, "z-min-var@almudevar2025:bins=3" EVEN), 1, TOL, "cut there");
}

TEST(test_constant_factor)
{
    FREED(assay_data_free) assay_data data = { 0 };
    factorial(&data, 3, 3, 3, 3);
    for (size_t s = 0; s < data.n; s++) data.factors[2 * data.n + s] = 1;
    code_of(&data, 0, 0, 1, 0), code_of(&data, 1, 1, 1, 0), code_noise(&data, 2, 9);
    check_near(score_of(&data, "z-min-var" EVEN), 1, TOL, "a factor that never varies is left out");
    if (!(score_of(&data, "z-min-var:constants=keep" EVEN) < 0.8)) fail_msg("kept, it is a third of the points");
    check_near(score_of(&data, "z-diff" EVEN), 1, TOL, "left out");
    for (size_t s = 0; s < data.n; s++) data.factors[data.n + s] = 2;
    check_undefined(&data, "z-min-var", "one-factor");
    for (size_t s = 0; s < data.n; s++) data.factors[s] = 0;
    check_undefined(&data, "z-max-var", "constant-factor");
}

TEST(test_refusals)
{
    static const char *const ids[] = { "z-diff", "z-min-var", "z-max-var" };
    FREED(assay_data_free) assay_data data = { 0 };
    for (size_t k = 0; k < 3; k++) {
        char name[64];
        data_of(&data, 4, 1, 2, (const double[]){ 0, 1, 2, 3 }, (const double[]){ 0, 1, 2, 3, 1, 1, 0, 0 }, NULL);
        check_reason(&data, ids[k], 0, SIZE_MAX, "one-factor: there is no other factor to compare it with");
        data_of(&data, 1, 2, 1, (const double[]){ 0, 1 }, (const double[]){ 0 }, NULL);
        check_reason(&data, ids[k], 0, SIZE_MAX, "too-few-samples: one row makes no batch");
        snprintf(name, sizeof name, "%s@zaidi2020", ids[k]);
        check_undefined(&data, name, k ? "no-active-code" : "too-few-samples");
        data_of(&data, 4, 2, 1, (const double[]){ 0, 0, 1, 1, 0, 1, 0, 1 }, (const double[]){ 7, 7, 7, 7 }, NULL);
        check_reason(&data, ids[k], 0, SIZE_MAX, "no-active-code: all codes are constant");
        data_of(&data, 3, 2, 1, (const double[]){ 0, 1, 2, 0, 1, 2 }, (const double[]){ 0, 1, 2 }, NULL);
        check_reason(&data, ids[k], 0, SIZE_MAX,
                     k < 2 ? "too-few-samples: factor v1 has no value with two rows"
                           : "too-few-samples: no two rows agree in all factors but factor v1; fewer bins would help");
    }
    data_of(&data, 4, 2, 1, (const double[]){ 0, 0, 1, 1, 0, 1, 0, 1 }, (const double[]){ 7, 7, 7, 7 }, NULL);
    check_near(score_of(&data, "z-diff@zaidi2020" EVEN), 0, TOL, "published: the classifier guesses");

    factorial(&data, 2, 2, 20, 2); /* 40 rows of each value: fewer than 64 */
    code_of(&data, 0, 0, 1, 0), code_of(&data, 1, 1, 1, 0);
    check_reason(&data, "z-min-var@zhang2021", 0, SIZE_MAX,
                 "too-few-samples: a value of factor v1 has 40 rows, a batch 64");
    check_reason(&data, "z-diff@zhang2021", 0, SIZE_MAX,
                 "too-few-samples: a value of factor v1 has 40 rows, a batch 64");
    check_near(score_of(&data, "z-min-var@zhang2021:batch=40"), 1, TOL, "exactly enough");
    data.levels[0] = 3, data.factors[0] = 2; /* a value with a single row: no pair comes from it */
    check_near(score_of(&data, "z-diff:short=refuse" EVEN), 1, TOL, "a fresh value for each pair needs two rows only");
    check_undefined(&data, "z-min-var:short=refuse:values=alike" EVEN, "too-few-samples");
    check_near(score_of(&data, "z-min-var" EVEN), 1, TOL, "left out");
}

/* A factor that no point happens to fall to need not be one that points can be drawn of. */
TEST(test_factors_without_points)
{
    enum { N = 8, SEEDS = 40 };
    static const char *const names[] = { "z-min-var:train=1:test=1:scaled=no", "z-diff:train=1:test=1:scaled=no" };
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, N, 2, 1, (const double[]){ 0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 2, 3, 4, 5, 6, 7 },
            (const double[]){ 0, 0, 0, 0, 1, 1, 1, 1 }, (const int32_t[]){ 2, N });
    for (size_t k = 0; k < 2; k++) {
        size_t defined = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            FREED(assay_scores_free) assay_scores scores = scores_drawn(&data, names[k], seed, 1);
            const assay_item *score = &scores.at[0].overall;
            if (!score->undefined) check_near(score->value, 1, 0, "both points are of the one factor");
            else assert_string_equal(score->undefined, "too-few-samples: factor v2 has no value with two rows");
            defined += !score->undefined;
        }
        if (!defined || defined == SEEDS) fail_msg("%s: %zu of %d defined", names[k], defined, SEEDS);
    }
}

TEST(test_portions)
{
    FREED(assay_data_free) assay_data data = { 0 };
    factorial(&data, 2, 3, 1, 2); /* three rows of each value; v0 fixed, code 1 moves by a tenth of code 0 */
    code_of(&data, 0, 1, 1, 0), code_of(&data, 1, 0, 1, 0);
    for (size_t s = 0; s < data.n; s++) {
        data.codes[s] += 0.1 * data.factors[s];
        data.codes[data.n + s] += 0.1 * data.factors[data.n + s];
    }
    const char *two = ":points=per-factor:train=200:test=200:batch=2";
    char name[128];
    snprintf(name, sizeof name, "z-min-var:short=refuse%s", two);
    check_near(score_of(&data, name), 1, TOL, "two of three rows, anew for every batch: never the same twice");
    snprintf(name, sizeof name, "z-min-var%s", two);
    /* dealt on, a batch may hold the last row of one shuffle, and the same as the first of the next */
    if (!(score_of(&data, name) < 1)) fail_msg("no row comes twice in a batch");
    check_undefined(&data, "z-min-var:variance-rows=1", "no-active-code");
    if (score_of(&data, "z-min-var:variance-rows=9" EVEN) != score_of(&data, "z-min-var" EVEN)) fail_msg("9 of 9 rows");

    /* more values than there is room to count at once */
    assert_int_equal(assay_data_shape(&data, 6000, 2, 2), ASSAY_OK);
    data.levels[0] = data.levels[1] = 3000;
    for (size_t s = 0; s < 6000; s++) {
        data.factors[s] = data.codes[s] = (double)(s / 2);
        data.factors[6000 + s] = data.codes[6000 + s] = (double)(s % 3000);
    }
    check_near(score_of(&data, "z-diff" EVEN), 1, TOL, "3000 values");
    check_near(score_of(&data, "z-min-var" EVEN), 1, TOL, "3000 values");
}

/* Without random splits the last fifth of the training points is the last of five factors: the layer never sees it. */
TEST(test_layer_holds_out)
{
    FREED(assay_data_free) assay_data data = { 0 };
    factorial(&data, 5, 3, 1, 5);
    for (size_t j = 0; j < 5; j++) code_of(&data, j, j, 3, 0);
    check_near(score_of(&data, "z-diff@zhang2021:splits=0"), 0.8, TOL, "four of five");
    check_near(score_of(&data, "z-diff@zhang2021"), 1, TOL, "all seen");
    check_near(score_of(&data, "z-diff@zhang2021:splits=0:classifier=logistic"), 1, TOL, "the regression sees all");
}

TESTS_MAIN
