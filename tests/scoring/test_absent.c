/*
 * Absent factor values. Every metric must score what it scores when the rows that lack a factor are taken away for that
 * factor alone; where only one factor lacks values, and only one is scored, that is an ordinary representation.
 */
#include "check.h"

enum { N = 900 };

/* `dependent` with a third of factor 0 absent. */
static void make_lacking(assay_data *to)
{
    assay_stream stream = stream_of(11);
    data_at(to, "dependent", "alpha=0.7:delta=0.85", N, 4);
    for (size_t s = 0; s < N; s++)
        if (assay_stream_uniform(&stream) < 1.0 / 3) to->factors[s] = NAN;
}

/* Factor i alone, with the rows that have it, and all codes. */
static void make_part(const assay_data *from, size_t i, assay_data *to)
{
    size_t rows = 0, r = 0;
    for (size_t s = 0; s < N; s++) rows += isnan(from->factors[i * N + s]) ? 0 : 1;
    assert_int_equal(assay_data_shape(to, rows, 1, from->n_codes), ASSAY_OK);
    to->levels[0] = from->levels[i];
    for (size_t s = 0; s < N; s++) {
        if (isnan(from->factors[i * N + s])) continue;
        to->factors[r] = from->factors[i * N + s];
        for (size_t j = 0; j < from->n_codes; j++) to->codes[j * rows + r] = from->codes[j * N + s];
        r++;
    }
}

TEST(test_one_factor_at_a_time)
{
    static const char metrics[] = "mig,mig@zaidi2020,jemmig,sufficiency,sap@zaidi2020,explicitness@zaidi2020,rf-acc";
    FREED(assay_data_free) assay_data data = { 0 };
    make_lacking(&data);
    FREED(assay_scores_free) assay_scores all = scores_drawn(&data, metrics, 5, 1);
    for (size_t i = 0; i < data.n_factors; i++) {
        FREED(assay_data_free) assay_data part = { 0 };
        make_part(&data, i, &part);
        FREED(assay_scores_free) assay_scores scores = scores_drawn(&part, metrics, 5, 1);
        assert_int_equal(part.n == N, i != 0);
        for (size_t k = 0; k < all.count; k++) {
            if (strcmp(all.at[k].metric, "rf-acc") == 0)
                continue; /* draws: another factor at its place, another draw */
            check_near(all.at[k].items[i].value, scores.at[k].items[0].value, 1e-12, all.at[k].metric);
        }
    }
}

TEST(test_reasons)
{
    FREED(assay_data_free) assay_data data = { 0 };
    make_lacking(&data);
    for (size_t s = 0; s < N; s++) data.factors[2 * N + s] = NAN; /* no row has factor 2 */
    const assay_rep rep = assay_data_view(&data);
    assay_scores scores;
    assert_int_equal(assay_score_all(&rep, "mig,mig-sup,mcc", 0, "", "", 1, &scores, NULL), ASSAY_OK);
    assert_string_equal(scores.at[0].items[2].undefined, "too-few-samples: no row has factor v3");
    assert_int_equal(scores.at[0].n_undefined, 1);
    assert_null(scores.at[1].overall.undefined);
    assert_non_null(strstr(scores.at[2].overall.undefined, "not-applicable: mcc needs every factor's value"));
    assay_scores_free(&scores);
    data.codes[7] = NAN;
    assay_error err = { "" };
    assert_int_equal(assay_score_all(&rep, "mig", 0, "", "", 1, &scores, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "code z1, row 7"));
}

/* No factor is whole, and the first is in no row: the codes are not constant for that. */
TEST(test_first_factor_nowhere)
{
    FREED(assay_data_free) assay_data data = { 0 };
    data_at(&data, "dependent", "alpha=1:delta=1", N, 4);
    for (size_t s = 0; s < N; s++) data.factors[s] = NAN;
    for (size_t i = 1; i < 4; i++) data.factors[i * N + i] = NAN;
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "minimality,mig-sup@zaidi2020");
    for (size_t j = 0; j < 4; j++) assert_null(scores.at[0].items[j].undefined);
    check_near(scores.at[0].items[3].value, 1.0, 1e-12, "code 3 is factor 3");
    assert_true(scores.at[0].items[0].value < 0.05); /* its factor is nowhere; (5-1)(5-1)/(2 n) / log 5 = .006 */
    for (size_t j = 0; j < 4; j++) assert_null(scores.at[1].items[j].undefined);
}

TESTS_MAIN
