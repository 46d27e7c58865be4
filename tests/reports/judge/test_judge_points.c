/*
 * What every property needs: a right metric's verdict is open as soon as one of the points that the rule
 * looks at is not there, and as it was where any other point is away. What is needed is written down here once more,
 * from the rules' own words; so a rule that takes a point as it comes, or looks at a point that it need not, is found.
 */
#include "judge_store.h"

static const char *const outputs[] = { "modularity", "compactness", "explicitness" };

/* clang-format off */
#define INPUT(property, change, why) { property, "inputs", "change=" change, 0, why }
#define TWINS(property, a, b) INPUT(property, a, "twins"), INPUT(property, b, "twins")
#define EACH(property, a, b, c) \
    INPUT(property, a, "each with each"), INPUT(property, b, "each with each"), INPUT(property, c, "each with each")
/* clang-format on */

/* The points without which a rule has no verdict; alpha: only up to there, or NULL: the point of that name alone. */
static const struct need {
    const char *property, *scenario, *point; /* NULL: every point of the scenario's sweep */
    double alpha_most;                       /* with point NULL; 0: of every alpha */
    const char *why;
} needs[] = {
    { "modularity-coherent", "mixing", NULL, 0, "falls from each point to the next" },
    { "modularity-coherent", "duplicate", NULL, 0, "the same at all points" },
    { "modularity-coherent", "noise", "alpha=0", 0, "the ideal code" },
    { "multi-code", "noise", "alpha=0", 0, "the ideal code" },
    { "compactness-coherent", "mixing", NULL, 0, "falls from each point to the next" },
    { "compactness-coherent", "duplicate", NULL, 0, "four copies below two" },
    { "compactness-coherent", "noise", "alpha=0", 0, "the ideal code, for two copies" },
    { "explicitness-coherent", "noise", NULL, 0, "falls with noise" },
    { "explicitness-coherent", "mixing", NULL, 0.4, "stays as long as the factors can be found again" },
    { "calibrated", "noise", "alpha=0", 0, "the best score" },
    { "calibrated", "noise", "alpha=1", 0, "the worst" },
    { "nonlinear", "nonlinear", NULL, 0, "the same at all points" },
    { "multi-code", "duplicate", "copies=2;factors=4", 0, "each of two codes determines" },
    { "multi-code", "trig", "order=interleaved", 0, "only two together do; the other order is optional" },
    { "noise-robust", "noise", NULL, 0.8, "the same until noise is alone" },
    { "unmeasured-factors", "partial", NULL, 0, "the same at all points" },
    { "stable-options", "bins", NULL, 0, "the same data with other options, on either side" },
    { "dependent-complete", "dependent", "alpha=1", 0, "the best score at every delta" },
    { "dependent-ordered", "dependent", NULL, 0, "rises nowhere" },
    { "nuisance-sensitive", "nuisance", NULL, 0, "falls over the sweep" },
    { "rescaling-invariant", "affine", NULL, 0, "two maps" },
    { "permutation-invariant", "flip-permute", NULL, 0, "four points" },
    { "dead-code-safe", "dead-code", NULL, 0, "every number at every place, and without at each" },
    { "constant-factor", "dead-factor", NULL, 0, "every number at every place, and without at each" },
    { "cardinality-fair", "cardinality", NULL, 0, "its one point" },
    { "small-sample-bias", "sample-size", "alpha=0", 0, "three sizes have to have it" },
    { "small-sample-bias", "sample-size", "alpha=0.4", 0, "the same" },
    { "small-sample-bias", "sample-size", "alpha=1", 0, "the same" },
    { "redundancy-fair", "guard", "curves=bounded", 0, "one parent and two" },
    { "redundancy-fair", "guard", "curves=apart", 0, "the twin of each" },
    { "missing-factor", "kim-mnih", NULL, 0, "its one point" },
    { "missing-factor", "noise", "alpha=0", 0, "the ideal code" },
    { "irrelevant-codes", "irrelevant-code", NULL, 0, "every number of codes" },
    { "correlated-factors", "correlated", "code=ideal", 0, "every spread and number of pairs" },
    { "confounded-factors", "confounder", "code=ideal", 0, "every spread" },
    { "heavy-tails", "heavy-tail", NULL, 0, "its one point" },
    { "heavy-tails", "noise", "alpha=0", 0, "the ideal code" },
    { "absent-values", "absent", NULL, 0, "every share" },
    { "turned-angle", "turned", NULL, 0, "every turn" },
    EACH("any-units", "none", "tiny", "huge"),
    TWINS("any-names", "classes", "renamed"),
    TWINS("any-law", "none", "gaussian"),
    EACH("any-shares", "classes", "unbalanced", "merged"),
    EACH("any-kind", "none", "mixed", "classes"),
    TWINS("any-bijection", "none", "shuffled"),
    TWINS("factor-twice", "none", "twice"),
    TWINS("one-outlier", "none", "outlier"),
    TWINS("swapped-rows", "none", "swapped"),
    { "high-and-low", "sepliarskaia", NULL, 0, "every case" },
    { "mixed-pairs", "higgins", NULL, 0, "its one point" },
    { "mixed-pairs", "noise", "alpha=0", 0, "the ideal code" },
    { "many-values", "letters", NULL, 0, "one coordinate and two" },
    { "many-values", "noise", "alpha=0", 0, "the ideal code" },
    { "any-dimension", "dimension", NULL, 0, "every number of factors" },
    { "rotation", "rotate", NULL, 0, "every angle" },
};

static const char *scenario_of(const made_entry *e) { return e->point.scenario->id; }
static const char *point_of(const made_entry *e) { return e->point.at.set.text; }

/* Whether a setting such as "alpha=1" is one of those of a point, "delta=0.5;alpha=1". */
static int has_setting(const char *point, const char *one)
{
    char a[160], b[80];
    snprintf(a, sizeof a, ";%s;", point);
    snprintf(b, sizeof b, ";%s;", one);
    return strstr(a, b) != NULL;
}

static int needed_by(const struct need *n, const made_entry *e)
{
    const char *alpha = strstr(point_of(e), "alpha=");
    if (strcmp(scenario_of(e), n->scenario) != 0) return 0; /* only `bins` is there with two presets */
    if (n->point) return strcmp(point_of(e), n->point) == 0 || has_setting(point_of(e), n->point);
    return n->alpha_most == 0 || (alpha && strtod(alpha + strlen("alpha="), NULL) <= n->alpha_most);
}

static const struct need *need_of(const char *id, const made_entry *e)
{
    for (size_t k = 0; k < sizeof needs / sizeof *needs; k++)
        if (strcmp(needs[k].property, id) == 0 && needed_by(&needs[k], e)) return &needs[k];
    return NULL;
}

static made *right(void)
{
    made *m = made_new(6);
    assay_stream stream = stream_of(7);
    made_oracle(m, &stream, 0.0015, 0.0003);
    return m;
}

static verdicts verdicts_on(const made *m, evidence *e)
{
    *e = (evidence){ 0 };
    made_evidence(m, e);
    return judged(e);
}

/* Verdicts without a point beside those with all: of the properties that need it open, of the others the same. */
static void check_without(const verdicts *all, const verdicts *without, const made_entry *gone, int absent,
                          size_t *opened)
{
    const char *how = absent ? "without" : "with four seeds of";
    char what[320];
    for (size_t p = 0; p < property_count(); p++) {
        const char *id = property_at(p)->id;
        for (size_t o = 0; o < MADE_OUTPUTS; o++) {
            const int before = verdict_of(all, id, "default", outputs[o])->outcome;
            const int asked =
                before != VERDICT_NOT_CLAIMED || strcmp(id, "cardinality-fair") == 0; /* its point tells */
            const struct need *need = asked ? need_of(id, gone) : NULL;
            const int open = absent || property_at(p)->across_sizes ? VERDICT_NOT_RUN : VERDICT_UNDECIDED;
            snprintf(what, sizeof what, "%s %s %s (%s)", how, scenario_of(gone), point_of(gone),
                     need ? need->why : "not needed");
            check_verdict(verdict_of(without, id, "default", outputs[o]), need ? open : before, what);
            if (need) opened[need - needs]++;
        }
    }
}

static void take_away(made *m, size_t k) { memmove(m->at + k, m->at + k + 1, (--m->count - k) * sizeof *m->at); }

static void put_back(made *m, size_t k, const made_entry *gone)
{
    memmove(m->at + k + 1, m->at + k, (m->count++ - k) * sizeof *m->at);
    m->at[k] = *gone;
}

/* Leaves a point, in the evidence on every output, with the first four of its seeds. */
static void keep_four(evidence *e, const made_entry *at)
{
    for (size_t o = 0; o < MADE_OUTPUTS; o++) {
        const evidence_entry where = made_where(at, o);
        evidence_point *p = evidence_add(e, &where);
        assert_int_equal(p->n, 6);
        p->n = 4;
    }
}

/* Each point in turn is not in the store at all, or with one seed too few. */
static void check_each(int absent)
{
    size_t opened[sizeof needs / sizeof *needs] = { 0 };
    evidence e, less;
    FREED(made_freed) made *m = right();
    verdicts all = verdicts_on(m, &e);
    for (size_t k = 0; k < m->count; k++) {
        const made_entry gone = m->at[k];
        if (absent) take_away(m, k);
        less = (evidence){ 0 };
        made_evidence(m, &less);
        if (!absent) keep_four(&less, &gone);
        verdicts without = judged(&less);
        check_without(&all, &without, &gone, absent, opened);
        evidence_free(&less);
        if (absent) put_back(m, k, &gone);
    }
    for (size_t k = 0; k < sizeof needs / sizeof *needs; k++)
        if (!opened[k]) fail_msg("%s: no point of %s was taken away", needs[k].property, needs[k].scenario);
    evidence_free(&e);
}

TEST(test_absent_points) { check_each(1); }

TEST(test_few_seeds) { check_each(0); }

static void check_told(made *m, const char *id, size_t output, int outcome, const char *text, const char *why)
{
    FREED(evidence_free) evidence e;
    verdicts all = verdicts_on(m, &e);
    const verdict *v = verdict_of(&all, id, "default", outputs[output]);
    check_verdict(v, outcome, why);
    if (text && !strstr(v->text, text)) fail_msg("%s: '%s' is not in: %s", why, text, v->text);
    made_free(m);
}

/* The values of an output at the points of a scenario that have a setting become NaN in some seeds. */
static void make_undefined(made *m, size_t output, const char *scenario, const char *one, uint64_t samples,
                           size_t first, size_t n)
{
    size_t met = 0;
    for (size_t k = 0; k < m->count; k++) {
        made_entry *e = &m->at[k];
        if (strcmp(scenario_of(e), scenario) != 0 || !has_setting(point_of(e), one) || e->samples != samples) continue;
        for (size_t s = first; s < first + n; s++) e->value[output][s] = NAN;
        met++;
    }
    assert_true(met > 0);
}

/* Dead codes are compared with none at their own place: a score that depends on the place alone passes. */
TEST(test_own_base)
{
    static const char *const counts[] = { "count=0", "count=1", "count=4" };
    made *m = right();
    for (size_t k = 0; k < 3; k++) {
        char point[64];
        snprintf(point, sizeof point, "%s;place=middle", counts[k]);
        assert_int_equal(made_change(m, 0, NULL, "dead-code", point, 0, -0.3), 1);
    }
    check_told(m, "dead-code-safe", 0, VERDICT_PASS, "of 16 comparisons", "the place alone");
    m = right();
    made_change(m, 0, NULL, "dead-code", "count=0;place=middle", 0, -0.3);
    check_told(m, "dead-code-safe", 0, VERDICT_FAIL, "(2 of 16 comparisons fail)", "one and four against none there");
}

/* The first n seeds of modularity at shape=one, continuous. */
static void make_one_undefined(made *m, const char *change, size_t n)
{
    char point[64];
    snprintf(point, sizeof point, "shape=one;kinds=continuous;change=%s", change);
    for (size_t k = 0; k < m->count; k++)
        for (size_t s = 0; strcmp(point_of(&m->at[k]), point) == 0 && s < n; s++) m->at[k].value[0][s] = NAN;
}

/* Undefined in both is no change; in most seeds of one alone it is, of either; in a few it leaves the rule open. */
TEST(test_defined_by_a_change)
{
    made *m = right();
    make_one_undefined(m, "none", m->seeds);
    make_one_undefined(m, "dead-codes", m->seeds);
    check_told(m, "dead-code-safe", 0, VERDICT_PASS, "of 15 comparisons", "neither is defined");
    for (int with = 0; with < 2; with++) {
        m = right();
        make_one_undefined(m, with ? "dead-codes" : "none", m->seeds);
        check_told(m, "dead-code-safe", 0, VERDICT_FAIL,
                   with ? ", defined at shape=one;kinds=continuous;change=none"
                        : ", defined at shape=one;kinds=continuous;change=dead-codes",
                   "one of them is");
    }
    m = right();
    make_one_undefined(m, "dead-codes", 2);
    check_told(m, "dead-code-safe", 0, VERDICT_UNDEFINED, "undefined in 2 of", "in some seeds");
}

/* The second order of trig counts where it is defined, with enough seeds. */
TEST(test_peer_undefined)
{
    made *m = right();
    make_undefined(m, 0, "trig", "order=peer", MADE_SAMPLES, 0, 6);
    check_told(m, "multi-code", 0, VERDICT_PASS, NULL, "the other order is not defined");
    m = right();
    make_undefined(m, 0, "trig", "order=peer", MADE_SAMPLES, 3, 1);
    check_told(m, "multi-code", 0, VERDICT_PASS, NULL, "nor in every seed");
}

/* Of a bias count the seeds in which both scores are defined: of six, two lack here and two others there. */
TEST(test_undefined_pairs)
{
    static const char want[] = "the score is undefined in sample-size alpha=1 at 1000 samples (zero-importance";
    made *m = right();
    make_undefined(m, 0, "sample-size", "alpha=1", 5000, 0, 1);
    make_undefined(m, 0, "sample-size", "alpha=1", 1000, 1, 1);
    check_told(m, "small-sample-bias", 0, VERDICT_UNDEFINED, want, "four seeds are defined in both");
    m = right();
    make_undefined(m, 0, "sample-size", "alpha=1", 1000, 1, 2);
    check_told(m, "small-sample-bias", 0, VERDICT_UNDEFINED, want, "four seeds, at the few samples");
    m = right();
    make_undefined(m, 0, "sample-size", "alpha=1", 1000, 1, 1);
    check_told(m, "small-sample-bias", 0, VERDICT_PASS, "free of bias from 200 samples on", "five seeds are enough");
}

/* How many comparisons fail is said, and of how many; where they pass, of how many. */
TEST(test_count)
{
    made *m = right();
    made_change(m, 0, NULL, "mixing", "alpha=0.2", 0, 0.1);
    made_change(m, 0, NULL, "mixing", "alpha=0.4", 0, 0.1);
    check_told(m, "modularity-coherent", 0, VERDICT_FAIL, " (2 of 15 comparisons fail)", "two steps of mixing rise");
    m = right();
    made_change(m, 0, NULL, "mixing", "alpha=0.2", 0, 0.1);
    evidence e;
    verdicts all = verdicts_on(m, &e);
    if (strstr(verdict_of(&all, "modularity-coherent", "default", "modularity")->text, "comparisons"))
        fail_msg("one of 15 that fails goes without a number");
    evidence_free(&e);
    made_free(m);
    check_told(right(), "modularity-coherent", 0, VERDICT_PASS, " (of 15 comparisons the nearest to its limit)", "all");
}

TESTS_MAIN
