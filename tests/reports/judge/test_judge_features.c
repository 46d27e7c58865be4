/*
 * Properties of sparse codes, on scores made up for the encoders of scenario `features`: a score that falls with every
 * defect but shrinkage passes all; with one of its scores changed it fails the property about that; a constant passes
 * only what asks that a score stays; of what is asked elsewhere, or of too few seeds, nothing is decided.
 */
#include "judge_store.h"

static const char *const points[] = { "encoder=oracle:dose=0",       "encoder=absorbed:dose=0.8",
                                      "encoder=split:dose=0.8",      "encoder=hedged:dose=0.8",
                                      "encoder=merged:dose=0.8",     "encoder=missed:dose=0.8",
                                      "encoder=missed:dose=0.1",     "encoder=shrunk:dose=0.4",
                                      "encoder=shrunk:dose=0.8",     "encoder=noisy:dose=0.8",
                                      "encoder=superposed:dose=0.8", "encoder=permuted-decoder:dose=1",
                                      "encoder=random:dose=1" };
enum { POINTS = sizeof points / sizeof *points, ORACLE = 0, RANDOM = POINTS - 1 };
static const double right[POINTS] = { 0.9, 0.7, 0.7, 0.8, 0.6, 0.3, 0.8, 0.9, 0.9, 0.5, 0.5, 0.4, 0.1 };

static const char *const asked[] = { "sees-absorption",     "sees-splitting", "sees-hedging",
                                     "sees-missed",         "sees-decoder",   "blind-to-shrinkage",
                                     "rare-features-count", "random-is-low",  "oracle-is-best" };
enum { ASKED = sizeof asked / sizeof *asked };

/* Scores of `value`, with a little noise, of every output. */
static made *made_of(const double value[POINTS], size_t seeds)
{
    made *m = calloc(1, sizeof *m);
    assay_stream stream = stream_of(7);
    assert_non_null(m);
    m->seeds = seeds;
    for (size_t k = 0; k < POINTS; k++) {
        made_named(m, "features", points[k], 4000);
        for (size_t o = 0; o < MADE_OUTPUTS; o++)
            for (size_t s = 0; s < seeds; s++) m->at[k].value[o][s] = value[k] + 1e-3 * assay_stream_normal(&stream);
    }
    return m;
}

/* `outcome` of every property, but `other` of the named one. */
static void check_all(const double value[POINTS], size_t seeds, const char *named, int other, int outcome)
{
    FREED(made_freed) made *m = made_of(value, seeds);
    FREED(trial_free) trial t = tried(m);
    for (size_t k = 0; k < ASKED; k++)
        check_verdict(verdict_of(&t.all, asked[k], "default", "modularity"),
                      named && strcmp(named, asked[k]) == 0 ? other : outcome, named ? named : "all alike");
}

TEST(test_a_right_score_passes_all) { check_all(right, 10, NULL, 0, VERDICT_PASS); }

/* One score changed: the property about it fails and no other one. */
TEST(test_one_wrong_score_fails_one_property)
{
    static const struct {
        const char *property;
        size_t point;
        double score;
    } wrong[] = {
        { "sees-absorption", 1, 0.88 },     { "sees-splitting", 2, 0.88 }, { "sees-hedging", 3, 0.88 },
        { "sees-missed", 5, 0.88 },         { "sees-decoder", 11, 0.88 },  { "blind-to-shrinkage", 8, 0.8 },
        { "rare-features-count", 6, 0.88 }, { "random-is-low", 9, 0.02 },  { "oracle-is-best", 10, 0.97 },
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        double value[POINTS];
        memcpy(value, right, sizeof value);
        value[wrong[k].point] = wrong[k].score;
        check_all(value, 10, wrong[k].property, VERDICT_FAIL, VERDICT_PASS);
    }
}

TEST(test_a_constant_passes_nothing_but_that_it_stays)
{
    double value[POINTS];
    for (size_t k = 0; k < POINTS; k++) value[k] = 0.5;
    check_all(value, 10, "blind-to-shrinkage", VERDICT_PASS, VERDICT_FAIL);
}

TEST(test_few_seeds_decide_nothing) { check_all(right, 4, NULL, 0, VERDICT_UNDECIDED); }

/* An undefined score is no low one. */
TEST(test_undefined_is_no_score)
{
    double value[POINTS];
    memcpy(value, right, sizeof value);
    value[1] = NAN;
    FREED(made_freed) made *m = made_of(value, 10);
    FREED(trial_free) trial t = tried(m);
    check_verdict(verdict_of(&t.all, "sees-absorption", "default", "modularity"), VERDICT_UNDEFINED, "no score");
    check_verdict(verdict_of(&t.all, "sees-splitting", "default", "modularity"), VERDICT_PASS, "elsewhere");
}

TEST(test_elsewhere_they_are_not_asked)
{
    FREED(made_freed) made *m = made_new(10);
    FREED(trial_free) trial t = tried(m);
    for (size_t k = 0; k < ASKED; k++)
        check_verdict(verdict_of(&t.all, asked[k], "default", "modularity"), VERDICT_NOT_CLAIMED, "no encoders");
}

/* Of absorption low is best: what rises with the defect sees it, what falls does not. */
TEST(test_of_a_loss_low_is_best)
{
    for (int up = 0; up < 2; up++) {
        FREED(evidence_free) evidence e = { 0 };
        static const char *const at[] = { "encoder=oracle;dose=0", "encoder=absorbed;dose=0.8" };
        for (size_t k = 0; k < 2; k++)
            for (size_t s = 0; s < 10; s++) {
                const evidence_entry where =
                    FIELDS(.scenario = "features", .scenario_title = "", .symbol = "", .point = at[k], .x = NAN,
                           .samples = 4000, .metric = "absorption", .metric_title = "", .family = "dictionary",
                           .preset = "default", .output = "fraction", .low = 0, .high = 1);
                evidence_score(evidence_add(&e, &where), s, k == (size_t)up ? 0.5 : 0.1, NULL);
            }
        verdicts all = judged(&e);
        check_verdict(verdict_of(&all, "sees-absorption", "default", "fraction"), up ? VERDICT_PASS : VERDICT_FAIL,
                      up ? "rises" : "falls");
    }
}

/* Amounts are asked neither whether random codes have little of them nor whether the oracle has most. */
TEST(test_what_describes_is_not_asked_for_quality)
{
    static const char *const quality[] = { "random-is-low", "oracle-is-best" };
    FREED(evidence_free) evidence e = { 0 };
    for (size_t k = 0; k < POINTS; k++)
        for (size_t o = 0; o < 2; o++)
            for (size_t s = 0; s < 10; s++) {
                char at[64];
                snprintf(at, sizeof at, "%s", points[k]);
                *strchr(at, ':') = ';';
                const evidence_entry where =
                    FIELDS(.scenario = "features", .scenario_title = "", .symbol = "", .point = at, .x = NAN,
                           .samples = 4000, .metric = "reconstruction", .metric_title = "", .family = "dictionary",
                           .preset = "default", .output = o ? "l0" : "explained-variance", .low = 0, .high = 1,
                           .measures = o ? ASSAY_DESCRIBES : 0);
                evidence_score(evidence_add(&e, &where), s, 1 - right[k], NULL);
            }
    verdicts all = judged(&e);
    for (size_t k = 0; k < 2; k++) {
        check_verdict(verdict_of(&all, quality[k], "default", "l0"), VERDICT_NOT_CLAIMED, "an amount");
        check_verdict(verdict_of(&all, quality[k], "default", "explained-variance"), VERDICT_FAIL, "a quality");
    }
}

TESTS_MAIN
