#include "cholesky.h"

#include "products.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

#define FLAT 1e-13 /* of a diagonal element: less than that is rounding */
enum { STRIP = 48 }; /* columns at a time: the rest is one product of blocks */

/* Column j of four rows of the factor: four sums that do not wait for each other. */
static void factor_four(const double *matrix, double *rows, const double *pivot_row, size_t p, size_t j, double root)
{
    double *a = rows, *b = a + p, *c = b + p, *d = c + p;
    double sum[4] = { matrix[0], matrix[p], matrix[2 * p], matrix[3 * p] };
    for (size_t k = 0; k < j; k++) {
        sum[0] -= a[k] * pivot_row[k];
        sum[1] -= b[k] * pivot_row[k];
        sum[2] -= c[k] * pivot_row[k];
        sum[3] -= d[k] * pivot_row[k];
    }
    a[j] = sum[0] / root, b[j] = sum[1] / root, c[j] = sum[2] / root, d[j] = sum[3] / root;
}

static void factor_all(const double *matrix, size_t p, double *factor)
{
    for (size_t j = 0; j < p; j++) {
        double pivot = matrix[j * p + j];
        for (size_t k = 0; k < j; k++) pivot -= factor[j * p + k] * factor[j * p + k];
        if (!(pivot > FLAT * matrix[j * p + j])) continue;
        const double root = sqrt(pivot);
        factor[j * p + j] = root;
        size_t i = j + 1;
        for (; i + 4 <= p; i += 4) factor_four(matrix + i * p + j, factor + i * p, factor + j * p, p, j, root);
        for (; i < p; i++) {
            double sum = matrix[i * p + j];
            for (size_t k = 0; k < j; k++) sum -= factor[i * p + k] * factor[j * p + k];
            factor[i * p + j] = sum / root;
        }
    }
}

/* Columns from .. end-1, once `factor` holds there what the columns before them explain of the matrix. */
static void factor_strip(const double *matrix, size_t p, size_t from, size_t end, double *factor)
{
    for (size_t i = from; i < p; i++) {
        double *row = factor + i * p;
        for (size_t j = from; j < end; j++) {
            const double *pivot_row = factor + j * p;
            double sum = matrix[i * p + j] - row[j];
            for (size_t k = from; k < j; k++) sum -= row[k] * pivot_row[k];
            if (j > i) row[j] = 0.0;
            else if (j == i) row[j] = sum > FLAT * matrix[j * p + j] ? sqrt(sum) : 0.0;
            else row[j] = pivot_row[j] > 0.0 ? sum / pivot_row[j] : 0.0;
        }
    }
}

void cholesky(const double *matrix, size_t p, double *factor)
{
    memset(factor, 0, p * p * sizeof *factor);
    if (p <= CHOLESKY_NARROW) {
        factor_all(matrix, p, factor);
        return;
    }
    for (size_t from = 0; from < p; from += STRIP) {
        const size_t end = from + STRIP < p ? from + STRIP : p;
        const column_set below = { factor + from * p, p, p - from }, strip = { factor + from * p, p, end - from };
        products_add(below, strip, from, factor + from * p + from, p);
        factor_strip(matrix, p, from, end, factor);
    }
}

void solve_lower(const double *factor, size_t p, double *x)
{
    for (size_t i = 0; i < p; i++) {
        double sum = x[i];
        if (p > CHOLESKY_NARROW) sum -= vector_product(factor + i * p, x, i);
        else
            for (size_t k = 0; k < i; k++) sum -= factor[i * p + k] * x[k];
        x[i] = factor[i * p + i] > 0.0 ? sum / factor[i * p + i] : 0.0;
    }
}

/* Row by row, which the factor is stored in: each number, once known, is taken out of those before it. */
static void solve_upper_wide(const double *factor, size_t p, double *x)
{
    for (size_t i = p; i-- > 0;) {
        const double pivot = factor[i * p + i];
        x[i] = pivot > 0.0 ? x[i] / pivot : 0.0;
        vector_add(x, factor + i * p, -x[i], i);
    }
}

void solve_upper(const double *factor, size_t p, double *x)
{
    if (p > CHOLESKY_NARROW) {
        solve_upper_wide(factor, p, x);
        return;
    }
    for (size_t i = p; i-- > 0;) {
        double sum = x[i];
        for (size_t k = i + 1; k < p; k++) sum -= factor[k * p + i] * x[k];
        x[i] = factor[i * p + i] > 0.0 ? sum / factor[i * p + i] : 0.0;
    }
}
