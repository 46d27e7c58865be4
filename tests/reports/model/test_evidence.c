/* Evidence: a store read into memory against what was written, and its small parts. */
#include "judge_store.h"
#include "scratch.h"
#include "store_check.h"

static void check_same_point(const evidence_point *a, const evidence_point *b)
{
    assert_string_equal(a->scenario, b->scenario);
    assert_string_equal(a->point, b->point);
    assert_int_equal(a->samples, b->samples);
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->n_items, b->n_items);
    assert_int_equal(a->axis, b->axis);
    assert_memory_equal(a->truth, b->truth, sizeof a->truth);
    assert_memory_equal(a->seed, b->seed, a->n * sizeof *a->seed);
    for (size_t s = 0; s < a->n; s++) {
        assert_true(a->value[s] == b->value[s] || (isnan(a->value[s]) && isnan(b->value[s])));
        assert_true(s == 0 || a->seed[s - 1] < a->seed[s]);
    }
    for (size_t k = 0; k < a->n * a->n_items; k++) assert_true(a->item[k] == b->item[k]);
    assert_int_equal(a->undefined != NULL, b->undefined != NULL);
    if (a->undefined) assert_string_equal(a->undefined, b->undefined);
}

/* What was written comes back, whatever the order of writing, and equals what is made in memory. */
TEST(test_store)
{
    FREED(made_freed) made *m = made_new(5);
    assay_stream stream = stream_of(7);
    made_oracle(m, &stream, 0.1, 0.1);
    m->at[3].value[1][2] = NAN;
    const char *path = scratch_path("made.db");
    made_store(m, path);
    FREED(evidence_free) evidence memory = { 0 }, stored = { 0 };
    made_evidence(m, &memory);
    FREED(store_closed) store *s;
    assay_error err = { "" };
    if (store_open(path, STORE_READ, &s, &err) != ASSAY_OK || evidence_read(s, NULL, &stored, &err) != ASSAY_OK)
        fail_msg("%s", err.text);
    assert_int_equal(stored.count, 2 * MADE_OUTPUTS);
    assert_int_equal(memory.count, stored.count);
    for (size_t k = 0; k < stored.count; k++) {
        const evidence_series *a = &stored.at[k];
        const evidence_series *b = NULL;
        for (size_t l = 0; l < memory.count && !b; l++)
            if (strcmp(memory.at[l].output, a->output) == 0 && strcmp(memory.at[l].preset, a->preset) == 0)
                b = &memory.at[l];
        assert_non_null(b);
        assert_string_equal(a->preset, k < MADE_OUTPUTS ? "default" : MADE_VARIANT); /* in the store's order */
        assert_string_equal(a->output, made_metric()->outputs[k % MADE_OUTPUTS].id);
        assert_int_equal(a->measures, b->measures);
        assert_string_equal(a->title, b->title);
        assert_string_equal(a->family, b->family);
        assert_int_equal(a->n_points, b->n_points);
        for (size_t p = 0; p < a->n_points; p++) {
            const evidence_point *mine = &a->point[p];
            const evidence_point *other = evidence_find(b, mine->scenario, mine->point, mine->samples);
            assert_non_null(other);
            check_same_point(mine, other);
        }
    }
}

TEST(test_filter)
{
    FREED(made_freed) made *m = made_new(2);
    const char *path = scratch_path("filter.db");
    made_store(m, path);
    FREED(store_closed) store *s;
    evidence e = { 0 };
    const store_filter some = { .scenarios = "noise,trig" }, none = { .scenarios = "interp" };
    assert_int_equal(store_open(path, STORE_READ, &s, NULL), ASSAY_OK);
    assert_int_equal(evidence_read(s, &some, &e, NULL), ASSAY_OK);
    assert_int_equal(e.count, MADE_OUTPUTS);
    assert_int_equal(e.at[0].n_points, 8); /* 6 of noise, both orders of trig */
    evidence_free(&e);
    assert_int_equal(evidence_read(s, &none, &e, NULL), ASSAY_OK);
    assert_int_equal(e.count, 0);
    evidence_free(&e);
}

TEST(test_find)
{
    FREED(made_freed) made *m = made_new(2);
    FREED(evidence_free) evidence e = { 0 };
    made_evidence(m, &e);
    assert_int_equal(evidence_find(&e.at[0], "sample-size", "alpha=0.4", 0)->samples, 5000); /* the largest */
    assert_int_equal(evidence_find(&e.at[0], "sample-size", "alpha=0.4", 200)->samples, 200);
    assert_null(evidence_find(&e.at[0], "sample-size", "alpha=0.4", 300));
    assert_null(evidence_find(&e.at[0], "sample-size", "alpha=0.5", 0));
    assert_null(evidence_find(&e.at[0], "nowhere", "alpha=0.4", 0));
}

/* Metrics of the registry come in its order, however they came in, others behind them; items may come late. */
TEST(test_by_hand)
{
    static const char *const coming[] = { "elsewhere", "sap", "mig", "also-elsewhere" };
    static const char *const wanted[] = { "mig", "sap", "elsewhere", "also-elsewhere" };
    FREED(evidence_free) evidence e = { 0 };
    evidence_point *p;
    for (size_t k = 0; k < 4; k++) {
        const evidence_entry where =
            FIELDS(.scenario = "noise", .point = "alpha=0", .symbol = "alpha", .metric = coming[k], .metric_title = "",
                   .family = "", .preset = "default", .output = coming[k]);
        p = evidence_add(&e, &where);
        evidence_point *again = evidence_add(&e, &where);
        assert_ptr_equal(again, p);
    }
    for (size_t k = 0; k < 4; k++) assert_string_equal(e.at[k].metric, wanted[k]);
    for (uint64_t samples = 300; samples > 0; samples -= 100) {
        const evidence_entry where =
            FIELDS(.scenario = "noise", .point = "alpha=1", .symbol = "alpha", .metric = "mig", .metric_title = "",
                   .family = "", .preset = "default", .output = "mig", .samples = samples);
        p = evidence_add(&e, &where);
    }
    assert_int_equal(evidence_find(&e.at[0], "noise", "alpha=1", 0)->samples, 300);
    evidence_item(p, 0, 1.0);
    assert_int_equal(p->n_items, 0); /* no seed has come yet */
    evidence_score(p, 3, 0.5, NULL);
    evidence_score(p, 5, NAN, NULL);
    evidence_item(p, 1, 0.25);
    evidence_score(p, 6, 0.5, NULL);
    evidence_item(p, 0, 0.75);
    assert_int_equal(p->n, 3);
    assert_int_equal(p->n_items, 2);
    assert_true(isnan(p->item[0]) && isnan(p->item[1]) && isnan(p->item[2]) && p->item[3] == 0.25);
    assert_true(p->item[4] == 0.75 && isnan(p->item[5]));
    assert_non_null(p->undefined);
}

/* A store has no number for the end that a range lacks. 3 mismatches in one seed of four: .75 ± 2.4. */
TEST(test_range_of_one_end)
{
    const evidence_entry where =
        FIELDS(.scenario = "noise", .point = "alpha=0", .symbol = "alpha", .metric = "t-mex", .metric_title = "",
               .family = "", .preset = "default", .output = "mismatches", .low = 0, .high = NAN);
    FREED(evidence_free) evidence e = { 0 };
    evidence_point *p;
    double ends[2];
    p = evidence_add(&e, &where);
    for (uint64_t seed = 0; seed < 4; seed++) evidence_score(p, seed, seed ? 0 : 3, NULL);
    evidence_mean_interval(p, ends);
    assert_true(ends[0] == 0.0 && ends[1] > 3.0 && ends[1] < 3.2);
}

TEST(over_few_seeds)
{
    FREED(store_closed) store *s = open_store(scratch_path("few.db"), STORE_WRITE);
    assay_error err = { "" };
    evidence all = { 0 };
    score_rows rows = { 0 };
    good(evidence_read_rows(s, NULL, &all, &rows, &err), &err); /* nothing yet */
    assert_true(rows.count == 0 && all.count == 0);
    evidence_free(&all);
    const int64_t p = put_point(s, &toy_zebra, 0, 1), v = put_variant(s, &toy_gap, 0, "default", 0);
    const int64_t none = put_variant(s, &toy_gap_sup, 1, "default", 0),
                  pair = put_variant(s, &toy_trio, 2, "default", 0);
    const assay_score scores[] = { { .output = "mod", .overall = { .value = 0.5 } },
                                   { .output = "all", .overall = { .value = 0.25 } } };
    put_cell(s, p, 0, v, 0.75);
    put_cell(s, p, 0, none, NAN);
    put_cell(s, p, 1, none, NAN);
    good(store_cell(s, &(cell_key){ p, 100, 0, pair }, scores, 2, &err), &err);
    good(evidence_read_rows(s, NULL, &all, &rows, &err), &err);
    assert_int_equal(rows.count, 4);
    assert_string_equal(rows.at[0].of->metric, "gap");
    assert_true(rows.at[0].at->mean == 0.75 && isnan(rows.at[0].at->sd)); /* one seed has no spread */
    assert_null(rows.at[0].at->undefined);
    const evidence_point *undefined = rows.at[1].at;
    assert_string_equal(rows.at[1].of->metric, "gap-sup");
    assert_true(isnan(undefined->mean) && isnan(undefined->least) && isnan(undefined->most)); /* never a silent 0 */
    assert_true(undefined->seeds == 2 && undefined->defined == 0 && undefined->undefined);
    assert_string_equal(rows.at[2].of->metric, "trio");
    assert_string_equal(rows.at[2].of->output, "mod");
    assert_string_equal(rows.at[3].of->output, "all");
    assert_int_equal(rows.at[3].of->flags, ASSAY_RANDOM);
    evidence_free(&all);
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
