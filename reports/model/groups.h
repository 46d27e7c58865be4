/*
 * groups.h -- the groups of studies as points of one scenario, their models as its seeds: what draws a scenario draws
 * groups, means over models with their intervals.
 */
#ifndef ASSAY_GROUPS_H
#define ASSAY_GROUPS_H

#include "evidence.h"

/* Parts rows into those of scenarios and those of studies, in their order; both borrow as `from` does. */
assay_status score_rows_part(const score_rows *from, score_rows *scenarios, score_rows *studies);

enum { GROUP_LEAST_MODELS = 3 }; /* different ones, of which a mean has an interval */

/* Of studies: without the models that hold the same arrays as one before them in their group; *equal says how many
 * models those are. `to` borrows as `from` does. */
assay_status groups_distinct(const score_rows *from, score_rows *to, size_t *equal);

/* The scenario "models" with a point "group=NAME" for each group, at the most samples that a model has. Rows of
 * scenarios go over as they are. Zero-initialise both; free them, also after an error, before what `from` borrows
 * from. */
assay_status groups_make(const score_rows *from, evidence *made, score_rows *to);

#endif
