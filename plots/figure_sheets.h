/* figure_sheets.h -- the sheets of metrics, one by one. */
#pragma once

#include "figure_making.h"

/* Whether row k is the first of a sheet, of fractions or of what has no upper bound, and the sheet's name. */
int sheet_begins(const score_rows *from, size_t k, char name[FIGURE_NAME]);

/* Draws the sheet that begins with this row. */
assay_status sheet_draw(making *m, const score_rows *from, const evidence_series *row, const char *name);
