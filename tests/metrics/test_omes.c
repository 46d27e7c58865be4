/* omes: known answers on a full grid by hand, refusals. The published numbers are compared in test_golden_tables.c. */
#include "golden_tables.h"

#define TOL 1e-12

/* A grid of 3 x 3 values: two different values of a factor correlate -1/2. */
#define F0 0, 0, 0, 1, 1, 1, 2, 2, 2
#define F1 0, 1, 2, 0, 1, 2, 0, 1, 2
#define SUM 0, 1, 2, 1, 2, 3, 2, 3, 4 /* F0 + F1: correlates (-1/3 + 2/3) / (4/3) = 1/4, so a = 3/4 for either */
#define ONES 1, 1, 1, 1, 1, 1, 1, 1, 1

static const struct {
    const char *why, *options;
    size_t d;
    double codes[27], value;
} known[] = {
    { "a code for each", "", 2, { F0, F1 }, 1 },
    { "a dead one added", "", 3, { F0, ONES, F1 }, 1 },
    { "as published: a = 1/2, O = Q = 3/4", "sign=absolute", 2, { F0, F1 }, 0.375 },
    { "two of F0: Q = 2/3 there", "", 3, { F0, F0, F1 }, (5.0 / 6 + 1) / 2 },
    { "a code of both, alone: O = 1/2, Q = 3/4", "", 1, { SUM }, 0.46875 },
    { "overlap alone", "weight=1", 1, { SUM }, 0.375 },
    { "multiple encoding alone", "weight=0", 1, { SUM }, 0.5625 },
    { "F0 and a code of both: (1 + 5/8)/2 and (3/8 + 21/32)/2", "", 2, { F0, SUM }, (0.8125 + 0.515625) / 2 },
    { "weighted by a: (41/32 + 107/128)/(7/4)/2 for F0",
      "pool=mean",
      2,
      { F0, SUM },
      ((1.28125 + 0.8359375) / 1.75 / 2 + 0.515625) / 2 },
    { "one decimal: a = .8, O = .5, Q = .8", "digits=1", 1, { SUM }, 0.5 },
    { "deviation .8 is not enough", "least-deviation=0.9", 2, { F0, SUM }, 0.46875 },
};

static void grid_of(assay_data *data, size_t d, const double *codes)
{
    static const int32_t levels[2] = { 3, 3 };
    data_of(data, 9, 2, d, (const double[]){ F0, F1 }, codes, levels);
}

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char name[64];
        FREED(assay_data_free) assay_data data = { 0 };
        grid_of(&data, known[k].d, known[k].codes);
        snprintf(name, sizeof name, "omes%s%s", known[k].options[0] ? ":" : "", known[k].options);
        check_near(score_of(&data, name), known[k].value, TOL, known[k].why);
    }
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    grid_of(&data, 2, (const double[]){ ONES, ONES });
    check_undefined(&data, "omes", "no-active-code");

    grid_of(&data, 2, (const double[]){ F0, F1 }); /* F1 follows F0: nothing differs in F0 alone but rows 0 and 3 */
    memcpy(data.factors + 9, (const double[]){ 0, 0, 0, 0, 1, 1, 2, 2, 2 }, 9 * sizeof(double));
    check_reason(&data, "omes", 0, 0, "too-few-samples: factor v1: too few rows differ in it alone");
    check_reason(&data, "omes", 0, 1, "too-few-samples: factor v2: too few rows differ in it alone");
    check_undefined(&data, "omes", "too-few-samples");
    data.factors[9 + 5] = 0; /* rows 3 and 4 now differ in F1 alone */
    data.factors[9 + 8] = 1; /* and rows 6 and 8; rows 4 and 8 in F0 alone, as 0 and 3 do */
    assay_scores scores = scores_of(&data, "omes");
    assert_null(scores.at[0].items[0].undefined);
    assert_null(scores.at[0].items[1].undefined);
    assay_scores_free(&scores);

    const int32_t one = 3; /* one factor: all rows are one group; the code that stays where it changes has a = 0 */
    data_of(&data, 9, 1, 2, (const double[]){ F0 }, (const double[]){ F0, 0, 1, 0, 0, 0, 0, 0, 0, 0 }, &one);
    check_near(score_of(&data, "omes"), 1, TOL, "row 1 is the first of no value, so its code is not looked at");
}

TESTS_MAIN
