/*
 * mcc-rdc: known answers by hand, refusals, and the published code's numbers (shrutij01/identifiability-guard at
 * 0667c0f3, MIT: ten of its generators on each table).
 */
#include "golden_tables.h"

#define TOL 1e-12

#define V0 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
#define DEAD 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3
#define ONE_ROW 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
#define THREES 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1
#define HALVES 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1
#define ROWS 12

/* One random feature is a single direction: sin(a r/12 + b), centred. */
static const struct {
    const char *why, *metric;
    size_t m, d;
    double factors[2 * ROWS], codes[2 * ROWS], value;
    /* clang-format off */
} known[] = {
    { "its own ranks, by any monotone function", "mcc-rdc", 1, 1, { V0 },
      { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1e30, 1e300 }, 1 },
    { "not a monotone one, but smooth: the distance from the middle", "mcc-rdc", 1, 1,
      { 5, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4, 5 }, { V0 }, 1 },
    { "a dead code", "mcc-rdc", 1, 1, { V0 }, { DEAD }, 0 },
    { "as published a dead code and sorted rows are the same ranks", "mcc-rdc@guard2026:features=2", 1, 1, { V0 },
      { DEAD }, 1 },
    { "two classes: whatever the features, they split the rows in two", "mcc-rdc", 1, 1, { THREES },
      { 7, 7, 7, 5, 5, 5, 7, 7, 7, 5, 5, 5 }, 1 },
    { "two classes across two: |phi| = |3 3 - 3 3| / 36", "mcc-rdc", 1, 1, { THREES }, { HALVES }, 0 },
    { "four rows of six in each: phi = (4 4 - 2 2) / 36", "mcc-rdc", 1, 1, { HALVES },
      { 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0 }, 1.0 / 3 },
    { "one code for two factors", "mcc-rdc", 2, 1, { V0, ONE_ROW }, { V0 }, 1 },
    { "coverage: the other counts 0", "mcc-rdc:divisor=factors", 2, 1, { V0, ONE_ROW }, { V0 }, 0.5 },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, ROWS, known[k].m, known[k].d, known[k].factors, known[k].codes, NULL);
        check_near(score_of(&data, known[k].metric), known[k].value, 1e-6, known[k].why);
    }
}

TEST(test_refusals)
{
    static const int32_t levels[2] = { 12, 0 };
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, ROWS, 2, 1, (const double[]){ V0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 }, (const double[]){ V0 },
            levels);
    assay_scores scores = scores_of(&data, "mcc-rdc");
    assert_string_equal(scores.at[0].items[1].undefined, "constant-factor: factor v2 is constant");
    assert_true(strncmp(scores.at[0].items[0].undefined, "not-applicable: factor v1 is categorical", 39) == 0);
    assay_scores_free(&scores);
    check_near(score_of(&data, "mcc-rdc:nominal=number"), 1, 1e-6, "labels as numbers, the constant left out");
    data_of(&data, 8, 1, 1, (const double[]){ V0 }, (const double[]){ V0 }, NULL);
    check_undefined(&data, "mcc-rdc", "too-few-samples"); /* five directions on either side */
    check_near(score_of(&data, "mcc-rdc:features=2"), 1, 1e-6, "two on either side leave room");
}

/* Faint codes of continuous and tied columns. */
enum { N = 60, M = 2, D = 3 };

static void keep_rows(assay_data *data, size_t rows)
{
    for (size_t i = 0; i < data->n_factors; i++)
        memmove(data->factors + i * rows, data->factors + i * data->n, rows * sizeof *data->factors);
    for (size_t j = 0; j < data->n_codes; j++)
        memmove(data->codes + j * rows, data->codes + j * data->n, rows * sizeof *data->codes);
    data->n = rows;
}

/* Ten generators each: means within 4 standard errors, or .01. The default has no directions of rounding, which are all
 * that the published value of noise is made of: it is held against the tables where codes know the factors. */
static void compare(const json_t *record)
{
    enum { RUNS = 10 };
    FREED(assay_data_free) assay_data data = { 0 };
    char what[256];
    double published = 0, ours = 0, got;
    const double mean = golden_number(json_object_get(record, "mean")),
                 std = golden_number(json_object_get(record, "std"));
    table_of(record, &data);
    keep_rows(&data, 500);
    table_name(record, "mcc-rdc", what, sizeof what);
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        seeded_scores(&data, "mcc-rdc", "guard2026", NULL, seed, &got);
        published += got / RUNS;
        seeded_scores(&data, "mcc-rdc", NULL, "nominal=number", seed, &got);
        ours += got / RUNS;
    }
    check_near(published, mean, fmax(0.01, 4 * std * sqrt(2.0 / RUNS)), what);
    if (std < 0.01) check_near(ours, mean, 0.01, what);
    else assert_true(ours < mean);
}

TEST(test_golden)
{
    FREED(json_freed) json_t *list = golden_load("tests/golden/joshi2026-rdc.json");
    assert_int_equal(json_array_size(list), 8);
    for (size_t r = 0; r < json_array_size(list); r++) compare(json_array_get(list, r));
}

TESTS_MAIN
