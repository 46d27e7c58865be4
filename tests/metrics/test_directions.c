/*
 * Metrics of directions: known answers by hand, where they do not apply, and what a code's direction says against what
 * it does.
 */
#include "check.h"
#include "counted.h"

/* Two features along the axes of a plane; four rows. */
enum { N = 4, M = 2, DIMS = 2 };
static const double features[M * N] = { 1, 2, 0, 0, 0, 1, 1, 0 }, axes[M * DIMS] = { 1, 0, 0, 1 };

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
static const struct {
    const char *why, *metric;
    size_t d;
    double codes[3 * N], directions[3 * DIMS], expected;
} known[] = {
    { "a code along each, of any length", "mcc-directions", 2, { V0, V1 }, { 0, -3, 2, 0 }, 1 },
    { "both along one: the other has none", "mcc-directions", 2, { V0, V1 }, { 1, 0, 2, 0 }, 0.5 },
    { "cosines .6 and .8 are matched to the larger sum", "mcc-directions", 2, { V0, V1 }, { 3, 4, 4, 3 }, 0.8 },
    { "one code: one pair", "mcc-directions", 1, { V0 }, { 3, 4 }, 0.8 },
    { "or half of two features", "mcc-directions:divisor=factors", 1, { V0 }, { 3, 4 }, 0.4 },
    { "a direction of zeros has no angle", "mcc-directions", 2, { V0, V1 }, { 1, 0, 0, 0 }, 0.5 },
    { "a dead code is matched", "mcc-directions", 3, { V0, V1, DEAD }, { 1, 0, 3, 4, 0, 1 }, 1 },
    { "unless codes are to live", "mcc-directions:codes=alive", 3, { V0, V1, DEAD }, { 1, 0, 3, 4, 0, 1 }, 0.9 },
};

static void known_answers(void **state)
{
    (void)state;
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        assay_data data = plane(known[k].d, known[k].codes, known[k].directions);
        check_near(score_of(&data, known[k].metric), known[k].expected, 1e-15, known[k].why);
        assay_data_free(&data);
    }
}

static void refusals(void **state)
{
    (void)state;
    assay_data data = plane(1, (const double[]){ DEAD }, axes), bare = { 0 };
    check_undefined(&data, "mcc-directions:codes=alive", "no-active-code");
    check_undefined(&data, "mcc-directions:codes=alive:divisor=factors", "no-active-code");
    data_of(&bare, N, M, M, features, features, NULL);
    check_undefined(&bare, "mcc-directions", "not-applicable");
    assay_data_free(&bare);
    assay_data_free(&data);
}

static size_t count_of(const assay_data *data, const char *list)
{
    assay_scores scores = scores_of(data, list);
    size_t found = 0;
    for (size_t k = 0; k < scores.count; k++)
        found += (assay_metric_find(scores.at[k].metric)->flags & ASSAY_DIRECTIONS) != 0;
    assay_scores_free(&scores);
    return found;
}

/* A group has them where there are directions; by name they are there, and say why they do not apply. */
static void groups_have_them_where_they_apply(void **state)
{
    (void)state;
    assay_data data = plane(2, features, axes), bare = { 0 };
    data_of(&bare, N, M, M, features, features, NULL);
    assert_true(count_of(&data, "hoyer,family:dictionary") > 0);
    assert_int_equal(count_of(&bare, "hoyer,family:dictionary"), 0);
    assert_int_equal(count_of(&bare, "hoyer,family:dictionary,mcc-directions"), 1);
    assay_data_free(&bare);
    assay_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(refusals),
        cmocka_unit_test(groups_have_them_where_they_apply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
