/*
 * How much work scores are: trees, products, passes (metrics/estimators/tally.h) of every metric alone on a few small
 * tables, and of a seed of noise in plan quick, compared with work.txt. More than 2 % above it is a loss of speed on
 * any machine. Less than four fifths of it has to be kept, so that the next loss is seen. ASSAY_WORK=keep rewrites the
 * file.
 */
#include "plan.h"
#include "run.h"
#include "scratch.h"
#include "selection.h"
#include "shapes.h"
#include "tally.h"

#include <inttypes.h>

#define KEPT "tests/bench/work.txt"
#define ABOVE 1.02
#define BELOW 0.8

static const char *const kind_name[TALLY_KINDS] = {
    "trees", "candidates", "products", "solved", "counted", "neighbours"
};
static const shape tables[] = { { "numbers", 500, 3, 5, NUMBERS, 0, 0 },
                                { "classes", 500, 4, 6, CLASSES, 0, 0 },
                                { "nodes", 500, 6, 20, NODES, 0.7, 16 },
                                { "sparse", 300, 4, 100, MIXED, 0.98, 0 } };
enum { TABLES = sizeof tables / sizeof *tables, ROWS_MOST = 1024 };

typedef struct work {
    char table[32], metric[64];
    uint64_t count[TALLY_KINDS];
} work;

static work found[ROWS_MOST], kept[ROWS_MOST];
static size_t n_found, n_kept;

static void tally_take(uint64_t *to)
{
    for (size_t k = 0; k < TALLY_KINDS; k++) to[k] = atomic_exchange(&tally[k], 0);
}

static work *row_new(const char *table, const char *metric)
{
    work *row = &found[n_found++];
    assert_true(n_found < ROWS_MOST);
    snprintf(row->table, sizeof row->table, "%s", table);
    snprintf(row->metric, sizeof row->metric, "%s", metric);
    return row;
}

static void score_one(const assay_rep *rep, const variant *v, uint32_t jobs, uint64_t *count)
{
    const assay_score *scores;
    FREED(scoring_freed) scoring *s = scoring_new();
    tally_take(count);
    assert_non_null(s);
    assert_int_equal(scoring_begin(s, rep, 0, "", ""), ASSAY_OK);
    scoring_jobs(s, jobs);
    assert_int_equal(scoring_run(s, v, &scores), ASSAY_OK);
    tally_take(count);
}

/* Each metric on each table; on three threads it is the same, but for the trees that dci-rf grows ahead of its race. */
TEST(all_metrics)
{
    FREED(selection_free) selection all = { 0 };
    assert_int_equal(selection_add(&all, "all", NULL), ASSAY_OK);
    for (size_t t = 0; t < TABLES; t++) {
        FREED(assay_data_free) assay_data data = { 0 };
        shape_make(&tables[t], &data);
        const assay_rep rep = assay_data_view(&data);
        for (size_t v = 0; v < all.count; v++) {
            work *row = row_new(tables[t].name, all.at[v].metric->id);
            uint64_t threaded[TALLY_KINDS];
            score_one(&rep, &all.at[v], 1, row->count);
            if (t == 0) score_one(&rep, &all.at[v], 3, threaded);
            for (size_t k = 0; k < TALLY_KINDS && t == 0; k++)
                if (threaded[k] != row->count[k] && strcmp(row->metric, "dci-rf") != 0)
                    fail_msg("%s: %" PRIu64 " %s on one thread, %" PRIu64 " on three", row->metric, row->count[k],
                             kind_name[k], threaded[k]);
        }
    }
}

TEST(a_seed_of_quick)
{
    const plan_changes changes = { .seeds = "0:1", .scenarios = "noise", .samples = 300 };
    run_progress last = { 0 };
    assay_error err = { "" };
    FREED(plan_free) plan p;
    store *s;
    work *row = row_new("quick", "all");
    tally_take(row->count);
    if (plan_read("quick", &changes, &p, &err) != ASSAY_OK) fail_msg("%s", err.text);
    assert_int_equal(store_open(scratch_path("quick.db"), STORE_WRITE, &s, &err), ASSAY_OK);
    if (run_plan(&p, s, &(run_options){ .jobs = 1 }, &last, &err) != ASSAY_OK) fail_msg("%s", err.text);
    tally_take(row->count);
    row_new("quick", "cells")->count[TALLY_SOLVED] = last.computed;
    store_close(s);
}

static void keep(void)
{
    FILE *to = fopen(KEPT, "w");
    assert_non_null(to);
    fprintf(to, "# table metric trees candidates products solved counted neighbours");
    for (size_t r = 0; r < n_found; r++) {
        fprintf(to, "\n%s %s", found[r].table, found[r].metric);
        for (size_t k = 0; k < TALLY_KINDS; k++) fprintf(to, " %" PRIu64, found[r].count[k]);
    }
    fprintf(to, "\n");
    assert_int_equal(fclose(to), 0);
}

static void read_kept(void)
{
    FILE *from = fopen(KEPT, "r");
    assert_non_null(from);
    while (fgetc(from) != '\n') continue;
    for (work *row = kept; fscanf(from, "%31s %63s", row->table, row->metric) == 2; row = &kept[++n_kept])
        for (size_t k = 0; k < TALLY_KINDS; k++) assert_int_equal(fscanf(from, "%" SCNu64, &row->count[k]), 1);
    fclose(from);
}

/* Names every number that is wrong; returns how many are. */
static size_t compare(const work *was, const work *is)
{
    size_t wrong = 0;
    for (size_t k = 0; k < TALLY_KINDS; k++) {
        const double before = (double)was->count[k], now = (double)is->count[k];
        if (now <= ABOVE * before && now >= BELOW * before) continue;
        print_error("%s on %s: %s, kept %.0f, found %.0f%s\n", is->metric, is->table, kind_name[k], before, now,
                    now < before ? ": lower the number, ASSAY_WORK=keep" : ": more work than it was");
        wrong++;
    }
    return wrong;
}

TEST(work_is_what_was_kept)
{
    size_t wrong = 0;
    if (getenv("ASSAY_WORK")) keep();
    read_kept();
    assert_int_equal(n_kept, n_found);
    for (size_t r = 0; r < n_found; r++) {
        assert_string_equal(kept[r].table, found[r].table);
        assert_string_equal(kept[r].metric, found[r].metric);
        wrong += compare(&kept[r], &found[r]);
    }
    assert_int_equal(wrong, 0);
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
