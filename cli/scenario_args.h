/* scenario_args.h -- the arguments that name scenario data: SCENARIO --set NAME=VALUE --samples N --seed S, and those
 * of profile_args.h. */
#pragma once

#include "cli.h"

enum { POINT_TEXT = 9216 };

/* The scenario that the arguments name: id, or with --recipe that of recipes. */
const char *scenario_args_id(const cli_args *args, const char *id);

/* The file of an option, with the columns of --factors; owned, NULL: it is not given. */
int factors_path(const cli_args *args, const char *option, char **to);

/* The point's NumPy program on standard output, or into --output. */
int scenario_args_program(const cli_args *args, const char *id);

/* Builds the data; point gets "alpha=0.2". seed may be NULL. Returns an exit status and says what was wrong. */
int scenario_args_build(const cli_args *args, const char *scenario, assay_data *to, char *point, size_t point_size,
                        uint64_t *seed);
