#include "store_args.h"

#include "terminal.h"
#include "store_about.h"
#include "store_study.h"

#include <glob.h>
#include <limits.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>
#include <string.h>

const char *store_args_path(const cli_args *args) { return cli_value_or(args, "db", STORE_ARGS_PATH); }

/* The stores that are elsewhere, where the one to read is not named and not in its place; freed by globfree. */
static glob_t elsewhere(const cli_args *args)
{
    static const char *const pattern[] = { STORE_ARGS_ELSEWHERE };
    glob_t there = { 0 };
    if (cli_given(args, "db") || access(STORE_ARGS_PATH, F_OK) == 0) return there;
    for (size_t k = 0; k < sizeof pattern / sizeof *pattern; k++) glob(pattern[k], k ? GLOB_APPEND : 0, NULL, &there);
    return there;
}

const char *store_args_found(const cli_args *args)
{
    static char found[PATH_MAX];
    glob_t there = elsewhere(args);
    const int alone = there.gl_pathc == 1;
    if (alone) snprintf(found, sizeof found, "%s", there.gl_pathv[0]);
    globfree(&there);
    return alone ? found : store_args_path(args);
}

/* Says which it is, so that nobody reads a store that he does not mean; of several none is read. */
static int name_found(const cli_args *args)
{
    glob_t there = elsewhere(args);
    const size_t n = there.gl_pathc;
    const int bad =
        n > 1 ? cli_refuse(ASSAY_EINPUT, "there is no " STORE_ARGS_PATH "; name one of these with --db:") : 0;
    if (n == 1) terminal_say("note: this is the store %s; --db names another\n", there.gl_pathv[0]);
    for (size_t k = 0; k < n && bad; k++) terminal_say("  %s\n", there.gl_pathv[k]);
    globfree(&there);
    return bad;
}

static assay_status remark(const store_outside *row, void *context)
{
    char text[512];
    (void)context;
    store_outside_text(row, text, sizeof text);
    terminal_say("note: %s\n", text);
    return ASSAY_OK;
}

void store_args_remark(store *scores)
{
    assay_error err = { "" };
    store_outside_ranges(scores, remark, NULL, &err); /* what cannot be read is reported by who reads it */
}

int store_args_open(const cli_args *args, store **to)
{
    const char *lacking = NULL;
    CLI_TRY(name_found(args));
    CLI_OK(store_open(store_args_found(args), STORE_READ, to, &cli_error));
    CLI_TRY(
        store_names_check(*to, cli_value(args, "scenarios"), cli_value(args, "metrics"), cli_value(args, "profile")));
    CLI_OK(store_lacking(*to, &lacking, &cli_error));
    store_args_remark(*to);
    if (store_lacks(lacking)) terminal_say("%s: %s. `assay status` says which.\n", store_args_found(args), lacking);
    const uint64_t gone = cli_given(args, "keep-missing") ? 0 : store_count_gone(*to);
    if (gone)
        terminal_say("note: %" PRIu64 " model%s left out, since the file%s deleted; --keep-missing keeps %s\n", gone,
                     gone == 1 ? " is" : "s are", gone == 1 ? " was" : "s were", gone == 1 ? "it" : "them");
    return 0;
}

int store_args_filter(const cli_args *args, store_args *to)
{
    *to = (store_args){ 0 };
    to->filter.scenarios = cli_value(args, "scenarios");
    to->filter.profile = cli_value(args, "profile");
    to->filter.keep_missing = cli_given(args, "keep-missing");
    to->filter.samples = cli_number(args, "samples", 0);
    return filter_metrics(args, &to->filter.metrics);
}

int store_args_read(const cli_args *args, store_args *to)
{
    CLI_TRY(store_args_filter(args, to));
    return store_args_open(args, &to->scores);
}

int store_args_one_profile(const cli_args *args, store_args *of)
{
    const char **all;
    size_t n;
    CLI_OK(evidence_profiles(of->scores, &all, &n, &cli_error));
    if (of->filter.profile || !n) return 0;
    of->filter.profile = all[0];
    if (n < 2) return 0;
    terminal_say("%s has scores on several factor profiles; these are on %s, --profile chooses:",
                 store_args_found(args), all[0]);
    for (size_t k = 0; k < n; k++) terminal_say(" %s", all[k]);
    fputc('\n', stderr);
    return 0;
}

void store_args_say_pairs(const cli_args *args, const evidence *read)
{
    if (read->has_pairs)
        terminal_say("note: pairs of known order are left out here; which metric they recommend: "
                     "assay advise --db %s\n",
                     store_args_found(args));
}

int store_args_choice(const cli_args *args, store *scores, const choice_like *like, stored_choice *to)
{
    CLI_OK(stored_choice_read(scores, cli_value(args, "metrics"), like, to, &cli_error));
    return !to->why_not ? 0
                        : cli_refuse(ASSAY_EINPUT, "%s: %s Score them first: assay run bank --db %s",
                                     store_args_found(args), to->why_not, store_args_found(args));
}

int store_args_bad_by(const cli_args *args)
{
    const char *by = cli_value_or(args, "by", "file");
    return strcmp(by, "file") != 0 && strcmp(by, "group") != 0 && cli_no_choice(args, "by", by, "file|group");
}

void store_args_close(store_args *of) { store_close(of->scores); }
