/*
 * gnuplot.h -- runs gnuplot on scripts, and the one way of texts into these and their data. Names, titles and reasons
 * come from stores, and a store may come from anywhere: what is written here cannot end a line, a comment or a string,
 * be a command, or be replaced by what a command prints. Bytes that are no UTF-8 become '?'.
 */
#pragma once

#include "assay.h"

#include <stdio.h>

/* Runs `gnuplot SCRIPT...` in the directory; the list ends with a NULL. What it says, shortened, goes to said[size] (""
 * when silent). The program is found along PATH; ASSAY_EENVIRONMENT when it is not installed or fails. */
assay_status gnuplot_run(const char *directory, char *const script[], char *said, size_t size, assay_error *err);

/* Behind "# ": control characters are blanks; a backslash, which would carry the comment to the next line, is a
 * slash. */
void gnuplot_comment(const char *text, FILE *to);

/* With its single quotes, in which gnuplot knows no escapes; a quote becomes the typographic one, since gnuplot 5.4
 * does not read a string that begins with a doubled quote. */
void gnuplot_string(const char *text, FILE *to);

/* With its double quotes, as one column of a data file. */
void gnuplot_field(const char *text, FILE *to);
