/*
 * How much memory a score takes beside what it scores: a process of its own reads a file, scores it and tells the most
 * it ever held, less what it held before. In representations, N (M + d) doubles, of 400000 rows and 8 + 8 columns:
 * what pages and blocks round up is little beside that.
 *
 *   an archive is there whole, and its arrays beside it: 2 and a little for what libzip keeps and the blocks it fills;
 *   a metric's own room comes when the file is gone: cheap ones stay below the reading, in which they cost nothing.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include "array.h"
#include "check.h"
#include "selection.h"

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAMPLES = 400000 };

static char file[64];

static long most_kilobytes(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
}

static int write_file(const char *unused)
{
    (void)unused;
    assay_data data = { 0 };
    if (assay_generate("noise", NULL, SAMPLES, 0, &data, NULL) != ASSAY_OK) return 1;
    const assay_rep rep = assay_data_view(&data);
    return representation_write(file, &rep, NULL) != ASSAY_OK;
}

static int score_file(const char *list)
{
    assay_data data = { 0 };
    selection metrics = { 0 };
    scoring *s = scoring_new();
    if (!s || selection_add(&metrics, list, NULL) != ASSAY_OK) return 1;
    if (representation_read_one(file, "auto", &data, NULL, NULL, 0, NULL) != ASSAY_OK) return 2;
    const assay_rep rep = assay_data_view(&data);
    if (scoring_begin(s, &rep, 0, "", "") != ASSAY_OK) return 3;
    for (size_t v = 0; v < metrics.count; v++) {
        const assay_score *scores;
        if (scoring_run(s, &metrics.at[v], &scores) != ASSAY_OK || scores[0].status != ASSAY_OK) return 4;
    }
    return 0;
}

/* In a process of its own; returns the representations that it took. */
static double representations(int (*work)(const char *), const char *list)
{
    int way[2], status;
    long took = 0;
    assert_int_equal(pipe(way), 0);
    const pid_t child = fork();
    if (child == 0) {
        const long before = most_kilobytes();
        const int failed = work(list);
        took = most_kilobytes() - before;
        _exit(failed || write(way[1], &took, sizeof took) != (ssize_t)sizeof took);
    }
    close(way[1]);
    const ssize_t got = read(way[0], &took, sizeof took);
    close(way[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(got, (ssize_t)sizeof took);
    return 1024.0 * (double)took / ((double)SAMPLES * 16 * sizeof(double));
}

static const struct {
    const char *list;
    double most;
} bounds[] = {
    { "mig,mig-sup,jemmig,dcimig,sap,irs", 2.2 }, /* bins: two bytes for eight */
    { "modularity", 2.4 },                        /* its test of chance holds shuffled bins and their order */
    { "mcc,linearity,hoyer,active-units,gaussian-tc,gaussian-wasserstein,code-mi", 2.2 },
    { "r2-heldout", 3.0 },
    { "mcc-weak", 2.8 },
    { "t-mex:repetitions=2", 2.9 },
    { "infoe:iterations=2", 3.0 },
    { "infom:neighbours=1", 3.3 }, /* its test of chance keeps the ranks of every code */
};

TEST(test_bounds)
{
#ifdef ASSAY_SANITIZED
    print_message("# not tested here: memory: a sanitizer keeps what was freed\n");
    return;
#endif
    representations(write_file, "");
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
        const double took = representations(score_file, bounds[k].list);
        if (!(took > 1.0 && took <= bounds[k].most))
            fail_msg("%s: %.2f representations, %.2f at most", bounds[k].list, took, bounds[k].most);
    }
    unlink(file);
}

/* Blocks that are freed go back at once, so that what is measured is what is held. */
int main(void)
{
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
    snprintf(file, sizeof file, "/tmp/assay-memory-%ld.npz", (long)getpid());
    return TESTS_RUN_IN(NULL, NULL);
}
