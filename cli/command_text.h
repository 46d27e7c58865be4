/*
 * command_text.h -- cli/help/NAME.txt, from which help, manual, completion and parsing follow:
 *
 *     usage: assay report [--db FILE] [--out DIR]
 *
 *     everything about a store as one HTML page
 *
 *       --db
 *       -o, --out DIR    where to (out/report)
 *
 *     What `assay help report` adds, as wrapped_paragraphs takes it.
 *
 *     example:
 *       assay report --db out/quick.db
 *
 * An option without a text here is that of options.txt, which several commands have.
 */
#pragma once

#include "cli.h"

/* Options alone, one a line. What is read stays until the program ends. */
void command_options_read(const char *text, const cli_command *shared, cli_command *to);

void command_text_read(const char *text, const cli_command *shared, cli_command *to);
