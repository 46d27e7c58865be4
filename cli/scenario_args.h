/* scenario_args.h -- the arguments that name scenario data: SCENARIO --set NAME=VALUE --samples N --seed S, and those
 * of profile_args.h. */
#pragma once

#include "cli.h"

/* Builds the data; point gets "alpha=0.2". seed may be NULL. Returns an exit status and says what was wrong. */
int scenario_args_build(const cli_args *args, const char *scenario, assay_data *to, char *point, size_t point_size,
                        uint64_t *seed);
