/* The power and the arc tangent that must be rounded correctly: answers rounded from 60 digits, equal to the bit. */
#include "testing.h"
#include "angles.h"

typedef struct answer {
    double x, want;
} answer;

static const answer powers[] = {
    { 0.0, 0x1.0000000000000p+0 },
    { 0x1.0000000000000p-2, 0x1.67e600b234626p+2 },
    { -0x1.0000000000000p-2, 0x1.6c310e3769f3fp-3 },
    { 0x1.8000000000000p-1, 0x1.63a7e7e21d783p+7 },
    { -0x1.8000000000000p-1, 0x1.7089380241edfp-8 },
    { 0x1.0000000000000p+0, 0x1.f400000000000p+9 },
    { -0x1.0000000000000p+0, 0x1.0624dd2f1a9fcp-10 },
    { 0x1.999999999999ap-5, 0x1.699c0f7e86e10p+0 },
    { -0x1.6666666666666p-2, 0x1.6d0e6f32e6ea3p-4 },
    { 0x1.3333333333333p-3, 0x1.68c0c59ab1564p+1 },
    { -0x1.0c5300342457cp-1, 0x1.b6bd8fd1b5ffdp-6 },
    { 0x1.6a5368858d8d0p-4, 0x1.d7a5249459d66p+0 },
    { -0x1.0a54f21584a44p-2, 0x1.53ac45dd8a211p-3 },
    { 0x1.a9a80ef2b7250p-3, 0x1.0cf7be48e4fd2p+2 },
    { 0x1.0179a594b2b8cp-2, 0x1.6b7f707966e66p+2 },
    { -0x1.bce600b27bb70p-1, 0x1.441a5fb5bb241p-9 },
};

static const answer arcs[] = {
    { 0.0, 0.0 },
    { 0x1.12e0be826d695p-30, 0x1.12e0be826d695p-30 },
    { 0x1.6c226809d4952p-4, 0x1.6b2dfd4ece8afp-4 },
    { 0x1.0000000000000p-1, 0x1.dac670561bb4fp-2 },
    { 0x1.0000000000000p+0, 0x1.921fb54442d18p-1 },
    { 0x1.4000000000000p+2, 0x1.5f97315254857p+0 },
    { 0x1.639999999999ap+6, 0x1.8f3e8d22bc9a5p+0 },
    { 0x1.9000000000000p+6, 0x1.8f905eb2def22p+0 },
    { 0x1.5119bfdc38074p+0, 0x1.d7b406c86a0f5p-1 },
    { 0x1.4efcd581762c8p+6, 0x1.8f11326c9a4d5p+0 },
    { 0x1.9ef7677e282c5p+4, 0x1.884210c938c70p+0 },
    { 0x1.76edf62e594c2p+4, 0x1.8734ad00279f0p+0 },
    { 0x1.8e4207f9db7ebp+6, 0x1.8f8d80e6a36a3p+0 },
    { 0x1.7835f76218ee6p+5, 0x1.8cae51010476cp+0 },
    /* rounded wrongly by a library within one unit */
    { 0x1.59af5c7ac4180p-4, 0x1.58de25ccc627dp-4 },
    { 0x1.93e28dfd92f08p+3, 0x1.7de2157802aa3p+0 },
    { 0x1.5aaeeac1aba22p+3, 0x1.7a8f9cf0ff153p+0 },
};

TEST(power_of_1000)
{
    for (size_t k = 0; k < sizeof powers / sizeof *powers; k++) {
        const double got = precise_power_of_1000(powers[k].x);
        if (!(got == powers[k].want)) fail_msg("1000^%a = %a, not %a", powers[k].x, got, powers[k].want);
    }
}

TEST(arc_tangent)
{
    for (size_t k = 0; k < sizeof arcs / sizeof *arcs; k++) {
        const double got = precise_arc_tangent(arcs[k].x);
        if (!(got == arcs[k].want)) fail_msg("atan %a = %a, not %a", arcs[k].x, got, arcs[k].want);
    }
}

TESTS_MAIN
