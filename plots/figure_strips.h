/*
 * figure_strips.h -- which metric to report: a panel for each property, a line for each output that claims it.
 */
#pragma once

#include "choice.h"
#include "figures.h"

/* "strips" in the directory, otherwise as figures_draw; ASSAY_EINPUT where no pairs were compared. */
assay_status figure_strips_draw(const choice *of, const char *lacking, const char *directory, uint32_t formats,
                                figures *to, assay_error *err);
