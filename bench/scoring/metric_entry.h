/* metric_entry.h -- inside this room: one entry of a list, and the variants that it names. */
#ifndef ASSAY_METRIC_ENTRY_H
#define ASSAY_METRIC_ENTRY_H

#include "variant.h"

/* An entry of the list, cut at '@' and ':'. */
typedef struct entry {
    char name[128];    /* mig, all, a family or a bundle */
    char preset[64];   /* zaidi2020, * or empty */
    char options[512]; /* bins=15:normaliser=code or empty */
    int family, bundle;
} entry;

/* One metric; the options must be its own. */
assay_status metric_add(selection *to, const assay_metric *metric, const entry *e, assay_error *err);

/* All, or all of a family: those that have the preset; controls only where the family is asked for. */
assay_status group_add(selection *to, const entry *e, assay_error *err);
assay_status bundle_add(selection *to, const entry *e, assay_error *err);

#endif
