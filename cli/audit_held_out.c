/*
 * The held-out check of an audit. Its seed is nowhere but in this process until every candidate has answered: the
 * scores stay in memory, and what is printed is printed then.
 */
#define _DEFAULT_SOURCE /* getrandom */
#include "audit_held_out.h"

#include "candidate.h"
#include "held_out.h"
#include "run_store.h"
#include "unfinished.h"

#include <sys/random.h>
#include <unistd.h>

enum { ASKED_TWICE = 10 }; /* one call in so many */

int audit_held_out_seed(const cli_args *args, uint64_t *to)
{
    uint32_t drawn;
    if (cli_given(args, "held-out-seed")) return cli_number(args, "held-out-seed", 1, 0, to);
    if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn) {
        cli_usage("audit: this machine gives no random numbers; `--held-out-seed N` takes one of yours");
        return CLI_ENVIRONMENT;
    }
    *to = drawn ? drawn : 1;
    return 0;
}

/* ---- scoring ---- */

static const store_filter every_pair = { .overall = 1, .pairs = 1 };

/* The pairs of this seed, scored: a store in memory, and the plan, from which one in `one_in` stays (1: all). */
static int score_pairs(const cli_args *args, uint64_t seed, int how, size_t one_in, store **to)
{
    unsigned jobs;
    plan asked = { 0 };
    const plan_changes changes = { .metrics = args->word[0] };
    int bad = cli_jobs(args, 0, &jobs);
    if (!bad) bad = cli_fail(plan_read("audit-pairs", &changes, &asked, &cli_error));
    if (!bad) bad = cli_fail(held_out_make(&asked, seed, how, &cli_error));
    if (!bad && one_in > 1) held_out_sample(&asked, seed, one_in);
    candidate_renew();
    if (!bad) bad = run_memory(&asked, jobs, to);
    plan_free(&asked);
    return bad;
}

static int read_pairs(store *from, evidence *to) { return cli_fail(evidence_read(from, &every_pair, to, &cli_error)); }

/* Scores some pairs of which nothing but the scores is wanted. */
static int score_apart(const cli_args *args, uint64_t seed, int how, size_t one_in, evidence *to)
{
    store *scores = NULL;
    int bad = score_pairs(args, seed, how, one_in, &scores);
    if (!bad) bad = read_pairs(scores, to);
    store_close(scores);
    return bad;
}

static int save(store *scores, const char *file)
{
    unlink(file);
    if (store_save(scores, file)) return 0;
    return cli_refuse(ASSAY_EENVIRONMENT, "%s: cannot be written; make room, or name another folder with --out", file);
}

static int score_all(const cli_args *args, const char *file, held_out_check *to)
{
    store *scores = NULL;
    int bad = score_pairs(args, to->seed, HELD_OUT_NEW_PAIRS, 1, &scores);
    if (!bad) bad = cli_fail(stored_choice_read(scores, NULL, NULL, &to->held_out, &cli_error));
    if (!bad) bad = score_apart(args, to->seed, HELD_OUT_NEW_PAIRS, ASKED_TWICE, &to->again);
    if (!bad) bad = score_apart(args, to->seed, HELD_OUT_FRESH_ROWS, 1, &to->fresh);
    if (!bad) bad = save(scores, file);
    store_close(scores);
    return bad;
}

static int read_published(const char *db, const char *own, evidence *to)
{
    const store_filter of_own = { .metrics = own, .overall = 1, .pairs = 1 };
    store *scores = NULL;
    int bad = cli_fail(store_open(db, STORE_READ, &scores, &cli_error));
    if (!bad) bad = cli_fail(evidence_read(scores, &of_own, to, &cli_error));
    store_close(scores);
    return bad;
}

int audit_held_out(const cli_args *args, const char *own, const char *db, const char *directory, held_out_check *to)
{
    char file[UNFINISHED_PATH];
    snprintf(file, sizeof file, "%s/held-out.db", directory);
    const held_out_scores scores = { &to->published, &to->fresh, &to->again, &to->held_out };
    int bad = score_all(args, file, to);
    if (!bad) bad = read_published(db, own, &to->published);
    if (!bad) held_out_lines_make(&scores, &to->lines);
    to->lines.seed = to->seed;
    return bad;
}

void held_out_check_free(held_out_check *check)
{
    held_out_lines_free(&check->lines);
    evidence_free(&check->again);
    stored_choice_free(&check->held_out);
    evidence_free(&check->fresh);
    evidence_free(&check->published);
}
