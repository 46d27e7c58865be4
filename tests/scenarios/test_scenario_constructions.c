/*
 * The scenarios beyond the published data sets: what their construction promises, what they state to be true, and
 * scores that independent runs with NumPy measured on them (N = 20000, seed 0; tolerance .01, as they were given).
 */
#include "check.h"
#include "scenario.h"

#define TOL_MEASURED 0.01

static void scenario_of(assay_data *to, const char *id, const char *parameters, size_t n, uint64_t seed)
{
    assay_error err = { "" };
    if (assay_generate(id, parameters, n, seed, to, &err) != ASSAY_OK) fail_msg("%s", err.text);
}

static double column_dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t s = 0; s < n; s++) sum += a[s] * b[s];
    return sum;
}

/* -------------------------------------------------------------------------------------------- constructions -- */

/* A rotation keeps the length of every sample and turns back: 90 degrees twice are a change of sign. */
static void rotations_keep_lengths(void **state)
{
    (void)state;
    static const char *const turns[] = { "angle=0", "angle=15", "angle=45", "angle=90", "matrix=haar" };
    enum { N = 300 };
    for (size_t t = 0; t < 5; t++) {
        for (uint64_t seed = 0; seed < 5; seed++) {
            assay_data data = { 0 };
            scenario_of(&data, "rotate", turns[t], N, seed);
            for (size_t s = 0; s < N; s++) {
                double before = 0, after = 0;
                for (size_t j = 0; j < 8; j++) {
                    before += (data.factors[j * N + s] - 0.5) * (data.factors[j * N + s] - 0.5);
                    after += data.codes[j * N + s] * data.codes[j * N + s];
                }
                check_near(after, before, 4e-15, turns[t]); /* sums of 16 products below 1 */
            }
            assay_data_free(&data);
        }
    }
}

/* It is the diagonal of the triangle that is positive; an entry of Q has either sign. Seen through the covariance of a
 * factor and a code, in 200 seeds. */
static void haar_has_both_signs(void **state)
{
    (void)state;
    enum { N = 400, SEEDS = 200 };
    size_t positive = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        assay_data data = { 0 };
        scenario_of(&data, "rotate", "matrix=haar", N, seed);
        double centred[N];
        for (size_t s = 0; s < N; s++) centred[s] = data.factors[s] - 0.5;
        positive += column_dot(centred, data.codes, N) > 0;
        assay_data_free(&data);
    }
    assert_true(positive > 70 && positive < 130); /* half of 200, 4 standard errors of 7 */
}

static void flips_and_orders(void **state)
{
    (void)state;
    enum { N = 50 };
    size_t moved = 0, negated = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        assay_data plain = { 0 }, noise = { 0 }, both = { 0 };
        scenario_of(&plain, "flip-permute", "permute=no:flip=no", N, seed);
        scenario_of(&noise, "noise", "alpha=0.4", N, seed);
        scenario_of(&both, "flip-permute", "permute=yes:flip=yes", N, seed);
        assert_memory_equal(plain.codes, noise.codes, 8 * N * sizeof(double));
        assert_memory_equal(both.factors, noise.factors, 8 * N * sizeof(double));
        unsigned found = 0;
        for (size_t j = 0; j < 8; j++) {
            for (size_t k = 0; k < 8; k++) {
                const double *a = both.codes + j * N, *b = plain.codes + k * N;
                if (fabs(a[0]) != b[0]) continue;
                const double sign = a[0] < 0 ? -1 : 1;
                for (size_t s = 0; s < N; s++) assert_true(a[s] == sign * b[s]);
                found |= 1u << k;
                moved += j != k;
                negated += sign < 0;
            }
        }
        assert_int_equal(found, 0xff); /* each code once */
        assay_data_free(&plain);
        assay_data_free(&noise);
        assay_data_free(&both);
    }
    /* of 160: 140 and 80 expected, standard errors 4 and 6.3 */
    assert_true(moved > 120 && negated > 50 && negated < 110);
}

/* What one scenario has at the end of its sweep, another has at its own. */
static void ends_meet(void **state)
{
    (void)state;
    static const struct {
        const char *id, *parameters, *other_id, *other_parameters;
    } known[] = {
        { "noisy-copy", "alpha=0", "duplicate", "copies=2:factors=4" },
        { "dead-code", "count=0:place=first", "irrelevant-code", "count=0" },
        { "dimension", "alpha=0.4:factors=8:width=1", "noise", "alpha=0.4" },
        { "dimension", "alpha=0:factors=4:width=2", "irrelevant-code", "count=0" },
        { "bins", "alpha=0.2", "noise", "alpha=0.2" },
        { "sample-size", "alpha=1", "noise", "alpha=1" },
        { "affine", "map=none", "noise", "alpha=0.4" },
        { "absent", "p=0", "letters", "dims=1" },
        { "kim-mnih", "", "noise", "alpha=0" },
    };
    enum { N = 30 };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_data a = { 0 }, b = { 0 };
        scenario_of(&a, known[k].id, known[k].parameters, N, 9);
        scenario_of(&b, known[k].other_id, known[k].other_parameters, N, 9);
        const size_t codes = strcmp(known[k].id, "kim-mnih") == 0 ? 7 : a.n_codes < b.n_codes ? a.n_codes : b.n_codes;
        assert_int_equal(a.n_factors, b.n_factors);
        assert_memory_equal(a.factors, b.factors, a.n_factors * N * sizeof(double));
        assert_memory_equal(a.codes, b.codes, codes * N * sizeof(double));
        assay_data_free(&a);
        assay_data_free(&b);
    }
}

static size_t place_of(const assay_data *data, size_t a, size_t b, size_t s)
{
    return (size_t)(10 * data->factors[a * data->n + s] + data->factors[b * data->n + s]);
}

/* Pearson's statistic of 10 x 10 counts: 81 expected, standard deviation 13. */
static void check_independent(const assay_data *data, size_t a, size_t b)
{
    double count[100] = { 0 }, row[10] = { 0 }, column[10] = { 0 }, sum = 0;
    for (size_t s = 0; s < data->n; s++) count[place_of(data, a, b, s)]++;
    for (size_t k = 0; k < 100; k++) {
        row[k / 10] += count[k];
        column[k % 10] += count[k];
    }
    for (size_t k = 0; k < 100; k++) {
        const double want = row[k / 10] * column[k % 10] / (double)data->n;
        sum += (count[k] - want) * (count[k] - want) / want;
    }
    check_near(sum, 81, 60, "Pearson's statistic");
}

/* Joint frequencies of 200000 rows against the kernel, by exp: within 5 standard errors, at each of the 100 places. */
static void check_kernel(const assay_data *data, size_t a, size_t b, double spread, int conditional)
{
    double want[100], total = 0, count[100] = { 0 };
    const size_t n = data->n;
    for (size_t k = 0; k < 100; k++) {
        const double gap = ((double)(k / 10) - (double)(k % 10)) / 9;
        want[k] = spread < 1000 ? exp(-gap * gap / (2 * spread * spread)) : 1;
    }
    for (size_t k = 0; k < 10 && conditional; k++) {
        double row = 0;
        for (size_t l = 0; l < 10; l++) row += want[10 * k + l];
        for (size_t l = 0; l < 10; l++) want[10 * k + l] /= row;
    }
    for (size_t k = 0; k < 100; k++) total += want[k];
    for (size_t s = 0; s < n; s++) count[place_of(data, a, b, s)]++;
    for (size_t k = 0; k < 100; k++) {
        const double p = want[k] / total, error = sqrt((double)n * p * (1 - p)) + 1;
        check_near(count[k], p * (double)n, 5 * error, "joint frequency");
    }
}

static void dependence_is_the_kernel(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double spread;
    } spreads[] = { { "1000", 1000 }, { "0.4", 0.4 }, { "0.1", 0.1 }, { "0.04", 0.04 } };
    for (size_t k = 0; k < 4; k++) {
        char parameters[64];
        assay_data data = { 0 };
        snprintf(parameters, sizeof parameters, "s=%s:pairs=2", spreads[k].text);
        scenario_of(&data, "correlated", parameters, 200000, 1);
        check_kernel(&data, 0, 1, spreads[k].spread, 0);
        check_kernel(&data, 2, 3, spreads[k].spread, 0);
        check_independent(&data, 1, 2);
        check_kernel(&data, 4, 5, 1000, 0); /* uniform, too */
        snprintf(parameters, sizeof parameters, "s=%s", spreads[k].text);
        scenario_of(&data, "confounder", parameters, 200000, 1);
        check_kernel(&data, 0, 1, spreads[k].spread, 1);
        check_kernel(&data, 0, 7, spreads[k].spread, 1);
        assay_data_free(&data);
    }
}

/* Values go missing at the stated rate, factor by factor, whatever they are; the codes stay. */
static void absent_values(void **state)
{
    (void)state;
    enum { N = 40000 };
    assay_data whole = { 0 }, half = { 0 };
    scenario_of(&whole, "absent", "p=0", N, 4);
    scenario_of(&half, "absent", "p=0.5", N, 4);
    assert_memory_equal(whole.codes, half.codes, 4 * N * sizeof(double));
    for (size_t i = 0; i < 4; i++) {
        size_t missing = 0, of_value[20] = { 0 };
        for (size_t s = 0; s < N; s++) {
            const double x = half.factors[i * N + s], y = whole.factors[i * N + s];
            assert_true(isnan(x) || x == y);
            missing += isnan(x) != 0;
            of_value[(size_t)y] += isnan(x) != 0;
        }
        assert_true(missing > N / 2 - 500 && missing < N / 2 + 500);                             /* 5 x 100 */
        for (size_t k = 0; k < 20; k++) assert_true(of_value[k] > 830 && of_value[k] < 1170); /* 5 x 31 + 15 */
    }
    assay_data_free(&whole);
    assay_data_free(&half);
}

/* Three of 300 rows take the codes of the next of them, the last those of the first. */
static void swapped_rows(void **state)
{
    (void)state;
    assay_data none = { 0 }, swapped = { 0 };
    scenario_of(&none, "inputs", "change=none", 300, 4);
    scenario_of(&swapped, "inputs", "change=swapped", 300, 4);
    assert_memory_equal(none.factors, swapped.factors, 4 * 300 * sizeof *none.factors);
    for (size_t j = 0; j < 4; j++)
        for (size_t s = 0; s < 300; s++)
            check_near(swapped.codes[j * 300 + s], none.codes[j * 300 + (s < 3 ? (s + 1) % 3 : s)], 0.0, "its row");
    assay_data_free(&none);
    assay_data_free(&swapped);
}

static void kinds_of_factors(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        size_t m, d;
        int32_t first, last;
    } known[] = {
        { "letters", 4, 4, 20, 20 },     { "rotate", 8, 8, 0, 0 },     { "flip-permute", 8, 8, 0, 0 },
        { "affine", 8, 8, 0, 0 },        { "heavy-tail", 8, 8, 0, 0 }, { "dead-code", 4, 5, 0, 0 },
        { "noisy-copy", 4, 8, 0, 0 },    { "irrelevant-code", 4, 8, 0, 0 }, { "cardinality", 6, 6, 2, 40 },
        { "dimension", 16, 16, 0, 0 },   { "higgins", 3, 3, 0, 0 },    { "kim-mnih", 8, 8, 0, 0 },
        { "sepliarskaia", 4, 4, 4, 4 },  { "correlated", 8, 8, 10, 10 }, { "confounder", 8, 8, 10, 10 },
        { "absent", 4, 4, 20, 20 },      { "dead-factor", 5, 4, 0, 0 },     { "inputs", 4, 4, 0, 0 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_data data = { 0 };
        scenario_of(&data, known[k].id, "", 10, 0);
        assert_int_equal(data.n_factors, known[k].m);
        assert_int_equal(data.n_codes, known[k].d);
        assert_int_equal(data.levels[0], known[k].first);
        assert_int_equal(data.levels[data.n_factors - 1], known[k].last);
        assay_data_free(&data);
    }
}

/* --------------------------------------------------------------------------------------------------- truths -- */

static void stated_truths(void **state)
{
    (void)state;
    enum { NOT = ASSAY_UNKNOWN, IS = ASSAY_IS, ORDER = ASSAY_ORDER };
    const double two_of_eight = 1 - log(2) / log(8), two_of_three = 1 - log(2) / log(3);
    /* I(y_0; y_0 + y_1) in bits, by the table of (y_0, sum): each of 16 has 1/16, P(sum) = 1 2 3 4 3 2 1 of 16 */
    double known_of_sum = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) known_of_sum += log2(0.25 / ((4 - abs(a + b - 3)) / 16.0)) / 16;
    const struct {
        const char *why, *id;
        double at[3];
        assay_truth want[3];
    } known[] = {
        { "perfect", "letters", { 1, 0, 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "two codes each", "letters", { 2, 0, 0 }, { { IS, 1 }, { ORDER, two_of_eight }, { IS, 1 } } },
        { "not turned", "rotate", { 0, 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "two equal sources", "rotate", { 45, 0 }, { { ORDER, sqrt(0.5) }, { ORDER, sqrt(0.5) }, { IS, 1 } } },
        { "exchanged", "rotate", { 90, 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "anywhere", "rotate", { 0, 1 }, { { NOT, 0 }, { NOT, 0 }, { IS, 1 } } },
        { "as noise", "flip-permute", { 1, 1 }, { { IS, 1 }, { IS, 1 }, { ORDER, 0.6 } } },
        { "as noise", "affine", { 1 }, { { IS, 1 }, { IS, 1 }, { ORDER, 0.6 } } },
        { "bijection", "heavy-tail", { 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "dead codes do not count", "dead-code", { 4, 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "dead factors do not count", "dead-factor", { 8, 1 }, { { ORDER, 0.5 }, { ORDER, 0.5 }, { IS, 1 } } },
        { "two copies", "noisy-copy", { 0 }, { { IS, 1 }, { ORDER, two_of_eight }, { IS, 1 } } },
        { "in between", "noisy-copy", { 0.5 }, { { IS, 1 }, { ORDER, 5.0 / 6 }, { IS, 1 } } },
        { "a copy and noise", "noisy-copy", { 1 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "one-to-one", "inputs", { 1 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "which of two", "inputs", { 3 }, { { NOT, 0 }, { IS, 1 }, { IS, 1 } } },
        { "a hundredth of rows", "inputs", { 12 }, { { IS, 1 }, { IS, 1 }, { ORDER, 0.99 } } },
        { "noise does not count", "irrelevant-code", { 16 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "bijection", "cardinality", { 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "as noise", "bins", { 0.25 }, { { IS, 1 }, { IS, 1 }, { ORDER, 0.75 } } },
        { "noise alone", "sample-size", { 1 }, { { IS, 0 }, { IS, 0 }, { IS, 0 } } },
        { "no noise", "dimension", { 0, 32, 1 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "noise alone", "dimension", { 1, 2, 1 }, { { IS, 0 }, { IS, 0 }, { IS, 0 } } },
        { "pairs", "higgins", { 0 }, { { ORDER, two_of_three }, { ORDER, two_of_three }, { IS, 1 } } },
        { "seven of eight", "kim-mnih", { 0 }, { { IS, 1 }, { ORDER, 0.875 }, { IS, 0.875 } } },
        { "ideal", "sepliarskaia", { 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "xor", "sepliarskaia", { 1 }, { { ORDER, 2.0 / 3 }, { NOT, 0 }, { IS, 0.5 } } },
        { "sum", "sepliarskaia", { 2 }, { { ORDER, 2.0 / 3 }, { IS, 1 }, { ORDER, (2 + 2 * known_of_sum / 2) / 4 } } },
        { "one", "sepliarskaia", { 3 }, { { IS, 1 }, { IS, 0 }, { IS, 0.25 } } },
        { "split", "sepliarskaia", { 4 }, { { IS, 1 }, { ORDER, two_of_eight }, { IS, 1 } } },
        { "bijection", "correlated", { 3, 0, 0.04 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "mixed", "correlated", { 1, 1, 1000 }, { { ORDER, 0.7 }, { ORDER, 0.7 }, { IS, 1 } } },
        { "mixed, dependent", "correlated", { 1, 1, 0.4 }, { { NOT, 0 }, { NOT, 0 }, { IS, 1 } } },
        { "bijection", "confounder", { 0, 0.04 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "mixed", "confounder", { 1, 1000 }, { { ORDER, 0.7 }, { ORDER, 0.7 }, { IS, 1 } } },
        { "mixed, dependent", "confounder", { 1, 0.4 }, { { NOT, 0 }, { NOT, 0 }, { IS, 1 } } },
        { "rows left out", "absent", { 0.5 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_truth got[3] = { { 0 } };
        assay_scenario_find(known[k].id)->truth(known[k].at, got);
        for (int p = 0; p < 3; p++)
            if (got[p].kind != known[k].want[p].kind || !(fabs(got[p].value - known[k].want[p].value) <= 1e-15))
                fail_msg("%s (%s), property %d: %d %.17g", known[k].id, known[k].why, p, got[p].kind, got[p].value);
    }
}

static void orders(void **state)
{
    (void)state;
    assay_truth last[3], now[3];
    assay_scenario_find("rotate")->truth((const double[]){ 0, 0 }, last);
    for (double angle = 5; angle <= 45; angle += 5) {
        assay_scenario_find("rotate")->truth((const double[]){ angle, 0 }, now);
        assert_true(now[MODULARITY].value < last[MODULARITY].value && now[COMPACTNESS].value < last[COMPACTNESS].value);
        last[MODULARITY] = now[MODULARITY];
        last[COMPACTNESS] = now[COMPACTNESS];
    }
    assay_scenario_find("noisy-copy")->truth((const double[]){ 0 }, last);
    for (double alpha = 0.125; alpha <= 1; alpha += 0.125) {
        assay_scenario_find("noisy-copy")->truth((const double[]){ alpha }, now);
        assert_true(now[COMPACTNESS].value > last[COMPACTNESS].value);
        last[COMPACTNESS] = now[COMPACTNESS];
    }
}

/* ------------------------------------------------------------------------------------------------- measured -- */

static const struct {
    const char *id, *parameters, *metric;
    double value;
} measured[] = {
    { "rotate", "angle=0", "mig@zaidi2020", 0.999 },
    { "rotate", "angle=15", "mig@zaidi2020", 0.484 },
    { "rotate", "angle=30", "mig@zaidi2020", 0.219 },
    { "rotate", "angle=45", "mig@zaidi2020", 0.002 },
    { "rotate", "angle=0", "sap", 1 },
    { "rotate", "angle=15", "sap", 0.866 },
    { "rotate", "angle=30", "sap", 0.5 },
    { "rotate", "angle=45", "sap", 0.007 },
    { "affine", "map=none", "irs@zaidi2020", 0.542 },
    { "affine", "map=affine", "irs@zaidi2020", 0.541 },
    { "heavy-tail", "", "mig@zaidi2020", 0.066 },
    { "heavy-tail", "", "mig", 0.002 },
    { "heavy-tail", "", "modularity", 0.69 },
    { "heavy-tail", "", "sap", 0.008 },
    { "heavy-tail", "", "irs@zaidi2020", 0.87 },
    { "bins", "", "mig:bins=5:factor-bins=5", 0.563 },
    { "bins", "", "mig:bins=10:factor-bins=10", 0.518 },
    { "bins", "", "mig:bins=20:factor-bins=20", 0.448 },
    { "bins", "", "mig:bins=50:factor-bins=50", 0.356 },
    { "bins", "", "mig:bins=100:factor-bins=100", 0.273 },
    { "bins", "", "irs:factor-bins=5", 0.643 },
    { "bins", "", "irs:factor-bins=10", 0.723 },
    { "bins", "", "irs:factor-bins=20", 0.763 },
    { "bins", "", "irs:factor-bins=50", 0.785 },
    { "bins", "", "irs:factor-bins=100", 0.791 },
    { "higgins", "", "mig", 0 },
    { "higgins", "", "modularity", 0.5 },
    { "higgins", "", "jemmig", 0.125 },
    { "kim-mnih", "", "mig", 0.874 },
    { "kim-mnih", "", "dcimig", 0.874 },
    { "kim-mnih", "", "sap", 0.875 },
    { "kim-mnih", "", "modularity", 0.929 },
    { "dead-code", "count=4", "mig", 0.999 },
    { "irrelevant-code", "count=4", "mig-sup", 0.5 },   /* 4 codes of 8 */
    { "irrelevant-code", "count=16", "mig-sup", 0.2 },  /* 4 of 20 */
    { "irrelevant-code", "count=16", "mig", 0.999 },    /* the factors do not notice */
    { "noisy-copy", "alpha=0", "mig", 0 },              /* two copies leave no gap */
    { "noisy-copy", "alpha=1", "mig", 0.999 },
    { "sepliarskaia", "case=xor", "mig", 0.5 },         /* (0 + 0 + 1 + 1)/4 */
    { "sepliarskaia", "case=sum", "sufficiency", 0.664 }, /* (2 x .328 + 2)/4 */
    { "sepliarskaia", "case=one", "sufficiency", 0.25 },
    { "sepliarskaia", "case=split", "sufficiency", 0.5 }, /* a bit of two */
};

static void measured_scores(void **state)
{
    (void)state;
    assay_data data = { 0 };
    const char *id = "", *parameters = "";
    for (size_t k = 0; k < sizeof measured / sizeof *measured; k++) {
        if (strcmp(id, measured[k].id) != 0 || strcmp(parameters, measured[k].parameters) != 0) {
            id = measured[k].id;
            parameters = measured[k].parameters;
            scenario_of(&data, id, parameters, 20000, 0);
        }
        char what[128];
        snprintf(what, sizeof what, "%s %s %s", id, parameters, measured[k].metric);
        check_near(score_of(&data, measured[k].metric), measured[k].value, TOL_MEASURED, what);
    }
    assay_data_free(&data);
}

/* Bijections, whatever the factors do to each other: a factor says all of its code, and a code all of its factor. */
static void ideal_codes_stay_ideal(void **state)
{
    (void)state;
    static const char *const spreads[] = { "s=1000", "s=0.7", "s=0.4", "s=0.1", "s=0.04" };
    double last = 2;
    for (size_t k = 0; k < 5; k++) {
        assay_data data = { 0 };
        scenario_of(&data, "correlated", spreads[k], 20000, 0);
        check_near(score_of(&data, "minimality"), 1, 1e-9, spreads[k]);
        check_near(score_of(&data, "sufficiency"), 1, 1e-9, spreads[k]);
        scenario_of(&data, "confounder", spreads[k], 20000, 0);
        check_near(score_of(&data, "minimality"), 1, 1e-9, spreads[k]);
        check_near(score_of(&data, "sufficiency"), 1, 1e-9, spreads[k]);
        const double gap = score_of(&data, "mig");
        assert_true(gap < last);
        last = gap;
        assay_data_free(&data);
    }
    assert_true(last < 0.1);
}

/* Means over seeds of modularity on noise, which theory does not take to 0: .20 .32 .38 for M = 2, 4, 8; 30 seeds give
 * a standard error of .04 for M = 2 and less for more factors. At few samples as at many. */
static void modularity_of_noise(void **state)
{
    (void)state;
    static const struct {
        const char *id, *parameters;
        size_t n;
        double mean, tol;
    } known[] = {
        { "dimension", "alpha=1:factors=2", 2000, 0.20, 0.12 }, { "dimension", "alpha=1:factors=4", 2000, 0.32, 0.06 },
        { "dimension", "alpha=1:factors=8", 2000, 0.38, 0.03 }, { "sample-size", "alpha=1", 200, 0.375, 0.03 },
        { "sample-size", "alpha=1", 1000, 0.375, 0.03 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double sum = 0;
        for (uint64_t seed = 0; seed < 30; seed++) {
            assay_data data = { 0 };
            scenario_of(&data, known[k].id, known[k].parameters, known[k].n, seed);
            sum += score_of(&data, "modularity");
            assay_data_free(&data);
        }
        check_near(sum / 30, known[k].mean, known[k].tol, known[k].parameters);
    }
}

/* Half the values absent: the score of the other half. */
static void absent_values_change_no_score(void **state)
{
    (void)state;
    assay_data whole = { 0 }, half = { 0 };
    scenario_of(&whole, "absent", "p=0", 20000, 0);
    scenario_of(&half, "absent", "p=0.5", 20000, 0);
    static const char *const metrics[] = { "mig", "jemmig", "sufficiency", "minimality", "modularity", "irs" };
    for (size_t k = 0; k < sizeof metrics / sizeof *metrics; k++)
        check_near(score_of(&half, metrics[k]), score_of(&whole, metrics[k]), TOL_MEASURED, metrics[k]);
    assay_data_free(&whole);
    assay_data_free(&half);
}

static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *id, *parameters;
        size_t n;
        assay_status status;
        const char *text;
    } known[] = {
        { "letters", "dims=3", 10, ASSAY_EUSAGE, "scenario letters: dims=3: out of range, 1 to 2" },
        { "letters", "rows=all", 10, ASSAY_EUSAGE, "scenario letters: rows=all: no such choice; one of: uniform" },
        { "rotate", "angle=91", 10, ASSAY_EUSAGE, "scenario rotate: angle=91: out of range, 0 to 90" },
        { "heavy-tail", "alpha=1", 10, ASSAY_EUSAGE, "scenario heavy-tail: no option 'alpha'; there are none" },
        { "correlated", "s=0", 10, ASSAY_EUSAGE, "scenario correlated: s=0: out of range, 0.01 to 1000" },
        { "correlated", "pairs=4", 10, ASSAY_EUSAGE, "scenario correlated: pairs=4: out of range, 1 to 3" },
        { "absent", "p=1", 10, ASSAY_EUSAGE, "scenario absent: p=1: out of range, 0 to 0.95" },
        { "dimension", "factors=64:width=8", SIZE_MAX / 64, ASSAY_ENOMEM, "scenario dimension: memory ran out for " },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_data data = { 0 };
        assay_error err = { "" };
        assert_int_equal(assay_generate(known[k].id, known[k].parameters, known[k].n, 0, &data, &err), known[k].status);
        if (strncmp(err.text, known[k].text, strlen(known[k].text)) != 0) fail_msg("%s", err.text);
        assert_null(data.codes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_keep_lengths),
        cmocka_unit_test(haar_has_both_signs),
        cmocka_unit_test(flips_and_orders),
        cmocka_unit_test(ends_meet),
        cmocka_unit_test(dependence_is_the_kernel),
        cmocka_unit_test(absent_values),
        cmocka_unit_test(swapped_rows),
        cmocka_unit_test(kinds_of_factors),
        cmocka_unit_test(stated_truths),
        cmocka_unit_test(orders),
        cmocka_unit_test(measured_scores),
        cmocka_unit_test(ideal_codes_stay_ideal),
        cmocka_unit_test(modularity_of_noise),
        cmocka_unit_test(absent_values_change_no_score),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
