/* guard_table.h -- the published results of Joshi et al. 2026 as tables. */
#pragma once

#include "grid.h"
#include "published_guard.h"

/* For people: sums by experiment, sums by measure, and the defects with their numbers; else one table of every cell.
 * The list is to be freed with free(), each grid with grid_free (print_grids does that). */
size_t guard_tables(const guard_results *from, int for_people, grid ***to); /* how many */
