#include "cholesky.h"

#include <math.h>
#include <string.h>

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

void cholesky(const double *matrix, size_t p, double *factor)
{
    memset(factor, 0, p * p * sizeof *factor);
    for (size_t j = 0; j < p; j++) {
        double pivot = matrix[j * p + j];
        for (size_t k = 0; k < j; k++) pivot -= factor[j * p + k] * factor[j * p + k];
        if (!(pivot > 1e-13 * matrix[j * p + j])) continue;
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

void solve_lower(const double *factor, size_t p, double *x)
{
    for (size_t i = 0; i < p; i++) {
        double sum = x[i];
        for (size_t k = 0; k < i; k++) sum -= factor[i * p + k] * x[k];
        x[i] = factor[i * p + i] > 0.0 ? sum / factor[i * p + i] : 0.0;
    }
}

void solve_upper(const double *factor, size_t p, double *x)
{
    for (size_t i = p; i-- > 0;) {
        double sum = x[i];
        for (size_t k = i + 1; k < p; k++) sum -= factor[k * p + i] * x[k];
        x[i] = factor[i * p + i] > 0.0 ? sum / factor[i * p + i] : 0.0;
    }
}
