/* med: known answers by hand, refusals. The published numbers are compared in test_golden_tables.c. */
#include "two_labels.h"

#define TOL 1e-12

/* Factors V0 and V1. I(V0; BOTH) = .3113 bits, so R = .2374 of the .3113 + 1 that the codes BOTH and V0 know of V0. */
static const struct {
    const char *why, *options;
    size_t d;
    double codes[32], modularity, compactness;
    /* clang-format off */
} known[] = {
    { "a code for each", "", 2, { V0, V1 }, 1, 1 },
    { "exchanged", "", 2, { V1, V0 }, 1, 1 },
    { "two copies of V0: log_3 of 3/2 there, 1 for V1", "", 3, { V0, V0, V1 }, 1, 0.68453512321427063 },
    { "a dead code raises the base: 1 for both factors all the same", "", 3, { V0, ONES, V1 }, 1, 1 },
    { "BOTH knows of V0 and V1", "", 2, { BOTH, V0 }, 0.56362764616631991, 0.60466750708493566 },
    { "one code per factor: a copy is dropped", "top=1", 3, { V0, V0, V1 }, 1, 1 },
    { "two: nothing is dropped, factors weigh alike", "top=2", 3, { V0, V0, V1 }, 1, 0.68453512321427063 },
    { "three copies, two kept: log_3 2 lost, weights 2/3 and 1", "top=2", 4, { V0, V0, V0, V1 }, 1,
      (2.0 / 3 * 0.36907024642854256 + 1) / (5.0 / 3) },
    { "one code per factor: a code of both is dropped", "top=1", 3, { BOTH, V0, V1 }, 1, 1 },
    { "it knows V0 and V1 alike, so V0 gets it: nothing is dropped", "top=1", 2, { BOTH, V1 }, 0.56362764616631991,
      0.60466750708493566 },
    { "Miller and Madow: I(V0; BOTH) as counted (3 cells, 2 rows, 2 columns), 1/16 more for V0, 1/16 less, so 0, for "
      "V1 and V0", "bias=millermadow", 2, { BOTH, V0 }, 0.5821120476507475, 0.6179973612313463 },
    { "copies of everything know alike", "", 4, { V0, V1, V0, V1 }, 1, 0.5 },
};
/* clang-format on */

static assay_scores med_of(const assay_data *data, const char *options)
{
    char name[128];
    snprintf(name, sizeof name, "med%s%s", options[0] ? ":" : "", options);
    return scores_of(data, name);
}

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        labels_of(&data, known[k].d, known[k].codes);
        FREED(assay_scores_free) assay_scores scores = med_of(&data, known[k].options);
        check_near(scores.at[0].overall.value, known[k].modularity, TOL, known[k].why);
        check_near(scores.at[1].overall.value, known[k].compactness, TOL, known[k].why);
    }
}

/* As published a dead code has modularity 0 and no weight, is kept where there is room, and makes the base 3, not 2. */
TEST(test_dead_code_published)
{
    FREED(assay_data_free) assay_data data = { 0 };
    labels_of(&data, 3, (const double[]){ BOTH, ONES, V0 });
    FREED(assay_scores_free)
    assay_scores ours = med_of(&data, "top=2:columns=all"), published = med_of(&data, "top=2:added=1e-11:columns=all");
    check_near(ours.at[1].overall.value, 0.60466750708493566, TOL, "two codes are kept");
    assert_string_equal(ours.at[0].items[1].undefined, "not-applicable: code z2 is not kept");
    check_near(published.at[1].overall.value, 0.7505729676663085, 1e-9, "three are kept, 1e-11 added");
    check_near(published.at[0].items[1].value, 0, 1e-9, "one of modularity 0");
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    labels_of(&data, 2, (const double[]){ V0, V1 });
    for (size_t s = 0; s < 8; s++) data.factors[8 + s] = 1;
    for (size_t k = 1; k < 3; k++) check_reason(&data, "med", k, 1, "constant-factor: factor v2 is constant");
    for (size_t k = 0; k < 2; k++)
        check_reason(&data, "med@cao2022:rows=all", k, SIZE_MAX, "constant-factor: factor v2 is constant");
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "med,med@cao2022:rows=all");
    check_near(scores.at[1].overall.value, 1, TOL, "the other factor");
    assert_null(scores.at[5].overall.undefined);
    assay_scores_free(&scores);

    labels_of(&data, 2, (const double[]){ V0, ONES });
    check_reason(&data, "med:columns=all", 0, 1, "zero-importance: code z2 is important for no factor");
    check_reason(&data, "med:columns=all", 1, 1, "zero-importance: no code is important for factor v2");
    labels_of(&data, 1, (const double[]){ V0 });
    check_reason(&data, "med", 1, SIZE_MAX, "one-code: compactness needs at least two codes");
    check_reason(&data, "med:top=1", 1, SIZE_MAX, "one-code: compactness needs at least two codes");
    labels_of(&data, 3, (const double[]){ V0, V0, V0 });
    check_reason(&data, "med:top=1", 1, SIZE_MAX, "one-code: compactness needs at least two codes");
    check_reason(&data, "med:top=1", 0, 1, "not-applicable: code z2 is not kept"); /* of copies the first is kept */
    labels_of(&data, 2, (const double[]){ V0, BOTH });
    for (size_t s = 0; s < 8; s++) data.factors[8 + s] = 1;
    scores = scores_of(&data, "med:top=2");
    check_near(scores.at[1].overall.value, 1 - 0.7906649858301287, TOL, "the one that varies: log_2 of .2374, .7626");
    assay_scores_free(&scores);
    labels_of(&data, 2, (const double[]){ ONES, ONES });
    check_reason(&data, "med", 0, SIZE_MAX, "zero-importance: no code is important for any factor");
    check_reason(&data, "med:top=1", 0, SIZE_MAX, "zero-importance: no code is important for any factor");
    data.n_factors = 1;
    check_undefined(&data, "med", "one-factor");
    data.n_factors = 2;

    data_of(&data, 1, 1, 1, (const double[]){ 0 }, (const double[]){ 0 }, (const int32_t[]){ 2 });
    check_reason(&data, "med:order=table", 2, 0, "constant-factor: factor v1 is constant");
}

/* 0 1 0 1 ... is learnt from the first two thirds and told in the rest, so are three values; a code turned round
 * in the rest tells nothing right. */
TEST(test_accuracy)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, 90, 3, 3), ASSAY_OK);
    for (size_t s = 0; s < 90; s++) {
        data.factors[s] = (double)(s % 2);
        data.factors[90 + s] = (double)(s % 3);
        data.factors[180 + s] = (double)(s % 5 == 0);
        data.codes[s] = 1e3 * (double)(s % 2);
        data.codes[90 + s] = 1e-3 * (double)(s % 3);
        data.codes[180 + s] = s < 60 ? (double)(s % 5 == 0) : (double)(s % 5 != 0);
    }
    data.levels[0] = data.levels[2] = 2, data.levels[1] = 3;
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "med:order=table");
    check_near(scores.at[2].items[0].value, 1, 0, "two values");
    check_near(scores.at[2].items[1].value, 1, 0, "three values");
    check_near(scores.at[2].items[2].value, 0, 0, "turned round");
}

TESTS_MAIN
