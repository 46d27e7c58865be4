/* profile_args.h -- the arguments that say whose factors a scenario is on: --profile NAME, or --factors-from FILE. */
#pragma once

#include "cli.h"

typedef struct profile_choice {
    const assay_profile *on; /* NULL: the scenario's own factors */
    assay_profile *from_file;
} profile_choice;

/* Returns an exit status and says what was wrong; free with profile_args_free in any case. */
int profile_args_read(const cli_args *args, profile_choice *to);
void profile_args_free(profile_choice *choice);
