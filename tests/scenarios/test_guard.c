/*
 * The scenario `guard` against the data of the published code (joshi2026-guard.json: shrutij01/identifiability-guard at
 * 0667c0f3, MIT, run with NumPy 1.24.2 and SciPy 1.10.1), its scores, and what the construction promises.
 *
 * Tolerance. None where the record says that the bits are exact. TOL_LIBM, some units in the last place, where tanh,
 * sinh or exp are the C library's, of a value or, where .1 was taken from an argument, of that. TOL_LAPACK, relative to
 * the largest of the row, where LAPACK decomposed the mixing matrix:
 * 3e-15 was seen. Scores: 1e-12; 1e-9 where codes are mixed; TOL_TIES of ranks
 * of a function of the C library: where tanh is nearly 1 the last bit makes ties.
 */
#include "check.h"
#include "twister.h"

#define TOL_LIBM 2e-15
#define TOL_LAPACK 3e-14
#define TOL_SUM 1e-13
#define TOL_TIES 2e-7

static double relative_of(const char *bits)
{
    if (strcmp(bits, "exact") == 0) return 0.0;
    return strcmp(bits, "libm") == 0 ? TOL_LIBM : TOL_LAPACK;
}

static void check_first_rows(const char *what, const double *columns, size_t n, size_t m, const json_t *rows,
                             const char *bits)
{
    const int mixed = strcmp(bits, "lapack") == 0;
    for (size_t r = 0; r < json_array_size(rows); r++) {
        const json_t *row = json_array_get(rows, r);
        double most = 0.0;
        if (json_array_size(row) != m) fail_msg("%s: %zu columns, not %zu", what, m, json_array_size(row));
        for (size_t k = 0; k < m; k++) most = fmax(most, fabs(json_number_value(json_array_get(row, k))));
        for (size_t k = 0; k < m; k++) {
            const double want = json_number_value(json_array_get(row, k));
            check_near(columns[k * n + r], want, relative_of(bits) * (mixed ? most : fabs(want) + 0.1), what);
        }
    }
}

static double number_of(const json_t *record, const char *key)
{
    return json_number_value(json_object_get(record, key));
}

static void check_scores(const json_t *record, const assay_data *data, const char *what)
{
    static const char *const pairs[][2] = {
        { "mcc_pearson", "mcc" },
        { "mcc_pearson_coverage", "mcc:divisor=factors" },
        { "mcc_spearman", "mcc:correlation=spearman" },
        { "mig", "mig:rule=range:bins=20:factor-bins=20" },
        { "r2", "r2-heldout@guard2026:train=1" },
    };
    const char *bits = golden_text(record, "bits_codes");
    const double tol = strcmp(bits, "lapack") == 0 ? 1e-9 : 1e-12;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        const int ranks = strstr(pairs[k][1], "spearman") != NULL;
        check_near(score_of(data, pairs[k][1]), number_of(json_object_get(record, "scores"), pairs[k][0]),
                   ranks && strcmp(bits, "libm") == 0 ? TOL_TIES : tol, what);
    }
}

/* Of copies of a column, of a factor or a code that follows another one, and of two codes of one factor either may be
 * chosen, which neither side draws from a seed: TOL_CHOICE (.032 was seen; without them .0014). Where a code has values
 * beyond single precision there is no score on either side. */
#define TOL_CHOICE 0.05
#define TOL_BOOST 0.005

static void check_boosted(const json_t *record, const assay_data *data, const char *what)
{
    static const char *const names[] = { "dci_disentanglement", "dci_completeness", "dci_informativeness_test" };
    static const char *const chosen[] = { "copies", "curved-copies", "intervals" };
    const json_t *want = json_object_get(record, "scores");
    double tol = strcmp(golden_text(record, "structure"), "redundant") == 0 ? TOL_CHOICE : TOL_BOOST;
    for (size_t k = 0; k < 3; k++)
        if (strcmp(golden_text(record, "codes"), chosen[k]) == 0) tol = TOL_CHOICE;
    FREED(assay_scores_free) assay_scores scores = scores_of(data, "dci-gbt@guard2026");
    for (size_t k = 0; k < 3; k++) {
        const json_t *value = json_object_get(want, names[k]);
        if (json_is_number(value)) check_near(scores.at[k].overall.value, json_number_value(value), tol, what);
        else assert_true(strncmp(scores.at[k].overall.undefined, "not-applicable", 14) == 0);
    }
}

/* The published fit stops once no derivative exceeds 1e-4, or after 100 steps: .0007 was seen. Ten tables do. */
static void check_infoe(const json_t *record, const assay_data *data, const char *what)
{
    const json_t *want = json_object_get(json_object_get(record, "scores"), "infoe");
    if (strcmp(golden_text(record, "structure"), "two-parents") != 0 || number_of(record, "seed") != 0) return;
    if (json_is_number(want)) check_near(score_of(data, "infoe@guard2026"), json_number_value(want), 2e-3, what);
}

/* R2 of the test rows, learnt from the others. */
static void check_split(const json_t *record, const char *parameters, const char *what)
{
    char split[160];
    FREED(assay_data_free) assay_data data = { 0 };
    snprintf(split, sizeof split, "%s:rows=split", parameters);
    data_at(&data, "guard", split, (size_t)number_of(record, "n"), (uint64_t)number_of(record, "seed"));
    check_near(score_of(&data, "r2-heldout@guard2026"), number_of(json_object_get(record, "scores"), "r2_oos"), 1e-9,
               what);
    check_boosted(record, &data, what);
}

TEST(data_equal_the_published)
{
    FREED(json_freed) json_t *all = golden_load("tests/golden/joshi2026-guard.json");
    size_t index;
    json_t *record;
    json_array_foreach(all, index, record)
    {
        char parameters[128], what[160];
        FREED(assay_data_free) assay_data data = { 0 };
        const size_t n = (size_t)number_of(record, "n");
        snprintf(parameters, sizeof parameters, "structure=%s:codes=%s", golden_text(record, "structure"),
                 golden_text(record, "codes"));
        data_at(&data, "guard", parameters, n, (uint64_t)number_of(record, "seed"));
        snprintf(what, sizeof what, "%s seed %g", parameters, number_of(record, "seed"));
        check_first_rows(what, data.factors, n, data.n_factors, json_object_get(record, "factors"),
                         golden_text(record, "bits_factors"));
        check_first_rows(what, data.codes, n, data.n_codes, json_object_get(record, "codes_first"),
                         golden_text(record, "bits_codes"));
        double sum = 0, size = 0;
        for (size_t k = 0; k < n * data.n_factors; k++) sum += data.factors[k];
        for (size_t k = 0; k < n * data.n_codes; k++) size += fabs(data.codes[k]);
        check_near(sum, number_of(record, "sum_factors"), 1e-10, what);
        check_near(size, number_of(record, "sum_abs_codes"), TOL_SUM * size, what);
        check_scores(record, &data, what);
        check_infoe(record, &data, what);
        check_split(record, parameters, what);
    }
    assert_int_equal(index, 60);
}

/* numpy.random.RandomState(42).permutation(12), and the last of permutation(1000). */
TEST(permutations_are_numpys)
{
    static const size_t twelve[] = { 10, 9, 0, 8, 5, 2, 1, 11, 4, 7, 3, 6 };
    size_t order[1000];
    twister t;
    twister_seed_numpy(&t, 42);
    twister_permutation(&t, order, 12);
    assert_memory_equal(order, twelve, sizeof twelve);
    twister_seed_numpy(&t, 42);
    twister_permutation(&t, order, 1000);
    assert_int_equal(order[997], 860);
    assert_int_equal(order[998], 435);
    assert_int_equal(order[999], 102);
}

/* numpy.random.default_rng(3).multivariate_normal of two columns, with the reference LAPACK: the published rows. */
TEST(two_correlated_factors_are_the_published)
{
    static const struct {
        const char *parameters;
        double row[2][2];
    } known[] = {
        { "structure=correlated:factors=2:rho=0.2",
          { { 0.03545533346345375, -3.1972336406958886 }, { 0.035231054228696435, -0.6829470024036841 } } },
        { "structure=correlated:factors=2:rho=-0.8",
          { { -2.744358126669887, 1.128013639590216 }, { -0.5761879069810232, 0.217098878664833 } } },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_at(&data, "guard", known[k].parameters, 2, 3);
        for (size_t s = 0; s < 2; s++)
            for (size_t i = 0; i < 2; i++)
                check_near(data.factors[i * 2 + s], known[k].row[s][i], 1e-14, known[k].parameters);
    }
}

TEST(impossible_points_are_refused)
{
    static const char *const points[] = {
        "structure=correlated:rho=-0.25",
        "structure=redundant:derived=5",
        "structure=two-parents:derived=4",
        "codes=scaled:width=4",
        "codes=fewer:width=6",
        "codes=copies:width=4",
        "codes=fewer:factors=1",
        "structure=correlated:rho=-0.5:factors=3",
    };
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_error err = { "" };
        if (assay_generate("guard", points[k], 10, 0, &data, &err) != ASSAY_EUSAGE) fail_msg("%s is built", points[k]);
        assert_true(strncmp(err.text, "scenario guard: ", 16) == 0 && strlen(err.text) > 30);
    }
}

typedef struct truth_row {
    const char *why, *parameters;
    double truth[3]; /* NaN: unknown */
} truth_row;

TEST(truths_follow_from_the_construction)
{
    static const truth_row rows[] = {
        { "one code each", "codes=scaled", { 1, 1, 1 } },
        { "one factor of five lost", "codes=fewer", { 1, .8, .8 } },
        { "the parent is lost, its copy kept", "structure=redundant:codes=fewer", { 1, .8, 1 } },
        { "parent and copy are lost", "structure=redundant:codes=fewer:width=3", { 1, .6, .6 } },
        { "one copy of two is kept", "structure=redundant:derived=2:codes=fewer:width=3", { 1, .6, 1 } },
        { "noise hides the parent", "structure=redundant:copy-noise=1:codes=fewer", { 1, .8, NAN } },
        { "product over one parent is the other", "structure=two-parents:codes=fewer", { 1, .8, 1 } },
        { "a product says something of both", "structure=two-parents:codes=fewer:width=3", { 1, .6, NAN } },
        { "correlation says something", "structure=correlated:codes=fewer", { 1, .8, NAN } },
        { "a curve that is no bijection", "codes=curved:factors=7", { 1, 1, NAN } },
        { "six are", "codes=curved:factors=6", { 1, 1, 1 } },
        { "noise", "codes=uniform-noise:width=3", { 0, 0, 0 } },
        { "equal parts of two: singular", "codes=turned:factors=2:angle=45", { 0, 0, NAN } },
        { "two codes of each of five", "codes=intervals", { 1, 0.69897000433601886, 0.998 } },
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_at(&data, "guard", rows[k].parameters, 10, 0);
        for (size_t p = 0; p < 3; p++)
            if (isnan(rows[k].truth[p]) ? !isnan(data.truth[p]) : !(fabs(data.truth[p] - rows[k].truth[p]) <= 1e-12))
                fail_msg("%s: truth %zu is %.17g", rows[k].parameters, p, data.truth[p]);
    }
}

TESTS_MAIN
