/* assay verify-bundle -- an audit that somebody sends, done again. */
#define _DEFAULT_SOURCE /* strdup */
#include "bundle.h"
#include "candidate.h"
#include "cli.h"
#include "needed.h"
#include "selection.h"
#include "terminal.h"
#include "wording.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static int is_built_in(const char *list)
{
    selection metrics = { 0 };
    assay_error none;
    const int fine = selection_add_named(&metrics, list, 0, &none) == ASSAY_OK;
    selection_free(&metrics);
    return fine;
}

static int refuse_source(const cli_args *args, const bundle *b)
{
    terminal_say("%s holds the source of %s:", args->word[0], b->variant);
    for (size_t k = 0; k < b->n_files; k++) terminal_say("%s %s", k ? "," : "", b->file[k].name);
    terminal_say("\n");
    return cli_refuse(ASSAY_EINPUT, "nothing was run; read the source in the bundle's `files`, then add --run");
}

/* The entry to audit, into *entry; the exit status. */
static int metric_of(const cli_args *args, const bundle *b, const char *folder, char **entry)
{
    const char *own = cli_value(args, "metric");
    if (own || is_built_in(b->metric)) {
        *entry = needed(strdup(own ? own : b->metric));
        return 0;
    }
    if (!b->n_files)
        return cli_usage("verify-bundle: %s does not hold %s; name your copy of it with --metric", args->word[0],
                         b->variant);
    if (!cli_given(args, "run")) return refuse_source(args, b);
    assay_status status = bundle_unpack(b, folder, &cli_error);
    if (status == ASSAY_OK) status = candidate_entry_in(b->metric, folder, entry, &cli_error);
    return cli_fail(status);
}

/* Whether the metric is the one that the bundle is of, before anything is scored; the exit status. */
static int check_variant(const cli_args *args, const bundle *b, const char *entry)
{
    char name[1200] = "";
    selection metrics = { 0 };
    const int asked = cli_given(args, "metric") || cli_given(args, "run");
    int bad = cli_fail(selection_add_named(&metrics, entry, asked, &cli_error));
    if (!bad && metrics.count == 1) variant_print(metrics.at[0].metric->id, metrics.at[0].id.text, name, sizeof name);
    selection_free(&metrics);
    if (bad || strcmp(name, b->variant) == 0) return bad;
    terminal_print("%s: not the same. It states scores of %s, and the metric is %s\n", args->word[0], b->variant, name);
    return CLI_FAILED;
}

static int audit_quietly(int argc, char **argv)
{
    fflush(stdout);
    const int shown = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
    const int bad = cli_run(cli_find("audit"), argc, argv);
    fflush(stdout);
    if (shown >= 0) dup2(shown, STDOUT_FILENO);
    if (shown >= 0) close(shown);
    if (nowhere >= 0) close(nowhere);
    return bad;
}

static int replay(const cli_args *args, const bundle *b, const char *entry, const char *folder, bundle *to)
{
    enum { MOST = 10 };
    char *word[MOST + 1] = { NULL };
    int n = 0;
    word[n++] = needed(strdup("audit"));
    word[n++] = needed(strdup(entry));
    word[n++] = needed(strdup("--no-page"));
    word[n++] = needed(wording_made("--out=%s/audit", folder));
    word[n++] = needed(wording_made("--bundle=%s/again.json", folder));
    word[n++] = needed(wording_made("--held-out-seed=%" PRIu64, b->held_out_seed));
    word[n++] = needed(wording_made("--hunt=%" PRIu64, b->evaluations));
    if (b->compare[0]) word[n++] = needed(wording_made("--compare=%s", b->compare));
    if (b->seeds[0]) word[n++] = needed(wording_made("--seeds=%s", b->seeds));
    if (cli_given(args, "jobs")) word[n++] = needed(wording_made("--jobs=%s", cli_value(args, "jobs")));
    int bad = audit_quietly(n, word);
    if (bad == CLI_FAILED) bad = 0; /* so it said the first time, or what differs says why not */
    if (!bad) bad = cli_fail(bundle_read(word[4] + strlen("--bundle="), to, &cli_error));
    while (n) free(word[--n]);
    return bad;
}

static int compare(const cli_args *args, const bundle *stated, const bundle *replayed)
{
    char words[1024];
    if (bundle_differs(stated, replayed, words, sizeof words)) {
        terminal_print("%s: not the same. %s\n", args->word[0], words);
        return CLI_FAILED;
    }
    terminal_print("%s: the same, bit for bit: the audit of %s, its held-out check %" PRIu64 " and its hunt\n",
                   args->word[0], stated->variant, stated->held_out_seed);
    for (size_t k = 0; k < BUNDLE_STORES; k++) terminal_print("  %s  %s\n", stated->digest[k], bundle_store[k]);
    return 0;
}

static int check(const cli_args *args, const bundle *b)
{
    if (strcmp(b->version, ASSAY_VERSION) != 0)
        return cli_refuse(ASSAY_EINPUT, "%s: is of assay %.40s, and this is %s; replay it with that version",
                          args->word[0], b->version, ASSAY_VERSION);
    if (b->compare[0] && !is_built_in(b->compare))
        return cli_refuse(ASSAY_EINPUT, "%s: compares with metrics that are not built in: %.200s", args->word[0],
                          b->compare);
    return 0;
}

int cmd_verify_bundle(const cli_args *args)
{
    bundle stated = { 0 }, replayed = { 0 };
    unfinished_folder work = { 0 };
    char source[UNFINISHED_PATH] = "", *entry = NULL;
    const char *temporary = getenv("TMPDIR");
    int bad = cli_fail(bundle_read(args->word[0], &stated, &cli_error));
    if (!bad) bad = check(args, &stated);
    if (!bad) bad = cli_fail(unfinished_folder_inside(temporary && *temporary ? temporary : "/tmp", &work, &cli_error));
    if (!bad) bad = cli_fail(unfinished_folder_path(&work, "source", source, &cli_error));
    if (!bad) bad = metric_of(args, &stated, source, &entry);
    if (!bad) bad = check_variant(args, &stated, entry);
    if (!bad) bad = replay(args, &stated, entry, work.making, &replayed);
    if (!bad) bad = compare(args, &stated, &replayed);
    unfinished_folder_close(&work);
    free(entry);
    bundle_free(&stated);
    bundle_free(&replayed);
    return bad;
}
