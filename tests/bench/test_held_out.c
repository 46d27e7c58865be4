/*
 * The held-out check: what its plan is made of, and dishonest metrics (tests/candidates/dishonest.py) on a small bank:
 * none has as much on new pairs as an honest one, what learnt published data falls. What depends on more than its input,
 * and what knows rows by heart, is remarked by the run (test_trust.c); a remark is the result.
 */
#include "candidates_check.h"
#include "scratch.h"
#include "store_check.h"

#include "candidate.h"
#include "held_out.h"
#include "choice_table.h"
#include "run.h"

#define PAIRS "kinds: [continuous, categorical, mixed], noise: equal, pair: 0:1"
static const char small[] = "name: small\nsamples: 300\nseeds: 0:12\nmetrics: mig\nscenarios:\n"
                            "  - {bank: {property: modularity, spoil: mixing, dependence: [independent, dependent],\n"
                            "     " PAIRS "}}\n"
                            "  - {bank: {property: compactness, spoil: [mixing, copies], " PAIRS "}}\n"
                            "  - {bank: {property: modularity, spoil: mixing, order: level, " PAIRS "}}\n";

static plan read_small(const char *metrics)
{
    plan p;
    assay_error err = { "" };
    const plan_changes changes = { .metrics = metrics, .without_controls = 1 };
    if (plan_read(scratch_write("small.yaml", small, sizeof small - 1), &changes, &p, &err) != ASSAY_OK)
        fail_msg("%s", err.text);
    return p;
}

static plan made(const char *metrics, uint64_t seed)
{
    plan p = read_small(metrics);
    assay_error err = { "" };
    if (held_out_make(&p, seed, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return p;
}

TEST(every_pair_is_drawn_by_itself)
{
    FREED(plan_free) plan before = read_small("mig"), p = made("mig", 7), same = made("mig", 7);
    const plan_part *part = &p.part[0];
    size_t sides[200] = { 0 }, moved = 0;
    assert_int_equal(before.part[0].n_points, 30);
    assert_int_equal(part->n_points, 24); /* without level pairs */
    for (size_t k = 0; k < part->n_points; k++) {
        const double pair = point_number(&part->point[k].at, "pair");
        assert_null(settings_find(&part->point[k].at.set, "bank")); /* that of its seed */
        assert_true(pair >= 0.0 && pair < 12.0);
        sides[(size_t)pair]++;
        assert_true(point_equal(&part->point[k].at, &same.part[0].point[k].at));
        moved += k && pair < point_number(&part->point[k - 1].at, "pair");
    }
    for (size_t k = 0; k < 12; k++) assert_int_equal(sides[k], 2);
    assert_true(moved > 4); /* in another order */
    assert_true(part->samples[0] != 300 && part->samples[0] >= 240 && part->samples[0] <= 375);
    assert_true(part->seed_first >= 1000000 && part->seed_end == part->seed_first + 12);
}

TEST(what_cannot_be_held_out_is_refused)
{
    FREED(plan_free) plan p = read_small("mig"), q;
    assay_error err = { "" };
    const plan_changes changes = { .metrics = "mig" };
    assert_int_equal(held_out_make(&p, 0, &err), ASSAY_EUSAGE);
    assert_int_equal(held_out_make(&p, HELD_OUT_MOST + 1, &err), ASSAY_EUSAGE);
    assert_int_equal(plan_read("null", &changes, &q, &err), ASSAY_OK);
    assert_int_equal(held_out_make(&q, 1, &err), ASSAY_EUSAGE);
    assert_non_null(strstr(err.text, "guard has no pairs"));
}

typedef struct checked {
    evidence published, held_out;
    held_out_lines lines;
} checked;

static void read_scored(plan p, evidence *to)
{
    const store_filter filter = { .overall = 1, .pairs = 1 };
    FREED(store_closed) store *s;
    assay_error err = { "" };
    run_progress last;
    candidate_renew();
    good(store_open(NULL, STORE_WRITE, &s, &err), &err);
    good(run_plan(&p, s, &(run_options){ .jobs = 1 }, &last, &err), &err);
    good(evidence_read(s, &filter, to, &err), &err);
    plan_free(&p);
}

static void check(const char *metrics, checked *to)
{
    read_scored(made(metrics, 5), &to->held_out);
    read_scored(read_small(metrics), &to->published);
    held_out_lines_make(&to->published, &to->held_out, &to->lines);
}

static void checked_free(checked *c)
{
    evidence_free(&c->published);
    evidence_free(&c->held_out);
}

/* The better side of each published pair: what a dishonest metric is made with. */
static void write_learnt(void)
{
    plan p = read_small("mig");
    assay_error err;
    double share[8][32] = { { 0 } }, of[8][32] = { { 0 } };
    FILE *to = fopen(scratch_path("learnt.json"), "w");
    fprintf(to, "[{\"\": 0");
    for (size_t k = 0; k < p.part[0].n_points; k++) {
        const plan_point *at = &p.part[0].point[k];
        const double better = strcmp(point_word(&at->at, "side"), "a") == 0;
        if (strcmp(point_word(&at->at, "order"), "ordered") != 0) continue;
        for (uint64_t seed = 0; seed < 12; seed++) {
            FREED(assay_data_free) assay_data built = { 0 };
            assert_int_equal(assay_scenario_build(at->scenario, at->parameter, 300, seed, &built, &err), ASSAY_OK);
            fprintf(to, ", \"%.17g\": %g", built.codes[0], better);
            share[built.n_factors][built.n_codes] += better;
            of[built.n_factors][built.n_codes] += 1.0;
        }
    }
    fprintf(to, "}, {\"\": 0");
    for (int m = 0; m < 8; m++)
        for (int d = 0; d < 32; d++)
            if (of[m][d] > 0.0) fprintf(to, ", \"%d,%d\": %g", m, d, share[m][d] / of[m][d]);
    fprintf(to, "}]");
    fclose(to);
    plan_free(&p);
    setenv("LEARNT", scratch_path("learnt.json"), 1);
}

TEST(functions_of_their_input)
{
    FREED(checked_free) checked c = { .lines = { 0 } };
    double honest[3] = { 0 }, most[3] = { 0 };
    need_numpy();
    write_learnt();
    check("python:tests/candidates/dishonest.py:of_input", &c);
    for (size_t k = 0; k < c.lines.count; k++) {
        const held_out_line *l = &c.lines.line[k];
        double *to = strncmp(l->of->output, "honest", 6) == 0 ? honest : most;
        const int learnt = strcmp(l->of->output, "learnt") == 0;
        to[l->claim - 1] = fmax(to[l->claim - 1], l->held_out.value);
        if (strcmp(l->of->output, "learnt-sizes") == 0) continue; /* where it had learnt enough, it falls */
        if ((l->high < 0.0) != learnt)
            fail_msg("%s, property %u: %.2f published, %.2f held out", l->of->output, l->claim, l->published.value,
                     l->held_out.value);
        if (learnt) assert_true(l->published.value == 1.0 && l->held_out.value == 0.5);
    }
    assert_true(c.lines.count == 48 && held_out_failed(&c.lines));
    for (int p = 0; p < 2; p++)
        if (!(honest[p] > most[p] + 0.05)) fail_msg("property %d: %.2f and %.2f", p, honest[p], most[p]);
}

static void says(const held_out_lines *lines, int with_remarks, const char *words)
{
    OWNED char *text = NULL;
    size_t size;
    assay_error err;
    FILE *to = open_memstream(&text, &size);
    grid *g = held_out_grid(lines, with_remarks);
    assert_int_equal(grid_print(g, GRID_CSV, 0, to, &err), ASSAY_OK);
    fclose(to);
    grid_free(g);
    if (!strstr(text, words)) fail_msg("no %s in\n%s", words, text);
}

/* Of the published scores or of the held-out ones; numbers stay, and without remarks all is as before. */
TEST(a_remark_is_the_result)
{
    static const char *const remark[][2] = { { "mig is not a function of its input: 1, and 2", "not a function of" },
                                             { "mig falls from 1 to 0", "falls on fresh rows" } };
    FREED(checked_free) checked c = { .lines = { 0 } };
    check("mig", &c);
    assert_true(c.lines.count > 0 && !held_out_failed(&c.lines));
    const double value = c.lines.line[0].held_out.value;
    for (size_t k = 0; k < 4; k++) {
        c.published.at[0].remark = k < 2 ? remark[k][0] : NULL;
        c.held_out.at[0].remark = k < 2 ? NULL : remark[k - 2][0];
        held_out_lines_make(&c.published, &c.held_out, &c.lines);
        assert_true(held_out_failed(&c.lines) && c.lines.line[0].held_out.value == value);
        says(&c.lines, 1, remark[k % 2][1]);
        says(&c.lines, 0, "no certain fall");
    }
}

TEST(honest_metrics_stay)
{
    FREED(checked_free) checked c = { .lines = { 0 } };
    check("mig,dcimig,mig-sup", &c);
    assert_true(c.lines.count >= 3);
    assert_false(held_out_failed(&c.lines));
    for (size_t k = 0; k < c.lines.count; k++) assert_true(c.lines.line[k].low < 0.0 && c.lines.line[k].high > 0.0);
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
