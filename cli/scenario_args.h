/* scenario_args.h -- the arguments that name scenario data: SCENARIO --set NAME=VALUE --samples N --seed S, and those
 * of profile_args.h. */
#pragma once

#include "cli.h"

/* The rows of a command's option table; a recipe stands for the name of the scenario. */
#define RECIPE_OPTION                                                                                                  \
    {                                                                                                                  \
        "recipe", "TEXT", "a representation in words: 'v: 4 uniform; z = noise(v, .2)' (`assay describe recipe`)", 0   \
    }

enum { POINT_TEXT = 9216 };

/* The scenario that the arguments name: id, or with --recipe that of recipes. */
const char *scenario_args_id(const cli_args *args, const char *id);

/* The point's NumPy program on standard output, or into --output. */
int scenario_args_program(const cli_args *args, const char *id);

/* Builds the data; point gets "alpha=0.2". seed may be NULL. Returns an exit status and says what was wrong. */
int scenario_args_build(const cli_args *args, const char *scenario, assay_data *to, char *point, size_t point_size,
                        uint64_t *seed);
