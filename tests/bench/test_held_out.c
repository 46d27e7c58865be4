/*
 * The held-out check: what its plan is made of, and dishonest metrics (tests/candidates/dishonest.py) on a small bank:
 * none has as much on new pairs as an honest one, what learnt published data falls, what goes by history is named.
 */
#include "candidates_check.h"
#include "scratch.h"

#include "candidate.h"
#include "held_out.h"
#include "held_out_lines.h"
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

static plan made(const char *metrics, uint64_t seed, int how)
{
    plan p = read_small(metrics);
    assay_error err = { "" };
    if (held_out_make(&p, seed, how, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return p;
}

TEST(every_pair_is_drawn_by_itself)
{
    plan before = read_small("mig"), p = made("mig", 7, HELD_OUT_NEW_PAIRS), same = made("mig", 7, HELD_OUT_NEW_PAIRS);
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
    held_out_sample(&p, 7, 10);
    assert_int_equal(part->n_points, 3);
    plan_free(&before);
    plan_free(&same);
    plan_free(&p);
}

TEST(fresh_rows_are_of_the_same_pairs)
{
    plan p = made("mig", 9, HELD_OUT_FRESH_ROWS);
    size_t of_bank[12] = { 0 };
    assert_int_equal(p.part[0].n_points, 12 * 24);
    for (size_t k = 0; k < 12 * 24; k++) {
        assert_true(point_number(&p.part[0].point[k].at, "pair") == 0.0);
        of_bank[(size_t)point_number(&p.part[0].point[k].at, "bank")]++;
    }
    for (size_t b = 0; b < 12; b++) assert_int_equal(of_bank[b], 24);
    assert_true(p.part[0].samples[0] != 300 && p.part[0].seed_first >= 1000000);
    assert_true(p.part[0].seed_end == p.part[0].seed_first + 1);
    plan_free(&p);
}

TEST(what_cannot_be_held_out_is_refused)
{
    plan p = read_small("mig"), q;
    assay_error err = { "" };
    const plan_changes changes = { .metrics = "mig" };
    assert_int_equal(held_out_make(&p, 0, HELD_OUT_NEW_PAIRS, &err), ASSAY_EUSAGE);
    assert_int_equal(held_out_make(&p, HELD_OUT_MOST + 1, HELD_OUT_NEW_PAIRS, &err), ASSAY_EUSAGE);
    assert_int_equal(plan_read("null", &changes, &q, &err), ASSAY_OK);
    assert_int_equal(held_out_make(&q, 1, HELD_OUT_NEW_PAIRS, &err), ASSAY_EUSAGE);
    assert_non_null(strstr(err.text, "guard has no pairs"));
    plan_free(&p);
    plan_free(&q);
}

static void need_numpy(void)
{
    if (have_numpy()) return;
    print_message("# skipped: no Python with NumPy: apt-get install python3-numpy\n");
    skip();
}

typedef struct checked {
    evidence published, fresh, again;
    stored_choice held_out;
    held_out_lines lines;
} checked;

static store *scored(plan *p)
{
    store *to;
    assay_error err = { "" };
    run_progress last;
    const run_options options = { .jobs = 1, .unwatched = 1 };
    candidate_renew();
    if (store_open(NULL, STORE_WRITE, &to, &err) != ASSAY_OK || run_plan(p, to, &options, &last, &err) != ASSAY_OK)
        fail_msg("%s", err.text);
    plan_free(p);
    return to;
}

static void read_scored(plan p, evidence *to)
{
    const store_filter filter = { .overall = 1, .pairs = 1 };
    assay_error err;
    store *s = scored(&p);
    assert_int_equal(evidence_read(s, &filter, to, &err), ASSAY_OK);
    store_close(s);
}

static void check(const char *metrics, checked *to)
{
    assay_error err;
    const held_out_scores scores = { &to->published, &to->fresh, &to->again, &to->held_out };
    plan p = made(metrics, 5, HELD_OUT_NEW_PAIRS), some = made(metrics, 5, HELD_OUT_NEW_PAIRS);
    held_out_sample(&some, 5, 5);
    store *s = scored(&p);
    assert_int_equal(stored_choice_read(s, NULL, NULL, &to->held_out, &err), ASSAY_OK);
    store_close(s);
    read_scored(some, &to->again);
    read_scored(made(metrics, 5, HELD_OUT_FRESH_ROWS), &to->fresh);
    read_scored(read_small(metrics), &to->published);
    held_out_lines_make(&scores, &to->lines);
}

static void checked_free(checked *c)
{
    held_out_lines_free(&c->lines);
    stored_choice_free(&c->held_out);
    evidence_free(&c->published);
    evidence_free(&c->fresh);
    evidence_free(&c->again);
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
            assay_data built = { 0 };
            assert_int_equal(assay_scenario_build(at->scenario, at->parameter, 300, seed, &built, &err), ASSAY_OK);
            fprintf(to, ", \"%.17g\": %g", built.codes[0], better);
            share[built.n_factors][built.n_codes] += better;
            of[built.n_factors][built.n_codes] += 1.0;
            assay_data_free(&built);
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
    checked c = { .lines = { 0 } };
    double honest[3] = { 0 }, most[3] = { 0 };
    need_numpy();
    write_learnt();
    check("python:tests/candidates/dishonest.py:of_input", &c);
    assert_int_equal(c.lines.n_unsteady, 0);
    for (size_t k = 0; k < c.lines.count; k++) {
        const held_out_line *l = &c.lines.line[k];
        double *to = strncmp(l->of->output, "honest", 6) == 0 ? honest : most;
        const int learnt = strcmp(l->of->output, "learnt") == 0;
        to[l->claim - 1] = fmax(to[l->claim - 1], l->held_out.value);
        if (strcmp(l->of->output, "learnt-sizes") == 0) continue; /* where it had learnt enough, it falls */
        if (held_out_falls(l) != learnt)
            fail_msg("%s, property %u: %.2f published, %.2f on fresh rows, %.2f held out", l->of->output, l->claim,
                     l->published.value, l->fresh.value, l->held_out.value);
        if (learnt) assert_true(l->published.value == 1.0 && l->held_out.value == 0.5);
    }
    assert_true(c.lines.count == 48 && held_out_failed(&c.lines));
    for (int p = 0; p < 2; p++)
        if (!(honest[p] > most[p] + 0.05)) fail_msg("property %d: %.2f and %.2f", p, honest[p], most[p]);
    checked_free(&c);
}

TEST(what_goes_by_history_is_named)
{
    checked c = { .lines = { 0 } };
    need_numpy();
    check("python:tests/candidates/dishonest.py:of_history", &c);
    assert_int_equal(c.held_out.scores.count, 10);
    for (size_t k = 0; k < c.held_out.scores.count; k++) {
        size_t u = 0;
        while (u < c.lines.n_unsteady && c.lines.unsteady[u].of != &c.held_out.scores.at[k]) u++;
        if (u == c.lines.n_unsteady) fail_msg("%s is not named", c.held_out.scores.at[k].output);
    }
    assert_true(held_out_failed(&c.lines));
    checked_free(&c);
}

TEST(honest_metrics_stay)
{
    checked c = { .lines = { 0 } };
    check("mig,dcimig,mig-sup", &c);
    assert_true(c.lines.count >= 3 && c.lines.n_unsteady == 0);
    assert_false(held_out_failed(&c.lines));
    for (size_t k = 0; k < c.lines.count; k++) {
        const held_out_line *l = &c.lines.line[k];
        assert_true(l->low < 0.0 && l->high > 0.0 && l->fresh_low < 0.0 && l->fresh_high > 0.0);
    }
    checked_free(&c);
}

int main(int argc, char **argv)
{
    int served;
    if (candidate_serve(argc, argv, &served)) return served;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_is_drawn_by_itself),      cmocka_unit_test(fresh_rows_are_of_the_same_pairs),
        cmocka_unit_test(what_cannot_be_held_out_is_refused), cmocka_unit_test(functions_of_their_input),
        cmocka_unit_test(what_goes_by_history_is_named),      cmocka_unit_test(honest_metrics_stay),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
