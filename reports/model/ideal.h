/*
 * ideal.h -- what a perfect metric would score at the points of a scenario. An output that claims properties (its
 * `measures`) should be, at each point, the least of their values where all of these are known (ASSAY_IS). Where only
 * their order among the points is known, that says which way it goes.
 */
#pragma once

#include "evidence.h"

/* Whether it is known what a perfect metric of these properties scores at a point, and *value; *ordered: some are known
 * by their order alone, and none is unknown. */
int ideal_at(const evidence_point *point, uint32_t measures, double *value, int *ordered);

enum { IDEAL_FLAT = 1, IDEAL_RISES = 2, IDEAL_FALLS = 4 };

/* Which ways a perfect metric goes along n points, a mask; 0 where all its values are known or some are not even
 * ordered. */
int ideal_ways(const evidence_point *const *point, size_t n, uint32_t measures);

/* "flat", "rises", "falls"; NULL where it is not one way. */
const char *ideal_way_word(int ways);
