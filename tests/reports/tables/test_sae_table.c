/*
 * What scores of sparse codes show, by hand: two series of two seeds at four points. Noise is pooled over these, but two
 * worlds are one degree of freedom: the reliable difference is t(.975; 1) sqrt(2) times it, t = 12.706205. Effects are in
 * units of noise.
 */
#include "check.h"

#include "sae_table.h"

static const char *const points[] = { "encoder=oracle;dose=0", "encoder=missed;dose=0.4", "encoder=missed;dose=0.8",
                                      "encoder=random;dose=1", "encoder=oracle;dose=0;features=32" };

static void add(evidence *e, const char *metric, const char *output, const double mean[5], double half)
{
    for (size_t k = 0; k < 5; k++) {
        const evidence_entry where =
            FIELDS(.scenario = "features", .scenario_title = "", .symbol = "", .point = points[k], .x = NAN,
                   .samples = 1000, .metric = metric, .metric_title = "", .family = "dictionary", .preset = "default",
                   .output = output, .low = 0, .high = 1, .seeds = 2, .defined = 2, .mean = mean[k],
                   .sd = half * sqrt(2.0));
        evidence_point *p = evidence_add(e, &where);
        evidence_score(p, 0, mean[k] - half, NULL);
        evidence_score(p, 1, mean[k] + half, NULL);
    }
}

static char *csv_of(const evidence *e)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    grid *g = sae_grid(e);
    assert_non_null(g);
    assert_int_equal(grid_print(g, GRID_CSV, 0, to, NULL), ASSAY_OK);
    fclose(to);
    grid_free(g);
    return text;
}

/* The cell of a column in the row of the score. */
static double cell(const char *csv, const char *score, const char *column)
{
    const char *row = strstr(csv, score), *header = strstr(csv, column);
    assert_non_null(row);
    assert_non_null(header);
    for (const char *at = csv; at < header; at++)
        if (*at == ',') row = strchr(row, ',') + 1;
    return *row == ',' || *row == '\r' || *row == '\n' ? NAN : strtod(row, NULL);
}

TEST(test_noise_effects_and_validity)
{
    FREED(evidence_free) evidence e = { 0 };
    add(&e, "detectors", "f1-by-factor", (const double[]){ 1, 0.6, 0.2, 0, 9 }, 0.01);
    add(&e, "tpp", "tpp", (const double[]){ 0.2, 0.4, 0.4, 0, 9 }, 0.02);
    add(&e, "scr", "scr", (const double[]){ 0.2, 0.4, 0.4, 0.125, 9 }, 0.02);
    OWNED char *csv = csv_of(&e);
    const double sd = 0.02 * sqrt(2.0), reliable = 12.7062047362 * sqrt(2.0) * sd;
    assert_true(fabs(cell(csv, "\ntpp", "noise") - sd) < 1e-12);
    assert_true(fabs(cell(csv, "\ntpp", "reliable") - reliable) < 1e-6);
    assert_true(cell(csv, "\ntpp", "seeds") == ceil(2 * 1.96 * 1.96 * sd * sd / 1e-4));
    assert_true(cell(csv, "\ntpp", "worlds") == 2);
    assert_true(fabs(cell(csv, "\ntpp", "missed") - 0.2 / sd) < 1e-9);
    assert_true(fabs(cell(csv, "\ntpp", "random") + 0.2 / sd) < 1e-9);
    assert_true(fabs(cell(csv, "\nscr", "chance") - 0.125) < 1e-9);
    assert_true(isnan(cell(csv, "\ntpp", "absorbed"))); /* not in the store */
    assert_true(fabs(cell(csv, "\ndetectors", "missed") + 0.8 / (0.01 * sqrt(2.0))) < 1e-9);
    assert_true(fabs(cell(csv, "\ntpp", "validity_f1") - sqrt(0.1)) < 1e-9); /* ranks 1 2.5 2.5 0 and 3 2 1 0 */
    assert_true(isnan(cell(csv, "\ntpp", "validity_mcc")));
}

TEST(test_rank_correlation)
{
    assert_true(rank_correlation((const double[]){ 1, 2, 3 }, (const double[]){ 10, 20, 30 }, 3) == 1.0);
    assert_true(rank_correlation((const double[]){ 1, 2, 3 }, (const double[]){ 3, 2, 1 }, 3) == -1.0);
    assert_true(isnan(rank_correlation((const double[]){ 1, 1, 1 }, (const double[]){ 3, 2, 1 }, 3)));
}

TEST(test_nothing_of_other_scenarios)
{
    evidence none = { 0 };
    assert_null(sae_grid(&none));
}

TESTS_MAIN
