/* published_tables.h -- what papers print as tables, ours beside theirs. */
#pragma once

#include "grid.h"
#include "published_guard.h"
#include "published_verdicts.h"
#include "reproduction.h"

/*
 * A table of a paper by the end of its source's name ("3.1" for "Boilard 2022, table 3.1"): metrics down, points
 * across, each cell what is printed and, behind a stroke, our mean with one more decimal; a letter where ours differs,
 * with the reason where one is known. NULL with *found 0: no source ends so; NULL with *found 1: memory ran out.
 */
grid *published_table_grid(const reproduction *from, const char *name, int *found);

/* A table of verdicts (Boilard 2022, table 3.2): metrics down, properties across, "theirs ours"; differences are
 * bold. */
grid *published_marks_grid(const published_check *list, size_t count);

int published_table_is_marks(const char *name); /* whether that is what a name means: "3.2", "thesis-3.2" */

/* "3.1, 3.2, ..." */
void published_table_names(const reproduction *from, char *to, size_t size);

/* every: all verdicts; else only those that differ. The caption counts. NULL: memory ran out. */
grid *published_verdicts_grid(const published_check *list, size_t count, int every, int for_people);

/* Tables of it: for people one for each document, the reasons as notes, and a table of the sums first; else one with
 * every key. `item` may be NULL, or one item of the checklist to show in full. The list is to be freed with free(),
 * each grid with grid_free (print_grids does that). */
assay_status reproduction_tables(const reproduction *from, const char *item, int for_people, grid ***to, size_t *count,
                                 assay_error *err);

/* For people: sums by experiment, sums by measure, and the defects with their numbers; else one table of every cell.
 * The list is to be freed with free(), each grid with grid_free (print_grids does that). */
size_t guard_tables(const guard_results *from, int for_people, grid ***to); /* how many */
