/* sparse_counts.h -- what one looks at first in sparse codes: how many fire, how many never do, how many nearly
 * always. */
#pragma once

#include "grid.h"

/* NULL: the codes have no directions, and half of their values or more are not 0. */
grid *sparse_counts(const assay_rep *rep);
