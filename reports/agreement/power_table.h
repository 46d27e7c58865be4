/* power_table.h -- how many seeds and samples it takes, as a table. */
#pragma once

#include "grid.h"
#include "power.h"

/* The steps of one series on one scenario, at least one. NULL: memory ran out. */
grid *power_grid(const evidence_series *of, const char *scenario, const power_step *steps, size_t count,
                 const power_options *options);
