/*
 * metric_list.h -- which metrics, with which presets and options: the LIST of --metrics.
 *
 *     mig  mig@zaidi2020  mig@*  mig@zaidi2020:bins=15  family:information  family:information@zaidi2020  all  all@*
 *     cost:cheap  cost:expensive  cost:3e6                         by work (METRIC_DEAR, or up to these units)
 *     reads:bins  reads:bins@zaidi2020:bins=5                 the metrics that read this option
 *     bundle:dependency-aware-mi  bundle:dependency-aware-mi:neighbours=5    an option goes to the members that have it
 *     all,-dci-rf,-family:intervention                        an entry after '-' is left out, wherever it stands
 *
 * Entries that begin with python:, exec: or plugin: are metrics from outside. This room opens none: whoever may start
 * processes says how (selection.h).
 */
#pragma once

#include "variant.h"

/* Where metrics from outside come from. */
typedef struct metric_source {
    size_t (*length)(const char *entry); /* bytes up to the comma that ends an entry from outside */
    assay_status (*open)(const char *entry, size_t length, const assay_metric **to, assay_error *err);
    void (*close)(const assay_metric *metric);
} metric_source;

/* A metric is dear that takes more units (assay_metric_cost) than this with its standard options at 1000 samples, 8
 * factors and 8 codes, about a hundredth of a second. The others are cheap, those of unknown cost too, so that none is
 * left out of everything. */
#define METRIC_DEAR 10000000
int metric_is_dear(const assay_metric *metric); /* -1: memory ran out */

int metric_is_outside(const char *entry);

/* Adds the variants of a comma-separated list; what is there already is not added twice. On error the selection keeps
 * what it held. A list that leaves nothing is ASSAY_EUSAGE. outside NULL: entries from outside are refused. */
assay_status metric_list_add(selection *to, const char *list, const metric_source *outside, assay_error *err);
