/*
 * Letters: which rows are made, and the scores that the published code and formula give on them.
 *
 * Tolerance. 5e-6 where a reference number has five decimals and nothing is random. Of table 1, in per cent with two
 * decimals: 5e-5 for two coordinates, where both codes of the gap are functions of the factor and the rows that a score
 * draws do not matter; .002 for one, where the second code is independent and its bias varies by .0005 from draw to
 * draw.
 */
#include "check.h"

#define TOL_DIGITS 5e-6
#define TOL_TABLE 5e-5
#define TOL_DRAWN 0.002

static void letters_of(assay_data *to, const char *parameters, size_t n, uint64_t seed)
{
    assay_error err = { "" };
    if (assay_generate("letters", parameters, n, seed, to, &err) != ASSAY_OK) fail_msg("%s", err.text);
}

/* Closed equal bins, nothing lost, over all combinations: per factor and their mean. */
static void full_factorial(void **state)
{
    (void)state;
    static const struct {
        const char *parameters;
        double mean, factor[4];
    } known[] = {
        { "dims=1:rows=factorial", 0.81555, { 0.86117, 0.83804, 0.76556, 0.79743 } },
        { "dims=2:rows=factorial", 0.05501, { 0.03187, 0.06374, 0.06941, 0.05501 } },
    };
    for (size_t k = 0; k < 2; k++) {
        assay_data data = { 0 };
        letters_of(&data, known[k].parameters, 160000, 0);
        assay_scores scores = scores_of(&data, "mig:rule=closed:bins=20:last-edge=clamp");
        check_near(scores.at[0].overall.value, known[k].mean, TOL_DIGITS, known[k].parameters);
        for (size_t i = 0; i < 4; i++)
            check_near(scores.at[0].items[i].value, known[k].factor[i], TOL_DIGITS, known[k].parameters);
        assay_scores_free(&scores);
        assay_data_free(&data);
    }
}

/* Table 1 of the paper, on its test rows. */
static void table_1(void **state)
{
    (void)state;
    static const struct {
        const char *why, *parameters, *metric;
        double value, tol;
    } known[] = {
        { "one coordinate", "dims=1:rows=published", "mig@zhang2021", 0.8105, TOL_DRAWN },
        { "one coordinate, as read", "dims=1:rows=published:book=reread", "mig@zhang2021", 0.8105, TOL_DRAWN },
        { "two, as read: two edges lose", "dims=2:rows=published:book=reread", "mig@zhang2021", 0.0573, TOL_TABLE },
        { "two, one edge loses", "dims=2:rows=published", "mig@zhang2021", 0.0554, TOL_TABLE },
        { "two, none loses", "dims=2:rows=published", "mig@zhang2021:last-edge=clamp", 0.0541, TOL_TABLE },
        { "modularity", "dims=1:rows=published", "modularity@zhang2021", 1, TOL_TABLE },
        { "modularity", "dims=2:rows=published:book=reread", "modularity@zhang2021", 1, TOL_TABLE },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_data data = { 0 };
        letters_of(&data, known[k].parameters, 32000, 0);
        check_near(score_of(&data, known[k].metric), known[k].value, known[k].tol, known[k].why);
        assay_data_free(&data);
    }
}

/* Each combination once in every 160000 rows, the last factor fastest, and again from the beginning. */
static void rows_in_order(void **state)
{
    (void)state;
    const size_t n = 160003;
    assay_data data = { 0 };
    letters_of(&data, "rows=factorial", n, 7);
    for (size_t s = 0; s < n; s++) {
        double row = 0;
        for (size_t i = 0; i < 4; i++) row = 20 * row + data.factors[i * n + s];
        assert_true(row == (double)(s % 160000));
    }
    letters_of(&data, "rows=published", 32001, 7);
    for (size_t i = 0; i < 4; i++) assert_true(data.factors[i * 32001] == data.factors[i * 32001 + 32000]);
    assay_data_free(&data);
}

/* A code is a function of its factor, with a place of its own for each value; the published book knows no seed. */
static void codes_are_the_values(void **state)
{
    (void)state;
    enum { N = 2000 };
    static const char *const books[] = { "dims=1:book=published", "dims=1:book=seeded", "dims=2:book=published",
                                         "dims=2:book=seeded" };
    for (size_t b = 0; b < 4; b++) {
        assay_data data = { 0 }, other = { 0 };
        letters_of(&data, books[b], N, 1);
        letters_of(&other, books[b], N, 2);
        const size_t dims = data.n_codes / 4;
        for (size_t j = 0; j < data.n_codes; j++) {
            double place[20], elsewhere[20];
            for (size_t s = 0; s < N; s++) {
                const size_t at = j * N + s, from = j / dims * N + s;
                place[(size_t)data.factors[from]] = data.codes[at];
                elsewhere[(size_t)other.factors[from]] = other.codes[at];
            }
            for (size_t s = 0; s < N; s++)
                assert_true(data.codes[j * N + s] == place[(size_t)data.factors[j / dims * N + s]]);
            for (size_t k = 0; k < 20; k++) {
                assert_true(place[k] >= -1 && place[k] < 1 && (place[k] == elsewhere[k]) == (b % 2 == 0));
                for (size_t l = 0; l < k; l++) assert_true(place[k] != place[l]);
            }
        }
        assay_data_free(&data);
        assay_data_free(&other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_factorial),
        cmocka_unit_test(table_1),
        cmocka_unit_test(rows_in_order),
        cmocka_unit_test(codes_are_the_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
