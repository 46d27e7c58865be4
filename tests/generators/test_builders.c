/*
 * Draws of factors and code builders on tables small enough to do by hand. Compared exactly, unless a sine or a power
 * is in it: then to 1e-15, four units in the last place.
 */
#include "assay.h"
#include "builders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOL 1e-15

static void assert_near(double got, double want)
{
    if (!(fabs(got - want) <= TOL * fmax(1.0, fabs(want)))) fail_msg("%.17g is not %.17g", got, want);
}

/* Rows become columns: the same draws one at a time, for shapes round the size of a tile (512) and a single column. */
static void draws_are_row_by_row(void **state)
{
    (void)state;
    static const size_t shapes[][2] = { { 1, 1 },    { 5, 3 },   { 63, 8 },  { 64, 8 },    { 65, 8 },   { 1000, 8 },
                                        { 1030, 1 }, { 171, 3 }, { 3, 512 }, { 100, 257 }, { 4, 513 }, { 0, 4 },
                                        { 4, 0 } };
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t n = shapes[k][0], m = shapes[k][1];
        double *block = malloc((n * m + 1) * sizeof *block);
        assert_non_null(block);
        block[n * m] = -1;
        assay_stream a, b;
        assay_stream_seed(&a, k);
        b = a;
        block_draw(&a, n, m, block);
        for (size_t s = 0; s < n; s++)
            for (size_t i = 0; i < m; i++) assert_true(block[i * n + s] == assay_stream_uniform(&b));
        assert_true(block[n * m] == -1);
        assert_true(assay_stream_raw(&a) == assay_stream_raw(&b));
        free(block);
    }
}

static void classes(void **state)
{
    (void)state;
    static const struct {
        const char *why;
        double x, levels, want;
    } known[] = {
        { "0 is the first", 0.0, 5, 0 },
        { "just below an edge", 0.19999999, 5, 0 },
        { "an edge belongs above", 0.25, 4, 1 },
        { "the last", 0.999, 5, 4 },
        { "1 belongs to the last", 1.0, 5, 4 },
        { "and a little more by rounding", 1.0000000000000002, 5, 4 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double x[70]; /* a block and a rest */
        for (size_t s = 0; s < 70; s++) x[s] = known[k].x;
        block_classify(x, 70, known[k].levels);
        for (size_t s = 0; s < 70; s++)
            if (x[s] != known[k].want) fail_msg("%s: %g", known[k].why, x[s]);
    }
}

static void averages(void **state)
{
    (void)state;
    const double from[] = { 1, 10, 2, 20, 6, 60 }; /* two samples of three columns */
    double to[6];
    block_average(from, 2, 3, 1.0, to);
    assert_memory_equal(to, from, sizeof to); /* own share 1: as it was */
    block_average(from, 2, 3, 0.0, to);       /* none: the mean of the other two */
    const double others[] = { 4, 40, 3.5, 35, 1.5, 15 };
    assert_memory_equal(to, others, sizeof to);
    block_average(from, 2, 3, 0.5, to);
    const double half[] = { 2.5, 25, 2.75, 27.5, 3.75, 37.5 };
    assert_memory_equal(to, half, sizeof to);

    static double many[4 * 1300], out[4 * 1300]; /* more than two slices, not a multiple of anything */
    assay_stream stream;
    assay_stream_seed(&stream, 1);
    block_draw(&stream, 1300, 4, many);
    block_average(many, 1300, 4, 0.7, out);
    for (size_t s = 0; s < 1300; s++) {
        const double a = many[s], b = many[1300 + s], c = many[2600 + s], d = many[3900 + s];
        assert_true(out[s] == 0.7 * a + (1 - 0.7) / 3 * (b + c + d));
        assert_true(out[2600 + s] == 0.7 * c + (1 - 0.7) / 3 * (a + b + d));
        assert_true(out[3900 + s] == 0.7 * d + (1 - 0.7) / 3 * (a + b + c));
    }
}

static void blends_and_mixes(void **state)
{
    (void)state;
    const double v[] = { 1, 2, 3, 4, 5, 6 }; /* two samples of three factors */
    double z[] = { 9, 9, 9, 9, 1, 2 };
    codes_blend(v, 6, 0.25, z);
    const double blended[] = { 3, 3.75, 4.5, 5.25, 4, 5 };
    assert_memory_equal(z, blended, sizeof z);
    codes_blend(v, 6, 0.0, z);
    assert_memory_equal(z, v, sizeof z);
    codes_mix(v, 2, 3, 0.25, z); /* the first takes from the last */
    const double mixed[] = { 2, 3, 2.5, 3.5, 4.5, 5.5 };
    assert_memory_equal(z, mixed, sizeof z);
    codes_mix(v, 2, 3, 1.0, z);
    const double turned[] = { 5, 6, 1, 2, 3, 4 };
    assert_memory_equal(z, turned, sizeof z);
}

static void bends(void **state)
{
    (void)state;
    const double v[] = { 0, 0.5, 1, 0.25, 0.75 };
    double z[5];
    for (double alpha = 0; alpha <= 1; alpha += 0.125) {
        codes_bend(v, 5, alpha, z);
        for (size_t s = 0; s < 3; s++) /* fixed points; near its pole the tangent multiplies the error of w */
            if (!(fabs(z[s] - v[s]) <= 2e-14)) fail_msg("alpha %g: %.17g", alpha, z[s]);
        assert_near(z[3] + z[4], 1.0);
        assert_true(z[3] > 0.25 && z[3] < 0.5); /* convex above the middle */
    }
    codes_bend(v, 5, 0.25, z); /* scale 1: tan(w/4) of w = 2 atan(1/2) is 1/2 / (1 + sqrt(1 + 1/4)) */
    assert_near(z[4], 0.5 + 0.5 / (1 + sqrt(1.25)));
}

static void circles(void **state)
{
    (void)state;
    const double right = acos(0.0), v[] = { 0, right, right / 3, 2 * right }; /* two samples of two angles */
    double z[8];
    codes_circle(v, 2, 2, 1, z);
    const double interleaved[] = { 0, 1, 1, 0, 0.5, 0, sqrt(0.75), -1 };
    for (size_t k = 0; k < 8; k++) assert_near(z[k], interleaved[k]);
    codes_circle(v, 2, 2, 0, z);
    const double apart[] = { 1, 0, sqrt(0.75), -1, 0, 1, 0.5, 0 };
    for (size_t k = 0; k < 8; k++) assert_near(z[k], apart[k]);
}

static void repeats(void **state)
{
    (void)state;
    const double v[] = { 1, 2, 3, 4 }, want[] = { 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4 };
    double z[12];
    codes_repeat(v, 2, 2, 3, z);
    assert_memory_equal(z, want, sizeof z);
}

static void cosines(void **state)
{
    (void)state;
    double z[] = { 0, 1, 2, 3, 4, 2.5 };
    codes_cosine(z, 6, 5);
    const double golden = (1 + sqrt(5.0)) / 2; /* cos 36 degrees is half of it */
    const double want[] = { 1, golden / 2, (golden - 1) / 2, (1 - golden) / 2, -golden / 2, 0 };
    for (size_t k = 0; k < 6; k++) assert_near(z[k], want[k]);
}

static void disturbances(void **state)
{
    (void)state;
    const double y[] = { 0, 1, 2, 3 };
    double z[] = { 7, 7, 0.5, 1 }; /* the disturbance where the last code goes */
    codes_disturb(y, z + 2, 2, 2, 0.5, z);
    const double want[] = { 0.25, 1.5, 2.25, 3.5 };
    assert_memory_equal(z, want, sizeof z);
}

static void scales(void **state)
{
    (void)state;
    double x[] = { 1, -2, 0.5 };
    block_scale(x, 3, 4);
    assert_true(x[0] == 4 && x[1] == -8 && x[2] == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_row_by_row), cmocka_unit_test(classes), cmocka_unit_test(averages),
        cmocka_unit_test(blends_and_mixes),     cmocka_unit_test(bends),   cmocka_unit_test(circles),
        cmocka_unit_test(repeats),              cmocka_unit_test(cosines), cmocka_unit_test(disturbances),
        cmocka_unit_test(scales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
