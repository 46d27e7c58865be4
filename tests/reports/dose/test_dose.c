/*
 * Curves read backwards: by hand, by simulation, and with metrics on scenarios.
 *
 * Coverage. Of 100 scores whose dose is known at least 90 must have it within their interval. Where the interval holds
 * in 95 of 100, fewer than 90 are found in one of 90 such tests; seeds are fixed.
 */
#include "dose.h"

#include "check.h"

#include "profiles.h"

static void lines_by_hand(void **state)
{
    (void)state;
    static const double x[] = { 0, 0.5, 1 };
    static const double falls[] = { 1, 1, 0.5, 0.5, 0, 0 }, rises[] = { 0, 0, 0.5, 0.5, 1, 1 };
    static const double flat[] = { 0.7, 0.7, 0.7, 0.7, 0.7, 0.7 }, turns[] = { 1, 1, 0.2, 0.2, 0.8, 0.8 };
    static const struct {
        const char *why;
        const double *value;
        double score, half;
        int outcome;
        double at, low, high; /* within a step of 1/128 */
    } known[] = {
        { "a line that falls", falls, 0.75, 0, DOSE_FOUND, 0.25, 0.25, 0.25 },
        { "a score with an interval", falls, 0.75, 0.1, DOSE_FOUND, 0.25, 0.15, 0.35 },
        { "a line that rises", rises, 0.75, 0.1, DOSE_FOUND, 0.75, 0.65, 0.85 },
        { "the ideal code's", falls, 1, 0, DOSE_FOUND, 0, 0, 0 },
        { "above", falls, 1.2, 0.1, DOSE_ABOVE, NAN, NAN, NAN },
        { "above but for its interval", falls, 1.2, 0.3, DOSE_FOUND, 0, 0, 0.1 },
        { "below", falls, -0.2, 0.1, DOSE_BELOW, NAN, NAN, NAN },
        { "flat, and the same", flat, 0.7, 0, DOSE_ANY, NAN, NAN, NAN },
        { "flat, and another", flat, 0.5, 0.1, DOSE_BELOW, NAN, NAN, NAN },
        { "turns back", turns, 0.5, 0, DOSE_TURNS, NAN, NAN, NAN },
        { "undefined", falls, NAN, 0, DOSE_NO_CURVE, NAN, NAN, NAN },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        dose_curve curve;
        assert_int_equal(dose_curve_from(x, known[k].value, 3, 2, &curve), ASSAY_OK);
        const dose d = dose_of(&curve, known[k].score, known[k].half, 0.95);
        dose_curve_free(&curve);
        if (d.outcome != known[k].outcome) fail_msg("%s: %d", known[k].why, d.outcome);
        if (d.outcome != DOSE_FOUND) {
            assert_true(isnan(d.at) && isnan(d.low) && isnan(d.high));
            continue;
        }
        check_near(d.at, known[k].at, 1.0 / 128, known[k].why);
        check_near(d.low, known[k].low, 1.0 / 128, known[k].why);
        check_near(d.high, known[k].high, 1.0 / 128, known[k].why);
    }
    dose_curve two;
    assert_int_equal(dose_curve_from(x, falls, 2, 2, &two), ASSAY_OK);
    assert_int_equal(dose_of(&two, 0.75, 0, 0.95).outcome, DOSE_NO_CURVE);
    dose_curve_free(&two);
}

/* Doses in any order; values of chance do not make a curve turn. */
static void chance_does_not_turn(void **state)
{
    (void)state;
    static const double x[] = { 1, 0, 0.5, 0.25 };
    static const double value[] = { 0.1, 0.2, 1.0, 0.9, 0.6, 0.5, 0.5, 0.62 };
    dose_curve curve;
    assert_int_equal(dose_curve_from(x, value, 4, 2, &curve), ASSAY_OK);
    assert_int_equal(curve.turns, 0);
    for (size_t k = 1; k < curve.n; k++) assert_true(curve.x[k] > curve.x[k - 1] && curve.mean[k] <= curve.mean[k - 1]);
    dose_curve_free(&curve);
}

/* A plan of one's own may have any number: the last, where the score is, counts as the first. */
static void a_hundred_doses_are_all_read(void **state)
{
    (void)state;
    enum { DOSES = 100 };
    double x[DOSES], value[2 * DOSES];
    for (size_t k = 0; k < DOSES; k++) {
        x[k] = (double)k / (DOSES - 1);
        value[2 * k] = value[2 * k + 1] = 1.0 - x[k];
    }
    dose_curve curve;
    assert_int_equal(dose_curve_from(x, value, DOSES, 2, &curve), ASSAY_OK);
    assert_int_equal(curve.n, DOSES);
    const dose d = dose_of(&curve, value[2 * 90], 0, 0.95);
    assert_int_equal(d.outcome, DOSE_FOUND);
    check_near(d.at, x[90], 1e-9, "the dose that gives the score");
    dose_curve_free(&curve);
}

/* A bent curve, spread that depends on the dose, and scores of the same law. */
static void simulated(void **state)
{
    (void)state;
    enum { CASES = 400, DOSES = 9, SEEDS = 8 };
    assay_stream stream;
    assay_stream_seed(&stream, 20);
    size_t held = 0;
    for (size_t c = 0; c < CASES; c++) {
        double x[DOSES], value[DOSES * SEEDS];
        for (size_t k = 0; k < DOSES; k++) {
            x[k] = (double)k / (DOSES - 1);
            for (size_t s = 0; s < SEEDS; s++)
                value[k * SEEDS + s] = exp(-3 * x[k]) + (0.005 + 0.02 * x[k]) * assay_stream_normal(&stream);
        }
        const double truth = 0.05 + 0.9 * assay_stream_uniform(&stream);
        const double score = exp(-3 * truth) + (0.005 + 0.02 * truth) * assay_stream_normal(&stream);
        dose_curve curve;
        assert_int_equal(dose_curve_from(x, value, DOSES, SEEDS, &curve), ASSAY_OK);
        const dose d = dose_of(&curve, score, 0, 0.95);
        dose_curve_free(&curve);
        held += d.outcome == DOSE_FOUND && d.low <= truth && truth <= d.high;
    }
    if (held < CASES * 92 / 100) fail_msg("%zu of %d", held, CASES); /* of 400, 95 % less three deviations is 367 */
}

/* ---- metrics ---- */

enum { ROWS = 400, SEEDS = 8, CASES = 100 };
static double rows[5 * ROWS];

static assay_status these_rows(const assay_profile *self, size_t n, assay_stream *stream, double *factors)
{
    (void)stream;
    memcpy(factors, rows, n * self->n_factors * sizeof *factors);
    return ASSAY_OK;
}

static double score_at(const assay_scenario *scenario, const assay_profile *on, double amount, uint64_t seed,
                       const char *metric)
{
    assay_data data = { 0 };
    const double parameter[] = { amount, 4 };
    assert_int_equal(assay_scenario_build_on(scenario, parameter, on, ROWS, seed, &data, NULL), ASSAY_OK);
    const double score = score_of(&data, metric);
    assay_data_free(&data);
    return score;
}

/* Noise of a dose between those of the curve, on the same rows: the dose is in its interval. */
static void noise_is_found(void **state)
{
    (void)state;
    static const char *const metric[] = { "mig:bins=40", "mcc:nominal=number" };
    static const double x[] = { 0, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1 };
    enum { DOSES = sizeof x / sizeof *x };
    assay_profile on = *assay_profile_find("dsprites");
    const assay_scenario *noise = assay_scenario_find("noise");
    assay_stream stream;
    profile_rows drawn;
    assay_stream_seed(&stream, 5);
    assert_int_equal(profile_draw(&on, ROWS, &stream, &drawn), ASSAY_OK);
    memcpy(rows, drawn.value, sizeof rows);
    profile_rows_free(&drawn);
    on.draw = these_rows;
    on.rows = ROWS;
    for (size_t m = 0; m < 2; m++) {
        double value[DOSES * SEEDS];
        dose_curve curve;
        size_t held = 0;
        for (size_t k = 0; k < DOSES; k++)
            for (size_t s = 0; s < SEEDS; s++) value[k * SEEDS + s] = score_at(noise, &on, x[k], s, metric[m]);
        assert_int_equal(dose_curve_from(x, value, DOSES, SEEDS, &curve), ASSAY_OK);
        for (uint64_t c = 0; c < CASES; c++) {
            const double truth = 0.02 + 0.8 * assay_stream_uniform(&stream);
            const dose d = dose_of(&curve, score_at(noise, &on, truth, 1000 + c, metric[m]), 0, 0.95);
            held += d.outcome == DOSE_FOUND && d.low <= truth && truth <= d.high;
        }
        dose_curve_free(&curve);
        if (held < 90) fail_msg("%s: %zu of %d", metric[m], held, CASES);
    }
}

static void words(void **state)
{
    (void)state;
    static const struct {
        int kind;
        double low, high;
        const char *text;
    } known[] = {
        { DOSE_NOISE, 0.384, 0.414, "38 to 41 % noise" },
        { DOSE_NOISE, 0.301, 0.304, "30 % noise" },
        { DOSE_MIXING, 0.1, 0.2, "10 to 20 % of another factor in each code" },
        { DOSE_COPIES, 1.93, 2.08, "1.9 to 2.1 codes for each factor" },
        { DOSE_DROPPED, 2, 2, "2.0 of 5 factors without a code" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char text[96];
        dose_text(known[k].kind, known[k].low, known[k].high, 5, text, sizeof text);
        assert_string_equal(text, known[k].text);
    }
    for (int k = 0; k < DOSE_KINDS; k++) assert_non_null(assay_scenario_find(dose_kind_at(k)->scenario));
    assert_null(dose_kind_at(DOSE_KINDS));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(lines_by_hand), cmocka_unit_test(chance_does_not_turn),
                                        cmocka_unit_test(a_hundred_doses_are_all_read),
                                        cmocka_unit_test(simulated), cmocka_unit_test(noise_is_found),
                                        cmocka_unit_test(words) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
