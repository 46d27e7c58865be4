/*
 * Scenarios: the data sets of tests/golden/datasets.json, what holds for all of them, refusals, and the stated truths.
 *
 * Tolerances. Rows: 1e-15 relative, since the recorded sines and cosines carry up to four units in the last place;
 * 3e-15 for `nonlinear`, where a recorded tangent is off by 1.8e-15 against 40 digits (ours by 0.3e-15). Column sums:
 * 1e-9, as the order of 20000 additions is open.
 */
#include "check.h"
#include "scenario.h"

#define ROW_TOL 1e-15
#define TANGENT_TOL 3e-15
#define SUM_TOL 1e-9

static void check_row(const char *what, const double *columns, size_t n, size_t s, const json_t *want, double tol)
{
    for (size_t k = 0; k < json_array_size(want); k++) {
        const double got = columns[k * n + s], there = json_number_value(json_array_get(want, k));
        if (!(fabs(got - there) <= tol * fabs(there)))
            fail_msg("%s, column %zu: %.17g is not %.17g", what, k, got, there);
    }
}

static void check_sums(const char *what, const double *columns, size_t n, size_t m, const json_t *want)
{
    assert_int_equal(json_array_size(want), m);
    for (size_t k = 0; k < m; k++) {
        double sum = 0;
        for (size_t s = 0; s < n; s++) sum += columns[k * n + s];
        const double there = json_number_value(json_array_get(want, k));
        if (!(fabs(sum - there) <= SUM_TOL * fmax(1, fabs(there))))
            fail_msg("%s, sum of column %zu: %.17g is not %.17g", what, k, sum, there);
    }
}

static void check_dataset(size_t index, const json_t *item)
{
    const double tol = strcmp(golden_text(item, "scenario"), "nonlinear") == 0 ? TANGENT_TOL : ROW_TOL;
    char what[64];
    snprintf(what, sizeof what, "record %zu, %s", index, golden_text(item, "scenario"));
    FREED(assay_data_free) assay_data data = { 0 };
    golden_generate(item, &data);
    check_sums(what, data.factors, data.n, data.n_factors, json_object_get(item, "factors_column_sums"));
    check_sums(what, data.codes, data.n, data.n_codes, json_object_get(item, "codes_column_sums"));
    check_row(what, data.factors, data.n, 0, json_object_get(item, "factors_row0"), tol);
    check_row(what, data.factors, data.n, data.n - 1, json_object_get(item, "factors_last_row"), tol);
    check_row(what, data.codes, data.n, 0, json_object_get(item, "codes_row0"), tol);
    check_row(what, data.codes, data.n, data.n - 1, json_object_get(item, "codes_last_row"), tol);
}

TEST(golden)
{
    FREED(json_freed) json_t *root = golden_load("tests/golden/datasets.json");
    assert_int_equal(json_array_size(root), 82);
    for (size_t k = 0; k < json_array_size(root); k++) check_dataset(k, json_array_get(root, k));
}

TEST(descriptors)
{
    assert_true(assay_scenario_count() >= 8);
    assert_null(assay_scenario_at(assay_scenario_count()));
    assert_null(assay_scenario_find("nothing"));
    assert_null(assay_scenario_find(NULL));
    for (size_t k = 0; k < assay_scenario_count(); k++) {
        const assay_scenario *s = assay_scenario_at(k);
        assert_int_equal(s->abi, ASSAY_ABI);
        assert_ptr_equal(assay_scenario_find(s->id), s); /* so ids are unique, too */
        assert_true(s->title && s->formula && s->draws && s->truth_text && s->source && s->truth);
        assert_int_equal(!!s->build + !!s->build_seeded + (s->uniform && s->codes), 1);
        assert_true(s->samples > 0 && s->seeds > 0);
        for (size_t p = 0; p < s->n_parameters; p++) {
            const assay_option *option = &s->parameters[p];
            assert_true(option->low <= option->standard && option->standard <= option->high);
            assert_true(s->sweeps[p].symbol && s->sweeps[p].n_at > 0);
            for (size_t a = 0; a < s->sweeps[p].n_at; a++)
                assert_true(option->low <= s->sweeps[p].at[a] && s->sweeps[p].at[a] <= option->high);
        }
    }
}

/* Calls check(scenario, parameters, their text) at every point of the sweep of every scenario. */
static void each_point(void (*check)(const assay_scenario *, const double *, const char *))
{
    for (size_t k = 0; k < assay_scenario_count(); k++) {
        const assay_scenario *s = assay_scenario_at(k);
        size_t points = 1;
        for (size_t p = 0; p < s->n_parameters; p++) points *= s->sweeps[p].n_at;
        for (size_t point = 0; point < points; point++) {
            double at[16];
            char text[512] = "", value[64];
            size_t rest = point, used = 0;
            for (size_t p = s->n_parameters; p-- > 0; rest /= s->sweeps[p].n_at)
                at[p] = s->sweeps[p].at[rest % s->sweeps[p].n_at];
            for (size_t p = 0; p < s->n_parameters; p++) {
                assay_option_print(&s->parameters[p], at[p], value, sizeof value);
                used += (size_t)snprintf(text + used, sizeof text - used, "%s%s=%s", p ? ":" : "", s->parameters[p].id,
                                         value);
            }
            check(s, at, text);
        }
    }
}

/* Legal numbers, the truth that was stated, and bits that depend on nothing but the seed and the sample. */
static void check_point(const assay_scenario *s, const double *at, const char *text)
{
    FREED(assay_data_free) assay_data data = { 0 }, again = { 0 }, longer = { 0 }, other = { 0 };
    assert_int_equal(assay_generate(s->id, text, 150, 5, &data, NULL), ASSAY_OK);
    assert_int_equal(assay_generate(s->id, text, 150, 5, &again, NULL), ASSAY_OK);
    assert_int_equal(assay_generate(s->id, text, 700, 5, &longer, NULL), ASSAY_OK);
    assert_int_equal(assay_generate(s->id, text, 150, 6, &other, NULL), ASSAY_OK);
    assert_int_equal(data.n, 150);
    assert_memory_equal(data.factors, again.factors, 150 * data.n_factors * sizeof(double));
    assert_memory_equal(data.codes, again.codes, 150 * data.n_codes * sizeof(double));
    if (strcmp(s->id, "interp") != 0 || at[1] > 0) /* a curve without noise is the same for every seed */
        assert_memory_not_equal(data.factors, other.factors, 150 * data.n_factors * sizeof(double));
    /* a bank's are ranks among all rows, and shapes puts all rows in another order */
    const int of_all = s->is_bank || strstr(text, "change=rows") || strstr(text, "change=sorted") ||
                       strstr(text, "change=grid") || strstr(text, "change=walk") || strstr(text, "change=blocks");
    for (size_t i = 0; i < data.n_factors; i++) {
        for (size_t row = 0; row < 150; row++) { /* which values are absent (NaN) is drawn after the values */
            const double x = data.factors[i * 150 + row], y = longer.factors[i * 700 + row];
            assert_true(of_all || isnan(x) || isnan(y) || x == y);
            assert_true(isnan(x) || !data.levels[i] || (x >= 0 && x < data.levels[i] && x == floor(x)));
        }
    }
    for (size_t k = 0; k < 150 * data.n_codes; k++) assert_true(isfinite(data.codes[k]));

    assay_truth truth[3] = { { 0 } };
    if (s->truth_seeded) s->truth_seeded(at, 5, truth);
    else s->truth(at, truth);
    for (size_t k = 0; k < 3; k++) {
        assert_true(truth[k].kind == ASSAY_UNKNOWN || (truth[k].value >= 0 && truth[k].value <= 1));
        if (truth[k].kind == ASSAY_UNKNOWN) assert_true(isnan(data.truth[k]));
        if (truth[k].kind != ASSAY_UNKNOWN && !(data.truth[k] == truth[k].value)) fail_msg("%s %s", s->id, text);
    }
}

TEST(every_point) { each_point(check_point); }

/* A bank is drawn with its seed: numbers of factors and codes, laws (of uniform rows few are far out) and units. With
 * `bank` the pair stays and the rows alone are others. */
TEST(another_seed_is_another_bank)
{
    enum { BANKS = 12 };
    size_t factors = 0, codes = 0, far = 0;
    double least = INFINITY, most = 0.0, held = 0.0;
    for (uint64_t seed = 1; seed <= BANKS; seed++) {
        FREED(assay_data_free) assay_data of = { 0 }, kept = { 0 }, before = { 0 };
        assert_int_equal(assay_generate("bank", "", 200, seed, &of, NULL), ASSAY_OK);
        assert_int_equal(assay_generate("bank", "", 200, 1, &before, NULL), ASSAY_OK);
        assert_int_equal(assay_generate("bank", "bank=1", 200, seed + 1, &kept, NULL), ASSAY_OK);
        factors += of.n_factors != before.n_factors;
        codes += of.n_codes != before.n_codes;
        assert_true(kept.n_factors == before.n_factors && kept.n_codes == before.n_codes);
        assert_true(kept.truth[0] == before.truth[0] &&
                    (seed == 1 || of.truth[0] == 1.0 || before.truth[0] == 1.0 || of.truth[0] != before.truth[0]));
        held += memcmp(kept.codes, before.codes, 200 * kept.n_codes * sizeof(double)) == 0;
        double size = 0.0, reach = 0.0;
        for (size_t k = 0; k < 200; k++) {
            size = fmax(size, fabs(of.codes[k] - of.codes[0]));
            reach = fmax(reach, of.factors[k]);
        }
        far += reach > 1.0;
        least = fmin(least, size > 0.0 ? size : least);
        most = fmax(most, size);
    }
    assert_true(factors > 3 && codes > 3 && held == 0.0);
    assert_true(far > 0 && far < BANKS); /* some laws reach beyond 1, not all */
    assert_true(most > 10.0 * least);
}

TEST(refusals)
{
    static const struct {
        const char *id, *parameters;
        size_t n;
        assay_status status;
        const char *text;
    } known[] = {
        { "noize", NULL, 10, ASSAY_EUSAGE, "no scenario 'noize': " DID_YOU_MEAN " 'noise'? (assay list scenarios)" },
        { NULL, NULL, 10, ASSAY_EUSAGE, "no scenario '' (assay list scenarios)" },
        { "noise", NULL, 0, ASSAY_EUSAGE, "scenario noise: 0 samples asked for, 1 is the least" },
        { "duplicate", "factors=17", 10, ASSAY_EUSAGE, "scenario duplicate: factors=17: out of range, 1 to 16" },
        { "partial", "known=9", 10, ASSAY_EUSAGE, "scenario partial: known=9: out of range, 2 to 8" },
        { "dependent", "delta=0.2", 10, ASSAY_EUSAGE, "scenario dependent: delta=0.2: out of range, 0.25 to 1" },
        { "nuisance", "beta=0.9", 10, ASSAY_EUSAGE, "scenario nuisance: beta=0.9: out of range, 0 to 0.8" },
        { "correlated", "s=1000.5", 10, ASSAY_EUSAGE, "scenario correlated: s=1000.5: out of range, 0.01 to 1000" },
        { "recipe", "text=[v: uniform; z = scale(v, 9e-10)]", 10, ASSAY_EUSAGE,
          "scenario recipe: recipe, column 26: a is 9e-10, out of range" },
        { "noise", NULL, SIZE_MAX / 32, ASSAY_ENOMEM, "scenario noise: memory ran out for " },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_data data = { 0 };
        assay_error err = { "" };
        assert_int_equal(assay_generate(known[k].id, known[k].parameters, known[k].n, 0, &data, &err), known[k].status);
        if (strncmp(err.text, known[k].text, strlen(known[k].text)) != 0) fail_msg("%s", err.text);
        assert_int_equal(assay_generate(known[k].id, known[k].parameters, known[k].n, 0, &data, NULL), known[k].status);
        assert_null(data.codes);
    }
}

static assay_truth truth_of(const char *id, double first, double second, int property)
{
    const double at[] = { first, second };
    assay_truth truth[3] = { { 0 } };
    assay_scenario_find(id)->truth(at, truth);
    return truth[property];
}

TEST(stated_truths)
{
    static const struct {
        const char *why, *id;
        double first, second;
        int property;
        int32_t kind;
        double value;
    } known[] = {
        { "codes are the factors", "noise", 0, 0, EXPLICITNESS, ASSAY_IS, 1 },
        { "noise alone says nothing", "noise", 1, 0, EXPLICITNESS, ASSAY_IS, 0 },
        { "nor is it modular", "noise", 1, 0, MODULARITY, ASSAY_IS, 0 },
        { "nor compact", "noise", 1, 0, COMPACTNESS, ASSAY_IS, 0 },
        { "some noise leaves it modular", "noise", 0.8, 0, MODULARITY, ASSAY_IS, 1 },
        { "and compact", "noise", 0.8, 0, COMPACTNESS, ASSAY_IS, 1 },
        { "only the order is known", "noise", 0.75, 0, EXPLICITNESS, ASSAY_ORDER, 0.25 },
        { "part of speech and a quarter of noise", "pos", 0.25, 0, EXPLICITNESS, ASSAY_ORDER, 0.75 },
        { "still modular", "pos", 0.75, 0, MODULARITY, ASSAY_IS, 1 },
        { "the words alone", "pos", 0, 0, EXPLICITNESS, ASSAY_IS, 1 },
        { "noise alone", "pos", 1, 0, COMPACTNESS, ASSAY_IS, 0 },
        { "a quarter of noise", "ynoc", 0.25, 0, EXPLICITNESS, ASSAY_ORDER, 0.75 },
        { "a quarter of noise", "bins", 0.25, 0, EXPLICITNESS, ASSAY_ORDER, 0.75 },
        { "a quarter of noise", "sample-size", 0.25, 0, EXPLICITNESS, ASSAY_ORDER, 0.75 },
        { "not mixed", "mixing", 0, 0, MODULARITY, ASSAY_IS, 1 },
        { "invertible", "mixing", 0.4, 0, EXPLICITNESS, ASSAY_IS, 1 },
        { "rank 7 of 8", "mixing", 0.5, 0, EXPLICITNESS, ASSAY_ORDER, 0.875 },
        { "a permutation", "mixing", 1, 0, COMPACTNESS, ASSAY_IS, 1 },
        { "a bijection however bent", "nonlinear", 1, 0, EXPLICITNESS, ASSAY_IS, 1 },
        { "two codes give the angle back", "trig", 0, 0, EXPLICITNESS, ASSAY_IS, 1 },
        { "one copy is no copy", "duplicate", 1, 4, COMPACTNESS, ASSAY_IS, 1 },
        { "one factor, one code: no 0/0", "duplicate", 1, 1, COMPACTNESS, ASSAY_IS, 1 },
        { "a factor spread over all codes", "duplicate", 4, 1, COMPACTNESS, ASSAY_ORDER, 0 },
        { "copies depend on one factor", "duplicate", 4, 2, MODULARITY, ASSAY_IS, 1 },
        { "others are not asked for", "partial", 2, 0, COMPACTNESS, ASSAY_IS, 1 },
        { "unmixed, though dependent", "dependent", 0.4, 1, MODULARITY, ASSAY_IS, 1 },
        { "one factor four times", "dependent", 0.25, 0.4, COMPACTNESS, ASSAY_ORDER, 1 },
        { "invertible", "dependent", 1, 0.4, EXPLICITNESS, ASSAY_IS, 1 },
        { "the sum of four explains a quarter", "dependent", 1, 0.25, EXPLICITNESS, ASSAY_ORDER, 0.25 },
        { "correlated by 6/7 it explains 25/28", "dependent", 0.4, 0.25, EXPLICITNESS, ASSAY_ORDER, 25.0 / 28.0 },
        { "of four equal ones all", "dependent", 0.25, 0.25, EXPLICITNESS, ASSAY_IS, 1 },
        { "no nuisance: minimal", "nuisance", 0, 0, MODULARITY, ASSAY_IS, 1 },
        { "sufficient", "nuisance", 0.8, 0, COMPACTNESS, ASSAY_IS, 1 },
        { "sufficient", "nuisance", 0.8, 0, EXPLICITNESS, ASSAY_IS, 1 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const assay_truth got = truth_of(known[k].id, known[k].first, known[k].second, known[k].property);
        if (got.kind != known[k].kind || !(fabs(got.value - known[k].value) <= 1e-15))
            fail_msg("%s (%s): %d %.17g", known[k].why, known[k].id, got.kind, got.value);
    }
}

TEST(orders)
{
    double last = 2;
    for (double a = 0; a <= 0.5; a += 0.125) {
        const double now = truth_of("mixing", a, 0, MODULARITY).value;
        assert_true(now < last);
        last = now;
    }
    assert_true(truth_of("mixing", 0.75, 0, COMPACTNESS).value == truth_of("mixing", 0.25, 0, COMPACTNESS).value);
    const double two = truth_of("duplicate", 2, 4, COMPACTNESS).value;
    assert_true(truth_of("trig", 0, 0, COMPACTNESS).value == two && fabs(two - 2.0 / 3) <= 1e-15);
    assert_true(truth_of("duplicate", 4, 4, COMPACTNESS).value < two);
    assert_true(truth_of("duplicate", 4, 2, COMPACTNESS).value < truth_of("duplicate", 2, 2, COMPACTNESS).value);
    assert_true(truth_of("nuisance", 0.4, 0, MODULARITY).value > truth_of("nuisance", 0.6, 0, MODULARITY).value);
    for (int property = MODULARITY; property <= COMPACTNESS; property++) {
        assert_true(truth_of("dependent", 0.7, 0.4, property).value < truth_of("dependent", 0.7, 0.55, property).value);
        assert_true(truth_of("dependent", 0.7, 0.4, property).value < truth_of("dependent", 0.55, 0.4, property).value);
    }
    last = 2;
    for (double delta = 0.25; delta <= 1; delta += 0.15) {
        const double now = truth_of("dependent", delta, 0.25, EXPLICITNESS).value;
        assert_true(now < last);
        last = now;
    }
}

TESTS_MAIN
