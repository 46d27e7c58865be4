#include "products.h"

#include "lanes.h"
#include "tally.h"

#include <stdlib.h>

enum { ROWS = 256, ACROSS = 8, PANELS = 8, HIGH = 6 };

/* Rows of up to ACROSS columns, row after row; zeros where there are fewer columns. */
static void pack(column_set b, size_t first, size_t from, size_t rows, double *to)
{
    const size_t left = b.count - first, columns = left < ACROSS ? left : ACROSS;
    for (size_t j = 0; j < ACROSS; j++) {
        const double *x = b.at + (first + (j < columns ? j : 0)) * b.step + from;
        for (size_t s = 0; s < rows; s++) to[s * ACROSS + j] = j < columns ? x[s] : 0.0;
    }
}

/* Six columns of a with one panel of b. sum: [6 * ACROSS] */
WIDEST
static void six(const double *const a[HIGH], const double *packed, size_t rows, double *sum)
{
    wide_lanes *to = (wide_lanes *)sum, s0 = to[0], s1 = to[1], s2 = to[2], s3 = to[3], s4 = to[4], s5 = to[5];
    const double *a0 = a[0], *a1 = a[1], *a2 = a[2], *a3 = a[3], *a4 = a[4], *a5 = a[5];
    for (size_t s = 0; s < rows; s++) {
        const wide_lanes b = *(const wide_lanes *)(packed + s * ACROSS);
        s0 += a0[s] * b;
        s1 += a1[s] * b;
        s2 += a2[s] * b;
        s3 += a3[s] * b;
        s4 += a4[s] * b;
        s5 += a5[s] * b;
    }
    to[0] = s0, to[1] = s1, to[2] = s2, to[3] = s3, to[4] = s4, to[5] = s5;
}

/* Sums of products, row by row. */
typedef struct sums {
    double *to;
    size_t stride, columns;
} sums;

/* Columns of a from the i-th on, the last one again where there are fewer than six, with one panel. */
static void block(column_set a, size_t i, size_t from, size_t rows, const double *packed, sums of)
{
    const double *x[HIGH];
    double sum[HIGH * ACROSS] = { 0.0 };
    const size_t held = a.count - i < HIGH ? a.count - i : HIGH;
    for (size_t k = 0; k < HIGH; k++) x[k] = a.at + (i + (k < held ? k : held - 1)) * a.step + from;
    for (size_t k = 0; k < held; k++)
        for (size_t j = 0; j < of.columns; j++) sum[k * ACROSS + j] = of.to[(i + k) * of.stride + j];
    six(x, packed, rows, sum);
    for (size_t k = 0; k < held; k++)
        for (size_t j = 0; j < of.columns; j++) of.to[(i + k) * of.stride + j] = sum[k * ACROSS + j];
}

void products_add(column_set a, column_set b, size_t n, double *to, size_t stride)
{
    _Alignas(64) double packed[PANELS * ROWS * ACROSS];
    tally_add(TALLY_PRODUCTS, (uint64_t)n * a.count * b.count);
    for (size_t first = 0; first < b.count; first += PANELS * ACROSS) {
        const size_t left = b.count - first, panels = left < PANELS * ACROSS ? (left + ACROSS - 1) / ACROSS : PANELS;
        for (size_t from = 0; from < n; from += ROWS) {
            const size_t rows = n - from < ROWS ? n - from : ROWS;
            for (size_t p = 0; p < panels; p++) pack(b, first + p * ACROSS, from, rows, packed + p * ROWS * ACROSS);
            for (size_t i = 0; i < a.count; i += HIGH) {
                for (size_t p = 0; p < panels; p++) {
                    const size_t j = first + p * ACROSS, columns = b.count - j < ACROSS ? b.count - j : ACROSS;
                    block(a, i, from, rows, packed + p * ROWS * ACROSS, (sums){ to + j, stride, columns });
                }
            }
        }
    }
}

/* The lower half, 96 rows at a time against all before them. */
static void half_add(column_set x, size_t n, double *to)
{
    enum { STRIP = 96 };
    for (size_t i = 0; i < x.count; i += STRIP) {
        const size_t high = x.count - i < STRIP ? x.count - i : STRIP;
        products_add((column_set){ x.at + i * x.step, x.step, high }, (column_set){ x.at, x.step, i + high }, n,
                     to + i * x.count, x.count);
    }
}

assay_status products_of_rows(column_set x, const double *centre, size_t count, double *to)
{
    double *turned = malloc(count * ROWS * sizeof *turned); /* some columns, as rows */
    if (!turned) return ASSAY_ENOMEM;
    for (size_t k = 0; k < count * count; k++) to[k] = 0.0;
    for (size_t first = 0; first < x.count; first += ROWS) {
        const size_t columns = x.count - first < ROWS ? x.count - first : ROWS;
        for (size_t j = 0; j < columns; j++) {
            const double *from = x.at + (first + j) * x.step, off = centre ? centre[first + j] : 0.0;
            for (size_t s = 0; s < count; s++) turned[s * columns + j] = from[s] - off;
        }
        half_add((column_set){ turned, columns, count }, columns, to);
    }
    free(turned);
    for (size_t s = 0; s < count; s++)
        for (size_t r = 0; r < s; r++) to[r * count + s] = to[s * count + r];
    return ASSAY_OK;
}
