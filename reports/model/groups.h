/* groups.h -- rows of scenarios and of studies apart, and models of the same arrays once. */
#pragma once

#include "evidence.h"

/* Parts rows into those of scenarios and those of studies, in their order; all borrow as `from` does; NULL: not
 * wanted. Equivalent doses are no scores of the studies where these have others. */
void score_rows_part(const score_rows *from, score_rows *scenarios, score_rows *studies, score_rows *doses);

/* Of studies: without the models that hold the same arrays as one before them in their group; *equal says how many
 * models those are. `to` borrows as `from` does. */
void groups_distinct(const score_rows *from, score_rows *to, size_t *equal);
