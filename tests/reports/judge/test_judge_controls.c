/*
 * Controls of the judge. A metric that says the truth passes every property; with one defect it fails the property that
 * is about the defect, and nothing else; constants and noise get the verdicts that can be told beforehand; and a right
 * metric with noisy scores is hardly ever failed.
 */
#include "judge_store.h"

enum { SHARED = 3, OWN = 1 }; /* thousandths: deviations of the noise that seeds and single scores have */

static const char *const outputs[] = { "modularity", "compactness", "explicitness" };

static made *oracle_of(uint64_t seed, size_t seeds, double shared, double own)
{
    made *m = made_new(seeds);
    assay_stream stream = stream_of(seed);
    made_oracle(m, &stream, shared, own);
    return m;
}

/* Whether the property is about an output of the oracle, by what the rules say of claims. */
static int measured(const char *id, size_t output)
{
    static const struct {
        const char *id;
        int outputs[3];
    } some[] = {
        { "modularity-coherent", { 1, 0, 0 } },   { "compactness-coherent", { 0, 1, 0 } },
        { "explicitness-coherent", { 0, 0, 1 } }, { "noise-robust", { 1, 1, 0 } },
        { "dependent-complete", { 1, 1, 0 } },    { "dependent-ordered", { 1, 1, 0 } },
        { "nuisance-sensitive", { 1, 0, 0 } },    { "cardinality-fair", { 0, 1, 1 } },
        { "missing-factor", { 0, 1, 1 } },        { "factor-twice", { 0, 1, 1 } },
    };
    if (property_is_asked_for(property_find(id)) && strcmp(id, "row-order") != 0 && strcmp(id, "turned-angle") != 0)
        return 0; /* tests/reports/judge/test_judge_features.c */
    for (size_t k = 0; k < sizeof some / sizeof *some; k++)
        if (strcmp(some[k].id, id) == 0) return some[k].outputs[output];
    return 1;
}

TEST(test_oracle)
{
    FREED(made_freed) made *m = oracle_of(1, 10, SHARED * 1e-3, OWN * 1e-3);
    FREED(trial_free) trial t = tried(m);
    for (size_t p = 0; p < property_count(); p++) {
        const char *id = property_at(p)->id;
        for (size_t o = 0; o < MADE_OUTPUTS; o++)
            check_verdict(verdict_of(&t.all, id, "default", outputs[o]),
                          measured(id, o) ? VERDICT_PASS : VERDICT_NOT_CLAIMED, "the truth itself");
    }
    const verdict *sizes = verdict_of(&t.all, "small-sample-bias", "default", "modularity");
    assert_non_null(strstr(sizes->text, "free of bias from 200 samples on"));
}

/* One defect each, and the numbers that it makes. */
static const struct defect {
    const char *property;
    size_t output;
    const char *preset, *scenario, *point;
    uint64_t samples;
    double by;
    const char *why;
} defects[] = {
    { "modularity-coherent", 0, NULL, "mixing", "alpha=0.2", 0, 0.1, "as high as at alpha=.1" },
    { "modularity-coherent", 0, NULL, "duplicate", "copies=4;factors=2", 0, -0.1, "falls where nothing mixes" },
    { "compactness-coherent", 1, NULL, "duplicate", "copies=4;factors=4", 0, 1.0 / 6, "four copies as good as two" },
    { "compactness-coherent", 1, NULL, "mixing", "alpha=0.5", 0, 0.1, "two equal sources as good as .6 and .4" },
    { "compactness-coherent", 1, NULL, "noisy-copy", "alpha=0.5", 0, -0.1, "a noisy copy worse than a clear one" },
    { "explicitness-coherent", 2, NULL, "mixing", "alpha=0.3", 0, -0.1, "falls where codes are only mixed" },
    { "explicitness-coherent", 2, NULL, "noise", "alpha=0.4", 0, 0.2, "does not fall" },
    { "calibrated", 0, NULL, "noise", "alpha=1", 0, 0.1, "too high for noise" },
    { "calibrated", 2, NULL, "noise", "alpha=0", 0, -0.05, "too low for ideal codes" },
    { "nonlinear", 0, NULL, "nonlinear", "alpha=0.8", 0, -0.1, "falls with curvature" },
    { "multi-code", 2, NULL, "trig", "order=interleaved", 0, -0.1, "misses what two codes determine" },
    { "multi-code", 0, NULL, "trig", "order=peer", 0, -0.1, "sees the order of codes" },
    { "noise-robust", 0, NULL, "noise", "alpha=0.4", 0, -0.2, "falls with noise" },
    { "unmeasured-factors", 1, NULL, "partial", "known=4", 0, -0.1, "falls with unknown factors" },
    { "stable-options", 2, MADE_VARIANT, "bins", "alpha=0.2", 0, -0.1, "other trees, another score" },
    { "dependent-complete", 1, NULL, "dependent", "delta=0.55;alpha=1", 0, -0.03, "not the best score" },
    { "dependent-ordered", 0, NULL, "dependent", "delta=1;alpha=0.7", 0, 0.12, "rises with independence" },
    { "nuisance-sensitive", 0, NULL, "nuisance", "beta=0.4", 0, 0.25, "rises with the nuisance" },
    { "nuisance-sensitive", 0, NULL, "nuisance", "beta=0.8", 0, -0.2, "nothing is left" },
    { "rescaling-invariant", 0, NULL, "affine", "map=affine", 0, -0.02, "moves with units" },
    { "permutation-invariant", 1, NULL, "flip-permute", "permute=yes;flip=no", 0, 0.02, "moves with the order" },
    { "dead-code-safe", 1, NULL, "dead-code", "count=4;place=middle", 0, -0.1, "counts dead codes" },
    { "dead-code-safe", 0, NULL, "shapes", "shape=fewer;kinds=continuous;change=dead-codes", 0, -0.3,
      "counts dead codes in min(M, d)" },
    { "permutation-invariant", 2, NULL, "shapes", "shape=more;kinds=categorical;change=order", 0, 0.02,
      "stops at the factors' number" },
    { "permutation-invariant", 0, NULL, "shapes", "shape=one;kinds=continuous;change=sign", 0, -0.02,
      "sees the sign of a single code" },
    { "rescaling-invariant", 1, NULL, "shapes", "shape=collinear;kinds=continuous;change=unit", 0, 0.02,
      "drops a code by its unit" },
    { "constant-factor", 1, NULL, "shapes", "shape=square;kinds=categorical;change=constant-factors", 0, -0.2,
      "counts constant factors among classes" },
    { "row-order", 0, NULL, "shapes", "shape=one;kinds=categorical;change=rows", 0, 0.02, "reads rows in order" },
    { "small-sample-bias", 0, NULL, "sample-size", "alpha=1", 1000, 0.05, "too high at 1000 samples" },
    { "null-safe", 0, NULL, "guard", "structure=independent;codes=uniform-noise;width=20", 100, 0.2,
      "100 rows of noise score something" },
    { "constant-factor", 0, NULL, "dead-factor", "count=8;place=last", 0, 0.2, "counts columns that never change" },
    { "constant-factor", 2, NULL, "dead-factor", "count=1;place=first", 0, -0.2, "loses by one that never changes" },
    { "redundancy-fair", 0, NULL, "guard", "structure=two-parents;codes=scaled;curves=bounded", 0, -0.2,
      "punishes a product" },
    { "redundancy-fair", 2, NULL, "guard", "structure=redundant;codes=scaled;derived=2;curves=bounded", 0, -0.2,
      "punishes copies" },
    { "missing-factor", 1, NULL, "kim-mnih", "", 0, 0.125, "as high as with a code for each factor" },
    { "missing-factor", 2, NULL, "kim-mnih", "", 0, 0.12, "lower by less than it ought to be" },
    { "irrelevant-codes", 0, NULL, "irrelevant-code", "count=16", 0, -0.1, "counts codes of noise" },
    { "correlated-factors", 0, NULL, "correlated", "pairs=3;code=ideal;s=0.1", 0, -0.1, "takes agreement for mixing" },
    { "confounded-factors", 1, NULL, "confounder", "code=ideal;s=0.04", 0, -0.1,
      "takes the confounder for a second code" },
    { "heavy-tails", 2, NULL, "heavy-tail", "", 0, -0.1, "loses what is far out" },
    { "absent-values", 0, NULL, "absent", "p=0.5", 0, -0.1, "falls with every label that is missing" },
    { "turned-angle", 0, NULL, "turned", "turn=0.25", 0, -0.1, "cuts the circle where it is counted from" },
    { "any-units", 0, NULL, "inputs", "change=tiny", 0, -0.02, "underflows" },
    { "any-names", 1, NULL, "inputs", "change=renamed", 0, -0.02, "reads the numbers of classes" },
    { "any-law", 2, NULL, "inputs", "change=gaussian", 0, -0.1, "cuts bins of equal width" },
    { "any-shares", 0, NULL, "inputs", "change=merged", 0, -0.1, "asks a code to hold no more than its factor" },
    { "any-kind", 2, NULL, "inputs", "change=mixed", 0, -0.1, "scores classes by another measure" },
    { "any-bijection", 0, NULL, "inputs", "change=shuffled", 0, -0.1, "sees lines alone" },
    { "factor-twice", 1, NULL, "inputs", "change=twice", 0, -0.1, "counts a column that says nothing new" },
    { "one-outlier", 2, NULL, "inputs", "change=outlier", 0, -0.1, "is decided by one value" },
    { "swapped-rows", 0, NULL, "inputs", "change=swapped", 0, -0.1, "is decided by a few rows" },
    { "high-and-low", 0, NULL, "sepliarskaia", "case=ideal", 0, -0.1, "rates the ideal case low" },
    { "high-and-low", 2, NULL, "sepliarskaia", "case=xor", 0, 0.5, "rates an exclusive or high" },
    { "high-and-low", 1, NULL, "sepliarskaia", "case=split", 0, 0.34, "rates two codes for a factor high" },
    { "mixed-pairs", 0, NULL, "higgins", "", 0, 0.6, "rates means of two factors high" },
    { "mixed-pairs", 2, NULL, "higgins", "", 0, -0.1, "loses what a linear map keeps" },
    { "many-values", 0, NULL, "letters", "dims=2;rows=uniform;book=published", 0, -0.1, "two coordinates are worse" },
    { "many-values", 1, NULL, "letters", "dims=1;rows=uniform;book=published", 0, -0.2,
      "one is worse than an ordered code" },
    { "any-dimension", 0, NULL, "dimension", "alpha=0;factors=32;width=1", 0, -0.1,
      "falls with the number of factors" },
    { "any-dimension", 2, NULL, "dimension", "alpha=0.4;factors=16;width=1", 0, 0.1, "rises with it" },
    { "rotation", 0, NULL, "rotate", "angle=15;matrix=pairs", 0, 0.034, "does not see a turn of 15 degrees" },
    { "rotation", 2, NULL, "rotate", "angle=45;matrix=pairs", 0, -0.2, "sees what changes nothing" },
};

/* Exactly this property of this output fails. */
static void check_only(const verdicts *all, const char *id, size_t output, const char *why)
{
    for (size_t p = 0; p < property_count(); p++) {
        for (size_t o = 0; o < MADE_OUTPUTS; o++) {
            const verdict *v = verdict_of(all, property_at(p)->id, "default", outputs[o]);
            const int here = o == output && strcmp(property_at(p)->id, id) == 0;
            const int otherwise = measured(property_at(p)->id, o) ? VERDICT_PASS : VERDICT_NOT_CLAIMED;
            check_verdict(v, here ? VERDICT_FAIL : otherwise, why);
            if (here) assert_true(v->comparison[v->deciding].outcome == VERDICT_FAIL);
        }
    }
}

TEST(test_defects)
{
    for (size_t k = 0; k < sizeof defects / sizeof *defects; k++) {
        const struct defect *d = &defects[k];
        FREED(made_freed) made *m = oracle_of(100 + k, 10, SHARED * 1e-3, OWN * 1e-3);
        assert_int_equal(made_change(m, d->output, d->preset, d->scenario, d->point, d->samples, d->by), 1);
        FREED(trial_free) trial t = tried(m);
        check_only(&t.all, d->property, d->output, d->why);
    }
}

/* What a changed oracle is told; text NULL: whatever. */
static void check_changed(made *m, const char *id, size_t output, int outcome, const char *text, const char *why)
{
    FREED(trial_free) trial t = tried(m);
    const verdict *v = verdict_of(&t.all, id, "default", outputs[output]);
    check_verdict(v, outcome, why);
    if (text && !strstr(v->text, text)) fail_msg("%s: '%s' is not in: %s", why, text, v->text);
    made_free(m);
}

static made *right(void) { return oracle_of(70, 10, SHARED * 1e-3, OWN * 1e-3); }

/* Scores around the limit are open, and the command goes on with what the comparison is of. */
static void check_settled_by(double by, const char *id, size_t output, const char *preset, const char *scenario,
                             const char *point, const char *command)
{
    made *m = right();
    for (size_t k = 0; k < m->count; k++)
        if (strcmp(m->at[k].point.scenario->id, scenario) == 0 && strcmp(m->at[k].point.at.set.text, point) == 0 &&
            strcmp(m->at[k].preset, preset) == 0)
            for (size_t s = 0; s < m->seeds; s++) m->at[k].value[output][s] += by + (s % 2 ? 0.02 : -0.02);
    check_changed(m, id, output, VERDICT_UNDECIDED, command, command);
}

TEST(test_settling)
{
    check_settled_by(-0.06, "stable-options", 0, MADE_VARIANT, "bins", "alpha=0.2",
                     "--scenarios bins --metrics dci-rf,dci-rf:trees=20 --samples 20000 --until-decided");
    check_settled_by(-0.06, "nonlinear", 0, "default", "nonlinear", "alpha=0.4",
                     "--scenarios nonlinear --metrics dci-rf --samples 20000 --until-decided");
}

/* Defects of several points, missing parts, and sizes. */
TEST(test_more_defects)
{
    made *m = right();
    made_change(m, 1, NULL, "duplicate", "copies=2;factors=4", 0, 1.0 / 3);
    check_changed(m, "compactness-coherent", 1, VERDICT_FAIL, "noise alpha=0 to duplicate copies=2;factors=4",
                  "two copies as good as an ideal code");
    m = right();
    made_change(m, 1, NULL, "duplicate", "copies=2;factors=4", 0, -0.66);
    for (int peer = 0; peer < 2; peer++)
        made_change(m, 1, NULL, "trig", peer ? "order=peer" : "order=interleaved", 0, -0.66);
    check_changed(m, "multi-code", 1, VERDICT_FAIL, "at least 0.02 is wanted", "two codes of eight are nothing");
    m = right();
    made_change(m, 0, NULL, "partial", "known=2", 0, -0.1);
    made_change(m, 0, NULL, "partial", "known=8", 0, -0.3);
    check_changed(m, "unmeasured-factors", 0, VERDICT_FAIL, "falls by 0.3", "the largest difference decides");
    m = right();
    made_drop(m, "noisy-copy", 0);
    check_changed(m, "compactness-coherent", 1, VERDICT_PASS, NULL, "noisy-copy is looked at where it is there");
    m = right();
    made_drop(m, "trig", 0);
    check_changed(m, "multi-code", 0, VERDICT_NOT_RUN, "--scenarios trig --metrics dci-rf --samples 20000", "no trig");
    m = right();
    for (size_t k = 0; k < m->count; k++)
        if (strcmp(m->at[k].point.scenario->id, "noise") == 0 && strcmp(m->at[k].point.at.set.text, "alpha=1") == 0)
            m->at[k].value[0][2] = m->at[k].value[0][5] = NAN;
    check_changed(m, "calibrated", 0, VERDICT_UNDEFINED, "undefined in 2 of 10 seeds", "a number is wanted in each");
    m = right();
    made_change(m, 0, NULL, "noise", "alpha=0", 0, -0.1);
    for (size_t k = 0; k < m->count; k++)
        if (strcmp(m->at[k].point.scenario->id, "noise") == 0 && strcmp(m->at[k].point.at.set.text, "alpha=0") == 0)
            m->at[k].truth[0].kind = ASSAY_ORDER;
    check_changed(m, "calibrated", 0, VERDICT_PASS, NULL, "what is not known to be 1 need not be");
}

TEST(test_sizes)
{
    made *m = right();
    made_change(m, 0, NULL, "sample-size", "alpha=1", 200, 0.3);
    check_changed(m, "small-sample-bias", 0, VERDICT_PASS, "free of bias from 1000 samples on",
                  "200 samples may be biased");
    m = right();
    made_change(m, 0, NULL, "sample-size", "alpha=1", 1000, 0.3);
    check_changed(m, "small-sample-bias", 0, VERDICT_FAIL, "no size below 5000 samples is clearly free",
                  "1000 samples may not");
    m = right();
    made_drop(m, "sample-size", 200);
    check_changed(m, "small-sample-bias", 0, VERDICT_NOT_RUN, "fewer than three", "two sizes");
    m = right();
    for (size_t k = 0; k < m->count; k++)
        if (strcmp(m->at[k].point.scenario->id, "sample-size") == 0 &&
            strcmp(m->at[k].point.at.set.text, "alpha=1") == 0)
            for (size_t s = 0; s < m->seeds; s++) m->at[k].value[0][s] = NAN;
    check_changed(m, "small-sample-bias", 0, VERDICT_PASS, NULL, "undefined for noise at every size");
}

/* How many comparisons the claims of an output ask for: points by truth, and pairs. */
TEST(test_numbers)
{
    static const struct {
        const char *id;
        size_t output;
        uint32_t claims;
        size_t n;
        const char *why;
    } known[] = {
        { "modularity-coherent", 0, 1, 15, "5 steps of mixing, 6 pairs of duplicates, 4 of these with the ideal code" },
        { "compactness-coherent", 1, 2, 12, "5 of mixing, 4 of noisy-copy, 2 of duplicate, 1 to the ideal" },
        { "explicitness-coherent", 2, 4, 15, "5 steps of noise, 10 pairs of mixing up to .4" },
        { "explicitness-coherent", 2, 6, 5, "mixing lowers compactness: only noise lowers explicitness alone" },
        { "compactness-coherent", 2, 6, 12, "explicitness stays or falls with it" },
        { "noise-robust", 2, 6, 0, "claims explicitness, too" },
        { "multi-code", 1, 2, 4, "trig in both orders, and both above 0" },
        { "multi-code", 0, 1, 4, "trig in both orders, copies and trig with the ideal code" },
        { "cardinality-fair", 1, 2, 15, "pairs of six" },
        { "dependent-complete", 0, 1, 6, "every delta" },
        { "dependent-ordered", 0, 1, 105, "7 alphas, 15 pairs of deltas" },
        { "dead-code-safe", 0, 1, 16, "two numbers, three places; five shapes of two kinds" },
        { "small-sample-bias", 0, 1, 3, "1000 samples at three alphas" },
        { "rotation", 2, 6, 3, "neighbours by compactness" },
        { "high-and-low", 0, 1, 11,
          "the ideal; xor and sum below each of the other three; 3 equal pairs of those, 1 of these" },
        { "high-and-low", 0, 3, 7,
          "the ideal; to sum, to split, from there to one; by modularity one and split above sum, by compactness split "
          "below" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(made_freed) made *m = right();
        FREED(evidence_free) evidence e = { 0 };
        made_evidence(m, &e);
        for (size_t s = 0; s < e.count; s++)
            if (strcmp(e.at[s].output, outputs[known[k].output]) == 0) e.at[s].measures = known[k].claims;
        verdicts all = judged(&e);
        const verdict *v = verdict_of(&all, known[k].id, "default", outputs[known[k].output]);
        if (v->n_comparisons != known[k].n) fail_msg("%s: %zu, want %zu", known[k].why, v->n_comparisons, known[k].n);
    }
}

/* The right modularity under two claims: where these go apart it follows one, and fails the other. */
TEST(test_claims_apart)
{
    FREED(made_freed) made *m = right();
    FREED(evidence_free) evidence e = { 0 };
    made_evidence(m, &e);
    for (size_t s = 0; s < e.count; s++)
        if (strcmp(e.at[s].output, outputs[0]) == 0) e.at[s].measures = ASSAY_MODULARITY | ASSAY_COMPACTNESS;
    verdicts all = judged(&e);
    const verdict *v = verdict_of(&all, "high-and-low", "default", outputs[0]);
    check_verdict(v, VERDICT_FAIL, "modularity that claims compactness, too");
    assert_non_null(strstr(v->text, "although compactness falls"));
}

/* The score of one factor of six. */
TEST(test_item_defect)
{
    FREED(made_freed) made *m = oracle_of(50, 10, SHARED * 1e-3, OWN * 1e-3);
    for (size_t k = 0; k < m->count; k++)
        for (size_t s = 0; s < m->seeds && m->at[k].n_items; s++) m->at[k].item[1][s][3] -= 0.1;
    FREED(trial_free) trial t = tried(m);
    check_only(&t.all, "cardinality-fair", 1, "one factor scores less");
    assert_non_null(strstr(verdict_of(&t.all, "cardinality-fair", "default", "compactness")->text, "factor"));
}

/* A single seed that is far out does not fail a right metric. */
TEST(test_lucky_seed)
{
    FREED(made_freed) made *m = oracle_of(60, 10, SHARED * 1e-3, OWN * 1e-3);
    for (size_t k = 0; k < m->count; k++)
        for (size_t o = 0; o < MADE_OUTPUTS; o++) m->at[k].value[o][k % 10] += k % 2 ? 0.5 : -0.5;
    FREED(trial_free) trial t = tried(m);
    for (size_t k = 0; k < t.all.count; k++)
        if (t.all.at[k].outcome == VERDICT_FAIL)
            check_verdict(&t.all.at[k], VERDICT_PASS, "one seed of ten at each point");
}

/* The verdicts on modularity, compactness and explicitness, and properties that have them: P passes, F fails, - is not
 * claimed. */
struct known_verdicts {
    const char *letters, *ids; /* a blank before and behind each */
};

static int outcome_of(char letter)
{
    return letter == 'P' ? VERDICT_PASS : letter == 'F' ? VERDICT_FAIL : VERDICT_NOT_CLAIMED;
}

static const char *letters_of(const struct known_verdicts *known, size_t n, const char *id)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", id);
    for (size_t k = 0; k < n; k++)
        if (strstr(known[k].ids, word)) return known[k].letters;
    fail_msg("property %s is not in test_constant: which verdict does a metric get that always says 1/2?", id);
    return NULL;
}

/* A metric that always says 1/2, without any spread: what is asked to stay passes, what is asked to move fails. */
TEST(test_constant)
{
    static const struct known_verdicts known[] = {
        { "PPP", " nonlinear multi-code unmeasured-factors stable-options no-discretisation rescaling-invariant "
                 "permutation-invariant row-order dead-code-safe constant-factor small-sample-bias "
                 "redundancy-fair irrelevant-codes correlated-factors confounded-factors heavy-tails "
                 "absent-values turned-angle any-units any-names any-law any-shares any-kind any-bijection "
                 "one-outlier swapped-rows any-dimension " },
        { "F--", " modularity-coherent nuisance-sensitive " },
        { "-F-", " compactness-coherent " },
        { "--F", " explicitness-coherent " },
        { "FFF", " calibrated null-safe high-and-low coherent-elsewhere " },
        { "PP-", " noise-robust dependent-ordered " },
        { "FF-", " dependent-complete " },
        { "-PP", " cardinality-fair factor-twice " },
        { "-FF", " missing-factor " },
        { "FFP", " mixed-pairs rotation " },
        { "PFP", " many-values " },
        /* of scenario features, which is not there: test_judge_features has them */
        { "---", " sees-absorption sees-splitting sees-hedging sees-missed sees-decoder blind-to-shrinkage "
                 "rare-features-count random-is-low oracle-is-best " },
    };
    FREED(made_freed) made *m = made_new(5);
    for (size_t k = 0; k < m->count; k++)
        for (size_t o = 0; o < MADE_OUTPUTS; o++)
            for (size_t s = 0; s < m->seeds; s++) {
                m->at[k].value[o][s] = 0.5;
                for (size_t i = 0; i < m->at[k].n_items; i++) m->at[k].item[o][s][i] = 0.5;
            }
    FREED(trial_free) trial t = tried(m);
    for (size_t k = 0; k < property_count(); k++) {
        const char *id = property_at(k)->id, *letters = letters_of(known, sizeof known / sizeof *known, id);
        for (size_t o = 0; o < MADE_OUTPUTS; o++)
            check_verdict(verdict_of(&t.all, id, "default", outputs[o]), outcome_of(letters[o]), "a constant");
    }
}

/* Uniform noise for a score: calibration fails (1/2 +- .3 is neither 1 nor 0), and nothing passes by its scores. */
TEST(test_noise)
{
    FREED(made_freed) made *m = made_new(10);
    assay_stream stream = stream_of(11);
    for (size_t k = 0; k < m->count; k++)
        for (size_t o = 0; o < MADE_OUTPUTS; o++)
            for (size_t s = 0; s < m->seeds; s++) {
                m->at[k].value[o][s] = assay_stream_uniform(&stream);
                for (size_t i = 0; i < m->at[k].n_items; i++) m->at[k].item[o][s][i] = assay_stream_uniform(&stream);
            }
    FREED(trial_free) trial t = tried(m);
    for (size_t k = 0; k < t.all.count; k++) {
        const verdict *v = &t.all.at[k];
        const int calibrated = strcmp(property_at(v->property)->id, "calibrated") == 0;
        if (v->n_comparisons && v->outcome == VERDICT_PASS) check_verdict(v, VERDICT_UNDECIDED, "noise");
        if (calibrated && strcmp(v->series->preset, "default") == 0) check_verdict(v, VERDICT_FAIL, "noise");
    }
}

/* 200 right metrics with noise of .01 in every score and 5 to 10 seeds: false failures of each property in less than 5
 * of 100 verdicts. */
TEST(test_false_failures)
{
    const unsigned repeats = check_repeats(200);
    OWNED size_t *failed = calloc(property_count(), sizeof *failed);
    assert_non_null(failed);
    FREED(made_freed) made *m = made_new(10);
    for (unsigned r = 0; r < repeats; r++) {
        assay_stream stream = stream_of(1000 + r);
        m->seeds = 5 + r % 6;
        made_oracle(m, &stream, 0.0, 0.01);
        FREED(trial_free) trial t = tried(m);
        for (size_t k = 0; k < t.all.count; k++) failed[t.all.at[k].property] += t.all.at[k].outcome == VERDICT_FAIL;
    }
    for (size_t p = 0; p < property_count(); p++)
        if ((double)failed[p] >= 0.05 * repeats) /* of the three outputs together */
            fail_msg("%s failed %zu times in %u", property_at(p)->id, failed[p], repeats);
}

TESTS_MAIN
