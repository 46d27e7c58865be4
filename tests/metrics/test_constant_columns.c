/*
 * What never changes says nothing: no metric's default moves when constant factors or codes are added. The definitions
 * that go by a column's place are named, with the reason. Published presets count constant columns, and say so.
 */
#include "check.h"

enum { ROWS = 120, FACTORS = 3, CODES = 4, MOST = 8 };

static size_t varying = CODES; /* codes of the table that change */

/* ROWS rows, `lead` constant factors before FACTORS that vary, `trail` after them; of codes likewise. */
static void table(assay_data *data, int32_t levels, const size_t factors[2], const size_t codes[2])
{
    assay_stream stream = stream_of(5);
    assert_int_equal(assay_data_shape(data, ROWS, factors[0] + FACTORS + factors[1], codes[0] + varying + codes[1]),
                     ASSAY_OK);
    double *v = data->factors + factors[0] * ROWS, *z = data->codes + codes[0] * ROWS;
    for (size_t i = 0; i < data->n_factors; i++) data->levels[i] = levels;
    for (size_t k = 0; k < data->n_codes * ROWS; k++) data->codes[k] = 0.1; /* factors are 0 */
    for (size_t k = 0; k < FACTORS * ROWS; k++)
        v[k] = levels ? (double)assay_stream_below(&stream, (uint64_t)levels) : assay_stream_uniform(&stream);
    for (size_t s = 0; s < ROWS; s++) {
        const double near = 0.1 * assay_stream_uniform(&stream), noise = assay_stream_uniform(&stream);
        const double mixed[CODES] = { v[s] + v[ROWS + s], v[s] - v[ROWS + s] + 0.3 * v[2 * ROWS + s],
                                      v[2 * ROWS + s] + near, noise };
        for (size_t j = 0; j < varying; j++) z[j * ROWS + s] = mixed[j];
    }
}

/* Definitions by place: factor i belongs to code i (Latte's metrics); the codes are tables side by side (udr). */
static int goes_by_place(const char *metric, int of_codes)
{
    if (strcmp(metric, "udr") == 0) return of_codes;
    return strcmp(metric, "dmig") == 0 || strcmp(metric, "xmig") == 0 || strcmp(metric, "dlig") == 0;
}

static void check_same(const assay_score *before, const assay_score *after, int of_codes)
{
    if (goes_by_place(before->metric, of_codes)) return;
    const double a = before->overall.value, b = after->overall.value;
    /* Those that are shown constants turn their zeros, too, and round. */
    const double rounding = assay_metric_find(before->metric)->flags & ASSAY_VARYING ? 0 : 1e-13;
    if (isnan(a) ? !isnan(b) : !(fabs(a - b) <= rounding))
        fail_msg("%s.%s: %.17g, with constant %s %.17g (%s)", before->metric, before->output, a,
                 of_codes ? "codes" : "factors", b, after->overall.undefined ? after->overall.undefined : "defined");
}

static void check_added(int32_t levels, const assay_scores *before, size_t count, int of_codes, int last)
{
    size_t added[2] = { last ? 0 : count, last ? count : 0 };
    const size_t none[2] = { 0 };
    FREED(assay_data_free) assay_data data = { 0 };
    table(&data, levels, of_codes ? none : added, of_codes ? added : none);
    FREED(assay_scores_free) assay_scores after = scores_of(&data, "all");
    assert_int_equal(after.count, before->count);
    for (size_t k = 0; k < after.count; k++) check_same(&before->at[k], &after.at[k], of_codes);
}

/* Fewer codes than factors, as many, more, and a single one: min(M, d) and the second-best code are other columns. */
TEST(test_constant_columns_move_no_score)
{
    static const int32_t levels[] = { 0, 2, 4 };
    const size_t none[2] = { 0 };
    for (size_t k = 0; k < 3 * CODES; k++) {
        varying = 1 + k / 3;
        FREED(assay_data_free) assay_data data = { 0 };
        table(&data, levels[k % 3], none, none);
        FREED(assay_scores_free) assay_scores before = scores_of(&data, "all");
        for (int side = 0; side < 4; side++)
            check_added(levels[k % 3], &before, side / 2 ? 1 : MOST, side % 2, side / 2);
    }
    varying = CODES;
}

/* The reason is of the column as the table counts it. */
TEST(test_reasons_name_the_column_of_the_table)
{
    FREED(assay_data_free) assay_data data = { 0 };
    table(&data, 0, (const size_t[]){ 2, 0 }, (const size_t[]){ 1, 1 });
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "modularity:level=1,dci-lasso");
    assert_int_equal(scores.at[0].n_items, CODES + 2);
    assert_string_equal(scores.at[0].items[5].undefined, "constant-code: code z6 is constant");
    assert_string_equal(scores.at[2].items[1].undefined, "constant-factor: factor v2 is constant");
    assert_int_equal(scores.at[2].items[2].undefined == NULL, 1);
    assert_int_equal(scores.at[0].n_undefined, 2);
    assay_scores_free(&scores);
    for (size_t s = 0; s < ROWS; s++) data.factors[s] = NAN; /* a factor without a value: left out, for that reason */
    scores = scores_of(&data, "infoc");
    assert_string_equal(scores.at[0].items[0].undefined, "too-few-samples: no row has factor v1");
    assert_string_equal(scores.at[0].items[1].undefined, "constant-factor: factor v2 is constant");
}

/* Sum and difference of two factors tell of both alike: modularity 0 but for counting; eight constant factors raised it
 * to 1 - 1/9 of that of one factor, as published presets still do. */
TEST(test_published_presets_count_constant_factors)
{
    static const char *const metrics[] = { "modularity", "med", "dci-lasso", "infom" };
    static const double by_counting[] = { 8.0 / 9, 0.6989700043360187, 0.6989700043360187, 4.0 / 9 };
    FREED(assay_data_free) assay_data data = { 0 };
    assay_stream stream = stream_of(1);
    assert_int_equal(assay_data_shape(&data, 2000, 10, 2), ASSAY_OK);
    for (size_t s = 0; s < 2000; s++) {
        const double a = data.factors[s] = assay_stream_uniform(&stream);
        const double b = data.factors[2000 + s] = assay_stream_uniform(&stream);
        data.codes[s] = a + b;
        data.codes[2000 + s] = a - b;
    }
    for (size_t k = 0; k < 4; k++) {
        char counted[64];
        snprintf(counted, sizeof counted, "%s:columns=all", metrics[k]);
        check_near(score_of(&data, metrics[k]), 0, 0.1, metrics[k]);
        check_near(score_of(&data, counted), by_counting[k], 0.02, counted);
    }
}

TESTS_MAIN
