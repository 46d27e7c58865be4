/* rdc -- see rdc.h. */
#include "rdc.h"

#include "correlation.h"
#include "lend.h"
#include "quick_order.h"
#include "scaling.h"
#include "svd.h"
#include "vectors.h"

#include <float.h>
#include <math.h>

#define COLLINEAR 1e-6 /* R1 */

assay_status rdc_lend(size_t n, size_t features, int ties, int basis, assay_call *call, rdc_desk *to)
{
    const size_t k = features < n ? features : n;
    *to = (rdc_desk){ .n = n, .features = k, .ties = ties, .basis = basis };
    return LEND(call, LOAN(to->rank, n), LOAN(to->sorted, n), LOAN(to->order, n), LOAN(to->feature, k * n),
                LOAN(to->copy, k * n), LOAN(to->value, k), LOAN(to->right, k * k), LOAN(to->product, k * k));
}

assay_status rdc_basis_keep(const rdc_desk *desk, const rdc_basis *made, assay_call *call, rdc_basis *to)
{
    if (made->rank > to->room) {
        to->left = call->alloc(call, made->rank * desk->n, sizeof *to->left);
        to->room = to->left ? made->rank : 0;
        if (!to->left) return ASSAY_ENOMEM;
    }
    to->rank = made->rank;
    if (to->rank) memcpy(to->left, made->left, to->rank * desk->n * sizeof *to->left);
    return ASSAY_OK;
}

void rdc_draw(const rdc_desk *desk, assay_stream *stream, double spread, double *weight)
{
    for (size_t k = 0; k < 2 * desk->features; k++) weight[k] = spread * assay_stream_normal(stream);
}

/* R3: 1 .. n */
static assay_status ranks_of(rdc_desk *t, const double *x)
{
    double squares;
    memcpy(t->rank, x, t->n * sizeof *x);
    if (t->ties == TIES_MEAN) {
        const assay_status status = ranks_centred(t->rank, t->n, t->sorted, t->order, &squares);
        for (size_t s = 0; s < t->n; s++) t->rank[s] += 0.5 * ((double)t->n + 1.0);
        return status;
    }
    const assay_status status = quick_order(x, t->n, t->sorted, t->order);
    for (size_t r = 0; r < t->n && status == ASSAY_OK; r++) t->rank[t->order[r]] = (double)(r + 1);
    return status;
}

static void features_fill(rdc_desk *t, const double *weight)
{
    const double n = (double)t->n;
    for (size_t k = 0; k < t->features; k++) {
        double *to = t->feature + k * t->n, sum = 0.0;
        for (size_t s = 0; s < t->n; s++) {
            to[s] = sin(t->rank[s] / n * weight[k] + weight[t->features + k]);
            sum += to[s];
        }
        for (size_t s = 0; s < t->n; s++) to[s] -= sum / n;
    }
}

/* The directions of right singular vectors, in the coordinates of the columns: U = A V / S. */
static void basis_singular(const rdc_desk *t, rdc_basis *to)
{
    const size_t n = t->n, features = t->features;
    memset(to->left, 0, to->rank * n * sizeof *to->left);
    for (size_t k = 0; k < to->rank; k++)
        for (size_t j = 0; j < features; j++)
            vector_add(to->left + k * n, t->feature + j * n, t->right[k * features + j] / t->value[k], n);
}

assay_status rdc_basis_of(rdc_desk *t, const double *x, const double *weight, rdc_basis *to)
{
    const size_t n = t->n, features = t->features;
    const assay_status status = ranks_of(t, x);
    *to = (rdc_basis){ .left = t->copy };
    if (status != ASSAY_OK || column_is_constant(t->rank, n)) return status;
    features_fill(t, weight);
    memcpy(t->copy, t->feature, features * n * sizeof *t->copy);
    svd_reduced(t->copy, n, features, t->product, t->value, t->right);
    const double most = n > features ? (double)n : (double)features + 1.0;
    const double least = t->basis == BASIS_COLUMNS ? most * DBL_EPSILON : COLLINEAR; /* R2, R1 */
    while (to->rank < features && t->value[to->rank] > least * t->value[0]) to->rank++;
    if (t->basis == BASIS_COLUMNS) svd_orthonormal(t->feature, n, to->rank, to->left);
    else basis_singular(t, to);
    return ASSAY_OK;
}

double rdc_correlate(rdc_desk *t, const rdc_basis *x, const rdc_basis *y)
{
    const size_t n = t->n, rx = x->rank, ry = y->rank;
    if (!rx || !ry) return 0.0;
    for (size_t b = 0; b < ry; b++)
        for (size_t a = 0; a < rx; a++) t->product[b * rx + a] = vector_product(x->left + a * n, y->left + b * n, n);
    svd_columns(t->product, rx, ry, t->value, t->right);
    return fmin(t->value[0], 1.0);
}
