/* Area under the ROC curve: hand-counted pairs, all pairs counted one by one, and what must not change a bit. */
#include "auc.h"

#include "estimator_data.h"

#define INF ((double)INFINITY)

static const struct {
    const char *why;
    size_t n;
    double score[6];
    int32_t label[6];
    double area;
} known[] = {
    { "all of the class above the rest", 4, { 1, 2, 3, 4 }, { 0, 0, 1, 1 }, 1.0 },
    { "all below", 4, { 4, 3, 2, 1 }, { 0, 0, 1, 1 }, 0.0 },
    { "all equal: half", 4, { 7, 7, 7, 7 }, { 0, 1, 0, 1 }, 0.5 },
    { "scores .1 .4 .35 .8: 3 of 4 pairs", 4, { 0.1, 0.4, 0.35, 0.8 }, { 0, 0, 1, 1 }, 0.75 },
    { "one tie among 2 pairs won: (2 + 1/2) / 4", 4, { 1, 2, 2, 3 }, { 0, 0, 1, 1 }, 3.5 / 4 },
    { "one row of the class: beats 3 of 5, ties 1", 6, { 1, 2, 3, 4, 5, 4 }, { 0, 0, 0, 0, 0, 1 }, 3.5 / 5 },
    { "one row outside the class, lowest but for a tie", 6, { 1, 1, 3, 4, 5, 4 }, { 0, 1, 1, 1, 1, 1 }, 4.5 / 5 },
    { "infinite scores are the largest and smallest", 4, { -INF, INF, 0, INF }, { 0, 0, 1, 1 }, 2.5 / 4 },
    { "-0 and 0 are equal", 2, { -0.0, 0.0 }, { 0, 1 }, 0.5 },
    { "0 and -0 are equal", 2, { 0.0, -0.0 }, { 0, 1 }, 0.5 },
};

TEST(test_known)
{
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        double area;
        assert_int_equal(auc_class(known[t].score, known[t].label, known[t].n, 1, &area), ASSAY_OK);
        if (!(area == known[t].area)) fail_msg("%s: %.17g", known[t].why, area);
    }
}

/* R1 */
TEST(test_undefined)
{
    const double score[] = { 1, 2, 3, 3, 2, 1, (double)NAN, 0, 0 };
    const int32_t label[] = { 0, 1, 1 };
    double area;
    assert_int_equal(auc_class(score, label, 3, 2, &area), ASSAY_OK);
    assert_true(isnan(area)); /* no row of the class */
    assert_int_equal(auc_class(score, label + 1, 2, 1, &area), ASSAY_OK);
    assert_true(isnan(area)); /* no other row */
    assert_int_equal(auc_class(score, label, 0, 1, &area), ASSAY_OK);
    assert_true(isnan(area)); /* no row */
    assert_int_equal(auc_class(score + 6, label, 3, 1, &area), ASSAY_OK);
    assert_true(isnan(area)); /* NaN score */
}

static double pairs(const double *score, const int32_t *label, size_t n, int32_t class)
{
    uint64_t twice = 0, all = 0;
    for (size_t a = 0; a < n; a++) {
        if (label[a] != class) continue;
        for (size_t b = 0; b < n; b++) {
            if (label[b] == class) continue;
            twice += (uint64_t)(score[a] > score[b]) + (uint64_t)(score[a] >= score[b]);
            all += 2;
        }
    }
    return (double)twice / (double)all;
}

/* Kinds: spread, few values, a far outlier (all others in one bucket), many orders of magnitude, huge range. */
static double draw(assay_stream *stream, size_t kind, size_t s)
{
    switch (kind) {
    case 0: return assay_stream_uniform(stream);
    case 1: return (double)assay_stream_below(stream, 4);
    case 2: return s == 5 ? 1e18 : floor(40.0 * assay_stream_uniform(stream));
    case 3: return exp(200.0 * assay_stream_normal(stream));
    default: return (assay_stream_uniform(stream) - 0.5) * 1.7e308 * 2.0;
    }
}

TEST(test_two_ways)
{
    enum { N = 300 };
    for (size_t t = 0; t < test_repeats(100); t++) {
        assay_stream stream = stream_of(t);
        double score[N], mapped[N], area, again;
        int32_t label[N];
        const size_t n = 2 + (size_t)assay_stream_below(&stream, N - 1), classes = 2 + t % 4;
        for (size_t s = 0; s < n; s++) {
            score[s] = draw(&stream, t % 5, s);
            label[s] = (int32_t)assay_stream_below(&stream, classes);
        }
        label[0] = 1, label[n - 1] = 0;
        assert_int_equal(auc_class(score, label, n, 1, &area), ASSAY_OK);
        if (!(area == pairs(score, label, n, 1))) fail_msg("seed %zu: %.17g", t, area);
        for (size_t s = 0; s < n; s++) mapped[s] = t % 5 < 3 ? sqrt(score[s]) * 0.125 : score[s] * 0.25; /* R2 */
        for (size_t s = n; s > 1; s--) {
            const size_t with = (size_t)assay_stream_below(&stream, s);
            const double x = mapped[s - 1];
            const int32_t k = label[s - 1];
            mapped[s - 1] = mapped[with], mapped[with] = x;
            label[s - 1] = label[with], label[with] = k;
        }
        assert_int_equal(auc_class(mapped, label, n, 1, &again), ASSAY_OK);
        if (!(again == area)) fail_msg("seed %zu, mapped: %.17g, %.17g", t, again, area);
    }
}

/* At a size at which all pairs would take long: the areas of two classes against each other add to 1. */
TEST(test_large)
{
    enum { N = 100000 };
    assay_stream stream = stream_of(3);
    double *score = doubles(N), in, out;
    int32_t *label = labels(N);
    for (size_t s = 0; s < N; s++) {
        label[s] = assay_stream_below(&stream, 10) == 0;
        score[s] = floor(1000.0 * (assay_stream_uniform(&stream) + 0.3 * label[s]));
    }
    assert_int_equal(auc_class(score, label, N, 1, &in), ASSAY_OK);
    assert_int_equal(auc_class(score, label, N, 0, &out), ASSAY_OK);
    /* P(u + .3 > u') = 1 - .7^2 / 2 = .755; 10,000 rows of the class: standard error .0024 */
    if (!(fabs(in + out - 1.0) <= 1e-15 && fabs(in - 0.755) <= 0.015)) fail_msg("%.17g %.17g", in, out);
    free(score), free(label);
}

TESTS_MAIN
