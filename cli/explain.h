/* explain.h -- `assay study --explain`: the curves that say what the scores of a study are worth, and what they say. */
#ifndef ASSAY_EXPLAIN_H
#define ASSAY_EXPLAIN_H

#include "cli.h"
#include "study_files.h"

/* Scores ideal codes with defects, on the factors of every representation, into the store; what is there already is not
 * scored again. metrics NULL: the cheap ones. Returns an exit status. */
int explain_run(const cli_args *args, const study_files *files, const char *db, const char *metrics, unsigned jobs);

/* Prints the stories of all representations of the store, and of few each score's doses; with --format all doses. */
int explain_print(const cli_args *args, const char *db);

#endif
