/* gnuplot.h -- runs gnuplot on a script. */
#pragma once

#include "assay.h"

/* Runs `gnuplot SCRIPT` in the directory. What it says, shortened, goes to said[size] ("" when silent). The program is
 * found along PATH; ASSAY_EENVIRONMENT when it is not installed or fails. */
assay_status gnuplot_run(const char *directory, const char *script, char *said, size_t size, assay_error *err);
