/* What a run asks candidates again finds every score that is no function of its input or that knows the published pairs
 * by heart, and no honest one; the store keeps it. */
#include "candidates_check.h"
#include "plan_text.h"
#include "store_check.h"

#include "candidate.h"
#include "counted.h"
#include "evidence.h"
#include "run.h"
#include "store_merge.h"
#include "trust.h"

#define OURS "python:tests/candidates/untrue.py:"
static const char pairs[] = "samples: 60\nseeds: 0:1\nmetrics: mig\nscenarios: {bank: {pair: 0:90}}\n";
static const char metrics[] =
    "mig," OURS "linear," OURS "drawn," OURS "counter," OURS "late," OURS "clock," OURS "after," OURS "process," OURS
    "drift," OURS "items," OURS "learnt,exec:'date +0.%N; : {codes}':name=dated:axis=overall";

/* The better side of each pair. */
static void write_learnt(const plan *p)
{
    FILE *to = fopen(scratch_path("learnt.json"), "w");
    for (size_t k = 0; k < p->part[0].n_points; k++) {
        const plan_point *at = &p->part[0].point[k];
        FREED(assay_data_free) assay_data built = { 0 };
        assert_int_equal(assay_scenario_build(at->scenario, at->parameter, 60, 0, &built, NULL), ASSAY_OK);
        fprintf(to, "%s\"%.17g\": %d", k ? ", " : "{", built.codes[0], k % 2 == 0);
    }
    fputs("}", to);
    fclose(to);
    setenv("LEARNT", scratch_path("learnt.json"), 1);
}

static void check_remarks(store *s)
{
    static const char input[] = "is not a function of its input", fresh[] = "falls from 1.00 on the published pairs to";
    static const char *const want[][2] = {
        { "mig" },          { "linear" },       { "drawn" },          { "counter", input },
        { "late", input },  { "clock", input }, { "items", input },   { "learnt", fresh },
        { "dated", input }, { "after", input }, { "process", input }, { "drift", input }
    };
    FREED(evidence_free) evidence e = { 0 };
    assay_error err = { "" };
    assert_int_equal(evidence_read(s, &(store_filter){ .overall = 1, .pairs = 1 }, &e, &err), ASSAY_OK);
    for (size_t k = 0, found = 0; k < ASSAY_COUNT(want); k++, found = 0) {
        for (size_t i = 0; i < e.count; i++) {
            if (strcmp(e.at[i].metric, want[k][0]) != 0) continue;
            found = 1;
            if (want[k][1] ? !e.at[i].remark || !strstr(e.at[i].remark, want[k][1]) : e.at[i].remark != NULL)
                fail_msg("%s: %s", want[k][0], e.at[i].remark ? e.at[i].remark : "nothing is said");
        }
        if (!found) fail_msg("%s was not scored", want[k][0]);
    }
}

TEST(what_is_no_score_is_remarked)
{
    assay_error err = { "" };
    const char *path = scratch_write("pairs.yaml", pairs, sizeof pairs - 1);
    plan p = read_plan(pairs);
    run_progress last;
    store_merged sum;
    store *s, *other;
    need_numpy();
    write_learnt(&p);
    plan_free(&p);
    good(plan_read(path, &(plan_changes){ .metrics = metrics }, &p, &err), &err);
    good(store_open(scratch_path("pairs.db"), STORE_WRITE, &s, &err), &err);
    for (int k = 0; k < 2; k++) { /* goes on where nothing is missing */
        good(run_plan(&p, s, &(run_options){ .jobs = 2 }, &last, &err), &err);
        check_remarks(s);
    }
    store_close(s);
    good(store_open(NULL, STORE_WRITE, &other, &err), &err);
    for (int k = 0; k < 2; k++)
        good(store_merge(other, scratch_path("pairs.db"), &(store_merging){ 0 }, &sum, &err), &err);
    check_remarks(other);
    store_close(other);
    plan_free(&p);
}

/* .001 among all outputs: 10 of 10 tosses 2^-10, 14 of 15 16/2^15, 12 of 13 14/2^13. */
TEST(level)
{
    assert_true(trust_falls(10, 0, 1) && trust_falls(14, 1, 1));
    assert_false(trust_falls(9, 0, 1) || trust_falls(10, 0, 2) || trust_falls(12, 1, 1) || trust_falls(0, 0, 1));
    assert_false(trust_falls(0, 20, 1));
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
