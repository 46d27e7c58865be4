/*
 * The mcc family and r2-heldout against the published codes' own numbers: Khemakhem et al. 2020 (ilkhem/icebeem at
 * 0077f012, MIT), Joshi et al. 2026 (shrutij01/identifiability-guard at 0667c0f3, MIT), von Kuegelgen et al. 2021
 * (ysharma1126/ssl_identifiability at ee46a35a, MIT), run on tables that the scenarios regenerate, with NumPy 1.24.2,
 * SciPy 1.10.1 and scikit-learn 1.2.1. Folds and permutations are the published ones: the stream is default_rng of the
 * record's seed. TOL is far above what another order of summation makes (4e-14 was seen).
 *
 * Two looser ones: the published canonical correlations stop early (3.4e-4 away at most, TOL_CCA); kernel ridge
 * regressions whose penalties' cross-validated scores are equal but for rounding choose either one (TOL_KERNEL, 9e-15
 * was seen where the choice is the same).
 */
#include "golden_tables.h"

#define TOL 1e-9
#define TOL_CCA 1e-3
#define TOL_KERNEL 1e-6

static const char *correlation_of(const json_t *record)
{
    return golden_text(json_object_get(record, "options"), "correlation");
}

/* Where the published code raises (Spearman of a constant code is NaN there) ours is defined. */
static void compare_one(const json_t *record, const assay_data *data, const char *what, const char *more)
{
    char name[160];
    snprintf(name, sizeof name, "mcc@icebeem:correlation=%s%s",
             correlation_of(record)[0] ? correlation_of(record) : "spearman", more);
    const double got = score_of(data, name);
    if (!json_object_get(record, "error")) check_near(got, table_value(record, 0), TOL, what);
}

static void strong(const json_t *record, const assay_data *data, const char *what)
{
    compare_one(record, data, what, "");
}

static void out_of_sample(const json_t *record, const assay_data *data, const char *what)
{
    compare_one(record, data, what, ":fit=half");
}

TEST(test_icebeem)
{
    compare_list("tests/golden/khemakhem2020.json", "mcc-strong", 60, strong);
    compare_list("tests/golden/khemakhem2020.json", "mcc-strong-out-of-sample", 60, out_of_sample);
}

static void guard_mcc(const json_t *record, const assay_data *data, const char *what)
{
    static const char *const divisors[] = { "matched", "factors" };
    for (size_t k = 0; k < 2; k++) {
        char name[160];
        snprintf(name, sizeof name, "mcc@guard2026:correlation=%s:divisor=%s", correlation_of(record), divisors[k]);
        check_near(score_of(data, name), table_value(record, k), TOL, what);
    }
}

static void guard_crossfit(const json_t *record, const assay_data *data, const char *what)
{
    static const char *const divisors[] = { "matched", "factors" };
    const json_t *seed = json_object_get(json_object_get(record, "options"), "fold_seed");
    for (size_t k = 0; k < 2; k++) {
        char options[160];
        double got;
        snprintf(options, sizeof options, "clip=no:correlation=%s:divisor=%s", correlation_of(record), divisors[k]);
        seeded_scores(data, "mcc-crossfit", "guard2026", options, (uint64_t)json_integer_value(seed), &got);
        check_near(got, table_value(record, k), TOL, what);
    }
}

/* Columns: observed, null mean, its 95 % quantile, p, adjusted. */
static void guard_null(const json_t *record, const assay_data *data, const char *what)
{
    char options[64];
    double got[3];
    snprintf(options, sizeof options, "correlation=%s", correlation_of(record));
    seeded_scores(data, "mcc-null", "guard2026", options, 0, got);
    check_near(got[0], table_value(record, 4), TOL, what);
    check_near(got[1], table_value(record, 3), TOL, what);
    check_near(got[2], table_value(record, 1), TOL, what);
}

TEST(test_guard)
{
    compare_list("tests/golden/joshi2026.json", "mcc", 60, guard_mcc);
    compare_list("tests/golden/joshi2026.json", "mcc-crossfit", 60, guard_crossfit);
    compare_list("tests/golden/joshi2026.json", "mcc-null", 30, guard_null);
}

static void weak_scores(const assay_data *data, double got[2])
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, "mcc-weak@icebeem");
    got[0] = scores.at[0].overall.value, got[1] = scores.at[1].overall.value;
}

static void weak_iterative(const json_t *record, const assay_data *data, const char *what)
{
    double got[2];
    weak_scores(data, got);
    for (size_t k = 0; k < 2; k++) check_near(got[k], table_value(record, k), TOL_CCA, what);
}

TEST(test_weak) { compare_list("tests/golden/khemakhem2020.json", "mcc-weak", 30, weak_iterative); }

/* A value for every factor. */
static void compare_items(const json_t *record, const assay_data *data, const char *name, double tol, const char *what)
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, name);
    for (size_t i = 0; i < data->n_factors; i++)
        check_near(scores.at[0].items[i].value, table_value(record, i), tol, what);
}

static void r2_linear(const json_t *record, const assay_data *data, const char *what)
{
    compare_items(record, data, "r2-heldout@kuegelgen2021", TOL, what);
}

static void r2_kernel(const json_t *record, const assay_data *data, const char *what)
{
    compare_items(record, data, "r2-heldout@kuegelgen2021:kernel=rbf", TOL_KERNEL, what);
}

static void r2_switch(const json_t *record, const assay_data *data, const char *what)
{
    check_near(score_of(data, "r2-heldout@kuegelgen2021"), table_value(record, 0), TOL, what);
    check_near(score_of(data, "r2-heldout@kuegelgen2021:kernel=linear"), table_value(record, 1), TOL, what);
}

TEST(test_r2)
{
    compare_list("tests/golden/kuegelgen2021.json", "r2-linear", 30, r2_linear);
    compare_list("tests/golden/kuegelgen2021.json", "r2-split-switch", 30, r2_switch);
    compare_list("tests/golden/kuegelgen2021.json", "r2-kernel", 5, r2_kernel);
}

/* Columns: mismatches, alignment, share. Means of RUNS runs, within 4 standard errors, or a third of a mismatch. */
static void t_mex_means(const json_t *record, const assay_data *data, const char *what)
{
    enum { RUNS = 10 };
    double sum[5] = { 0 };
    const json_t *mean = json_object_get(record, "mean"), *std = json_object_get(record, "std");
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        double got[5];
        seeded_scores(data, "t-mex", "guard2026", NULL, 100 + seed, got);
        for (size_t k = 0; k < 5; k++) sum[k] += got[k] / RUNS;
    }
    const double error = 4 * golden_number(json_array_get(std, 0)) * sqrt(2.0 / RUNS), least = fmax(error, 0.3);
    const double cells = (double)(data->n_factors * data->n_codes);
    check_near(sum[1], golden_number(json_array_get(mean, 0)), least, what);
    check_near(sum[0], golden_number(json_array_get(mean, 2)), least / cells, what);
    check_near(sum[4], golden_number(json_array_get(mean, 1)), 4 * golden_number(json_array_get(std, 1)) + 0.02, what);
}

TEST(test_t_mex) { compare_list("tests/golden/joshi2026-tmex.json", "t-mex", 12, t_mex_means); }

TESTS_MAIN
