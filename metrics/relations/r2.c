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
 * Cost     time O(n M d), scratch O(M + d) tiles of 256 rows; of codes that are mostly one value, M for each other row.
 * R1  A constant column (smallest = largest value) has total 0 and explains, or is explained, exactly 0. A code whose
 *     variance (ddof 1) is not above least-variance explains 0 too.
 * R2  Labels of three classes or more are names, no numbers: the factor's total is undefined, not-applicable, and its
 *     values are 0, unless nominal=number.
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
#include "work.h"

#include <float.h>

OPTION_TABLE(R2_OPTIONS);
enum { TILE = 256, BLOCK = 2 }; /* rows at a time; columns of either side at a time */

/* What takes a column to where it is multiplied (R3), and which of its kind it is (R4). */
typedef struct placed {
    double centre, scale;
    double usual;           /* of a sparse code */
    int sparse, by_entries; /* by_entries: its entries are enough */
    size_t at;              /* among the sparse codes, or the others */
} placed;

/* Sums over the rows of all products of two sets of centred columns. */
typedef struct products {
    size_t n_factors, n_codes;       /* dense ones, in whole blocks: the rest are columns of zeros */
    double *factor_tile, *code_tile; /* [columns * TILE] */
    double *one_tile;                /* [TILE] of a sparse code */
    lanes *of_pairs;                 /* [n_factors * n_codes] */
    lanes *of_factors, *of_codes;    /* squares */
    placed *factor, *code;
    size_t n_sparse;
    sparse_desk desk;
    column_walk v, z;
} products;

/* The mean; the first row's value is taken off first, and in lanes, so that it is good to the last digits. */
WIDE
static double column_mean(const double *x, size_t n, double scale)
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
static double column_scale(double low, double high)
{
    int exponent = 0;
    if (moves(low, high)) (void)frexp(high - low, &exponent);
    if (exponent < -1000) exponent = -1000;
    return ldexp(1.0, exponent > 1000 ? -1000 : -exponent);
}

static placed column_place(const double *x, size_t n, double low, double high)
{
    const double scale = column_scale(low, high);
    return (placed){ .centre = column_mean(x, n, scale), .scale = scale };
}

/* The same of a code by its entries, and its squares; as column_mean and tile_fill have them. */
static placed entries_place(const column_entries *x, double low, double high, lanes *squares)
{
    const double scale = column_scale(low, high);
    column_entries all = *x;
    double sum[LANES], last = 0.0;
    while (all.count && all.row[all.count - 1] >= x->n / LANES * LANES) all.count--;
    for (size_t e = all.count; e < x->count; e++) last += x->value[e] * scale;
    sparse_lane_sums(&all, scale, sum);
    lanes sums = { sum[0], sum[1], sum[2], sum[3] };
    const double centre = 0.0 + (LANES_SUM(sums) + last) / (double)x->n / scale;
    sparse_lane_squares(x, centre, scale, sum);
    *squares = (lanes){ sum[0], sum[1], sum[2], sum[3] };
    return (placed){ .centre = centre, .scale = scale, .sparse = 1, .by_entries = 1 };
}

/* Places `rows` rows of a column into a tile, zeros after them, and adds up the squares. x: NULL for zeros. */
WIDE
static void tile_fill(const double *x, placed at, size_t rows, double *to, lanes *squares)
{
    const double zero = (0.0 - at.centre) * at.scale;
    for (size_t s = 0; !x && s < rows; s++) to[s] = zero;
    for (size_t s = 0; x && s < rows; s++) to[s] = (x[s] - at.centre) * at.scale;
    for (size_t s = rows; s < TILE; s++) to[s] = 0.0;
    lanes sum = *squares;
    for (size_t s = 0; s < TILE; s += LANES) sum += *(const lanes *)(to + s) * *(const lanes *)(to + s);
    *squares = sum;
}

/* BLOCK x BLOCK pairs of one tile at once: each value loaded serves twice. */
WIDE
static void tile_products(const double *v, const double *z, lanes *to, size_t stride)
{
    lanes a = to[0], b = to[1], c = to[stride], d = to[stride + 1];
    for (size_t s = 0; s < TILE; s += LANES) {
        const lanes v0 = *(const lanes *)(v + s), v1 = *(const lanes *)(v + TILE + s);
        const lanes z0 = *(const lanes *)(z + s), z1 = *(const lanes *)(z + TILE + s);
        a += v0 * z0;
        b += v0 * z1;
        c += v1 * z0;
        d += v1 * z1;
    }
    to[0] = a;
    to[1] = b;
    to[stride] = c;
    to[stride + 1] = d;
}

/* What the entries of sparse code j in the tile give. */
static void entries_add(products *p, size_t j, size_t from, size_t rows)
{
    const column_entries z = entries_of(&p->z.of, j);
    double by[TILE];
    const size_t first = from ? p->z.next[j] : 0;
    size_t e = first;
    for (; e < z.count && z.row[e] < from + rows; e++) by[e - first] = z.value[e] * p->code[j].scale;
    if (e > first) sparse_add_listed(&p->desk, p->code[j].at, z.row + first, by, e - first, from);
    p->z.next[j] = e;
}

static void products_add(size_t from, size_t rows, products *p)
{
    static const double zeros[TILE];
    double room[TILE];
    for (size_t i = 0; i < p->v.of.count; i++)
        tile_fill(column_walked(&p->v, i, from, rows, room), p->factor[i], rows, p->factor_tile + i * TILE,
                  &p->of_factors[i]);
    if (p->n_sparse) sparse_take(&p->desk, p->factor_tile, p->v.of.count, TILE, rows);
    for (size_t j = 0; j < p->z.of.count; j++) {
        const placed *at = &p->code[j];
        if (at->by_entries) {
            entries_add(p, j, from, rows);
            continue;
        }
        const double *z = column_walked(&p->z, j, from, rows, room);
        tile_fill(z, *at, rows, at->sparse ? p->one_tile : p->code_tile + at->at * TILE, &p->of_codes[j]);
        if (at->sparse && (z || at->usual != 0.0))
            sparse_add(&p->desk, at->at, z ? z : zeros, rows, at->usual, at->scale);
    }
    for (size_t i = 0; i < p->n_factors; i += BLOCK)
        for (size_t j = 0; j < p->n_codes; j += BLOCK)
            tile_products(p->factor_tile + i * TILE, p->code_tile + j * TILE, p->of_pairs + i * p->n_codes + j,
                          p->n_codes);
}

/* Says of every column where it goes; returns how many codes are not sparse. room: of a column. */
static size_t place_all(size_t n, const extents *of_v, const extents *of_z, double *room, products *p)
{
    size_t others = 0;
    for (size_t i = 0; i < p->v.of.count; i++)
        p->factor[i] = column_place(column_lent(&p->v.of, i, room), n, of_v->low[i], of_v->high[i]);
    for (size_t j = 0; j < p->z.of.count; j++) {
        placed *at = &p->code[j];
        const column_entries kept = entries_of(&p->z.of, j);
        const int varies = moves(of_z->low[j], of_z->high[j]);
        if (varies && n == kept.n && sparse_by_entries(&kept)) {
            *at = entries_place(&kept, of_z->low[j], of_z->high[j], &p->of_codes[j]);
        } else {
            const double *z = column_lent(&p->z.of, j, room);
            *at = column_place(z, n, of_z->low[j], of_z->high[j]);
            at->sparse = varies && sparse_usual(z, n, &at->usual);
        }
        at->at = at->sparse ? p->n_sparse++ : others++;
    }
    return others;
}

static assay_status products_lend(const assay_rep *rep, assay_call *call, size_t n, const extents *of_v,
                                  const extents *of_z, products *p)
{
    double *room;
    p->v.of = factors_table(rep), p->z.of = codes_table(rep);
    ASSAY_TRY(LEND(call, LOAN(p->factor, rep->n_factors), LOAN(p->code, rep->n_codes), LOAN(room, rep->n),
                   LOAN(p->v.next, rep->n_factors), LOAN(p->z.next, rep->n_codes), LOAN(p->of_codes, rep->n_codes)));
    p->n_factors = (rep->n_factors + BLOCK - 1) / BLOCK * BLOCK;
    p->n_codes = (place_all(n, of_v, of_z, room, p) + BLOCK - 1) / BLOCK * BLOCK;
    ASSAY_TRY(LEND(call, LOAN(p->factor_tile, p->n_factors * TILE), LOAN(p->code_tile, p->n_codes * TILE),
                   LOAN(p->one_tile, TILE), LOAN(p->of_pairs, p->n_factors * p->n_codes),
                   LOAN(p->of_factors, p->n_factors)));
    return p->n_sparse ? sparse_lend(rep->n_factors, p->n_sparse, &p->desk) : ASSAY_OK;
}

static assay_status products_of(const assay_rep *rep, assay_call *call, size_t n, const extents *of_v,
                                const extents *of_z, products *p)
{
    const assay_status status = products_lend(rep, call, n, of_v, of_z, p);
    for (size_t from = 0; from < n && status == ASSAY_OK; from += TILE)
        products_add(from, n - from < TILE ? n - from : TILE, p);
    return status;
}

static double explained(const products *p, size_t i, size_t j)
{
    const placed *z = &p->code[j];
    const double cov = z->sparse ? sparse_product(&p->desk, z->at, i, (z->usual - z->centre) * z->scale)
                                 : LANES_SUM(p->of_pairs[i * p->n_codes + z->at]);
    const double value = cov / LANES_SUM(p->of_factors[i]) * (cov / LANES_SUM(p->of_codes[j]));
    return value < 1.0 ? value : 1.0;
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const size_t n = call->option[ROWS] != 0 ? rows_train(rep->n) : rep->n;
    double *value, *factor_total, *code_total;
    ASSAY_TRY(LEND(call, LOAN(value, rep->n_factors * rep->n_codes), LOAN(factor_total, rep->n_factors),
                   LOAN(code_total, rep->n_codes)));
    const extents *of_v, *of_z;
    products p = { 0 };
    ASSAY_TRY(extents_of_factors(rep, call, n, &of_v));
    ASSAY_TRY(extents_of_codes(rep, call, n, &of_z));
    ASSAY_TRY(products_of(rep, call, n, of_v, of_z, &p));

    for (size_t i = 0; i < rep->n_factors; i++) factor_total[i] = moves(of_v->low[i], of_v->high[i]) ? 1.0 : 0.0;
    for (size_t j = 0; j < rep->n_codes; j++) code_total[j] = moves(of_z->low[j], of_z->high[j]) ? 1.0 : 0.0;
    for (size_t i = 0; i < rep->n_factors; i++) {
        for (size_t j = 0; j < rep->n_codes; j++) {
            const double scale = p.code[j].scale, scaled = n > 1 ? LANES_SUM(p.of_codes[j]) / (double)(n - 1) : 0.0;
            const int flat = sqrt(scaled) <= sqrt(call->option[LEAST_VARIANCE]) * scale; /* R1 */
            value[i * rep->n_codes + j] =
                factor_total[i] == 0.0 || code_total[j] == 0.0 || flat ? 0.0 : explained(&p, i, j);
        }
        if (!labels_are_names(rep, i, call->option[NOMINAL])) continue;
        memset(value + i * rep->n_codes, 0, rep->n_codes * sizeof *value); /* R2 */
        factor_total[i] = call->undefined_of(call, ASSAY_PER_FACTOR, i, "not-applicable",
                                             "factor # is categorical: a regression on its labels means nothing; "
                                             "mig, sap and sap@locatello2019 take classes");
    }
    sparse_return(&p.desk);
    to->value = value;
    to->factor_total = factor_total;
    to->code_total = code_total;
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    (void)option;
    return n * 2.5 * (m + d) + 0.25 * m * work_multiplied(size);
}

static int always(const double *option) { return option != NULL; }

const relation_kind relation_r2 = {
    .id = "r2",
    .title = "Coefficient of determination of one-code straight lines",
    .quantity = "r2",
    .squares = 1,
    .sparse = always,
    .repeats = 1,
    .source = "Kumar, Sattigeri, Balakrishnan 2018, arXiv:1711.00848, section 3",
    RELATION_PARTS,
};
