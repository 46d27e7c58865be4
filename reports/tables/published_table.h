/* published_table.h -- tables as papers print them, ours beside theirs. */
#pragma once

#include "grid.h"
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
