/* A store to read, as the command line names it. */
#include "store_args.h"

#include "filter_metrics.h"

#include <stdlib.h>

const char *store_args_path(const cli_args *args)
{
    const char *path = cli_value(args, "db");
    return path ? path : STORE_ARGS_PATH;
}

int store_args_open(const cli_args *args, store **to)
{
    assay_error err = { "" };
    return cli_fail(store_open(store_args_path(args), STORE_READ, to, &err), &err);
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
