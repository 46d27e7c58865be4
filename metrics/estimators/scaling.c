/* standard goes by way of minmax, so that no square can overflow. */
#include "scaling.h"

#include "discretise.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static void column_minmax(const double *x, size_t n, double low, double high, double *to)
{
    if (!(high > low) || !(high - low <= DBL_MAX)) { /* R1 */
        for (size_t s = 0; s < n; s++) to[s] = 0.0;
        return;
    }
    const double factor = 1.0 / (high - low), offset = 0.0 - low * factor;
    if (isfinite(factor) && isfinite(offset)) {
        for (size_t s = 0; s < n; s++) to[s] = x[s] * factor + offset;
    } else { /* R2 */
        for (size_t s = 0; s < n; s++) to[s] = (x[s] - low) / (high - low);
    }
}

/* A column that fills [0, 1] in its first `rows` rows; one of zeros stays so. */
static void column_standard(double *x, size_t n, size_t rows)
{
    double mean = 0.0, square = 0.0;
    for (size_t s = 0; s < rows; s++) mean += x[s];
    mean /= (double)rows;
    for (size_t s = 0; s < rows; s++) square += (x[s] - mean) * (x[s] - mean);
    if (!(square > 0.0)) return;
    const double inverse = 1.0 / sqrt(square / (double)rows);
    for (size_t s = 0; s < n; s++) x[s] = (x[s] - mean) * inverse;
}

assay_status codes_scaled(const assay_rep *rep, assay_call *call, int kind, size_t rows, const double **to)
{
    *to = rep->codes;
    if (kind == SCALING_RAW) return ASSAY_OK;
    char key[64];
    snprintf(key, sizeof key, "codes scaled: %d, %zu rows", kind, rows);
    int32_t fresh;
    double *scaled = call->recall(call, key, rep->n * rep->n_codes * sizeof *scaled, &fresh);
    const extents *of;
    if (!scaled || extents_of_codes(rep, call, rows, &of) != ASSAY_OK) return ASSAY_ENOMEM;
    *to = scaled;
    for (size_t j = 0; fresh && j < rep->n_codes; j++) {
        double *column = scaled + j * rep->n;
        column_minmax(rep->codes + j * rep->n, rep->n, of->low[j], of->high[j], column);
        if (kind == SCALING_STANDARD) column_standard(column, rep->n, rows);
    }
    return ASSAY_OK;
}
