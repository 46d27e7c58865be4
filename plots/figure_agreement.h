/* figure_agreement.h -- the agreement between metrics as a map of colours: series down and across, in the order of the
 * table, the coefficient in each cell where there is room for it. */
#pragma once

#include "agreement.h"
#include "figures.h"

typedef struct agreement_figure {
    const agreement_table *table;
    const agreement *of;
} agreement_figure;

/* Writes style.gp and agreement.gp, .dat and a file for each format into the directory, as figures_draw does.
 * ASSAY_EINPUT where the table has fewer than two series. */
assay_status figure_agreement_draw(const agreement_figure *what, const char *directory, uint32_t formats, figures *to,
                                   assay_error *err);
