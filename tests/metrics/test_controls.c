/* The controls: constant, noise, oracle. */
#include "check.h"

TEST(test_controls)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_generate("noise", "alpha=0", 10, 0, &data, NULL), ASSAY_OK);
    check_near(score_of(&data, "control-constant"), 0.5, 0, "always one half");
    const double noise = score_of(&data, "control-noise");
    assert_true(noise >= 0 && noise < 1 && noise == score_of(&data, "control-noise"));

    data.truth[0] = 0.25;
    data.truth[1] = 1;
    data.truth[2] = NAN;
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "control-oracle");
    assert_int_equal(scores.count, 3);
    assert_string_equal(scores.at[0].output, "modularity");
    check_near(scores.at[0].overall.value, 0.25, 0, "the truth it is shown");
    check_near(scores.at[1].overall.value, 1, 0, "the truth it is shown");
    assert_string_equal(scores.at[2].overall.undefined, "not-applicable: the true explicitness is not known");
    assay_scores_free(&scores);

    scores = scores_of(&data, "all");
    for (size_t k = 0; k < scores.count; k++) assert_null(strstr(scores.at[k].metric, "control-"));
    assay_scores_free(&scores);
    scores = scores_of(&data, "family:control");
    assert_int_equal(scores.count, 8);
}

TESTS_MAIN
