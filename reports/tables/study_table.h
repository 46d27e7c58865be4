/*
 * study_table.h -- scores of a user's own models: models or groups down, metrics across.
 *
 * A cell of a model is its score, ± half of the interval over drawn rows; one of a group the mean over its models, ±
 * half of the interval of that mean (Student's t): over models, given the rows. Models of the same arrays count once,
 * and
 * fewer than three have no interval. "(part)": a mean over part of the items. Intervals end where the range of the
 * score does, and are shown as
 * (low to high) where that makes their sides unlike; of fewer than five models so far apart that the interval is all of
 * the range, "(too few)" stands in its place. The best of each column stands out; what cannot be told from codes
 * shuffled against the factors is marked.
 */
#ifndef ASSAY_STUDY_TABLE_H
#define ASSAY_STUDY_TABLE_H

#include "evidence.h"
#include "grid.h"

typedef struct study_table_options {
    int format;   /* GRID_... */
    int by_file;  /* a row for each model; else for each group */
    size_t width; /* of the terminal, 0: no limit */
} study_table_options;

/* Rows of studies, in the order of score_rows_list. GRID_CSV and GRID_JSON have a row for every model, metric and
 * output, in full precision, whichever it is by:
 *
 *     group, model, path, hash, samples, factors, codes, metric, preset, output, score, undefined, level, low, high,
 *     drawn, draws, chance_mean, chance_point, p, at_chance, corrected, items, items_undefined, and the columns of
 * manifests
 *
 * items is empty and items_undefined 0 but where the score is a mean over part of its items. corrected is (score -
 * chance_mean) / (best - chance_mean), best the upper end of the output's range; it, p and
 * at_chance are empty where nothing says that more is better. In LaTeX a table that is wider than a column of
 * two-column paper is split into several, which a comment says. ASSAY_EINPUT where there are no rows. */
assay_status study_table_write(const score_rows *from, const study_table_options *options, FILE *to, assay_error *err);

/* The table for a page, whole; NULL where memory ran out. */
assay_status study_table_grid(const score_rows *from, int by_file, grid **to, assay_error *err);

/* Whether a model's score is no better than codes shuffled against the factors give: 1 or 0; -1: not known, or nothing
 * says that more is better (a built-in output that claims no property). */
int study_at_chance(const score_row *row);

#endif
