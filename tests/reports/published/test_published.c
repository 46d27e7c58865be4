/*
 * Table 3.1 of Boilard 2022, all 51 cells, computed: the cheap columns at the study's 20000 samples, the forest at
 * 4000, from few seeds instead of 100. A cell passes where the mean rounds to the printed decimal or the 95 % interval
 * of the difference reaches what rounds to it; at most three cells may need the interval, so that a wide interval
 * cannot carry the table. Before that the statuses themselves, by hand.
 */
#include "check.h"
#include "report_rows.h"
#include "scratch.h"

#include "published.h"
#include "run.h"

#include <stdio.h>
#include <stdlib.h>

static void run_part(store *s, const char *metrics, const char *seeds, uint64_t samples)
{
    plan p;
    assay_error err = { "" };
    const plan_changes changes = {
        .scenarios = "trig,duplicate", .metrics = metrics, .seeds = seeds, .samples = samples
    };
    if (plan_read("thesis", &changes, &p, &err) != ASSAY_OK) fail_msg("%s", err.text);
    run_progress last;
    const run_options options = { .jobs = 0 };
    if (run_plan(&p, s, &options, &last, &err) != ASSAY_OK) fail_msg("%s", err.text);
    assert_int_equal(last.failed, 0);
    plan_free(&p);
}

static void test_table_3_1(void **state)
{
    (void)state;
    store *s;
    assay_error err = { "" };
    if (store_open(scratch_path("table.db"), STORE_WRITE, &s, &err) != ASSAY_OK) fail_msg("%s", err.text);
    run_part(s, "all@zaidi2020,-dci-rf,-dci-lasso", "0:3", 20000);
    run_part(s, "dci-lasso@zaidi2020", "0:30", 20000); /* its modularity on trig is 0 or 1 by seed */
    run_part(s, "dci-rf@zaidi2020", "0:3", 4000);
    made_rows rows = { 0 };
    if (evidence_read_rows(s, NULL, &rows.all, &rows.rows, &err) != ASSAY_OK) fail_msg("%s", err.text);
    size_t counted = 0, rounded = 0;
    for (size_t k = 0; published_at(k); k++) {
        const paper_result *p = published_at(k);
        reproduction_row row = { 0 };
        if (strcmp(p->id, "S2-d") != 0 || p->kind != PRINTS_NUMBER) continue;
        published_judge(p, listed(&rows), &row);
        counted++;
        rounded += row.status == REPRODUCTION_DONE;
        if (row.status > REPRODUCTION_WITHIN_ERROR)
            fail_msg("%s %s on %s %s: printed %g, ours %g over %zu seeds", p->of.metric, p->of.output, p->scenario,
                     p->point, p->value, row.ours, row.seeds);
        free(row.reason);
    }
    assert_int_equal(counted, 51);
    assert_true(rounded >= 48);
    made_rows_free(&rows);
    store_close(s);
}

/* ---- statuses, by rows typed by hand: four seeds with a deviation of .1, so an interval of 3.182 .1/2 = .159 ---- */

static const struct {
    double mean, sd, value, half;
    size_t runs;
    int status;
    const char *why;
} known[] = {
    { 0.848, 0.1, 0.8, 0.05, 100, REPRODUCTION_DONE, "rounds to .8" },
    { 0.99, 0.1, 0.8, 0.05, 100, REPRODUCTION_WITHIN_ERROR,
      ".14 past what rounds to it; the interval .159 sqrt(1.04) reaches" },
    { 1.03, 0.1, 0.8, 0.05, 100, REPRODUCTION_DIFFERS, ".18 past it, the interval is .162" },
    { 1.03, 0.1, 0.8, 0.05, 1, REPRODUCTION_WITHIN_ERROR, "a mean of one run errs more: .159 sqrt(5) = .356" },
    { 0.97, 0.1, 0.8, 0.0005, 0, REPRODUCTION_DIFFERS, "an exact number has no error of its own: .170 past .159" },
    { 0.95, 0.1, 0.8, 0.0005, 0, REPRODUCTION_WITHIN_ERROR, ".150 within .159" },
    { 0.86, NAN, 0.8, 0.05, 100, REPRODUCTION_MISSING, "one seed: no interval, no verdict" },
    { 0.76, NAN, 0.8, 0.05, 100, REPRODUCTION_DONE, "rounds to it, spread or none" },
};

static paper_result number_of(double value, double half, size_t runs)
{
    return (paper_result){ .id = "S2-d",
                           .source = "x",
                           .plan = "thesis",
                           .scenario = "noise",
                           .point = "alpha=1",
                           .of = { "m", "default", "m" },
                           .value = value,
                           .tolerance = half,
                           .decimals = 1,
                           .runs = runs,
                           .remark = "remark",
                           .reason = "reason" };
}

static void test_statuses(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        made_rows rows = { 0 };
        reproduction_row row = { 0 };
        evidence_entry at = row_of("noise", "alpha", "alpha=1", 1, "m", "information", known[k].mean);
        at.sd = known[k].sd;
        add_row(&rows, at);
        at.samples = 50; /* a smaller sample, which does not count */
        at.mean = 7;
        add_row(&rows, at);
        const paper_result p = number_of(known[k].value, known[k].half, known[k].runs);
        published_judge(&p, listed(&rows), &row);
        if (row.status != known[k].status) fail_msg("%s: %s", known[k].why, reproduction_status_text(row.status));
        if (row.status == REPRODUCTION_MISSING) assert_non_null(strstr(row.reason, "one seed has no interval"));
        else assert_string_equal(row.reason, row.status == REPRODUCTION_DIFFERS ? "reason" : "remark");
        check_near(row.ours, known[k].mean, 0, "ours");
        free(row.reason);
        made_rows_free(&rows);
    }
}

static void test_absent_and_undefined(void **state)
{
    (void)state;
    made_rows rows = { 0 };
    reproduction_row row = { 0 };
    const paper_result p = number_of(1, 0.05, 100);
    add_row(&rows, row_of("noise", "alpha", "alpha=0.8", 1, "m", "information", 1));
    published_judge(&p, listed(&rows), &row);
    assert_int_equal(row.status, REPRODUCTION_MISSING);
    assert_null(row.reason); /* the checklist tells the command */
    add_row(&rows, with_undefined(row_of("noise", "alpha", "alpha=1", 1, "m", "information", 1), 0, "one-code: why"));
    published_judge(&p, listed(&rows), &row);
    assert_int_equal(row.status, REPRODUCTION_DIFFERS);
    assert_string_equal(row.reason, "undefined: one-code: why");
    assert_true(isnan(row.ours));
    free(row.reason);
    made_rows_free(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_statuses), cmocka_unit_test(test_absent_and_undefined),
                                        cmocka_unit_test(test_table_3_1) };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
