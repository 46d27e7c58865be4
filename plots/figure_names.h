/* figure_names.h -- what figures and curves are called. */
#pragma once

#include "figure_making.h"

/* "dependent-delta-0_25-n2000", as files are called; of a map, which shows all settings, without them. */
const char *figure_sheet_name(const sheet *s, int is_map);

/* A curve's name in a key: "dci-lasso modularity", shortened where it is long. */
const char *curve_label(const evidence_series *row, const char *preset_said);

/* Without the middle of what is longer than `most` bytes, 3 at least: names differ at their ends. */
const char *cut_middle(const char *text, size_t most);

/* The preset that all curves share and that is not the default one; NULL: there is none. */
const char *shared_preset(const evidence_series *const *curve, const size_t *which, size_t n); /* which NULL: all */

typedef struct figure_totals {
    size_t values, undefined, least_seeds, most_seeds;
    uint64_t least_samples, most_samples;
    const char *seeds; /* "3 to 10 seeds" */
} figure_totals;
figure_totals figure_count(const sheets *all,
                           const sheet *like); /* of those that stand together with it; NULL: of all */

/* The rows that `wanted` keeps, in their order, borrowed from `from`. */
score_rows figure_rows(const score_rows *from, int (*wanted)(const score_row *row, const void *context),
                       const void *context);

/* Whether metric@preset is an entry of a list of ids and id@preset; NULL lists all. */
int figure_metric_listed(const evidence_series *of, const char *list);
