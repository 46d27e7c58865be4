#include "rank.h"

#include "radix_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static assay_status column_fill(rank_table *table, const double *code, size_t j, double *rounded, double *sorted)
{
    const size_t n = table->n, d = table->d;
    for (size_t s = 0; s < n; s++) {
        const float value = (float)code[s];
        if (!isfinite(value)) return ASSAY_EINPUT; /* R2 */
        table->value[s * d + j] = value;
        rounded[s] = (double)value + 0.0; /* -0 becomes +0: they are equal */
    }
    return radix_order(rounded, n, sorted, table->order + j * n);
}

assay_status rank_build(rank_table *table, const double *codes, size_t n, size_t d)
{
    *table = (rank_table){ .n = n, .d = d };
    if (n == 0 || d == 0 || n > INT32_MAX) return ASSAY_EINPUT; /* R2 */
    if (d > SIZE_MAX / sizeof(double) / n) return ASSAY_ENOMEM;
    table->value = malloc(n * d * sizeof *table->value);
    table->order = malloc(n * d * sizeof *table->order);
    double *work = malloc(2 * n * sizeof *work);
    assay_status status = table->value && table->order && work ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t j = 0; j < d && status == ASSAY_OK; j++) status = column_fill(table, codes + j * n, j, work, work + n);
    free(work);
    return status;
}

void rank_free(rank_table *table)
{
    free(table->value);
    free(table->order);
    *table = (rank_table){ 0 };
}
