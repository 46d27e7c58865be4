/* published_verdicts_table.h -- published verdicts beside those of a store. */
#pragma once

#include "grid.h"
#include "published_verdicts.h"

/* every: all verdicts; else only those that differ. The caption counts. NULL: memory ran out. */
grid *published_verdicts_grid(const published_check *list, size_t count, int every, int for_people);
