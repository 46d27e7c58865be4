/* The judge's engine: intervals, outcomes, what is said where scores are missing; and the list of properties. */
#include "judge_store.h"
#include "property.h"
#include "scratch.h"
#include "typed_point.h"

/* Evidence of one series, point by point. */
static evidence_point *add_point(evidence *e, const char *metric, const char *preset, const char *scenario,
                                 const char *point, uint64_t samples)
{
    evidence_entry where = FIELDS(.scenario = scenario, .point = point, .symbol = "", .metric = metric,
                                  .metric_title = "", .family = "information", .preset = preset, .output = metric,
                                  .samples = samples, .measures = ASSAY_MODULARITY, .high = 1);
    for (int p = 0; p < 3; p++) where.truth[p] = (assay_truth){ ASSAY_IS, 1.0 };
    return evidence_add(e, &where);
}

static void add_seeds(evidence_point *at, uint64_t first, size_t n, const double *value)
{
    for (size_t s = 0; s < n; s++) evidence_score(at, first + s, value[s], isnan(value[s]) ? "one-code: d is 1" : NULL);
}

static const double all_zero[12];

/* `affine` makes one comparison. Differences .0001 to .0021: mean .0011, deviation .0005 sqrt(2.5) = .000790569, reach
 * of five seeds at .05 7.433 (judge_reach.c), half width 7.433 * .000790569 / sqrt(5) = .00262796. */
TEST(test_one_interval)
{
    static const double none[] = { 0.1, 0.2, 0.3, 0.4, 0.5 }, affine[] = { 0.1001, 0.2006, 0.3011, 0.4016, 0.5021 };
    FREED(evidence_free) evidence e = { 0 };
    add_seeds(add_point(&e, "m", "default", "affine", "map=none", 100), 0, 5, none);
    add_seeds(add_point(&e, "m", "default", "affine", "map=affine", 100), 0, 5, affine);
    verdicts all = judged(&e);
    const verdict *v = verdict_of(&all, "rescaling-invariant", "default", "m");
    check_verdict(v, VERDICT_PASS, ".00373 is below .005");
    assert_int_equal(v->n_comparisons, 1);
    const comparison *c = &v->comparison[v->deciding];
    check_near(c->value, 0.0011, 1e-15, "the mean");
    check_near(c->high - c->value, 0.00262796, 5e-9, "half width");
    check_near(c->value - c->low, 0.00262796, 5e-9, "half width");
    assert_int_equal(c->seeds, 5);
    assert_string_equal(c->text, "affine: change from map=none to map=affine");
    assert_non_null(strstr(v->text, "rises by 0.0011 (-0.00153 to 0.00373) from map=none to map=affine"));
    assert_non_null(strstr(v->text, "a difference of at most 0.005 is allowed"));
}

/* `flip-permute` makes six. What does not lie as wanted has the interval of .05/6: its reach, log-linear between those
 * of .01 and .0025, is 20.1039. The differences of one pair are .001 to .005: 20.1039 * .00158114 / sqrt(5) = .0142157. */
TEST(test_bonferroni)
{
    static const double off[] = { 0.001, 0.002, 0.003, 0.004, 0.005 };
    static const char *const points[] = { "permute=no;flip=no", "permute=no;flip=yes", "permute=yes;flip=no",
                                          "permute=yes;flip=yes" };
    FREED(evidence_free) evidence e = { 0 };
    for (size_t k = 0; k < 4; k++) /* six seeds of three points, of which five are shared with the fourth */
        add_seeds(add_point(&e, "m", "default", "flip-permute", points[k], 100), 0, k < 3 ? 6 : 5,
                  k < 3 ? all_zero : off);
    verdicts all = judged(&e);
    const verdict *v = verdict_of(&all, "permutation-invariant", "default", "m");
    check_verdict(v, VERDICT_UNDECIDED, "one of six");
    assert_int_equal(v->n_comparisons, 6);
    size_t open = 0;
    for (size_t k = 0; k < 6; k++) {
        const comparison *c = &v->comparison[k];
        if (strstr(c->text, "yes;flip=yes")) {
            check_near(c->high - c->value, 0.0142157, 5e-8, "half width, one of six");
            assert_int_equal(c->outcome, VERDICT_UNDECIDED);
            open++;
        } else {
            assert_true(c->low == 0.0 && c->high == 0.0); /* agreement to the bit is a point */
            assert_int_equal(c->outcome, VERDICT_PASS);
        }
    }
    assert_int_equal(open, 3);
    assert_non_null(strstr(v->text, "5 seeds leave it open"));
}

/* Outcomes of a single comparison with the threshold .005, by hand. */
TEST(test_outcomes)
{
    static const struct {
        const char *why;
        double value[6];
        size_t n;
        int outcome;
    } known[] = {
        { "exactly the threshold, without spread", { .005, .005, .005, .005, .005 }, 5, VERDICT_PASS },
        { "beyond the rounding allowed", { .0051, .0051, .0051, .0051, .0051 }, 5, VERDICT_FAIL },
        { "below, too", { -.0051, -.0051, -.0051, -.0051, -.0051 }, 5, VERDICT_FAIL },
        { "four seeds say nothing, however clear", { .5, .5, .5, .5 }, 4, VERDICT_UNDECIDED },
        { "one lucky seed of six: .2 +- .51", { 0, 0, 0, 0, 0, 1.2 }, 6, VERDICT_UNDECIDED },
        { "all six: clear", { .19, .2, .21, .2, .19, .21 }, 6, VERDICT_FAIL },
        { "-.005 +- .002: open below", { -.003, -.004, -.005, -.006, -.007 }, 5, VERDICT_UNDECIDED },
        { ".005 +- .002: open above", { .003, .004, .005, .006, .007 }, 5, VERDICT_UNDECIDED },
        { "an undefined seed has no number", { 0, 0, 0, 0, 0, NAN }, 6, VERDICT_UNDEFINED },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(evidence_free) evidence e = { 0 };
        add_seeds(add_point(&e, "m", "default", "affine", "map=none", 100), 0, known[k].n, all_zero);
        add_seeds(add_point(&e, "m", "default", "affine", "map=affine", 100), 0, known[k].n, known[k].value);
        verdicts all = judged(&e);
        check_verdict(verdict_of(&all, "rescaling-invariant", "default", "m"), known[k].outcome, known[k].why);
    }
}

/* Two points are paired by the seeds they share: 2 to 5 of 0 to 5 and 2 to 7. */
TEST(test_shared_seeds)
{
    FREED(evidence_free) evidence e = { 0 };
    add_seeds(add_point(&e, "m", "default", "affine", "map=none", 100), 0, 6, all_zero);
    add_seeds(add_point(&e, "m", "default", "affine", "map=affine", 100), 2, 6, all_zero);
    verdicts all = judged(&e);
    const verdict *v = verdict_of(&all, "rescaling-invariant", "default", "m");
    check_verdict(v, VERDICT_UNDECIDED, "four shared seeds");
    assert_int_equal(v->comparison[0].seeds, 4);
    assert_non_null(strstr(v->text, "only 4 of at least 5 seeds"));
}

/* The largest number of samples at which all points are there. */
TEST(test_samples)
{
    static const double off[] = { 1, 1, 1, 1, 1 };
    FREED(evidence_free) evidence e = { 0 };
    add_seeds(add_point(&e, "m", "default", "affine", "map=none", 100), 0, 5, all_zero);
    add_seeds(add_point(&e, "m", "default", "affine", "map=affine", 100), 0, 5, off);
    add_seeds(add_point(&e, "m", "default", "affine", "map=none", 200), 0, 5, all_zero);
    add_seeds(add_point(&e, "m", "default", "affine", "map=affine", 200), 0, 5, all_zero);
    add_seeds(add_point(&e, "m", "default", "affine", "map=none", 300), 0, 5, all_zero);
    add_seeds(add_point(&e, "m", "default", "affine", "map=affine", 300), 0, 4, off);
    add_seeds(add_point(&e, "m", "default", "affine", "map=none", 150), 0, 5, all_zero);
    add_seeds(add_point(&e, "m", "default", "affine", "map=affine", 150), 0, 5, off);
    verdicts all = judged(&e);
    const verdict *v = verdict_of(&all, "rescaling-invariant", "default", "m");
    check_verdict(v, VERDICT_PASS, "200 samples: 300 have too few seeds, 100 are fewer");
    assert_int_equal(v->comparison[0].at[0]->samples, 200);
}

/* Few rows may make scores of like data differ, by less the more there are; that is no failure. What has to move, and
 * the same codes in another order, are not excused. */
TEST(test_little_data)
{
    static const struct {
        const char *scenario, *from, *to;
        uint64_t samples;
        double by;
        const char *id;
        int outcome;
    } cases[] = {
        { "partial", "known=7", "known=8", 1000, -0.29, "unmeasured-factors", VERDICT_UNDECIDED },
        { "partial", "known=7", "known=8", 1000, -0.31, "unmeasured-factors", VERDICT_FAIL },
        { "partial", "known=7", "known=8", 4000, -0.17, "unmeasured-factors", VERDICT_UNDECIDED }, /* .05 + .125 */
        { "partial", "known=7", "known=8", 4000, -0.18, "unmeasured-factors", VERDICT_FAIL },
        { "partial", "known=7", "known=8", 10000, -0.06, "unmeasured-factors", VERDICT_FAIL },
        { "affine", "map=none", "map=affine", 1000, -0.01, "rescaling-invariant", VERDICT_FAIL },
        { "nuisance", "beta=0", "beta=0.8", 1000, 0, "nuisance-sensitive", VERDICT_FAIL }, /* a fall of .05 is wanted */
        { "nuisance", "beta=0.2", "beta=0.4", 1000, 0.2, "nuisance-sensitive", VERDICT_NOT_RUN },
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        double off[5];
        FREED(evidence_free) evidence e = { 0 };
        for (size_t s = 0; s < 5; s++) off[s] = cases[c].by;
        add_seeds(add_point(&e, "m", "default", cases[c].scenario, cases[c].from, cases[c].samples), 0, 5, all_zero);
        add_seeds(add_point(&e, "m", "default", cases[c].scenario, cases[c].to, cases[c].samples), 0, 5, off);
        for (int known = 2; known < 7 && strcmp(cases[c].scenario, "partial") == 0; known++) {
            char name[16];
            snprintf(name, sizeof name, "known=%d", known);
            add_seeds(add_point(&e, "m", "default", "partial", name, cases[c].samples), 0, 5, all_zero);
        }
        verdicts all = judged(&e);
        const verdict *v = verdict_of(&all, cases[c].id, "default", "m");
        check_verdict(v, cases[c].outcome, cases[c].id);
        assert_int_equal(strstr(v->text, "--samples 20000 would decide") != NULL,
                         cases[c].outcome == VERDICT_UNDECIDED);
    }
}

/* Where sizes are decided otherwise the verdict says so: a line from which on they agree, or each by itself. */
TEST(test_sizes_told)
{
    static const struct {
        double at[3];
        int outcome;
        const char *text;
    } cases[] = {
        { { 1, 0, 0 }, VERDICT_PASS, "from 2,000 rows on" },
        { { 1, 1, 0 }, VERDICT_PASS, "from 20,000 rows on" },
        { { 0, 1, 1 }, VERDICT_FAIL, "from 2,000 rows on" },
        { { 0, 1, 0 }, VERDICT_PASS, "✓ at 1,000, ✗ at 2,000, ✓ at 20,000 rows" },
        { { 0, 0, 0 }, VERDICT_PASS, "" },
    };
    static const uint64_t size[] = { 1000, 2000, 20000 };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        FREED(evidence_free) evidence e = { 0 };
        for (size_t k = 0; k < 3; k++) {
            double off[7];
            for (size_t s = 0; s < 7; s++) off[s] = cases[c].at[k];
            add_seeds(add_point(&e, "m", "default", "affine", "map=none", size[k]), 0, 7, all_zero);
            add_seeds(add_point(&e, "m", "default", "affine", "map=affine", size[k]), 0, 7, off);
        }
        verdicts all = judged(&e);
        const verdict *v = verdict_of(&all, "rescaling-invariant", "default", "m");
        check_verdict(v, cases[c].outcome, cases[c].text);
        assert_string_equal(verdict_basis(v), "20,000 rows, 7 seeds");
        assert_string_equal(verdict_sizes_text(v), cases[c].text);
        assert_int_equal(v->n_sizes, 3);
    }
}

/* What is missing is said, with what to run. */
TEST(test_missing)
{
    FREED(evidence_free) evidence e = { 0 };
    add_seeds(add_point(&e, "mig", "thesis", "affine", "map=none", 100), 0, 5, all_zero);
    for (int known = 2; known <= 8; known++) {
        char name[16];
        snprintf(name, sizeof name, "known=%d", known);
        add_seeds(add_point(&e, "mig", "thesis", "partial", name, 100), 0, known == 2 ? 3 : 5, all_zero);
    }
    verdicts all = judged(&e);
    const verdict *v = verdict_of(&all, "rescaling-invariant", "thesis", "mig");
    check_verdict(v, VERDICT_NOT_RUN, "a point is missing");
    assert_string_equal(v->text, "the store has no scenario affine map=affine; run plan quick with --scenarios affine "
                                 "--metrics mig@thesis --samples 100");
    v = verdict_of(&all, "nonlinear", "thesis", "mig");
    check_verdict(v, VERDICT_NOT_RUN, "a scenario is missing");
    assert_string_equal(v->text, "the store has no scenario nonlinear; run plan quick with --scenarios nonlinear "
                                 "--metrics mig@thesis");
    v = verdict_of(&all, "unmeasured-factors", "thesis", "mig");
    check_verdict(v, VERDICT_UNDECIDED, "seeds are missing");
    assert_non_null(strstr(v->text, "only 3 of 5 seeds of scenario partial known=2"));
    check_verdict(verdict_of(&all, "explicitness-coherent", "thesis", "mig"), VERDICT_NOT_CLAIMED, "not claimed");
    add_seeds(add_point(&e, "mine", "default", "affine", "map=none", 100), 0, 5, all_zero);
    e.is_part = 1;
    all = judged(&e);
    assert_string_equal(verdict_of(&all, "nonlinear", "default", "mine")->text,
                        "what --scenarios and --samples left of the store has no scenario nonlinear; run plan quick "
                        "with --scenarios nonlinear and this metric"); /* whose file the store does not know */
}

/* Of a profile's factors points that do not exist on them are not missing: four factors have no five known ones. */
TEST(test_points_of_a_profile)
{
    FREED(evidence_free) evidence e = { .profile = "letters" };
    for (int known = 2; known <= 4; known++) {
        char name[32];
        snprintf(name, sizeof name, "known=%d;factors=letters", known);
        add_seeds(add_point(&e, "m", "default", "partial", name, 100), 0, 5, all_zero);
    }
    verdicts all = judged(&e);
    check_verdict(verdict_of(&all, "unmeasured-factors", "default", "m"), VERDICT_PASS, "all there are");
}

/* Undefined scores, whatever the reason: undefined where the rule needs a number. */
TEST(test_undefined)
{
    for (int applies = 0; applies < 2; applies++) {
        FREED(evidence_free) evidence e = { 0 };
        add_seeds(add_point(&e, "m", "default", "affine", "map=none", 100), 0, 5, all_zero);
        evidence_point *p = add_point(&e, "m", "default", "affine", "map=affine", 100);
        const char *why = applies ? "one-code: d is 1" : "not-applicable: why";
        for (size_t s = 0; s < 5; s++) evidence_score(p, s, NAN, why);
        verdicts all = judged(&e);
        const verdict *v = verdict_of(&all, "rescaling-invariant", "default", "m");
        check_verdict(v, VERDICT_UNDEFINED, why);
        assert_non_null(strstr(v->text, why));
    }
    FREED(evidence_free) evidence e = { 0 };
    for (int known = 2; known <= 8; known++) { /* a point that the metric does not apply to cannot be measured later */
        char name[16];
        snprintf(name, sizeof name, "known=%d", known);
        evidence_point *p = add_point(&e, "m", "default", "partial", name, 100);
        for (size_t s = 0; s < 5; s++) evidence_score(p, s, known < 8 ? 1 : NAN, "not-applicable: why");
    }
    verdicts all = judged(&e);
    check_verdict(verdict_of(&all, "unmeasured-factors", "default", "m"), VERDICT_UNDEFINED, "in part");
}

/* Undefined at noise, with dead codes and for dependent factors: its own outcome, neither a pass nor a failure. */
TEST(test_undefined_by_rule)
{
    static const double nans[] = { NAN, NAN, NAN, NAN, NAN };
    FREED(made_freed) made *m = made_new(5);
    for (size_t k = 0; k < m->count; k++) {
        made_entry *at = &m->at[k];
        for (size_t o = 0; o < MADE_OUTPUTS; o++)
            for (size_t s = 0; s < 5; s++) at->value[o][s] = at->truth[o].value;
        const int noise = strcmp(at->point.scenario->id, "noise") == 0 && strcmp(at->point.at.set.text, "alpha=1") == 0;
        if (noise || strcmp(at->point.at.set.text, "count=4;place=last") == 0 ||
            strcmp(at->point.at.set.text, "delta=0.25;alpha=1") == 0)
            memcpy(at->value[0], nans, sizeof nans);
    }
    FREED(trial_free) trial t = tried(m);
    const verdict *v = verdict_of(&t.all, "calibrated", "default", "modularity");
    check_verdict(v, VERDICT_UNDEFINED, "undefined for noise");
    assert_int_equal(v->n_comparisons, 1);
    assert_non_null(strstr(v->text, "undefined in 5 of 5 seeds in noise alpha=1 (zero-importance: made up)"));
    v = verdict_of(&t.all, "dead-code-safe", "default", "modularity");
    check_verdict(v, VERDICT_FAIL, "undefined with dead codes");
    assert_non_null(strstr(v->text, "undefined at count=4;place=last"));
    check_verdict(verdict_of(&t.all, "dependent-complete", "default", "modularity"), VERDICT_UNDEFINED,
                  "undefined at 1/4");
    v = verdict_of(&t.all, "dependent-ordered", "default", "modularity");
    check_verdict(v, VERDICT_UNDEFINED, "undefined at 1/4");
    check_verdict(verdict_of(&t.all, "calibrated", "default", "compactness"), VERDICT_PASS, "untouched");
}

/* Facts of the descriptors: bins in force, and numbers to choose. */
TEST(test_descriptors)
{
    static const struct {
        const char *metric, *preset;
        int without_bins;
        const char *text;
    } known[] = {
        { "mig", "default", VERDICT_FAIL, "cuts continuous factors into 10 bins and codes into 10" },
        { "mig", "default:bins=20", VERDICT_FAIL, "cuts continuous factors into 10 bins and codes into 20" },
        { "mig", "zhang2021", VERDICT_FAIL, "cuts continuous factors into 10 bins and codes into 20" },
        { "mig", "latte2021", VERDICT_PASS, "takes continuous factors and codes as they are" },
        { "mig", "default:relation=r2", VERDICT_PASS, "takes continuous factors and codes as they are" },
        { "mig", "no-such-preset", VERDICT_NOT_CLAIMED, "its options are not known here" },
        { "sap", "default", VERDICT_PASS, "takes continuous factors and codes as they are" },
        { "sap", "zhang2021", VERDICT_FAIL, "cuts continuous factors into 10 bins" },
        { "irs", "default:factor-bins=7", VERDICT_FAIL, "cuts continuous factors into 7 bins" },
        { "z-diff", "default", VERDICT_FAIL, "cuts continuous factors into 10 bins" },
        { "dci-lasso", "zaidi2020", VERDICT_PASS, "takes continuous factors and codes as they are" },
        { "not-of-the-registry", "default", VERDICT_NOT_CLAIMED, "its options are not known here" },
    };
    FREED(evidence_free) evidence e = { 0 };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        add_point(&e, known[k].metric, known[k].preset, "affine", "map=none", 100);
    verdicts all = judged(&e);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const verdict *v = verdict_of(&all, "no-discretisation", known[k].preset, known[k].metric);
        check_verdict(v, known[k].without_bins, known[k].metric);
        assert_string_equal(v->text, known[k].text);
        assert_int_equal(v->n_comparisons, 0);
    }
    check_verdict(verdict_of(&all, "stable-options", "default", "sap"), VERDICT_PASS, "a regression has none");
    check_verdict(verdict_of(&all, "stable-options", "default", "z-diff"), VERDICT_NOT_RUN, "rows per batch");
    assert_non_null(strstr(verdict_of(&all, "stable-options", "default", "mig")->text, "run plan bins"));
}

/* Other words make another metric; other numbers are the same one tuned otherwise. */
TEST(test_siblings)
{
    static const double off[] = { 1, 1, 1, 1, 1 };
    FREED(evidence_free) evidence e = { 0 };
    add_seeds(add_point(&e, "mig", "default", "bins", "alpha=0.2", 100), 0, 5, all_zero);
    add_seeds(add_point(&e, "mig", "default:relation=r2", "bins", "alpha=0.2", 100), 0, 5, off);
    add_seeds(add_point(&e, "mig", "default:relation=r2:bins=5", "bins", "alpha=0.2", 100), 0, 5, off);
    add_seeds(add_point(&e, "mig", "zaidi2020:bins=5", "bins", "alpha=0.2", 100), 0, 5, off);
    verdicts all = judged(&e);
    check_verdict(verdict_of(&all, "stable-options", "default", "mig"), VERDICT_NOT_RUN, "no sibling");
    add_seeds(add_point(&e, "mig", "default:bins=5", "bins", "alpha=0.2", 100), 0, 5, off);
    add_seeds(add_point(&e, "mig", "default:bins=5", "bins", "alpha=0.2", 50), 0, 5, all_zero); /* fewer samples */
    add_seeds(add_point(&e, "mig", "default", "bins", "alpha=0.2", 50), 0, 5, all_zero);
    all = judged(&e);
    const verdict *v = verdict_of(&all, "stable-options", "default", "mig");
    check_verdict(v, VERDICT_FAIL, "a sibling");
    assert_int_equal(v->n_comparisons, 1);
    assert_non_null(strstr(v->text, "with default:bins=5 the score is 1 higher although"));
}

enum { M = ASSAY_MODULARITY, C = ASSAY_COMPACTNESS, E = ASSAY_EXPLICITNESS };
/* clang-format off */
#define ONE { ASSAY_IS, 1 }
#define ZERO { ASSAY_IS, 0 }
#define HALF { ASSAY_ORDER, 0.5 }
/* clang-format on */

/* What is known of two points, by the claims of a series. */
TEST(test_truth)
{
    static const struct {
        const char *why, *in, *a_name, *b_in, *b_name;
        uint32_t claims;
        assay_truth a[3], b[3];
        int truth;
        /* clang-format off */
    } known[] = {
        { "equal values", "noise", "alpha=0", "noise", "alpha=0.5", M, { ONE }, { ONE }, TRUTH_EQUAL },
        { "an order below a value", "noise", "alpha=0", "noise", "alpha=0.5", E, { ONE, ONE, ONE }, { ONE, ONE, HALF },
          TRUTH_LOWER },
        { "what is not claimed does not count", "noise", "a=0", "noise", "a=1", M | C, { ONE, ONE, ONE },
          { ONE, ONE, HALF }, TRUTH_EQUAL },
        { "two claims pull two ways", "noise", "a=0", "noise", "a=1", M | C, { ONE, ZERO }, { ZERO, ONE },
          TRUTH_APART },
        { "two claims pull two ways, the third is not known", "noise", "a=0", "noise", "a=1", M | C | E, { ONE, ZERO },
          { ZERO, ONE, ONE }, TRUTH_UNKNOWN },
        { "one stays, one rises", "noise", "a=0", "noise", "a=1", M | C, { ONE, ZERO }, { ONE, HALF }, TRUTH_HIGHER },
        { "not known", "noise", "a=0", "noise", "a=1", M, { { ASSAY_UNKNOWN, 0 } }, { ONE }, TRUTH_UNKNOWN },
        { "nothing is claimed", "noise", "a=0", "noise", "a=1", 0, { ONE }, { ONE }, TRUTH_UNKNOWN },
        { "values of two scenarios", "noise", "a=1", "partial", "k=1", M, { ZERO }, { ONE }, TRUTH_HIGHER },
        { "orders of two scenarios", "noise", "a=1", "mixing", "a=1", M, { HALF }, { HALF }, TRUTH_UNKNOWN },
        { "perfect is above any order", "noise", "a=0", "duplicate", "k=2", C, { ONE, ONE }, { ONE, HALF },
          TRUTH_LOWER },
        { "absent is not", "noise", "a=1", "duplicate", "k=2", C, { ONE, ZERO }, { ONE, HALF }, TRUTH_UNKNOWN },
        { "along one parameter", "dependent", "delta=1;alpha=1", "dependent", "delta=1;alpha=0.5", M, { ONE }, { HALF },
          TRUTH_LOWER },
        { "along two, but perfect is above any order", "dependent", "delta=1;alpha=1", "dependent",
          "delta=0.5;alpha=0.5", M, { ONE }, { HALF }, TRUTH_LOWER },
        { "orders along two", "dependent", "delta=1;alpha=0.25", "dependent", "delta=0.5;alpha=0.5", M, { HALF },
          { HALF }, TRUTH_UNKNOWN },
        { "other numbers of factors", "duplicate", "copies=2;factors=4", "duplicate", "copies=4;factors=2", C,
          { ONE, HALF }, { ONE, HALF }, TRUTH_UNKNOWN },
        { "the same number", "duplicate", "copies=2;factors=4", "duplicate", "copies=4;factors=4", C, { ONE, HALF },
          { ONE, HALF }, TRUTH_EQUAL },
    };
    /* clang-format on */
    static const int back[] = { TRUTH_UNKNOWN, TRUTH_EQUAL, TRUTH_LOWER, TRUTH_HIGHER, TRUTH_APART };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const evidence_series s = { .measures = known[k].claims };
        evidence_point a = { .at = typed_point(known[k].in, known[k].a_name), .scenario = known[k].in };
        evidence_point b = { .at = typed_point(known[k].b_in, known[k].b_name), .scenario = known[k].b_in };
        memcpy(a.truth, known[k].a, sizeof a.truth);
        memcpy(b.truth, known[k].b, sizeof b.truth);
        if (truth_of_pair(&s, &a, &b) != known[k].truth || truth_of_pair(&s, &b, &a) != back[known[k].truth])
            fail_msg("%s: %d and back %d", known[k].why, truth_of_pair(&s, &a, &b), truth_of_pair(&s, &b, &a));
    }
}

/* What a rule quotes are thresholds. */
static void check_quoted(const char *rule)
{
    char id[64];
    for (const char *at = rule; (at = strchr(at, '`')); at += strlen(id) + 1) {
        snprintf(id, sizeof id, "%.*s", (int)strcspn(at + 1, "`"), at + 1);
        at++;
        if (isnan(threshold_value(id))) fail_msg("'%s' of '%s' is not known", id, rule);
    }
}

TEST(test_list)
{
    for (size_t k = 0; k < property_count(); k++) {
        const property *p = property_at(k);
        assert_ptr_equal(property_find(p->id), p); /* and no other is called so */
        assert_true(strlen(p->brief) <= 8 && p->brief[0]);
        assert_true(p->asks[0] && p->asks[strlen(p->asks) - 1] == '?');
        assert_true(p->title[0] && p->rule[0] && p->source[0]);
        check_quoted(p->rule);
        for (size_t s = 0; property_scenario(p, s); s++) assert_non_null(assay_scenario_find(property_scenario(p, s)));
    }
    assert_null(property_at(property_count()));
    assert_null(property_find("no-such-property"));
    assert_null(threshold_at(threshold_count()));
    assert_string_equal(verdict_word(VERDICT_UNDECIDED), "undecided");
    for (int a = 0; a < VERDICT_KINDS; a++)
        for (int b = 0; b < a; b++) { /* each its own word, symbol and sentence */
            assert_string_not_equal(verdict_word(a), verdict_word(b));
            assert_string_not_equal(verdict_symbol(a), verdict_symbol(b));
            assert_string_not_equal(verdict_meaning(a), verdict_meaning(b));
        }
    assert_string_equal(verdict_symbol(VERDICT_FAIL), "✗");
    assert_string_equal(verdict_word(VERDICT_KINDS), "");
}

/* By way of a store the verdicts are the same, to the letter. */
TEST(test_two_ways)
{
    FREED(made_freed) made *m = made_new(6);
    assay_stream stream = stream_of(3);
    made_oracle(m, &stream, 0.01, 0.02);
    const char *path = scratch_path("two-ways.db");
    made_store(m, path);
    FREED(evidence_free) evidence memory = { 0 }, stored = { 0 };
    made_evidence(m, &memory);
    store *s;
    assert_int_equal(store_open(path, STORE_READ, &s, NULL), ASSAY_OK);
    assert_int_equal(evidence_read(s, NULL, &stored, NULL), ASSAY_OK);
    store_close(s);
    verdicts a = judged(&memory), b = judged(&stored);
    assert_int_equal(a.count, b.count);
    for (size_t k = 0; k < b.count; k++) {
        const verdict *v = &b.at[k];
        const verdict *w = verdict_of(&a, property_at(v->property)->id, v->series->preset, v->series->output);
        assert_int_equal(w->outcome, v->outcome);
        assert_string_equal(w->text, v->text);
        assert_int_equal(w->n_comparisons, v->n_comparisons);
    }
}

/* A number that the relation does not read is no other choice: neighbours where bins are counted. */
TEST(test_idle_siblings)
{
    static const double ones[] = { 1, 1, 1, 1, 1 };
    FREED(evidence_free) evidence e = { 0 };
    add_seeds(add_point(&e, "mig", "default", "bins", "alpha=0.2", 100), 0, 5, ones);
    add_seeds(add_point(&e, "mig", "default:neighbours=5", "bins", "alpha=0.2", 100), 0, 5, ones);
    add_seeds(add_point(&e, "mig", "latte2021", "bins", "alpha=0.2", 100), 0, 5, ones); /* it reads neighbours */
    add_seeds(add_point(&e, "mig", "latte2021:neighbours=5", "bins", "alpha=0.2", 100), 0, 5, ones);
    verdicts all = judged(&e);
    check_verdict(verdict_of(&all, "stable-options", "default", "mig"), VERDICT_NOT_RUN, "bins are counted");
    check_verdict(verdict_of(&all, "stable-options", "latte2021", "mig"), VERDICT_PASS, "neighbours are looked for");
}

static int changed_to(made *m, const char *scenario, const char *point, size_t first, size_t last, double value)
{
    int count = 0;
    for (size_t k = 0; k < m->count; k++) {
        made_entry *e = &m->at[k];
        if (strcmp(e->point.scenario->id, scenario) != 0 || strcmp(e->point.at.set.text, point) != 0) continue;
        for (size_t s = first; s < last; s++) e->value[0][s] = value;
        count++;
    }
    return count;
}

/* Undefined in most seeds, or in all; .3 in four of ten is too few seeds to fail. */
TEST(test_half_defined)
{
    for (size_t undefined = 6; undefined <= 10; undefined += 4) {
        FREED(made_freed) made *m = made_new(10);
        assay_stream stream = stream_of(5);
        made_oracle(m, &stream, 0, 0);
        assert_int_equal(changed_to(m, "noise", "alpha=1", 0, undefined, NAN), 1);
        assert_int_equal(changed_to(m, "noise", "alpha=1", undefined, 10, 0.3), 1);
        FREED(trial_free) trial t = tried(m);
        const verdict *v = verdict_of(&t.all, "calibrated", "default", "modularity");
        check_verdict(v, VERDICT_UNDEFINED, "undefined in many seeds");
        assert_non_null(strstr(v->text, undefined < 10 ? "undefined in 6 of 10 seeds" : "undefined in 10 of 10 seeds"));
    }
}

/* Nuisance scores that fall at once and then stay (passing when all are there), or rise by .008 at every beta; without
 * some betas the verdict is open, never a failure that the missing point makes. */
TEST(test_missing_ends)
{
    static const struct {
        const char *without;
        double value[5];
        int outcome;
    } cases[] = {
        { "", { 1, .8, .8, .8, .8 }, VERDICT_PASS },
        { "beta=0", { 1, .8, .8, .8, .8 }, VERDICT_NOT_RUN },
        { "beta=0.8", { 1, 1, 1, 1, .8 }, VERDICT_NOT_RUN },
        { "beta=0.4", { 1, .8, .808, .816, .82 }, VERDICT_NOT_RUN }, /* .016 over two steps */
        { "beta=0.4", { 1, .8, .8, .83, .83 }, VERDICT_FAIL },       /* .03 is too much for two */
        { "", { 1, .8, .815, .82, .82 }, VERDICT_FAIL },             /* .015 is for one */
    };
    static const char *const points[] = { "beta=0", "beta=0.2", "beta=0.4", "beta=0.6", "beta=0.8" };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        FREED(evidence_free) evidence e = { 0 };
        for (size_t k = 0; k < 5; k++) {
            double value[5];
            if (strcmp(points[k], cases[c].without) == 0) continue;
            for (size_t s = 0; s < 5; s++) value[s] = cases[c].value[k];
            add_seeds(add_point(&e, "m", "default", "nuisance", points[k], MADE_SAMPLES), 0, 5, value);
        }
        verdicts all = judged(&e);
        check_verdict(verdict_of(&all, "nuisance-sensitive", "default", "m"), cases[c].outcome, cases[c].without);
    }
}

/* Sizes that are near to each other have the same bias; one alone from 1000 on is compared with nothing. */
TEST(test_small_sizes)
{
    static const struct {
        uint64_t size[4];
        int outcome;
        const char *says;
    } cases[] = {
        { { 200, 500, 1000 }, VERDICT_NOT_RUN, "too near to 1000" },
        { { 200, 500, 1000, 2000 }, VERDICT_NOT_RUN, "too near to 1000" },
        { { 200, 500, 5000 }, VERDICT_NOT_RUN, "fewer than two numbers of samples from 1000 on" },
        { { 200, 500, 1000, 4000 }, VERDICT_PASS, "" },
    };
    static const char *const points[] = { "alpha=0", "alpha=0.4", "alpha=1" };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        FREED(evidence_free) evidence e = { 0 };
        for (size_t k = 0; k < 4 && cases[c].size[k]; k++)
            for (size_t p = 0; p < 3; p++)
                add_seeds(add_point(&e, "m", "default", "sample-size", points[p], cases[c].size[k]), 0, 5, all_zero);
        verdicts all = judged(&e);
        const verdict *v = verdict_of(&all, "small-sample-bias", "default", "m");
        check_verdict(v, cases[c].outcome, "sizes");
        assert_non_null(strstr(v->text, cases[c].says));
    }
}

TEST(test_nothing)
{
    FREED(evidence_free) evidence e = { 0 };
    verdicts all = judged(&e);
    assert_int_equal(all.count, 0);
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
