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

void coordinates_blend(const double *v, size_t n, size_t m, const int32_t *levels, int absent, const double *coordinate,
                       double share, double *z)
{
    for (size_t i = 0; i < m; i++) {
        const size_t known = (size_t)levels[i];
        for (size_t s = 0; s < n; s++) {
            const double x = v[i * n + s];
            z[i * n + s] = (1.0 - share) * coordinate[isnan(x) ? known : (size_t)x] + share * z[i * n + s];
        }
        coordinate += known + (absent ? 1 : 0);
    }
}
