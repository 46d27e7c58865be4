/* A store to read, as the command line names it. */
#include "store_args.h"

#include "filter_metrics.h"
#include "store_study.h"

#include <inttypes.h>
#include <stdlib.h>

const char *store_args_path(const cli_args *args)
{
    return cli_value_or(args, "db", STORE_ARGS_PATH);
}

static assay_status remark(const store_outside *row, void *context)
{
    char text[512];
    (void)context;
    store_outside_text(row, text, sizeof text);
    fprintf(stderr, "note: %s\n", text);
    return ASSAY_OK;
}

void store_args_remark(store *scores)
{
    assay_error err = { "" };
    store_outside_ranges(scores, remark, NULL, &err); /* what cannot be read is told by who reads it */
}

int store_args_open(const cli_args *args, store **to)
{
    assay_error err = { "" };
    const int bad = cli_fail(store_open(store_args_path(args), STORE_READ, to, &err), &err);
    if (!bad) store_args_remark(*to);
    const uint64_t gone = bad || cli_given(args, "keep-missing") ? 0 : store_count_gone(*to);
    if (gone)
        fprintf(stderr, "note: %" PRIu64 " model%s left out, since the file%s deleted; --keep-missing keeps %s\n", gone,
                gone == 1 ? " is" : "s are", gone == 1 ? " was" : "s were", gone == 1 ? "it" : "them");
    return bad;
}

int store_args_filter(const cli_args *args, store_args *to)
{
    char *metrics = NULL;
    *to = (store_args){ 0 };
    to->filter.scenarios = cli_value(args, "scenarios");
    to->filter.profile = cli_value(args, "profile");
    to->filter.keep_missing = cli_given(args, "keep-missing");
    int bad = cli_number(args, "samples", 1, 0, &to->filter.samples);
    if (!bad) bad = filter_metrics(args, &metrics);
    to->filter.metrics = metrics;
    return bad;
}

int store_args_read(const cli_args *args, store_args *to)
{
    const int bad = store_args_filter(args, to);
    return bad ? bad : store_args_open(args, &to->scores);
}

int store_args_one_profile(const cli_args *args, store_args *of)
{
    enum { MOST = 64 };
    char all[MOST][EVIDENCE_PROFILE];
    size_t n;
    assay_error err = { "" };
    const int bad = cli_fail(evidence_profiles(of->scores, all, MOST, &n, &err), &err);
    if (bad || of->filter.profile || !n) return bad;
    snprintf(of->profile, sizeof of->profile, "%s", all[0]);
    of->filter.profile = of->profile;
    if (n == 1) return 0;
    fprintf(stderr, "%s has scores on several factor profiles; these are on %s, --profile chooses:",
            store_args_path(args), of->profile);
    for (size_t k = 0; k < n; k++) fprintf(stderr, " %s", all[k]);
    fputc('\n', stderr);
    return 0;
}

void store_args_close(store_args *of)
{
    store_close(of->scores);
    free((char *)of->filter.metrics); /* made by store_args_filter */
}
