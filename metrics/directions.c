#include "directions.h"

#include "products.h"

#include <math.h>

double direction_length(const double *x, size_t n)
{
    double squares = 0.0;
    for (size_t k = 0; k < n; k++) squares += x[k] * x[k];
    return sqrt(squares);
}

/* R1 */
static assay_status fill_cosines(const assay_rep *rep, assay_call *call, double *to)
{
    const size_t m = rep->n_factors, d = rep->n_codes, dims = rep->dims;
    const column_set a = { .at = rep->true_directions, .step = dims, .count = m },
                     b = { .at = rep->directions, .step = dims, .count = d };
    double *length = call->alloc(call, d, sizeof *length);
    if (!length) return ASSAY_ENOMEM;
    ASSAY_TRY(products_add(a, b, dims, (product_sums){ to, d, 0 }));
    for (size_t j = 0; j < d; j++) length[j] = direction_length(rep->directions + j * dims, dims);
    for (size_t i = 0; i < m; i++) {
        const double own = direction_length(rep->true_directions + i * dims, dims);
        for (size_t j = 0; j < d; j++) {
            const double lengths = own * length[j];
            to[i * d + j] = lengths > 0.0 ? fmin(fabs(to[i * d + j]) / lengths, 1.0) : 0.0;
        }
    }
    return ASSAY_OK;
}

/* R3 */
static void fill_alive(column_table of, unsigned char *to)
{
    for (size_t j = 0; j < of.count; j++) {
        const column_entries z = entries_of(&of, j);
        for (size_t e = 0; e < z.count && !to[j]; e++) to[j] = z.value[e] != 0.0;
    }
}

assay_status directions_of(const assay_rep *rep, assay_call *call, directions *to)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    int32_t fresh[3];
    double *cosine = call->recall(call, "directions cosine", m * d * sizeof *cosine, &fresh[0]);
    size_t *feature = call->recall(call, "directions feature", d * sizeof *feature, &fresh[1]);
    unsigned char *alive = call->recall(call, "directions alive", d, &fresh[2]);
    if (!cosine || !feature || !alive) return ASSAY_ENOMEM;
    if (fresh[0]) ASSAY_TRY(fill_cosines(rep, call, cosine));
    for (size_t i = 1; fresh[1] && i < m; i++)
        for (size_t j = 0; j < d; j++)
            if (cosine[i * d + j] > cosine[feature[j] * d + j]) feature[j] = i; /* R2 */
    if (fresh[2]) fill_alive(codes_table(rep), alive);
    *to = (directions){ .cosine = cosine, .feature = feature, .alive = alive };
    for (size_t j = 0; j < d; j++) to->n_alive += alive[j];
    return ASSAY_OK;
}

double directions_cost(const assay_size *size)
{
    const double m = (double)size->n_factors, d = (double)size->n_codes;
    return 0.25 * m * d * (double)size->dims + m * d + (double)size->n * d;
}
