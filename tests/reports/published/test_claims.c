/*
 * Claims on rows typed by hand: four seeds with the deviation given, so the standard error is sd/2 and one comparison
 * has the interval 3.182 sd/2 (t at .975 with 3 degrees of freedom); of m comparisons each has t at 1 - .025/m: 4.857
 * for three, 5.841 for five.
 */
#include "report_rows.h"

#include "reproduction.h"

#include <stdlib.h>

enum { MOST = 6 };
typedef struct curve {
    double mean[MOST];
    size_t n;
    double sd;
} curve;

static evidence_entry point_of(const char *scenario, const char *point, const char *metric, double mean, double sd)
{
    evidence_entry row = row_of(scenario, "alpha", point, NAN, metric, "information", mean);
    row.sd = sd;
    if (isnan(sd)) row.defined = 1;
    return row;
}

static void add_point(made_rows *to, const char *scenario, const char *point, const char *metric, double mean,
                      double sd)
{
    add_row(to, point_of(scenario, point, metric, mean, sd));
}

static void add_smaller(made_rows *to, evidence_entry row)
{
    row.samples = 50;
    add_row(to, row);
}

/* alpha = 0, .2, .4 ..., from the last to the first: order must not matter */
static void add_curve(made_rows *to, const curve *c)
{
    for (size_t k = c->n; k-- > 0;) {
        char point[32];
        snprintf(point, sizeof point, "alpha=%g", (double)(2 * k) / 10);
        add_point(to, "noise", point, "m", c->mean[k], c->sd);
    }
}

static paper_entry claim_of(int shape, double bound, double tolerance, size_t points)
{
    return (paper_entry)FIELDS(.kind = PRINTS_CLAIM, .status = -1, .plan = "thesis", .scenario = "noise",
                               .over = "alpha", .to = 1, .points = points, .of = { "m", "default", "m" }, .rule = shape,
                               .bound = bound, .tolerance = tolerance, .reason = "known");
}

enum {
    YES = REPRODUCTION_DONE,
    OPEN = REPRODUCTION_UNDECIDED,
    NO = REPRODUCTION_DIFFERS,
    ABSENT = REPRODUCTION_MISSING
};
static const struct {
    int shape;
    double bound, tolerance;
    curve c;
    int status;
    double ours;
    const char *why;
} known[] = {
    { CLAIM_LEAST, 0.5, 0, { { 0.9, 0.7, 0.6 }, 3, 0.01 }, YES, 0.6, ".6 - 4.857 .005 = .576" },
    { CLAIM_LEAST, 0.59, 0, { { 0.9, 0.7, 0.6 }, 3, 0.01 }, OPEN, 0.6, "the interval holds .59" },
    { CLAIM_LEAST, 0.61, 0, { { 0.9, 0.7, 0.6 }, 3, 0.01 }, OPEN, 0.6, "so it does .61" },
    { CLAIM_LEAST, 0.63, 0, { { 0.9, 0.7, 0.6 }, 3, 0.01 }, NO, 0.6, "but not .63" },
    { CLAIM_LEAST, 0.578, 0, { { 0.9, 0.7, 0.6 }, 3, 0.01 }, OPEN, 0.6, "one alone would do: .6 - .0159 = .584" },
    { CLAIM_MOST, 0.95, 0, { { 0.9, 0.7, 0.6 }, 3, 0.01 }, YES, 0.9, ".924" },
    { CLAIM_MOST, 0.8, 0, { { 0.9, 0.7, 0.6 }, 3, 0.01 }, NO, 0.9, ".9 at alpha = 0" },
    { CLAIM_NEAR, 1, 0.05, { { 1, 0.98 }, 2, 0.001 }, YES, 0.98, "" },
    { CLAIM_NEAR, 1, 0.01, { { 1, 0.98 }, 2, 0.001 }, NO, 0.98, "" },
    { CLAIM_NEAR, 1, 0.05, { { 1.2, 1 }, 2, 0.001 }, NO, 1.2, "above counts as well" },
    { CLAIM_NEAR, 1, 1e-9, { { 1, 1 }, 2, 0 }, YES, 1, "no spread at all" },
    { CLAIM_SOME_MOST, 0.65, 0, { { 0.9, 0.7, 0.6 }, 3, 0.01 }, YES, 0.6, "one of them will do" },
    { CLAIM_SOME_MOST, 0.5, 0, { { 0.9, 0.7, 0.6 }, 3, 0.01 }, NO, 0.6, "" },
    { CLAIM_FLAT, 0.05, 0, { { 0.9, 0.88, 0.89 }, 3, 0.001 }, YES, 0.02, "largest less smallest" },
    { CLAIM_FLAT, 0.05, 0, { { 0.9, 0.7, 0.89 }, 3, 0.001 }, NO, 0.2, "in the middle" },
    { CLAIM_FLAT, 0.05, 0, { { 0.9, 0.86, 0.9 }, 3, 0.01 }, OPEN, 0.04, ".04 + 3.182 .00707 = .0625" },
    { CLAIM_MOVES, 0.05, 0, { { 0.9, 0.7, 0.9 }, 3, 0.001 }, YES, 0.2, "" },
    { CLAIM_MOVES, 0.05, 0, { { 0.9, 0.9, 0.9 }, 3, 0.001 }, NO, 0, "" },
    { CLAIM_FALLS, 0.001, 0, { { 0.9, 0.8, 0.7 }, 3, 0.001 }, YES, 0.1, "" },
    { CLAIM_FALLS, 0.001, 0, { { 0.9, 0.9, 0.7 }, 3, 0 }, NO, 0, "a step that does not fall" },
    { CLAIM_FALLS, 0.001, 0, { { 0.9, 0.7, 0.8 }, 3, 0.001 }, NO, -0.1, "" },
    { CLAIM_FALLS, 0.001, 0, { { 0.9, 0.895, 0.7 }, 3, 0.01 }, OPEN, 0.005, "" },
    { CLAIM_NO_RISE, 0.005, 0, { { 0.9, 0.7, 0.7 }, 3, 0.0001 }, YES, 0, "" },
    { CLAIM_NO_RISE, 0.005, 0, { { 0.9, 0.6, 0.65, 0.7 }, 4, 0.001 }, NO, 0.1, "two small steps add up: .6 to .7" },
    { CLAIM_NO_RISE, 0.005, 0, { { 0.5, 0.6, 0.1, 0.15 }, 4, 0.001 }, NO, 0.1, "the first rise is the larger" },
    { CLAIM_NO_RISE, 0.005, 0, { { 0.9, 0.8, 0.6 }, 3, 0.001 }, YES, -0.1, "all falls: the smallest of them" },
    { CLAIM_DROPS, 0.2, 0, { { 0.9, 0.1, 0.6 }, 3, 0.001 }, YES, 0.3, "from first to last" },
    { CLAIM_DROPS, 0.4, 0, { { 0.9, 0.1, 0.6 }, 3, 0.001 }, NO, 0.3, "" },
    { CLAIM_LEAST, 0.5, 0, { { 0.9, 0.7 }, 2, NAN }, OPEN, 0.7, "no interval" },
    { CLAIM_LEAST, 0.8, 0, { { 0.9, 0.7 }, 2, NAN }, OPEN, 0.7, "one seed: no interval, no verdict" },
};

/* In place of what was said before. */
static void judged(const paper_entry *claim, made_rows *rows, reproduction_row *to)
{
    published_judge(claim, listed(rows), to);
}

TEST(test_shapes)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(made_rows_free) made_rows rows = { 0 };
        reproduction_row row = { 0 };
        paper_entry c = claim_of(known[k].shape, known[k].bound, known[k].tolerance, known[k].c.n);
        add_curve(&rows, &known[k].c);
        judged(&c, &rows, &row);
        if (row.status != known[k].status)
            fail_msg("%zu, %s: %s, ours %g (%g to %g)", k, known[k].why, reproduction_status_text(row.status), row.ours,
                     row.low, row.high);
        check_near(row.ours, known[k].ours, 1e-12, known[k].why);
        assert_non_null(row.evidence);
        if (row.status == NO) assert_string_equal(row.reason, "known");
        else if (isnan(known[k].c.sd)) assert_non_null(strstr(row.reason, "one seed has no interval"));
        else assert_null(row.reason);
        assert_true(row.needs >= (isnan(known[k].c.sd) ? 2 : row.status == OPEN ? 5 : 0));
        c.points++;
        judged(&c, &rows, &row);
        assert_int_equal(row.status, ABSENT); /* a point too few */
    }
}

TEST(test_interval)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    reproduction_row row = { 0 };
    const curve c = { { 0.9, 0.7, 0.6 }, 3, 0.01 };
    add_curve(&rows, &c);
    paper_entry one = claim_of(CLAIM_LEAST, 0.5, 0, 1), flat = claim_of(CLAIM_FLAT, 0.5, 0, 3);
    one.from = one.to = 0.4;
    judged(&one, &rows, &row);
    check_near(row.high - row.ours, 3.18244630528371 * 0.005, 1e-9, "one comparison");
    assert_int_equal(row.seeds, 4);
    assert_string_equal(row.evidence, "alpha=0.4: 0.6");
    judged(&flat, &rows, &row);
    check_near(row.ours - row.low, 3.18244630528371 * 0.005 * sqrt(2), 1e-9, "a difference has both errors");
    assert_string_equal(row.evidence, "alpha=0 0.2 0.4: 0.9 0.7 0.6");
    one = claim_of(CLAIM_LEAST, 0.5, 0, 3);
    judged(&one, &rows, &row);
    check_near(row.high - row.ours, 4.85658 * 0.005, 1e-6, "three comparisons: t at 1 - .025/3");
}

/* Two parameters: groups by the one that is not swept; the largest sample counts. */
TEST(test_groups)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    reproduction_row row = { 0 };
    static const struct {
        const char *point;
        double mean;
    } at[] = {
        { "delta=1;alpha=0.5", 0.9 },
        { "delta=0.5;alpha=0.5", 0.5 },
        { "delta=0.5;alpha=1", 1 },
        { "delta=1;alpha=1", 0.98 },
    };
    for (size_t k = 0; k < 4; k++) add_point(&rows, "noise", at[k].point, "m", at[k].mean, 0.001);
    paper_entry c = claim_of(CLAIM_FLAT, 0.05, 0, 4);
    c.over = "alpha";
    judged(&c, &rows, &row);
    check_near(row.ours, 0.5, 1e-12, "delta = .5: from .5 to 1");
    assert_string_equal(row.evidence, "nearest to the threshold: 1 at delta=0.5;alpha=1, 0.5 at delta=0.5;alpha=0.5");
    assert_int_equal(row.status, NO);
    c.over = "delta";
    c.point = "alpha=1";
    c.points = 2;
    judged(&c, &rows, &row);
    check_near(row.ours, 0.02, 1e-12, "alpha = 1 alone");
    assert_int_equal(row.status, YES);
    evidence_entry large = row_of("noise", "alpha", "delta=1;alpha=1", NAN, "m", "information", 0.5);
    large.samples = 1000;
    add_row(&rows, large);
    judged(&c, &rows, &row);
    assert_int_equal(row.status, ABSENT); /* of the larger sample there is one point */
}

TEST(test_two)
{
    static const struct {
        int shape;
        double bound;
        int status;
    } tries[] = {
        { CLAIM_ABOVE, 0.1, YES }, { CLAIM_ABOVE, 0.3, NO },    { CLAIM_EQUAL, 0.3, YES },
        { CLAIM_EQUAL, 0.1, NO },  { CLAIM_UNEQUAL, 0.1, YES }, { CLAIM_UNEQUAL, 0.3, NO },
    };
    FREED(made_rows_free) made_rows rows = { 0 };
    add_point(&rows, "trig", "order=peer", "m", 0.8, 0.001);
    /* fewer samples do not count, whether they come before or after */
    add_smaller(&rows, point_of("duplicate", "copies=2", "m", 0.1, 0.001));
    add_point(&rows, "trig", "order=peer", "other", 0.6, 0.001);
    add_smaller(&rows, point_of("trig", "order=peer", "other", 0.1, 0.001));
    add_point(&rows, "duplicate", "copies=2", "m", 0.6, 0.001);
    for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
        reproduction_row row = { 0 };
        paper_entry c = claim_of(tries[k].shape, tries[k].bound, 0, 1);
        c.scenario = "trig";
        c.over = NULL;
        c.point = "order=peer";
        c.than_scenario = "duplicate";
        c.than_point = "copies=2";
        judged(&c, &rows, &row);
        assert_int_equal(row.status, tries[k].status);
        assert_non_null(strstr(row.evidence, "0.8 at order=peer"));
        c.than_scenario = c.than_point = NULL;
        c.than = (claim_series){ "other", "default", "other" };
        judged(&c, &rows, &row);
        assert_int_equal(row.status, tries[k].status);
        assert_string_equal(row.evidence, "0.8 at order=peer, 0.6 at order=peer of other");
        c.than.preset = "thesis";
        judged(&c, &rows, &row);
        assert_int_equal(row.status, ABSENT);
    }
    /* whichever is larger, but above means above */
    reproduction_row row = { 0 };
    paper_entry c = claim_of(CLAIM_UNEQUAL, 0.1, 0, 1);
    c.scenario = "duplicate";
    c.over = NULL;
    c.point = "copies=2";
    c.than_scenario = "trig";
    c.than_point = "order=peer";
    judged(&c, &rows, &row);
    assert_int_equal(row.status, YES);
    c.rule = CLAIM_ABOVE;
    judged(&c, &rows, &row);
    assert_int_equal(row.status, NO);
}

TEST(test_undefined)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    reproduction_row row = { 0 };
    paper_entry c = claim_of(CLAIM_LEAST, 0.5, 0, 2);
    add_point(&rows, "noise", "alpha=0", "m", 0.9, 0.01);
    add_row(&rows, with_undefined(row_of("noise", "alpha", "alpha=1", 1, "m", "information", 0), 0, "one-code: why"));
    judged(&c, &rows, &row);
    assert_int_equal(row.status, NO);
    assert_string_equal(row.reason, "undefined at alpha=1: one-code: why");
}

/* What the outputs of a metric claim, together. */
TEST(test_measures)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    reproduction_row row = { 0 };
    paper_entry c = claim_of(CLAIM_MEASURES, ASSAY_MODULARITY | ASSAY_EXPLICITNESS, 0, 0);
    judged(&c, &rows, &row);
    assert_int_equal(row.status, ABSENT);
    add_point(&rows, "noise", "alpha=0", "m", 0.9, 0.01);
    judged(&c, &rows, &row);
    assert_int_equal(row.status, NO);
    assert_string_equal(row.evidence, "here it claims modularity");
    evidence_entry second = point_of("noise", "alpha=0", "m", 0.9, 0.01);
    second.output = "second";
    second.measures = ASSAY_EXPLICITNESS;
    add_row(&rows, second);
    judged(&c, &rows, &row);
    assert_int_equal(row.status, YES);
}

static const struct {
    double mean, sd, value, half;
    size_t runs;
    int status;
    size_t needs;
    const char *why;
} numbers[] = {
    { 0.848, 0.02, 0.8, 0.05, 100, REPRODUCTION_DONE, 0, "rounds to .8, within .032" },
    { 0.87, 0.02, 0.8, 0.05, 100, REPRODUCTION_DONE, 0, ".02 past what rounds to it; .0324 reaches" },
    { 0.89, 0.02, 0.8, 0.05, 100, REPRODUCTION_DIFFERS, 0, ".04 past it, the interval is .0324" },
    { 0.89, 0.02, 0.8, 0.05, 1, REPRODUCTION_UNDECIDED, SIZE_MAX, "a mean of one run errs by .064 alone" },
    { 0.8, 0.1, 0.8, 0.05, 100, REPRODUCTION_UNDECIDED, 69, "4 .0253/(.0025 - .00101), 100 runs having an error" },
    { 0.97, 0.1, 0.8, 0.0005, 0, REPRODUCTION_DIFFERS, 0, "an exact number has no error of its own: .170 past .159" },
    { 0.95, 0.1, 0.8, 0.0005, 0, REPRODUCTION_UNDECIDED, 5, ".150 within .159: it would differ with 4 (.159/.1495)^2" },
    { 80.1, 2.0, 80.0, 0.5, 0, REPRODUCTION_DONE, 0, "of a number in percent .05 is 4" },
    { 0.86, NAN, 0.8, 0.05, 100, REPRODUCTION_UNDECIDED, 2, "one seed: no interval, no verdict" },
    { 0.8, NAN, 0.8, 0.05, 100, REPRODUCTION_UNDECIDED, 2, "nor where it rounds to it" },
};

static paper_entry number_of(double value, double half, size_t runs)
{
    return (paper_entry)FIELDS(.kind = PRINTS_NUMBER, .status = -1, .plan = "thesis", .scenario = "noise",
                               .point = "alpha=1", .of = { "m", "default", "m" }, .value = value, .tolerance = half,
                               .decimals = 1, .runs = runs, .remark = "remark", .reason = "reason");
}

TEST(test_statuses)
{
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        FREED(made_rows_free) made_rows rows = { 0 };
        reproduction_row row = { 0 };
        evidence_entry at = row_of("noise", "alpha", "alpha=1", 1, "m", "information", numbers[k].mean);
        at.sd = numbers[k].sd;
        if (isnan(at.sd)) at.seeds = at.defined = 1;
        add_row(&rows, at);
        at.samples = 50; /* a smaller sample, which does not count */
        at.mean = 7;
        add_row(&rows, at);
        const paper_entry p = number_of(numbers[k].value, numbers[k].half, numbers[k].runs);
        published_judge(&p, listed(&rows), &row);
        if (row.status != numbers[k].status) fail_msg("%s: %s", numbers[k].why, reproduction_status_text(row.status));
        assert_int_equal(row.needs, numbers[k].needs);
        if (row.needs == 2) assert_non_null(strstr(row.reason, "one seed has no interval"));
        else assert_string_equal(row.reason, row.status == REPRODUCTION_DIFFERS ? "reason" : "remark");
        check_near(row.ours, numbers[k].mean, 0, "ours");
    }
}

TEST(test_absent_and_undefined)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    reproduction_row row = { 0 };
    const paper_entry p = number_of(1, 0.05, 100);
    add_row(&rows, row_of("noise", "alpha", "alpha=0.8", 1, "m", "information", 1));
    published_judge(&p, listed(&rows), &row);
    assert_int_equal(row.status, REPRODUCTION_MISSING);
    assert_null(row.reason); /* the checklist has the command */
    add_row(&rows, with_undefined(row_of("noise", "alpha", "alpha=1", 1, "m", "information", 1), 0, "one-code: why"));
    published_judge(&p, listed(&rows), &row);
    assert_int_equal(row.status, REPRODUCTION_DIFFERS);
    assert_string_equal(row.reason, "undefined in 4 of 4 seeds: one-code: why");
    assert_true(isnan(row.ours));
}

/* Over the published seeds and rows alone: one more seed and another size do not count; one seed too few is none. */
TEST(test_seeds_and_rows_that_are_asked_for)
{
    static const struct {
        size_t samples, seeds[2];
        int status;
        double ours;
    } tries[] = {
        { 0, { 0, 0 }, REPRODUCTION_DIFFERS, 0.2 },   { 100, { 0, 0 }, REPRODUCTION_UNDECIDED, 0.7 },
        { 100, { 1, 3 }, REPRODUCTION_DONE, 0.5 },    { 100, { 1, 5 }, REPRODUCTION_MISSING, NAN },
        { 100, { 3, 5 }, REPRODUCTION_MISSING, NAN }, { 7, { 1, 3 }, REPRODUCTION_MISSING, NAN },
    };
    FREED(made_rows_free) made_rows rows = { 0 };
    evidence_entry at = row_of("noise", "alpha", "alpha=1", 1, "m", "information", 0);
    at.seeds = at.defined = 0;
    evidence_point *seen = evidence_add(&rows.all, &at);
    for (uint64_t seed = 1; seed < 4; seed++) evidence_score(seen, seed, seed < 3 ? 0.5 : 1.1, NULL);
    at.samples = 1000;
    seen = evidence_add(&rows.all, &at);
    for (uint64_t seed = 1; seed < 4; seed++) evidence_score(seen, seed, 0.2, NULL);
    for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
        reproduction_row row = { 0 };
        paper_entry p = number_of(0.5, 0.001, 0);
        p.samples = tries[k].samples;
        p.seeds[0] = tries[k].seeds[0];
        p.seeds[1] = tries[k].seeds[1];
        published_judge(&p, listed(&rows), &row);
        if (row.status != tries[k].status) fail_msg("%zu: %s", k, reproduction_status_text(row.status));
        if (isnan(tries[k].ours)) assert_true(isnan(row.ours));
        else check_near(row.ours, tries[k].ours, 1e-12, "ours");
    }
}

TESTS_MAIN
