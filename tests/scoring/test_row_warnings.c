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

static const char *warned(const assay_data *data, const selection *asked)
{
    static data_warning found[DATA_WARNINGS];
    const assay_rep rep = assay_data_view(data);
    const size_t count = data_warnings(&rep, asked, found);
    for (size_t k = 0; k < count; k++)
        if (strcmp(found[k].word, "rows-in-order") == 0) return found[k].text;
    return NULL;
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

TESTS_MAIN
