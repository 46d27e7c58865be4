#include "svd.h"

#include "lanes.h"
#include "lend.h"
#include "tally.h"
#include "vectors.h"

#include <float.h>
#include <math.h>

WIDE
static void turn(double *x, double *y, size_t n, double c, double s)
{
    const lanes all_c = LANES_ALL(c), all_s = LANES_ALL(s);
    size_t k = 0;
    for (; k + LANES <= n; k += LANES) {
        const lanes a = *(const lanes *)(x + k), b = *(const lanes *)(y + k);
        *(lanes *)(x + k) = all_c * a - all_s * b;
        *(lanes *)(y + k) = all_s * a + all_c * b;
    }
    for (; k < n; k++) {
        const double a = x[k], b = y[k];
        x[k] = c * a - s * b;
        y[k] = s * a + c * b;
    }
}

/* Makes columns x and y orthogonal; 0 where they are. Columns below `floor` in square are rounding. */
static int orthogonalise(double *x, double *y, size_t n, double *v, double *w, size_t d, double floor)
{
    const double xx = vector_product(x, x, n), yy = vector_product(y, y, n), xy = vector_product(x, y, n);
    if (xx <= floor || yy <= floor || fabs(xy) <= 4 * DBL_EPSILON * sqrt(xx) * sqrt(yy)) return 0;
    const double half = (yy - xx) / (2.0 * xy);
    const double t = (half < 0.0 ? -1.0 : 1.0) / (fabs(half) + sqrt(half * half + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0);
    turn(x, y, n, c, t * c);
    turn(v, w, d, c, t * c);
    return 1;
}

static void swap_columns(double *x, double *y, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        const double a = x[k];
        x[k] = y[k];
        y[k] = a;
    }
}

/* R2 */
static void sort_descending(double *a, size_t n, size_t d, double *value, double *right)
{
    for (size_t j = 0; j < d; j++) value[j] = sqrt(vector_product(a + j * n, a + j * n, n));
    for (size_t j = 0; j < d; j++) {
        size_t most = j;
        for (size_t l = j + 1; l < d; l++)
            if (value[l] > value[most]) most = l;
        if (most == j) continue;
        swap_columns(value + j, value + most, 1);
        swap_columns(a + j * n, a + most * n, n);
        swap_columns(right + j * d, right + most * d, d);
    }
}

void svd_columns(double *a, size_t n, size_t d, double *value, double *right)
{
    enum { SWEEPS = 60 }; /* convergence is quadratic: ten are plenty */
    double most = 0.0;
    for (size_t j = 0; j < d; j++) {
        most = fmax(most, vector_product(a + j * n, a + j * n, n));
        for (size_t l = 0; l < d; l++) right[j * d + l] = j == l;
    }
    const double floor = most * DBL_EPSILON * DBL_EPSILON;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        tally_add(TALLY_SOLVED, (uint64_t)n * d * d / 2);
        int turned = 0;
        for (size_t j = 0; j + 1 < d; j++)
            for (size_t l = j + 1; l < d; l++)
                turned |= orthogonalise(a + j * n, a + l * n, n, right + j * d, right + l * d, d, floor);
        if (!turned) break;
    }
    sort_descending(a, n, d, value, right);
}

/* Turns column j, from row j on, into the normal of the mirror that reflects it onto the axis, and reflects the columns
 * after it; returns where on the axis it comes to lie. */
static double mirror(double *a, size_t n, size_t d, size_t j)
{
    double *x = a + j * n + j;
    const size_t rows = n - j;
    const double length = sqrt(vector_product(x, x, rows));
    if (!(length > 0.0)) return 0.0;
    const double pivot = x[0] > 0.0 ? -length : length;
    x[0] -= pivot;
    const double scale = 2.0 / vector_product(x, x, rows);
    for (size_t l = j + 1; l < d; l++) {
        double *y = a + l * n + j;
        vector_add(y, x, -scale * vector_product(x, y, rows), rows);
    }
    return pivot;
}

static void reflect(double *a, size_t n, size_t d, size_t j)
{
    double *x = a + j * n + j;
    x[0] = mirror(a, n, d, j);
    for (size_t s = 1; s < n - j; s++) x[s] = 0.0;
}

void svd_orthonormal(double *a, size_t n, size_t d, double *to)
{
    for (size_t j = 0; j < d; j++) (void)mirror(a, n, d, j);
    memset(to, 0, n * d * sizeof *to);
    for (size_t k = 0; k < d; k++) {
        double *q = to + k * n;
        q[k] = 1.0;
        for (size_t j = k + 1; j-- > 0;) { /* the mirrors after the k-th leave axis k where it is */
            const double *normal = a + j * n + j, square = vector_product(normal, normal, n - j);
            if (square > 0.0) vector_add(q + j, normal, -2.0 / square * vector_product(normal, q + j, n - j), n - j);
        }
    }
}

void svd_reduced(double *a, size_t n, size_t d, double *upper, double *value, double *right)
{
    const size_t rows = n < d ? n : d;
    for (size_t j = 0; j < rows; j++) reflect(a, n, d, j);
    for (size_t j = 0; j < d; j++) memcpy(upper + j * rows, a + j * n, rows * sizeof *upper);
    svd_columns(upper, rows, d, value, right);
}

/* left is first the copy that is used up: it may be large. */
assay_status svd_basis_of(const double *a, size_t n, size_t d, double least, assay_call *call, svd_basis *to)
{
    double *upper; /* scratch */
    *to = (svd_basis){ .n = n, .d = d };
    ASSAY_TRY(LEND(call, LOAN(to->value, d), LOAN(to->right, d * d), LOAN(to->left, d * n),
                   LOAN(upper, (n < d ? n : d) * d)));
    memcpy(to->left, a, n * d * sizeof *to->left);
    svd_reduced(to->left, n, d, upper, to->value, to->right);
    while (to->rank < d && to->value[to->rank] > least * to->value[0]) to->rank++;
    memset(to->left, 0, to->rank * n * sizeof *to->left);
    for (size_t k = 0; k < to->rank; k++)
        for (size_t j = 0; j < d; j++) vector_add(to->left + k * n, a + j * n, to->right[k * d + j] / to->value[k], n);
    return ASSAY_OK;
}

void svd_solve(const svd_basis *basis, const double *y, double penalty, double *to)
{
    for (size_t j = 0; j < basis->d; j++) to[j] = 0.0;
    for (size_t k = 0; k < basis->rank; k++) {
        const double s = basis->value[k], along = vector_product(basis->left + k * basis->n, y, basis->n);
        vector_add(to, basis->right + k * basis->d, along * s / (s * s + penalty), basis->d);
    }
}
