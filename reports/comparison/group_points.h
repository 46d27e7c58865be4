/*
 * group_points.h -- the groups of studies as points of one scenario, their models as its seeds: what draws a scenario
 * draws groups, means with the intervals of comparison.h. Each data set (data_sets.h) is a scenario of its own, from
 * the second on numbered.
 */
#pragma once

#include "evidence.h"

/* The scenario "models" with a point "group=NAME" for each group, at the most samples that a model has; with a column
 * of the manifests (along; NULL: none) the scenario "along-COLUMN" with a point for each of its numbers, and a series
 * for each output and group; models without a number are left out. Rows of scenarios go over as they are. Zero-initialise
 * both; free them, also after an error, before what `from` borrows from. */
assay_status group_points_make(const score_rows *from, const char *along, evidence *made, score_rows *to);
