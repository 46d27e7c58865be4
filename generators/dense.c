/*
 * dense -- see dense.h
 *
 * Source   Joshi et al. 2026 (UAI, PMLR 337:2618-2660), published code, for the square and the wide matrix; the turned
 *          one is ours. Hestenes 1958 (singular vectors by rotations of columns); Householder 1958.
 * R1  A singular vector's sign is the algorithm's; that of a pair cancels in U diag(s) V'. Rounding is another one than
 *     LAPACK's, about 1e-15.
 * R2  The signs of Q are those of reflections that take a column onto the axis away from its first entry, as LAPACK's;
 *     the last column of a square matrix is left as it is.
 */
#include "dense.h"

#include "angles.h"
#include "builders.h"
#include "owned.h"

#include <float.h>
#include <math.h>

double dense_dot(const double *x, const double *y, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) sum += x[k] * y[k];
    return sum;
}

void dense_directions_scale(double *x, size_t count, size_t dims)
{
    for (double *end = x + count * dims; x < end; x += dims) {
        const double length = sqrt(dense_dot(x, x, dims));
        for (size_t k = 0; k < dims; k++) x[k] /= length;
    }
}

void dense_directions_draw(assay_stream *stream, size_t count, size_t dims, double *x)
{
    for (size_t k = 0; k < count * dims; k++) x[k] = assay_stream_normal(stream);
    dense_directions_scale(x, count, dims);
}

static void rotate(double *x, double *y, size_t n, double c, double s)
{
    for (size_t k = 0; k < n; k++) {
        const double a = x[k], b = y[k];
        x[k] = c * a - s * b;
        y[k] = s * a + c * b;
    }
}

/* Rotates columns j and l of g, and of v with them, until they are orthogonal; 0 where they are. */
static int orthogonalise(double *g, double *v, size_t d, size_t j, size_t l)
{
    double *x = g + j * d, *y = g + l * d;
    const double xx = dense_dot(x, x, d), yy = dense_dot(y, y, d), xy = dense_dot(x, y, d);
    if (fabs(xy) <= DBL_EPSILON * sqrt(xx) * sqrt(yy)) return 0;
    const double half = (yy - xx) / (2.0 * xy);
    const double t = (half < 0.0 ? -1.0 : 1.0) / (fabs(half) + sqrt(half * half + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0);
    rotate(x, y, d, c, t * c);
    rotate(v + j * d, v + l * d, d, c, t * c);
    return 1;
}

/* Columns of g become U S, those of v the right-hand vectors. */
static void columns_decompose(double *g, size_t d, double *v)
{
    enum { SWEEPS = 60 }; /* convergence is quadratic: ten are plenty */
    memset(v, 0, d * d * sizeof *v);
    for (size_t j = 0; j < d; j++) v[j * d + j] = 1.0;
    for (int sweep = 0, turned = 1; turned && sweep < SWEEPS; sweep++) {
        turned = 0;
        for (size_t j = 0; j + 1 < d; j++)
            for (size_t l = j + 1; l < d; l++) turned |= orthogonalise(g, v, d, j, l);
    }
}

/* Singular value of place k of d, 0 the largest. */
static double spaced(size_t k, size_t d, double condition)
{
    return d < 2 ? 1.0 : 1.0 + (1.0 / condition - 1.0) * (double)k / (double)(d - 1);
}

/* a += s u v', u and v columns. */
static void outer_add(double *a, size_t rows, size_t columns, double s, const double *u, const double *v)
{
    for (size_t j = 0; j < rows; j++)
        for (size_t i = 0; i < columns; i++) a[j * columns + i] += s * u[j] * v[i];
}

assay_status dense_square(assay_stream *stream, size_t d, double condition, double *a)
{
    OWNED double *g = zeroed(2 * d * d, sizeof *g);
    if (!g) return ASSAY_ENOMEM;
    double *v = g + d * d;
    block_normal(stream, d, d, g);
    columns_decompose(g, d, v);
    memset(a, 0, d * d * sizeof *a);
    for (size_t j = 0; j < d; j++) {
        const double length = sqrt(dense_dot(g + j * d, g + j * d, d));
        size_t place = 0; /* singular values in descending order */
        for (size_t l = 0; l < d; l++) place += sqrt(dense_dot(g + l * d, g + l * d, d)) > length;
        outer_add(a, d, d, spaced(place, d, condition) / length, g + j * d, v + j * d);
    }
    return ASSAY_OK;
}

void dense_project(double *y, const double *x, size_t n, double scale)
{
    const double along = scale * dense_dot(x, y, n);
    for (size_t k = 0; k < n; k++) y[k] -= along * x[k];
}

/* Columns of q become those of the Q of their matrix; scale [m] and normal [m * m] are room. */
static void columns_orthonormal(double *q, size_t m, double *normal, double *scale)
{
    for (size_t j = 0; j < m; j++) {
        double *x = normal + j * m;
        memcpy(x, q + j * m, m * sizeof *x);
        memset(x, 0, j * sizeof *x);
        const double length = sqrt(dense_dot(x, x, m));
        x[j] += x[j] < 0.0 ? -length : length;
        const double square = dense_dot(x, x, m);
        scale[j] = j + 1 == m || square == 0.0 ? 0.0 : 2.0 / square; /* R2 */
        for (size_t l = j; l < m; l++) dense_project(q + l * m, x, m, scale[j]);
    }
    for (size_t j = 0; j < m; j++) {
        double *y = q + j * m;
        memset(y, 0, m * sizeof *y);
        y[j] = 1.0;
        for (size_t k = m; k-- > 0;) dense_project(y, normal + k * m, m, scale[k]);
    }
}

/* Draws m x m normals; q holds the orthonormal columns, one after the other. */
static assay_status orthogonal_draw(assay_stream *stream, size_t m, double *q)
{
    OWNED double *normal = zeroed(m * m + m, sizeof *normal);
    if (!normal) return ASSAY_ENOMEM;
    block_normal(stream, m, m, q);
    columns_orthonormal(q, m, normal, normal + m * m);
    return ASSAY_OK;
}

assay_status dense_wide(assay_stream *stream, size_t m, size_t d, double condition, double *a)
{
    OWNED double *left = zeroed(m * m + d * d, sizeof *left);
    if (!left) return ASSAY_ENOMEM;
    double *right = left + m * m;
    block_normal(stream, m, d, left); /* not used */
    ASSAY_TRY(orthogonal_draw(stream, m, left));
    ASSAY_TRY(orthogonal_draw(stream, d, right));
    memset(a, 0, m * d * sizeof *a);
    for (size_t k = 0; k < d; k++) outer_add(a, m, d, spaced(k, d, condition), left + k * m, right + k * d);
    return ASSAY_OK;
}

void dense_turned(size_t d, double degrees, double *a)
{
    double own, other;
    dense_turned_shares(d, degrees, &own, &other);
    for (size_t j = 0; j < d; j++)
        for (size_t i = 0; i < d; i++) a[j * d + i] = sqrt(i == j ? own : other);
}

void dense_turned_shares(size_t d, double degrees, double *own, double *other)
{
    const double sine = sin(degrees * DEGREE), others = d > 1 ? sine * sine : 0.0;
    *own = 1.0 - others;
    *other = d > 1 ? others / (double)(d - 1) : 0.0;
}

void dense_codes(const double *factors, size_t n, size_t d, const double *a, size_t m, double *codes)
{
    for (size_t j = 0; j < m; j++)
        for (size_t s = 0; s < n; s++) {
            double sum = 0.0;
            for (size_t i = 0; i < d; i++) sum += a[j * d + i] * factors[i * n + s];
            codes[j * n + s] = sum;
        }
}
