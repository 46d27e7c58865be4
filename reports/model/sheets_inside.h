/* sheets_inside.h -- what the two ways to lay out a scenario share. */
#pragma once

#include "sheets.h"

sheet *sheets_new(sheets *all); /* one more, all zero; NULL: memory ran out */

/* The cell of a curve at a point, and its seeds counted. */
void sheet_put(sheet *s, size_t curve, size_t point, const evidence_point *cell);

/* The rows of one scenario. */
assay_status sheets_add_scenario(const score_row *row, size_t n, sheets *to);
assay_status sheets_add_along(const score_row *row, size_t n, sheets *to);

/* Of the n sheets of a scenario: what tells them apart is said, what is the same in all of them is not. */
assay_status sheets_say_differences(sheet *s, size_t n);
