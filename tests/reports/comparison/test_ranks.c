/* Mean ranks over data sets: by hand, and how often anything is called certain where nothing differs. */
#include "check.h"

#include "comparison.h"

#include <math.h>

TEST(test_by_hand)
{
    static const double value[5][3] = { { 3, 2, 1 }, { 3, 1, 2 }, { 9, 5, 5 }, { 3, 2, 1 }, { 1, 1, 1 } };
    double mean[3];
    const double certain = ranks_over_sets(&value[0][0], 5, 3, mean);
    assert_true(fabs(mean[0] - 1.2) < 1e-12);
    assert_true(fabs(mean[1] - (2 + 3 + 2.5 + 2 + 2) / 5.0) < 1e-12);
    assert_true(fabs(mean[2] - (3 + 2 + 2.5 + 3 + 2) / 5.0) < 1e-12);
    assert_true(certain > 1.0 && certain < 1.9);
    assert_true(isinf(ranks_over_sets(&value[0][0], 4, 3, mean))); /* too few data sets */
}

/* Two methods and five data sets: all five one way come in 2 of 32 deals, which is more than 5 of 100. Of six, 2 of 64. */
TEST(test_two_methods)
{
    double value[12], mean[2];
    for (size_t k = 0; k < 12; k++) value[k] = k % 2 ? 0.1 : 0.2;
    assert_true(isinf(ranks_over_sets(value, 5, 2, mean)));
    assert_true(fabs(ranks_over_sets(value, 6, 2, mean) - 1.0) < 1e-6);
    for (size_t k = 0; k < 12; k++) value[k] = 1;
    assert_true(isinf(ranks_over_sets(value, 6, 2, mean))); /* all are tied: nothing can differ */
}

/* Methods that are alike, with a noise of each data set's own: at most 5 of 100 studies call any pair different. */
TEST(test_level)
{
    enum { STUDIES = 400 };
    static const size_t sets[] = { 5, 6, 12 }, methods[] = { 3, 5, 4 };
    assay_stream stream;
    assay_stream_seed(&stream, 50);
    for (size_t c = 0; c < 3; c++) {
        size_t wrong = 0;
        for (size_t study = 0; study < STUDIES; study++) {
            double value[60], mean[5], least = INFINITY, most = -INFINITY;
            for (size_t s = 0; s < sets[c]; s++) {
                const double scale = pow(10, (double)s - 3), shift = assay_stream_normal(&stream);
                for (size_t k = 0; k < methods[c]; k++) /* rounded: some are ties */
                    value[s * methods[c] + k] = shift + scale * round(2 * assay_stream_normal(&stream));
            }
            const double certain = ranks_over_sets(value, sets[c], methods[c], mean);
            for (size_t k = 0; k < methods[c]; k++) least = fmin(least, mean[k]), most = fmax(most, mean[k]);
            wrong += most - least >= certain;
        }
        /* .05, and three standard errors of 400 studies */
        assert_true((double)wrong / STUDIES < 0.05 + 3 * sqrt(0.05 * 0.95 / STUDIES));
        assert_true(wrong > 0 || sets[c] == 5);
    }
}

TESTS_MAIN
