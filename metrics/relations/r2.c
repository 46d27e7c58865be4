/*
 * r2 -- how well a straight line through one code predicts a factor
 *
 *     value_ij = cov(v_i, z_j)^2 / (var(v_i) var(z_j))      factor_total_i = code_total_j = 1, or 0 where constant
 *
 *   This is the coefficient of determination of the least-squares line, scored on the rows it was fitted to.
 *
 * Takes    factors [M x n] and codes [d x n], as numbers.
 * Gives    M x d values in [0, 1].
 * Cost     time O(n M d), scratch O(M) tiles of 256 rows; of codes that are mostly one value, M for each other row.
 * R1  A constant column (smallest = largest value) has total 0 and explains, or is explained, exactly 0. A code whose
 *     variance (ddof 1) is not above least-variance explains 0 too.
 * R2  Labels of three classes or more are names, no numbers: the factor's total is undefined, not-applicable, and its
 *     values are 0, unless nominal=number.
 * R3  Columns are centred before they are multiplied, so an offset costs no digits but those lost in storing the
 *     column, and scaled by a power of two to a range of about 1, so that no square overflows. A column whose range is
 *     not finite counts as constant.
 * R4  The products of a sparse code are those of its rows off the usual value (sparse_columns.h). Which codes are
 *     sparse depends on each alone, and so do the bits of a pair on its two columns.
 * R5  A cyclic factor is the pair of its cosine and sine (circle.h): what a code explains of both, over all of both. A
 *     code that is the cosine of an even angle has 1/2.
 */
#include "request.h"

#include "circle.h"
#include "lanes.h"
#include "products.h"
#include "scaling.h"
#include "sparse_columns.h"
#include "work.h"

OPTION_TABLE(R2_OPTIONS);
enum { TILE = SPARSE_TILE, ACROSS = 576, TOGETHER = 4 }; /* rows; codes; columns side by side */

/* What takes columns to where they are multiplied (R3), and their squares there; room for TOGETHER more columns. */
typedef struct side {
    column_walk walk;
    const extents *of;
    double *centre, *scale;
    lanes *squares;
} side;

/* Both sides, and of which kind codes are (R4). */
typedef struct sides {
    side v, z;
    size_t *dense, *sparse, n_dense, n_sparse;
    double *usual;   /* [n_sparse] */
    int *by_entries; /* [d] a sparse code's entries are enough */
    sparse_desk desk;
} sides;

/* Over whole lanes of rows, of columns side by side (one alone would wait for its own sums): */
#define ROWS_OF(k) ((*(const lanes *)(x[k] + s) - less[k]) * scale[k])

WIDE
static void add_rows(const double *const x[TOGETHER], size_t n, const double *less, const double *scale, lanes *to)
{
    lanes a = LANES_ALL(0.0), b = a, c = a, d = a;
    for (size_t s = 0; s + LANES <= n; s += LANES) a += ROWS_OF(0), b += ROWS_OF(1), c += ROWS_OF(2), d += ROWS_OF(3);
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}

WIDE
static void add_squares(const double *const x[TOGETHER], size_t n, const double *less, const double *scale, lanes *to)
{
    lanes a = LANES_ALL(0.0), b = a, c = a, d = a;
    for (size_t s = 0; s + LANES <= n; s += LANES) {
        const lanes e = ROWS_OF(0), f = ROWS_OF(1), g = ROWS_OF(2), h = ROWS_OF(3);
        a += e * e, b += f * f, c += g * g, d += h * h;
    }
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}

/* Means and squares of columns from the k-th on. Where they begin is taken off first: means are good to the last
 * digit. */
static void place_columns(const double *const x[TOGETHER], size_t n, size_t k, side *to)
{
    const double first[TOGETHER] = { x[0][0], x[1][0], x[2][0], x[3][0] }, *const scale = to->scale + k;
    double *const centre = to->centre + k;
    lanes sum[TOGETHER];
    add_rows(x, n, first, scale, sum);
    for (size_t c = 0; c < TOGETHER; c++) {
        double rest = 0.0;
        for (size_t s = n / LANES * LANES; s < n; s++) rest += (x[c][s] - first[c]) * scale[c];
        centre[c] = first[c] + (LANES_SUM(sum[c]) + rest) / (double)n / scale[c];
    }
    add_squares(x, n, centre, scale, sum);
    for (size_t c = 0; c < TOGETHER; c++) {
        for (size_t s = n / LANES * LANES; s < n; s++) {
            const double off = (x[c][s] - centre[c]) * scale[c];
            sum[c][s % LANES] += off * off;
        }
        to->squares[k + c] = sum[c];
    }
}

/* The same of a code by its entries. */
static void place_entries(const column_entries *x, size_t j, side *z)
{
    const double scale = z->scale[j];
    column_entries all = *x;
    double sum[LANES], last = 0.0;
    while (all.count && all.row[all.count - 1] >= x->n / LANES * LANES) all.count--;
    for (size_t e = all.count; e < x->count; e++) last += x->value[e] * scale;
    sparse_lane_sums(&all, scale, sum);
    const lanes sums = { sum[0], sum[1], sum[2], sum[3] };
    z->centre[j] = 0.0 + (LANES_SUM(sums) + last) / (double)x->n / scale;
    sparse_lane_squares(x, z->centre[j], scale, sum);
    z->squares[j] = (lanes){ sum[0], sum[1], sum[2], sum[3] };
}

/* Columns lent side by side, where they need not be laid. by_entries: NULL for factors; room: of a column. */
static void place_side(size_t n, const int *by_entries, double *room, side *to)
{
    const column_table *of = &to->walk.of;
    const size_t together = of->whole ? TOGETHER : 1;
    for (size_t k = 0; k < of->count; k++) to->scale[k] = column_unit(to->of->low[k], to->of->high[k]);
    for (size_t k = 0; k < of->count; k += together) {
        const double *x[TOGETHER];
        const column_entries kept = entries_of(of, k);
        for (size_t c = 0; c < TOGETHER && !(by_entries && by_entries[k]); c++)
            x[c] = c < together && k + c < of->count ? column_lent(of, k + c, room) : x[0];
        if (by_entries && by_entries[k]) place_entries(&kept, k, to);
        else place_columns(x, n, k, to);
    }
}

/* R4 */
static void find_sparse(size_t n, double *room, sides *p)
{
    const column_table *of = &p->z.walk.of;
    for (size_t j = 0; j < of->count; j++) {
        const column_entries kept = entries_of(of, j);
        const int varies = column_moves(p->z.of->low[j], p->z.of->high[j]);
        p->by_entries[j] = varies && n == kept.n && sparse_by_entries(&kept);
        p->usual[p->n_sparse] = 0.0;
        if (p->by_entries[j] || (varies && sparse_usual(column_lent(of, j, room), n, &p->usual[p->n_sparse])))
            p->sparse[p->n_sparse++] = j;
        else p->dense[p->n_dense++] = j;
    }
}

static assay_status side_lend(column_table of, assay_call *call, side *to)
{
    to->walk.of = of;
    return LEND(call, LOAN(to->walk.next, of.count), LOAN(to->centre, of.count + TOGETHER),
                LOAN(to->scale, of.count + TOGETHER), LOAN(to->squares, of.count + TOGETHER));
}

static assay_status sides_make(const assay_rep *rep, assay_call *call, size_t n, sides *p)
{
    const size_t d = rep->n_codes;
    double *room;
    ASSAY_TRY(extents_of_factors(rep, call, n, &p->v.of));
    ASSAY_TRY(extents_of_codes(rep, call, n, &p->z.of));
    ASSAY_TRY(side_lend(factors_table(rep), call, &p->v));
    ASSAY_TRY(side_lend(codes_table(rep), call, &p->z));
    ASSAY_TRY(LEND(call, LOAN(p->dense, d), LOAN(p->sparse, d), LOAN(p->usual, d + 1), LOAN(p->by_entries, d),
                   LOAN(room, p->v.walk.of.whole && p->z.walk.of.whole ? 1 : rep->n)));
    find_sparse(n, room, p);
    place_side(n, NULL, room, &p->v);
    place_side(n, p->by_entries, room, &p->z);
    return ASSAY_OK;
}

/* Sums over the rows of the products of all factors with codes that are not sparse. to [M x d] */
static assay_status multiply_dense(size_t n, sides *p, assay_call *call, double *to)
{
    const size_t m = p->v.walk.of.count, most = p->n_dense < ACROSS ? p->n_dense : ACROSS;
    double *sum;
    ASSAY_TRY(LEND(call, LOAN(sum, LANES * m * most)));
    for (size_t first = 0; first < p->n_dense; first += ACROSS) {
        const size_t across = p->n_dense - first < ACROSS ? p->n_dense - first : ACROSS, lane = m * across;
        const column_set v = { .walk = &p->v.walk, .count = m, .centre = p->v.centre, .scale = p->v.scale };
        const column_set z = {
            .walk = &p->z.walk, .count = across, .which = p->dense + first, .centre = p->z.centre, .scale = p->z.scale
        };
        if (first) memset(sum, 0, LANES * lane * sizeof *sum);
        ASSAY_TRY(products_add(v, z, n, (product_sums){ sum, across, lane }));
        for (size_t k = 0; k < lane; k++)
            to[k / across * p->z.walk.of.count + p->dense[first + k % across]] =
                (sum[k] + sum[k + lane]) + (sum[k + 2 * lane] + sum[k + 3 * lane]);
    }
    return ASSAY_OK;
}

/* What the entries of the k-th sparse code in the tile give. */
static void entries_add(sides *p, size_t k, size_t from, size_t rows)
{
    const size_t j = p->sparse[k], first = from ? p->z.walk.next[j] : 0;
    const column_entries z = entries_of(&p->z.walk.of, j);
    double by[TILE];
    size_t e = first;
    for (; e < z.count && z.row[e] < from + rows; e++) by[e - first] = z.value[e] * p->z.scale[j];
    if (e > first) sparse_add_listed(&p->desk, k, z.row + first, by, e - first, from);
    p->z.walk.next[j] = e;
}

static void add_sparse(sides *p, size_t from, size_t rows, double *tile)
{
    static const double zeros[TILE];
    const size_t m = p->v.walk.of.count;
    double room[TILE];
    for (size_t i = 0; i < m; i++) {
        const double *v = column_walked(&p->v.walk, i, from, rows, room);
        for (size_t s = 0; s < rows; s++) tile[i * TILE + s] = ((v ? v[s] : 0.0) - p->v.centre[i]) * p->v.scale[i];
    }
    sparse_take(&p->desk, tile, m, TILE, rows);
    for (size_t k = 0; k < p->n_sparse; k++) {
        const size_t j = p->sparse[k];
        const double *z = p->by_entries[j] ? NULL : column_walked(&p->z.walk, j, from, rows, room);
        if (p->by_entries[j]) entries_add(p, k, from, rows);
        else if (z || p->usual[k] != 0.0) sparse_add(&p->desk, k, z ? z : zeros, rows, p->usual[k], p->z.scale[j]);
    }
}

/* The same of sparse ones. */
static assay_status multiply_sparse(size_t n, sides *p, assay_call *call, double *to)
{
    const size_t m = p->v.walk.of.count;
    double *tile;
    if (!p->n_sparse) return ASSAY_OK;
    ASSAY_TRY(LEND(call, LOAN(tile, m * TILE)));
    ASSAY_TRY(sparse_lend(m, p->n_sparse, &p->desk));
    for (size_t from = 0; from < n; from += TILE) add_sparse(p, from, n - from < TILE ? n - from : TILE, tile);
    for (size_t k = 0; k < p->n_sparse; k++) {
        const size_t j = p->sparse[k];
        for (size_t i = 0; i < m; i++)
            to[i * p->z.walk.of.count + j] =
                sparse_product(&p->desk, k, i, (p->usual[k] - p->z.centre[j]) * p->z.scale[j]);
    }
    sparse_return(&p->desk);
    return ASSAY_OK;
}

static double explained(double cov, double of_v, double of_z)
{
    const double value = cov / of_v * (cov / of_z);
    return value < 1.0 ? value : 1.0;
}

/* R5: the products of a pair's columns k and k + 1 with code j, and their squares, as one column's. */
static void pair_up(sides *p, size_t k, size_t d, double *value)
{
    const double one = p->v.scale[k], other = p->v.scale[k + 1];
    p->v.squares[k] = p->v.squares[k] / (one * one) + p->v.squares[k + 1] / (other * other);
    for (size_t j = 0; j < d; j++) value[k * d + j] = hypot(value[k * d + j] / one, value[(k + 1) * d + j] / other);
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const size_t n = rows_asked(call->option[ROWS], rep->n), m = rep->n_factors, d = rep->n_codes;
    double *value, *factor_total, *code_total, *squares;
    sides p = { 0 };
    assay_rep flat;
    ASSAY_TRY(circle_unroll(rep, call, &flat));
    ASSAY_TRY(
        LEND(call, LOAN(value, flat.n_factors * d), LOAN(factor_total, m), LOAN(code_total, d), LOAN(squares, d)));
    ASSAY_TRY(sides_make(&flat, call, n, &p));
    ASSAY_TRY(multiply_dense(n, &p, call, value));
    ASSAY_TRY(multiply_sparse(n, &p, call, value));

    for (size_t j = 0; j < d; j++) { /* R1 */
        squares[j] = LANES_SUM(p.z.squares[j]);
        code_total[j] = column_moves(p.z.of->low[j], p.z.of->high[j]) ? 1.0 : 0.0;
        const double scaled = n > 1 ? squares[j] / (double)(n - 1) : 0.0;
        if (code_total[j] == 0.0 || sqrt(scaled) <= sqrt(call->option[LEAST_VARIANCE]) * p.z.scale[j]) squares[j] = 0.0;
    }
    for (size_t i = 0, k = 0; i < m; i++, k++) {
        const int pair = factor_period(rep, i) > 0.0, names = labels_are_names(rep, i, call->option[NOMINAL]); /* R2 */
        const int moves = column_moves(p.v.of->low[k], p.v.of->high[k]) ||
                          (pair && column_moves(p.v.of->low[k + 1], p.v.of->high[k + 1]));
        if (pair) pair_up(&p, k, d, value);
        const double own = LANES_SUM(p.v.squares[k]);
        factor_total[i] = moves ? 1.0 : 0.0;
        for (size_t j = 0; j < d; j++)
            value[i * d + j] =
                !moves || names || squares[j] == 0.0 ? 0.0 : explained(value[k * d + j], own, squares[j]);
        k += (size_t)pair;
        if (names)
            factor_total[i] = FACTOR_UNDEFINED(call, i, "not-applicable",
                                               "factor # is categorical: a regression on its labels means nothing; "
                                               "mig, sap and sap@locatello2019 take classes");
    }
    to->value = value;
    to->factor_total = factor_total;
    to->code_total = code_total;
    return ASSAY_OK;
}

COST(cost, n * 2.5 * (m + d) + 0.25 * m * work_multiplied(size));

static int always(const double *option) { return option != NULL; }

const relation_kind relation_r2 = {
    .id = "r2",
    .title = "Coefficient of determination of one-code straight lines",
    .quantity = "r2",
    .squares = 1,
    .sparse = always,
    .repeats = 1,
    .cyclic = 1,
    .source = "Kumar, Sattigeri, Balakrishnan 2018, arXiv:1711.00848, section 3",
    RELATION_PARTS,
};
