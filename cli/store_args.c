/* A store to read, as the command line names it. */
#include "store_args.h"

#include "evidence.h"
#include "filter_metrics.h"

#include <stdlib.h>

const char *store_args_path(const cli_args *args)
{
    const char *path = cli_value(args, "db");
    return path ? path : STORE_ARGS_PATH;
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
    return bad;
}

int store_args_filter(const cli_args *args, store_filter *to)
{
    char *metrics = NULL;
    *to = (store_filter){ .scenarios = cli_value(args, "scenarios"), .profile = cli_value(args, "profile") };
    int bad = cli_number(args, "samples", 1, 0, &to->samples);
    if (!bad) bad = filter_metrics(args, &metrics);
    to->metrics = metrics;
    return bad;
}

int store_args_one_profile(const cli_args *args, store *from, char *name, store_filter *to)
{
    enum { MOST = 64 };
    char all[MOST][EVIDENCE_PROFILE];
    size_t n;
    assay_error err = { "" };
    const int bad = cli_fail(evidence_profiles(from, all, MOST, &n, &err), &err);
    if (bad || to->profile || !n) return bad;
    snprintf(name, EVIDENCE_PROFILE, "%s", all[0]);
    to->profile = name;
    if (n == 1) return 0;
    fprintf(stderr, "%s has scores on several factor profiles; these are on %s, --profile chooses:", store_args_path(args),
            name);
    for (size_t k = 0; k < n; k++) fprintf(stderr, " %s", all[k]);
    fputc('\n', stderr);
    return 0;
}

void store_args_filter_free(store_filter *filter)
{
    free((char *)filter->metrics); /* made by store_args_filter */
    filter->metrics = NULL;
}
