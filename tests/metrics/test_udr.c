/*
 * udr: known answers by hand, refusals, and the published code's numbers (duan2020.json: google-research/
 * disentanglement_lib at 86a644d4, Apache-2, run on tables that the scenarios regenerate).
 *
 * Tolerance. 1e-9 for correlations of ranks. 1e-5 for the lasso, whose descent stops within 1e-4 of its optimum: 2e-7
 * was seen.
 */
#include "golden_tables.h"

#define TOL_RANKS 1e-9
#define TOL_LASSO 1e-5

/* Appends the codes of a table; `masked` its first code is constant. */
static void append(assay_data *all, const assay_data *table, size_t place, int masked)
{
    memcpy(all->codes + place * table->n_codes * table->n, table->codes, table->n_codes * table->n * sizeof(double));
    for (size_t s = 0; masked && s < table->n; s++) all->codes[s] = 0.0;
}

static void tables_of(const json_t *record, assay_data *all, size_t *count)
{
    const json_t *list = json_object_get(json_object_get(record, "params"), "tables");
    const char *how = golden_text(json_object_get(record, "options"), "masked");
    *count = json_array_size(list);
    for (size_t t = 0; t < *count; t++) {
        const json_t *one = json_array_get(list, t);
        char parameters[64];
        FREED(assay_data_free) assay_data table = { 0 };
        snprintf(parameters, sizeof parameters, "alpha=%g",
                 json_number_value(json_object_get(json_object_get(one, "params"), "alpha")));
        const size_t n = (size_t)json_integer_value(json_object_get(record, "n"));
        const uint64_t seed = (uint64_t)json_integer_value(json_object_get(record, "seed"));
        data_at(&table, golden_text(one, "scenario"), parameters, n, seed);
        if (!t) assert_int_equal(assay_data_shape(all, n, 1, *count * table.n_codes), ASSAY_OK);
        if (!t) memcpy(all->factors, table.factors, n * sizeof(double));
        append(all, &table, t, !t && strcmp(how, "none") != 0);
    }
}

TEST(scores_equal_the_published)
{
    FREED(json_freed) json_t *all = golden_load("tests/golden/duan2020.json");
    size_t index;
    json_t *record;
    json_array_foreach(all, index, record)
    {
        const char *relation = golden_text(json_object_get(record, "options"), "relation");
        const int lasso = strcmp(relation, "lasso") == 0;
        FREED(assay_data_free) assay_data data = { 0 };
        char name[64], what[160];
        size_t count;
        tables_of(record, &data, &count);
        snprintf(name, sizeof name, "udr:tables=%zu:similarity=%s", count, relation);
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, name);
        for (size_t t = 0; t < count; t++) {
            snprintf(what, sizeof what, "%s, record %zu, table %zu", name, index, t);
            check_near(scores.at[0].items[t * data.n_codes / count].value, table_value(record, t),
                       lasso ? TOL_LASSO : TOL_RANKS, what);
        }
    }
    assert_int_equal(index, 24);
}

#define UP 1, 2, 3, 4, 5, 6, 7, 8
#define DOWN 8, 7, 6, 5, 4, 3, 2, 1
#define EVEN 1, 2, 2, 1, 1, 2, 2, 1 /* not correlated with UP, in values or ranks */
#define ONES 1, 1, 1, 1, 1, 1, 1, 1

static const struct {
    const char *why, *metric;
    size_t d;
    double codes[48], value;
} known[] = {
    { "one code each, the same: 1 shrinks to .9", "udr", 2, { UP, UP }, 0.9 },
    { "the penalty is what it shrinks by; a sign does not matter", "udr:penalty=0.25", 2, { UP, DOWN }, 0.75 },
    { "ranks do not shrink", "udr:similarity=spearman", 2, { UP, DOWN }, 1 },
    { "two codes, the same in another order", "udr:similarity=spearman", 4, { UP, EVEN, EVEN, DOWN }, 1 },
    { "one of two found: half of the lines of each table", "udr:similarity=spearman", 4, { UP, EVEN, UP, UP }, 0.625 },
    { "a dead code is left out", "udr:similarity=spearman", 4, { UP, ONES, UP, EVEN }, 0.75 },
    { "a dead table", "udr", 4, { UP, EVEN, ONES, ONES }, 0 },
    { "three, medians of (1, 0), (1, 0), (0, 0)", "udr:similarity=spearman:tables=3", 3, { UP, DOWN, EVEN }, 1.0 / 3 },
};

TEST(known_answers)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        const double factor[] = { UP };
        data_of(&data, 8, 1, known[k].d, factor, known[k].codes, NULL);
        check_near(score_of(&data, known[k].metric), known[k].value, 1e-12, known[k].why);
    }
}

TEST(refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double factor[] = { UP }, codes[] = { UP, DOWN, EVEN };
    data_of(&data, 8, 1, 3, factor, codes, NULL);
    check_undefined(&data, "udr", "not-applicable");
    data_of(&data, 2, 1, 2, factor, codes, NULL);
    check_undefined(&data, "udr", "too-few-samples");
}

TEST(pairs_of_codes_beyond_the_limit_do_not_apply_and_cost_nothing) /* R4 */
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, 3, 1, 23172), ASSAY_OK);
    check_undefined(&data, "udr", "not-applicable");
    const assay_metric *udr = assay_metric_find("udr");
    const double lasso[] = { 2, 0, 0, 0.1 };
    assert_true(assay_metric_cost(udr, lasso, &(assay_size){ .n = 3, .n_factors = 1, .n_codes = 23172 }) == 0.0);
    assert_true(assay_metric_cost(udr, lasso, &(assay_size){ .n = 3, .n_factors = 1, .n_codes = 23170 }) > 0.0);
}

TESTS_MAIN
