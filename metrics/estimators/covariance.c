#include "covariance.h"

#include "lanes.h"
#include "products.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STRIP = 96 }; /* codes at a time */

static void centre(const double *x, size_t n, double *to)
{
    double sum = 0.0;
    for (size_t s = 0; s < n; s++) sum += x[s] - x[0];
    const double mean = sum / (double)n;
    for (size_t s = 0; s < n; s++) to[s] = (x[s] - x[0]) - mean;
}

/* Rows beyond the last four go with the first lane. sum [LANES * high * across]: room; to: rows of d numbers. */
static assay_status multiply(column_set a, column_set b, size_t rows, size_t d, double *sum, double *to)
{
    const size_t whole = rows / LANES * LANES, lane = a.count * b.count;
    memset(sum, 0, LANES * lane * sizeof *sum);
    ASSAY_TRY(products_add(a, b, whole, (product_sums){ sum, b.count, lane }));
    a.at += whole, b.at += whole;
    ASSAY_TRY(products_add(a, b, rows - whole, (product_sums){ sum, b.count, 0 }));
    for (size_t k = 0; k < lane; k++)
        to[k / b.count * d + k % b.count] =
            ((sum[k] + sum[k + lane]) + (sum[k + 2 * lane] + sum[k + 3 * lane])) / (double)(rows - 1);
    return ASSAY_OK;
}

assay_status covariance_of_codes(const assay_rep *rep, assay_call *call, size_t rows, const double **to)
{
    const size_t d = rep->n_codes;
    char key[64];
    int32_t fresh;
    snprintf(key, sizeof key, "covariance of codes, %zu rows", rows);
    double *cov = call->recall(call, key, d * d * sizeof *cov, &fresh);
    if (!cov) return ASSAY_ENOMEM;
    *to = cov;
    if (!fresh) return ASSAY_OK;
    const size_t strip = d < STRIP ? d : STRIP;
    double *centred = call->alloc(call, d * rows, sizeof *centred);
    double *sum = call->alloc(call, LANES * strip * d, sizeof *sum);
    if (!centred || !sum) return ASSAY_ENOMEM;
    for (size_t j = 0; j < d; j++) centre(rep->codes + j * rep->n, rows, centred + j * rows);
    for (size_t j = 0; j < d; j += strip) {
        const size_t high = d - j < strip ? d - j : strip;
        ASSAY_TRY(multiply((column_set){ .at = centred + j * rows, .step = rows, .count = high },
                           (column_set){ .at = centred, .step = rows, .count = j + high }, rows, d, sum, cov + j * d));
    }
    for (size_t j = 0; j < d; j++)
        for (size_t l = 0; l < j; l++) cov[l * d + j] = cov[j * d + l];
    return ASSAY_OK;
}

/* The rotation of rows and columns p and q that makes a[p][q] zero. */
static void rotate(double *a, size_t n, size_t p, size_t q)
{
    const double half = (a[q * n + q] - a[p * n + p]) / (2.0 * a[p * n + q]);
    const double t = (half < 0.0 ? -1.0 : 1.0) / (fabs(half) + sqrt(half * half + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c, off = a[p * n + q];
    a[p * n + p] -= t * off;
    a[q * n + q] += t * off;
    a[p * n + q] = a[q * n + p] = 0.0;
    for (size_t k = 0; k < n; k++) {
        if (k == p || k == q) continue;
        const double x = a[k * n + p], y = a[k * n + q];
        a[k * n + p] = a[p * n + k] = c * x - s * y;
        a[k * n + q] = a[q * n + k] = s * x + c * y;
    }
}

void eigenvalues_symmetric(double *matrix, size_t n, double *to)
{
    enum { SWEEPS = 50 }; /* convergence is quadratic: ten are plenty */
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        size_t rotations = 0;
        for (size_t p = 0; p < n; p++) {
            for (size_t q = p + 1; q < n; q++) {
                /* an entry this small moves no eigenvalue by a bit */
                const double largest = sqrt(fabs(matrix[p * n + p] * matrix[q * n + q]));
                if (!(fabs(matrix[p * n + q]) > 0x1p-60 * largest)) continue;
                rotate(matrix, n, p, q);
                rotations++;
            }
        }
        if (!rotations) break;
    }
    for (size_t k = 0; k < n; k++) to[k] = matrix[k * n + k];
}
