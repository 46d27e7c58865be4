/* coordinates.h -- codes that are a number for each value of a factor, drawn once: an ideal encoder of categories. */
#pragma once

#include "assay.h"

/* count numbers 2 u - 1, uniform on [-1, 1) */
void coordinates_draw(assay_stream *stream, size_t count, double *to);

/*
 * z_i = (1 - share) c_i[v_i] + share (2 z_i - 1) for each factor and its code, which holds noise from 0 to 1. coordinate: those of
 * factor 0, then those of factor 1, ...; factor i has levels[i] of them and, where `absent` is set, one more for the
 * samples without it, whose value is NaN.
 */
void coordinates_blend(assay_data *of, int absent, const double *coordinate, double share);
