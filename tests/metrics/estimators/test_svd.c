/*
 * Singular values by hand and through what they must satisfy on random matrices: A V = U S with orthonormal U and V,
 * least squares against the normal equations. TOL is relative to matrices of entries about 1: some ten sweeps, each
 * rounding every entry a few times, of up to 12 columns.
 */
#include "check.h"
#include "svd.h"

#define TOL 1e-12
enum { MOST = 40, ROOM = 1 << 18 };

static double memory[ROOM];
static size_t used;

static void *lend(assay_call *call, size_t count, size_t size)
{
    (void)call;
    double *at = memory + used;
    used += (count * size + sizeof(double) - 1) / sizeof(double);
    assert_true(used <= ROOM);
    return memset(at, 0, count * size);
}

static const struct {
    const char *why;
    size_t n, d, rank;
    double a[9], value[3];
} known[] = {
    { "one column: its length", 2, 1, 1, { 3, 4 }, { 5 } },
    { "orthogonal columns: their lengths, the longer first", 2, 2, 2, { 0, 2, 3, 0 }, { 3, 2 } },
    { "two copies", 3, 2, 1, { 1, 2, 2, 1, 2, 2 }, { 4.24264068711928515, 0 } },
    { "1 1; 0 1: golden ratio and inverse", 2, 2, 2, { 1, 0, 1, 1 }, { 1.61803398874989485, 0.61803398874989485 } },
    { "more columns than rows", 1, 3, 1, { 1, 2, 2 }, { 3, 0, 0 } },
    { "zeros", 2, 2, 0, { 0 }, { 0, 0 } },
    { "a column of zeros first", 2, 2, 1, { 0, 0, 3, 4 }, { 5, 0 } },
};

TEST(test_known)
{
    assay_call call = { .alloc = lend };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        svd_basis b;
        used = 0;
        assert_int_equal(svd_basis_of(known[k].a, known[k].n, known[k].d, 1e-12, &call, &b), ASSAY_OK);
        for (size_t j = 0; j < known[k].d; j++) check_near(b.value[j], known[k].value[j], TOL, known[k].why);
        if (b.rank != known[k].rank) fail_msg("%s: rank %zu", known[k].why, b.rank);
    }
}

static double dot(const double *x, const double *y, size_t n)
{
    double sum = 0;
    for (size_t s = 0; s < n; s++) sum += x[s] * y[s];
    return sum;
}

static void check_orthonormal(const double *x, size_t n, size_t count, const char *what)
{
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++) check_near(dot(x + a * n, x + b * n, n), a == b, TOL, what);
}

TEST(test_identities)
{
    assay_call call = { .alloc = lend };
    for (uint64_t seed = 0; seed < check_repeats(40); seed++) {
        double a[MOST * 12], y[MOST], b[12], rotated[MOST * 12], value[12], right[144];
        assay_stream stream;
        svd_basis basis;
        assay_stream_seed(&stream, seed);
        used = 0;
        const size_t d = 1 + assay_stream_below(&stream, 12), n = d + assay_stream_below(&stream, MOST - d);
        for (size_t k = 0; k < n * d; k++) a[k] = assay_stream_normal(&stream);
        for (size_t s = 0; s < n; s++) y[s] = assay_stream_normal(&stream);
        assert_int_equal(svd_basis_of(a, n, d, 1e-13, &call, &basis), ASSAY_OK);
        assert_int_equal(basis.rank, d);
        check_orthonormal(basis.right, d, d, "V");
        check_orthonormal(basis.left, n, d, "U");
        for (size_t j = 1; j < d; j++) assert_true(basis.value[j] <= basis.value[j - 1]);

        memcpy(rotated, a, n * d * sizeof *a); /* A V = U S, with the columns in place */
        svd_columns(rotated, n, d, value, right);
        for (size_t k = 0; k < d; k++) {
            check_near(value[k], basis.value[k], TOL, "the same without the reduction");
            for (size_t s = 0; s < n; s++) {
                double sum = 0;
                for (size_t j = 0; j < d; j++) sum += a[j * n + s] * right[k * d + j];
                check_near(rotated[k * n + s], sum, TOL, "A V");
            }
        }
        const double penalty = seed % 2 ? 0.5 : 0.0; /* A'(y - A b) = penalty b */
        svd_solve(&basis, y, penalty, b);
        for (size_t s = 0; s < n; s++)
            for (size_t j = 0; j < d; j++) y[s] -= a[j * n + s] * b[j];
        for (size_t j = 0; j < d; j++) check_near(dot(a + j * n, y, n), penalty * b[j], 1e-9, "normal equations");
    }
}

/* Copies share the coefficient evenly: the shortest solution. A column of tiny numbers keeps its digits. */
TEST(test_shortest)
{
    assay_call call = { .alloc = lend };
    const double a[6] = { 1, 2, 2, 1, 2, 2 }, y[3] = { 3, 6, 6 }, tiny[4] = { 1, 0, 1e-9, 1e-9 };
    double b[2];
    svd_basis basis;
    used = 0;
    assert_int_equal(svd_basis_of(a, 3, 2, 1e-12, &call, &basis), ASSAY_OK);
    svd_solve(&basis, y, 0, b);
    check_near(b[0], 1.5, TOL, "half of 3");
    check_near(b[1], 1.5, TOL, "half of 3");
    assert_int_equal(svd_basis_of(tiny, 2, 2, 1e-12, &call, &basis), ASSAY_OK);
    assert_int_equal(basis.rank, 2);
    check_near(basis.value[1] * basis.value[0] / 1e-9, 1, 1e-12, "the determinant");
}

TESTS_MAIN
