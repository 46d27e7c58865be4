/*
 * A run: the same scores whatever the number of threads and interruptions (order and company: tests/cli/test_runs.sh);
 * only what is missing is computed; memory does not grow with the number of seeds.
 */
#include "run.h"
#include "plan_text.h"
#include "store_check.h"

#include <sys/resource.h>
#include <sys/wait.h>

static const char small_plan[] =
    "name: small\nsamples: [60, 90]\nseeds: 0:6\nmetrics: [mig, dcimig@zaidi2020, sap, control-noise]\n"
    "scenarios: [{noise: {alpha: [0, 0.4, 1]}}, {trig: {order: [interleaved, peer]}}]\n";
enum { SMALL_CELLS = 2 * 6 * 4 * (3 + 2) };

static assay_status run_with(const plan *p, const char *name, const run_options *options, run_progress *last,
                             assay_error *err)
{
    FREED(store_closed) store *s;
    if (store_open(scratch_path(name), STORE_WRITE, &s, err) != ASSAY_OK) fail_msg("%s", err->text);
    const assay_status status = run_plan(p, s, options, last, err);
    return status;
}

static run_progress run_all(const char *text, const char *name, unsigned jobs)
{
    FREED(plan_free) plan p = read_plan(text);
    run_progress last = { 0 };
    assay_error err = { "" };
    if (run_with(&p, name, &(run_options){ .jobs = jobs }, &last, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return last;
}

TEST(threads_change_nothing)
{
    const run_progress first = run_all(small_plan, "one.db", 1);
    assert_int_equal(first.cells, SMALL_CELLS);
    assert_int_equal(first.computed, SMALL_CELLS);
    assert_true(first.before == 0 && first.failed == 0);
    for (unsigned jobs = 2; jobs <= 5; jobs++) {
        char name[32];
        snprintf(name, sizeof name, "jobs%u.db", jobs);
        run_all(small_plan, name, jobs);
        check_same_rows(scratch_path("one.db"), scratch_path(name));
    }
    const run_progress again = run_all(small_plan, "one.db", 2); /* nothing is missing */
    assert_true(again.before == SMALL_CELLS && again.computed == 0);
    check_same_rows(scratch_path("jobs2.db"), scratch_path("one.db"));
}

typedef struct stopper {
    volatile sig_atomic_t stop;
    uint64_t after, reports, most;
} stopper;

static void stop_after(const run_progress *p, void *context)
{
    stopper *s = context;
    s->reports++;
    assert_true(p->before + p->computed <= p->cells && p->before + p->computed >= s->most && p->scenario && p->point);
    s->most = p->before + p->computed;
    if (p->computed >= s->after) s->stop = 1;
}

TEST(stopped_and_resumed)
{
    run_all(small_plan, "through.db", 2);
    FREED(plan_free) plan p = read_plan(small_plan);
    for (unsigned jobs = 1; jobs <= 3; jobs++) {
        char name[32];
        snprintf(name, sizeof name, "stopped%u.db", jobs);
        uint64_t have = 0;
        int stops = 0;
        for (;;) {
            stopper s = { .after = 37 };
            run_progress last = { 0 };
            assay_error err = { "" };
            const run_options options = { .jobs = jobs, .stop = &s.stop, .report = stop_after, .context = &s };
            const assay_status status = run_with(&p, name, &options, &last, &err);
            assert_int_equal(last.before, have); /* all that was computed is kept, nothing is computed again */
            have += last.computed;
            if (status == ASSAY_OK) break;
            assert_int_equal(status, ASSAY_EINTERRUPTED);
            assert_non_null(strstr(err.text, "kept"));
            assert_true(last.computed >= 37 && s.reports > 0);
            stops++;
        }
        assert_in_range(stops, 2, SMALL_CELLS / 37);
        assert_int_equal(have, SMALL_CELLS);
        check_same_rows(scratch_path("through.db"), scratch_path(name));
    }
}

TEST(stopped_before_it_began)
{
    FREED(plan_free) plan p = read_plan(small_plan);
    const volatile sig_atomic_t stop = 1;
    run_progress last = { 0 };
    assay_error err = { "" };
    assert_int_equal(run_with(&p, "never.db", &(run_options){ .jobs = 2, .stop = &stop }, &last, &err),
                     ASSAY_EINTERRUPTED);
    assert_true(last.cells == SMALL_CELLS && last.computed == 0);
    run_all(small_plan, "ever.db", 1);
    assert_int_equal(run_with(&p, "ever.db", &(run_options){ .jobs = 2 }, &last, &err), ASSAY_OK);
}

/* A child with a limit on the size of files: the run ends, says so, and a later run goes on. */
static int run_into_limit(void)
{
    const struct rlimit limit = { 144 << 10, 144 << 10 };
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    store *s;
    plan p;
    assay_error err = { "" };
    run_progress last = { 0 };
    if (plan_read(scratch_path("plan.yaml"), NULL, &p, &err) != ASSAY_OK) return 2;
    if (store_open(scratch_path("full.db"), STORE_WRITE, &s, &err) != ASSAY_OK) return 3;
    const assay_status status = run_plan(&p, s, &(run_options){ .jobs = 2 }, &last, &err);
    store_close(s);
    plan_free(&p);
    if (status != ASSAY_EENVIRONMENT || !strstr(err.text, "full.db") || !strstr(err.text, "Make room") ||
        !strstr(err.text, "run the same command again"))
        return 4;
    return last.computed < last.cells ? 0 : 5;
}

TEST(disk_full_and_resumed)
{
    run_all(small_plan, "room.db", 1); /* writes the plan, too */
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(run_into_limit());
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    run_all(small_plan, "full.db", 2);
    check_same_rows(scratch_path("room.db"), scratch_path("full.db"));
}

#ifndef ASSAY_SANITIZED
/* Peak memory of a run in a process of its own, in KiB. */
static long peak_of(const char *text, const char *name)
{
    int ends[2];
    long peak = -1;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rusage used;
        run_all(text, name, 2);
        getrusage(RUSAGE_SELF, &used);
        _exit(write(ends[1], &used.ru_maxrss, sizeof used.ru_maxrss) != sizeof used.ru_maxrss);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(read(ends[0], &peak, sizeof peak), sizeof peak);
    close(ends[0]);
    close(ends[1]);
    return peak;
}
#endif

/* A representation here has 20000 x 16 doubles, 2500 KiB; ten times the seeds may not cost even one of them more,
 * beside the page cache of SQLite, which fills once, up to its 2000 KiB (with a cache of 100 KiB the difference
 * goes). */
TEST(memory_does_not_grow_with_seeds)
{
#ifdef ASSAY_SANITIZED
    print_message("# not tested here: memory: a sanitizer keeps what was freed\n");
#else
    const long few = peak_of(
        "name: m\nsamples: 20000\nseeds: 0:4\nmetrics: [mig, modularity]\nscenarios: {noise: {alpha: [0.2, 0.4]}}\n",
        "few.db");
    const long many = peak_of(
        "name: m\nsamples: 20000\nseeds: 0:40\nmetrics: [mig, modularity]\nscenarios: {noise: {alpha: [0.2, 0.4]}}\n",
        "many.db");
    print_message("# peak: %ld KiB with 4 seeds, %ld KiB with 40\n", few, many);
    assert_true(many - few < 2500 + 2000);
#endif
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
