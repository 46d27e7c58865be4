/* published_tables.h -- published results and ours. */
#pragma once

#include "grid.h"
#include "reproduction.h"

/* What a table for people is of. */
typedef struct reproduction_view {
    const char *caption;
    const paper *of;  /* NULL: whatever is there */
    const char *item; /* NULL: all */
    int in_full;      /* every row, with its evidence; else what agrees or is missing alike is counted */
    int differing;    /* only what differs, or is contradicted by its paper itself */
} reproduction_view;
/* view NULL: for programs, every row with every key. */
grid *reproduction_grid(const reproduction *from, const reproduction_view *view);

/* Tables of it: for people one for each document or item asked for, the reasons as notes, and a table of the sums
 * first; else one with every key. */
enum { REPRODUCTION_FIRST = 2 }; /* for people: the sums, and what differs or is undecided */
size_t reproduction_tables(const reproduction *from, const reproduction_part *part, int for_people, grid ***to);
