#include "tridiagonal.h"

#include "vectors.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* to = A u, of the leading `size` rows and columns; A is its lower triangle. */
static void symmetric_times(const double *a, size_t n, size_t size, const double *u, double *to)
{
    memset(to, 0, size * sizeof *to);
    for (size_t j = 0; j < size; j++) {
        const double *row = a + j * n;
        vector_add(to, row, u[j], j);
        to[j] += vector_product(row, u, j) + row[j] * u[j];
    }
}

/* Reflects row i, left of the diagonal, onto its last place, and the rows above it on both sides: the rest of the
 * matrix becomes A - u q' - q u'. Returns what row i has beside its diagonal. */
static double reflect_row(double *a, size_t n, size_t i, double *q)
{
    double *u = a + i * n;
    const double beside = u[i - 1], rest = vector_product(u, u, i - 1);
    if (!(rest > 0.0)) return beside;
    const double length = sqrt(rest + beside * beside), onto = beside > 0.0 ? -length : length;
    u[i - 1] = beside - onto;
    const double half = length * (length + fabs(beside)); /* u'u / 2 */
    symmetric_times(a, n, i, u, q);
    for (size_t j = 0; j < i; j++) q[j] /= half;
    vector_add(q, u, -vector_product(q, u, i) / (2.0 * half), i);
    for (size_t j = 0; j < i; j++) {
        vector_add(a + j * n, q, -u[j], j + 1);
        vector_add(a + j * n, u, -q[j], j + 1);
    }
    return onto;
}

/* The first place from k on that nothing of weight stands beside. */
static size_t block_end(const double *diagonal, const double *beside, size_t n, size_t k)
{
    size_t m = k;
    while (m + 1 < n && fabs(beside[m]) > DBL_EPSILON * (fabs(diagonal[m]) + fabs(diagonal[m + 1]))) m++;
    return m;
}

/* One implicit step, from place m up to place k, shifted by the eigenvalue of the first two rows nearer to the
 * first. */
static void step(double *diagonal, double *beside, size_t k, size_t m)
{
    const double half = (diagonal[k + 1] - diagonal[k]) / (2.0 * beside[k]), root = hypot(half, 1.0);
    double g = diagonal[m] - diagonal[k] + beside[k] / (half + (half < 0.0 ? -root : root));
    double s = 1.0, c = 1.0, moved = 0.0;
    for (size_t i = m; i-- > k;) {
        const double f = s * beside[i], b = c * beside[i], r = hypot(f, g);
        beside[i + 1] = r;
        if (r == 0.0) { /* it has come apart here */
            diagonal[i + 1] -= moved;
            beside[m] = 0.0;
            return;
        }
        s = f / r;
        c = g / r;
        g = diagonal[i + 1] - moved;
        const double turned = (diagonal[i] - g) * s + 2.0 * c * b;
        moved = s * turned;
        diagonal[i + 1] = g + moved;
        g = c * turned - b;
    }
    diagonal[k] -= moved;
    beside[k] = g;
    beside[m] = 0.0;
}

/* beside[k]: between places k and k + 1; beside[n - 1] is room. */
static void turn_to_diagonal(double *diagonal, double *beside, size_t n)
{
    enum { STEPS = 60 }; /* an eigenvalue takes two or three */
    for (size_t k = 0; k < n; k++) {
        for (int times = 0; times < STEPS; times++) {
            const size_t m = block_end(diagonal, beside, n, k);
            if (m == k) break;
            step(diagonal, beside, k, m);
        }
    }
}

/* A power of four near the largest entry, so that no square leaves the range of doubles. */
static int largest_exponent(const double *a, size_t n)
{
    double most = 0.0;
    int exponent = 0;
    for (size_t j = 0; j < n; j++)
        for (size_t l = 0; l <= j; l++) most = fmax(most, fabs(a[j * n + l]));
    (void)frexp(most, &exponent);
    return exponent / 2 * 2;
}

void tridiagonal_eigenvalues(double *matrix, size_t n, double *scratch, double *to)
{
    double *beside = scratch, *q = scratch + n;
    const int exponent = largest_exponent(matrix, n);
    for (size_t j = 0; j < n; j++)
        for (size_t l = 0; l <= j; l++) matrix[j * n + l] = ldexp(matrix[j * n + l], -exponent);
    for (size_t i = n; i-- > 1;) beside[i - 1] = reflect_row(matrix, n, i, q);
    beside[n - 1] = 0.0;
    for (size_t j = 0; j < n; j++) to[j] = matrix[j * n + j];
    turn_to_diagonal(to, beside, n);
    for (size_t j = 0; j < n; j++) to[j] = ldexp(to[j], exponent);
}
