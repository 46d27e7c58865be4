/*
 * bank_side -- the rows of one side of a pair
 *
 *   Factors  x = standard_normal((n, m)), row by row; then x_i <- rho x_(i-1) + sqrt(1 - rho^2) x_i for i = 1, ...,
 *            m - 1. A normal factor is x. Others are made of its ranks, u = (rank + 1/2) / n: u itself, the class
 *            floor(K u), or the first class k whose share of 1 + 1/2 + ... + 1/K up to k is above u.
 *   Codes    w is the factor from about 0 to 1: u; 1/2 + x / sqrt(12); k / (K - 1). Mixed: (1 - a) w_i + a w_(i-1), or
 *            w_(i-1) in the rows where random((n, m)) < a. Turned: planes (0, 1), (2, 3), ... around 1/2. Each factor's
 *            copies come next, one behind the other: (1 - s) w + s random((n, codes)), all drawn where s > 0. Those
 *            of the first `missing` factors are random((n, codes)) instead, of the first `folded` |z - 1/2|. Spare
 *            codes are random((n, spare)), dead ones 1/10. Then each code's curve of t = 2 z - 1, its units, and the
 *            order. Contamination: a hundredth of the rows, from row 0 on, take the codes of row permutation(n)[row]
 *            (swapped); or row 0 of the first code is 10^6 times its scale (outlier).
 */
#include "bank_pair.h"
#include "builders.h"
#include "owned.h"

#include <math.h>

#define ROOT_12 3.4641016151377544

static void classify(const side_factor *f, double *u, size_t n)
{
    double sum[SIDE_LEVELS];
    const size_t levels = (size_t)f->levels;
    classes_zipf(levels, 1, sum);
    for (size_t s = 0; s < n; s++)
        u[s] = f->law == LAW_EVEN ? floor((double)levels * u[s]) : (double)classes_find(sum, levels, u[s]);
}

static void normals_draw(const pair_side *side, size_t n, assay_stream *stream, double *x)
{
    const double own = sqrt(1.0 - side->rho * side->rho);
    block_normal(stream, n, side->m, x);
    if (side->rho == 0.0) return;
    for (size_t i = 1; i < side->m; i++)
        for (size_t s = 0; s < n; s++) x[i * n + s] = side->rho * x[(i - 1) * n + s] + own * x[i * n + s];
}

/* Makes the factors, and w of each. */
static assay_status factors_make(const pair_side *side, size_t n, assay_stream *stream, assay_data *to, double *w)
{
    OWNED placed *scratch = zeroed(n, sizeof *scratch);
    if (!scratch) return ASSAY_ENOMEM;
    normals_draw(side, n, stream, to->factors);
    for (size_t i = 0; i < side->m; i++) {
        const side_factor *f = &side->factor[i];
        double *v = to->factors + i * n;
        if (f->law != LAW_NORMAL) column_rank(v, n, scratch);
        if (f->levels) classify(f, v, n);
        to->levels[i] = f->levels;
        for (size_t s = 0; s < n; s++) {
            if (f->law == LAW_NORMAL) w[i * n + s] = 0.5 + v[s] / ROOT_12;
            else w[i * n + s] = f->levels ? v[s] / (double)(f->levels - 1) : v[s];
        }
    }
    return ASSAY_OK;
}

/* from -> to, columns of n; `draw` is scratch of as many numbers. */
static void mix(const pair_side *side, const double *from, size_t n, assay_stream *stream, double *draw, double *to)
{
    const size_t m = side->m;
    if (!side->by_rows) {
        codes_mix(from, n, m, side->mixed, to);
        return;
    }
    block_draw(stream, n, m, draw);
    for (size_t i = 0; i < m; i++)
        for (size_t s = 0; s < n; s++)
            to[i * n + s] = from[(draw[i * n + s] < side->mixed ? (i + m - 1) % m : i) * n + s];
}

static void turn(const pair_side *side, size_t n, double *w)
{
    const double t = side->turned, c = (1.0 - t * t) / (1.0 + t * t), q = 2.0 * t / (1.0 + t * t);
    for (size_t i = 0; i + 1 < side->m; i += 2) {
        double *a = w + i * n, *b = a + n;
        for (size_t s = 0; s < n; s++) {
            const double x = a[s] - 0.5, y = b[s] - 0.5;
            a[s] = 0.5 + (c * x - q * y);
            b[s] = 0.5 + (q * x + c * y);
        }
    }
}

static double curved(const side_map *map, double z)
{
    const double t = 2.0 * z - 1.0;
    switch (map->curve) {
    case CURVE_CUBE: return t + map->bend * (t * t * t);
    case CURVE_BEND: return t / (1.0 + map->bend * fabs(t));
    case CURVE_KINK: return t > 0.0 ? (1.0 + map->bend) * t : t;
    default: return t;
    }
}

size_t side_codes(const pair_side *side, size_t factors)
{
    size_t codes = 0;
    for (size_t i = 0; i < factors; i++) codes += side->factor[i].copies;
    return codes;
}

/* The codes of the factors into z, `codes` columns; draw is scratch of as many. */
static void encode(const pair_side *side, const double *w, size_t n, size_t codes, assay_stream *stream, double *draw,
                   double *z)
{
    size_t j = 0;
    for (size_t i = 0; i < side->m; i++)
        for (size_t c = 0; c < side->factor[i].copies; c++) memcpy(z + n * j++, w + i * n, n * sizeof *z);
    if (side->noise > 0.0) {
        block_draw(stream, n, codes, draw);
        for (size_t k = 0; k < n * codes; k++) z[k] = (1.0 - side->noise) * z[k] + side->noise * draw[k];
    }
    block_draw(stream, n, side_codes(side, side->missing), z);
    for (size_t k = 0; k < n * side_codes(side, side->folded); k++) z[k] = fabs(z[k] - 0.5);
}

static assay_status contaminate(const pair_side *side, size_t n, size_t d, assay_stream *stream, double *z)
{
    if (side->contamination == CONTAMINATION_OUTLIER) z[0] = 1e6 * side->map[0].scale;
    if (side->contamination != CONTAMINATION_SWAPPED) return ASSAY_OK;
    OWNED size_t *row = zeroed(n, sizeof *row);
    OWNED double *old = zeroed(n, sizeof *old);
    if (!row || !old) return ASSAY_ENOMEM;
    assay_stream_permutation(stream, row, n);
    for (size_t j = 0; j < d; j++) {
        memcpy(old, z + j * n, n * sizeof *old);
        for (size_t s = 0; s < n / 100; s++) z[j * n + s] = old[row[s]];
    }
    return ASSAY_OK;
}

/* The columns of z in rising order of their places. */
static void order_codes(const pair_side *side, const double *z, size_t n, size_t d, double *to)
{
    for (size_t j = 0; j < d; j++) {
        size_t before = 0;
        for (size_t k = 0; k < d; k++)
            before += side->place[k] < side->place[j] || (k < j && !(side->place[j] < side->place[k]));
        memcpy(to + before * n, z + j * n, n * sizeof *to);
    }
}

static assay_status codes_make(const pair_side *side, double *w, size_t codes, assay_stream *stream, assay_data *to)
{
    const size_t n = to->n, d = to->n_codes, spare = side->n_spare;
    OWNED double *z = zeroed(n * d, sizeof *z);
    if (!z) return ASSAY_ENOMEM;
    double *mixed = to->codes; /* scratch until the end: d >= m columns */
    if (side->mixed > 0.0) {
        mix(side, w, n, stream, z, mixed);
        memcpy(w, mixed, n * side->m * sizeof *w);
    }
    if (side->turned > 0.0) turn(side, n, w);
    encode(side, w, n, codes, stream, to->codes, z);
    block_draw(stream, n, spare, z + codes * n);
    for (size_t k = (codes + spare) * n; k < d * n; k++) z[k] = 0.1;
    for (size_t j = 0; j < d; j++)
        for (size_t s = 0; s < n; s++)
            z[j * n + s] = side->map[j].scale * curved(&side->map[j], z[j * n + s]) + side->map[j].shift;
    ASSAY_TRY(contaminate(side, n, d, stream, z));
    order_codes(side, z, n, d, to->codes);
    return ASSAY_OK;
}

assay_status side_build(const pair_side *side, size_t n, assay_stream *stream, assay_data *to)
{
    const size_t codes = side_codes(side, side->m);
    OWNED double *w = zeroed(n * side->m, sizeof *w);
    ASSAY_TRY(w ? assay_data_shape(to, n, side->m, codes + side->n_spare + side->n_dead) : ASSAY_ENOMEM);
    ASSAY_TRY(factors_make(side, n, stream, to, w));
    return codes_make(side, w, codes, stream, to);
}
