/*
 * Columns brought to a common scale: known answers, constant columns, scales near the ends of double precision.
 *
 * Tolerance. 4e-16 for the few operations on numbers up to 2; means and deviations of 100 such numbers, 1e-14.
 */
#include "check.h"
#include "scaling.h"

#include <float.h>

#define TOL 4e-16
#define TOL_SUM 1e-14

static const struct {
    const char *why;
    int kind;
    double x[4], expected[4];
} known[] = {
    { "minmax: 2 .. 6 to 0 .. 1", SCALING_MINMAX, { 2, 3, 6, 4 }, { 0, 0.25, 1, 0.5 } },
    { "minmax: also downwards from the first", SCALING_MINMAX, { 6, 4, 2, 3 }, { 1, 0.5, 0, 0.25 } },
    { "standard: mean 1, deviation 1", SCALING_STANDARD, { 0, 2, 0, 2 }, { -1, 1, -1, 1 } },
    { "raw", SCALING_RAW, { 7, -3, 7, 1e300 }, { 7, -3, 7, 1e300 } },
    { "R1: a constant becomes zeros", SCALING_MINMAX, { 7, 7, 7, 7 }, { 0, 0, 0, 0 } },
    { "R1: so does a standardised one", SCALING_STANDARD, { 1e-300, 1e-300, 1e-300, 1e-300 }, { 0, 0, 0, 0 } },
    { "R1: but not a raw one", SCALING_RAW, { 7, 7, 7, 7 }, { 7, 7, 7, 7 } },
    { "R2: 1/range overflows", SCALING_MINMAX, { 0, 0x1p-1060, 0x1p-1058, 0x1p-1059 }, { 0, 0.25, 1, 0.5 } },
    { "R2: a range of one step", SCALING_MINMAX, { 0, 0x1p-1074, 0, 0x1p-1074 }, { 0, 1, 0, 1 } },
    { "R3: the range overflows", SCALING_MINMAX, { -DBL_MAX, 0, DBL_MAX, 0 }, { 0, 0.5, 1, 0.5 } },
    { "R3: its squares, too", SCALING_STANDARD, { -DBL_MAX, DBL_MAX, -DBL_MAX, DBL_MAX }, { -1, 1, -1, 1 } },
};

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double to[8], twice[8]; /* two columns, so that the second is scaled by itself */
        memcpy(twice, known[k].x, sizeof known[k].x);
        for (size_t s = 0; s < 4; s++) twice[4 + s] = known[k].x[3 - s];
        columns_scale(twice, 4, 2, known[k].kind, to);
        for (size_t s = 0; s < 4; s++) {
            check_near(to[s], known[k].expected[s], TOL, known[k].why);
            check_near(to[4 + s], known[k].expected[3 - s], TOL, known[k].why);
        }
    }
}

TEST(test_columns)
{
    const double x[5] = { 3, -1, 4, 1, -2 }, offset[3] = { 1e15, 1e15 + 1, 1e15 + 2 };
    double low, high, to[5];
    column_extent(x, 5, &low, &high);
    assert_true(low == -2 && high == 4);
    assert_true(column_is_constant(x, 1) && !column_is_constant(x, 5));
    check_near(column_variance(x, 5), 5.2, 4 * TOL, "mean 1, mean of squares 31/5");
    check_near(column_variance(offset, 3), 2.0 / 3, TOL, "an offset costs no digits");
    column_map(x, 5, -2, 6, to);
    check_near(to[0], 5.0 / 6, TOL, "(3 + 2)/6");
    column_map(x, 5, 3, 2, to); /* the smallest need not be what is taken off */
    check_near(to[1], -2, TOL, "(-1 - 3)/2");
}

TEST(test_random)
{
    enum { N = 100 };
    assay_stream stream = stream_of(11);
    for (unsigned round = 0; round < check_repeats(50); round++) {
        double x[N], to[N], low, high, mean = 0;
        for (size_t s = 0; s < N; s++) x[s] = ldexp(assay_stream_normal(&stream), (int)(round % 50) * 20 - 500);
        columns_scale(x, N, 1, SCALING_MINMAX, to);
        column_extent(to, N, &low, &high);
        check_near(low, 0, TOL, "the smallest");
        check_near(high, 1, TOL, "the largest");
        columns_scale(x, N, 1, SCALING_STANDARD, to);
        for (size_t s = 0; s < N; s++) mean += to[s] / N;
        check_near(mean, 0, TOL_SUM, "mean");
        check_near(column_variance(to, N), 1, TOL_SUM, "variance");
    }
}

TESTS_MAIN
