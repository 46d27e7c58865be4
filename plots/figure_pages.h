/* figure_pages.h -- the figures of scenarios, one by one. */
#pragma once

#include "figure_making.h"

/* Panels of curves or dots: files NAME, and NAME-2, ... where one page does not hold them. */
assay_status pages_draw(making *m, const sheet *s, const char *name);

/* All settings of a scenario at one number of samples, as a map of colours; nothing where no score is a fraction. */
assay_status pages_draw_map(making *m, const sheets *all, size_t first, const char *name);
