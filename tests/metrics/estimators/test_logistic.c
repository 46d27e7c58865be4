/*
 * Logistic regression: odds that can be read off a table, the gradient from its definition over the rows. The exp and
 * log underneath against the C library's.
 */
#include "logistic.h"
#include "auc.h"
#include "column_tiles.h"

#include "estimator_data.h"

enum { SOFT = LOGISTIC_MULTINOMIAL, REST = LOGISTIC_ONE_VERSUS_REST };

static logistic_report fit(const double *codes, size_t n, size_t d, const int32_t *label, size_t classes,
                           const logistic_options *options, double *weight)
{
    const logistic_rows rows = { codes, n, n, d, label, classes };
    logistic_report report;
    assert_int_equal(logistic_fit(&rows, options, weight, &report), ASSAY_OK);
    return report;
}

/* Rows at x = 0 and 1 with given numbers of each class: the unpenalised fit has their odds, whatever the form. */
static const struct {
    const char *why;
    size_t count[2][2]; /* [x][class] */
    int32_t balanced;
    double slope, intercept; /* log odds of class 1 */
} tables[] = {
    { "1:3 and 3:1", { { 3, 1 }, { 1, 3 } }, 0, 2.1972245773362196, -1.0986122886681098 },
    { "even at 0, 1:4 at 1", { { 2, 2 }, { 1, 4 } }, 0, 1.3862943611198906, 0 },
    { "x is uninformative: the intercept alone", { { 2, 6 }, { 1, 3 } }, 0, 0, 1.0986122886681098 },
    { "balanced, 8 to 4: class 1 counts twice", { { 6, 1 }, { 2, 3 } }, 1, 2.1972245773362196, -1.0986122886681098 },
};

TEST(test_tables)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        double code[16], weight[4];
        int32_t label[16];
        size_t n = 0;
        for (int x = 0; x < 2; x++)
            for (int k = 0; k < 2; k++)
                for (size_t r = 0; r < tables[t].count[x][k]; r++) code[n] = x, label[n++] = k;
        for (int form = SOFT; form <= REST; form++) {
            const logistic_options options = { .form = form, .balanced = tables[t].balanced, .strength = 1e10 };
            assert_int_equal(fit(code, n, 1, label, 2, &options, weight).converged, 1);
            /* one-versus-rest: either class has the log odds; multinomial: the difference has them */
            const double slope = form == SOFT ? weight[2] - weight[0] : weight[2];
            const double intercept = form == SOFT ? weight[3] - weight[1] : weight[3];
            const double tol = form == SOFT ? 1e-6 : 1e-8; /* R1; L-BFGS ends where the loss's digits do */
            if (!(fabs(slope - tables[t].slope) <= tol && fabs(intercept - tables[t].intercept) <= tol))
                fail_msg("%s, form %d: %.12g %.12g", tables[t].why, form, slope, intercept);
            if (form == REST) assert_true(weight[0] == -weight[2] && weight[1] == -weight[3]);
        }
    }
}

TEST(test_special)
{
    const double codes[] = { 0, 1, 2, 3, 4, 5, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 };
    const int32_t label[] = { 1, 1, 3, 1, 3, 3 }, one[] = { 2, 2, 2, 2, 2, 2 };
    double weight[12], p[24], right;
    for (int form = SOFT; form <= REST; form++) {
        const logistic_options options = { .form = form, .strength = 1.0 };
        logistic_report report = fit(codes, 6, 2, label, 4, &options, weight);
        assert_true(report.classes == 2 && report.converged);
        for (size_t k = 0; k < 4; k++) assert_true(weight[3 * k + 1] == 0.0);              /* R3 */
        assert_true(weight[2] == -HUGE_VAL && weight[8] == -HUGE_VAL && weight[0] == 0.0); /* R2 */
        assert_int_equal(logistic_probability(&(logistic_rows){ codes, 6, 6, 2, NULL, 4 }, weight, form, p), ASSAY_OK);
        for (size_t s = 0; s < 6; s++) {
            assert_true(p[s] == 0.0 && p[12 + s] == 0.0);
            assert_true(fabs(p[6 + s] + p[18 + s] - 1.0) <= 1e-15 && p[6 + s] > 0.0 && p[18 + s] > 0.0);
        }
        report = fit(codes, 6, 2, one, 4, &options, weight);
        assert_true(report.classes == 1 && report.converged);
        assert_int_equal(logistic_probability(&(logistic_rows){ codes, 6, 6, 2, NULL, 4 }, weight, form, p), ASSAY_OK);
        assert_int_equal(logistic_accuracy(&(logistic_rows){ codes, 6, 6, 2, one, 4 }, weight, &right), ASSAY_OK);
        for (size_t s = 0; s < 6; s++) assert_true(p[12 + s] == 1.0 && right == 1.0); /* R2 */
    }
}

TEST(test_refusals)
{
    const double code[] = { 1, 2, 3 };
    const int32_t high[] = { 0, 1, 2 }, low[] = { 0, -1, 1 };
    double weight[6];
    logistic_options options = { .form = REST, .strength = 1.0 };
    /* R4 */
    assert_int_equal(logistic_fit(&(logistic_rows){ code, 3, 3, 1, high, 2 }, &options, weight, NULL), ASSAY_EINPUT);
    assert_int_equal(logistic_fit(&(logistic_rows){ code, 3, 3, 1, low, 2 }, &options, weight, NULL), ASSAY_EINPUT);
    assert_int_equal(logistic_fit(&(logistic_rows){ code, 3, 0, 1, high, 3 }, &options, weight, NULL), ASSAY_EINPUT);
    assert_int_equal(logistic_fit(&(logistic_rows){ code, 3, 3, 1, high, 0 }, &options, weight, NULL), ASSAY_EINPUT);
    options.strength = 0.0;
    assert_int_equal(logistic_fit(&(logistic_rows){ code, 3, 3, 1, high, 3 }, &options, weight, NULL), ASSAY_EINPUT);
    options.strength = (double)NAN;
    assert_int_equal(logistic_fit(&(logistic_rows){ code, 3, 3, 1, high, 3 }, &options, weight, NULL), ASSAY_EINPUT);
}

/* Classes set apart by a wide gap, no penalty to speak of: finite weights that tell all rows right (R1). */
TEST(test_separable)
{
    enum { N = 300, K = 3 };
    double codes[2 * N], weight[3 * K], accuracy;
    int32_t label[N];
    assay_stream stream = stream_of(4);
    for (size_t s = 0; s < N; s++) {
        label[s] = (int32_t)(s % K);
        codes[s] = cos(2.1 * label[s]) * 10 + assay_stream_uniform(&stream);
        codes[N + s] = sin(2.1 * label[s]) * 10 + assay_stream_uniform(&stream);
    }
    for (int form = SOFT; form <= REST; form++) {
        for (double c = 1.0; c <= 1e10; c *= 1e5) {
            const logistic_options options = { .form = form, .strength = c };
            (void)fit(codes, N, 2, label, K, &options, weight);
            for (size_t e = 0; e < 3 * K; e++) assert_true(isfinite(weight[e]));
            const logistic_rows rows = { codes, N, N, 2, label, K };
            assert_int_equal(logistic_accuracy(&rows, weight, &accuracy), ASSAY_OK);
            if (!(accuracy == 1.0)) fail_msg("form %d, C = %g: %g", form, c, accuracy);
        }
    }
    /* too few passes: the fit so far, and the flag down */
    const logistic_options few = { .form = REST, .strength = 1e10, .passes = 2 };
    assert_int_equal(fit(codes, N, 2, label, K, &few, weight).converged, 0);
    for (size_t e = 0; e < 3 * K; e++) assert_true(isfinite(weight[e]));
}

/* Codes of different scale and origin, correlated, that tell classes roughly. */
static void random_problem(assay_stream *stream, size_t n, size_t d, size_t classes, double *codes, int32_t *label)
{
    for (size_t s = 0; s < n; s++) {
        label[s] = (int32_t)(s < classes ? s : assay_stream_below(stream, classes));
        for (size_t j = 0; j < d; j++) {
            const double before = j ? codes[(j - 1) * n + s] : 0.0;
            const double side = j % classes == (size_t)label[s] ? 1.0 : 0.0;
            codes[j * n + s] = side + 0.5 * before + assay_stream_normal(stream);
        }
    }
    for (size_t j = 0; j < d; j++)
        for (size_t s = 0; s < n; s++)
            codes[j * n + s] = codes[j * n + s] * pow(4.0, (double)(j % 5) - 2.0) + (double)j;
}

/* Largest share of the sums of |terms| of the gradient that is left at the weights, for all classes and codes. */
static double gradient_left(const double *codes, size_t n, size_t d, const int32_t *label, size_t classes,
                            const logistic_options *options, const double *weight)
{
    double worst = 0.0, *left = doubles(d + 1), *size = doubles(d + 1), *count = doubles(classes);
    for (size_t s = 0; s < n; s++) count[label[s]] += 1.0;
    for (size_t k = 0; k < classes; k++) {
        const double *own = weight + k * (d + 1);
        for (size_t j = 0; j <= d; j++) {
            const double pull = j < d || options->penalise_intercept ? own[j] / options->strength : 0.0;
            left[j] = pull, size[j] = fabs(pull);
        }
        for (size_t s = 0; s < n; s++) {
            double score[16], sum = 0.0, most = -HUGE_VAL;
            for (size_t l = 0; l < classes; l++) {
                score[l] = weight[l * (d + 1) + d];
                for (size_t j = 0; j < d; j++) score[l] += weight[l * (d + 1) + j] * codes[j * n + s];
                most = fmax(most, score[l]);
            }
            for (size_t l = 0; l < classes; l++) sum += exp(score[l] - most);
            const int in = label[s] == (int32_t)k;
            const double p = options->form == SOFT ? exp(score[k] - most) / sum : 1.0 / (1.0 + exp(-score[k]));
            double cost = 1.0;
            if (options->balanced && options->form == SOFT) cost = (double)n / ((double)classes * count[label[s]]);
            if (options->balanced && options->form == REST)
                cost = (double)n / (2.0 * (in ? count[k] : (double)n - count[k]));
            for (size_t j = 0; j <= d; j++) {
                const double x = j < d ? codes[j * n + s] : 1.0;
                left[j] += cost * (p - in) * x;
                size[j] += cost * 0.5 * fabs(x);
            }
        }
        for (size_t j = 0; j <= d; j++) worst = fmax(worst, fabs(left[j]) / size[j]);
    }
    free(left), free(size), free(count);
    return worst;
}

TEST(test_gradient)
{
    for (size_t t = 0; t < test_repeats(60); t++) {
        assay_stream stream = stream_of(t);
        const size_t classes = 2 + t % 5, d = 1 + t % 9,
                     n = t % 7 == 6 ? 7000 : 60 + (size_t)assay_stream_below(&stream, 500);
        double *codes = doubles(n * d), weight[6 * 10];
        int32_t *label = labels(n);
        random_problem(&stream, n, d, classes, codes, label);
        const logistic_options options = { .form = t & 1,
                                           .balanced = t >> 1 & 1,
                                           .penalise_intercept = t % 3 == 2,
                                           .strength = pow(10.0, (double)(t % 6) - 2.0) };
        const logistic_report report = fit(codes, n, d, label, classes, &options, weight);
        const double left = gradient_left(codes, n, d, label, classes, &options, weight);
        /* R1: 1e-8 of the spread for Newton's method, two digits less where L-BFGS runs out of the loss's digits */
        if (!(report.converged && left <= (options.form == REST ? 1e-9 : 1e-6)))
            fail_msg("seed %zu, form %d, n %zu, d %zu: %g left, converged %d", t, options.form, n, d, left,
                     report.converged);
        free(codes), free(label);
    }
}

/* Codes with far outliers: a full Newton step from the start overshoots there. */
TEST(test_outliers)
{
    for (size_t t = 0; t < test_repeats(100); t++) {
        enum { N = 80, D = 2, K = 3 };
        assay_stream stream = stream_of(500 + t);
        double codes[N * D], weight[K * (D + 1)];
        int32_t label[N];
        random_problem(&stream, N, D, K, codes, label);
        for (size_t e = 0; e < N * D; e++) {
            const double u = assay_stream_uniform(&stream) - 0.5;
            codes[e] = codes[e] / 10.0 + copysign(pow(fabs(u), -3.0), u);
        }
        const logistic_options options = { .form = REST, .balanced = t & 1, .strength = pow(10.0, (double)(t % 5)) };
        const logistic_report report = fit(codes, N, D, label, K, &options, weight);
        const double left = gradient_left(codes, N, D, label, K, &options, weight);
        if (!(report.converged && left <= 1e-8))
            fail_msg("seed %zu: %g left, %zu passes", 500 + t, left, report.passes);
    }
}

static double ulps(double got, long double want)
{
    const double near = (double)want;
    return (double)(fabsl((long double)got - want) / (long double)(nextafter(near, HUGE_VAL) - near));
}

TEST(test_functions)
{
    assay_stream stream = stream_of(9);
    double worst_exp = 0.0, worst_log = 0.0;
    for (size_t t = 0; t < test_repeats(100000); t++) {
        const double x = t % 3 == 0 ? 700.0 * assay_stream_uniform(&stream) : 3.0 * assay_stream_uniform(&stream);
        const double y = t % 2 ? 1.0 + assay_stream_uniform(&stream) : exp(40.0 * assay_stream_uniform(&stream));
        const lanes at = LANES_ALL(x), of = LANES_ALL(y);
        lanes e, l;
        tile_exp_minus(&at, &e);
        tile_log(&of, &l);
        worst_exp = fmax(worst_exp, ulps(e[t % 4], expl(-(long double)x)));
        worst_log = fmax(worst_log, fabs(l[t % 4] - log(y)) / fmax(1.0, log(y)));
    }
    if (!(worst_exp <= 3.0 && worst_log <= 1e-15))
        fail_msg("exp %g units in the last place, log %g", worst_exp, worst_log);
    const lanes ends = { 0.0, 700.0, 1e9, HUGE_VAL };
    lanes e, l;
    tile_exp_minus(&ends, &e);
    assert_true(e[0] == 1.0 && e[1] > 9.8e-305 && e[2] == e[1] && e[3] == e[1]);
    const lanes one = LANES_ALL(1.0);
    tile_log(&one, &l);
    assert_true(l[0] == 0.0);
}

/* The library's probabilities, perhaps in wide registers, against the same operations here, one class at a time. */
TEST(test_bits)
{
    enum { N = 333, D = 4, K = 3 };
    assay_stream stream = stream_of(10);
    double codes[N * D], weight[K * (D + 1)], p[K * N];
    for (size_t e = 0; e < N * D; e++) codes[e] = assay_stream_normal(&stream);
    for (size_t e = 0; e < K * (D + 1); e++) weight[e] = 3.0 * assay_stream_normal(&stream);
    assert_int_equal(logistic_probability(&(logistic_rows){ codes, N, N, D, NULL, K }, weight, REST, p), ASSAY_OK);
    for (size_t s = 0; s < N; s++) {
        double one[K], sum = 0.0;
        for (size_t k = 0; k < K; k++) {
            double score = weight[k * (D + 1) + D];
            for (size_t j = 0; j < D; j++) score += weight[k * (D + 1) + j] * codes[j * N + s];
            const lanes size = LANES_ALL(fabs(score));
            lanes e;
            tile_exp_minus(&size, &e);
            one[k] = (score < 0.0 ? e[0] : 1.0) / (1.0 + e[0]);
            sum += one[k];
        }
        for (size_t k = 0; k < K; k++) assert_true(p[k * N + s] == one[k] / sum);
    }
}

TESTS_MAIN
