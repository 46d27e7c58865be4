/*
 * Looking again and again: with seeds added as long as a verdict is open, the judge is wrong about a mean at its bound
 * no more often than its level says; without its level shared among the looks it would be.
 */
#include "one_comparison.h"

enum { LOOKS = 8, FIRST = 5, MOST = FIRST << (LOOKS - 1), STUDIES = 1500 };

static void draw(double mean, assay_stream *stream, double to[MOST])
{
    for (size_t i = 0; i < MOST; i++) to[i] = mean + 0.01 * assay_stream_normal(stream);
}

/* In how many of all studies the first verdict that is decided is `wrong`. */
static double share_wrong(double mean, int wrong, size_t looks, uint64_t seed)
{
    assay_stream stream;
    double value[MOST];
    size_t count = 0;
    assay_stream_seed(&stream, seed);
    for (size_t k = 0; k < STUDIES; k++) {
        int outcome = VERDICT_UNDECIDED;
        draw(mean, &stream, value);
        for (size_t n = FIRST; n <= MOST && outcome == VERDICT_UNDECIDED; n *= 2)
            outcome = one_outcome(value, n, looks);
        count += outcome == wrong;
    }
    return (double)count / STUDIES;
}

/* At the bound: a hair beyond it a pass is wrong, a hair within it a fail is. A side of an interval has a quarter of
 * the level. */
static void test_level(void **state)
{
    const double side = threshold_value("level") / 4.0, room = 3.0 * sqrt(side * (1.0 - side) / STUDIES), hair = 1e-9;
    (void)state;
    const double pass = share_wrong(one_bound() - hair, VERDICT_PASS, LOOKS, 1);
    const double fail = share_wrong(one_bound() + hair, VERDICT_FAIL, LOOKS, 2);
    if (pass > side + room) fail_msg("a pass too many in %.3f of studies", pass);
    if (fail > side + room) fail_msg("a fail too many in %.3f of studies", fail);
    const double careless = share_wrong(one_bound() - hair, VERDICT_PASS, 0, 1);
    if (careless < side + room) fail_msg("the level does not suffer from looking: %.3f", careless);
}

/* What is clear is settled early all the same. */
static void test_power(void **state)
{
    double value[MOST];
    assay_stream stream;
    (void)state;
    assay_stream_seed(&stream, 3);
    draw(0.5, &stream, value);
    assert_int_equal(one_outcome(value, FIRST, LOOKS), VERDICT_FAIL);
    draw(1.0, &stream, value);
    assert_int_equal(one_outcome(value, 4 * FIRST, LOOKS), VERDICT_PASS);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_level), cmocka_unit_test(test_power) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
