#include "run_store.h"

#include "local_store.h"
#include "progress.h"
#include "run.h"
#include "store_args.h"
#include "terminal.h"

#include <inttypes.h>

static void time_text(double seconds, char *to, size_t size)
{
    const long s = (long)(seconds + 0.5);
    if (s < 100) snprintf(to, size, "%ld s", s);
    else if (s < 6000) snprintf(to, size, "%ld min %02ld s", s / 60, s % 60);
    else snprintf(to, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
}

static void report(const run_progress *p, void *context)
{
    meter *m = context;
    const uint64_t done = p->before + p->computed;
    const double rate = p->seconds > 0 ? (double)p->computed / p->seconds : 0;
    char left[32] = "?";
    if (!meter_begin(m, p->seconds, done, p->cells)) return;
    if (rate > 0) time_text((double)(p->cells - done) / rate, left, sizeof left);
    terminal_say("%" PRIu64 " of %" PRIu64 " cells, %.0f per second, %s left", done, p->cells, rate, left);
    if (m->terminal) terminal_say("  %s %s", p->scenario ? p->scenario : "", p->point ? p->point : "");
    meter_end(m);
}

static int finish(const run_progress *p, const char *db, assay_status status)
{
    char took[32];
    time_text(p->seconds, took, sizeof took);
    if (status == ASSAY_EINTERRUPTED) {
        terminal_say("stopped after %" PRIu64 " of %" PRIu64 " cells; all of them are kept in %s.\n",
                     p->before + p->computed, p->cells, db);
        return progress_stopped(1);
    }
    if (status != ASSAY_OK) return cli_fail(status);
    terminal_say("%" PRIu64 " cells in %s: %" PRIu64 " computed in %s, %" PRIu64 " there before", p->cells, db,
                 p->computed, took, p->before);
    if (p->before + p->computed < p->cells)
        terminal_say(", %" PRIu64 " written meanwhile by another run", p->cells - p->before - p->computed);
    fputc('\n', stderr);
    if (p->failed)
        terminal_say("%" PRIu64 " cells failed; `assay status --db %s` says which, `assay export` why\n", p->failed,
                     db);
    return 0;
}

static assay_status run_metered(const plan *asked, store *scores, const run_options *options, run_progress *last,
                                assay_error *err)
{
    meter m = meter_new();
    run_options shown = *options;
    shown.report = report;
    shown.context = &m;
    const assay_status status = run_plan(asked, scores, &shown, last, err);
    meter_clear(&m);
    return status;
}

/* path: where db is written. */
static int run_into(const plan *asked, const char *db, const char *path, const run_options *options)
{
    FREED(store_dropped) store *scores = NULL;
    run_progress last = { 0 };
    CLI_OK(store_open(path, STORE_WRITE, &scores, &cli_error));
    const assay_status status = run_metered(asked, scores, options, &last, &cli_error);
    const int bad = finish(&last, db, status);
    store_args_remark(scores);
    return bad;
}

int run_store(const plan *asked, const char *db, unsigned jobs)
{
    const run_options options = { .jobs = jobs, .stop = &progress_stop };
    CLI_OK(folder_make_for(db, &cli_error)); /* out/ is never in a fresh checkout */
    progress_listen();
    return run_into(asked, db, db, &options);
}

int run_memory(const plan *asked, unsigned jobs, store **to)
{
    run_progress last = { 0 };
    const run_options options = { .jobs = jobs, .stop = &progress_stop };
    progress_listen();
    assay_status status = store_open(NULL, STORE_WRITE, to, &cli_error);
    if (status == ASSAY_OK) status = run_metered(asked, *to, &options, &last, &cli_error);
    if (status != ASSAY_EINTERRUPTED) return cli_fail(status);
    terminal_say("stopped; of a held-out check nothing is kept before its end\n");
    return progress_stopped(0);
}

int run_shard(const plan *asked, const shard *mine, const char *db, unsigned jobs)
{
    local_store *local;
    const run_options options = { .jobs = jobs, .stop = &progress_stop, .shard = *mine };
    progress_listen();
    int bad = cli_fail(local_store_open(db, &progress_stop, &local, &cli_error));
    if (!bad) bad = run_into(asked, db, local_store_path(local), &options);
    const int placed = cli_fail(local_store_close(local, &cli_error));
    return placed ? placed : bad;
}
