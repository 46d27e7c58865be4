/*
 * smoothness and monotonicity: the scenario interp in closed form, refusals, invariance to scale, the published
 * implementation's numbers on its four inputs.
 *
 * TOL: sums of 15 second differences of numbers up to 64, divided by steps of 0.5, round below 1e-12. Closed forms with
 * six digits are compared to 1e-6, which is all that is printed of them.
 */
#include "check.h"

#define TOL 1e-12
#define TOL_PRINTED 1e-6
#define TOL_GOLDEN 1e-9

static const struct {
    const char *attribute;
    size_t points;
    double smoothness, monotonicity, tol;
} known[] = {
    { "line", 17, 1, 1, 0 },
    { "falling", 17, 1, -1, 0 },
    { "square", 16, 1 - 1.0 / 14, 1, TOL },            /* x_k = 2, slopes 1 to 29 */
    { "cube", 16, 1 - 36540.0 / (630 * 630), 1, TOL }, /* x_k = 6k, slopes 1 to 631 */
    { "cube-centred", 17, 1 - 2.5 / 14, 1, TOL },      /* x_k = 3|k|/2, k = -7..7: mean 7.5, range 42 */
    { "parabola", 17, 14.0 / 15, 0, TOL },             /* x_k = 1, slopes -7.5 to 7.5 */
    { "logistic", 17, .838679, 1, TOL_PRINTED },
    { "tanh", 17, .720066, 1, TOL_PRINTED },
    { "sine-half", 17, .832897, 1, TOL_PRINTED },
    { "sine", 17, .841735, 0, TOL_PRINTED },
    { "cosine", 17, .846225, 0, TOL_PRINTED },
    { "step", 17, 0, 1, TOL },        /* one slope of 2, two x of 2 */
    { "alternating", 17, 0, 0, TOL }, /* all x = 8 = the range */
    { "staircase", 17, 0, 1, TOL },   /* slopes 1 and 3 in turn: all x = 2 = the range */
};

TEST(test_closed_forms)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char parameters[64];
        FREED(assay_data_free) assay_data data = { 0 };
        snprintf(parameters, sizeof parameters, "attribute=%s", known[k].attribute);
        data_at(&data, "interp", parameters, known[k].points, 0);
        check_near(score_of(&data, "smoothness"), known[k].smoothness, known[k].tol, known[k].attribute);
        check_near(score_of(&data, "monotonicity"), known[k].monotonicity, 0, known[k].attribute);
        for (size_t s = 0; s < data.n; s++) data.codes[s] = -0.25 * data.codes[s] + 3; /* moved the other way */
        check_near(score_of(&data, "smoothness"), known[k].smoothness, known[k].tol + TOL, known[k].attribute);
        check_near(score_of(&data, "monotonicity"), -known[k].monotonicity, 0, known[k].attribute);
    }
}

/* Several traverses: found by their equal steps, told by steps=, averaged in four ways; left-over rows do not count. */
TEST(test_traverses)
{
    FREED(assay_data_free) assay_data data = { 0 };
    data_at(&data, "interp", "attribute=mixed", 2 * 17 + 5, 0);
    check_near(score_of(&data, "smoothness"), (1 + 14.0 / 15) / 2, TOL, "z and z^2");
    check_near(score_of(&data, "smoothness:steps=17"), (1 + 14.0 / 15) / 2, TOL, "17 rows each");
    check_near(score_of(&data, "smoothness:steps=17:reduce-mode=sample"), (1 + 14.0 / 15) / 2, TOL, "sample");
    check_near(score_of(&data, "smoothness:steps=17:reduce-mode=all"), (1 + 14.0 / 15) / 2, TOL, "all");
    check_near(score_of(&data, "monotonicity"), 0.5, 0, "1 and 0");
    check_undefined(&data, "smoothness:reduce-mode=none", "not-applicable");
    check_undefined(&data, "smoothness@latte2021", "degenerate-traverse"); /* 0/0 in the first */
    check_near(score_of(&data, "smoothness@latte2021:nanmean=yes"), 14.0 / 15, TOL, "the second alone");
    check_undefined(&data, "smoothness:steps=18", "degenerate-traverse"); /* over the jump */
    check_undefined(&data, "smoothness:steps=40", "too-few-samples");
    check_undefined(&data, "smoothness:steps=2", "too-few-samples");
    check_near(score_of(&data, "monotonicity:steps=2"), 9.0 / 19, TOL, "8 up, the jump down, 4 down, 4 up, 2 up");

    data_at(&data, "interp", "attribute=line", 34, 0);
    check_near(score_of(&data, "smoothness@latte2021:edge=mended"), 1, 0, "both straight");
    for (size_t s = 0; s < 34; s++) data.factors[s] = 2 * data.codes[s];
    check_near(score_of(&data, "smoothness@latte2021"), 1, 0, "both straight to the last bit");
    for (size_t s = 0; s < 17; s++) data.factors[s] = 0.7;
    check_near(score_of(&data, "monotonicity"), 1, 0, "a flat one is left out");
    check_undefined(&data, "monotonicity:nanmean=no", "degenerate-traverse");
    check_near(score_of(&data, "monotonicity:degenerate=zero"), 0.5, 0, "or is 0");
    check_near(score_of(&data, "monotonicity:degenerate=one"), 1, 0, "or 1");
    check_near(score_of(&data, "smoothness"), 1, 0, "flat is straight");
}

/* Two attributes, three traverses, one of the six undefined: the ways to average part. */
TEST(test_reductions)
{
    enum { N = 9 };
    FREED(assay_data_free) assay_data data = { 0 };
    const double codes[2 * N] = { 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2 };
    const double factors[2 * N] = { 0, 1, 2, 5, 5, 5, 0, -1, 0, 1, 0, -1, 2, 1, 0, 0, 1, 2 };
    data_of(&data, N, 2, 2, factors, codes, NULL); /* 1, undefined, 0; -1, -1, 1 */
    FREED(assay_scores_free)
    assay_scores scores = scores_of(&data, "monotonicity:steps=3,monotonicity:steps=3:reduce-mode=none");
    check_near(scores.at[0].items[0].value, 0.5, 0, "(1 + 0)/2");
    check_near(scores.at[0].items[1].value, -1.0 / 3, TOL, "(-1 - 1 + 1)/3");
    check_near(scores.at[0].overall.value, (0.5 - 1.0 / 3) / 2, TOL, "mean of the attributes");
    assert_int_equal(scores.at[1].n_undefined, 2);
    assay_scores_free(&scores);
    check_near(score_of(&data, "monotonicity:steps=3:reduce-mode=sample"), -0.5 / 3, TOL, "(0 - 1 + 1/2)/3");
    check_near(score_of(&data, "monotonicity:steps=3:reduce-mode=all"), 0, 0, "(1 + 0 - 1 - 1 + 1)/5");
    check_undefined(&data, "monotonicity:steps=3:reduce-mode=all:nanmean=no", "degenerate-traverse");
    check_undefined(&data, "monotonicity:steps=3:reduce-mode=sample:nanmean=no", "degenerate-traverse");
    check_near(score_of(&data, "monotonicity:steps=3:nanmean=no"), -1.0 / 3, TOL, "the first attribute is out");

    const double uneven[5] = { 0, 1, 3, 4, 8 }, up_down[10] = { 0, 1, 2, 1, 2, 0, 1, 2, 3, 4 };
    data_of(&data, 5, 1, 1, up_down, uneven, NULL);
    check_near(score_of(&data, "monotonicity:steps=5"), 0.5, 0, "one traverse of five rows: three up, one down");
    check_undefined(&data, "monotonicity", "not-applicable"); /* unequal steps are no sign of a traverse */
    const double even[10] = { 0, 1, 2, 3, 4, 0, 1, 2, 3, 4 };
    data_of(&data, 5, 2, 2, up_down, even, NULL);
    check_near(score_of(&data, "monotonicity"), 0.75, 0, "1/2 and 1");
    check_undefined(&data, "monotonicity:reduce-mode=none", "not-applicable");
    scores = scores_of(&data, "monotonicity:reduce-mode=none");
    check_near(scores.at[0].items[0].value, 0.5, 0, "single traverses keep their scores");
}

TEST(test_options)
{
    FREED(assay_data_free) assay_data data = { 0 };
    data_at(&data, "interp", "attribute=cube", 16, 0); /* x_k = 6k, k = 1..14, range 630 */
    check_near(score_of(&data, "smoothness:max-mode=naive"), 1 - 84.0 / 630, TOL, "the largest x");
    check_near(score_of(&data, "smoothness:p=3"), 1 - 6.0 * 11025 / 1015 / 630, TOL, "6 sum k^3 / sum k^2");

    data_at(&data, "interp", "attribute=step", 17, 0);
    check_undefined(&data, "smoothness:ptp-mode=0.5", "degenerate-traverse"); /* both quartiles of the slopes are 0 */
    check_near(score_of(&data, "smoothness:ptp-mode=0.5:clamp=yes"), 0, 0, "minus infinity, clamped");

    data_at(&data, "interp", "attribute=square", 16, 0); /* slopes 1, 3, ... 29 */
    check_near(score_of(&data, "smoothness:ptp-mode=0.5"), 1 - 2.0 / 14, TOL, "quartiles 8 and 22");
    check_near(score_of(&data, "smoothness:ptp-mode=0.05"), 1 - 2.0 / 1.4, TOL, "15 +- .7");
    check_near(score_of(&data, "smoothness:ptp-mode=0.05:clamp=yes"), 0, 0, "below 0");
    check_near(score_of(&data, "monotonicity:eps=28.9"), 1, 0, "one slope is left");
    check_undefined(&data, "monotonicity:eps=29", "degenerate-traverse");
}

/* A line that is straight up to rounding: 1, where the published formula gives anything. */
TEST(test_rounding)
{
    enum { N = 11 };
    double z[N], a[N];
    FREED(assay_data_free) assay_data data = { 0 };
    for (size_t k = 0; k < N; k++) {
        z[k] = -1 + 2 * (double)k / (N - 1);
        a[k] = 0.3 * z[k] + 0.1;
    }
    data_of(&data, N, 1, 1, a, z, NULL);
    check_near(score_of(&data, "smoothness"), 1, 0, "a = 0.3 z + 0.1");
    if (!(score_of(&data, "smoothness@latte2021") < 0.9)) fail_msg("the published formula was to fail here");
    for (size_t k = 0; k < N; k++) data.factors[k] = 1e6 + 0.1 * z[k];
    check_near(score_of(&data, "smoothness"), 1, 0, "a far from 0");
    for (size_t k = 0; k < N; k++) {
        data.codes[k] = 1e-6 * (double)k;
        data.factors[k] = 0.3 * data.codes[k] + 0.1;
    }
    check_near(score_of(&data, "smoothness"), 1, 0, "small steps");
    for (size_t k = 0; k < N; k++) {
        data.codes[k] = 1e5 + 0.2 * (double)k;
        data.factors[k] = 0.06 * (double)k;
    }
    check_near(score_of(&data, "smoothness"), 1, 0, "z far from 0");
    memcpy(data.codes, z, sizeof z);
    for (size_t k = 0; k < N; k++) data.factors[k] = a[k] + 1e-9 * z[k] * z[k];
    check_near(score_of(&data, "smoothness"), 1 - 1.0 / 9, 1e-4, "a curve of 1e-9 is still one, to 1e-15/1e-9 a slope");
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    data_at(&data, "interp", "attribute=constant", 17, 0);
    check_undefined(&data, "monotonicity", "degenerate-traverse");
    check_near(score_of(&data, "smoothness"), 1, 0, "constant");
    for (size_t s = 0; s < 17; s++) data.codes[s] = 2;
    check_undefined(&data, "monotonicity", "not-applicable");
    check_undefined(&data, "monotonicity:steps=17", "degenerate-traverse");
    check_undefined(&data, "smoothness:steps=17", "degenerate-traverse");

    data_at(&data, "interp", "attribute=tanh", 17, 0);
    data.codes[5] += 0.01;
    check_undefined(&data, "smoothness", "not-applicable"); /* not three traverses of five rows */
    check_undefined(&data, "smoothness:steps=17", "degenerate-traverse");
    check_near(score_of(&data, "monotonicity:steps=17"), 1, 0, "steps of any size");
    data.codes[5] = data.codes[4];
    check_undefined(&data, "monotonicity:steps=17", "degenerate-traverse");
    data.codes[5] += 0.5 + 1e-7;
    check_near(score_of(&data, "smoothness:steps=17"), .720066, 1e-5, "2e-7 of a step off");
    check_undefined(&data, "smoothness@latte2021:steps=17", "degenerate-traverse");
    data.codes[5] -= 1e-7;
    data.factors[3] = NAN;
    check_undefined(&data, "smoothness", "degenerate-traverse");
    check_undefined(&data, "monotonicity", "degenerate-traverse");

    data_at(&data, "interp", "attribute=tanh", 2, 0);
    check_undefined(&data, "smoothness", "too-few-samples");
    check_near(score_of(&data, "monotonicity"), 1, 0, "two points have one slope");
    data_at(&data, "interp", "attribute=tanh", 1, 0);
    check_undefined(&data, "monotonicity", "too-few-samples");

    const double columns[6] = { 0, 1, 3, 0, 2, 3 };
    const int32_t levels[2] = { 0, 4 };
    data_of(&data, 3, 2, 1, columns, columns, levels);
    FREED(assay_scores_free)
    assay_scores scores = scores_of(&data, "monotonicity:steps=3,monotonicity@latte2021:steps=3");
    assert_string_equal(scores.at[0].items[1].undefined, "not-applicable: factor v2 has no code of its own among 1");
    check_near(scores.at[0].overall.value, 1, 0, "factor 0 alone");
    assay_scores_free(&scores);
    data_of(&data, 3, 2, 2, columns, columns, levels);
    scores = scores_of(&data, "monotonicity:steps=3,monotonicity@latte2021:steps=3");
    assert_string_equal(scores.at[0].items[1].undefined,
                        "not-applicable: factor v2 is categorical, its labels are no quantity; nominal=number takes "
                        "ordered classes as numbers");
    check_near(scores.at[1].items[1].value, 1, 0, "taken as numbers");
}

/* The arrays of a record, as its `input` says; traverses one after the other. */
static void golden_input(const char *name, assay_data *to)
{
    const size_t samples = *name == 'A' ? 3 : *name == 'B' ? 2 : 1, points = *name == 'B' ? 9 : 11;
    const size_t m = *name == 'B' ? 2 : 1, d = *name == 'B' ? 3 : 1, n = samples * points;
    assert_int_equal(assay_data_shape(to, n, m, d), ASSAY_OK);
    for (size_t r = 0; r < n; r++) {
        const size_t s = r / points;
        const double k = (double)(r % points), t = -1 + 0.2 * k;
        double *z = to->codes + r, *a = to->factors + r;
        if (*name == 'B') {
            z[0] = -2 + 0.5 * k + 0.1 * (double)s;
            z[n] = 0.25 * k + 0.1 * (double)s;
            z[2 * n] = 1 + 0.125 * k + 0.1 * (double)s;
            a[0] = z[0] * z[0] * (1 + (double)s);
            a[n] = tanh(3 * (z[n] - 1));
            continue;
        }
        *z = t;
        *a = *name == 'C' ? 0.7 : *name == 'D' ? 2 * t : s == 0 ? t * t * t : s == 1 ? sin(3 * t) : exp(t);
    }
}

/* reg_dim [1, 0] of the record orders its output by code: attributes and codes change places together. */
static void exchange(double *columns, size_t n)
{
    for (size_t s = 0; s < n; s++) {
        const double keep = columns[s];
        columns[s] = columns[n + s];
        columns[n + s] = keep;
    }
}

static void variant_of(const json_t *record, size_t points, char *to, size_t size)
{
    const json_t *options = json_object_get(record, "options"), *ptp = json_object_get(options, "ptp_mode"),
                 *p = json_object_get(options, "p"), *threshold = json_object_get(options, "liad_thresh");
    const char *reduce = golden_text(options, "reduce_mode");
    size_t used = (size_t)snprintf(to, size, "%s@latte2021:steps=%zu",
                                   *golden_text(record, "metric") == 'S' ? "smoothness" : "monotonicity", points);
    if (*reduce && strcmp(reduce, "none") != 0)
        used += (size_t)snprintf(to + used, size - used, ":reduce-mode=%s", reduce);
    if (json_object_get(options, "max_mode"))
        used += (size_t)snprintf(to + used, size - used, ":max-mode=%s", golden_text(options, "max_mode"));
    if (ptp) used += (size_t)snprintf(to + used, size - used, ":ptp-mode=%g", golden_number(ptp));
    if (p) used += (size_t)snprintf(to + used, size - used, ":p=%g", golden_number(p));
    if (json_is_true(json_object_get(options, "clamp"))) used += (size_t)snprintf(to + used, size - used, ":clamp=yes");
    if (threshold) used += (size_t)snprintf(to + used, size - used, ":eps=%g", golden_number(threshold));
    if (json_object_get(options, "degenerate_val")) snprintf(to + used, size - used, ":degenerate=zero");
}

static void check_value(double got, const json_t *want, const char *what)
{
    if (isnan(golden_number(want))) assert_true(isnan(got));
    else check_near(got, golden_number(want), TOL_GOLDEN, what);
}

/* Every traverse by itself, which is what reduce_mode none gives. */
static void compare_each(const assay_data *data, size_t points, const char *name, const json_t *values)
{
    for (size_t t = 0; t < json_array_size(values); t++) {
        FREED(assay_data_free) assay_data one = { 0 };
        assert_int_equal(assay_data_shape(&one, points, data->n_factors, data->n_codes), ASSAY_OK);
        for (size_t i = 0; i < data->n_factors; i++)
            memcpy(one.factors + i * points, data->factors + i * data->n + t * points, points * sizeof(double));
        for (size_t j = 0; j < data->n_codes; j++)
            memcpy(one.codes + j * points, data->codes + j * data->n + t * points, points * sizeof(double));
        FREED(assay_scores_free) assay_scores scores = scores_of(&one, name);
        for (size_t i = 0; i < data->n_factors; i++)
            check_value(scores.at[0].items[i].value, json_array_get(json_array_get(values, t), i), name);
    }
}

static void compare_record(const json_t *record)
{
    char name[160];
    FREED(assay_data_free) assay_data data = { 0 };
    const char *input = golden_text(record, "input");
    const size_t points = *input == 'B' ? 9 : 11;
    const json_t *options = json_object_get(record, "options"), *values = json_object_get(record, "values");
    const char *reduce = golden_text(options, "reduce_mode");
    golden_input(input, &data);
    if (json_object_get(options, "reg_dim")) {
        exchange(data.codes, data.n);
        exchange(data.factors, data.n);
    }
    variant_of(record, points, name, sizeof name);
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, name);
    if (strcmp(reduce, "none") == 0) {
        compare_each(&data, points, name, values);
    } else if (strcmp(reduce, "all") == 0) {
        check_value(scores.at[0].overall.value, json_object_get(record, "value"), name);
    } else if (strcmp(reduce, "sample") == 0) {
        double mean = 0;
        for (size_t t = 0; t < json_array_size(values); t++)
            mean += golden_number(json_array_get(values, t)) / (double)json_array_size(values);
        check_near(scores.at[0].overall.value, mean, TOL_GOLDEN, name);
    } else {
        for (size_t i = 0; i < data.n_factors; i++)
            check_value(scores.at[0].items[i].value, json_array_get(values, i), name);
    }
}

TEST(test_golden)
{
    size_t met = 0;
    FREED(json_freed) json_t *list = golden_load("tests/golden/latte2021.json");
    for (size_t r = 0; r < json_array_size(list); r++) {
        const json_t *record = json_array_get(list, r);
        if (strcmp(golden_text(record, "scenario"), "interpolation") != 0) continue;
        compare_record(record);
        met++;
    }
    assert_int_equal(met, 33);
}

TESTS_MAIN
