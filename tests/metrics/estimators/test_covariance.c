/*
 * The eigenvalues of symmetric matrices: by hand, and through identities that do not know them (trace, sum of squares,
 * determinant by elimination). Covariances are tested through gaussian-tc and
 * gaussian-wasserstein. TOL is relative to the largest entry: a rotation rounds every entry once or twice, 10 sweeps of
 * n^2/2 rotations of matrices up to 12 x 12.
 */
#include "check.h"
#include "covariance.h"
#include "tridiagonal.h"
#include "ascending.h"

#define TOL 1e-13
enum { MOST = 12 };

static void eigenvalues_sorted(const double *matrix, size_t n, double *to)
{
    double copy[MOST * MOST];
    memcpy(copy, matrix, n * n * sizeof *copy);
    eigenvalues_symmetric(copy, n, to);
    qsort(to, n, sizeof *to, ascending);
}

static const struct {
    const char *why;
    size_t n;
    double matrix[9], want[3]; /* ascending */
} known[] = {
    { "1 x 1", 1, { -3 }, { -3 } },
    { "diagonal", 3, { 3, 0, 0, 0, -1, 0, 0, 0, 2 }, { -1, 2, 3 } },
    { "two alike on the diagonal", 2, { 2, 1, 1, 2 }, { 1, 3 } },
    { "only off the diagonal", 2, { 0, 5, 5, 0 }, { -5, 5 } },
    { "rank one", 3, { 1, 1, 1, 1, 1, 1, 1, 1, 1 }, { 0, 0, 3 } },
    { "second difference: 2 - sqrt 2, 2, 2 + sqrt 2",
      3,
      { 2, -1, 0, -1, 2, -1, 0, -1, 2 },
      { 0.58578643762690495, 2, 3.41421356237309505 } },
    { "zeros", 3, { 0 }, { 0, 0, 0 } },
};

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double got[MOST];
        eigenvalues_sorted(known[k].matrix, known[k].n, got);
        for (size_t i = 0; i < known[k].n; i++) check_near(got[i], known[k].want[i], TOL, known[k].why);
    }
}

static double determinant(double *a, size_t n)
{
    double product = 1;
    for (size_t k = 0; k < n; k++) {
        product *= a[k * n + k];
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = n; j-- > k;) a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
    }
    return product;
}

TEST(test_identities)
{
    assay_stream stream = stream_of(4);
    for (unsigned r = 0; r < check_repeats(200); r++) {
        double a[MOST * MOST], got[MOST], trace = 0, squares = 0, sum = 0, sum_squares = 0, product = 1;
        const size_t n = 1 + assay_stream_below(&stream, MOST);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++)
                a[i * n + j] = a[j * n + i] = assay_stream_normal(&stream) + (i == j ? (double)n : 0.0);
        for (size_t k = 0; k < n * n; k++) squares += a[k] * a[k];
        for (size_t k = 0; k < n; k++) trace += a[k * n + k];
        eigenvalues_sorted(a, n, got);
        for (size_t k = 0; k < n; k++) {
            sum += got[k];
            sum_squares += got[k] * got[k];
            product *= got[k];
        }
        check_near(sum, trace, TOL * (double)(n * n), "trace");
        check_near(sum_squares, squares, 10 * TOL * squares, "sum of squares");
        check_near(product / determinant(a, n), 1, 1e-9, "determinant, ill-conditioned ones among them");
    }
}

enum { WIDE_MOST = 150 };

static void wide_sorted(const double *matrix, size_t n, double *to)
{
    static double copy[WIDE_MOST * WIDE_MOST], scratch[2 * WIDE_MOST];
    memcpy(copy, matrix, n * n * sizeof *copy);
    for (size_t j = 0; j < n; j++)
        for (size_t l = j + 1; l < n; l++) copy[j * n + l] = NAN; /* not read */
    tridiagonal_eigenvalues(copy, n, scratch, to);
    qsort(to, n, sizeof *to, ascending);
}

/* min(i, j), from 1, is the inverse of a second difference: 1 / (4 sin^2((2k - 1) pi / (4n + 2))). */
TEST(test_wide_known)
{
    static double a[WIDE_MOST * WIDE_MOST], got[WIDE_MOST], want[WIDE_MOST];
    const size_t n = WIDE_MOST;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) a[i * n + j] = (double)(i < j ? i : j) + 1.0;
    for (size_t k = 0; k < n; k++) {
        const double s = sin((2.0 * (double)k + 1.0) * 3.14159265358979324 / (4.0 * (double)n + 2.0));
        want[k] = 0.25 / (s * s);
    }
    qsort(want, n, sizeof *want, ascending);
    wide_sorted(a, n, got);
    for (size_t k = 0; k < n; k++) check_near(got[k], want[k], 4 * 2.3e-16 * (double)n * want[n - 1], "min(i, j)");
    for (size_t k = 0; k < n * n; k++) a[k] = 1.0;
    wide_sorted(a, n, got);
    for (size_t k = 0; k < n; k++) check_near(got[k], k + 1 < n ? 0.0 : (double)n, 1e-12, "rank one");
    memset(a, 0, sizeof a);
    wide_sorted(a, n, got);
    for (size_t k = 0; k < n; k++) check_near(got[k], 0.0, 0, "zeros");
}

/* As the rotations have it; and R2, to the bit, where squares would leave the range of doubles. */
TEST(test_two_ways)
{
    assay_stream stream = stream_of(5);
    for (unsigned r = 0; r < check_repeats(100); r++) {
        double a[MOST * MOST], small[MOST * MOST], want[MOST], got[MOST], scaled[MOST];
        const size_t n = 1 + assay_stream_below(&stream, MOST);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++)
                a[i * n + j] = a[j * n + i] = assay_stream_below(&stream, 3) ? assay_stream_normal(&stream) : 0.0;
        for (size_t k = 0; k < n * n; k++) small[k] = ldexp(a[k], -800);
        eigenvalues_sorted(a, n, want);
        wide_sorted(a, n, got);
        wide_sorted(small, n, scaled);
        for (size_t k = 0; k < n; k++) {
            check_near(got[k], want[k], TOL * (double)n, "as by rotations");
            check_near(ldexp(scaled[k], 800), got[k], 0, "times 2^-800");
        }
    }
}

TESTS_MAIN
