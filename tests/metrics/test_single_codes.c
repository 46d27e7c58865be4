/*
 * Metrics that tell a factor by one code alone, snc and tad: known answers by hand, refusals. The published numbers are
 * compared in test_golden_tables.c.
 */
#include "two_labels.h"

#define TOL 1e-12

static const struct {
    const char *why, *metric;
    size_t m, d;
    double factors[16], codes[24], value;
    int32_t levels;
    /* clang-format off */
} known[] = {
    { "a code for each", "snc:rows=all", 2, 2, { V0, V1 }, { V1, V0 }, 1, 2 },
    { "values of six and two rows: both cuts at 0, one bin, 6/8", "snc:rows=all", 1, 1, { BOTH }, { BOTH }, 0.75, 2 },
    { "cut where the values are", "snc:rows=all:cut=frequency", 1, 1, { BOTH }, { BOTH }, 1, 2 },
    { "from the last value to the first", "snc:rows=all:cut=frequency", 1, 1, { 0, 0, 0, 0, 0, 1, 1, 2 },
      { 9, 9, 9, 9, 9, 5, 5, 4 }, 1, 3 },
    { "a dead code is one bin: the larger value", "snc:rows=all", 1, 1, { 0, 0, 1, 1, 1, 1, 1, 1 }, { ONES }, 0.75, 2 },
    { "as published, the first value", "snc@mahon2023:rows=all", 1, 1, { 0, 0, 1, 1, 1, 1, 1, 1 }, { ONES }, 0.25, 2 },
    { "one code for two: V0 predicted, V1 half right", "snc:rows=all", 2, 1, { V0, V1 }, { V0 }, 0.75, 2 },
    { "four values, cut in the middle, predict V0; V1 is left with a dead code", "snc:rows=all", 2, 2, { V0, V1 },
      { 0, 0, 1, 1, 2, 2, 3, 3, ONES }, 0.75, 2 },
    { "learnt on the first half, turned round on the second", "snc:order=table", 1, 1, { V1 }, { 0, 0, 1, 1, 1, 1, 0, 0 }, 0, 2 },
    { "a test row below all training rows: in the lowest bin", "snc:order=table", 1, 1, { V1 }, { 5, 5, 9, 9, 1, 1, 9, 9 }, 1, 2 },
    { "one above is in the highest", "snc:order=table", 1, 1, { V1 }, { 5, 5, 9, 9, 5, 8, 11, 11 }, 1, 2 },
    { "a value that was never met is never predicted", "snc:order=table", 1, 1, { 0, 0, 1, 1, 2, 2, 1, 1 }, { V1 }, 0.5, 3 },
    { "a continuous factor is cut into two", "snc:rows=all:factor-bins=2", 1, 1, { 0, .1, .2, .3, .6, .7, .8, 1 },
      { V0 }, 1, 0 },

    { "one code all, the other chance", "tad", 1, 2, { V0 }, { V0, V1 }, 0.5, 2 },
    { "upside down", "tad", 1, 2, { V0 }, { V1, 3, 3, 3, 3, -1, -1, -1, -1 }, 0.5, 2 },
    { "two factors: the sum", "tad", 2, 2, { V0, V1 }, { V1, V0 }, 1, 2 },
    { "copies", "tad", 1, 2, { V0 }, { V0, V0 }, 0, 2 },
    { "BOTH for V0: of 16 pairs half are right, half tie: 3/4, just enough", "tad", 1, 2, { V0 }, { BOTH, V1 }, 0.25,
      2 },
    { "V0 and BOTH know .31 and .38 of each other: neither counts", "tad", 2, 2, { V0, BOTH }, { V0, V1 }, 0, 2 },
    { "single precision ties them", "tad@yeats2022", 1, 2, { V0 },
      { 1, 1, 1, 1, 1 + 1e-9, 1 + 1e-9, 1 + 1e-9, 1 + 1e-9, V1 }, 0, 2 },
    { "double does not", "tad", 1, 2, { V0 }, { 1, 1, 1, 1, 1 + 1e-9, 1 + 1e-9, 1 + 1e-9, 1 + 1e-9, V1 }, 0.5, 2 },
    { "a single code, as published", "tad@yeats2022", 1, 1, { V0 }, { V0 }, 1, 2 },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        const int32_t levels[2] = { known[k].levels, known[k].levels };
        data_of(&data, 8, known[k].m, known[k].d, known[k].factors, known[k].codes, levels);
        check_near(score_of(&data, known[k].metric), known[k].value, TOL, known[k].why);
    }
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const int32_t two[2] = { 2, 2 }, mixed[2] = { 2, 3 };
    data_of(&data, 8, 2, 2, (const double[]){ V0, ONES }, (const double[]){ V1, V0 }, two);
    check_reason(&data, "snc:rows=all", 0, 1, "constant-factor: factor v2 is constant");
    check_near(score_of(&data, "snc:rows=all"), 1, 0, "the other factor");
    check_reason(&data, "snc:order=table", 0, 0, "constant-factor: factor v1 is constant"); /* in the first half */
    check_reason(&data, "tad", 1, 1, "constant-factor: factor v2 is constant");
    check_near(score_of(&data, "tad"), 0.5, 0, "the other factor");
    for (size_t output = 0; output < 3; output++)
        check_reason(&data, "tad@yeats2022", output, SIZE_MAX, "constant-factor: factor v2 is constant");
    check_reason(&data, "tad@yeats2022", 1, 0, "constant-factor: factor v2 is constant");
    data.factors[15] = 0;
    memcpy(data.levels, mixed, sizeof mixed);
    check_reason(&data, "tad", 1, 1, "not-applicable: factor v2 is not binary");
    data.n_codes = 1;
    for (size_t output = 0; output < 3; output++)
        check_reason(&data, "tad", output, SIZE_MAX, "one-code: there is no second code to compare with");

    data_of(&data, 8, 1, 2, (const double[]){ V0 }, (const double[]){ V1, ONES }, two);
    check_undefined(&data, "tad", "one-code");
    check_near(score_of(&data, "tad:columns=all"), 0, 0, "nothing is kept");
    check_reason(&data, "tad:columns=all", 1, SIZE_MAX, "not-applicable: no code alone predicts any factor");
    data.levels[0] = 0;
    check_reason(&data, "tad:columns=all", 0, SIZE_MAX, "not-applicable: factor v1 is not binary");
    data_of(&data, 1, 1, 1, (const double[]){ 0 }, (const double[]){ 0 }, two);
    check_undefined(&data, "snc", "too-few-samples");
}

TESTS_MAIN
