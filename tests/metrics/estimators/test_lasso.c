/* Lasso: soft thresholds worked out by hand, the duality gap from its definition. */
#include "lasso.h"
#include "folds.h"

#include "estimator_data.h"

#define TOL 1e-13 /* sums of a few terms of size 1 */

static void assert_near(double got, double want, double tol, const char *why)
{
    if (!(fabs(got - want) <= tol)) fail_msg("%s: %.17g is not %.17g within %g", why, got, want, tol);
}

typedef struct one_factor {
    double intercept, error; /* the mean squared error on the rows learnt from */
    int32_t stopped;
} one_factor;

/* Fits one factor with one penalty on all rows. */
static one_factor fit_one(const double *codes, const double *factor, size_t n, size_t d, double penalty, double *w)
{
    one_factor f;
    const lasso_options options = { .penalty = &penalty, .n_penalties = 1, .final_sweeps = 1000 };
    const lasso_result result = {
        .weight = w, .intercept = &f.intercept, .training_error = &f.error, .stopped = &f.stopped
    };
    assert_int_equal(lasso_fit(codes, factor, n, d, 1, &options, &result), ASSAY_OK);
    return f;
}

TEST(test_known)
{
    static const struct {
        const char *why;
        double codes[8], factor[4], penalty, w[2], b, error;
        /* clang-format off */
    } known[] = {
        { "X'y = X'X = N: w = 1 - a", { -1, -1, 1, 1, -1, 1, -1, 1 }, { 0, 0, 2, 2 }, 0.25, { 0.75, 0 }, 1, 0.0625 },
        { "a at the threshold: w = 0", { -1, -1, 1, 1, -1, 1, -1, 1 }, { 0, 0, 2, 2 }, 1, { 0, 0 }, 1, 1 },
        { "y = 2 x0 - x1 / 2 + 3: each shrinks by a", { -1, -1, 1, 1, -1, 1, -1, 1 }, { 1.5, 0.5, 5.5, 4.5 }, 0.125,
          { 1.875, -0.375 }, 3, 0.03125 },
        { "codes moved by 10: only the intercept moves", { 9, 9, 11, 11, 9, 11, 9, 11 }, { 0, 0, 2, 2 }, 0.25,
          { 0.75, 0 }, -6.5, 0.0625 },
        { "the code twice as wide: X'X = 4 N, X'y = 2 N, w = (2 - a) / 4", { -2, -2, 2, 2, -1, 1, -1, 1 },
          { 0, 0, 2, 2 }, 0.5, { 0.375, 0 }, 1, 0.0625 },
        { "R1: a constant code, which no double halves, has weight 0", { 0.1, 0.1, 0.1, 0.1, -1, -1, 1, 1 },
          { 0, 0, 2, 2 }, 0.25, { 0, 0.75 }, 1, 0.0625 },
        { "R1: of equal codes the first takes all", { -1, -1, 1, 1, -1, -1, 1, 1 }, { 0, 0, 2, 2 }, 0.25, { 0.75, 0 },
          1, 0.0625 },
        { "R3: a constant factor", { -1, -1, 1, 1, -1, 1, -1, 1 }, { 0.3, 0.3, 0.3, 0.3 }, 0.25, { 0, 0 }, 0.3, 0 },
    };
    /* clang-format on */
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        double w[2];
        const one_factor got = fit_one(known[t].codes, known[t].factor, 4, 2, known[t].penalty, w);
        assert_near(w[0], known[t].w[0], TOL, known[t].why);
        assert_near(w[1], known[t].w[1], TOL, known[t].why);
        assert_near(got.intercept, known[t].b, TOL, known[t].why);
        assert_near(got.error, known[t].error, TOL, known[t].why);
        if (known[t].w[1] == 0.0) assert_near(w[1], 0.0, 0.0, known[t].why);
    }
}

/* Choosing the penalty, with folds that can be worked out on paper. */
TEST(test_choice)
{
    const double x[] = { -1, 1, -1, 1 }, y[] = { 0, 0, 2, 2 }, line[] = { 1, 5, 1, 5 }, flat[] = { 7, 7, 7, 7 };
    const double penalty[] = { 4, 0.5, 1.0 };
    double factors[12], error[9];
    size_t chosen[3];
    memcpy(factors, y, sizeof y), memcpy(factors + 4, line, sizeof line), memcpy(factors + 8, flat, sizeof flat);
    const lasso_options options = { penalty, 3, 2, 5000, 1000, 0 };
    const lasso_result result = { .chosen = chosen, .fold_error = error };
    assert_int_equal(lasso_fit(x, factors, 4, 1, 3, &options, &result), ASSAY_OK);
    /* y: constant inside each fold, so w = 0 and each mean misses the other fold by 2 */
    for (size_t a = 0; a < 3; a++) assert_near(error[a], 4.0, TOL, "y, error");
    assert_int_equal(chosen[0], 0); /* equal errors: the first */
    /* line = 3 + 2 x in each fold of 2 rows: w = max(0, 2 - a), error a^2 but at most 4 */
    assert_near(error[3], 4.0, TOL, "line, a = 4");
    assert_near(error[4], 0.25, TOL, "line, a = 1/2");
    assert_near(error[5], 1.0, TOL, "line, a = 1");
    assert_int_equal(chosen[1], 1);
    for (size_t a = 6; a < 9; a++) assert_near(error[a], 0.0, 0.0, "flat, error"); /* R3 */
    assert_int_equal(chosen[2], 0);
}

TEST(test_refusals)
{
    const double x[12] = { 1, 2, 3 }, y[12] = { 1 }, bad[] = { 0.1, 0.0 }, nan[] = { 0.1, (double)NAN };
    const lasso_result nothing = { 0 };
    lasso_options options = lasso_options_standard();
    assert_int_equal(lasso_fit(x, y, 9, 1, 1, &options, &nothing), ASSAY_EINPUT); /* R2: 10 folds */
    assert_int_equal(lasso_fit(x, y, 10, 1, 1, &options, &nothing), ASSAY_OK);
    options.folds = 1;
    assert_int_equal(lasso_fit(x, y, 10, 1, 1, &options, &nothing), ASSAY_EINPUT);
    options.folds = 10, options.penalty = bad, options.n_penalties = 2;
    assert_int_equal(lasso_fit(x, y, 10, 1, 1, &options, &nothing), ASSAY_EINPUT);
    options.penalty = nan;
    assert_int_equal(lasso_fit(x, y, 10, 1, 1, &options, &nothing), ASSAY_EINPUT);
    options.n_penalties = 0;
    assert_int_equal(lasso_fit(x, y, 10, 1, 1, &options, &nothing), ASSAY_EINPUT);
    options.n_penalties = 1;
    assert_int_equal(lasso_fit(x, y, 0, 1, 1, &options, &nothing), ASSAY_EINPUT);
}

typedef struct rows {
    size_t from, to; /* left out: from .. to - 1 */
} rows;

static int kept(rows out, size_t s) { return s < out.from || s >= out.to; }

/* Column centred over the rows kept, zero in the others. */
static double centred(const double *x, size_t n, rows out, double *to)
{
    double sum = 0.0;
    size_t count = 0;
    for (size_t s = 0; s < n; s++)
        if (kept(out, s)) sum += x[s], count++;
    for (size_t s = 0; s < n; s++) to[s] = kept(out, s) ? x[s] - sum / (double)count : 0.0;
    return sum / (double)count;
}

static double product(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t s = 0; s < n; s++) sum += a[s] * b[s];
    return sum;
}

static double gap_of(const double *x, const double *y, const double *r, size_t n, size_t d, double limit,
                     const double *w)
{
    double reach = 0.0, norm1 = 0.0;
    for (size_t j = 0; j < d; j++) reach = fmax(reach, fabs(product(x + j * n, r, n))), norm1 += fabs(w[j]);
    const double shrink = reach > limit ? limit / reach : 1.0, rr = product(r, r, n);
    /* primal less dual: rr/2 + limit |w| - (shrink r'y - shrink^2 rr/2) */
    return 0.5 * rr + limit * norm1 - shrink * product(r, y, n) + 0.5 * shrink * shrink * rr;
}

/* Codes of mixed scale, correlated, with a factor that depends on some of them. */
static void random_problem(assay_stream *stream, size_t n, size_t d, size_t m, double *codes, double *factors)
{
    for (size_t e = 0; e < n * d; e++) codes[e] = assay_stream_normal(stream);
    for (size_t j = 1; j < d; j++)
        for (size_t s = 0; s < n; s++)
            codes[j * n + s] = (codes[j * n + s] + codes[(j - 1) * n + s]) * (1.0 + (double)j) + 3.0;
    for (size_t k = 0; k < m; k++)
        for (size_t s = 0; s < n; s++)
            factors[k * n + s] =
                codes[(k % d) * n + s] - 0.3 * codes[((k + 2) % d) * n + s] + assay_stream_normal(stream);
}

/* The gap that is promised, computed from the rows; where it is not met the fit says so. */
TEST(test_gap)
{
    size_t met = 0, unmet = 0;
    for (size_t t = 0; t < test_repeats(20); t++) {
        assay_stream stream = stream_of(100 + t);
        enum { N = 500, D = 6 };
        double *codes = doubles(N * D), *factor = doubles(N), *x = doubles(N * D), *y = doubles(N), *r = doubles(N),
               w[D];
        random_problem(&stream, N, D, 1, codes, factor);
        const double penalty = pow(10.0, -3.0 + (double)(t % 4));
        const int32_t stopped = fit_one(codes, factor, N, D, penalty, w).stopped;
        for (size_t j = 0; j < D; j++) (void)centred(codes + j * N, N, (rows){ 0, 0 }, x + j * N);
        (void)centred(factor, N, (rows){ 0, 0 }, y);
        memcpy(r, y, N * sizeof *r);
        for (size_t j = 0; j < D; j++)
            for (size_t s = 0; s < N; s++) r[s] -= w[j] * x[j * N + s];
        const double gap = gap_of(x, y, r, N, D, penalty * N, w), yy = product(y, y, N);
        if (!(gap >= -1e-12 * yy && (gap <= 1e-4 * yy) == stopped))
            fail_msg("seed %zu: gap %g of %g", 100 + t, gap, yy);
        met += stopped == 1, unmet += stopped == 0;
        free(codes), free(factor), free(x), free(y), free(r);
    }
    assert_true(met > 5 && unmet > 2);
}

/* Codes that are nearly sums of one another, some copies: what no code pulls against, by the rows alone, and the same
 * weights in every order of the codes. 1e-7: the smallest pivots are near 1e-6 of the products, whose rounding is 1e-15
 * of n. */
TEST(test_optimum_in_any_order)
{
    static const size_t sizes[] = { 2, 3, 6, 12, 24, 40, 60 };
    enum { N = 300, D = 60, M = 3 };
    for (size_t t = 0; t < sizeof sizes / sizeof *sizes; t++) {
        const size_t d = sizes[t];
        assay_stream stream = stream_of(t);
        double *v = doubles(N * M), *x = doubles(N * D), *mixed = doubles(N * D), *r = doubles(N), *z = doubles(N);
        double w[D], other[D], b;
        size_t order[D];
        for (size_t e = 0; e < N * M; e++) v[e] = assay_stream_uniform(&stream);
        for (size_t j = 0; j < d; j++) {
            const double share[M] = { assay_stream_normal(&stream), assay_stream_normal(&stream), 1.0 };
            for (size_t s = 0; s < N; s++) {
                x[j * N + s] = 0.01 * assay_stream_normal(&stream);
                for (size_t i = 0; i < M; i++) x[j * N + s] += share[i] * v[i * N + s];
            }
        }
        for (int a = 0; a < 3; a++) {
            const double penalty = pow(10.0, a - 4.0);
            const lasso_options options = { &penalty, 1, 1, 1000, 1000, 1 };
            const lasso_result result = { .weight = w, .intercept = &b }, result_other = { .weight = other };
            assert_int_equal(lasso_fit(x, v, N, d, 1, &options, &result), ASSAY_OK);
            for (size_t s = 0; s < N; s++) {
                r[s] = v[s] - b;
                for (size_t j = 0; j < d; j++) r[s] -= w[j] * x[j * N + s];
            }
            for (size_t j = 0; j < d; j++) {
                (void)centred(x + j * N, N, (rows){ 0, 0 }, z);
                const double pull = product(z, r, N) / (N * penalty);
                if (w[j] != 0.0) assert_near(pull, copysign(1.0, w[j]), 1e-8, "the penalty is met");
                else assert_near(fmax(fabs(pull), 1.0), 1.0, 1e-8, "no code pulls beyond the penalty");
            }
            for (size_t k = 0; k < 3; k++) {
                assay_stream_permutation(&stream, order, d);
                for (size_t j = 0; j < d; j++) memcpy(mixed + j * N, x + order[j] * N, N * sizeof *x);
                assert_int_equal(lasso_fit(mixed, v, N, d, 1, &options, &result_other), ASSAY_OK);
                for (size_t j = 0; j < d; j++) assert_near(other[j], w[order[j]], 1e-7, "in another order");
            }
        }
        free(v), free(x), free(mixed), free(r), free(z);
    }
}

/* A sum of two codes, and a copy, to the bit. */
TEST(test_optimum_of_sums)
{
    enum { N = 64, D = 4 };
    double x[N * D], y[N], w[D];
    for (size_t s = 0; s < N; s++) {
        x[s] = (double)(s % 4), x[N + s] = (double)(s / 4 % 4);
        x[2 * N + s] = x[s] + x[N + s], x[3 * N + s] = x[s];
        y[s] = 2.0 * x[s] + 3.0 * x[N + s];
    }
    const double penalty = 0.125;
    const lasso_options options = { &penalty, 1, 1, 1000, 1000, 1 };
    assert_int_equal(lasso_fit(x, y, N, D, 1, &options, &(lasso_result){ .weight = w }), ASSAY_OK);
    /* variance 5/4 of either: 5/4 (3 - w1 - w2) = 1/8 and 5/4 (2 - w2 + 3 - w1 - w2) = 1/8 */
    const double want[D] = { 0, 0.9, 2, 0 };
    for (size_t j = 0; j < D; j++) assert_near(w[j], want[j], j % 3 ? TOL : 0.0, "a sum carries both");
}

/* Of copies, one of them scaled and so rounded, the first has the weight. */
TEST(test_optimum_of_copies)
{
    enum { N = 20, D = 3 };
    for (uint64_t seed = 0; seed < 20; seed++) {
        assay_stream stream = stream_of(seed);
        double x[N * D], y[N], w[D];
        for (size_t s = 0; s < N; s++) {
            x[s] = x[N + s] = assay_stream_normal(&stream);
            x[2 * N + s] = x[s] / 3.0 * 3.0 * (1.0 - 1e-16 * (double)s);
            y[s] = x[s] + assay_stream_normal(&stream);
        }
        const double penalty = 1e-4;
        const lasso_options options = { &penalty, 1, 1, 1000, 1000, 1 };
        assert_int_equal(lasso_fit(x, y, N, D, 1, &options, &(lasso_result){ .weight = w }), ASSAY_OK);
        assert_true(w[0] != 0.0 && w[1] == 0.0 && w[2] == 0.0);
    }
}

/* A code that is constant in the rows trained on, but not in the fold left out; and a dead code of awkward size. */
TEST(test_dead_codes)
{
    enum { N = 100, D = 3 };
    double codes[N * D], factor[N], w[D], b, error[2];
    assay_stream stream = stream_of(5);
    for (size_t s = 0; s < N; s++) {
        codes[s] = 1e12 / 3.0;
        codes[N + s] = s < 10 ? 0.1 + (double)s : 0.1;
        codes[2 * N + s] = assay_stream_normal(&stream);
        factor[s] = 2.0 * codes[2 * N + s] + 1.0;
    }
    const double penalty[] = { 1e-12, 1e-9 };
    const lasso_options options = { penalty, 2, 10, 5000, 1000, 0 };
    const lasso_result result = { .weight = w, .intercept = &b, .fold_error = error };
    assert_int_equal(lasso_fit(codes, factor, N, D, 1, &options, &result), ASSAY_OK);
    assert_near(w[0], 0.0, 0.0, "dead code");
    assert_near(w[2], 2.0, 1e-6, "live code"); /* the gap is met before the last digits */
    assert_near(b, 1.0, 1e-3, "intercept");    /* up to the second code's weight, below 1e-4 */
    assert_true(error[0] >= 0.0 && error[0] <= 1e-6 && isfinite(error[1]));
}

TESTS_MAIN
