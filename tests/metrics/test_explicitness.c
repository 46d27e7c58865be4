/* explicitness: values derived by hand, refusals, convergence. */
#include "check.h"
#include "logistic.h"

#define TOL 1e-12    /* areas are counts divided once */
#define TOL_FIT 1e-6 /* fits agree to 1e-8; where rounding turns one pair of 10^4 the area moves by less than this */

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
    check_near(score_of(&data, "explicitness:split=none"), 0.5, TOL, "the constant factor is left out of the mean");
    check_reason(&data, "explicitness:split=none", 0, 1, "constant-factor: factor v2 is constant");
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

TESTS_MAIN
