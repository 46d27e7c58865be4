/* Area under the ROC curve: hand-counted pairs, and where there is none. */
#include "auc.h"

#include "estimator_data.h"

#define INF ((double)INFINITY)

static const struct {
    const char *why;
    size_t n;
    double score[6];
    int32_t label[6];
    double area;
} known[] = {
    { "all of the class above the rest", 4, { 1, 2, 3, 4 }, { 0, 0, 1, 1 }, 1.0 },
    { "all below", 4, { 4, 3, 2, 1 }, { 0, 0, 1, 1 }, 0.0 },
    { "all equal: half", 4, { 7, 7, 7, 7 }, { 0, 1, 0, 1 }, 0.5 },
    { "scores .1 .4 .35 .8: 3 of 4 pairs", 4, { 0.1, 0.4, 0.35, 0.8 }, { 0, 0, 1, 1 }, 0.75 },
    { "one tie among 2 pairs won: (2 + 1/2) / 4", 4, { 1, 2, 2, 3 }, { 0, 0, 1, 1 }, 3.5 / 4 },
    { "one row of the class: beats 3 of 5, ties 1", 6, { 1, 2, 3, 4, 5, 4 }, { 0, 0, 0, 0, 0, 1 }, 3.5 / 5 },
    { "one row outside the class, lowest but for a tie", 6, { 1, 1, 3, 4, 5, 4 }, { 0, 1, 1, 1, 1, 1 }, 4.5 / 5 },
    { "infinite scores are the largest and smallest", 4, { -INF, INF, 0, INF }, { 0, 0, 1, 1 }, 2.5 / 4 },
    { "-0 and 0 are equal", 2, { -0.0, 0.0 }, { 0, 1 }, 0.5 },
    { "0 and -0 are equal", 2, { 0.0, -0.0 }, { 0, 1 }, 0.5 },
};

TEST(test_known)
{
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        double area;
        assert_int_equal(auc_class(known[t].score, known[t].label, known[t].n, 1, &area), ASSAY_OK);
        if (!(area == known[t].area)) fail_msg("%s: %.17g", known[t].why, area);
    }
}

/* R1 */
TEST(test_undefined)
{
    const double score[] = { 1, 2, 3, 3, 2, 1, (double)NAN, 0, 0 };
    const int32_t label[] = { 0, 1, 1 };
    double area;
    assert_int_equal(auc_class(score, label, 3, 2, &area), ASSAY_OK);
    assert_true(isnan(area)); /* no row of the class */
    assert_int_equal(auc_class(score, label + 1, 2, 1, &area), ASSAY_OK);
    assert_true(isnan(area)); /* no other row */
    assert_int_equal(auc_class(score, label, 0, 1, &area), ASSAY_OK);
    assert_true(isnan(area)); /* no row */
    assert_int_equal(auc_class(score + 6, label, 3, 1, &area), ASSAY_OK);
    assert_true(isnan(area)); /* NaN score */
}

TESTS_MAIN
