/*
 * Nearest-neighbour information: against a comparison of all pairs (random data of many kinds, ties and copies
 * included) and against what theory says of I(x; x).
 */
#include "neighbours.h"

#include "estimator_data.h"
#include "ascending.h"

#define TOL 1e-12 /* sums of some hundred digammas below 10, in another order */

enum { MOST = 1500, MANY = 1000, CLASSES = 40 };

static void near(double got, double want, double tol, const char *what)
{
    if (!(fabs(got - want) <= tol)) fail_msg("%s: got %.17g, want %.17g, off by %g", what, got, want, got - want);
}

/* Recurrence up to 30, then the asymptotic series: good to 1e-15. */
static double digamma(double m)
{
    double sum = 0.0;
    for (; m < 30.0; m += 1.0) sum -= 1.0 / m;
    const double r = 1.0 / (m * m);
    return sum + log(m) - 0.5 / m - r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r / 240)));
}

static double max_of(double a, double b) { return a > b ? a : b; }

static double ksg_slowly(const double *x, const double *y, size_t n, size_t k)
{
    static double distance[MOST];
    double sum = 0.0;
    for (size_t s = 0; s < n; s++) {
        size_t others = 0, in_x = 0, in_y = 0;
        for (size_t t = 0; t < n; t++)
            if (t != s) distance[others++] = max_of(fabs(x[t] - x[s]), fabs(y[t] - y[s]));
        qsort(distance, others, sizeof *distance, ascending);
        const double r = nextafter(distance[k - 1], 0.0);
        for (size_t t = 0; t < n; t++) {
            in_x += t != s && fabs(x[t] - x[s]) <= r;
            in_y += t != s && fabs(y[t] - y[s]) <= r;
        }
        sum += digamma((double)in_x + 1.0) + digamma((double)in_y + 1.0);
    }
    return max_of(0.0, digamma((double)n) + digamma((double)k) - sum / (double)n);
}

static double ross_slowly(const double *x, const uint32_t *label, size_t n, size_t k)
{
    static double distance[MOST];
    static size_t size[MOST];
    double sum = 0.0, kept = 0.0;
    for (size_t s = 0; s < n; s++) {
        size[s] = 0;
        for (size_t t = 0; t < n; t++) size[s] += label[t] == label[s];
        kept += size[s] > 1;
    }
    for (size_t s = 0; s < n; s++) {
        size_t others = 0, within = 0;
        if (size[s] == 1) continue;
        for (size_t t = 0; t < n; t++)
            if (t != s && label[t] == label[s]) distance[others++] = fabs(x[t] - x[s]);
        qsort(distance, others, sizeof *distance, ascending);
        const size_t near_ones = k < others ? k : others;
        const double r = nextafter(distance[near_ones - 1], 0.0);
        for (size_t t = 0; t < n; t++) within += size[t] > 1 && fabs(x[t] - x[s]) <= r;
        sum += digamma((double)near_ones) - digamma((double)size[s]) - digamma((double)within);
    }
    return max_of(0.0, digamma(kept) + sum / kept);
}

static double ksg(const double *x, const double *y, size_t n, size_t k)
{
    neighbour_column cx, cy;
    double *psi = malloc((n + k + 2) * sizeof *psi);
    void *of_x = malloc(neighbours_column_bytes(n)), *of_y = malloc(neighbours_column_bytes(n));
    void *scratch = malloc(neighbours_pair_bytes(n, 0));
    assert_true(psi && of_x && of_y && scratch);
    neighbours_psi(n + k + 1, psi);
    assert_int_equal(neighbours_column_sort(x, n, of_x, &cx), ASSAY_OK);
    assert_int_equal(neighbours_column_sort(y, n, of_y, &cy), ASSAY_OK);
    const double got = neighbours_ksg(&cx, &cy, k, psi, scratch);
    free(psi), free(of_x), free(of_y), free(scratch);
    return got;
}

static double ross(const double *x, const uint32_t *label, size_t n, size_t n_classes, size_t k)
{
    neighbour_column cx;
    double *psi = malloc((n + k + 2) * sizeof *psi);
    uint32_t *count = calloc(n_classes, sizeof *count);
    void *of_x = malloc(neighbours_column_bytes(n)), *scratch = malloc(neighbours_pair_bytes(n, n_classes));
    assert_true(psi && count && of_x && scratch);
    for (size_t s = 0; s < n; s++) count[label[s]]++;
    const neighbour_classes c = { n_classes, label, count };
    neighbours_psi(n + k + 1, psi);
    assert_int_equal(neighbours_column_sort(x, n, of_x, &cx), ASSAY_OK);
    const double got = neighbours_ross(&cx, &c, k, psi, scratch);
    free(psi), free(count), free(of_x), free(scratch);
    return got;
}

TEST(test_psi)
{
    static double psi[100001];
    neighbours_psi(100000, psi);
    assert_true(psi[0] == 0.0);
    near(psi[1], -0.57721566490153286, 0.0, "psi(1) = -gamma");
    near(psi[2], 0.42278433509846714, 1e-16, "psi(2) = 1 - gamma");
    for (size_t m = 1; m <= 100000; m += m < 100 ? 1 : 997) near(psi[m], digamma((double)m), 4e-15, "psi");
}

/* Four points a b c d on a line, x = y = 0 1 3 7, k = 1. Radii just below 1 1 2 4; within them nobody (of c, b is 2
 * away; of d, c is 4 away). I = psi(4) + psi(1) - 2 psi(1) = psi(4) - psi(1) = 11/6. */
TEST(test_known)
{
    static const struct {
        const char *why;
        size_t n, k;
        double x[6], y[6], expected; /* in units where psi(1) = 0: differences of harmonic numbers */
    } known[] = {
        { "a line: nobody is nearer than the nearest", 4, 1, { 0, 1, 3, 7 }, { 0, 1, 3, 7 }, 11.0 / 6 },
        { "reversed y: the same", 4, 1, { 0, 1, 3, 7 }, { 7, 6, 4, 0 }, 11.0 / 6 },
        { "one unit of y is 10 of x: radii are those of y and x counts all within 10 or less, but at the ends",
          4,
          1,
          { 0, 1, 3, 7 },
          { 0, 10, 30, 70 },
          /* r = 10 10 20 40: a_s = 3 3 3 3, b_s = 0; psi(4) + psi(1) - psi(4) - psi(1) */ 0 },
        { "all copies: r = 0, everyone within",
          5,
          2,
          { 1, 1, 1, 1, 1 },
          { 2, 2, 2, 2, 2 },
          /* psi(5) + psi(2) - 2 psi(5) < 0 */ 0 },
        { "a square: the nearest 1 away both ways; only the copy within in each coordinate",
          4,
          1,
          { 0, 0, 1, 1 },
          { 0, 1, 0, 1 },
          /* a_s = b_s = 1: psi(4) + psi(1) - 2 psi(2) = 11/6 - 2 < 0 */ 0 },
    };
    for (size_t c = 0; c < sizeof known / sizeof *known; c++)
        near(ksg(known[c].x, known[c].y, known[c].n, known[c].k), known[c].expected, 1e-15 * 8, known[c].why);

    static const double x[] = { 0, 1, 10, 11, 5 };
    static const uint32_t two[] = { 0, 0, 1, 1, 2 };
    /* the fifth is alone: n = 4; k = 1; radii just below 1: each only itself within; psi(4) + psi(1) - psi(2) - psi(1)
     * = 11/6 - 1 */
    near(ross(x, two, 5, 3, 1), 11.0 / 6 - 1, 1e-15, "two pairs far apart and a loner");
    /* k is cut to the class's size less 1 */
    near(ross(x, two, 5, 3, 7), 11.0 / 6 - 1, 1e-15, "k above the class size");
    static const uint32_t alone[] = { 0, 1, 2, 3, 4 };
    assert_true(isnan(ross(x, alone, 5, 5, 1)));
    static const uint32_t one[] = { 0, 0, 0, 0, 0 };
    near(ross(x, one, 5, 1, 1), 0.0, 0.0, "one class: no information");
}

/* I(x; x) of n distinct values: each has k - 1 others within in both, so psi(n) + psi(k) - 2 psi(k). With independent
 * noise on both sides one of the two counts the k-th as well: psi(n) - psi(k + 1). */
TEST(test_self)
{
    double x[MOST], a[MOST], b[MOST], noise[MOST];
    for (uint64_t seed = 0; seed < 3; seed++) {
        assay_stream stream = stream_of(seed);
        for (size_t s = 0; s < MOST; s++) x[s] = seed ? assay_stream_normal(&stream) : assay_stream_uniform(&stream);
        for (size_t k = 1; k <= 4; k++) near(ksg(x, x, MOST, k), digamma(MOST) - digamma((double)k), TOL, "I(x; x)");
        assert_true(neighbours_scale(x, MOST, 0, a) && neighbours_scale(x, MOST, 0, b));
        for (size_t s = 0; s < MOST; s++) noise[s] = assay_stream_normal(&stream);
        neighbours_jitter(a, MOST, noise, 1);
        for (size_t s = 0; s < MOST; s++) noise[s] = assay_stream_normal(&stream);
        neighbours_jitter(b, MOST, noise, 1);
        near(ksg(a, b, MOST, 3), digamma(MOST) - digamma(4), TOL, "I(x; x) with noise is psi(n) - psi(4)");
    }
}

enum { KINDS = 12 };

/* Columns of many kinds: even, normal, heavy tails, spikes, few values, constant, copies, large and small scales. */
static double draw(int kind, double u, double g, double other)
{
    switch (kind) {
    case 0: return u;
    case 1: return g;
    case 2: return tan(3.14 * (u - 0.5));
    case 3: return u < 0.6 ? 0.0 : g;
    case 4: return floor(4.0 * u);
    case 5: return 7.0;
    case 6: return other;
    case 7: return 0.9 * other + 0.1 * u;
    case 8: return sin(6.0 * other);
    case 9: return 1e300 * (u - 0.5);
    case 10: return 1e-300 * u;
    default: return 1e9 + floor(50.0 * u) + 1e-7 * g;
    }
}

TEST(test_all_pairs)
{
    double x[MOST], y[MOST];
    uint32_t label[MOST];
    char what[128];
    const size_t repeats = test_repeats(600);
    for (size_t t = 0; t < repeats; t++) {
        assay_stream stream = stream_of(t);
        const int of_x = (int)assay_stream_below(&stream, KINDS), of_y = (int)assay_stream_below(&stream, KINDS);
        const size_t ks[] = { 3, 1, 2, 3, 10, NEIGHBOURS_MOST }, k = ks[assay_stream_below(&stream, 6)];
        const size_t n = k + 1 + assay_stream_below(&stream, t % 50 ? 90 : 400);
        const uint32_t classes = 1 + (uint32_t)assay_stream_below(&stream, CLASSES);
        for (size_t s = 0; s < n; s++) {
            const double u = assay_stream_uniform(&stream), g = assay_stream_normal(&stream);
            x[s] = draw(of_x, u, g, assay_stream_uniform(&stream));
            y[s] = draw(of_y, assay_stream_uniform(&stream), assay_stream_normal(&stream), x[s]);
            const double v = assay_stream_uniform(&stream);
            label[s] = (uint32_t)((double)classes * (t % 2 ? v * v : 0.5 * v + 0.5 * u));
        }
        snprintf(what, sizeof what, "seed %zu: kinds %d %d, n %zu, k %zu, %u classes", t, of_x, of_y, n, k, classes);
        near(ksg(x, y, n, k), ksg_slowly(x, y, n, k), TOL, what);
        near(ksg(y, x, n, k), ksg_slowly(x, y, n, k), TOL, what);
        const double got = ross(x, label, n, classes, k), want = ross_slowly(x, label, n, k);
        if (isnan(want)) assert_true(isnan(got));
        else near(got, want, TOL, what);
    }
}

/* Cells end at multiples of 2^-11 here. P at x = 1 has its nearest neighbour one double above 1 - 2^-10, so r is
 * 1 - 2^-10 and x - r = 2^-10 begins a cell; a sample one double below 2^-10 lies in the cell before, and its
 * difference from 1, 1 - 2^-10 + 2^-63, is r as a double: it counts. */
TEST(test_rounding)
{
    enum { N = 1024 };
    double x[N], y[N];
    for (size_t s = 0; s < N; s++) {
        x[s] = (double)(s % 7) / 8;
        y[s] = 10.0 + 3.0 * (double)s;
    }
    x[0] = 1, y[0] = 0;
    x[1] = 0.5, y[1] = nextafter(1 - 0x1p-10, 2);
    x[2] = nextafter(0x1p-10, 0);
    near(ksg(x, y, N, 1), ksg_slowly(x, y, N, 1), TOL, "a difference rounded to r across a cell");
    near(ksg(y, x, N, 1), ksg_slowly(x, y, N, 1), TOL, "the same in y");
}

/* The search across strips, at a size where there are some hundred of them; a spike in one axis. */
TEST(test_many_strips)
{
    static double x[MANY], y[MANY];
    for (int kind = 0; kind < 5; kind++) {
        assay_stream stream = stream_of((uint64_t)kind);
        for (size_t s = 0; s < MANY; s++) {
            const double u = assay_stream_uniform(&stream);
            x[s] = draw(kind, u, assay_stream_normal(&stream), u);
            y[s] = kind == 4 ? u : assay_stream_uniform(&stream);
        }
        near(ksg(x, y, MANY, 3), ksg_slowly(x, y, MANY, 3), TOL, "x in strips");
        near(ksg(y, x, MANY, 3), ksg_slowly(x, y, MANY, 3), TOL, "y in strips");
    }
}

TEST(test_scale)
{
    const double x[] = { 1, 2, 3, 4 }, flat[] = { 5, 5, 5, 5 }, huge[] = { -1.7e308, 1.7e308, 0, 0 };
    const double big[] = { 1e308, 2e307, 3e307, 4e307 };
    double to[4];
    assert_true(neighbours_scale(x, 4, 0, to)); /* variance 5/4 */
    for (size_t s = 0; s < 4; s++) near(to[s], x[s] / sqrt(1.25), 1e-15, "x / deviation");
    assert_true(neighbours_scale(x, 4, 1, to)); /* 0.89 1.79 2.68 3.58 */
    for (size_t s = 0; s < 4; s++) near(to[s], (double)s, 0.0, "cut to whole numbers");
    assert_false(neighbours_scale(flat, 4, 0, to));
    near(to[3], 5.0, 0.0, "constant: as it was");
    assert_false(neighbours_scale(huge, 4, 0, to)); /* R4 */
    assert_true(neighbours_scale(big, 4, 0, to));
    assert_true(isfinite(to[0]) && to[0] > to[3]);
    double moved[] = { 0, 0, 3e6, 0 };
    const double noise[] = { 1, 9, 2, 9, 3, 9, 4, 9 };
    neighbours_jitter(moved, 4, noise, 2); /* mean |x| = 7.5e5 */
    near(moved[0], 7.5e-5, 1e-18, "1e-10 mean |x| noise");
    near(moved[3], 4 * 7.5e-5, 1e-18, "every other noise");
    double small[] = { 0, 0.25 };
    neighbours_jitter(small, 2, noise, 1);
    near(small[0], 1e-10, 0.0, "at least 1e-10");
}

TESTS_MAIN
