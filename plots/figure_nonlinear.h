/* figure_nonlinear.h -- what the scenario `nonlinear` does to a factor: figures that need no scores. */
#pragma once

#include "figure_documents.h"

/* A code against its factor, a curve for each alpha. Boilard 2022, figure 3.4. */
assay_status nonlinear_draw_function(making *m, const score_rows *from, const document *about, const char *name);

/* What ten bins of equal width make of it: the curve, and the share of samples in each bin, a panel for each alpha.
 * Boilard 2022, figure 3.6. */
assay_status nonlinear_draw_bins(making *m, const score_rows *from, const document *about, const char *name);
