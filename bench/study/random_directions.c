#include "random_directions.h"

#include "cholesky.h"
#include "products.h"

#include <stdlib.h>

assay_status random_directions_spread(const assay_rep *rep, double **to)
{
    *to = NULL;
    if (!rep->directions) return ASSAY_OK;
    const size_t dims = rep->dims, d = rep->n_codes;
    double *moments = calloc(dims * dims, sizeof *moments);
    *to = calloc(dims * dims, sizeof **to);
    const column_set all = { .at = rep->directions, .step = dims, .count = d };
    const assay_status status = moments && *to ? products_of_rows(all, NULL, dims, moments) : ASSAY_ENOMEM;
    for (size_t k = 0; status == ASSAY_OK && k < dims * dims; k++) moments[k] /= (double)d;
    if (status == ASSAY_OK) cholesky(moments, dims, *to);
    free(moments);
    return status;
}

void random_directions_draw(const double *spread, const assay_rep *rep, assay_stream *stream, double *to)
{
    const size_t dims = rep->dims;
    for (size_t j = 0; j < rep->n_codes; j++) {
        double *w = to + j * dims;
        for (size_t k = 0; k < dims; k++) w[k] = assay_stream_normal(stream);
        for (size_t k = dims; k-- > 0;) { /* from the last: each takes numbers before it alone */
            const double *row = spread + k * dims;
            double sum = 0.0;
            for (size_t l = 0; l <= k; l++) sum += row[l] * w[l];
            w[k] = sum;
        }
    }
}
