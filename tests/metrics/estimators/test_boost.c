/* Boosted trees: certain answers. */
#include "boost.h"
#include "exp_down.h"
#include "tree.h"
#include "forest.h"

#include "estimator_data.h"

static double uniform(uint64_t *state) { return (double)(tree_mix(*state += 0x9E3779B97F4A7C15u) >> 11) * 0x1p-53; }

TEST(test_known)
{
    static const struct {
        const char *why;
        size_t n, n_train, classes, stages;
        double codes[16]; /* two codes */
        int32_t label[8], predicted[8];
        double importance[2];
        /* clang-format off */
    } known[] = {
        { "two classes by the second code, test rows by its threshold 1.5", 6, 4, 2, 1,
          { 7, 7, 7, 7, 7, 7, 0, 1, 2, 3, 1.4, 1.6 }, { 0, 0, 1, 1, 0, 0 }, { 0, 0, 1, 1, 0, 1 }, { 0, 1 } },
        { "one stage of rate 0.1 does not outweigh odds of 3 to 1: F = log 3 - 0.1 * 4 > 0", 5, 4, 2, 1,
          { 0, 1, 2, 3, 0, 5, 5, 5, 5, 5 }, { 0, 1, 1, 1, 0 }, { 1, 1, 1, 1, 1 }, { 1, 0 } },
        { "three stages do: each takes 0.1 * (1 + e^F) or more", 5, 4, 2, 30, { 0, 1, 2, 3, 0, 5, 5, 5, 5, 5 },
          { 0, 1, 1, 1, 0 }, { 0, 1, 1, 1, 0 }, { 1, 0 } },
        { "R1: one class in training is predicted everywhere", 4, 3, 3, 5, { 0, 1, 2, 3, 5, 4, 3, 2 }, { 2, 2, 2, 0 },
          { 2, 2, 2, 2 }, { 0, 0 } },
        { "classes that do not occur take no part: 0 and 4 of 5", 4, 4, 5, 40, { 0, 1, 2, 3, 5, 5, 5, 5 },
          { 0, 0, 4, 4 }, { 0, 0, 4, 4 }, { 1, 0 } },
        { "three classes in order", 6, 6, 3, 10, { 0, 1, 2, 3, 4, 5, 9, 9, 9, 9, 9, 9 }, { 2, 2, 0, 0, 1, 1 },
          { 2, 2, 0, 0, 1, 1 }, { 1, 0 } },
        { "constant codes: the largest class, no importance", 4, 4, 3, 3, { 1, 1, 1, 1, 2, 2, 2, 2 }, { 1, 2, 2, 0 },
          { 2, 2, 2, 2 }, { 0, 0 } },
    };
    /* clang-format on */
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        FREED(rank_free) rank_table ranks;
        double importance[2];
        int32_t predicted[8];
        const size_t n = known[t].n, n_train = known[t].n_train;
        const boost_plan plan = { .stages = known[t].stages, .depth = 3, .rate = 0.1, .key = 1 };
        assert_int_equal(rank_build(&ranks, known[t].codes, n, 2), ASSAY_OK);
        assert_int_equal(boost_classify(&ranks, known[t].label, known[t].classes,
                                        LEARN(everyone, n_train, everyone + n_train, n - n_train), &plan, importance,
                                        predicted),
                         ASSAY_OK);
        for (size_t s = 0; s < n; s++)
            if (predicted[s] != known[t].predicted[s]) fail_msg("%s: row %zu: %d", known[t].why, s, (int)predicted[s]);
        for (size_t j = 0; j < 2; j++)
            if (!(fabs(importance[j] - known[t].importance[j]) <= 1e-12))
                fail_msg("%s: %.17g", known[t].why, importance[j]);
    }
}

TEST(test_refusals) /* R4 */
{
    const double codes[] = { 0, 1, 2 };
    const int32_t label[] = { 0, 1, 2 };
    const uint32_t outside[] = { 3 };
    double importance[1];
    int32_t predicted[3];
    FREED(rank_free) rank_table ranks;
    const boost_plan good = { 2, 3, 0.1, 0 }, flat = { 2, 0, 0.1, 0 }, idle = { 0, 3, 0.1, 0 };
    assert_int_equal(rank_build(&ranks, codes, 3, 1), ASSAY_OK);
    assert_int_equal(boost_classify(&ranks, label, 2, LEARN(everyone, 3, NULL, 0), &good, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 0, NULL, 0), &good, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 3, outside, 1), &good, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 3, NULL, 0), &flat, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 3, NULL, 0), &idle, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 3, everyone, 3), &good, importance, predicted),
                     ASSAY_OK);
}

/* Against the C library's. The reduction leaves r exact to 1e-17; Taylor's 13 steps and the sum's last bit are below
 * 4e-16 of the value, the library's half a last bit. */
TEST(test_exp_down)
{
    uint64_t mix = 3;
    for (unsigned k = 0; k < test_repeats(5000); k++) {
        lanes t;
        for (size_t l = 0; l < LANES; l++) t[l] = k == 0 ? -175.0 * (double)l : -pow(10.0, 6 * uniform(&mix) - 3);
        const lanes x = t;
        exp_down(&t);
        for (size_t l = 0; l < LANES; l++) {
            const double want = exp(x[l] > -700.0 ? x[l] : -700.0);
            if (!(fabs(t[l] - want) <= 8e-16 * want)) fail_msg("exp(%.17g): %.17g, want %.17g", x[l], t[l], want);
        }
    }
}

/* A rate of 1000 drives scores to thousands, whose exponentials do not exist: shares must still be shares. */
TEST(test_large_scores)
{
    const double codes[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
    const int32_t three[] = { 1, 1, 1, 0, 0, 0, 2, 2, 2 }, two[] = { 1, 1, 1, 1, 0, 0, 0, 0, 0 };
    double importance[1];
    int32_t predicted[9];
    FREED(rank_free) rank_table ranks;
    const boost_plan plan = { .stages = 30, .depth = 3, .rate = 1000 };
    assert_int_equal(rank_build(&ranks, codes, 9, 1), ASSAY_OK);
    assert_int_equal(boost_classify(&ranks, three, 3, LEARN(everyone, 9, NULL, 0), &plan, importance, predicted),
                     ASSAY_OK);
    assert_memory_equal(predicted, three, sizeof three);
    assert_int_equal(boost_classify(&ranks, two, 2, LEARN(everyone, 9, NULL, 0), &plan, importance, predicted),
                     ASSAY_OK);
    assert_memory_equal(predicted, two, sizeof two);
    assert_true(importance[0] == 1);
}

TESTS_MAIN_IN(rows_fill, NULL)
