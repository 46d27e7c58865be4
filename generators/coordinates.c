/*
 * coordinates -- see coordinates.h
 *
 * Source   Zhang, Prokhorov and Shareghi 2021, section 2.2: representations that are ideal by construction.
 * Cost     one pass.
 */
#include "coordinates.h"

#include <math.h>

void coordinates_draw(assay_stream *stream, size_t count, double *to)
{
    assay_stream_fill(stream, to, count);
    for (size_t k = 0; k < count; k++) to[k] = 2.0 * to[k] - 1.0;
}

void coordinates_blend(assay_data *of, int absent, const double *coordinate, double share)
{
    for (size_t i = 0; i < of->n_factors; i++) {
        const size_t known = (size_t)of->levels[i];
        const double *v = of->factors + i * of->n;
        double *z = of->codes + i * of->n;
        for (size_t s = 0; s < of->n; s++)
            z[s] = (1.0 - share) * coordinate[isnan(v[s]) ? known : (size_t)v[s]] + share * (2.0 * z[s] - 1.0);
        coordinate += known + (absent ? 1 : 0);
    }
}
