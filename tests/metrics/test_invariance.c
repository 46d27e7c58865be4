/* Threads change no bit of any metric; tiny tables; values that theory gives. */
#include "check.h"

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

TEST(test_threads)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assay_stream stream = stream_of(4);
    random_data(&data, 150, 3, 4, &stream);
    FREED(assay_scores_free)
    assay_scores one = scores_drawn(&data, "all", 2, 1), three = scores_drawn(&data, "all", 2, 3);
    for (size_t k = 0; k < one.count; k++) {
        const assay_score *a = &one.at[k], *b = &three.at[k];
        if (memcmp(&a->overall.value, &b->overall.value, sizeof(double))) fail_msg("%s %s", a->metric, a->output);
        for (size_t i = 0; i < a->n_items; i++)
            if (memcmp(&a->items[i].value, &b->items[i].value, sizeof(double)))
                fail_msg("%s %s, item %zu", a->metric, a->output, i);
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
        { "mig", "constant-factor", NULL, "one-code" },
        { "rmig", "constant-factor", NULL, "one-code" },
        { "mig-sup", "constant-factor", "one-factor", NULL },
        { "jemmig", "constant-factor", NULL, "one-code" },
        { "dcimig", "constant-factor", "one-factor", NULL },
        { "modularity", "constant-code", "one-factor", "zero-importance" },
        { "minimality", "constant-code", NULL, NULL },
        { "sufficiency", "constant-factor", NULL, NULL },
        { "sap", "constant-factor", NULL, "one-code" },
        { "irs", "constant-code", NULL, NULL },
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

/* What theory gives; tolerances are the estimate's own: bias (B-1)^2/(2n) = .002 nats, and edges that are estimated. */
TEST(test_theory)
{
    FREED(assay_data_free) assay_data data = { 0 };
    data_at(&data, "duplicate", "copies=2:factors=4", 20000, 0);
    check_near(score_of(&data, "mig"), 0, 0, "two copies leave no gap");
    check_near(score_of(&data, "sap"), 0, 0, "two copies leave no gap");
    check_near(score_of(&data, "jemmig"), 0.5, 0.002, "J = H of H + log 10");
    check_near(score_of(&data, "mig-sup"), 1, 0.003, "each code holds one factor");
    check_near(score_of(&data, "modularity"), 1, 0.001, "each code holds one factor");
    check_near(score_of(&data, "irs"), 0.9, 0.002, "1 - 1/10");

    data_at(&data, "noise", "alpha=1", 20000, 0);
    check_undefined(&data, "modularity", "zero-importance");
    check_near(score_of(&data, "modularity:level=1"), 0.384, 0.02, "8 factors: the mean over 30 seeds");
    check_near(score_of(&data, "mig"), 0, 0.002, "noise");
    check_near(score_of(&data, "irs"), 0, 0.01, "noise");

    data_at(&data, "mixing", "alpha=0.5", 20000, 0);
    check_near(score_of(&data, "modularity"), 1 - 1.0 / 7, 0.005, "two factors alike of 8");
    check_near(score_of(&data, "mig"), 0, 0.01, "two codes alike");

    data_at(&data, "partial", "known=2", 20000, 0);
    check_near(score_of(&data, "mig-sup"), 2.0 / 8, 0.003, "two codes of eight");

    data_at(&data, "dependent", "alpha=1:delta=0.5", 20000, 0);
    check_near(score_of(&data, "minimality"), 1, 1e-9, "one to one");
    check_near(score_of(&data, "sufficiency"), 1, 1e-9, "one to one");
}

TESTS_MAIN
