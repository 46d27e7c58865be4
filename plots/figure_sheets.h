/* figure_sheets.h -- the sheets of metrics, one by one. */
#pragma once

#include "figure_making.h"

/* Calls visit for every sheet there is, with its name and the first row of its metric@preset (of fractions, or of what
 * has no upper bound). Stops at the first status other than ASSAY_OK, and returns it. */
typedef assay_status (*sheet_visitor)(const score_rows *from, const evidence_series *row, const char *name,
                                      void *context);
assay_status sheets_visit(const score_rows *from, sheet_visitor visit, void *context);

/* Draws the sheet that was visited with this row and name. */
assay_status sheet_draw(making *m, const score_rows *from, const evidence_series *row, const char *name);
