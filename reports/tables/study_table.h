/*
 * study_table.h -- scores of a user's own models: models or groups down, metrics across.
 *
 * A cell of a model is its score, ± half of the interval over drawn rows; one of a group the mean over its training
 * runs, ± half of the interval over rows and runs (comparison.h). Models of the same arrays count once. "(part)": a
 * mean over part of the items. Intervals end where the range of the score does, and are shown as (low to high) where
 * that makes their sides unlike. What cannot be told from the best of its column stands out, unless all are alike; what
 * cannot be told from codes shuffled against the factors is marked.
 */
#pragma once

#include "study_layout.h"

typedef struct study_table_options {
    int format; /* GRID_... */
    study_by by;
    size_t width;            /* of the terminal, 0: no limit */
    size_t lines;            /* of it, 0: every row and table */
    const score_rows *doses; /* what is wrong with the models, for formats that are read; NULL: not known */
} study_table_options;

/* Rows of studies, in the order of score_rows_list. GRID_CSV and GRID_JSON have a row for every model, metric and
 * output, in full precision, whichever it is by:
 *
 *     group, model, path, hash, samples, factors, codes, metric, preset, output, score, undefined, level, low, high,
 *     drawn, draws, chance_mean, chance_point, p, at_chance, corrected, items, items_undefined, the columns of
 *     manifests, data_set, clusters, best, dose_ideal, dose_missing, dose_duplicates, dose_curvature, dose_mixing,
 *     dose_noise, dose_unexplained (dose_parts), items_above_chance, items_found (comparison.h)
 *
 * items is empty and items_undefined 0 but where the score is a mean over part of its items. corrected is (score -
 * chance_mean) / (best - chance_mean), best the upper end of the output's range; it, p and
 * at_chance are empty where nothing says that more is better. best: whether its group, or the model by itself, is
 * indistinguishable from the best; empty where there is none. In LaTeX they are tables of a paper, of six scores each,
 * with the same in bold. ASSAY_EINPUT where there are no rows. */
assay_status study_table_write(const score_rows *from, const study_table_options *options, FILE *to, assay_error *err);

enum { STUDY_GRIDS = 3 }; /* of a data set: scores, and where there are doses, these and what they explain */
grid *study_table_grid(const study_layout *l);  /* scores, for a page */
grid *study_table_paper(const study_layout *l); /* those of which more is better, for LaTeX */
