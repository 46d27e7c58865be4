/*
 * Lasso: soft thresholds worked out by hand, the same descent on residuals instead of moments, the duality gap from its
 * definition, and the published DCI scores (weights, penalties and errors composed here as the metric does).
 */
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
    } known[] = {
        { "X'y = X'X = N: w = 1 - a", { -1, -1, 1, 1, -1, 1, -1, 1 }, { 0, 0, 2, 2 }, 0.25, { 0.75, 0 }, 1, 0.0625 },
        { "a at the threshold: w = 0", { -1, -1, 1, 1, -1, 1, -1, 1 }, { 0, 0, 2, 2 }, 1, { 0, 0 }, 1, 1 },
        { "y = 2 x0 - x1 / 2 + 3: each shrinks by a",
          { -1, -1, 1, 1, -1, 1, -1, 1 },
          { 1.5, 0.5, 5.5, 4.5 },
          0.125,
          { 1.875, -0.375 },
          3,
          0.03125 },
        { "codes moved by 10: only the intercept moves",
          { 9, 9, 11, 11, 9, 11, 9, 11 },
          { 0, 0, 2, 2 },
          0.25,
          { 0.75, 0 },
          -6.5,
          0.0625 },
        { "the code twice as wide: X'X = 4 N, X'y = 2 N, w = (2 - a) / 4",
          { -2, -2, 2, 2, -1, 1, -1, 1 },
          { 0, 0, 2, 2 },
          0.5,
          { 0.375, 0 },
          1,
          0.0625 },
        { "R1: a constant code, which no double halves, has weight 0",
          { 0.1, 0.1, 0.1, 0.1, -1, -1, 1, 1 },
          { 0, 0, 2, 2 },
          0.25,
          { 0, 0.75 },
          1,
          0.0625 },
        { "R1: of equal codes the first takes all",
          { -1, -1, 1, 1, -1, -1, 1, 1 },
          { 0, 0, 2, 2 },
          0.25,
          { 0.75, 0 },
          1,
          0.0625 },
        { "R3: a constant factor", { -1, -1, 1, 1, -1, 1, -1, 1 }, { 0.3, 0.3, 0.3, 0.3 }, 0.25, { 0, 0 }, 0.3, 0 },
    };
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
    const lasso_options options = { penalty, 3, 2, 5000, 1000 };
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

/* ------------------------------------------------------------------------------------------- two ways -- */

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

/* Cyclic descent on the residual, row by row, as the header states it. Returns the mean squared error on rows out. */
static double slow_fit(const double *codes, const double *factor, size_t n, size_t d, double penalty, rows out,
                       double *w)
{
    const size_t sweeps = out.to > out.from ? 5000 : 1000; /* on a fold; on all rows */
    double *x = doubles(n * d), *y = doubles(n), *r = doubles(n), *mean = doubles(d), error = 0.0;
    for (size_t j = 0; j < d; j++) mean[j] = centred(codes + j * n, n, out, x + j * n), w[j] = 0.0;
    const double middle = centred(factor, n, out, y), limit = penalty * (double)(n - (out.to - out.from));
    memcpy(r, y, n * sizeof *r);
    for (size_t t = 1; t <= sweeps; t++) {
        double moved = 0.0, largest = 0.0;
        for (size_t j = 0; j < d; j++) {
            const double norm = product(x + j * n, x + j * n, n), was = w[j];
            if (norm == 0.0) continue;
            const double pull = product(x + j * n, r, n) + norm * was;
            w[j] = copysign(fmax(0.0, fabs(pull) - limit), pull) / norm;
            for (size_t s = 0; s < n; s++) r[s] += x[j * n + s] * (was - w[j]);
            moved = fmax(moved, fabs(w[j] - was)), largest = fmax(largest, fabs(w[j]));
        }
        if (largest == 0.0 || moved / largest < 1e-4 || t == sweeps)
            if (gap_of(x, y, r, n, d, limit, w) < 1e-4 * product(y, y, n)) break;
    }
    for (size_t s = out.from; s < out.to; s++) {
        double miss = factor[s] - middle;
        for (size_t j = 0; j < d; j++) miss -= w[j] * (codes[j * n + s] - mean[j]);
        error += miss * miss / (double)(out.to - out.from);
    }
    free(x), free(y), free(r), free(mean);
    return error;
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

TEST(test_two_ways)
{
    const double penalty[] = { 1e-3, 0.05, 1.0, 30.0 };
    for (size_t t = 0; t < test_repeats(14); t++) {
        assay_stream stream = stream_of(t);
        const size_t n = 40 + (size_t)assay_stream_below(&stream, 100), d = 1 + t % 7, m = 1 + t % 4, folds = 2 + t % 9;
        double *codes = doubles(n * d), *factors = doubles(n * m), w[7 * 4], b[4], slow[7], fold_error[16], train[4];
        size_t chosen[4];
        random_problem(&stream, n, d, m, codes, factors);
        const lasso_options options = { penalty, 4, folds, 5000, 1000 };
        const lasso_result result = { w, b, chosen, train, fold_error, NULL };
        assert_int_equal(lasso_fit(codes, factors, n, d, m, &options, &result), ASSAY_OK);
        for (size_t k = 0; k < m; k++) {
            const double *factor = factors + k * n;
            for (size_t a = 0; a < 4; a++) {
                double error = 0.0;
                for (size_t f = 0; f < folds; f++) {
                    const rows out = { folds_begin(n, folds, f), folds_begin(n, folds, f + 1) };
                    error += slow_fit(codes, factor, n, d, penalty[a], out, slow) / (double)folds;
                }
                /* the two differ by rounding only: 1e-16 times a condition below 1e4 */
                assert_near(fold_error[k * 4 + a], error, 1e-11 * error, "error on the fold left out");
                assert_true(fold_error[k * 4 + a] >= fold_error[k * 4 + chosen[k]]);
            }
            (void)slow_fit(codes, factor, n, d, penalty[chosen[k]], (rows){ 0, 0 }, slow);
            double error = 0.0;
            for (size_t j = 0; j < d; j++) assert_near(w[k * d + j], slow[j], 1e-11, "weight");
            for (size_t s = 0; s < n; s++) {
                double miss = factor[s] - b[k];
                for (size_t j = 0; j < d; j++) miss -= w[k * d + j] * codes[j * n + s];
                error += miss * miss / (double)n;
            }
            assert_near(train[k], error, 1e-11 * error, "training error");
        }
        free(codes), free(factors);
    }
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

/* ------------------------------------------------------------------------------------------- identities -- */

TEST(test_scaling)
{
    for (size_t t = 0; t < test_repeats(20); t++) {
        assay_stream stream = stream_of(200 + t);
        enum { N = 300, D = 5, M = 2 };
        const int by = (int)assay_stream_below(&stream, 81) - 40, code_by = (int)assay_stream_below(&stream, 81) - 40;
        double *codes = doubles(N * D), *factors = doubles(N * M), penalty[3] = { 0.01, 0.1, 1.0 }, w[D * M],
               again[D * M];
        random_problem(&stream, N, D, M, codes, factors);
        const lasso_options options = { penalty, 3, 10, 5000, 1000 };
        assert_int_equal(lasso_fit(codes, factors, N, D, M, &options, &(lasso_result){ .weight = w }), ASSAY_OK);
        for (size_t e = 0; e < N * M; e++) factors[e] = ldexp(factors[e], by);
        for (size_t e = 0; e < N * D; e++) codes[e] = ldexp(codes[e], code_by);
        for (size_t a = 0; a < 3; a++) penalty[a] = ldexp(penalty[a], by + code_by);
        assert_int_equal(lasso_fit(codes, factors, N, D, M, &options, &(lasso_result){ .weight = again }), ASSAY_OK);
        /* units of a power of two: every operation scales exactly, so no bit changes */
        for (size_t e = 0; e < D * M; e++)
            if (!(again[e] == ldexp(w[e], by - code_by))) fail_msg("seed %zu: %.17g, %.17g", 200 + t, again[e], w[e]);
        free(codes), free(factors);
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
    const lasso_options options = { penalty, 2, 10, 5000, 1000 };
    const lasso_result result = { .weight = w, .intercept = &b, .fold_error = error };
    assert_int_equal(lasso_fit(codes, factor, N, D, 1, &options, &result), ASSAY_OK);
    assert_near(w[0], 0.0, 0.0, "dead code");
    assert_near(w[2], 2.0, 1e-6, "live code"); /* the gap is met before the last digits */
    assert_near(b, 1.0, 1e-3, "intercept");    /* up to the second code's weight, below 1e-4 */
    assert_true(error[0] >= 0.0 && error[0] <= 1e-6 && isfinite(error[1]));
}

/* ----------------------------------------------------------------------------------------------- golden -- */

/* Modularity, compactness, explicitness as published: the loop over codes ends at the first dead code. */
static void dci(const double *w, const double *error, size_t m, size_t d, double to[3])
{
    double total = 0.0;
    to[0] = to[1] = to[2] = 0.0;
    for (size_t j = 0; j < d; j++) {
        double sum = 0.0, log_sum = 0.0;
        for (size_t i = 0; i < m; i++) sum += fabs(w[i * d + j]);
        if (sum == 0.0) break;
        for (size_t i = 0; i < m; i++) {
            const double p = fabs(w[i * d + j]) / sum;
            if (p > 0.0) log_sum += p * log(p);
        }
        to[0] += sum * (1.0 + log_sum / log((double)m));
        total += sum;
    }
    if (total > 0.0) to[0] /= total;
    for (size_t i = 0; i < m; i++) {
        double sum = 0.0, log_sum = 0.0;
        for (size_t j = 0; j < d; j++) sum += fabs(w[i * d + j]);
        for (size_t j = 0; j < d; j++) {
            const double p = sum > 0.0 ? fabs(w[i * d + j]) / sum : 1.0 / (double)d;
            if (p > 0.0) log_sum += p * log(p);
        }
        to[1] += (1.0 + log_sum / log((double)d)) / (double)m;
        to[2] += fmax(0.0, 1.0 - 12.0 * error[i]) / (double)m;
    }
}

/* Measured: 1.1e-12 at the worst, where mixing is singular and 600 sweeps add up their rounding. */
#define GOLDEN_TOL 1e-10

static void golden_check(const json_t *record, int matrix)
{
    FREED(assay_data_free) assay_data data = { 0 };
    golden_data(record, &data);
    const size_t n = data.n, m = data.n_factors, d = data.n_codes;
    for (size_t i = 0; i < m; i++) column_unit(data.factors + i * n, n);
    for (size_t j = 0; j < d; j++) column_unit(data.codes + j * n, n);
    double *w = doubles(m * d), error[16], score[3];
    const lasso_options options = lasso_options_standard();
    const lasso_result result = { .weight = w, .training_error = error };
    assert_int_equal(lasso_fit(data.codes, data.factors, n, d, m, &options, &result), ASSAY_OK);
    dci(w, error, m, d, score);
    char *text = json_dumps(json_object_get(record, "params"), 0);
    const json_t *values = json_object_get(record, "values");
    for (size_t e = 0; e < (matrix ? m * d : 3); e++) {
        const double got = matrix ? fabs(w[e]) : score[e];
        const json_t *want = matrix ? json_array_get(json_array_get(values, e / d), e % d) : json_array_get(values, e);
        if (!(fabs(got - json_number_value(want)) <= GOLDEN_TOL))
            fail_msg("%s %s, entry %zu: %.17g is not %.17g", json_string_value(json_object_get(record, "scenario")),
                     text, e, got, json_number_value(want));
    }
    free(text);
    free(w);
}

TEST(test_golden)
{
    json_t *list = golden_read("tests/golden/zaidi2020.json");
    size_t index, scores = 0, matrices = 0;
    json_t *record;
    json_array_foreach(list, index, record)
    {
        if (golden_is(record, "DCI-Lasso", NULL)) golden_check(record, 0), scores++;
        if (golden_is(record, "DCI-Lasso-importance", NULL)) golden_check(record, 1), matrices++;
    }
    assert_true(scores >= 40 && matrices >= 6);
    json_decref(list);
}

TESTS_MAIN
