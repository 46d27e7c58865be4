/* Scores on very many rows, and items above chance, from draws that are made up. */
#include "check.h"

#include "model_extras.h"

enum { N = UNCERTAIN_NESTS };

/* A score of 0.5 + c / rows at 1000 rows, and at halves and quarters with noise of so much. */
static evidence_point point_of(double c, double power, double noise, double *draw)
{
    assay_stream stream = stream_of(1);
    for (size_t b = 0; b < 2 * N; b++)
        draw[b] = 0.5 + c * pow(b < N ? 2 : 4, power) + noise * assay_stream_normal(&stream);
    return (evidence_point){
        .mean = 0.5 + c, .defined = 1, .range = { 0, 1 }, .nested = { .draws = 2 * N, .defined = 2 * N, .draw = draw }
    };
}

TEST(a_bias_of_one_over_n_is_taken_off)
{
    double draw[2 * N], to[3];
    evidence_point p = point_of(0.05, 1, 0, draw);
    assert_true(extrapolated(&p, 0.95, to));
    check_near(to[0], 0.5, 1e-12, "without noise");
    p = point_of(0.05, 1, 0.002, draw);
    assert_true(extrapolated(&p, 0.95, to));
    assert_true(to[1] < 0.5 && 0.5 < to[2]);
    p = point_of(0.05, 0.1, 0.001, draw); /* hardly depends on the size: no 1/N */
    assert_false(extrapolated(&p, 0.95, to));
    draw[3] = NAN;
    p.nested.defined--;
    assert_false(extrapolated(&p, 0.95, to));
}

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
