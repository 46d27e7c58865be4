/* figure_kinds.h -- the kinds of figures there are: of scenarios, and of metrics. */
#pragma once

#include "figure_making.h"

/* Panels of curves or dots: files NAME, and NAME-2, ... where one page does not hold them. */
assay_status pages_draw(making *m, const sheet *s, const char *name);

/* All settings of a scenario at one number of samples, as a map of colours; nothing where no score is a fraction. */
assay_status pages_draw_map(making *m, const sheets *all, size_t first, const char *name);

/* Whether row k is the first of a sheet, of fractions or of what has no upper bound, and the sheet's name. */
int sheet_begins(const score_rows *from, size_t k, char name[FIGURE_NAME]);

/* Draws the sheet that begins with this row. */
assay_status sheet_draw(making *m, const score_rows *from, const evidence_series *row, const char *name);
