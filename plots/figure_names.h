/* figure_names.h -- what figures of a sheet are called, and what their axes say. */
#pragma once

#include "figure_making.h"
#include "sheets.h"

/* "dependent-delta-0_25-n2000", as files are called; of a map, which shows all settings, without them. */
void figure_sheet_name(const sheet *s, int is_map, char to[FIGURE_NAME]);

typedef struct figure_totals {
    size_t values, undefined, least_seeds, most_seeds;
    uint64_t least_samples, most_samples;
} figure_totals;
figure_totals figure_count(const sheets *all);

/* The rows that `wanted` keeps, in their order: borrowed from `from`, so only to->at is to be freed. */
assay_status figure_rows(const score_rows *from, int (*wanted)(const score_row *row, const void *context),
                         const void *context, score_rows *to);

/* Whether metric@preset is an entry of a list of ids and id@preset; NULL lists all. */
int figure_metric_listed(const evidence_series *of, const char *list);
