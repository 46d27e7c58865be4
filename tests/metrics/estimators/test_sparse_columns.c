/*
 * Columns that are mostly one value: which are, by hand; their products against sums over all rows in long double,
 * within the bound that sparse_columns.h states; correlations, r2 and what stands beside them.
 */
#include "check.h"
#include "correlation.h"
#include "sparse_columns.h"

#include <float.h>

enum { ROWS = 700, COLUMNS = 21, CODES = 5 }; /* neither is whole tiles or blocks */

static const struct {
    const char *why;
    double x[16];
    size_t n;
    int sparse;
    double usual;
} rules[] = {
    { "a quarter differs", { 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4 }, 16, 1, 0 },
    { "more than a quarter differs", { 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 5, 3, 0, 0, 0, 4 }, 16, 0, 0 },
    { "the usual value need not be 0, nor the first one", { 9, 8, 7, -3, -3, -3, -3, -3, -3, -3, -3, -3 }, 12, 1, -3 },
    { "two signs of 0 are one value", { 0.0, -0.0, -0.0, 0.0, 0.0, -0.0, 1.0, 0.0 }, 8, 1, 0 },
    { "nothing but one value", { 5, 5, 5 }, 3, 1, 5 },
    { "one of three is more than a quarter", { 5, 5, 1 }, 3, 0, 5 },
    { "no rows", { 0 }, 0, 0, 0 },
};

TEST(test_rules)
{
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        double usual;
        const int sparse = sparse_usual(rules[k].x, rules[k].n, &usual);
        if (sparse != rules[k].sparse || (sparse && usual != rules[k].usual)) fail_msg("%s", rules[k].why);
    }
}

/* Sums of zeros are taken at once and have the bits of one after the other, also where each lies halfway between two
 * doubles (8192 rows, numbers of 14 bits). */
TEST(squares_by_entries_have_the_bits_of_all_rows)
{
    enum { MOST = 8192 };
    static double x[MOST];
    assay_stream stream = stream_of(5);
    for (unsigned r = 0; r < check_repeats(300); r++) {
        const size_t n = r % 2 ? MOST : 20 + assay_stream_below(&stream, MOST - 20), count = 1 + r % 3;
        uint32_t row[3];
        double value[3], mean, sum = 0.0, squares = 0.0;
        memset(x, 0, sizeof x);
        for (size_t e = 0; e < count; e++) {
            row[e] = (uint32_t)(1 + e * (n / 4) + assay_stream_below(&stream, n / 5));
            value[e] =
                r % 4 == 3 ? 8193.0 + 2.0 * (double)assay_stream_below(&stream, 4000) : assay_stream_normal(&stream);
            x[row[e]] = value[e];
        }
        const double got = sparse_squares(&(column_entries){ n, count, row, value }, 0.5, &mean);
        for (size_t s = 0; s < n; s++) sum += x[s] * 0.5;
        for (size_t s = 0; s < n; s++) squares += (x[s] * 0.5 - sum / (double)n) * (x[s] * 0.5 - sum / (double)n);
        assert_true(mean == sum / (double)n && got == squares);
    }
}

/* A column of which about a share is off `usual`. */
static void draw_sparse(assay_stream *stream, size_t n, double share, double usual, double *to)
{
    for (size_t s = 0; s < n; s++)
        to[s] = assay_stream_uniform(stream) < share ? usual + assay_stream_normal(stream) : usual;
}

TEST(test_products)
{
    static double x[COLUMNS * ROWS], y[ROWS];
    assay_stream stream = stream_of(11);
    for (unsigned r = 0; r < check_repeats(40); r++) {
        const size_t n = 1 + assay_stream_below(&stream, ROWS), columns = 1 + assay_stream_below(&stream, COLUMNS);
        const double usual = r % 2 ? 1000.5 : 0.0, factor = 0.25, centre = usual + 0.125;
        for (size_t k = 0; k < columns * n; k++) x[k] = assay_stream_normal(&stream) + (r % 3 ? 0.0 : 7.0);
        draw_sparse(&stream, n, 0.2, usual, y);
        sparse_desk desk;
        assert_int_equal(sparse_lend(columns, 2, &desk), ASSAY_OK);
        size_t others = 0;
        for (size_t from = 0; from < n; from += SPARSE_TILE) {
            const size_t rows = n - from < SPARSE_TILE ? n - from : SPARSE_TILE;
            sparse_take(&desk, x + from, columns, n, rows);
            sparse_add(&desk, 1, y + from, rows, usual, factor);
        }
        for (size_t s = 0; s < n; s++) others += y[s] != usual;
        for (size_t i = 0; i < columns; i++) {
            long double want = 0, differing = 0, all = 0;
            for (size_t s = 0; s < n; s++) {
                const long double v = x[i * n + s];
                want += v * (long double)factor * ((long double)y[s] - (long double)centre);
                differing += fabsl(v * (long double)factor * ((long double)y[s] - (long double)usual));
                all += fabsl(v);
            }
            const double apart = factor * (usual - centre), half = DBL_EPSILON / 2;
            const double bound =
                ((double)others + 4) * half * (double)differing + ((double)n + 2) * half * fabs(apart) * (double)all;
            check_near(sparse_product(&desk, 1, i, apart), (double)want, bound + half * fabs((double)want),
                       "a product");
            assert_true(sparse_product(&desk, 0, i, 0.0) == 0.0); /* nothing was added to it */
        }
        sparse_return(&desk);
    }
}

static long double plain_correlation(const double *x, const double *y, size_t n)
{
    long double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (size_t s = 0; s < n; s++) mx += x[s], my += y[s];
    mx /= (long double)n, my /= (long double)n;
    for (size_t s = 0; s < n; s++) {
        xx += (x[s] - mx) * (x[s] - mx);
        yy += (y[s] - my) * (y[s] - my);
        xy += (x[s] - mx) * (y[s] - my);
    }
    return xx > 0 && yy > 0 ? xy / sqrtl(xx * yy) : 0;
}

/* Codes 0 and 3 are dense, 1, 2 and 4 sparse, the last of them with a single row off its value. */
static void draw_codes(assay_stream *stream, size_t n, double *z)
{
    for (size_t s = 0; s < n; s++) z[s] = assay_stream_normal(stream);
    draw_sparse(stream, n, 0.03, 0.0, z + n);
    draw_sparse(stream, n, 0.2, -40.0, z + 2 * n);
    for (size_t s = 0; s < n; s++) z[3 * n + s] = assay_stream_uniform(stream);
    for (size_t s = 0; s < n; s++) z[4 * n + s] = s == n / 3 ? 1e6 : 1.0;
    z[n] = 3.0; /* it varies whatever was drawn */
}

/* Each correlation is near that in long double, through mcc's columns and through r2; 8 roundings a row are allowed. */
TEST(test_correlations)
{
    assay_stream stream = stream_of(5);
    for (unsigned r = 0; r < check_repeats(10); r++) {
        const size_t n = 40 + assay_stream_below(&stream, ROWS - 40);
        const double tol = 4.0 * (double)n * DBL_EPSILON;
        FREED(assay_data_free) assay_data data = { 0 };
        assert_int_equal(assay_data_shape(&data, n, COLUMNS, CODES), ASSAY_OK);
        for (size_t k = 0; k < COLUMNS * n; k++) data.factors[k] = assay_stream_uniform(&stream) - 3.0;
        draw_codes(&stream, n, data.codes);
        draw_sparse(&stream, n, 0.1, 0.0, data.factors); /* a sparse factor, too */
        data.factors[1] = 1.0;
        static double r2[COLUMNS * CODES], of_factors[COLUMNS], of_codes[CODES];
        relation_of(&data, "r2", r2, of_factors, of_codes);
        for (size_t i = 0; i < COLUMNS; i++)
            for (size_t j = 0; j < CODES; j++) {
                const double want = (double)plain_correlation(data.factors + i * n, data.codes + j * n, n);
                check_near(sqrt(r2[i * CODES + j]), fabs(want), tol, "a root of r2");
            }
    }
}

/* Made ready with room of its own, as a metric would have it. */
static void *lend(assay_call *call, size_t count, size_t size)
{
    (void)call;
    return test_calloc(count + 1, size);
}

static void units_of(const double *x, size_t n, size_t columns, units *to)
{
    assay_call call = { .alloc = lend };
    assert_int_equal(units_lend(columns, n, CORRELATION_PEARSON, &call, to), ASSAY_OK);
    assert_int_equal(units_fill(to, x, n, NULL, n), ASSAY_OK);
}

static void units_return(units *u)
{
    test_free(u->at);
    test_free(u->length);
    test_free(u->usual);
    test_free(u->sorted);
    test_free(u->order);
}

/* A pair's bits depend on its two columns alone: five codes together, and each by itself. */
TEST(test_alone)
{
    static double x[COLUMNS * ROWS], z[CODES * ROWS], all[COLUMNS * CODES], one[COLUMNS];
    assay_stream stream = stream_of(3);
    units v, codes, code;
    for (size_t k = 0; k < COLUMNS * ROWS; k++) x[k] = assay_stream_normal(&stream);
    draw_codes(&stream, ROWS, z);
    units_of(x, ROWS, COLUMNS, &v);
    units_of(z, ROWS, CODES, &codes);
    assert_int_equal(units_correlate(&v, &codes, 0.0, all), ASSAY_OK);
    for (size_t j = 0; j < CODES; j++) {
        units_of(z + j * ROWS, ROWS, 1, &code);
        assert_int_equal(units_correlate(&v, &code, 0.0, one), ASSAY_OK);
        for (size_t i = 0; i < COLUMNS; i++) {
            assert_true(one[i] == all[i * CODES + j]);
            check_near(one[i], (double)plain_correlation(x + i * ROWS, z + j * ROWS, ROWS), 4 * ROWS * DBL_EPSILON,
                       "a correlation");
        }
        units_return(&code);
    }
    assert_int_equal(units_correlate(&v, &codes, HUGE_VAL, all), ASSAY_OK);
    for (size_t k = 0; k < COLUMNS * CODES; k++) assert_true(all[k] == 0.0); /* no pair is long enough */
    units_return(&v);
    units_return(&codes);
}

TESTS_MAIN
