/*
 * Identities of the histogram metrics, sap and irs on random representations: order of columns, scale of codes, dead
 * codes, tiny tables; and the values that theory gives.
 */
#include "check.h"

/* A mean over items, or a ratio of sums, may add them in another order: a few roundings of numbers up to 1. */
#define TOL_ORDER 1e-14

static const char *const metrics[] = {
    "mig", "rmig", "mig-sup", "jemmig", "dcimig", "modularity", "minimality", "sufficiency", "sap:nominal=number", "irs"
};
enum { METRICS = sizeof metrics / sizeof *metrics };

/* n rows of m factors (every other one categorical) and d codes that mix them */
static void random_data(assay_data *data, size_t n, size_t m, size_t d, assay_stream *stream)
{
    assert_int_equal(assay_data_shape(data, n, m, d), ASSAY_OK);
    for (size_t i = 0; i < m; i++) {
        data->levels[i] = i % 2 ? 3 : 0;
        for (size_t s = 0; s < n; s++)
            data->factors[i * n + s] = i % 2 ? (double)assay_stream_below(stream, 3) : assay_stream_uniform(stream);
    }
    for (size_t j = 0; j < d; j++) {
        const double scale = assay_stream_uniform(stream), other = assay_stream_uniform(stream);
        for (size_t s = 0; s < n; s++)
            data->codes[j * n + s] = 100 * other + scale * data->factors[j % m * n + s] +
                                     other * data->factors[(j + 1) % m * n + s] + 0.1 * assay_stream_normal(stream);
    }
}

/* to = from with column k of codes (or factors) at place[k] */
static void permuted(const assay_data *from, const size_t *place, int codes, assay_data *to)
{
    data_of(to, from->n, from->n_factors, from->n_codes, from->factors, from->codes, from->levels);
    for (size_t k = 0; k < (codes ? from->n_codes : from->n_factors); k++) {
        const double *column = (codes ? from->codes : from->factors) + k * from->n;
        memcpy((codes ? to->codes : to->factors) + place[k] * from->n, column, from->n * sizeof *column);
        if (!codes) to->levels[place[k]] = from->levels[k];
    }
}

/* Items along the permuted axis move with their column, those along the other stay: both to the bit, but for
 * modularity, whose item is a sum over factors. */
static void check_moved(const assay_data *before, const assay_data *after, const size_t *place, int codes,
                        const char *name)
{
    FREED(assay_scores_free) assay_scores a = scores_of(before, name), b = scores_of(after, name);
    const int moves = a.at[0].axis == (codes ? ASSAY_PER_CODE : ASSAY_PER_FACTOR);
    const double tol = !codes && strcmp(name, "modularity") == 0 ? TOL_ORDER : 0;
    for (size_t k = 0; k < a.at[0].n_items; k++)
        if (!(fabs(a.at[0].items[k].value - b.at[0].items[moves ? place[k] : k].value) <= tol))
            fail_msg("%s: item %zu is %.17g, after the permutation %.17g", name, k, a.at[0].items[k].value,
                     b.at[0].items[moves ? place[k] : k].value);
    check_near(b.at[0].overall.value, a.at[0].overall.value, TOL_ORDER, name);
}

TEST(test_permutations)
{
    assay_stream stream = stream_of(1);
    for (unsigned r = 0; r < check_repeats(20); r++) {
        FREED(assay_data_free) assay_data data = { 0 }, moved = { 0 };
        const size_t m = 2 + assay_stream_below(&stream, 4), d = 2 + assay_stream_below(&stream, 6);
        size_t place[8];
        random_data(&data, 50 + assay_stream_below(&stream, 400), m, d, &stream);
        for (int codes = 0; codes < 2; codes++) {
            assay_stream_permutation(&stream, place, codes ? d : m);
            permuted(&data, place, codes, &moved);
            for (size_t k = 0; k < METRICS; k++) check_moved(&data, &moved, place, codes, metrics[k]);
        }
    }
}

/* Codes times powers of two, each its own: no bit changes. */
TEST(test_scales)
{
    assay_stream stream = stream_of(2);
    for (unsigned r = 0; r < check_repeats(20); r++) {
        FREED(assay_data_free) assay_data data = { 0 };
        random_data(&data, 257, 3, 5, &stream);
        double before[METRICS];
        for (size_t k = 0; k < METRICS; k++) before[k] = score_of(&data, metrics[k]);
        for (size_t j = 0; j < 5; j++) {
            const int power = (int)assay_stream_below(&stream, 41) - 20;
            for (size_t s = 0; s < 257; s++) data.codes[j * 257 + s] = ldexp(data.codes[j * 257 + s], power);
        }
        for (size_t k = 0; k < METRICS; k++)
            if (score_of(&data, metrics[k]) != before[k]) fail_msg("%s: a bit changed in round %u", metrics[k], r);
    }
}

/* A dead code, first, in the middle or last: it is left out of means over codes, adds nothing to those over factors. */
TEST(test_dead_code)
{
    assay_stream stream = stream_of(3);
    for (unsigned r = 0; r < check_repeats(5); r++) {
        enum { N = 200, D = 4 };
        FREED(assay_data_free) assay_data data = { 0 };
        random_data(&data, N, 3, D, &stream);
        for (size_t at = 0; at <= D; at++) {
            FREED(assay_data_free) assay_data more = { 0 };
            double codes[(D + 1) * N];
            for (size_t j = 0; j <= D; j++)
                for (size_t s = 0; s < N; s++)
                    codes[j * N + s] = j == at ? 0.1 : data.codes[(j < at ? j : j - 1) * N + s];
            data_of(&more, N, 3, D + 1, data.factors, codes, data.levels);
            for (size_t k = 0; k < METRICS; k++)
                check_near(score_of(&more, metrics[k]), score_of(&data, metrics[k]), 0, metrics[k]);
        }
    }
}

/* Every preset of every metric on tables too small for it: no crash, and never a NaN without a reason. */
static void check_all_presets(const assay_data *data)
{
    FREED(assay_scores_free) assay_scores scores = scores_of(data, "family:information@*,sap@*,irs@*");
    for (size_t k = 0; k < scores.count; k++) {
        const assay_score *score = &scores.at[k];
        assert_int_equal(score->status, ASSAY_OK);
        if (score->overall.undefined && strncmp(score->overall.undefined, "not-finite", 10) == 0)
            fail_msg("%s@%s: %s", score->metric, score->preset, score->overall.undefined);
        for (size_t i = 0; i < score->n_items; i++)
            if (score->items[i].undefined && strncmp(score->items[i].undefined, "not-finite", 10) == 0)
                fail_msg("%s@%s, item %zu: %s", score->metric, score->preset, i, score->items[i].undefined);
    }
}

TEST(test_tiny)
{
    assay_stream stream = stream_of(4);
    for (size_t n = 1; n <= 5; n++) {
        for (size_t m = 1; m <= 3; m++) {
            for (size_t d = 1; d <= 5; d++) {
                FREED(assay_data_free) assay_data data = { 0 };
                random_data(&data, n, m, d, &stream);
                check_all_presets(&data);
                for (size_t s = 0; s < n * d; s++) data.codes[s] = 0.1; /* all rows equal, codes only */
                check_all_presets(&data);
                for (size_t s = 0; s < n * m; s++) data.factors[s] = 1;
                check_all_presets(&data);
            }
        }
    }
}

TEST(test_tiny_reasons)
{
    static const struct {
        const char *metric, *one_row, *one_factor, *one_code; /* NULL: defined */
    } reasons[] = {
        { "mig", "constant-factor", NULL, "one-code" },       { "rmig", "constant-factor", NULL, "one-code" },
        { "mig-sup", "constant-factor", "one-factor", NULL }, { "jemmig", "constant-factor", NULL, "one-code" },
        { "dcimig", "constant-factor", "one-factor", NULL },  { "modularity", "constant-code", "one-factor", NULL },
        { "minimality", "constant-code", NULL, NULL },        { "sufficiency", "constant-factor", NULL, NULL },
        { "sap", "constant-factor", NULL, "one-code" },       { "irs", "constant-code", NULL, NULL },
    };
    const double row[4] = { 1, 2, 3, 4 }, columns[8] = { 0, 1, 2, 3, 0, 1, 1, 2 };
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, 1, 2, 2, row, row, NULL);
        check_undefined(&data, reasons[k].metric, reasons[k].one_row);
        data_of(&data, 4, 1, 2, columns, columns, NULL);
        if (reasons[k].one_factor) check_undefined(&data, reasons[k].metric, reasons[k].one_factor);
        else (void)score_of(&data, reasons[k].metric);
        data_of(&data, 4, 2, 1, columns, columns, NULL);
        if (reasons[k].one_code) check_undefined(&data, reasons[k].metric, reasons[k].one_code);
        else (void)score_of(&data, reasons[k].metric);
        data_of(&data, 2, 2, 2, columns + 1, columns + 1, NULL); /* two rows: 1 2 and 3 0, each its own bin */
        check_near(score_of(&data, "sufficiency"), 1, 1e-14, "two rows");
    }
}

static void scenario_data(assay_data *data, const char *id, const char *parameters)
{
    assay_error err = { "" };
    if (assay_generate(id, parameters, 20000, 0, data, &err) != ASSAY_OK) fail_msg("%s: %s", id, err.text);
}

/* What theory gives; tolerances are the estimate's own: bias (B-1)^2/(2n) = .002 nats, and edges that are estimated. */
TEST(test_theory)
{
    FREED(assay_data_free) assay_data data = { 0 };
    scenario_data(&data, "duplicate", "copies=2:factors=4");
    check_near(score_of(&data, "mig"), 0, 0, "two copies leave no gap");
    check_near(score_of(&data, "sap"), 0, 0, "two copies leave no gap");
    check_near(score_of(&data, "jemmig"), 0.5, 0.002, "J = H of H + log 10");
    check_near(score_of(&data, "mig-sup"), 1, 0.003, "each code holds one factor");
    check_near(score_of(&data, "modularity"), 1, 0.001, "each code holds one factor");
    check_near(score_of(&data, "irs"), 0.9, 0.002, "1 - 1/10");

    scenario_data(&data, "noise", "alpha=1");
    check_near(score_of(&data, "modularity"), 0.384, 0.02, "8 factors: the mean over 30 seeds");
    check_near(score_of(&data, "mig"), 0, 0.002, "noise");
    check_near(score_of(&data, "irs"), 0, 0.01, "noise");

    scenario_data(&data, "mixing", "alpha=0.5");
    check_near(score_of(&data, "modularity"), 1 - 1.0 / 7, 0.005, "two factors alike of 8");
    check_near(score_of(&data, "mig"), 0, 0.01, "two codes alike");

    scenario_data(&data, "partial", "known=2");
    check_near(score_of(&data, "mig-sup"), 2.0 / 8, 0.003, "two codes of eight");

    scenario_data(&data, "dependent", "alpha=1:delta=0.5");
    check_near(score_of(&data, "minimality"), 1, 1e-9, "one to one");
    check_near(score_of(&data, "sufficiency"), 1, 1e-9, "one to one");
}

TESTS_MAIN
