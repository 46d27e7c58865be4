/* filter_metrics.h -- the LIST of --metrics where scores are shown, not made. */
#pragma once

#include "cli.h"

/*
 * --metrics as a store's filter takes it: ids and id@preset; mig:bins=15 is mig@default:bins=15. Groups, `all` and what
 * is left out are written out; a name without preset stands for every preset in the store. Names that are no built-in
 * metrics, such as those of plug-ins, pass as they are. *to is NULL where --metrics is not given; free it. Returns the
 * exit status.
 */
int filter_metrics(const cli_args *args, char **to);
int filter_list(const cli_args *args, const char *list, char **to); /* the same of any list */
