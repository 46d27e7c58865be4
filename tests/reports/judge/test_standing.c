/* Verdicts counted, and what is said of the counts, on verdicts made by hand. No count recommends a score. */
#include "check.h"

#include "judge.h"

enum { SERIES = 4 };

typedef struct made {
    evidence_series series[SERIES];
    verdicts all;
} made;

static void make(made *to, uint64_t samples)
{
    static const char *const names[SERIES] = { "a", "b", "c", "control" };
    *to = (made){ .all = { .count = SERIES * property_count() } };
    to->all.at = calloc(to->all.count, sizeof *to->all.at);
    assert_non_null(to->all.at);
    for (size_t k = 0; k < SERIES; k++)
        to->series[k] = (evidence_series)FIELDS(.metric = names[k], .output = names[k], .preset = "default", .low = 0,
                                                .high = 1, .measures = ASSAY_MODULARITY);
    to->series[3].flags = ASSAY_CONTROL;
    for (size_t k = 0; k < to->all.count; k++)
        to->all.at[k] = (verdict){ .series = &to->series[k / property_count()],
                                   .property = k % property_count(),
                                   .outcome = VERDICT_PASS,
                                   .samples = { samples, samples },
                                   .seeds = 10 };
}

static verdict *at(made *m, size_t series, const char *asked)
{
    for (size_t k = 0; k < property_count(); k++)
        if (strcmp(property_at(k)->id, asked) == 0) return &m->all.at[series * property_count() + k];
    fail_msg("no property %s", asked);
    return NULL;
}

/* Few seeds, scores that are undefined and cells that were not run are no verdict on a metric. */
TEST(test_why_scores_decide_nothing)
{
    made m;
    make(&m, 1000);
    assert_string_equal(undecided_text(&m.all), "");
    for (size_t k = 0; k < m.all.count; k++) m.all.at[k].outcome = VERDICT_UNDECIDED, m.all.at[k].seeds = 2;
    assert_string_equal(undecided_text(&m.all),
                        "Scores decide nothing here: a verdict needs 5 seeds, and there are 2.");
    for (size_t k = 0; k < m.all.count; k++) m.all.at[k].outcome = VERDICT_UNDEFINED, m.all.at[k].seeds = 10;
    assert_string_equal(undecided_text(&m.all),
                        "Scores decide nothing here: they are undefined, or leave every property open.");
    for (size_t k = 0; k < m.all.count; k++) m.all.at[k].samples[0] = m.all.at[k].samples[1] = 0;
    at(&m, 0, "no-discretisation")->outcome = VERDICT_FAIL;
    assert_string_equal(undecided_text(&m.all),
                        "No verdict here rests on scores: those that the properties ask for were not run. What "
                        "passes or fails does so by the definition of the metric.");
    free(m.all.at);
}

/* One column, the same points for all, or the cell says which are not there. */
TEST(test_what_a_verdict_does_not_rest_on)
{
    made m;
    evidence_point mixing = { .scenario = "mixing" }, copy = { .scenario = "noisy-copy" };
    comparison both[] = { { .at = { &mixing, &mixing } }, { .at = { &mixing, &copy } } };
    make(&m, 20000);
    verdict *one = at(&m, 0, "compactness-coherent"), *other = at(&m, 1, "compactness-coherent");
    one->comparison = other->comparison = both;
    one->n_comparisons = 1;
    other->n_comparisons = 2;
    assert_string_equal(verdict_without_text(&m.all, one), "without noisy-copy");
    assert_string_equal(verdict_without_text(&m.all, other), "");
    m.series[1].measures = 7; /* asked something else */
    assert_string_equal(verdict_without_text(&m.all, one), "");
    free(m.all.at);
}

TEST(test_worst)
{
    made m;
    comparison near = { .value = 0.9, .least = 0.98, .most = 1.02, .outcome = VERDICT_FAIL };
    comparison far = { .value = 50, .least = -10, .most = 10, .outcome = VERDICT_FAIL };
    make(&m, 20000);
    assert_null(verdicts_worst(m.all.at, m.all.count));
    verdict *a = at(&m, 0, "calibrated"), *b = at(&m, 1, "noise-robust");
    m.series[1].high = 1000; /* 40 of a range of 1000 is less than .08 of 1 */
    a->outcome = b->outcome = VERDICT_FAIL;
    a->n_comparisons = b->n_comparisons = 1;
    a->comparison = &near;
    b->comparison = &far;
    assert_ptr_equal(verdicts_worst(m.all.at, m.all.count), a);
    m.series[1].high = 100;
    assert_ptr_equal(verdicts_worst(m.all.at, m.all.count), b);
    free(m.all.at);
}

TESTS_MAIN
