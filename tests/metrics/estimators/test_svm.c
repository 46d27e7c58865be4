/* One-code support vector machines: minima worked out by hand, the gradient from its definition over the rows. */
#include "svm.h"

#include "estimator_data.h"

#define TOL 1e-13 /* a few operations on numbers of size 1 */

static void fit(const double *code, size_t n, const int32_t *label, size_t classes, svm_options options, double *w,
                double *b)
{
    FREED(svm_code_free) svm_code sorted;
    assert_int_equal(svm_code_make(code, n, &sorted), ASSAY_OK);
    assert_int_equal(svm_fit(&sorted, label, classes, &options, w, b), ASSAY_OK);
}

/* x = -1 and 1, one row of each class: b = 0, and w^2/2 + 2C (1 - w)^2 is least at w = 4C / (1 + 4C). */
TEST(test_two_points)
{
    const double code[] = { -1, 1 };
    const int32_t label[] = { 0, 1 };
    for (double c = 1e-6; c < 1e7; c *= 10) {
        double w[2], b[2];
        fit(code, 2, label, 2, (svm_options){ c, 0 }, w, b);
        const double want = 4 * c / (1 + 4 * c);
        if (!(fabs(w[1] - want) <= TOL * want && fabs(b[1]) <= TOL)) fail_msg("C = %g: %.17g, %.17g", c, w[1], b[1]);
        assert_true(w[0] == -w[1] && b[0] == -b[1]);
    }
}

static const struct {
    const char *why;
    size_t n, classes;
    double code[6];
    int32_t label[6];
    double strength;
    int balanced;
    double w[3], b[3];
    /* clang-format off */
} known[] = {
    /* all x = 2, class 1 against one other row: score f = 2w + b, w = 2b, so f = 5b and the penalty is f^2 / 10:
       f/5 + 2C (f - 1) + 2C (f + 1) = 0 at f = 0 for one row each */
    { "a constant code, classes even: no score", 2, 2, { 2, 2 }, { 0, 1 }, 1, 0, { 0, 0 }, { 0, 0 } },
    /* three rows of class 1 against one: f/5 + 6 (f - 1) + 2 (f + 1) = 0, f = 4 / 8.2, b = f/5, w = 2b */
    { "a constant code, three to one", 4, 2, { 2, 2, 2, 2 }, { 0, 1, 1, 1 }, 1, 0,
      { -0.8 / 4.1, 0.8 / 4.1 }, { -0.4 / 4.1, 0.4 / 4.1 } },
    /* balanced: the one row counts 4/2, the three 4/6 each: even again */
    { "balanced: three to one as if even", 4, 2, { 2, 2, 2, 2 }, { 0, 1, 1, 1 }, 1, 1, { 0, 0 }, { 0, 0 } },
    /* x = 0: w = 0; each class 1 row in, 2 out: b + 2C (b - 1) + 4C (b + 1) = 0, b = -2C / (1 + 6C) */
    { "three classes at x = 0", 3, 3, { 0, 0, 0 }, { 0, 1, 2 }, 0.5, 0, { 0, 0, 0 }, { -0.25, -0.25, -0.25 } },
    /* as above with two rows of class 0; balanced weighs only the class's own rows, by 4 / (3 N_k):
       class 0: b + 2 C 2 (2/3) (b - 1) + 2 C 2 (b + 1) = 0 at C = 1/2: b (1 + 4/3 + 2) = 4/3 - 2
       class 1: b + 2 C (4/3) (b - 1) + 2 C 3 (b + 1) = 0: b (1 + 4/3 + 3) = 4/3 - 3 */
    { "balanced, three classes: the others keep C", 4, 3, { 0, 0, 0, 0 }, { 0, 0, 1, 2 }, 0.5, 1,
      { 0, 0, 0 }, { -2.0 / 13, -5.0 / 16, -5.0 / 16 } },
    { "R2: a class without rows", 2, 3, { -1, 1 }, { 0, 2 }, 0.25, 0, { -0.5, 0, 0.5 }, { 0, -HUGE_VAL, 0 } },
    { "R2: one class alone", 2, 2, { -1, 1 }, { 1, 1 }, 0.25, 0, { 0, 0 }, { -HUGE_VAL, 0 } },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        double w[3], b[3];
        fit(known[t].code, known[t].n, known[t].label, known[t].classes,
            (svm_options){ known[t].strength, known[t].balanced }, w, b);
        for (size_t k = 0; k < known[t].classes; k++) {
            const int same = b[k] == known[t].b[k] || fabs(b[k] - known[t].b[k]) <= TOL;
            if (!(fabs(w[k] - known[t].w[k]) <= TOL && same))
                fail_msg("%s, class %zu: %g %g", known[t].why, k, w[k], b[k]);
        }
    }
}

TEST(test_refusals)
{
    const double code[] = { 1, 2, 3 };
    const int32_t low[] = { 0, -1, 0 }, high[] = { 0, 1, 2 };
    double w[2], b[2];
    svm_code sorted;
    assert_int_equal(svm_code_make(code, 0, &sorted), ASSAY_EINPUT);
    assert_int_equal(svm_code_make(code, 3, &sorted), ASSAY_OK);
    assert_int_equal(svm_fit(&sorted, low, 2, &(svm_options){ 1, 0 }, w, b), ASSAY_EINPUT);
    assert_int_equal(svm_fit(&sorted, high, 2, &(svm_options){ 1, 0 }, w, b), ASSAY_EINPUT);
    assert_int_equal(svm_fit(&sorted, high, 3, &(svm_options){ 0, 0 }, w, b), ASSAY_EINPUT);
    assert_int_equal(svm_fit(&sorted, high, 3, &(svm_options){ HUGE_VAL, 0 }, w, b), ASSAY_EINPUT);
    svm_code_free(&sorted);
    assert_true(isnan(svm_accuracy(code, 0, low, w, b, 2)));
}

static void random_problem(assay_stream *stream, size_t t, size_t n, size_t classes, double *code, int32_t *label)
{
    const double wide = t % 3 == 1 ? 1e-3 : t % 3 == 2 ? 1e3 : 1.0, away = t % 5 == 1 ? 100.0 * wide : 0.0;
    for (size_t s = 0; s < n; s++) {
        label[s] = (int32_t)(s < classes ? s : assay_stream_below(stream, classes));
        const double x = assay_stream_normal(stream) + 1.5 * label[s] * (double)(t % 2);
        const double tail = t % 7 == 6 ? pow(assay_stream_uniform(stream), -2.0) : 1.0; /* some with far outliers */
        code[s] = away + wide * (t % 4 == 3 ? floor(2.0 * x) : x * tail);               /* some with many ties */
    }
}

/* The gradient at the minimum, over the rows, against the size of its largest terms. */
TEST(test_gradient)
{
    for (size_t t = 0; t < test_repeats(200); t++) {
        enum { N = 200, K = 6 };
        assay_stream stream = stream_of(t);
        const size_t classes = 3 + t % 4;
        const double c = pow(10.0, (double)(t % 9) - 4.0);
        double code[N], w[K], b[K];
        int32_t label[N];
        random_problem(&stream, t, N, classes, code, label);
        const int balanced = t % 2 == 0;
        fit(code, N, label, classes, (svm_options){ c, balanced }, w, b);
        for (size_t k = 0; k < classes; k++) {
            double rows = 0.0, slope = w[k], level = b[k], slope_size = fabs(w[k]), level_size = fabs(b[k]);
            for (size_t s = 0; s < N; s++) rows += label[s] == (int32_t)k;
            for (size_t s = 0; s < N; s++) {
                const double y = label[s] == (int32_t)k ? 1.0 : -1.0,
                             miss = fmax(0.0, 1.0 - y * (w[k] * code[s] + b[k]));
                const double cost = c * (balanced && y > 0.0 ? N / ((double)classes * rows) : 1.0);
                slope -= 2.0 * cost * y * miss * code[s], slope_size += 2.0 * cost * miss * fabs(code[s]);
                level -= 2.0 * cost * y * miss, level_size += 2.0 * cost * miss;
            }
            /* codes 100 widths away from 0 lose two digits, prefix sums one more; far outliers take some more */
            const double tol = t % 7 == 6 ? 1e-7 : 1e-12;
            if (!(fabs(slope) <= tol * slope_size && fabs(level) <= tol * level_size))
                fail_msg("seed %zu, class %zu: %g of %g, %g of %g", t, k, slope, slope_size, level, level_size);
        }
    }
}

/* Full Newton steps alone go round in circles here. At the minimum only the middle row is within its margin, so that
 * (w, b) = 2C (x, 1) / (1 + 2C (x^2 + 1)) and the objective is C / (1 + 2C (x^2 + 1)). */
TEST(test_overshoot)
{
    const double code[] = { 52936144.527299121, -101.39097414711871, 17530.070859195959 }, c = 1e7, x = code[1];
    const int32_t label[] = { 0, 1, 0 };
    double w[2], b[2], objective;
    fit(code, 3, label, 2, (svm_options){ c, 0 }, w, b);
    objective = 0.5 * (w[1] * w[1] + b[1] * b[1]);
    for (size_t s = 0; s < 3; s++) {
        const double miss = fmax(0.0, 1.0 - (label[s] ? 1.0 : -1.0) * (w[1] * code[s] + b[1]));
        objective += c * miss * miss;
    }
    const double want = c / (1.0 + 2.0 * c * (x * x + 1.0));
    /* the loss is 1e11 times as steep as the penalty: what is left of the digits leaves a thousandth */
    if (!(fabs(objective - want) <= 1e-3 * want)) fail_msg("%g is not %g", objective, want);
}

/* Extreme units: finite answers, and a code that tells the classes apart does so. */
TEST(test_extremes)
{
    static const double unit[] = { 1e-300, 1e-12, 1e12, 1e150 };
    for (size_t t = 0; t < sizeof unit / sizeof *unit; t++) {
        double code[20], w[2], b[2];
        int32_t label[20];
        for (size_t s = 0; s < 20; s++) label[s] = s >= 10, code[s] = unit[t] * ((double)s - 9.5);
        fit(code, 20, label, 2, (svm_options){ 1.0, 0 }, w, b);
        assert_true(isfinite(w[1]) && isfinite(b[1]));
        if (unit[t] > 1.0) assert_true(svm_accuracy(code, 20, label, w, b, 2) == 1.0);
    }
}

TESTS_MAIN
