/*
 *     score = 1/min(M, d) sum_i rdc(v_i, z_p(i))
 *
 *   rdc is the largest correlation of a combination of sin(a r/n + b) of the factor's ranks with one of the code's, for
 *   K random pairs a, b on either side; p is the one-to-one match of factors and codes for which the sum is largest.
 *
 * Takes    factors [M x n] and codes [d x n], as numbers.
 * Gives    "mcc-rdc", one per factor and their mean, in [0, 1]: 1 = every factor is some smooth function of a code of
 *          its own, monotone or not. Independent codes: not 0 but what five directions against five find by
 *          chance (.16 to .21 at 500 rows and two of each), and more the more codes there are.
 * Draws    draws=shared: a_1 .. a_K, b_1 .. b_K for all factors, then for all codes. So no bit depends on the order of
 *          the codes or on a unit; against a reversed code it does, in the fourth digit. draws=pairs: both again for
 *          each pair, factor by factor, as published.
 * Cost     n K^2 for a basis, n M d 5^2 for the pairs. Bases: two, and one for each column that has equal values;
 *          draws=pairs: 2 M d.
 * R1  A constant factor: undefined; it takes no part. So does a constant code (columns=all: it is correlated 0;
 *     ties=unstable gives it ranks).
 * R2  More factors than codes: those without one are left out, not-applicable; divisor=factors: they count 0.
 * R3  Labels of three classes or more are names: undefined, not-applicable (nominal=number takes them as numbers).
 * R4  Where two bases together fill the rows, any two columns correlate 1: too-few-samples.
 */
#include "assignment.h"
#include "matched.h"
#include "radix_order.h"
#include "scaling.h"
#include "svd.h"
#include "vectors.h"
#include "work.h"

#include <float.h>

/*
 * Random features of a column's ranks, and the largest correlation that two columns' features can be given
 *
 *     f_k(x) = sin(a_k r(x)/n + b_k), k = 1 .. K      rdc = max over u, w of corr(u . f(x), w . f(y))
 *
 *   r is the rank of a row, 1 .. n. The maximum is the largest canonical correlation: the largest singular value of
 *   Ux' Uy, U an orthonormal basis of what the centred features span.
 *
 * Source   Lopez-Paz, Hennig, Schoelkopf 2013, The randomized dependence coefficient (NIPS), arXiv:1304.7717.
 * Shapes   columns of n rows; bases column by column, [rank * n].
 * Cost     a basis O(n K^2), a pair O(n rank^2).
 * R1  BASIS_SINGULAR: directions below 1e-6 of the longest are left out. Sines of a short interval are so smooth that
 *     some five remain of twenty: the others hold less than rounding leaves of them, one after the other.
 * R2  BASIS_COLUMNS, as published: as many of the first columns as there are singular values above
 *     n DBL_EPSILON of the largest, eight or nine, though these columns span five directions and rounding.
 * R3  TIES_MEAN: equal values share their mean rank, a constant column has no direction. TIES_UNSTABLE: equal values
 *     are ranked as an unstable sort leaves them.
 * R4  Columns without equal values have the same ranks in another order of rows: their basis is made once for given
 *     weights. Not BASIS_COLUMNS, where rounding decides.
 */
enum { TIES_MEAN, TIES_UNSTABLE };
enum { BASIS_SINGULAR, BASIS_COLUMNS };

enum { DRAWS_SHARED, DRAWS_PAIRS };

#define OPTIONS(OPTION)                                                                                               \
    OPTION(NOMINAL, OPTION_NOMINAL)                                                                                   \
    OPTION(DIVISOR, OPTION_DIVISOR)                                                                                   \
    OPTION(COLUMNS, OPTION_COLUMNS)                                                                                   \
    OPTION(FEATURES, WHOLE("features", "random features of a column", 20, 1, 1000))                                   \
    OPTION(SPREAD, NUMBER("spread", "deviation of their random numbers", 0.5, 0, 1000))                               \
    OPTION(TIES, CHOICE("ties", "equal values share their mean rank, or have those that an unstable sort gives them", \
                        [TIES_MEAN] = "mean", [TIES_UNSTABLE] = "unstable"))                                          \
    OPTION(                                                                                                           \
        BASIS,                                                                                                        \
        CHOICE("basis",                                                                                               \
               "directions of the features above 1e-6 of the longest, or as many columns as rounding leaves a rank",  \
               [BASIS_SINGULAR] = "singular", [BASIS_COLUMNS] = "columns"))                                           \
    OPTION(DRAWS, CHOICE("draws", "one draw for all factors and one for all codes, or two for each pair",             \
                         [DRAWS_SHARED] = "shared", [DRAWS_PAIRS] = "pairs"))
OPTION_TABLE(OPTIONS);

typedef struct rdc_basis {
    size_t rank, room; /* room: columns that its own memory has */
    double *left;      /* [rank * n] */
} rdc_basis;

typedef struct rdc_weights {
    double *at; /* [2 * features] */
    int known;
    rdc_basis sorted; /* R4: rows in ascending order, where it is known */
} rdc_weights;

typedef struct rdc_desk { /* what bases are made with, one after the other */
    assay_call *call;
    size_t n, features;
    int ties, basis;
    double *rank, *sorted;                  /* [n] */
    uint32_t *order;                        /* [n] */
    double *feature, *copy, *value, *right; /* [features * n] twice, [features], [features^2]; copy: the basis, then */
    double *product;                        /* [features^2] */
    rdc_weights of_factors, of_codes;
    rdc_basis *factor, code; /* factor [M] */
    size_t widest;           /* most directions that two bases had together */
} rdc_desk;

/*
 * Rows in the order in which a quicksort leaves them, equal values in no order of their own
 *
 *   Pivot: the median of the first, middle and last value, set aside next to the last; up to 17 rows by insertion.
 *   What published code ranks by such a sort has ranks of equal values that only the same sort gives.
 *
 * Source   Sedgewick 1978, Communications of the ACM 21, p. 847; conventions of NumPy 1.24.2 (argsort, "quicksort",
 *          without AVX-512).
 * Cost     O(n log n) on average; where a run is halved badly more than 2 log2 n times a stable sort takes its place.
 */

enum { INSERTION = 17 };

static void exchange(uint32_t *a, uint32_t *b)
{
    const uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void insert_each(const double *value, uint32_t *row, size_t n)
{
    for (size_t r = 1; r < n; r++) {
        const uint32_t here = row[r];
        size_t to = r;
        for (; to > 0 && value[here] < value[row[to - 1]]; to--) row[to] = row[to - 1];
        row[to] = here;
    }
}

/* Parts row[n] at a pivot; returns its place. */
static size_t part(const double *value, uint32_t *row, size_t n)
{
    uint32_t *first = row, *middle = row + (n - 1) / 2, *last = row + n - 1;
    if (value[*middle] < value[*first]) exchange(middle, first);
    if (value[*last] < value[*middle]) exchange(last, middle);
    if (value[*middle] < value[*first]) exchange(middle, first);
    const double pivot = value[*middle];
    size_t low = 0, high = n - 2;
    exchange(middle, row + n - 2);
    for (;;) {
        do low++;
        while (value[row[low]] < pivot);
        do high--;
        while (pivot < value[row[high]]);
        if (low >= high) break;
        exchange(row + low, row + high);
    }
    exchange(row + low, row + n - 2);
    return low;
}

/* False where it was halved badly `depth` times. */
static int order(const double *value, uint32_t *row, size_t n, int depth)
{
    while (n > INSERTION) {
        if (depth-- == 0) return 0;
        const size_t at = part(value, row, n), above = n - at - 1;
        if (at < above) {
            if (!order(value, row, at, depth)) return 0;
            row += at + 1, n = above;
        } else {
            if (!order(value, row + at + 1, above, depth)) return 0;
            n = at;
        }
    }
    insert_each(value, row, n);
    return 1;
}

/* row[r] = which row of value[n] comes r-th; sorted: scratch [n]. n below 2^32. */
static assay_status quick_order(const double *value, size_t n, double *sorted, uint32_t *row)
{
    int depth = 1;
    for (size_t left = n; left > 1; left /= 2) depth += 2;
    for (size_t s = 0; s < n; s++) row[s] = (uint32_t)s;
    return order(value, row, n, depth) ? ASSAY_OK : radix_order(value, n, sorted, row);
}

#define COLLINEAR 1e-6 /* R1 */

/* At most n features are taken. */
static assay_status rdc_lend(const assay_rep *rep, assay_call *call, rdc_desk *to)
{
    const double *option = call->option;
    const size_t n = rep->n, asked = (size_t)option[FEATURES], k = asked < n ? asked : n;
    *to = (rdc_desk){ .call = call, .n = n, .features = k, .ties = (int)option[TIES], .basis = (int)option[BASIS] };
    return LEND(call, LOAN(to->rank, n), LOAN(to->sorted, n), LOAN(to->order, n), LOAN(to->feature, k * n),
                LOAN(to->copy, k * n), LOAN(to->value, k), LOAN(to->right, k * k), LOAN(to->product, k * k),
                LOAN(to->of_factors.at, 2 * asked), LOAN(to->of_codes.at, 2 * asked), LOAN(to->factor, rep->n_factors));
}

/* Takes a copy, in memory of its own that is used again where it is large enough. */
static assay_status rdc_basis_keep(const rdc_desk *desk, const rdc_basis *made, rdc_basis *to)
{
    if (made->rank > to->room) {
        ASSAY_TRY(LEND(desk->call, LOAN(to->left, made->rank * desk->n)));
        to->room = made->rank;
    }
    to->rank = made->rank;
    if (to->rank) memcpy(to->left, made->left, to->rank * desk->n * sizeof *to->left);
    return ASSAY_OK;
}

/* a_1 .. a_K, then b_1 .. b_K, of factors and then of codes: normal, of deviation `spread`. */
static void rdc_draw(rdc_desk *desk)
{
    for (size_t side = 0; side < 2; side++) {
        rdc_weights *to = side ? &desk->of_codes : &desk->of_factors;
        for (size_t k = 0; k < 2 * desk->features; k++)
            to->at[k] = desk->call->option[SPREAD] * assay_stream_normal(desk->call->stream);
        to->known = 0;
    }
}

/* R3: 1 .. n */
static assay_status ranks_of(rdc_desk *t, const double *x)
{
    double squares;
    memcpy(t->rank, x, t->n * sizeof *x);
    if (t->ties == TIES_MEAN) {
        const assay_status status = ranks_centred(t->rank, t->n, t->sorted, t->order, &squares);
        for (size_t s = 0; s < t->n; s++) t->rank[s] += 0.5 * ((double)t->n + 1.0);
        return status;
    }
    const assay_status status = quick_order(x, t->n, t->sorted, t->order);
    for (size_t r = 0; r < t->n && status == ASSAY_OK; r++) t->rank[t->order[r]] = (double)(r + 1);
    return status;
}

static void features_fill(rdc_desk *t, const double *weight)
{
    const double n = (double)t->n;
    for (size_t k = 0; k < t->features; k++) {
        double *to = t->feature + k * t->n, sum = 0.0;
        for (size_t s = 0; s < t->n; s++) {
            to[s] = sin(t->rank[s] / n * weight[k] + weight[t->features + k]);
            sum += to[s];
        }
        for (size_t s = 0; s < t->n; s++) to[s] -= sum / n;
    }
}

/* The directions of right singular vectors, in the coordinates of the columns: U = A V / S. */
static void basis_singular(const rdc_desk *t, rdc_basis *to)
{
    const size_t n = t->n, features = t->features;
    memset(to->left, 0, to->rank * n * sizeof *to->left);
    for (size_t k = 0; k < to->rank; k++)
        for (size_t j = 0; j < features; j++)
            vector_add(to->left + k * n, t->feature + j * n, t->right[k * features + j] / t->value[k], n);
}

/* What columns of the desk's ranks span. */
static void basis_of_ranks(rdc_desk *t, const double *weight, rdc_basis *to)
{
    const size_t n = t->n, features = t->features;
    features_fill(t, weight);
    memcpy(t->copy, t->feature, features * n * sizeof *t->copy);
    svd_reduced(t->copy, n, features, t->product, t->value, t->right);
    const double most = n > features ? (double)n : (double)features + 1.0;
    const double least = t->basis == BASIS_COLUMNS ? most * DBL_EPSILON : COLLINEAR; /* R2, R1 */
    while (to->rank < features && t->value[to->rank] > least * t->value[0]) to->rank++;
    if (t->basis == BASIS_COLUMNS) svd_orthonormal(t->feature, n, to->rank, to->left);
    else basis_singular(t, to);
}

/* R4 */
static assay_status basis_of_order(rdc_desk *t, rdc_weights *weights, rdc_basis *to)
{
    const size_t n = t->n;
    if (!weights->known) {
        for (size_t r = 0; r < n; r++) t->rank[r] = (double)(r + 1);
        basis_of_ranks(t, weights->at, to);
        ASSAY_TRY(rdc_basis_keep(t, to, &weights->sorted));
        weights->known = 1;
    }
    to->rank = weights->sorted.rank;
    for (size_t k = 0; k < to->rank; k++)
        for (size_t r = 0; r < n; r++) to->left[k * n + t->order[r]] = weights->sorted.left[k * n + r];
    return ASSAY_OK;
}

static int has_equal_values(const rdc_desk *t)
{
    for (size_t r = 1; r < t->n; r++)
        if (t->sorted[r] == t->sorted[r - 1]) return 1;
    return 0;
}

/* What column x [n] spans; it stands in the desk until the next is made. */
static assay_status rdc_basis_of(rdc_desk *t, const double *x, rdc_weights *weights, rdc_basis *to)
{
    ASSAY_TRY(ranks_of(t, x));
    *to = (rdc_basis){ .left = t->copy };
    if (column_is_constant(t->rank, t->n)) return ASSAY_OK;
    if (t->basis == BASIS_SINGULAR && t->ties == TIES_MEAN && !has_equal_values(t))
        return basis_of_order(t, weights, to);
    basis_of_ranks(t, weights->at, to);
    return ASSAY_OK;
}

/* In [0, 1]; 0 where one spans nothing. */
static double rdc_correlate(rdc_desk *t, const rdc_basis *x, const rdc_basis *y)
{
    const size_t n = t->n, rx = x->rank, ry = y->rank;
    if (!rx || !ry) return 0.0;
    for (size_t b = 0; b < ry; b++)
        for (size_t a = 0; a < rx; a++) t->product[b * rx + a] = vector_product(x->left + a * n, y->left + b * n, n);
    svd_columns(t->product, rx, ry, t->value, t->right);
    return fmin(t->value[0], 1.0);
}

/* A factor's basis, kept. */
static assay_status factor_make(const double *x, rdc_desk *t, rdc_basis *to)
{
    rdc_basis made;
    ASSAY_TRY(rdc_basis_of(t, x, &t->of_factors, &made));
    return rdc_basis_keep(t, &made, to);
}

static void correlate(rdc_desk *t, const rdc_basis *factor, double *to)
{
    const size_t together = factor->rank + t->code.rank;
    *to = rdc_correlate(t, factor, &t->code);
    if (together > t->widest) t->widest = together;
}

static assay_status correlate_shared(const assay_rep *rep, const double *judged, rdc_desk *t, double *to)
{
    const size_t n = rep->n, d = rep->n_codes;
    rdc_draw(t);
    for (size_t i = 0; i < rep->n_factors; i++)
        if (!isnan(judged[i])) ASSAY_TRY(factor_make(rep->factors + i * n, t, &t->factor[i]));
    for (size_t j = 0; j < d; j++) {
        ASSAY_TRY(rdc_basis_of(t, rep->codes + j * n, &t->of_codes, &t->code));
        for (size_t i = 0; i < rep->n_factors; i++)
            if (!isnan(judged[i])) correlate(t, &t->factor[i], to + i * d + j);
    }
    return ASSAY_OK;
}

static assay_status correlate_pairs(const assay_rep *rep, const double *judged, rdc_desk *t, double *to)
{
    const size_t n = rep->n, d = rep->n_codes;
    for (size_t i = 0; i < rep->n_factors; i++)
        for (size_t j = 0; j < d && !isnan(judged[i]); j++) {
            rdc_draw(t);
            ASSAY_TRY(factor_make(rep->factors + i * n, t, &t->factor[0]));
            ASSAY_TRY(rdc_basis_of(t, rep->codes + j * n, &t->of_codes, &t->code));
            correlate(t, &t->factor[0], to + i * d + j);
        }
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    double *correlation, *items = call->series[0].items;
    size_t judged, *code;
    rdc_desk t;
    ASSAY_TRY(LEND(call, LOAN(correlation, m * d), LOAN(code, m)));
    ASSAY_TRY(matched_judge(rep, call, items, &judged));
    ASSAY_TRY(rdc_lend(rep, call, &t));
    ASSAY_TRY(call->option[DRAWS] == DRAWS_SHARED ? correlate_shared(rep, items, &t, correlation)
                                                  : correlate_pairs(rep, items, &t, correlation));
    step_show(call, "the correlations", correlation, m, d);
    if (t.widest >= rep->n) /* R4 */
        return REFUSED(call, "too-few-samples", "%zu rows for features of %zu directions", rep->n, t.widest);
    ASSAY_TRY(matched_pairs(correlation, items, m, d, call, code));
    matched_items(correlation, code, m, d, (int)call->option[DIVISOR], call); /* R2 */
    return ASSAY_OK;
}

/* Columns that have a basis of their own; R4 of the features: those without equal values share one on either side. */
static double bases(const assay_size *size, const double *option)
{
    const double m = work_numbers(size, option[NOMINAL] == NOMINAL_NUMBER), d = (double)size->n_codes;
    if (option[DRAWS] == DRAWS_PAIRS) return 2.0 * m * d;
    if (option[TIES] != TIES_MEAN || option[BASIS] != BASIS_SINGULAR) return m + d;
    const double tied = (double)size->n_binary + (size->n_zeros ? d : 0.0);
    return fmin(m + d, tied + 2.0);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = work_numbers(size, option[NOMINAL] == NOMINAL_NUMBER),
                 d = (double)size->n_codes;
    const double k = option[FEATURES];
    const double columns = option[DRAWS] == DRAWS_SHARED ? m + d : 2.0 * m * d;
    return columns * work_sort(n) + bases(size, option) * n * k * (0.15 * k + 5.0) + 7.0 * n * m * d +
           work_assignment(m, d);
}

static const assay_output outputs[] = { { "mcc-rdc", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Lopez-Paz, Hennig, Schoelkopf 2013", NULL, NULL },
    { "guard2026", "Joshi et al. 2026, published code",
      "nominal=number:ties=unstable:basis=columns:draws=pairs:columns=all",
      "Equal values are ranked as an unstable sort leaves them, so a constant code has ranks, too, and counts in "
      "min(M, d). The features of a "
      "column span some five directions, and eight or nine are taken: the rest is rounding, which two columns now and "
      "then share, so noise of 500 rows scores .2 in most draws and .9 in some. Every pair has draws of its own." },
};

const assay_metric assay_metric_mcc_rdc = {
    .flags = ASSAY_RANDOM | ASSAY_VARYING,
    .id = "mcc-rdc",
    .title = "Mean Correlation Coefficient of random features",
    .family = "predictor",
    .formula = "1/min(M, d) sum_i rdc(v_i, z_p(i)), p the best one-to-one match; rdc: largest canonical correlation of "
               "sin(a_k rank/n + b_k), k = 1 .. K, of either side",
    .source = "Lopez-Paz, Hennig, Schoelkopf 2013, arXiv:1304.7717",
    METRIC_PARTS_AND_COST,
    .solver = &assignment_solver,
};
