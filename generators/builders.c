/*
 * builders -- what scenarios are made of: draws of factors, and codes computed from them
 *
 * Source   The formulas are those of the scenarios that use them, which cite their papers; the row by row order of the
 *          draws is that of numpy.random.Generator.random((n, m)).
 * Shapes   columns of n samples, see builders.h. Nothing here allocates or can fail.
 * Cost     one pass over the memory each; block_draw goes through a tile that stays in the first-level cache, so that
 *          rows become columns without a second pass. block_average is O(n m^2).
 */
#include "builders.h"

#include "angles.h"
#include "ascending.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TILE 512 /* doubles, 4 KiB */

static void tile_store(const double *tile, size_t rows, size_t n, size_t m, double *block)
{
    for (size_t i = 0; i < m; i++)
        for (size_t s = 0; s < rows; s++) block[i * n + s] = tile[s * m + i];
}

void block_draw(assay_stream *stream, size_t n, size_t m, double *block)
{
    double tile[TILE];
    if (m > TILE) { /* a row does not fit: nothing to gain */
        for (size_t s = 0; s < n; s++)
            for (size_t i = 0; i < m; i++) block[i * n + s] = assay_stream_uniform(stream);
        return;
    }
    const size_t most = m ? TILE / m : 0;
    for (size_t s = 0; m && s < n; s += most) {
        const size_t rows = n - s < most ? n - s : most;
        assay_stream_fill(stream, tile, rows * m);
        tile_store(tile, rows, n, m, block + s);
    }
}

void block_normal(assay_stream *stream, size_t n, size_t m, double *block)
{
    for (size_t s = 0; s < n; s++)
        for (size_t i = 0; i < m; i++) block[i * n + s] = assay_stream_normal(stream);
}

static int by_value(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

void placed_sort(placed *x, size_t n) { qsort(x, n, sizeof *x, by_value); }

void column_sort(const double *x, size_t n, placed *to)
{
    for (size_t s = 0; s < n; s++) to[s] = (placed){ x[s], s };
    placed_sort(to, n);
}

void column_rank(double *x, size_t n, placed *scratch)
{
    column_sort(x, n, scratch);
    for (size_t k = 0; k < n; k++) x[scratch[k].row] = ((double)k + 0.5) / (double)n;
}

/* A statement for every s below n. The compiler makes vectors of loops whose length it knows, hence the blocks. */
#define BLOCK 64
/* NOLINTBEGIN(bugprone-macro-parentheses): s is a name */
#define FOR_EACH(s, n, statement)                        \
    do {                                                 \
        size_t begin_ = 0;                               \
        for (; (n)-begin_ >= BLOCK; begin_ += BLOCK) {   \
            for (size_t k_ = 0; k_ < BLOCK; k_++) {      \
                const size_t s = begin_ + k_;            \
                statement;                               \
            }                                            \
        }                                                \
        for (size_t s = begin_; s < (n); s++) statement; \
    } while (0)
/* NOLINTEND(bugprone-macro-parentheses) */

void block_scale(double *block, size_t count, double factor) { FOR_EACH(s, count, block[s] *= factor); }

void block_classify(double *block, size_t count, double levels)
{
    const double last = levels - 1.0;
    FOR_EACH(s, count, {
        const double level = (double)(int32_t)(levels * block[s]); /* not negative: cutting is floor */
        block[s] = level < last ? level : last;
    });
}

static void column_add(double *restrict to, const double *restrict from, size_t n) { FOR_EACH(s, n, to[s] += from[s]); }

/* to <- a x + b to */
static void column_combine(double *restrict to, const double *restrict x, size_t n, double a, double b)
{
    FOR_EACH(s, n, to[s] = a * x[s] + b * to[s]);
}

/* By slices of rows that stay in the first-level cache for all pairs of columns. */
void block_average(const double *from, size_t n, size_t m, double own, double *to)
{
    const double share = (1.0 - own) / (double)(m - 1);
    for (size_t first = 0; first < n; first += TILE) {
        const size_t rows = n - first < TILE ? n - first : TILE;
        for (size_t i = 0; i < m; i++) {
            double *sum = to + i * n + first;
            memset(sum, 0, rows * sizeof *sum);
            for (size_t l = 0; l < m; l++)
                if (l != i) column_add(sum, from + l * n + first, rows);
            column_combine(sum, from + i * n + first, rows, own, share);
        }
    }
}

void codes_blend(const double *v, size_t count, double share, double *z)
{
    column_combine(z, v, count, 1.0 - share, share);
}

static void column_mix(double *restrict to, const double *restrict x, const double *restrict y, size_t n, double share)
{
    const double kept = 1.0 - share;
    FOR_EACH(s, n, to[s] = kept * x[s] + share * y[s]);
}

void codes_mix(const double *v, size_t n, size_t m, double share, double *z)
{
    for (size_t j = 0; j < m; j++) column_mix(z + j * n, v + j * n, v + (j ? j - 1 : m - 1) * n, n, share);
}

void codes_bend(const double *v, size_t count, double alpha, double *z)
{
    const double w = 2.0 * precise_arc_tangent(precise_power_of_1000(alpha - 0.25) / 2.0);
    const double scale = precise_power_of_1000(0.25 - alpha);
    angles_tangent(v, count, 0.5, w, scale, z);
}

void codes_circle(const double *v, size_t n, size_t m, int interleaved, double *z)
{
    for (size_t i = 0; i < m; i++) {
        const size_t sine = interleaved ? 2 * i : m + i, cosine = interleaved ? 2 * i + 1 : i;
        angles_sine_cosine(v + i * n, n, z + sine * n, z + cosine * n);
    }
}

void codes_repeat(const double *v, size_t n, size_t m, size_t copies, double *z)
{
    for (size_t j = 0; j < m * copies; j++) memcpy(z + j * n, v + j / copies * n, n * sizeof *z);
}

void coordinates_draw(assay_stream *stream, size_t count, double *to)
{
    assay_stream_fill(stream, to, count);
    for (size_t k = 0; k < count; k++) to[k] = 2.0 * to[k] - 1.0;
}

void coordinates_blend(assay_data *of, int absent, const double *coordinate, double share)
{
    for (size_t i = 0; i < of->n_factors; i++) {
        const size_t known = (size_t)of->levels[i];
        const double *v = of->factors + i * of->n;
        double *z = of->codes + i * of->n;
        for (size_t s = 0; s < of->n; s++)
            z[s] = (1.0 - share) * coordinate[isnan(v[s]) ? known : (size_t)v[s]] + share * (2.0 * z[s] - 1.0);
        coordinate += known + (absent ? 1 : 0);
    }
}

void codes_cosine(double *z, size_t count, double levels) { angles_cosine(z, count, PI, levels, z); }

#define LN_1000 0x1.ba18a998fffa0p+2

/* exp(-x), x >= 0, with the same bits on every machine: whole thousandths are taken out first. */
static double decay(double x)
{
    const double powers = floor(x / LN_1000);
    if (powers > 100) return 0; /* 1e-300 of the largest weight */
    double y = precise_power_of_1000(-(x - powers * LN_1000) / LN_1000);
    for (int k = 0; k < (int)powers; k++) y /= 1000.0;
    return y;
}

void classes_grid(const double *y, size_t count, double levels, double *z)
{
    const double last = levels - 1.0;
    for (size_t s = 0; s < count; s++) z[s] = y[s] / last;
}

void classes_weigh(size_t levels, double spread, double *weight)
{
    const double last = (double)levels - 1.0;
    for (size_t a = 0; a < levels; a++) {
        for (size_t b = 0; b < levels; b++) {
            const double gap = (double)a / last - (double)b / last;
            weight[a * levels + b] = spread >= CLASSES_APART ? 1.0 : decay(gap * gap / (2.0 * spread * spread));
        }
    }
}

void classes_sum(double *weight, size_t count)
{
    for (size_t k = 1; k < count; k++) weight[k] += weight[k - 1];
}

void classes_zipf(size_t levels, size_t power, double *sum)
{
    for (size_t k = 0; k < levels; k++) {
        double weight = 1.0;
        for (size_t p = 0; p < power; p++) weight *= (double)(k + 1);
        sum[k] = 1.0 / weight;
    }
    classes_sum(sum, levels);
}

size_t classes_find(const double *sum, size_t count, double u)
{
    const double x = u * sum[count - 1];
    size_t place; /* the last where rounding makes x the whole sum */
    COUNT_WHILE(count - 1, k, sum[k] <= x, place)
    return place;
}
