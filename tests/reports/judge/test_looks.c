/*
 * Looking again and again: with seeds added as long as a verdict is open, the judge is wrong about a mean at its bound no
 * more often than its level says; without its level shared among the looks it would be.
 */
#include "check.h"

#include "judge_inside.h"

enum { LOOKS = 8, FIRST = 5, MOST = FIRST << (LOOKS - 1), STUDIES = 1500 };

typedef struct study {
    double value[MOST];
} study;

/* Scores of noise alpha=0, whose best is 1; what is true at alpha=1 is not known, so that one comparison is made. */
static void make(evidence *e, const study *s, size_t seeds, size_t looks)
{
    static const char *const points[] = { "alpha=0", "alpha=1" };
    for (size_t p = 0; p < 2; p++) {
        evidence_point *at;
        const evidence_entry where = { .scenario = "noise",
                                       .scenario_title = "",
                                       .symbol = "",
                                       .point = points[p],
                                       .x = NAN,
                                       .samples = 1000,
                                       .metric = "made",
                                       .metric_title = "made",
                                       .family = "made",
                                       .preset = "default",
                                       .output = "made",
                                       .truth = { { p ? ASSAY_UNKNOWN : ASSAY_IS, 1.0 } },
                                       .measures = ASSAY_MODULARITY,
                                       .low = 0.0,
                                       .high = 1.0 };
        assert_int_equal(evidence_add(e, &where, &at), ASSAY_OK);
        for (size_t k = 0; k < seeds; k++) assert_int_equal(evidence_score(e, at, k, s->value[k], NULL), ASSAY_OK);
    }
    e->looks = looks;
}

static int outcome_of(const study *s, size_t seeds, size_t looks)
{
    evidence e = { 0 };
    verdict v;
    size_t p = 0;
    while (strcmp(property_at(p)->id, "calibrated") != 0) p++;
    make(&e, s, seeds, looks);
    assert_int_equal(judge_at(&e, &e.at[0], p, 1000, &v), ASSAY_OK);
    assert_int_equal(v.n_comparisons, 1);
    const int outcome = v.outcome;
    verdicts one = { calloc(1, sizeof v), 1 };
    assert_non_null(one.at);
    one.at[0] = v;
    verdicts_free(&one);
    evidence_free(&e);
    return outcome;
}

/* In how many of all studies the first verdict that is decided is `wrong`. */
static double share_wrong(double mean, int wrong, size_t looks, uint64_t seed)
{
    assay_stream stream;
    study s;
    size_t count = 0;
    assay_stream_seed(&stream, seed);
    for (size_t k = 0; k < STUDIES; k++) {
        int outcome = VERDICT_UNDECIDED;
        for (size_t i = 0; i < MOST; i++) s.value[i] = mean + 0.01 * assay_stream_normal(&stream);
        for (size_t n = FIRST; n <= MOST && outcome == VERDICT_UNDECIDED; n *= 2) outcome = outcome_of(&s, n, looks);
        count += outcome == wrong;
    }
    return (double)count / STUDIES;
}

/* At the bound: a hair beyond it a pass is wrong, a hair within it a fail is. Each error is on one side of an interval. */
static void test_level(void **state)
{
    const double level = threshold_value("level"), bound = 1.0 - threshold_value("calibration"), hair = 1e-9;
    const double room = 3.0 * sqrt(level / 2 * (1 - level / 2) / STUDIES);
    (void)state;
    const double pass = share_wrong(bound - hair, VERDICT_PASS, LOOKS, 1);
    const double fail = share_wrong(bound + hair, VERDICT_FAIL, LOOKS, 2);
    if (pass > level / 2 + room) fail_msg("a pass too many in %.3f of studies", pass);
    if (fail > level / 2 + room) fail_msg("a fail too many in %.3f of studies", fail);
    const double careless = share_wrong(bound - hair, VERDICT_PASS, 0, 1);
    if (careless < level / 2 + room) fail_msg("the level does not suffer from looking: %.3f", careless);
}

/* What is clear is settled by the first look all the same. */
static void test_power(void **state)
{
    (void)state;
    study s;
    assay_stream stream;
    assay_stream_seed(&stream, 3);
    for (size_t i = 0; i < MOST; i++) s.value[i] = 0.5 + 0.01 * assay_stream_normal(&stream);
    assert_int_equal(outcome_of(&s, FIRST, LOOKS), VERDICT_FAIL);
    for (size_t i = 0; i < MOST; i++) s.value[i] += 0.5;
    assert_int_equal(outcome_of(&s, 4 * FIRST, LOOKS), VERDICT_PASS);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_level), cmocka_unit_test(test_power) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
