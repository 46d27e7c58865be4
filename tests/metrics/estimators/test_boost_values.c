/* Boosted regression: certain answers, refusals, no unit of the target matters. */
#include "boost.h"

#include "estimator_data.h"

static const struct {
    const char *why;
    size_t n, n_train, stages, depth;
    double codes[12], target[6], predicted[6], importance[2]; /* two codes */
    /* clang-format off */
} known[] = {
    { "half of what is left at each of two stages, test rows by the threshold 1.5", 6, 4, 2, 1,
      { 7, 7, 7, 7, 7, 7, 0, 1, 2, 3, 1.4, 1.6 }, { 0, 0, 8, 8, 1, 1 }, { 1, 1, 7, 7, 1, 7 }, { 0, 1 } },
    { "drops of the sum of squares: 36 by the first code, then 16 by the second", 4, 4, 1, 2,
      { 0, 0, 1, 1, 0, 1, 0, 1 }, { 0, 4, 6, 10 }, { 2.5, 4.5, 5.5, 7.5 }, { 36.0 / 52, 16.0 / 52 } },
    { "constant codes: the mean, no importance", 4, 4, 3, 3, { 1, 1, 1, 1, 2, 2, 2, 2 }, { 1, 2, 3, 4 },
      { 2.5, 2.5, 2.5, 2.5 }, { 0, 0 } },
    { "a constant target", 4, 3, 3, 3, { 1, 2, 3, 4, 2, 1, 2, 1 }, { 7, 7, 7, 1 }, { 7, 7, 7, 7 }, { 0, 0 } },
    { "one row in training", 3, 1, 3, 3, { 1, 2, 3, 2, 1, 2 }, { 7, 3, 3 }, { 7, 7, 7 }, { 0, 0 } },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        FREED(rank_free) rank_table ranks;
        double importance[2], predicted[6];
        const boost_plan plan = { .stages = known[t].stages, .depth = known[t].depth, .rate = 0.5 };
        assert_int_equal(rank_build(&ranks, known[t].codes, known[t].n, 2), ASSAY_OK);
        assert_int_equal(
            boost_regress(&ranks, known[t].target,
                          LEARN(everyone, known[t].n_train, everyone + known[t].n_train, known[t].n - known[t].n_train),
                          &plan, importance, predicted),
            ASSAY_OK);
        for (size_t s = 0; s < known[t].n; s++)
            if (!(fabs(predicted[s] - known[t].predicted[s]) <= 1e-12))
                fail_msg("%s: row %zu: %.17g", known[t].why, s, predicted[s]);
        for (size_t j = 0; j < 2; j++)
            if (!(fabs(importance[j] - known[t].importance[j]) <= 1e-8)) /* 2^-31 of the range */
                fail_msg("%s: code %zu: %.17g", known[t].why, j, importance[j]);
    }
}

/* Rows that are neither learnt from nor asked for are NaN. */
TEST(test_refusals)
{
    const double codes[] = { 0, 1, 2, 3 }, target[] = { 0, 0, 1, 1 }, endless[] = { -1.7e308, 1.7e308, 0, 0 };
    const uint32_t beyond[] = { 0, 4 };
    double importance[1], predicted[4];
    FREED(rank_free) rank_table ranks;
    const boost_plan plan = { .stages = 2, .depth = 1, .rate = 1 }, flat = { 2, 0, 1, 0 }, none = { 0, 1, 1, 0 };
    assert_int_equal(rank_build(&ranks, codes, 4, 1), ASSAY_OK);
    assert_int_equal(boost_regress(&ranks, target, LEARN(everyone, 0, everyone, 4), &plan, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_regress(&ranks, target, LEARN(everyone, 4, NULL, 0), &flat, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_regress(&ranks, target, LEARN(everyone, 4, NULL, 0), &none, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_regress(&ranks, target, LEARN(beyond, 2, NULL, 0), &plan, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_regress(&ranks, target, LEARN(everyone, 2, beyond, 2), &plan, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_regress(&ranks, endless, LEARN(everyone, 4, NULL, 0), &plan, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_regress(&ranks, target, LEARN(everyone, 3, everyone, 3), &plan, importance, predicted),
                     ASSAY_OK);
    assert_true(predicted[0] == 0 && predicted[2] == 1 && isnan(predicted[3]));
}

TESTS_MAIN_IN(rows_fill, NULL)
