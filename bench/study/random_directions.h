/*
 * random_directions -- directions of chance: as many as there are, normal, of the second moments of those given
 *
 *     w'_j = L g_j      L L' = sum_j w_j w_j' / d      g_j: dims of standard_normal()
 *
 *   What a dictionary of this shape says of features that it knows nothing of. Moments are
 *   kept, because directions share the few dimensions in which activations are large.
 *
 * Cost     d dims^2 and dims^3 once; d dims^2 a draw.
 */
#pragma once

#include "assay.h"

/* to[dims * dims], the lower factor L; owned. NULL: there are no directions. */
assay_status random_directions_spread(const assay_rep *rep, double **to);

/* Fills to[n_codes * dims]. */
void random_directions_draw(const double *spread, const assay_rep *rep, assay_stream *stream, double *to);
