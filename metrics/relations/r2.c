/*
 * r2 -- how well a straight line through one code predicts a factor
 *
 *     value_ij = cov(v_i, z_j)^2 / (var(v_i) var(z_j))      factor_total_i = code_total_j = 1, or 0 where constant
 *
 *   This is the coefficient of determination of the least-squares line, scored on the rows it was fitted to.
 *
 * Source   Kumar, Sattigeri, Balakrishnan 2018, arXiv:1711.00848, section 3 (the score R of SAP for continuous
 *          factors).
 * Takes    factors [M x n] and codes [d x n], as numbers.
 * Gives    M x d values in [0, 1].
 * Cost     time O(n M d), scratch O(M) tiles of 256 rows; of codes that are mostly one value, M for each other row.
 * R1  A constant column (smallest = largest value) has total 0 and explains, or is explained, exactly 0. A code whose
 *     variance (ddof 1) is not above least-variance explains 0 too.
 * R2  A categorical factor's labels are names, no numbers: its total is undefined, not-applicable, unless
 *     nominal=number.
 * R3  Columns are centred before they are multiplied, so an offset costs no digits but those lost in storing the
 *     column, and scaled by a power of two to a range of about 1, so that no square overflows. A column whose range is
 *     not finite counts as constant.
 * R4  The products of a sparse code are those of its rows off the usual value (sparse_columns.h). Which codes are
 *     sparse depends on each alone, and so do the bits of a pair on its two columns.
 */
#include "r2.h"

#include "discretise.h"
#include "lanes.h"
#include "relation.h"
#include "sparse_columns.h"

#include <float.h>
#include <math.h>
#include <string.h>

OPTION_TABLE(R2_OPTIONS);
enum { TILE = 256, TOGETHER = 64 };  /* rows, and codes that are not sparse, at a time */
enum { HIGH = 3, ACROSS = 4 };       /* factors and codes multiplied at once */

/* Four rows, twice. */
#define TWICE(x) __builtin_shufflevector(*(const lanes *)(x), *(const lanes *)(x), 0, 1, 2, 3, 0, 1, 2, 3)

/* What takes a column to where it is multiplied (R3), and which of its kind it is (R4). */
typedef struct placed {
    double centre, scale;
    double usual; /* of a sparse code */
    int sparse;
    size_t at; /* among the sparse codes */
} placed;

/* Sums over the rows of all products of two sets of centred columns. */
typedef struct products {
    size_t n_factors;                /* in whole blocks: the rest are columns of zeros */
    double *factor_tile, *code_tile; /* [n_factors * TILE], [TOGETHER * TILE] */
    double *one_tile;                /* [TILE] of one code */
    lanes *of_pairs;                 /* [n_factors * TOGETHER], see pair_at */
    lanes *of_factors, *of_codes;    /* squares */
    placed *factor, *code;
    size_t n_sparse;
    sparse_desk desk;
} products;

/* Blocks of HIGH x ACROSS pairs lie together, a factor after the other. */
static size_t pair_at(size_t i, size_t k)
{
    return i / HIGH * HIGH * TOGETHER + k / ACROSS * ACROSS * HIGH + i % HIGH * ACROSS + k % ACROSS;
}

/* The mean; the first row's value is taken off first, and in lanes, so that it is good to the last digits. */
WIDE static double column_mean(const double *x, size_t n, double scale)
{
    const lanes first = LANES_ALL(x[0]), scales = LANES_ALL(scale);
    lanes sum = LANES_ALL(0.0);
    size_t s = 0;
    for (; s + LANES <= n; s += LANES) sum += (*(const lanes *)(x + s) - first) * scales;
    double rest = 0.0;
    for (; s < n; s++) rest += (x[s] - x[0]) * scale;
    return x[0] + (LANES_SUM(sum) + rest) / (double)n / scale;
}

static int moves(double low, double high) { return high > low && high - low <= DBL_MAX; }

/* The power of two is kept within what a double and its inverse can hold. */
static placed column_place(const double *x, size_t n, double low, double high)
{
    int exponent = 0;
    if (moves(low, high)) (void)frexp(high - low, &exponent);
    if (exponent < -1000) exponent = -1000;
    const double scale = ldexp(1.0, exponent > 1000 ? -1000 : -exponent);
    return (placed){ .centre = column_mean(x, n, scale), .scale = scale };
}

/* Places `rows` rows of a column into a tile, zeros after them, and adds up the squares. */
WIDE static void tile_fill(const double *x, placed at, size_t rows, double *to, lanes *squares)
{
    for (size_t s = 0; s < rows; s++) to[s] = (x[s] - at.centre) * at.scale;
    for (size_t s = rows; s < TILE; s++) to[s] = 0.0;
    lanes sum = *squares;
    for (size_t s = 0; s < TILE; s += LANES) sum += *(const lanes *)(to + s) * *(const lanes *)(to + s);
    *squares = sum;
}

/* HIGH factors and ACROSS codes in one tile: a wide lane holds four rows of one code and four of the next. to: a row of
 * two for each factor. */
WIDEST static void tile_products(const double *v, const double *z, wide_lanes *to)
{
    wide_lanes a0 = to[0], a1 = to[1], b0 = to[2], b1 = to[3], c0 = to[4], c1 = to[5];
    for (size_t s = 0; s < TILE; s += LANES) {
        const wide_lanes z0 = *(const wide_lanes *)(z + 2 * s), z1 = *(const wide_lanes *)(z + 2 * TILE + 2 * s);
        const wide_lanes va = TWICE(v + s), vb = TWICE(v + TILE + s), vc = TWICE(v + 2 * TILE + s);
        a0 += va * z0, a1 += va * z1;
        b0 += vb * z0, b1 += vb * z1;
        c0 += vc * z0, c1 += vc * z1;
    }
    to[0] = a0, to[1] = a1, to[2] = b0, to[3] = b1, to[4] = c0, to[5] = c1;
}

/* A tile of the k-th code into where it is multiplied. */
WIDE static void tile_join(const double *x, size_t k, double *to)
{
    double *at = to + k / 2 * 2 * TILE + k % 2 * LANES;
    for (size_t s = 0; s < TILE; s += LANES) *(lanes *)(at + 2 * s) = *(const lanes *)(x + s);
}

/* All but the pairs of codes that are not sparse. */
static void products_alone(const assay_rep *rep, size_t from, size_t rows, products *p)
{
    for (size_t i = 0; i < rep->n_factors; i++)
        tile_fill(rep->factors + i * rep->n + from, p->factor[i], rows, p->factor_tile + i * TILE, &p->of_factors[i]);
    if (p->n_sparse) sparse_take(&p->desk, p->factor_tile, rep->n_factors, TILE, rows);
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double *z = rep->codes + j * rep->n + from;
        const placed *at = &p->code[j];
        if (!at->sparse) continue;
        tile_fill(z, *at, rows, p->one_tile, &p->of_codes[j]);
        sparse_add(&p->desk, at->at, z, rows, at->usual, at->scale);
    }
}

/* code [count], at most TOGETHER of those that are not sparse, with all factors. */
static void products_together(const assay_rep *rep, size_t n, const size_t *code, size_t count, products *p)
{
    lanes unread = LANES_ALL(0.0);
    memset(p->of_pairs, 0, p->n_factors * TOGETHER * sizeof *p->of_pairs);
    memset(p->code_tile, 0, TOGETHER * TILE * sizeof *p->code_tile);
    for (size_t from = 0; from < n; from += TILE) {
        const size_t rows = n - from < TILE ? n - from : TILE;
        for (size_t i = 0; i < rep->n_factors; i++)
            tile_fill(rep->factors + i * rep->n + from, p->factor[i], rows, p->factor_tile + i * TILE, &unread);
        for (size_t k = 0; k < count; k++) {
            tile_fill(rep->codes + code[k] * rep->n + from, p->code[code[k]], rows, p->one_tile, &p->of_codes[code[k]]);
            tile_join(p->one_tile, k, p->code_tile);
        }
        for (size_t i = 0; i < p->n_factors; i += HIGH)
            for (size_t k = 0; k < count; k += ACROSS)
                tile_products(p->factor_tile + i * TILE, p->code_tile + k * TILE,
                              (wide_lanes *)(p->of_pairs + i * TOGETHER + k * HIGH));
    }
}

/* Says of every column where it goes. */
static void place_all(const assay_rep *rep, size_t n, const extents *of_v, const extents *of_z, products *p)
{
    for (size_t i = 0; i < rep->n_factors; i++)
        p->factor[i] = column_place(rep->factors + i * rep->n, n, of_v->low[i], of_v->high[i]);
    for (size_t j = 0; j < rep->n_codes; j++) {
        placed *at = &p->code[j];
        *at = column_place(rep->codes + j * rep->n, n, of_z->low[j], of_z->high[j]);
        at->sparse = moves(of_z->low[j], of_z->high[j]) && sparse_usual(rep->codes + j * rep->n, n, &at->usual);
        if (at->sparse) at->at = p->n_sparse++;
    }
}

static assay_status products_lend(const assay_rep *rep, assay_call *call, products *p)
{
    p->n_factors = (rep->n_factors + HIGH - 1) / HIGH * HIGH;
    p->factor = call->alloc(call, rep->n_factors, sizeof *p->factor);
    p->code = call->alloc(call, rep->n_codes, sizeof *p->code);
    p->factor_tile = call->alloc(call, p->n_factors * TILE, sizeof(double));
    p->code_tile = call->alloc(call, TOGETHER * TILE, sizeof(double));
    p->one_tile = call->alloc(call, TILE, sizeof(double));
    p->of_pairs = call->alloc(call, p->n_factors * TOGETHER, sizeof(lanes));
    p->of_factors = call->alloc(call, p->n_factors, sizeof(lanes));
    p->of_codes = call->alloc(call, rep->n_codes, sizeof(lanes));
    return p->factor && p->code && p->factor_tile && p->code_tile && p->one_tile && p->of_pairs && p->of_factors &&
                   p->of_codes
               ? ASSAY_OK
               : ASSAY_ENOMEM;
}

/* value[i * d + j]: the sum of the products of factor i and code j. */
static assay_status products_of(const assay_rep *rep, assay_call *call, size_t n, products *p, double *value)
{
    size_t code[TOGETHER], count = 0;
    if (p->n_sparse) ASSAY_TRY(sparse_lend(rep->n_factors, p->n_sparse, &p->desk));
    for (size_t from = 0; from < n; from += TILE) products_alone(rep, from, n - from < TILE ? n - from : TILE, p);
    for (size_t j = 0; j < rep->n_codes; j++) {
        const placed *z = &p->code[j];
        for (size_t i = 0; i < rep->n_factors && z->sparse; i++)
            value[i * rep->n_codes + j] = sparse_product(&p->desk, z->at, i, (z->usual - z->centre) * z->scale);
        if (!z->sparse) code[count++] = j;
        if (count < TOGETHER && j + 1 < rep->n_codes) continue;
        products_together(rep, n, code, count, p);
        for (size_t i = 0; i < rep->n_factors; i++)
            for (size_t k = 0; k < count; k++)
                value[i * rep->n_codes + code[k]] = LANES_SUM(p->of_pairs[pair_at(i, k)]);
        count = 0;
    }
    sparse_return(&p->desk);
    return ASSAY_OK;
}

/* From the sum of their products. */
static double explained(const products *p, size_t i, size_t j, double cov)
{
    const double value = cov / LANES_SUM(p->of_factors[i]) * (cov / LANES_SUM(p->of_codes[j]));
    return value < 1.0 ? value : 1.0;
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const size_t n = call->option[ROWS] != 0 ? rows_train(rep->n) : rep->n;
    double *value = call->alloc(call, rep->n_factors * rep->n_codes, sizeof *value);
    double *factor_total = call->alloc(call, rep->n_factors, sizeof *factor_total);
    double *code_total = call->alloc(call, rep->n_codes, sizeof *code_total);
    if (!value || !factor_total || !code_total) return ASSAY_ENOMEM;
    const extents *of_v, *of_z;
    products p = { 0 };
    assay_status status = extents_of_factors(rep, call, n, &of_v);
    if (status == ASSAY_OK) status = extents_of_codes(rep, call, n, &of_z);
    if (status == ASSAY_OK) status = products_lend(rep, call, &p);
    if (status != ASSAY_OK) return status;
    place_all(rep, n, of_v, of_z, &p);
    ASSAY_TRY(products_of(rep, call, n, &p, value));

    for (size_t i = 0; i < rep->n_factors; i++) factor_total[i] = moves(of_v->low[i], of_v->high[i]) ? 1.0 : 0.0;
    for (size_t j = 0; j < rep->n_codes; j++) code_total[j] = moves(of_z->low[j], of_z->high[j]) ? 1.0 : 0.0;
    for (size_t i = 0; i < rep->n_factors; i++) {
        for (size_t j = 0; j < rep->n_codes; j++) {
            const double scale = p.code[j].scale, scaled = n > 1 ? LANES_SUM(p.of_codes[j]) / (double)(n - 1) : 0.0;
            const int flat = sqrt(scaled) <= sqrt(call->option[LEAST_VARIANCE]) * scale; /* R1 */
            double *at = &value[i * rep->n_codes + j];
            *at = factor_total[i] == 0.0 || code_total[j] == 0.0 || flat ? 0.0 : explained(&p, i, j, *at);
        }
        if (rep->levels[i] && call->option[NOMINAL] == 0) /* R2 */
            factor_total[i] = call->undefined_of(call, ASSAY_PER_FACTOR, i, "not-applicable",
                                                 "factor # is categorical: a regression on its labels means nothing; "
                                                 "mig, sap and sap@locatello2019 take classes");
    }
    to->value = value;
    to->factor_total = factor_total;
    to->code_total = code_total;
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    (void)option;
    return n * (0.3 * (m + d) + 0.25 * m * d);
}

const relation_kind relation_r2 = {
    .id = "r2",
    .title = "Coefficient of determination of one-code straight lines",
    .quantity = "r2",
    .squares = 1,
    .repeats = 1,
    .source = "Kumar, Sattigeri, Balakrishnan 2018, arXiv:1711.00848, section 3",
    COUNTED(options),
    .compute = compute,
    .cost = cost,
};
