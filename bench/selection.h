/*
 * selection.h -- the LIST of --metrics (metric_list.h) with metrics from outside, which run in processes of their own
 * (candidate.h):
 *
 *     python:gap.py  python:gap.py:gap:measures=compactness  plugin:gap.so  exec:'./gap {factors} {codes}':timeout=5
 *
 * Entries with commas are quoted.
 */
#pragma once

#include "metric_list.h"

/* As metric_list_add. May start processes; the selection holds them until it is freed. */
assay_status selection_add(selection *to, const char *list, assay_error *err);

/* The same of a list that a file names, a plan or a certificate, and no user typed. Without run, the --run of
 * commands, nothing is started, and an entry from outside is ASSAY_EINPUT. */
assay_status selection_add_named(selection *to, const char *list, int run, assay_error *err);
