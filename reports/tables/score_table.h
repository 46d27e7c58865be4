/*
 * score_table.h -- scores by scenario: a table for each, metrics down, points across, means over seeds.
 *
 * A table is one scenario at one number of samples; where several parameters are swept, one setting of all but the
 * last. Undefined values are left out of a mean; a raised letter says that some were, the notes below how many and why.
 */
#pragma once

#include "grid.h"
#include "sheets.h"

typedef struct score_table_options {
    int format;   /* GRID_... */
    int with_sd;  /* mean and standard deviation over seeds in each cell; JSON and CSV always have both */
    size_t width; /* of the terminal, 0: no limit */
    size_t lines; /* of it, 0: every row and table */
} score_table_options;

/* ASSAY_EINPUT when there are no scores. */
assay_status score_table_write(const score_rows *from, const score_table_options *options, FILE *to, assay_error *err);
