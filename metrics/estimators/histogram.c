/*
 * A processor waits when it adds to a counter it has just written. Counting several pairs per row keeps such meetings
 * apart: a block is FACTORS x CODES tables at fixed distances, so that a row's increments go to different tables.
 */
#include "histogram.h"

#include <string.h>

enum { FACTORS = 2, CODES = 4, CELLS = 512 }; /* 16 KB of counters: half of a small first-level cache */

static const double LN2_HIGH = 0x1.62e42feep-1;           /* 32 bits: times an exponent it is exact */
static const double LN2_LOW = 0x1.a39ef35793c76p-33;

/* log x = k log 2 + log m, m in [sqrt 1/2, sqrt 2); log m = 2 atanh(s), s = (m - 1)/(m + 1), by its power series */
double log_nats(double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    const uint64_t fraction = word & 0xFFFFFFFFFFFFFu;
    const int halve = fraction >= 0x6A09E667F3BCDu; /* beyond sqrt 2 */
    const double k = (double)((int)(word >> 52) - 1023 + halve);
    word = fraction | (halve ? 0x3FE0000000000000u : 0x3FF0000000000000u);
    double m;
    memcpy(&m, &word, sizeof m);
    const double f = m - 1.0, s = f / (2.0 + f), z = s * s, w = z * z;
    const double even = 1.0 / 3 + w * (1.0 / 7 + w * (1.0 / 11 + w * (1.0 / 15 + w * (1.0 / 19 + w * (1.0 / 23)))));
    const double odd = 1.0 / 5 + w * (1.0 / 9 + w * (1.0 / 13 + w * (1.0 / 17 + w * (1.0 / 21))));
    return k * LN2_HIGH + (2.0 * s + (2.0 * s * z * (even + z * odd) + k * LN2_LOW));
}

double counts_sum_t(const uint32_t *count, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        if (count[k] > 1) sum += (double)count[k] * log_nats((double)count[k]);
    return sum;
}

double counts_entropy(const uint32_t *count, size_t n)
{
    double total = 0.0;
    for (size_t k = 0; k < n; k++) total += (double)count[k];
    if (total < 2.0) return 0.0;
    return (total * log_nats(total) - counts_sum_t(count, n)) / total;
}

/* One row of one factor: an increment in each of its CODES tables. */
#define COUNT_FOUR(base, v, z0, z1, z2, z3)                                                                            \
    do {                                                                                                               \
        uint32_t *const row_ = (base) + (v);                                                                           \
        row_[z0]++;                                                                                                    \
        row_[CELLS + (z1)]++;                                                                                          \
        row_[2 * CELLS + (z2)]++;                                                                                      \
        row_[3 * CELLS + (z3)]++;                                                                                      \
    } while (0)

static void count_block(const uint16_t *const v[FACTORS], const uint16_t *const z[CODES], size_t n, size_t columns,
                        uint32_t *cell)
{
    const uint16_t *const v0 = v[0], *const v1 = v[1];
    const uint16_t *const z0 = z[0], *const z1 = z[1], *const z2 = z[2], *const z3 = z[3];
    uint32_t *const first = cell, *const second = cell + CODES * CELLS;
    memset(cell, 0, (size_t)FACTORS * CODES * CELLS * sizeof *cell);
    for (size_t s = 0; s < n; s++) {
        const size_t a = z0[s], b = z1[s], c = z2[s], d = z3[s];
        COUNT_FOUR(first, v0[s] * columns, a, b, c, d);
        COUNT_FOUR(second, v1[s] * columns, a, b, c, d);
    }
}

/* A block at the edge repeats its last column, and leaves the repetition out. */
static void pairs_in_blocks(const bins *v, const bins *z, size_t columns, uint32_t *cell, histogram_visit *visit,
                            void *context)
{
    for (size_t i = 0; i < v->n_columns; i += FACTORS) {
        const size_t factors = v->n_columns - i < FACTORS ? v->n_columns - i : FACTORS;
        for (size_t j = 0; j < z->n_columns; j += CODES) {
            const size_t codes = z->n_columns - j < CODES ? z->n_columns - j : CODES;
            const uint16_t *of_v[FACTORS], *of_z[CODES];
            for (size_t f = 0; f < FACTORS; f++) of_v[f] = v->index + (i + (f < factors ? f : factors - 1)) * v->n;
            for (size_t c = 0; c < CODES; c++) of_z[c] = z->index + (j + (c < codes ? c : codes - 1)) * z->n;
            count_block(of_v, of_z, v->n, columns, cell);
            for (size_t f = 0; f < factors; f++)
                for (size_t c = 0; c < codes; c++)
                    visit(context, i + f, j + c, cell + (f * CODES + c) * CELLS, columns);
        }
    }
}

static void pairs_one_by_one(const bins *v, const bins *z, size_t columns, uint32_t *cell, histogram_visit *visit,
                             void *context)
{
    for (size_t i = 0; i < v->n_columns; i++) {
        const uint16_t *const of_v = v->index + i * v->n;
        for (size_t j = 0; j < z->n_columns; j++) {
            const uint16_t *const of_z = z->index + j * z->n;
            memset(cell, 0, v->count[i] * columns * sizeof *cell);
            for (size_t s = 0; s < v->n; s++) cell[of_v[s] * columns + of_z[s]]++;
            visit(context, i, j, cell, columns);
        }
    }
}

assay_status histogram_pairs(const bins *v, const bins *z, int with_lost, assay_call *call, histogram_visit *visit,
                             void *context)
{
    const size_t columns = z->count[0] + (with_lost ? 1 : 0);
    size_t rows = 0;
    for (size_t i = 0; i < v->n_columns; i++) rows = v->count[i] > rows ? v->count[i] : rows;
    if (v->n > UINT32_MAX)
        return call->fail(call, ASSAY_EINPUT, "%zu samples; counts take %u at most", v->n, UINT32_MAX);
    const int blocks = rows * columns <= CELLS;
    uint32_t *cell = call->alloc(call, blocks ? (size_t)FACTORS * CODES * CELLS : rows * columns, sizeof *cell);
    if (!cell) return ASSAY_ENOMEM;
    if (blocks) pairs_in_blocks(v, z, columns, cell, visit, context);
    else pairs_one_by_one(v, z, columns, cell, visit, context);
    return ASSAY_OK;
}
