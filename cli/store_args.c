/* A store to read, as the command line names it. */
#include "store_args.h"

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
    *to = (store_filter){ .scenarios = cli_value(args, "scenarios") };
    int bad = cli_number(args, "samples", 1, 0, &to->samples);
    if (!bad) bad = filter_metrics(args, &metrics);
    to->metrics = metrics;
    return bad;
}

void store_args_filter_free(store_filter *filter)
{
    free((char *)filter->metrics); /* made by store_args_filter */
    filter->metrics = NULL;
}
