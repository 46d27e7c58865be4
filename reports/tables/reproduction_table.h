/* reproduction_table.h -- the checklist of published results as tables. */
#pragma once

#include "grid.h"
#include "reproduction.h"

/* Tables of it: for people one for each document, the reasons as notes, and a table of the sums first; else one with
 * every key. `item` may be NULL, or one item of the checklist to show in full. The list is to be freed with free(),
 * each grid with grid_free (print_grids does that). */
assay_status reproduction_tables(const reproduction *from, const char *item, int for_people, grid ***to, size_t *count,
                                 assay_error *err);
