/*
 * column_tiles -- the inner loops of the linear estimators: products of columns, exp and log, four rows at a time
 *
 *   Rows come in tiles: the columns of 128 rows lie next to each other, tile after tile, and the last tile is filled up
 *   with rows of zeros. A sum over rows is four lane sums, tile by tile, added in a fixed order at the end: the
 *   same bits with and without wide registers.
 *
 * Gives    exp(-t) for t >= 0 within 3 units in the last place (t > 700 counts as 700, so the result is never 0 and
 *          never subnormal), log(s) for s >= 1 within 1e-15 absolute or relative, and sums of products of columns.
 * Source   Muller 2016, Elementary Functions, chapters 4 and 11 (range reduction by two-part constants).
 * Cost     exp about 35 operations per 4 numbers; a 3 x 3 block of column products 18 operations per 4 rows.
 *
 * Vectors pass through pointers and macros only, for the calling convention of wide registers depends on the target.
 */
#pragma once

#include "lanes.h"

#include <stddef.h>

#define TILE_ROWS 128u /* 9 columns take 9 KB, well inside a level-one cache */
#define TILE_INLINE static inline __attribute__((always_inline, unused))
#define TILE_AT(address) (*(const lanes *)(address)) /* four doubles in a row, read */
#define TILE_TO(address) (*(lanes *)(address))       /* and written */

typedef uint64_t lane_bits __attribute__((vector_size(32), aligned(8), may_alias));

/* exp(-t): t = k ln 2 + r with |r| <= ln 2 / 2, a polynomial of degree 13 in r (remainder below 5e-18), then k is added
 * to the exponent. Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits. */
TILE_INLINE void tile_exp_minus(const lanes *of, lanes *to)
{
    const double magic = 6755399441055744.0, log2e = 1.4426950408889634074, ln2_high = 6.93147180369123816490e-01,
                 ln2_low = 1.90821492927058770002e-10;
    const lanes most = LANES_ALL(700.0), t = LANES_PICK(*of < most, *of, most);
    const lanes shifted = LANES_ALL(magic) - t * log2e, k = shifted - magic;
    const lanes r = (-t - k * ln2_high) - k * ln2_low, r2 = r * r, r4 = r2 * r2, r8 = r4 * r4;
    const lanes p01 = 1.0 + r, p23 = 0.5 + r * (1.0 / 6), p45 = (1.0 / 24) + r * (1.0 / 120),
                p67 = (1.0 / 720) + r * (1.0 / 5040), p89 = (1.0 / 40320) + r * (1.0 / 362880),
                p1011 = (1.0 / 3628800) + r * (1.0 / 39916800), p1213 = (1.0 / 479001600) + r * (1.0 / 6227020800.0);
    const lanes low = (p01 + r2 * p23) + r4 * (p45 + r2 * p67), high = (p89 + r2 * p1011) + r4 * p1213;
    *to = (lanes)((lane_bits)(low + r8 * high) + ((lane_bits)shifted << 52));
}

/* log(s), s >= 1: s = 2^k m with m in [sqrt(1/2), sqrt 2), log m = 2 atanh f, f = (m - 1) / (m + 1), to f^19 */
TILE_INLINE void tile_log(const lanes *of, lanes *to)
{
    static const double inverse[] = { 1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9, 1.0 / 11,
                                      1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19 };
    const uint64_t root_half = 0x3FE6A09E667F3BCD, two_52 = 0x4330000000000000;
    const lane_bits bits = (lane_bits)*of, over = (bits - root_half) >> 52;
    const lanes m = (lanes)(bits - (over << 52));
    const lanes k = (lanes)(over | two_52) - 4503599627370496.0;
    const lanes f = (m - 1.0) / (m + 1.0), q = f * f;
    lanes sum = LANES_ALL(inverse[8]);
    for (int t = 7; t >= 0; t--) sum = inverse[t] + q * sum;
    sum = 1.0 + q * sum;
    *to = k * 6.93147180369123816490e-01 + (2.0 * f * sum + k * 1.90821492927058770002e-10);
}

/* sum[0..8] += the products of three columns of a with three columns of b over one tile */
TILE_INLINE void tile_products(const double *a, const double *b, lanes sum[9])
{
    lanes s00 = LANES_ALL(0), s01 = s00, s02 = s00, s10 = s00, s11 = s00, s12 = s00, s20 = s00, s21 = s00, s22 = s00;
    for (size_t s = 0; s < TILE_ROWS; s += LANES) {
        const lanes b0 = TILE_AT(b + s), b1 = TILE_AT(b + TILE_ROWS + s), b2 = TILE_AT(b + 2 * TILE_ROWS + s);
        const lanes a0 = TILE_AT(a + s);
        s00 += a0 * b0, s01 += a0 * b1, s02 += a0 * b2;
        const lanes a1 = TILE_AT(a + TILE_ROWS + s);
        s10 += a1 * b0, s11 += a1 * b1, s12 += a1 * b2;
        const lanes a2 = TILE_AT(a + 2 * TILE_ROWS + s);
        s20 += a2 * b0, s21 += a2 * b1, s22 += a2 * b2;
    }
    sum[0] += s00, sum[1] += s01, sum[2] += s02;
    sum[3] += s10, sum[4] += s11, sum[5] += s12;
    sum[6] += s20, sum[7] += s21, sum[8] += s22;
}

/* sum[0..2] += the products of one column with three columns of b over one tile */
TILE_INLINE void tile_products_one(const double *a, const double *b, lanes sum[3])
{
    lanes s0 = LANES_ALL(0), s1 = s0, s2 = s0;
    for (size_t s = 0; s < TILE_ROWS; s += LANES) {
        const lanes a0 = TILE_AT(a + s);
        s0 += a0 * TILE_AT(b + s);
        s1 += a0 * TILE_AT(b + TILE_ROWS + s);
        s2 += a0 * TILE_AT(b + 2 * TILE_ROWS + s);
    }
    sum[0] += s0, sum[1] += s1, sum[2] += s2;
}

/* score [TILE_ROWS] = theta x, column by column; four sums at a time, for each waits for the one before it. */
TILE_INLINE void tile_score(const double *x, size_t p, const double *theta, double *score)
{
    for (size_t s = 0; s < TILE_ROWS; s += 4 * LANES) {
        lanes a = LANES_ALL(0), b = a, c = a, d = a;
        for (size_t j = 0; j < p; j++) {
            const double *row = x + j * TILE_ROWS + s;
            a += theta[j] * TILE_AT(row), b += theta[j] * TILE_AT(row + LANES);
            c += theta[j] * TILE_AT(row + 2 * LANES), d += theta[j] * TILE_AT(row + 3 * LANES);
        }
        TILE_TO(score + s) = a, TILE_TO(score + s + LANES) = b;
        TILE_TO(score + s + 2 * LANES) = c, TILE_TO(score + s + 3 * LANES) = d;
    }
}

TILE_INLINE size_t tile_threes(size_t columns) { return (columns + 2) / 3; }
TILE_INLINE size_t tile_count(size_t rows) { return (rows + TILE_ROWS - 1) / TILE_ROWS; }
