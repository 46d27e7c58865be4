/* figure_pages.h -- the figures of scenarios, one by one. */
#pragma once

#include "figure_making.h"

/* Panels of curves or dots: files NAME, or NAME-1, NAME-2 where one page does not hold them. */
assay_status pages_draw(making *m, const sheet *s, const char *name);

/* All settings of a scenario at one number of samples, as a map of colours; nothing where no score is a fraction. */
assay_status pages_draw_map(making *m, const sheets *all, size_t first, const char *name);

/* Calls visit for every figure: the sheet, or the first sheet of a map. `each`: the sheets that a map shows, too. Stops
 * at the first status other than ASSAY_OK, and returns it. */
typedef assay_status (*pages_visitor)(const sheets *all, size_t k, int is_map, const char *name, void *context);
assay_status pages_visit(const sheets *all, int each, pages_visitor visit, void *context);
