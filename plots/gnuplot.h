/* gnuplot.h -- runs gnuplot on scripts. */
#pragma once

#include "assay.h"

/* Runs `gnuplot SCRIPT...` in the directory; the list ends with a NULL. What it says, shortened, goes to said[size] (""
 * when silent). The program is found along PATH; ASSAY_EENVIRONMENT when it is not installed or fails. */
assay_status gnuplot_run(const char *directory, char *const script[], char *said, size_t size, assay_error *err);
