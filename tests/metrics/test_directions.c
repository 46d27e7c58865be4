/*
 * Metrics of directions: known answers by hand, where they do not apply, and what a code's direction says against what
 * it does.
 */
#include "check.h"
#include "counted.h"

/* Two features along the axes of a plane; four rows. */
enum { N = 4, M = 2, DIMS = 2 };
static const double features[M * N] = { 1, 2, 0, 0, 0, 1, 1, 0 }, axes[M * DIMS] = { 1, 0, 0, 1 };

enum { UNIQUENESS, F1, PRECISION, RECALL, ACCURACY, F1_BY_FACTOR };
enum { L0, EXPLAINED, SHRUNK, SHARE_DEAD, SHARE_DENSE };

static assay_data plane(size_t d, const double *codes, const double *directions)
{
    assay_data data = { 0 };
    data_of(&data, N, M, d, features, codes, NULL);
    assert_int_equal(assay_data_space(&data, DIMS, 0), ASSAY_OK);
    memcpy(data.true_directions, axes, sizeof axes);
    memcpy(data.directions, directions, d * DIMS * sizeof *directions);
    return data;
}

#define V0 1, 2, 0, 0
#define V1 0, 1, 1, 0
#define DEAD 0, 0, 0, 0
#define ALL 1, 1, 1, 1
static const struct {
    const char *why, *metric;
    size_t d;
    double codes[3 * N], directions[3 * DIMS], expected;
    size_t output;
    /* clang-format off */
} known[] = {
    { "a code along each, of any length", "mcc-directions", 2, { V0, V1 }, { 0, -3, 2, 0 }, 1, 0 },
    { "both along one: the other has none", "mcc-directions", 2, { V0, V1 }, { 1, 0, 2, 0 }, 0.5, 0 },
    { "cosines .6 and .8 are matched to the larger sum", "mcc-directions", 2, { V0, V1 }, { 3, 4, 4, 3 }, 0.8, 0 },
    { "one code: one pair", "mcc-directions", 1, { V0 }, { 3, 4 }, 0.8, 0 },
    { "or half of two features", "mcc-directions:divisor=factors", 1, { V0 }, { 3, 4 }, 0.4, 0 },
    { "a direction of zeros has no angle", "mcc-directions", 2, { V0, V1 }, { 1, 0, 0, 0 }, 0.5, 0 },
    { "a dead code is matched", "mcc-directions", 3, { V0, V1, DEAD }, { 1, 0, 3, 4, 0, 1 }, 1, 0 },
    { "unless codes are to live", "mcc-directions:codes=alive", 3, { V0, V1, DEAD }, { 1, 0, 3, 4, 0, 1 }, 0.9, 0 },
    { "each names a feature", "detectors", 2, { V0, V1 }, { 1, 0, 0, 1 }, 1, UNIQUENESS },
    { "both name one", "detectors", 2, { V0, V1 }, { 2, 1, 1, 0 }, 0.5, UNIQUENESS },
    { "the sign of a direction does not matter", "detectors", 2, { V0, V1 }, { 1, 0, 1, -2 }, 1, UNIQUENESS },
    { "a dead code names one, too", "detectors", 3, { V0, V1, DEAD }, { 1, 0, 0, 1, 0, 1 }, 2.0 / 3, UNIQUENESS },
    { "unless codes are to live", "detectors:codes=alive", 3, { V0, V1, DEAD }, { 1, 0, 0, 1, 0, 1 }, 1, UNIQUENESS },
    { "one of two features", "detectors:divisor=factors", 1, { V0 }, { 1, 0 }, 0.5, UNIQUENESS },
    { "it fires where its feature does", "detectors", 1, { V0 }, { 2, 0 }, 1, F1 },
    { "in three rows of four nothing is right but one", "detectors", 1, { 0, 1, 1, 1 }, { 2, 0 }, 0.4, F1 },
    { "one right of three", "detectors", 1, { 0, 1, 1, 1 }, { 2, 0 }, 1.0 / 3, PRECISION },
    { "of two active rows one", "detectors", 1, { 0, 1, 1, 1 }, { 2, 0 }, 0.5, RECALL },
    { "one row of four is right", "detectors", 1, { 0, 1, 1, 1 }, { 2, 0 }, 0.25, ACCURACY },
    { "below 0 it does not fire", "detectors", 1, { -1, 2, 0, -1 }, { 2, 0 }, 1, PRECISION },
    { "a dead code has no precision", "detectors", 2, { V0, DEAD }, { 1, 0, 0, 1 }, 1, PRECISION },
    { "counts 0 as published", "detectors@saelens", 2, { V0, DEAD }, { 1, 0, 0, 1 }, 0.5, PRECISION },
    { "but finds nothing", "detectors", 2, { V0, DEAD }, { 1, 0, 0, 1 }, 0.5, RECALL },
    { "or is left out", "detectors:undefined=alive", 2, { V0, DEAD }, { 1, 0, 0, 1 }, 1, RECALL },
    { "F1 of precision 1 and recall 1/2", "detectors:mean=means", 2, { V0, DEAD }, { 1, 0, 0, 1 }, 2.0 / 3, F1 },
    { "a feature without a code", "detectors", 2, { V0, V0 }, { 1, 0, 2, 0 }, 0.5, F1_BY_FACTOR },
    { "the better of two codes", "detectors", 2, { V0, DEAD }, { 1, 0, 2, 0 }, 0.5, F1_BY_FACTOR },
    { "6 values of 4 rows", "reconstruction", 2, { 1, -1, 2, 0, 1, 1, 1, 0 }, { 1, 0, 0, 1 }, 1.5, L0 },
    { "all given back", "reconstruction", 2, { V0, V1 }, { 1, 0, 0, 1 }, 1, EXPLAINED },
    /* |x - xh|^2 = 0 1 1 0; x - mean = (.25, -.5) (1.25, .5) (-.75, .5) (-.75, -.5) */
    { "the second feature is left", "reconstruction", 1, { V0 }, { 1, 0 }, 1 - 2 / 3.75, EXPLAINED },
    { "rows of 1, 2 / sqrt 5 and 0", "reconstruction", 1, { V0 }, { 1, 0 }, (1 + 0.8944271909999159) / 3, SHRUNK },
    { "one of three never fires", "reconstruction", 3, { V0, V1, DEAD }, { 1, 0, 0, 1, 0, 1 }, 1.0 / 3, SHARE_DEAD },
    { "two of three in more than a tenth of the rows", "reconstruction", 3, { V0, ALL, DEAD }, { 1, 0, 0, 1, 0, 1 }, 2.0 / 3,
      SHARE_DENSE },
};
/* clang-format on */

static void check_output(const assay_data *data, const char *metric, size_t output, double expected)
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, metric);
    check_near(scores.at[output].overall.value, expected, 1e-15, metric);
}

TEST(known_answers)
{
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        FREED(assay_data_free) assay_data data = plane(known[k].d, known[k].codes, known[k].directions);
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, known[k].metric);
        check_near(scores.at[known[k].output].overall.value, known[k].expected, 1e-15, known[k].why);
    }
}

TEST(refusals)
{
    FREED(assay_data_free) assay_data data = plane(1, (const double[]){ DEAD }, axes), bare = { 0 };
    const char *const metrics[] = { "mcc-directions", "detectors", "reconstruction" };
    check_undefined(&data, "detectors:codes=alive", "no-active-code");
    memset(data.factors, 0, N * M * sizeof *data.factors);
    check_reason(&data, "reconstruction", EXPLAINED, SIZE_MAX, "constant-factor: the activations do not vary");
    check_reason(&data, "reconstruction", SHRUNK, SIZE_MAX, "not-applicable: no row has activations to compare with");
    check_reason(&data, "detectors", F1, 0, "zero-importance: code z1 never fires, or its feature is never on");
    check_reason(&data, "detectors:undefined=alive", F1, 0, "no-active-code: code z1 fires in no row");
    check_undefined(&data, "mcc-directions:codes=alive", "no-active-code");
    check_undefined(&data, "mcc-directions:codes=alive:divisor=factors", "no-active-code");
    data_of(&bare, N, M, M, features, features, NULL);
    for (size_t k = 0; k < ASSAY_COUNT(metrics); k++) check_undefined(&bare, metrics[k], "not-applicable");
}

/* Activations of one's own are what is compared with. */
TEST(given_activations)
{
    FREED(assay_data_free) assay_data data = plane(2, features, axes);
    assert_int_equal(assay_data_space(&data, DIMS, 1), ASSAY_OK);
    memcpy(data.directions, axes, sizeof axes);
    memcpy(data.true_directions, axes, sizeof axes);
    memcpy(data.activations, features, sizeof features);
    check_output(&data, "reconstruction", EXPLAINED, 1);
    for (size_t k = 0; k < N * M; k++) data.activations[k] *= 2;
    check_output(&data, "reconstruction", SHRUNK, 0.5);
}

static size_t count_of(const assay_data *data, const char *list)
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, list);
    size_t found = 0;
    for (size_t k = 0; k < scores.count; k++)
        found += (assay_metric_find(scores.at[k].metric)->flags & ASSAY_DIRECTIONS) != 0;
    return found;
}

/* A group has them where there are directions; by name they are there, and say why they do not apply. */
TEST(groups_have_them_where_they_apply)
{
    FREED(assay_data_free) assay_data data = plane(2, features, axes), bare = { 0 };
    data_of(&bare, N, M, M, features, features, NULL);
    assert_true(count_of(&data, "hoyer,family:dictionary") > 0);
    assert_int_equal(count_of(&bare, "hoyer,family:dictionary"), 0);
    assert_int_equal(count_of(&bare, "hoyer,family:dictionary,mcc-directions"), 1);
}

TESTS_MAIN
