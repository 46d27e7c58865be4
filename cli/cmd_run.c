/* assay run -- the missing cells of a plan, with a progress bar on a terminal and occasional lines elsewhere. */
#include "cli.h"
#include "plan.h"
#include "run.h"
#include "store_args.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stop_signal;

static void on_signal(int number) { stop_signal = number; }

/* The first signal asks for an orderly end; SA_RESETHAND makes a second one final. */
static void listen_to_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

typedef struct meter {
    int terminal;
    double last; /* when it was last drawn, seconds into the run */
    int drawn;
} meter;

/* A bar needs a terminal that can go back to the start of a line and clear it. */
static int draws_bar(void)
{
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) && (!term || strcmp(term, "dumb") != 0);
}

static void time_text(double seconds, char *to, size_t size)
{
    const long s = (long)(seconds + 0.5);
    if (s < 100) snprintf(to, size, "%ld s", s);
    else if (s < 6000) snprintf(to, size, "%ld min %02ld s", s / 60, s % 60);
    else snprintf(to, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
}

static void draw(const run_progress *p, const meter *m)
{
    const uint64_t done = p->before + p->computed;
    const double rate = p->seconds > 0 ? (double)p->computed / p->seconds : 0;
    char left[32] = "?";
    if (rate > 0) time_text((double)(p->cells - done) / rate, left, sizeof left);
    if (!m->terminal) {
        fprintf(stderr, "%" PRIu64 " of %" PRIu64 " cells, %.0f per second, %s left\n", done, p->cells, rate, left);
        return;
    }
    enum { WIDTH = 28 };
    const int full = p->cells ? (int)(WIDTH * done / p->cells) : WIDTH;
    fprintf(stderr, "\r\033[K[%.*s%*s] %" PRIu64 "/%" PRIu64 " cells  %.0f/s  %s left  %s %s", full,
            "############################", WIDTH - full, "", done, p->cells, rate, left,
            p->scenario ? p->scenario : "", p->point ? p->point : "");
    fflush(stderr);
}

static void report(const run_progress *p, void *context)
{
    meter *m = context;
    if (m->drawn && p->seconds - m->last < (m->terminal ? 0.1 : 15.0)) return;
    if (!m->terminal && !m->drawn && p->seconds < 15.0) return;
    m->last = p->seconds;
    m->drawn = 1;
    draw(p, m);
}

/* The folder of the store, made if it is not there: out/ is never in a fresh checkout. */
static int make_folder(const char *db)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", db);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            assay_error err;
            return cli_fail(assay_fail(&err, ASSAY_EENVIRONMENT, "%s: %s", folder, strerror(errno)), &err);
        }
        *slash = '/';
    }
    return 0;
}

static int finish(const cli_args *args, const run_progress *p, const char *db, assay_status status,
                  const assay_error *err)
{
    char took[32];
    time_text(p->seconds, took, sizeof took);
    if (status == ASSAY_EINTERRUPTED) {
        fprintf(stderr, "stopped after %" PRIu64 " of %" PRIu64 " cells; all of them are kept in %s.\n"
                        "To go on: the same command again (assay run %s --db %s ...).\n",
                p->before + p->computed, p->cells, db, args->word[0], db);
        return 128 + (stop_signal ? stop_signal : SIGINT);
    }
    if (status != ASSAY_OK) return cli_fail(status, err);
    fprintf(stderr, "%" PRIu64 " cells in %s: %" PRIu64 " computed in %s, %" PRIu64 " there before", p->cells, db,
            p->computed, took, p->before);
    if (p->before + p->computed < p->cells) /* another run on the same store, or parts of the plan that overlap */
        fprintf(stderr, ", %" PRIu64 " written meanwhile", p->cells - p->before - p->computed);
    fputc('\n', stderr);
    if (p->failed)
        fprintf(stderr, "%" PRIu64 " cells failed; `assay status --db %s` says which, `assay export` why\n", p->failed,
                db);
    return 0;
}

static int run(const cli_args *args)
{
    const char *db = store_args_path(args);
    uint64_t jobs;
    plan_changes changes = { cli_value(args, "scenarios"), cli_value(args, "metrics"), cli_value(args, "seeds"), 0 };
    int bad = cli_number(args, "jobs", 1, 0, &jobs);
    if (!bad) bad = cli_number(args, "samples", 1, 0, &changes.samples);
    if (bad) return bad;
    plan asked;
    assay_error err = { "" };
    assay_status status = plan_read(args->word[0], &changes, &asked, &err);
    if (status != ASSAY_OK) return cli_fail(status, &err);

    store *scores = NULL;
    bad = make_folder(db);
    if (!bad) bad = cli_fail(store_open(db, STORE_WRITE, &scores, &err), &err);
    if (!bad) {
        meter m = { .terminal = draws_bar() };
        listen_to_signals();
        run_progress last = { 0 };
        const run_options options = { .jobs = (unsigned)(jobs < CLI_MOST_JOBS ? jobs : CLI_MOST_JOBS),
                                      .stop = &stop_signal,
                                      .report = report,
                                      .context = &m };
        status = run_plan(&asked, scores, &options, &last, &err);
        if (m.terminal && m.drawn) fprintf(stderr, "\r\033[K");
        bad = finish(args, &last, db, status, &err);
    }
    store_close(scores);
    plan_free(&asked);
    return bad;
}

static const cli_option options[] = {
    STORE_OPTION,
    { "scenarios", "LIST", "only these of the plan's scenarios", 0 },
    { "metrics", "LIST", "these metrics instead of the plan's: mig,dcimig@zaidi2020,all@*", 0 },
    { "seeds", "A:B", "these seeds instead of the plan's, A up to but not including B", 0 },
    { "samples", "N", "this many rows instead of the plan's", 'n' },
    { "jobs", "J", "threads (all cores this process may use)", 'j' },
};
const cli_command cli_command_run = {
    .id = "run",
    .summary = "score the missing cells of a plan",
    .synopsis = "PLAN [--db FILE] [--scenarios LIST] [--metrics LIST] [--seeds A:B] [--samples N] [--jobs J]",
    .details = "PLAN is a built-in plan (`assay list plans`) or a YAML file:\n"
               "\n"
               "  name: mine\n"
               "  samples: [1000, 20000]\n"
               "  seeds: 0:10\n"
               "  scenarios: [noise, {mixing: {alpha: [0, 0.25, 0.5]}}]\n"
               "  metrics: [all, mig@zaidi2020]\n"
               "\n"
               "A cell is a scenario, a point of its parameters, a sample size, a seed and a metric with a preset.\n"
               "Cells that are in the store already are not computed again, so a run goes on where it was stopped,\n"
               "whatever stopped it; scores do not depend on threads, order or interruptions. Ctrl-C finishes the\n"
               "cells in flight, keeps everything and exits with 130 (143 for SIGTERM); a second Ctrl-C ends at\n"
               "once.\n",
    .example = "  assay run quick\n"
               "  assay run thesis --db thesis.db --scenarios noise --seeds 0:20\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .run = run,
};
