/* Rows in an order: tables of independent rows, of any kind, do not have the warning; sorted ones, grids, walks and
 * domains do, with the names of the metrics that go by the order. */
#include "check.h"
#include "data_warnings.h"
#include "metric_list.h"

enum { ROWS = 1000, FACTORS = 4, CODES = 4, TABLES = 200 };

/* Of each kind a column: uniform, heavy tails, ten classes, one row in a hundred; and codes of these. */
static void table(assay_data *to, assay_stream *stream)
{
    assert_int_equal(assay_data_shape(to, ROWS, FACTORS, CODES), ASSAY_OK);
    to->levels[2] = 10;
    for (size_t s = 0; s < ROWS; s++) {
        to->factors[s] = assay_stream_uniform(stream);
        to->factors[ROWS + s] = 1.0 / (assay_stream_uniform(stream) + 1e-9);
        to->factors[2 * ROWS + s] = (double)assay_stream_below(stream, 10);
        to->factors[3 * ROWS + s] = assay_stream_below(stream, 100) == 0;
        for (size_t j = 0; j < CODES; j++)
            to->codes[j * ROWS + s] = to->factors[j * ROWS + s] + 0.1 * assay_stream_normal(stream);
    }
}

static const char *warned_of(const assay_rep *rep, const selection *asked, const char *word)
{
    static data_warning found[DATA_WARNINGS];
    const size_t count = data_warnings(rep, asked, found);
    for (size_t k = 0; k < count; k++)
        if (strcmp(found[k].word, word) == 0) return found[k].text;
    return NULL;
}

static const char *warned(const assay_data *data, const selection *asked)
{
    const assay_rep rep = assay_data_view(data);
    return warned_of(&rep, asked, "rows-in-order");
}

TEST(test_independent_rows)
{
    for (uint64_t seed = 0; seed < TABLES; seed++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream = stream_of(seed);
        table(&data, &stream);
        const char *text = warned(&data, NULL);
        if (text) fail_msg("table %u: %s", (unsigned)seed, text);
    }
}

static void check_told(const assay_data *data, const selection *asked, const char *what, const char *words)
{
    const char *text = warned(data, asked);
    if (!text || !strstr(text, words)) fail_msg("%s: %s, want %s", what, text ? text : "nothing", words);
}

TEST(test_rows_in_order)
{
    FREED(selection_free) selection asked = { 0 };
    FREED(assay_data_free) assay_data data = { 0 };
    assay_stream stream = stream_of(1);
    assay_error err;
    assert_int_equal(metric_list_add(&asked, "mig,snc@*,explicitness@locatello2019,mig@locatello2019", NULL, &err),
                     ASSAY_OK);
    table(&data, &stream);
    double *v = data.factors;
    for (size_t s = 0; s < ROWS; s++) v[s] = (double)s;
    check_told(&data, NULL, "sorted", "v1 changes between the halves");
    check_told(&data, NULL, "nobody asked", "Intervals take rows as independent");
    check_told(&data, &asked, "asked", "of snc@mahon2023, explicitness@locatello2019, mig@locatello2019.");
    for (size_t s = 0; s < ROWS; s++) v[s] = (double)(s % 8);
    check_told(&data, NULL, "a grid", "v1 has a correlation with the next row");
    for (size_t s = 0; s < ROWS; s++) v[s] = assay_stream_uniform(&stream);
    for (size_t s = 1; s < ROWS; s++) v[s] = 0.9 * v[s - 1] + 0.1 * v[s];
    check_told(&data, NULL, "a walk", "v1 ");
    table(&data, &stream);
    v = data.factors;
    for (size_t s = 0; s < ROWS; s++) data.codes[3 * ROWS + s] += 2 * s >= ROWS;
    check_told(&data, NULL, "domains, by a code", "z4 changes between the halves, in deviations, by 1.9");
    for (size_t s = 0; s < ROWS; s++) v[ROWS + s] = s % 3 ? (double)(s % 3) : NAN;
    check_told(&data, NULL, "absent values", "v2 has a correlation with the next row of -");
}

/* Codes that follow one another on independent factors leave no interval either. */
TEST(test_codes_in_an_order)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assay_stream stream = stream_of(4);
    table(&data, &stream);
    assay_rep rep = assay_data_view(&data);
    assert_false(rows_stand_in_order(&rep));
    double follows = 0;
    for (size_t s = 0; s < ROWS; s++) {
        follows = 0.95 * follows + 0.3 * assay_stream_normal(&stream);
        data.codes[s] = data.factors[s] + 0.5 * follows;
    }
    rep = assay_data_view(&data);
    assert_true(rows_stand_in_order(&rep));
}

/* What a split parts does not go by the order, and score has no --cluster. */
TEST(test_a_split_in_order)
{
    FREED(selection_free) selection asked = { 0 };
    FREED(assay_data_free) assay_data data = { 0 };
    unsigned char learns[ROWS];
    assay_stream stream = stream_of(2);
    assert_int_equal(metric_list_add(&asked, "r2-heldout@guard2026", NULL, NULL), ASSAY_OK);
    table(&data, &stream);
    for (size_t s = 0; s < ROWS; s++) data.factors[s] = (double)s, learns[s] = s % 2;
    assay_rep rep = assay_data_view(&data);
    const char *text = warned_of(&rep, &asked, "rows-in-order");
    assert_true(text && !strstr(text, "--cluster"));
    rep.learns = learns;
    assert_null(warned_of(&rep, &asked, "rows-in-order"));
}

/* A class, a number on a circle and a class: all rows of a grid differ; without the last every row comes twice. */
TEST(test_a_grid_repeats_no_row)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, ROWS, 3, 1), ASSAY_OK);
    data.levels[0] = data.levels[2] = 5;
    data.period[1] = 40;
    for (size_t s = 0; s < ROWS; s++) {
        data.factors[s] = (double)(s / 200), data.factors[ROWS + s] = (double)(s / 5 % 40);
        data.factors[2 * ROWS + s] = (double)(s % 5), data.codes[s] = (double)(s % 7);
    }
    assay_rep rep = assay_data_view(&data);
    assert_null(warned_of(&rep, NULL, "repeated-rows"));
    rep.n_factors = 2;
    assert_non_null(warned_of(&rep, NULL, "repeated-rows"));
}

/* Hours of a day on a circle of 60, of 48 and of 24. */
TEST(test_periods)
{
    static const struct {
        double period;
        int is_warned;
    } of[] = { { 60, 1 }, { 48, 1 }, { 24, 0 }, { 25, 0 } };
    FREED(assay_data_free) assay_data data = { 0 };
    assay_stream stream = stream_of(3);
    table(&data, &stream);
    for (size_t s = 0; s < ROWS; s++) data.factors[s] *= 24;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        data.period[0] = of[k].period;
        const assay_rep rep = assay_data_view(&data);
        assert_int_equal(warned_of(&rep, NULL, "period") != NULL, of[k].is_warned);
    }
}

TESTS_MAIN
