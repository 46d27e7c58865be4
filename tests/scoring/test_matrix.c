/* assay_matrix_make: the relations that metrics aggregate, by themselves. */
#include "check.h"

/* v1 = 0011 of three classes, v2 = 0101, z1 = v2, z2 = 7: one code tells all of v2, the other is constant. */
TEST(test_known)
{
    const double factors[8] = { 0, 0, 1, 1, 0, 1, 0, 1 }, codes[8] = { 0, 1, 0, 1, 7, 7, 7, 7 };
    const int32_t levels[2] = { 3, 2 };
    FREED(assay_data_free) assay_data data = { 0 };
    assay_matrix m;
    data_of(&data, 4, 2, 2, factors, codes, levels);
    const assay_rep rep = assay_data_view(&data);
    assert_int_equal(assay_matrix_make(&rep, "mi", 0, "", "", 1, &m, NULL), ASSAY_OK);
    const double want[4] = { 0, 0, log(2), 0 };
    for (size_t k = 0; k < 4; k++) check_near(m.relation.value[k], want[k], 1e-15, "I in nats");
    check_near(m.relation.factor_total[0], log(2), 1e-15, "H(v1)");
    check_near(m.relation.code_total[0], log(2), 1e-15, "H(z1)");
    check_near(m.relation.code_total[1], 0, 0, "H(z2), constant");
    assert_null(m.relation.quality);
    assay_matrix_free(&m);
    assert_int_equal(assay_matrix_make(&rep, "r2", 0, "", "", 1, &m, NULL), ASSAY_OK);
    assert_true(isnan(m.relation.factor_total[0])); /* labels are names */
    assay_matrix_free(&m);
}

/* The mean of a relation's quality is the metric's explicitness, its items the qualities themselves. */
TEST(test_is_what_metrics_see)
{
    FREED(assay_data_free) assay_data data = { 0 };
    FREED(assay_matrix_free) assay_matrix m;
    FREED(assay_scores_free) assay_scores scores;
    assert_int_equal(assay_generate("mixing", "alpha=0.3", 500, 1, &data, NULL), ASSAY_OK);
    const assay_rep rep = assay_data_view(&data);
    assert_int_equal(assay_score_all(&rep, "dci-lasso", 0, "", "", 1, &scores, NULL), ASSAY_OK);
    assert_int_equal(assay_matrix_make(&rep, "lasso", 0, "", "", 1, &m, NULL), ASSAY_OK);
    assert_string_equal(scores.at[2].output, "explicitness");
    for (size_t i = 0; i < 8; i++)
        assert_memory_equal(&m.relation.quality[i], &scores.at[2].items[i].value, sizeof(double));
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assay_matrix m;
    assay_error err = { "" };
    assert_int_equal(assay_generate("noise", NULL, 50, 0, &data, NULL), ASSAY_OK);
    const assay_rep rep = assay_data_view(&data);
    assert_int_equal(assay_matrix_make(&rep, "nope", 0, "", "", 1, &m, &err), ASSAY_EUSAGE);
    assert_non_null(strstr(err.text, "assay list relations"));
    assert_int_equal(assay_matrix_make(&rep, "mi:bins=1", 0, "", "", 1, &m, &err), ASSAY_EUSAGE);
    assert_non_null(strstr(err.text, "bins=1: out of range"));
    assay_matrix_free(&m); /* what a refusal leaves is empty */
}

TESTS_MAIN
