/*
 * Candidates that try to look better, or just other, than they are: images of a right metric on other scales keep every
 * mark, scores that say nothing earn none, and what a single defect hides is found out.
 */
#include "judge_store.h"

static const char *const outputs[] = { "modularity", "compactness", "explicitness" };

/* A right metric with a little noise. */
static made *right(size_t seeds)
{
    made *m = made_new(seeds);
    assay_stream stream = stream_of(17);
    made_oracle(m, &stream, 0.003, 0.001);
    return m;
}

/* Every score becomes a s + b; the range that is declared becomes low to high. */
static verdicts judged_image(const made *of, double a, double b, double low, double high, evidence *e)
{
    OWNED made *m = malloc(sizeof *m);
    assert_non_null(m);
    *m = *of;
    for (size_t k = 0; k < m->count; k++)
        for (size_t o = 0; o < MADE_OUTPUTS; o++)
            for (size_t s = 0; s < m->seeds; s++) {
                m->at[k].value[o][s] = a * m->at[k].value[o][s] + b;
                for (size_t i = 0; i < MADE_ITEMS; i++) m->at[k].item[o][s][i] = a * m->at[k].item[o][s][i] + b;
            }
    *e = (evidence){ 0 };
    made_evidence(m, e);
    for (size_t k = 0; k < e->count; k++) {
        e->at[k].low = low;
        e->at[k].high = high;
    }
    return judged(e);
}

/* Where noise scores b above the lower end of the range that is declared, the score is not calibrated. */
static void check_same_marks(const made *of, double a, double b, double low, double high, const char *why)
{
    FREED(evidence_free) evidence e, image;
    verdicts all = judged_image(of, 1, 0, 0, 1, &e), theirs = judged_image(of, a, b, low, high, &image);
    assert_int_equal(all.count, theirs.count);
    for (size_t k = 0; k < all.count; k++) {
        const int off = strcmp(property_at(all.at[k].property)->id, "calibrated") == 0 && b > 0.0 && low == 0.0 &&
                        all.at[k].outcome == VERDICT_PASS;
        check_verdict(&theirs.at[k], off ? VERDICT_FAIL : all.at[k].outcome, why);
    }
}

/* Defects that make failures of several properties, so that more than passes has to be kept. */
static void add_defects(made *m)
{
    made_change(m, 0, NULL, "mixing", "alpha=0.2", 0, 0.1);
    made_change(m, 1, NULL, "flip-permute", "permute=yes;flip=no", 0, 0.02);
    made_change(m, 2, NULL, "partial", "known=4", 0, -0.1);
    made_change(m, 0, NULL, "noise", "alpha=0.4", 0, -0.2);
    made_change(m, 1, NULL, "noise", "alpha=1", 0, 0.1);
    made_change(m, 0, NULL, "dependent", "delta=1;alpha=0.7", 0, 0.12);
    made_change(m, 1, NULL, "dead-code", "count=4;place=middle", 0, -0.03);
}

TEST(test_images)
{
    static const struct {
        double a, b, low, high;
        int right_alone;
        const char *why;
    } images[] = {
        { 100, 0, 0, 100, 0, "percent" },
        { 1e-3, 0, 0, 1e-3, 0, "thousandths, declared" },
        { 1e-3, 0, 0, 1, 0, "thousandths, declared as 0 to 1" },
        { 1e-9, 0, 0, 1, 0, "far smaller still" },
        { 2, -1, -1, 1, 0, "from -1 to 1" },
        { 1, 7, 7, 8, 0, "shifted" },
        { 1e-3, 0.5, 0, 1, 1, "thousandths upon one half, declared as 0 to 1" },
        { 1, 0, -INFINITY, 1, 0, "open below" },
        { 1e-3, 0, 0, INFINITY, 0, "open above" },
    };
    for (int defects = 0; defects < 2; defects++) {
        FREED(made_freed) made *m = right(8);
        if (defects) add_defects(m);
        for (size_t k = 0; k < sizeof images / sizeof *images; k++)
            if (!defects || !images[k].right_alone) /* what noise ought to score is not known there */
                check_same_marks(m, images[k].a, images[k].b, images[k].low, images[k].high, images[k].why);
    }
}

/* Half of the declared range is no smaller scale: ideal codes ought to reach the upper end. */
TEST(test_half_range)
{
    FREED(made_freed) made *m = right(8);
    evidence e;
    for (int small = 0; small < 2; small++) {
        verdicts all = judged_image(m, small ? 0.05 : 0.5, 0, 0, 1, &e);
        for (size_t o = 0; o < MADE_OUTPUTS; o++) {
            const verdict *v = verdict_of(&all, "calibrated", "default", outputs[o]);
            check_verdict(v, small ? VERDICT_PASS : VERDICT_FAIL, "ideal codes below the upper end");
            assert_int_equal(strstr(v->text, "judged on the scale it moves on") != NULL, small);
        }
        evidence_free(&e);
    }
}

/* "0.5010 to 0.5010" tells nothing: the ends of an interval, or of what is wanted, are told apart. */
static void check_ends_differ(const char *text)
{
    for (const char *at = text; (at = strstr(at, " to ")); at += 4) {
        char *end, *last;
        const char *before = at;
        while (before > text && strchr("0123456789.e-", before[-1])) before--;
        const double low = strtod(before, &end), high = strtod(at + 4, &last);
        if (before < at && end == at && last > at + 4 && low == high) fail_msg("%s", text);
    }
}

TEST(test_digits)
{
    static const double steps[] = { 1, 1e-3, 1e-6 };
    FREED(made_freed) made *m = right(8);
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        FREED(evidence_free) evidence e;
        verdicts all = judged_image(m, steps[k], 0.5, 0.5, 0.5 + steps[k], &e);
        const verdict *v = verdict_of(&all, "calibrated", "default", "modularity");
        for (size_t c = 0; c < v->n_comparisons; c++) {
            const char *wanted = comparison_wanted(&v->comparison[c]), *and = strstr(wanted, " and ");
            assert_non_null(and);
            assert_true(strtod(wanted + strlen("between "), NULL) < strtod(and+5, NULL));
            assert_int_equal(comparison_decimals(&v->comparison[c], 4), 4 + 3 * (int)k);
        }
        for (size_t i = 0; i < all.count; i++)
            if (steps[k] < 1.0 && all.at[i].text) check_ends_differ(all.at[i].text);
    }
}

enum { ALL_ONE, NEARLY, NEAR_HALF, RARE, BY_ROWS, BY_SCENARIO, BY_LETTERS, DEAD, UNDEFINED, LIARS };

static size_t letters(const char *text)
{
    size_t sum = 0;
    for (; *text; text++) sum = 31 * sum + (unsigned char)*text;
    return sum;
}

/* What a score may be that looks at anything but what codes say of factors. */
static double lie(int which, const made_entry *at, assay_stream *stream)
{
    const double u = assay_stream_uniform(stream);
    const char *scenario = at->point.scenario->id, *point = at->point.at.set.text;
    switch (which) {
    case NEARLY: return 0.99 + 0.01 * u;
    case NEAR_HALF: return 0.5 + 0.001 * u;
    case RARE: return u < 0.1 ? 0.0 : 1.0;
    case BY_ROWS: return 1.0 - 20.0 / (double)at->samples;
    case BY_SCENARIO: return (double)(letters(scenario) % 101) / 100.0;
    case BY_LETTERS: return (double)((letters(scenario) + letters(point)) % 101) / 100.0;
    case DEAD: return 1.0 / (1.0 + fmax(0.0, point_number(&at->point.at, "count")));
    case UNDEFINED: return (letters(scenario) + letters(point)) % 2 ? 1.0 : NAN;
    default: return 1.0;
    }
}

/* Scores that know nothing of the data pass nothing that asks a score to move: what stays is no evidence for them. */
TEST(test_liars)
{
    static const char *const moves[] = { "calibrated", "modularity-coherent", "compactness-coherent",
                                         "explicitness-coherent" };
    for (int which = 0; which < LIARS; which++) {
        FREED(made_freed) made *m = made_new(10);
        assay_stream stream = stream_of(23);
        for (size_t k = 0; k < m->count; k++)
            for (size_t o = 0; o < MADE_OUTPUTS; o++)
                for (size_t s = 0; s < m->seeds; s++) {
                    m->at[k].value[o][s] = lie(which, &m->at[k], &stream);
                    for (size_t i = 0; i < MADE_ITEMS; i++) m->at[k].item[o][s][i] = lie(which, &m->at[k], &stream);
                }
        FREED(trial_free) trial t = tried(m);
        for (size_t k = 0; k < t.all.count; k++)
            for (size_t p = 0; p < sizeof moves / sizeof *moves; p++)
                if (t.all.at[k].outcome == VERDICT_PASS && strcmp(property_at(t.all.at[k].property)->id, moves[p]) == 0)
                    fail_msg("%d: %s passes %s: %s", which, t.all.at[k].series->output, moves[p], t.all.at[k].text);
    }
}

/* Compactness declared as modularity: 0 on every copy is the same on all, and not that of the ideal code. */
TEST(test_other_claim)
{
    static const char *const copies[] = { "copies=2;factors=2", "copies=4;factors=2", "copies=2;factors=4",
                                          "copies=4;factors=4" };
    FREED(made_freed) made *m = right(8);
    for (size_t k = 0; k < 4; k++) assert_int_equal(made_change(m, 0, NULL, "duplicate", copies[k], 0, -1), 1);
    made_change(m, 0, NULL, "trig", "order=interleaved", 0, -1);
    made_change(m, 0, NULL, "trig", "order=peer", 0, -1);
    FREED(trial_free) trial t = tried(m);
    check_verdict(verdict_of(&t.all, "modularity-coherent", "default", "modularity"), VERDICT_FAIL, "0 on every copy");
    check_verdict(verdict_of(&t.all, "multi-code", "default", "modularity"), VERDICT_FAIL, "0 on copies and angles");
}

/* A metric from outside that claims nothing is asked what holds of any claim, and told how to claim; what the three
 * properties are not alike in is not asked. */
TEST(test_no_claim)
{
    static const char *const passes[] = {
        "calibrated",          "nonlinear",      "unmeasured-factors", "multi-code", "permutation-invariant",
        "rescaling-invariant", "dead-code-safe", "small-sample-bias"
    };
    static const char *const not_asked[] = { "modularity-coherent", "noise-robust", "rotation", "nuisance-sensitive" };
    FREED(made_freed) made *m = right(8);
    FREED(evidence_free) evidence e = { 0 };
    made_evidence(m, &e);
    for (size_t s = 0; s < e.count; s++) {
        e.at[s].metric = "mine";
        e.at[s].measures = 0;
    }
    verdicts all = judged(&e);
    for (size_t k = 0; k < sizeof passes / sizeof *passes; k++)
        check_verdict(verdict_of(&all, passes[k], "default", "modularity"), VERDICT_PASS, "no claim");
    for (size_t k = 0; k < sizeof not_asked / sizeof *not_asked; k++)
        check_verdict(verdict_of(&all, not_asked[k], "default", "modularity"), VERDICT_NOT_CLAIMED, "no claim");
    assert_non_null(strstr(verdict_of(&all, "modularity-coherent", "default", "modularity")->text, ":measures="));
}

/* No interval leaves the range that all scores are in; where all seeds agree the verdict says what that excludes. */
TEST(test_few_seeds)
{
    FREED(made_freed) made *m = right(5);
    for (size_t k = 0; k < m->count; k++)
        for (size_t o = 0; o < MADE_OUTPUTS; o++)
            for (size_t s = 0; s < m->seeds; s++)
                if (strcmp(m->at[k].point.scenario->id, "noise") == 0)
                    m->at[k].value[o][s] = o ? m->at[k].truth[o].value : s % 2 ? 1.0 : 0.6;
    FREED(trial_free) trial t = tried(m);
    for (size_t k = 0; k < t.all.count; k++)
        for (size_t c = 0; c < t.all.at[k].n_comparisons; c++) {
            const comparison *one = &t.all.at[k].comparison[c];
            if (strncmp(one->text, "noise:", 6) == 0) assert_true(one->low >= -1.0 && one->high <= 1.0);
        }
    const verdict *v = verdict_of(&t.all, "calibrated", "default", "modularity");
    const double share = 1.0 - v->comparison[0].high; /* .76 +- .8, but three of five are .4 below the range's end */
    const double beyond = 10 * pow(share / 0.4, 3) * pow(1 - share / 0.4, 2) +
                          5 * pow(share / 0.4, 4) * (1 - share / 0.4) + pow(share / 0.4, 5);
    check_near(beyond, threshold_value("level") / (2 * (double)v->n_comparisons) / 5, 1e-9, "three of five");
    v = verdict_of(&t.all, "calibrated", "default", "explicitness");
    check_verdict(v, VERDICT_PASS, "the truth");
    assert_non_null(strstr(v->text, "all 5 seeds agree, which excludes failures in more than 45 % of seeds"));
}

TESTS_MAIN
