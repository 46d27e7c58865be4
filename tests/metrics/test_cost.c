/*
 * What a score is said to cost: positive, never less for more rows, the sum of a metric's own work and its relation's.
 * How far it is right: make bench PART=estimate.
 */
#include "check.h"

static double cost_with(const char *id, const char *preset, const char *changes, size_t n, size_t m, size_t d)
{
    const assay_metric *metric = assay_metric_find(id);
    const assay_size size = { .n = n, .n_factors = m, .n_codes = d };
    double option[64];
    assay_error err = { "" };
    size_t p = 0;
    while (strcmp(metric->presets[p].id, preset) != 0) p++;
    if (assay_options_settle(metric, &metric->presets[p], changes, option, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return assay_metric_cost(metric, option, &size);
}

TEST(costs_are_positive_and_grow_with_the_rows)
{
    static const size_t rows[] = { 1, 2, 10, 100, 1000, 3000, 9999, 10001, 14999, 15001, 20000, 100000, 1000000 };
    static const size_t columns[][2] = { { 1, 1 }, { 8, 8 }, { 3, 20 }, { 20, 3 } };
    for (size_t k = 0; k < assay_metric_count(); k++) {
        const assay_metric *metric = assay_metric_at(k);
        for (size_t p = 0; p < metric->n_presets; p++) {
            for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
                double before = 0.0;
                for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
                    const double cost =
                        cost_with(metric->id, metric->presets[p].id, NULL, rows[r], columns[c][0], columns[c][1]);
                    if (!(cost > 0.0 && cost < 1e18 && cost >= before))
                        fail_msg("%s@%s costs %g with %zu rows, and %g with fewer", metric->id, metric->presets[p].id,
                                 cost, rows[r], before);
                    before = cost;
                }
            }
        }
    }
}

/* By hand: r2 does n (2.5 (M + d) + 0.25 M d) = 100 (12.5 + 1.5) of work, linearity aggregates a matrix of 2 x 3. */
TEST(a_cost_is_a_metrics_own_and_its_relations)
{
    const assay_size size = { .n = 100, .n_factors = 2, .n_codes = 3 };
    const relation_kind *r2 = relation_find("r2"), *mi = relation_find("mi"), *knn = relation_find("mi-knn");
    double option[RELATION_OPTIONS_MOST];
    assay_options_standard(r2->options, r2->n_options, option);
    check_near(r2->cost(&size, option), 1400, 1e-9, "r2");
    check_near(cost_with("linearity", "default", NULL, 100, 2, 3), 1406, 1e-9, "a relation that is not chosen");
    check_near(cost_with("mig", "default", "relation=r2", 100, 2, 3), 1406, 1e-9, "one that is");
    assay_options_standard(mi->options, mi->n_options, option);
    check_near(cost_with("mig", "default", NULL, 100, 2, 3), 6 + mi->cost(&size, option), 1e-9, "another one");
    check_near(cost_with("sap", "default", "relation=mi", 100, 2, 3), 6 + mi->cost(&size, option), 1e-9, "the same");
    assay_options_standard(knn->options, knn->n_options, option);
    const double three = knn->cost(&size, option);
    option[0] = 10; /* neighbours */
    check_near(cost_with("infom", "default", NULL, 100, 2, 3), 6 + knn->cost(&size, option), 1e-9, "its own standard");
    assert_true(knn->cost(&size, option) > 1.5 * three);
    assert_true(cost_with("sap", "default", "categorical=tree-accuracy", 100, 2, 3) >
                cost_with("sap", "default", "categorical=svm-accuracy", 100, 2, 3));
    check_near(cost_with("sap", "default", "relation=svm-accuracy:categorical=svm-accuracy", 100, 2, 3),
               cost_with("sap", "default", "relation=svm-accuracy", 100, 2, 3), 1e-9, "asked for once");
}

/* M x d pairs looked at, or pairs of codes where no factor is; and what is stated to be solved. */
TEST(defaults_grow_with_the_pairs_beside_their_solver)
{
    static const assay_size narrow[] = { { 2000, 8, 1024, 0, 0, 0, 0, 0, 0 }, { 2000, 8, 4096, 0, 0, 0, 0, 0, 0 } };
    static const assay_size square[] = { { 2000, 1024, 1024, 0, 0, 0, 0, 0, 0 },
                                         { 2000, 4096, 4096, 0, 0, 0, 0, 0, 0 } };
    size_t solvers = 0;
    for (size_t k = 0; k < assay_metric_count(); k++) {
        const assay_metric *metric = assay_metric_at(k);
        const int codes_alone = (metric->flags & ASSAY_CODES_ALONE) != 0;
        double option[64], beside[2][2];
        const char *work = NULL;
        assert_int_equal(assay_options_settle(metric, metric->presets, NULL, option, NULL), ASSAY_OK);
        for (size_t a = 0; a < 2; a++) {
            const assay_size *size[] = { &narrow[a], &square[a] };
            for (size_t b = 0; b < 2; b++) {
                const double cost = assay_metric_cost(metric, option, size[b]);
                const double solved = assay_metric_solver_cost(metric, option, size[b], &work);
                assert_true(solved >= 0.0 && solved < cost && (solved > 0.0) == (work != NULL));
                beside[a][b] = cost - solved;
            }
        }
        solvers += work != NULL;
        if (!(beside[1][0] / beside[0][0] < (codes_alone ? 17.0 : 4.3)) || !(beside[1][1] / beside[0][1] < 17.0))
            fail_msg("%s: four times the codes cost %g, without the solver, with 8 factors, %g with as many",
                     metric->id, beside[1][0] / beside[0][0], beside[1][1] / beside[0][1]);
    }
    assert_true(solvers > 8);
}

/* What a metric chooses among fewer words than its relation has is the same word there. */
TEST(relations_are_given_words)
{
    const assay_metric *metric = assay_metric_find("rf-acc");
    const relation_kind *kind = relation_find("forest-classes");
    double option[64], own[RELATION_OPTIONS_MOST];
    assert_int_equal(assay_options_settle(metric, metric->presets, "split=replaced:rows=500", option, NULL), ASSAY_OK);
    relation_options_of(metric, option, kind, own);
    for (size_t k = 0; k < kind->n_options; k++) {
        if (strcmp(kind->options[k].id, "split") == 0)
            assert_string_equal(kind->options[k].words[(size_t)own[k]], "replaced");
        if (strcmp(kind->options[k].id, "rows") == 0) assert_true(own[k] == 500);
        if (strcmp(kind->options[k].id, "trees") == 0) assert_true(own[k] == 100);
    }
    for (size_t r = 0; r < relation_count(); r++) assert_true(relation_at(r)->n_options <= RELATION_OPTIONS_MOST);
}

/* A metric from outside says nothing; what it aggregates is known of every metric that asks for a relation. */
TEST(what_is_not_said)
{
    const assay_size size = { .n = 100, .n_factors = 2, .n_codes = 3 };
    const assay_metric outside = { .abi = ASSAY_ABI, .id = "outside" };
    assert_true(isnan(assay_metric_cost(&outside, NULL, &size)));
    assert_null(assay_metric_relation(&outside, NULL));
    double option[64];
    const assay_metric *mig = assay_metric_find("mig"), *lasso = assay_metric_find("dci-lasso");
    assert_int_equal(assay_options_settle(mig, &mig->presets[0], "relation=mi-knn", option, NULL), ASSAY_OK);
    assert_string_equal(assay_metric_relation(mig, option), "mi-knn");
    assert_string_equal(assay_metric_relation(lasso, option), "lasso");
    const assay_metric *sap = assay_metric_find("sap");
    assert_int_equal(assay_options_settle(sap, &sap->presets[0], "categorical=tree-accuracy", option, NULL), ASSAY_OK);
    assert_string_equal(assay_metric_relation(sap, option), "r2");
    for (size_t k = 0; k < assay_metric_count(); k++)
        if (assay_metric_at(k)->relation) assert_non_null(relation_find(assay_metric_at(k)->relation));
}

TESTS_MAIN
