/* explicitness: values derived by hand, refusals, identities on random representations. */
#include "check.h"
#include "logistic.h"

#define TOL 1e-12    /* areas are counts divided once */
#define TOL_FIT 1e-6 /* fits agree to 1e-8; where rounding turns one pair of 10^4 the area moves by less than this */

/* ---- known answers ---- */

static const struct {
    const char *why, *name;
    size_t n, d;
    int32_t levels;
    double labels[12], codes[24], want;
    /* clang-format off */
} known[] = {
    { "the code is the label", "explicitness:split=none", 4, 1, 2, { 0, 0, 1, 1 }, { 0, 0, 1, 1 }, 1 },
    { "upside down is as good", "explicitness:split=none", 4, 1, 2, { 0, 0, 1, 1 }, { 7, 7, -5, -5 }, 1 },
    { "3 of 4 pairs in order, for either value",
      "explicitness:split=none", 4, 1, 2, { 0, 0, 1, 1 }, { 0, 2, 1, 3 }, 0.5 },
    { "not scaled", "explicitness:split=none:scaled=0", 4, 1, 2, { 0, 0, 1, 1 }, { 0, 2, 1, 3 }, 0.75 },
    { "a dead code: all ties", "explicitness:split=none", 4, 1, 2, { 0, 0, 1, 1 }, { 5, 5, 5, 5 }, 0 },
    { "one tie in four pairs", "explicitness:split=none", 4, 1, 2, { 0, 0, 1, 1 }, { 0, 1, 1, 2 }, 0.75 },
    { "a dead and a good code",
      "explicitness:split=none", 4, 2, 2, { 0, 0, 1, 1 }, { 5, 5, 5, 5, 0, 0, 1, 1 }, 1 },
    { "a code at 1e-310", "explicitness:split=none", 4, 1, 2, { 0, 0, 1, 1 }, { 0, 0, 1e-310, 1e-310 }, 1 },
    { "dead, standardised", "explicitness:split=none:scale=standard:probabilities=own", 4, 2, 2, { 0, 0, 1, 1 },
      { 5, 5, 5, 5, 0, 0, 1, 1 }, 1 },
    { "a code at 1e300", "explicitness:split=none", 4, 1, 2, { 0, 0, 1, 1 }, { -1e300, -1e300, 1e300, 1e300 }, 1 },
    { "the middle of three is below one half of the others and above the other half",
      "explicitness:split=none:probabilities=own", 6, 1, 3, { 0, 0, 1, 1, 2, 2 }, { 0, 0, 1, 1, 2, 2 }, 2.0 / 3 },
    { "its share of the probabilities is largest in the middle",
      "explicitness:split=none", 6, 1, 3, { 0, 0, 1, 1, 2, 2 }, { 0, 0, 1, 1, 2, 2 }, 1 },
    { "the softmax too",
      "explicitness:split=none:model=multinomial", 6, 1, 3, { 0, 0, 1, 1, 2, 2 }, { 0, 0, 1, 1, 2, 2 }, 1 },
    { "a level without rows is left out", "explicitness:split=none", 4, 1, 9, { 3, 3, 7, 7 }, { 0, 2, 1, 3 }, 0.5 },
    { "four labels cut into two", "explicitness:split=none:categories=cut:factor-bins=2", 4, 1, 4, { 0, 1, 2, 3 },
      { 0, 0, 1, 1 }, 1 },
    { "four labels kept: each ties with one of three others, (1/2 + 1 + 1)/3",
      "explicitness:split=none:probabilities=own", 4, 1, 4, { 0, 1, 2, 3 }, { 0, 0, 1, 1 }, 2.0 / 3 },
    { "learns 0 < 1 and is scored on the reverse", "explicitness:split=batches", 6, 1, 2, { 0, 1, 0, 1, 0, 1 },
      { 0, 1, 0, 1, 1, 0 }, -1 },
    { "the rows learnt from",
      "explicitness:split=batches:scored=train", 6, 1, 2, { 0, 1, 0, 1, 0, 1 }, { 0, 1, 0, 1, 1, 0 }, 1 },
    { "a value that only the scored rows have is left out", "explicitness:split=batches:probabilities=own", 9, 1, 3,
      { 0, 1, 0, 1, 0, 1, 0, 1, 2 }, { 0, 1, 0, 1, 0, 1, 0, 1, -1 }, 0.5 },
    { "and one that only the rows learnt from have", "explicitness:split=batches", 9, 1, 3,
      { 0, 1, 2, 0, 1, 2, 0, 1, 0 }, { 0, 1, 2, 0, 1, 2, 0, 1, 0 }, 1 },
    { "standard by the rows learnt from: constant there, so dead", "explicitness@locatello2019", 6, 1, 2,
      { 0, 1, 0, 1, 0, 1 }, { 3, 3, 3, 3, 1, 0 }, 0.5 },
    { "one row of each value is kept", "explicitness", 10, 1, 2, { 0, 0, 0, 0, 0, 1, 1, 1, 1, 1 },
      { 0, 0, 0, 0, 0, 1, 1, 1, 1, 1 }, 1 },
    { "zhang2021: raw areas", "explicitness@zhang2021", 10, 1, 2, { 0, 0, 0, 0, 0, 1, 1, 1, 1, 1 },
      { 0, 0, 0, 0, 0, 1, 1, 1, 1, 1 }, 1 },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, known[k].n, 1, known[k].d, known[k].labels, known[k].codes, &known[k].levels);
        check_near(score_of(&data, known[k].name), known[k].want, TOL, known[k].why);
    }
}

/* A value's own classifier ranks the code up or down: max(k, 9 - k)/9 of the pairs are right, 7/9 on average. */
TEST(test_perfect_continuous)
{
    enum { N = 100 };
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, N, 1, 1), ASSAY_OK);
    for (size_t s = 0; s < N; s++) data.factors[s] = data.codes[s] = (double)(s % 10) / 9;
    check_near(score_of(&data, "explicitness@zaidi2020:probabilities=own"), 5.0 / 9, TOL, "ten bins, own");
    check_near(score_of(&data, "explicitness@zaidi2020:factor-bins=2"), 1, TOL, "two bins can be cut apart");
    check_near(score_of(&data, "explicitness@zaidi2020:factor-bins=2:probabilities=own"), 1, TOL, "two bins, own");
}

/* ---- refusals ---- */

static const struct {
    const char *why, *name, *word;
    size_t n;
    int32_t levels;
    double labels[6];
} refused[] = {
    { "constant", "explicitness:split=none", "constant-factor", 4, 2, { 1, 1, 1, 1 } },
    { "constant, continuous", "explicitness", "constant-factor", 4, 0, { .5, .5, .5, .5 } },
    { "one row", "explicitness", "constant-factor", 1, 2, { 1 } },
    { "constant in the rows learnt from", "explicitness:split=batches", "constant-factor", 6, 2, { 0, 0, 0, 0, 1, 1 } },
    { "no value twice: nothing to learn from", "explicitness", "too-few-samples", 6, 6, { 0, 1, 2, 3, 4, 5 } },
    { "only value 0 is learnt from", "explicitness", "constant-factor", 4, 2, { 0, 0, 0, 1 } },
    { "all scored rows have one value", "explicitness:split=batches", "too-few-samples", 6, 2, { 0, 1, 0, 1, 1, 1 } },
    { "two rows: one is kept, and has no other", "explicitness:split=batches", "constant-factor", 2, 2, { 0, 1 } },
};

TEST(test_refusals)
{
    const double codes[6] = { 0, 1, 2, 3, 4, 5 };
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_of(&data, refused[k].n, 1, 1, refused[k].labels, codes, &refused[k].levels);
        check_undefined(&data, refused[k].name, refused[k].word);
    }
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, 4, 2, 1, (const double[]){ 0, 0, 1, 1, 1, 1, 1, 1 }, (const double[]){ 0, 2, 1, 3 },
            (const int32_t[]){ 2, 2 });
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "explicitness:split=none");
    check_near(scores.at[0].overall.value, 0.5, TOL, "the constant factor is left out of the mean");
    assert_string_equal(scores.at[0].items[1].undefined, "constant-factor: factor 1 is constant");
}

/* Separable classes next to no penalty have a score. Where they hardly overlap, some of 80 searches end early. */
TEST(test_convergence)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double labels[6] = { 0, 0, 0, 1, 1, 1 }, codes[6] = { 0, 1, 2, 3, 4, 5 };
    data_of(&data, 6, 1, 1, labels, codes, (const int32_t[]){ 2 });
    check_near(score_of(&data, "explicitness:split=none:strength=1e12"), 1, TOL, "one against the rest");
    check_near(score_of(&data, "explicitness:split=none:strength=1e12:model=multinomial"), 1, TOL, "all at once");
    size_t lost = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        assert_int_equal(assay_generate("noise", "alpha=0.2", 300, seed, &data, NULL), ASSAY_OK);
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, "explicitness@locatello2019:strength=1e12");
        for (size_t i = 0; i < scores.at[0].n_items; i++) {
            const assay_item *item = &scores.at[0].items[i];
            if (item->undefined) assert_int_equal(strncmp(item->undefined, "no-convergence: ", 16), 0);
            else assert_true(item->value >= 0 && item->value <= 1);
            lost += item->undefined != NULL;
        }
    }
    assert_in_range(lost, 1, 20);
}

/* ---- identities ---- */

/* n rows of 3 factors (two categorical, 3 and 5 levels) and 4 codes; the last is dead. */
static void random_data(assay_data *data, size_t n, uint64_t seed)
{
    assay_stream stream = stream_of(seed);
    assert_int_equal(assay_data_shape(data, n, 3, 4), ASSAY_OK);
    data->levels[1] = 3;
    data->levels[2] = 5;
    for (size_t s = 0; s < n; s++) {
        data->factors[s] = assay_stream_uniform(&stream);
        data->factors[n + s] = (double)assay_stream_below(&stream, 3);
        data->factors[2 * n + s] = (double)assay_stream_below(&stream, 5);
        for (size_t j = 0; j < 3; j++) data->codes[j * n + s] = data->factors[j * n + s] + assay_stream_normal(&stream);
        data->codes[3 * n + s] = 4;
    }
}

static const char *const presets[] = {
    "explicitness",           "explicitness@zaidi2020",     "explicitness@almudevar2025",
    "explicitness@zhang2021", "explicitness@locatello2019", "explicitness:probabilities=own",
};
enum { PRESETS = sizeof presets / sizeof *presets };

static void check_items(const assay_data *a, const assay_data *b, const char *name, double tol, const char *what)
{
    FREED(assay_scores_free) assay_scores of_a = scores_of(a, name), of_b = scores_of(b, name);
    char text[128];
    snprintf(text, sizeof text, "%s, %s", name, what);
    for (size_t i = 0; i < a->n_factors; i++)
        check_near(of_b.at[0].items[i].value, of_a.at[0].items[i].value, tol, text);
}

static void column_swap(double *a, double *b, size_t n)
{
    for (size_t s = 0; s < n; s++) {
        const double x = a[s];
        a[s] = b[s];
        b[s] = x;
    }
}

TEST(test_codes_moved)
{
    for (unsigned t = 0; t < check_repeats(2); t++) {
        const size_t n = 600 + t;
        FREED(assay_data_free) assay_data a = { 0 }, b = { 0 };
        random_data(&a, n, t);
        for (size_t p = 0; p < PRESETS; p++) {
            random_data(&b, n, t);
            column_swap(b.codes, b.codes + 3 * n, n);
            check_items(&a, &b, presets[p], TOL_FIT, "codes in another order, the dead one first");
            random_data(&b, n, t);
            const int raw = strstr(presets[p], "zhang2021") != NULL;
            for (size_t s = 0; s < n; s++) b.codes[s] = (raw ? 1.0 : 1e-9) * (3.0 - 2.0 * b.codes[s]);
            check_items(&a, &b, presets[p], raw ? 1e-4 : TOL_FIT, "z0 mirrored, shrunk and moved");
        }
    }
}

/* What the codes are scaled by: by nothing (raw), by all rows, or by the rows learnt from; each kept apart. */
TEST(test_scales)
{
    enum { N = 600 };
    FREED(assay_data_free) assay_data data = { 0 };
    random_data(&data, N, 21);
    assay_scores apart[2] = { scores_of(&data, "explicitness@zaidi2020"),
                              scores_of(&data, "explicitness@locatello2019") };
    assay_scores both = scores_of(&data, "explicitness@zaidi2020,explicitness@locatello2019");
    for (size_t k = 0; k < 2; k++) assert_true(both.at[k].overall.value == apart[k].at[0].overall.value);
    assay_scores_free(&both);
    assay_scores_free(&apart[0]);
    assay_scores_free(&apart[1]);

    static const char *const learnt[] = { "explicitness@locatello2019:scored=train",
                                          "explicitness:split=batches:scored=train" };
    const double before[2] = { score_of(&data, learnt[0]), score_of(&data, learnt[1]) };
    for (size_t s = 2 * N / 3; s < N; s++)
        for (size_t j = 0; j < 4; j++) data.codes[j * N + s] *= 100;
    for (size_t k = 0; k < 2; k++) assert_true(score_of(&data, learnt[k]) == before[k]);

    random_data(&data, N, 21);
    for (size_t j = 0; j < 4; j++) {
        double low = INFINITY, high = -INFINITY, *x = data.codes + j * N;
        for (size_t s = 0; s < N; s++) low = fmin(low, x[s]), high = fmax(high, x[s]);
        for (size_t s = 0; s < N; s++) x[s] = high > low ? (x[s] - low) / (high - low) : 0;
    }
    const double unit = score_of(&data, "explicitness:split=none");
    check_near(score_of(&data, "explicitness:split=none:scale=raw"), unit, TOL_FIT, "raw in [0, 1]");
    for (size_t k = N; k < 2 * N; k++) data.codes[k] *= 1e-3;
    check_near(score_of(&data, "explicitness:split=none"), unit, TOL_FIT, "one code a thousand times as narrow");
    assert_true(fabs(score_of(&data, "explicitness:split=none:scale=raw") - unit) > 1e-3);
}

/* R1 of class_split.h: a factor's score does not depend on its place, although rows are drawn. */
TEST(test_factors_moved)
{
    FREED(assay_data_free) assay_data a = { 0 }, b = { 0 };
    const size_t n = 700;
    random_data(&a, n, 9);
    random_data(&b, n, 9);
    column_swap(b.factors, b.factors + 2 * n, n);
    b.levels[0] = 5;
    b.levels[2] = 0;
    for (size_t p = 0; p < PRESETS; p++) {
        FREED(assay_scores_free) assay_scores of_a = scores_of(&a, presets[p]), of_b = scores_of(&b, presets[p]);
        for (size_t i = 0; i < 3; i++) assert_true(of_a.at[0].items[i].value == of_b.at[0].items[2 - i].value);
    }
    for (size_t s = 0; s < n; s++) b.factors[n + s] = 2 - b.factors[n + s];
    column_swap(b.factors, b.factors + 2 * n, n);
    b.levels[0] = 0;
    b.levels[2] = 5;
    for (size_t p = 0; p < PRESETS; p++) check_items(&a, &b, presets[p], TOL_FIT, "values renamed");
}

/* Threads change no bit; a seed does where rows are drawn, and only there. */
TEST(test_threads_and_seeds)
{
    FREED(assay_data_free) assay_data data = { 0 };
    random_data(&data, 500, 4);
    for (size_t p = 0; p < PRESETS; p++) {
        FREED(assay_scores_free) assay_scores one = scores_drawn(&data, presets[p], 1, 1);
        FREED(assay_scores_free) assay_scores three = scores_drawn(&data, presets[p], 1, 3);
        FREED(assay_scores_free) assay_scores other = scores_drawn(&data, presets[p], 2, 1);
        assert_true(one.at[0].overall.value == three.at[0].overall.value);
        const int drawn = p == 0 || p == 3 || p == 5;
        assert_int_equal(one.at[0].overall.value != other.at[0].overall.value, drawn);
    }
}

/* Codes that say nothing: scored on their own training rows they seem to say something, held out they do not. */
TEST(test_chance)
{
    double held_out = 0, trained = 0;
    FREED(assay_data_free) assay_data data = { 0 };
    enum { SEEDS = 10 };
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        assert_int_equal(assay_generate("noise", "alpha=1", 1000, seed, &data, NULL), ASSAY_OK);
        held_out += score_of(&data, "explicitness") / SEEDS;
        trained += score_of(&data, "explicitness@zaidi2020") / SEEDS;
    }
    /* an area of 20 against 180 rows has a deviation of .067, a score of eight times ten of them about 2 * .0075 */
    check_near(held_out, 0, 4 * 2 * 0.0075 / sqrt(SEEDS), "held out");
    if (!(trained > 0.1)) fail_msg("scored on the rows learnt from: %g", trained);
}

TESTS_MAIN
