/*
 * Table 3.1 of Boilard 2022, all 51 cells, computed: the cheap columns at the study's 20000 samples, the forest at
 * 4000, from few seeds instead of 100. A cell passes where the mean rounds to the printed decimal or the 95 % interval
 * of the difference reaches what rounds to it; at most three cells may need the interval, so that a wide interval
 * cannot carry the table.
 */
#include "check.h"
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
    published_check *checks = calloc(published_count(), sizeof *checks);
    assert_non_null(checks);
    if (published_compare(s, checks, &err) != ASSAY_OK) fail_msg("%s", err.text);
    size_t cells = 0, rounded = 0;
    for (size_t k = 0; k < published_count(); k++) {
        const published *p = published_at(k);
        if (strcmp(p->table, "thesis-table-3.1") != 0) continue;
        cells++;
        rounded += checks[k].verdict == PUBLISHED_REPRODUCED;
        if (checks[k].verdict > PUBLISHED_WITHIN_ERROR)
            fail_msg("%s %s on %s %s: printed %g, ours %g over %zu seeds", p->metric, p->output, p->scenario, p->point,
                     p->value, checks[k].mean, checks[k].seeds);
    }
    assert_int_equal(cells, 51);
    assert_true(rounded >= 48);
    free(checks);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_table_3_1) };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
