/* metric_entry.h -- inside this room: one entry of a list, and the variants that it names. */
#pragma once

#include "variant.h"

/* What the name of an entry names: one metric or `all`, or, after "family:" and so on, some metrics. */
typedef enum entry_kind { ENTRY_METRIC, ENTRY_FAMILY, ENTRY_BUNDLE, ENTRY_COST, ENTRY_READS } entry_kind;

/* An entry of the list, cut at '@' and ':'. */
typedef struct entry {
    entry_kind kind;
    char name[128];    /* mig, all, a family, a bundle, cheap or dear, an option */
    char preset[64];   /* zaidi2020, * or empty */
    char options[512]; /* bins=15:normaliser=code or empty */
} entry;

/* One metric; the options must be its own. */
assay_status metric_add(selection *to, const assay_metric *metric, const entry *e, assay_error *err);

/* All, or those of a family, of a cost, or that read an option: of these the ones that have the preset; controls only
 * where their family is asked for. */
assay_status group_add(selection *to, const entry *e, assay_error *err);
assay_status bundle_add(selection *to, const entry *e, assay_error *err);
