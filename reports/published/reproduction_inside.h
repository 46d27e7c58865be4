/* reproduction_inside.h -- what the judges of the checklist share. */
#pragma once

#include "reproduction.h"

/* A text of the row's own, in one of its places. */
ASSAY_PRINTF(2, 3) void row_say(char **to, const char *format, ...);

/* Nothing of it is in the store, so far. */
reproduction_row row_begun(const paper_entry *e);

/* What differs by one seed alone, which has no interval, has no verdict: it is not in the store, and how to get it is
 * the reason. Anything else that differs has the reason that is known, if one is. */
void row_differs(reproduction_row *row, int has_interval, const char *reason);
