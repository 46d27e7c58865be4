/* irs: known answers, refusals, the presets' peculiarities. */
#include "check.h"
#include "ascending.h"

#define TOL 1e-12

static void irs_case(assay_data *to, size_t n, const double *factor, const double *codes, int32_t levels)
{
    data_of(to, n, 1, 2, factor, codes, &levels);
}

TEST(test_known)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double halves[4] = { 0, 0, 1, 1 };
    irs_case(&data, 4, halves, (const double[]){ 0, 0, 1, 1, 4, 4, 2, 2 }, 2);
    check_near(score_of(&data, "irs"), 1, TOL, "no spread is left within a group");

    irs_case(&data, 4, halves, (const double[]){ 0, 1, 2, 3, 0, 10, 0, 10 }, 2);
    check_near(score_of(&data, "irs"), 1.0 / 3, TOL, "z0: 1 - .5/1.5; z1: 1 - 5/5");
    check_near(score_of(&data, "irs@zaidi2020"), (2.0 / 3 * 1.5) / 6.5, TOL, "weighted by 1.5 and 5");

    const double fifths[10] = { 0, 0, 0, 0, 0, 1, 1, 1, 1, 1 };
    const double codes[20] = { 0, 1, 2, 3, 10, 3.2, 3.2, 3.2, 3.2, 3.2, 0, 1, 2, 3, 10, 3.2, 3.2, 3.2, 3.2, 3.2 };
    irs_case(&data, 10, fifths, codes, 2);
    check_near(score_of(&data, "irs"), 0.5, TOL, "deviations 6.8 and 0 of 6.8");
    check_near(score_of(&data, "irs:quantile=0.9"), 1 - 2.68 / 6.8, TOL, ".2 1.2 2.2 3.2 6.8: rank 3.6 is 5.36; and 0");
    check_near(score_of(&data, "irs:quantile=0"), 1 - 0.1 / 6.8, TOL, "the least: .2 and 0");
    check_near(score_of(&data, "irs:quantile=0.5"), 1 - 1.1 / 6.8, TOL, "the median: 2.2 and 0");
    check_near(score_of(&data, "irs:spread=mean-within"), 1 - 1.36 / 6.8, TOL, "the mean: 13.6/5 and 0");
    check_near(score_of(&data, "irs:quantile=0.5:spread=mean-within"), 1 - 1.36 / 6.8, TOL, "quantile is of largest");
    check_near(score_of(&data, "irs:spread=mean"), 0, TOL, "1.36 of 13.6/10");
    check_near(score_of(&data, "irs:spread=median"), -10, TOL, "1.1 of .1: five of the ten are 0, the next .2");
    const double rare[20] = { -5, 5, 0, 0, 0, 0, 0, 0, 0, 0, -5, 5, 0, 0, 0, 0, 0, 0, 0, 0 };
    irs_case(&data, 10, fifths, rare, 2);
    check_undefined(&data, "irs:spread=median", "constant-code");
    check_near(score_of(&data, "irs:spread=mean"), 0, TOL, "1 of 1");
}

/* The best factor counts; a group that is skewed has its largest deviation on one side. */
TEST(test_best_factor)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double factors[16] = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1 };
    const double codes[8] = { 0, 0, 0, 4, 8, 8, 8, 12 };
    const int32_t levels[2] = { 2, 2 };
    data_of(&data, 8, 2, 1, factors, codes, levels);
    check_near(score_of(&data, "irs"), 1 - 3.0 / 7, TOL, "mean 5, reach 7; v1: means 1 and 9, reach 3 either");
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double halves[4] = { 0, 0, 1, 1 };
    irs_case(&data, 4, halves, (const double[]){ 0, 0, 1, 1, 9, 9, 9, 9 }, 2);
    check_reason(&data, "irs", 0, 1, "constant-code: code z2 is constant");
    check_near(score_of(&data, "irs"), 1, TOL, "left out");
    check_near(score_of(&data, "irs@zaidi2020"), 1, TOL, "dropped");
    check_near(score_of(&data, "irs@almudevar2025"), 1, TOL, "no row has equal codes, and the constant code weighs 0");

    irs_case(&data, 4, halves, (const double[]){ 1, 1, 1, 1, 9, 9, 9, 9 }, 2);
    check_undefined(&data, "irs", "constant-code");
    check_near(score_of(&data, "irs@zaidi2020"), 0, 0, "the published code gives 0");

    irs_case(&data, 4, (const double[]){ 1, 1, 1, 1 }, (const double[]){ 0, 1, 2, 3, 0, 10, 0, 10 }, 2);
    check_undefined(&data, "irs", "constant-factor");
    check_near(score_of(&data, "irs@zaidi2020"), 0, TOL, "one group leaves all the spread");

    irs_case(&data, 4, halves, (const double[]){ 0, 1, 2, 3, 0, 1, 2, 4 }, 2);
    check_reason(&data, "irs@almudevar2025", 0, SIZE_MAX,
                 "not-applicable: the codes of 3 of 4 rows are all equal; the published code drops those rows from the "
                 "codes alone and raises IndexError");
    irs_case(&data, 4, halves, (const double[]){ 0, 1, 2, 3, 0, 1, 2, 3 }, 2);
    check_near(score_of(&data, "irs@almudevar2025"), 0, 0, "every row dropped");
    check_reason(&data, "irs@almudevar2025", 0, 1,
                 "not-applicable: the codes of 4 of 4 rows are all equal; the published code drops every row and "
                 "gives 0");
}

/* Six rows without spread, two of deviation 2, of 3.5 at most: values weigh their rows, or alike. */
TEST(test_weights)
{
    FREED(assay_data_free) assay_data data = { 0 };
    irs_case(&data, 8, (const double[]){ 0, 0, 0, 0, 0, 0, 1, 1 },
             (const double[]){ 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 4 }, 2);
    check_near(score_of(&data, "irs"), 1 - 0.25 * 2 / 3.5, 1e-15, "a quarter of the rows");
    check_near(score_of(&data, "irs@thesis"), 1 - 0.5 * 2 / 3.5, 1e-15, "half of the values");
}

TESTS_MAIN
