/*
 * Table 3.1 of Boilard 2022, all 51 cells, computed: the cheap columns at the study's 20000 samples, the forest at
 * 4000, from few seeds instead of 100. A cell passes where the mean rounds to the printed decimal or the 95 % interval
 * of the difference reaches what rounds to it; at most three cells may need the interval, so that a wide interval
 * cannot carry the table.
 */
#include "check.h"
#include "report_rows.h"
#include "scratch.h"

#include "reproduction.h"
#include "run.h"

#include <stdio.h>
#include <stdlib.h>

static void run_part(store *s, const char *metrics, const char *seeds, uint64_t samples)
{
    FREED(plan_free) plan p;
    assay_error err = { "" };
    const plan_changes changes = {
        .scenarios = "trig,duplicate", .metrics = metrics, .seeds = seeds, .samples = samples
    };
    if (plan_read("thesis", &changes, &p, &err) != ASSAY_OK) fail_msg("%s", err.text);
    run_progress last;
    const run_options options = { .jobs = 0 };
    if (run_plan(&p, s, &options, &last, &err) != ASSAY_OK) fail_msg("%s", err.text);
    assert_int_equal(last.failed, 0);
}

TEST(test_table_3_1)
{
    store *s;
    assay_error err = { "" };
    if (store_open(scratch_path("table.db"), STORE_WRITE, &s, &err) != ASSAY_OK) fail_msg("%s", err.text);
    run_part(s, "all@zaidi2020,-dci-rf,-dci-lasso", "0:3", 20000);
    run_part(s, "dci-lasso@zaidi2020", "0:30", 20000); /* its modularity on trig is 0 or 1 by seed */
    run_part(s, "dci-rf@zaidi2020", "0:3", 4000);
    FREED(made_rows_free) made_rows rows = { 0 };
    if (evidence_read_rows(s, NULL, &rows.all, &rows.rows, &err) != ASSAY_OK) fail_msg("%s", err.text);
    size_t counted = 0, rounded = 0;
    for (size_t k = 0; published_at(k); k++) {
        const paper_entry *p = published_at(k);
        reproduction_row row = { 0 };
        if (strcmp(p->id, "S2-d") != 0 || p->kind != PRINTS_NUMBER) continue;
        published_judge(p, listed(&rows), &row);
        counted++;
        rounded += row.status == REPRODUCTION_DONE;
        if (row.status > REPRODUCTION_UNDECIDED)
            fail_msg("%s %s on %s %s: printed %g, ours %g over %zu seeds", p->of.metric, p->of.output, p->scenario,
                     p->point, p->value, row.ours, row.seeds);
    }
    assert_int_equal(counted, 51);
    assert_true(rounded >= 48);
    store_close(s);
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
