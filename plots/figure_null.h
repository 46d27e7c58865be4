/* figure_null.h -- what codes of noise score, by the number of rows and the number of codes for a factor. */
#pragma once

#include "figure_documents.h"

/* Whether a score is of codes of noise, factors and codes from streams of their own. */
int null_is_wanted(const score_row *row, const void *context);

/* A small panel for each output whose range ends at 1: its score against the rows, on a logarithmic axis, a curve for
 * each number of codes over factors, and in grey what the largest of m correlations of noise comes to. */
assay_status null_draw(making *m, const score_rows *from, const document *what, const char *name);
