/*
 * Looking again and again: with seeds added as long as a verdict is open, the judge is wrong about a mean at its bound
 * no more often than its level says; without its level shared among the looks it would be.
 */
#include "one_comparison.h"

enum { LOOKS = 8, FIRST = 5, MOST = FIRST << (LOOKS - 1), STUDIES = 1500, SKEWED = 400 };

/* Of mean 0 and deviation 1. */
typedef double (*spread)(assay_stream *stream);

static double right(assay_stream *stream) { return -log(1.0 - assay_stream_uniform(stream)) - 1.0; }
static double left(assay_stream *stream) { return -right(stream); }
static double toss(assay_stream *stream) { return assay_stream_uniform(stream) < 0.5 ? -1.0 : 1.0; }

static void draw(spread of, double mean, assay_stream *stream, double to[MOST])
{
    for (size_t i = 0; i < MOST; i++) to[i] = mean + 0.01 * of(stream);
}

typedef struct looked {
    spread of;
    size_t times, studies;
} looked;

/* In how many of all studies the first verdict that is decided is `wrong`; looks: what the judge is told of them. */
static double share_wrong(const looked *at, double mean, int wrong, size_t looks, uint64_t seed)
{
    double value[MOST];
    size_t count = 0;
    assay_stream stream = stream_of(seed);
    for (size_t k = 0; k < at->studies; k++) {
        int outcome = VERDICT_UNDECIDED;
        draw(at->of, mean, &stream, value);
        for (size_t n = FIRST; n < (size_t)FIRST << at->times && outcome == VERDICT_UNDECIDED; n *= 2)
            outcome = one_outcome(value, n, looks);
        count += outcome == wrong;
    }
    return (double)count / (double)at->studies;
}

/* At the bound: a hair beyond it a pass is wrong, a hair within it a fail is. A side of an interval has a quarter of
 * the level. */
TEST(test_level)
{
    const double side = threshold_value("level") / 4.0, room = 3.0 * sqrt(side * (1.0 - side) / STUDIES), hair = 1e-9;
    const looked normal = { assay_stream_normal, LOOKS, STUDIES };
    const double pass = share_wrong(&normal, one_bound() - hair, VERDICT_PASS, LOOKS, 1);
    const double fail = share_wrong(&normal, one_bound() + hair, VERDICT_FAIL, LOOKS, 2);
    if (pass > side + room) fail_msg("a pass too many in %.3f of studies", pass);
    if (fail > side + room) fail_msg("a fail too many in %.3f of studies", fail);
    const double careless = share_wrong(&normal, one_bound() - hair, VERDICT_PASS, 0, 1);
    if (careless < side + room) fail_msg("the level does not suffer from looking: %.3f", careless);
}

/* The looks of run --until-decided at 5, 10, ... 160 seeds, whatever way scores straggle. */
TEST(test_skewed)
{
    static const struct {
        const char *name;
        spread of;
    } bank[] = { { "exponential", right }, { "exponential to the left", left }, { "a toss", toss } };
    const double level = threshold_value("level"), hair = 1e-8, room = 3.0 * sqrt(level * (1.0 - level) / SKEWED);
    for (size_t b = 0; b < sizeof bank / sizeof *bank; b++) {
        const looked of = { bank[b].of, 6, SKEWED };
        const double pass = share_wrong(&of, one_bound() - hair, VERDICT_PASS, 6, 10 + b);
        const double fail = share_wrong(&of, one_bound() + hair, VERDICT_FAIL, 6, 20 + b);
        if (pass > level + room) fail_msg("%s: a pass too many in %.3f of studies", bank[b].name, pass);
        if (fail > level + room) fail_msg("%s: a fail too many in %.3f of studies", bank[b].name, fail);
    }
}

/* What is clear is settled early all the same. */
TEST(test_power)
{
    double value[MOST];
    assay_stream stream = stream_of(3);
    draw(assay_stream_normal, 0.5, &stream, value);
    assert_int_equal(one_outcome(value, FIRST, LOOKS), VERDICT_FAIL);
    draw(assay_stream_normal, 1.0, &stream, value);
    assert_int_equal(one_outcome(value, 4 * FIRST, LOOKS), VERDICT_PASS);
}

TESTS_MAIN
