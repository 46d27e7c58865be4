/* sheets_inside.h -- what the two ways to lay out a scenario share. */
#pragma once

#include "sheets.h"

/* A cell, its curve and where it stands on the axis. */
typedef struct placed {
    const evidence_series *curve;
    double x; /* NaN: points are no numbers */
    const evidence_point *cell;
} placed;

/* One more, of n cells, at least one. `like` says along what it is, its symbol and whether points are numbers. */
sheet *sheets_add(sheets *all, const sheet *like, const placed *cell, size_t n);
void *sheets_room(sheets *all, size_t n, size_t size); /* as long as the sheets, zeroed */

/* What is the same at all points: the settings of one of them but `but`; NULL: none. */
void sheet_fix(sheet *s, const scenario_point *p, const char *but);

/* The rows of one scenario. */
void sheets_add_scenario(const score_row *row, size_t n, sheets *to);
void sheets_add_along(const score_row *row, size_t n, sheets *to);

/* Of the n sheets of a scenario: what distinguishes them is said, what is the same in all of them is not. */
void sheets_say_differences(sheet *s, size_t n);
