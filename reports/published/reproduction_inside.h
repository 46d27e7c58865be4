/* reproduction_inside.h -- what the files of the checklist share. */
#pragma once

#include "reproduction.h"

/* A row with nothing in it; NULL: memory ran out. It moves when the next is added. */
reproduction_row *reproduction_add(reproduction *to);

/* What differs by one seed alone, which has no interval, has no verdict: it is not in the store, and how to get it is
 * the reason. */
assay_status reproduction_one_seed(reproduction_row *row);

/* S2-f: a row for each verdict of table 3.2. judged may be NULL: nothing is in the store. */
assay_status reproduction_add_verdicts(const verdicts *judged, reproduction *to, assay_error *err);
