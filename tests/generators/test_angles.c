/*
 * Sines, cosines and tangents against values rounded from 60 digits and against the C library.
 *
 * Tolerances in units in the last place of the right value: 1 for sine and cosine, 2.5 for the tangent, as angles.c
 * promises; against the C library one more, its own share. The promise of equal bits is tested by its cause: a block at
 * a time, in pieces, and in place give the same.
 */
#include "testing.h"
#include "angles.h"

#include <math.h>
#include <string.h>

static const struct {
    double x, sine, cosine, tangent;
} known[] = {
    { 0.0, 0.0, 0x1.0000000000000p+0, 0.0 },
    { 0x1.56e1fc2f8f359p-997, 0x1.56e1fc2f8f359p-997, 0x1.0000000000000p+0, 0x1.56e1fc2f8f359p-997 },
    { 0x1.12e0be826d695p-30, 0x1.12e0be826d695p-30, 0x1.0000000000000p+0, 0x1.12e0be826d695p-30 },
    { 0x1.999999999999ap-4, 0x1.98eaecb8bcb2cp-4, 0x1.fd712f9a817c1p-1, 0x1.9af8877430b80p-4 },
    { 0x1.921fb54442d18p-1, 0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1, 0x1.fffffffffffffp-1 },
    { 0x1.921fb54442d19p-1, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1, 0x1.0000000000001p+0 },
    { 0x1.0000000000000p+0, 0x1.aed548f090ceep-1, 0x1.14a280fb5068cp-1, 0x1.8eb245cbee3a6p+0 },
    { 0x1.8000000000000p+0, 0x1.feb7a9b2c6d8bp-1, 0x1.21bd54fc5f9a7p-4, 0x1.c33ed50b88777p+3 },
    { 0x1.921fb54442d18p+0, 0x1.0000000000000p+0, 0x1.1a62633145c07p-54, 0x1.d02967c31cdb5p+53 },
    { 0x1.921fb54442d19p+0, 0x1.0000000000000p+0, -0x1.72cece675d1fdp-53, -0x1.617a15494767ap+52 },
    { 0x1.999999999999ap+0, 0x1.ffc81c7e042c5p-1, -0x1.de67ac55f1633p-6, -0x1.11dc3a1f73beap+5 },
    { 0x1.2d97c7f3321d2p+1, 0x1.6a09e667f3bcdp-1, -0x1.6a09e667f3bccp-1, -0x1.0000000000001p+0 },
    { 0x1.8000000000000p+1, 0x1.210386db6d55bp-3, -0x1.fae04be85e5d2p-1, -0x1.23ef71254b86fp-3 },
    { 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1.0000000000000p+0, -0x1.1a62633145c07p-53 },
    { 0x1.0000000000000p+2, -0x1.837b9dddc1eaep-1, -0x1.4eaa606db24c1p-1, 0x1.2866f9be4de13p+0 },
    { 0x1.2d97c7f3321d2p+2, -0x1.0000000000000p+0, -0x1.a79394c9e8a0ap-53, 0x1.3570efd768923p+52 },
    { 0x1.6000000000000p+2, -0x1.693c94e0ab057p-1, 0x1.6ad6c3c07d448p-1, -0x1.fdbd31615b07ap-1 },
    { 0x1.921fb54442d18p+2, -0x1.1a62633145c07p-52, 0x1.0000000000000p+0, -0x1.1a62633145c07p-52 },
    { -0x1.3333333333333p-2, -0x1.2e9cd95baba33p-2, 0x1.e921dd42f09bap-1, -0x1.3cc2a44e29998p-2 },
    { -0x1.8f41f212d7732p+0, -0x1.fff7c8de4205fp-1, 0x1.6edfa25d36d33p-7, -0x1.653ebeb1e9aa6p+6 },
    { -0x1.4000000000000p+1, -0x1.326af0dcfcab1p-1, -0x1.9a2f7ef858b7dp-1, 0x1.7e79b4e00bb15p-1 },
    { -0x1.9100000000000p+6, 0x1.1bf00980dc35cp-2, 0x1.ebec72ba6b0ecp-1, 0x1.278694556d18fp-2 },
    { 0x1.81cd6c8b43958p+13, -0x1.687d5890974a5p-1, 0x1.6b94c3bbe24b8p-1, -0x1.fba5836323a4ep-1 },
    { -0x1.869f800000000p+16, -0x1.055f282f41bdap-1, -0x1.b8428c9f69a31p-1, 0x1.2ff648174063dp-1 },
};
#define KNOWN (sizeof known / sizeof *known)

/* Here the second part of the remainder decides the last bit, and these come out rounded right; so they must on every
 * machine. NaN: not asked. */
static const struct {
    double x, sine, cosine;
} decided[] = {
    { 0x1.4e4ece33b1a70p+2, NAN, 0x1.f4f089ba02919p-2 }, { 0x1.0bebd4dc7a660p+1, NAN, -0x1.fee1b6090fe27p-2 },
    { 0x1.258fed8c59df0p+3, 0x1.fc95d7d696fb9p-3, NAN }, { 0x1.a24c99073b0e8p+3, 0x1.efd941a3c40dbp-2, NAN },
    { 0x1.2b5769da33dc0p+1, 0x1.7059b15bc4b47p-1, NAN }, { 0x1.79a1be7d7e6c0p+3, NAN, 0x1.7136d974a9a11p-1 },
    { 0x1.92f3734391a00p-1, 0x1.6a9f80db957e6p-1, NAN }, { 0x1.aadec8f696840p+3, NAN, 0x1.6e621926d80ccp-1 },
};

static double units(double got, double want)
{
    return fabs(got - want) / (nextafter(fabs(want), INFINITY) - fabs(want));
}

static void check(const char *name, double x, double got, double want, double most)
{
    if (!(units(got, want) <= most)) fail_msg("%s %a = %a, not %a (%g units)", name, x, got, want, units(got, want));
}

TEST(known_answers)
{
    double x[KNOWN], sine[KNOWN], cosine[KNOWN], tangent[KNOWN], again[KNOWN];
    for (size_t k = 0; k < KNOWN; k++) x[k] = known[k].x;
    angles_sine_cosine(x, KNOWN, sine, cosine);
    angles_cosine(x, KNOWN, 1.0, 1.0, again);
    angles_tangent(x, KNOWN, 0.0, 1.0, 1.0, tangent);
    for (size_t k = 0; k < KNOWN; k++) {
        check("sin", x[k], sine[k], known[k].sine, 1);
        check("cos", x[k], cosine[k], known[k].cosine, 1);
        check("tan", x[k], tangent[k], known[k].tangent, 2.5);
        assert_memory_equal(&again[k], &cosine[k], sizeof *again);
    }
}

TEST(last_bits)
{
    for (size_t k = 0; k < sizeof decided / sizeof *decided; k++) {
        double sine, cosine;
        angles_sine_cosine(&decided[k].x, 1, &sine, &cosine);
        if (!isnan(decided[k].sine)) check("sin", decided[k].x, sine, decided[k].sine, 0);
        if (!isnan(decided[k].cosine)) check("cos", decided[k].x, cosine, decided[k].cosine, 0);
    }
}

#define MANY 5000

TEST(as_the_library)
{
    static double x[MANY], sine[MANY], cosine[MANY], tangent[MANY];
    static const double spans[] = { 1.0, 3.2, 14.0, 1000.0, ANGLES_MOST };
    assay_stream stream;
    assay_stream_seed(&stream, 1);
    for (size_t r = 0; r < sizeof spans / sizeof *spans; r++) {
        for (size_t k = 0; k < MANY; k++) x[k] = spans[r] * (2 * assay_stream_uniform(&stream) - 1);
        angles_sine_cosine(x, MANY, sine, cosine);
        angles_tangent(x, MANY, 0.0, 1.0, 1.0, tangent);
        for (size_t k = 0; k < MANY; k++) {
            check("sin", x[k], sine[k], sin(x[k]), 2);
            check("cos", x[k], cosine[k], cos(x[k]), 2);
            check("tan", x[k], tangent[k], tan(x[k]), 3.5);
        }
    }
}

TEST(around_the_function)
{
    const double x[] = { 0.1, 0.9, 0.5 };
    double to[3];
    angles_tangent(x, 3, 0.5, 1.5, 0.25, to);
    for (size_t k = 0; k < 3; k++) check("bent", x[k], to[k], 0.25 * tan(1.5 * (x[k] - 0.5)) + 0.5, 2);
    angles_cosine(x, 3, 3.0, 7.0, to);
    for (size_t k = 0; k < 3; k++) check("cos", x[k], to[k], cos(3.0 * x[k] / 7.0), 1);
}

TEST(pieces_and_in_place)
{
    double x[517], whole[517], piece[517], in_place[517], other[517];
    assay_stream stream;
    assay_stream_seed(&stream, 2);
    for (size_t k = 0; k < 517; k++) x[k] = 7 * assay_stream_uniform(&stream);
    for (size_t n = 1; n < 517; n += 43) {
        angles_cosine(x, 517, 1.0, 1.0, whole);
        memcpy(in_place, x, sizeof x);
        angles_cosine(in_place, 517, 1.0, 1.0, in_place);
        for (size_t s = 0; s < 517; s += n) angles_cosine(x + s, n < 517 - s ? n : 517 - s, 1.0, 1.0, piece + s);
        assert_memory_equal(whole, in_place, sizeof whole);
        assert_memory_equal(whole, piece, sizeof whole);
        memcpy(in_place, x, sizeof x);
        angles_sine_cosine(in_place, 517, in_place, other);
        assert_memory_equal(whole, other, sizeof whole);
        angles_tangent(x, 517, 0.0, 1.0, 1.0, whole);
        for (size_t s = 0; s < 517; s += n) angles_tangent(x + s, n < 517 - s ? n : 517 - s, 0.0, 1.0, 1.0, piece + s);
        assert_memory_equal(whole, piece, sizeof whole);
    }
}

TESTS_MAIN
