/*
 * Metrics that fit probes on sparse codes: what their scores do not depend on, what they are for, refusals. Their
 * numbers are compared with programs by tests/reference/test_agree_probes.sh.
 */
#include "check.h"
#include "counted.h"

#define TOL 1e-9

static void encoded(assay_data *to, const char *encoder, double dose)
{
    char point[96];
    snprintf(point, sizeof point, "encoder=%s:dose=%g:features=24:dims=16:roots=2:depth=1:rank=0:overlap=1", encoder,
             dose);
    data_at(to, "features", point, 800, 3);
}

/* Its codes the other way round. */
static void turned(assay_data *to, const char *encoder, double dose)
{
    FREED(assay_data_free) assay_data of = { 0 };
    encoded(&of, encoder, dose);
    encoded(to, encoder, dose);
    for (size_t j = 0; j < of.n_codes; j++) {
        const size_t from = of.n_codes - 1 - j;
        memcpy(to->codes + j * of.n, of.codes + from * of.n, of.n * sizeof(double));
        memcpy(to->directions + j * of.dims, of.directions + from * of.dims, of.dims * sizeof(double));
    }
}

static const char all_of_them[] = "tpp,tpp:n=3,scr,scr:n=4,scr:ablate=zero,absorption,"
                                  "absorption:along=probe,sparse-probe:classes=firing:rows=halves";

static assay_scores scores_with(const assay_rep *rep, const char *list, uint32_t jobs)
{
    assay_scores scores;
    assay_error err = { "" };
    if (assay_score_all(rep, list, 0, "", "", jobs, &scores, &err) != ASSAY_OK) fail_msg("%s: %s", list, err.text);
    return scores;
}

/* Every score defined, and the same within tol. */
static void check_same(const assay_data *data, const assay_rep *other, uint32_t jobs, double tol, const char *why)
{
    const assay_rep rep = assay_data_view(data);
    FREED(assay_scores_free)
    assay_scores a = scores_with(&rep, all_of_them, 1), b = scores_with(other, all_of_them, jobs);
    for (size_t k = 0; k < a.count; k++) {
        char what[256];
        snprintf(what, sizeof what, "%s %s, %s", a.at[k].metric, a.at[k].output, why);
        assert_null(a.at[k].overall.undefined);
        check_near(b.at[k].overall.value, a.at[k].overall.value, tol, what);
    }
}

TEST(test_order_of_codes)
{
    static const struct {
        const char *encoder;
        double dose;
    } some[] = { { "oracle", 0 }, { "absorbed", 0.5 }, { "random", 1 }, { "dense", 1 } };
    for (size_t k = 0; k < ASSAY_COUNT(some); k++) {
        FREED(assay_data_free) assay_data data = { 0 }, other = { 0 };
        encoded(&data, some[k].encoder, some[k].dose);
        turned(&other, some[k].encoder, some[k].dose);
        const assay_rep rep = assay_data_view(&other);
        check_same(&data, &rep, 1, 1e-12, some[k].encoder);
    }
}

/* A code in another unit, its direction in the inverse; activations written out; threads. */
TEST(test_units_activations_threads)
{
    FREED(assay_data_free) assay_data data = { 0 }, other = { 0 };
    encoded(&data, "absorbed", 0.5);
    encoded(&other, "absorbed", 0.5);
    for (size_t j = 0; j < data.n_codes; j++) {
        const int power = (int)(j % 7) * 20 - 60;
        for (size_t s = 0; s < data.n; s++) other.codes[j * data.n + s] = ldexp(data.codes[j * data.n + s], power);
        for (size_t k = 0; k < data.dims; k++)
            other.directions[j * data.dims + k] = ldexp(data.directions[j * data.dims + k], -power);
    }
    assay_rep rep = assay_data_view(&other);
    check_same(&data, &rep, 1, 1e-12, "units");
    rep = assay_data_view(&data);
    OWNED double *x = calloc(data.dims * data.n, sizeof *x);
    assert_non_null(x);
    for (size_t i = 0; i < data.n_factors; i++)
        for (size_t k = 0; k < data.dims; k++)
            for (size_t s = 0; s < data.n; s++)
                x[k * data.n + s] += data.factors[i * data.n + s] * data.true_directions[i * data.dims + k];
    rep.activations = x;
    check_same(&data, &rep, 3, TOL, "activations and threads");
}

/* Ranked by mean size a perfect dictionary scores otherwise when its codes are turned round: as its defects say. */
TEST(test_published_rank_goes_by_order)
{
    FREED(assay_data_free) assay_data data = { 0 }, other = { 0 };
    encoded(&data, "oracle", 0);
    turned(&other, "oracle", 0);
    assert_true(fabs(score_of(&data, "sparse-probe@saebench") - score_of(&other, "sparse-probe@saebench")) > 0.02);
    assert_true(score_of(&data, "sparse-probe:classes=firing") > 0.999);
    assert_true(score_of(&other, "sparse-probe:classes=firing") > 0.999);
}

/* What the definitions are for: full absorption by the parent's codes by direction; the order of two dictionaries. */
TEST(test_what_they_see)
{
    FREED(assay_data_free) assay_data oracle = { 0 }, absorbed = { 0 }, shuffled = { 0 };
    encoded(&oracle, "oracle", 0);
    encoded(&absorbed, "absorbed", 0.5);
    encoded(&shuffled, "permuted-decoder", 1);
    assert_true(score_of(&oracle, "absorption") == 0.0);
    assert_true(score_of(&absorbed, "absorption") > 0.2);
    assert_true(score_of(&absorbed, "absorption@saebench-0.6.0") < 0.01); /* as its defects say */
    assert_true(score_of(&absorbed, "absorption@saebench-0.3.2") < 0.01);
    assert_true(score_of(&oracle, "tpp") > 0.3 && score_of(&shuffled, "tpp") < 0.1);
    assert_true(score_of(&oracle, "scr") > score_of(&shuffled, "scr") + 0.2);
}

static void check_refused(const assay_rep *rep, const char *metric, const char *reason)
{
    FREED(assay_scores_free) assay_scores scores = scores_with(rep, metric, 1);
    const char *got = scores.at[0].overall.undefined;
    if (!got || strcmp(got, reason) != 0) fail_msg("%s: %s, want %s", metric, got ? got : "defined", reason);
}

/* S has no direction: the biased probe is as right as the clean one, and there is nothing to mend. */
TEST(test_nothing_to_mend)
{
    enum { ROWS = 200 };
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, ROWS, 2, 2), ASSAY_OK);
    assert_int_equal(assay_data_space(&data, 2, 0), ASSAY_OK);
    for (size_t s = 0; s < ROWS; s++) {
        data.codes[s] = data.factors[s] = (double)(s % 2);
        data.codes[ROWS + s] = data.factors[ROWS + s] = (double)(s / 2 % 2);
    }
    data.true_directions[0] = data.directions[0] = data.directions[3] = 5;
    const assay_rep rep = assay_data_view(&data);
    check_refused(&rep, "scr", "not-applicable: no pair's clean probe is right more often than its biased one");
    data.true_directions[3] = 5;
    assert_true(score_of(&data, "scr") > 0.9);
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    encoded(&data, "oracle", 0);
    assay_rep rep = assay_data_view(&data);
    const size_t t = data.n_factors - 2; /* alone, as the next one */
    assay_rep part = rep;
    part.factors += t * rep.n, part.true_directions += t * rep.dims, part.levels += t;
    part.n_factors = 2;
    check_refused(&part, "tpp", "not-applicable: no two factors with enough rows exclude each other");
    check_refused(&part, "absorption", "not-applicable: factor v1 has no children (and all others)");
    part.n_factors = 1;
    check_refused(&part, "scr",
                  "too-few-samples: no pair of factors has five rows of each case to learn from and five to "
                  "score");
    rep.n = 12, rep.codes = rep.factors;
    check_refused(&rep, "tpp", "not-applicable: no two factors with enough rows exclude each other");

    rep = assay_data_view(&data);
    rep.true_directions = NULL;
    check_refused(&rep, "scr", "not-applicable: neither activations nor true directions are known");
    rep.activations = rep.codes; /* of as many columns, whatever they are */
    rep.dims = 8;
    check_refused(&rep, "absorption",
                  "not-applicable: true directions are not known: main=probe along=probe need none");
    FREED(assay_scores_free) assay_scores scores = scores_with(&rep, "absorption:main=probe:along=probe", 1);
    assert_null(scores.at[0].overall.undefined);
}

TESTS_MAIN
