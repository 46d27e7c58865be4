/*
 * selection.h -- which metrics, with which presets and options: the LIST of --metrics.
 *
 *     mig  mig@zaidi2020  mig@*  mig@zaidi2020:bins=15  family:information  family:information@zaidi2020  all  all@*
 *     bundle:dependency-aware-mi  bundle:dependency-aware-mi:neighbours=5     an option goes to the members that have
 * it all,-dci-rf,-family:intervention                         an entry after '-' is left out, wherever it stands
 *     python:gap.py  python:gap.py:gap:measures=compactness  plugin:gap.so  exec:'./gap {factors} {codes}':timeout=5
 *                                                             metrics from outside (candidate.h), which also says how
 * entries with commas are quoted; the selection holds their processes until it is freed
 */
#ifndef ASSAY_SELECTION_H
#define ASSAY_SELECTION_H

#include "variant.h"

typedef struct selection {
    variant *at;
    size_t count;
} selection;

/* Adds the variants of a comma-separated list; what is there already is not added twice. On error the selection keeps
 * what it held. */
assay_status selection_add(selection *to, const char *list, assay_error *err);
void selection_free(selection *s);

#endif
