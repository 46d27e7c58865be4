/* figure_names.h -- what figures of a sheet are called, and what their axes say. */
#ifndef ASSAY_FIGURE_NAMES_H
#define ASSAY_FIGURE_NAMES_H

#include "figure_making.h"
#include "sheets.h"

/* "dependent-delta-0_25-n2000", as files are called; of a map, which shows all settings, without them. */
void figure_sheet_name(const sheet *s, int is_map, char to[FIGURE_NAME]);

/* "share of noise in every code, α": what is swept in words, where the scenario is a known one and these are no longer
 * than `most` characters, and its symbol. */
void figure_axis_text(const sheet *s, size_t most, char *to, size_t size);

/* "10 seeds", "3 to 10 seeds". */
void figure_seeds_text(size_t least, size_t most, char *to, size_t size);

typedef struct figure_totals {
    size_t values, undefined, least_seeds, most_seeds;
    uint64_t least_samples, most_samples;
} figure_totals;
figure_totals figure_count(const sheets *all);

int figure_is_logarithmic(const sheet *s); /* four points or more, over more than a decade */

/* The rows that `wanted` keeps, in their order: borrowed from `from`, so only to->at is to be freed. */
assay_status figure_rows(const score_rows *from, int (*wanted)(const score_row *row, const void *context),
                         const void *context, score_rows *to);

/* Whether metric@preset is an entry of a list of ids and id@preset; NULL lists all. */
int figure_metric_listed(const evidence_series *of, const char *list);

#endif
