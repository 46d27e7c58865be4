/* study_consistency.h -- `assay study --consistency`: whether the runs of each method find the same codes. */
#pragma once

#include "cli.h"
#include "study_files.h"

/* Prints the table; nothing is scored or written. Gives the exit status. */
int study_consistency(const cli_args *args, const study_files *files, const char *kinds, unsigned jobs);
