/* Items above chance, from draws that are made up. */
#include "check.h"

#include "comparison.h"

/* Benjamini and Hochberg's own example, table 1: at .05 the first four of fifteen. */
TEST(items_hold_their_false_discovery_rate)
{
    double p[16] = { 0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                     0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,    NAN };
    unsigned char is_found[16];
    size_t n;
    const evidence_point at = { .chance = { .draws = 1 }, .tested = { .draws = 16, .draw = p } };
    assert_int_equal(items_found(&at, 0.05, is_found, &n), 4);
    assert_int_equal(n, 15);
    assert_true(is_found[3] && !is_found[4]);
    const evidence_point none = { .chance = { .draws = 1 } };
    assert_int_equal(items_found(&none, 0.05, is_found, &n), 0);
    assert_int_equal(n, 0);
}

TESTS_MAIN
