/*
 *     out = 1/k sum_c |corr(a_c . v, b_p(c) . z)| on the second half of the rows in a drawn order, p the best match,
 *           one to one
 *     in  = the same on the first half = mean canonical correlation
 *
 *   a_c and b_c are the canonical directions of the first floor(n/2) rows: those of the largest correlation, then those
 *   of the largest among what is uncorrelated with them, and so on; k = min(rank of the factors, rank of the codes).
 *
 * Source   Khemakhem, Monti, Kingma, Hyvaerinen 2020, ICE-BeeM (NeurIPS), arXiv:2002.11537, section 4 (weak
 *          identifiability), and its published code; Hotelling 1936 and Bjoerck and Golub 1973 (by singular values).
 * Takes    factors [M x n] and codes [d x n], as numbers; n >= 6.
 * Gives    "mcc-weak" (out) and "mcc-weak-in", in [0, 1]: 1 = factors and codes are linear maps of each other as far as
 *          the smaller one goes. Every invertible mixing has 1: linear explicitness, not disentanglement.
 * Cost     n (M + d)^2; n^3 of more codes than half the rows, unless they span few directions.
 * R1  Columns that are constant in the first half take no part, nor do directions below 1e-10 of the largest.
 * R2  No factor varies there: undefined, constant-factor; no code: no-active-code.
 * R3  Labels of three classes or more are names: undefined, not-applicable (nominal=number takes them as numbers).
 * R4  n < 6: too-few-samples.
 * R5  The two sides span h + 1 directions or more, with h rows less their mean: two correlations at least are 1
 *     whatever the data, and which directions have them is rounding's choice. too-few-samples.
 */
#include "cholesky.h"
#include "matched.h"
#include "products.h"
#include "scaling.h"
#include "svd.h"
#include "work.h"

#define OPTIONS(OPTION)             \
    OPTION(NOMINAL, OPTION_NOMINAL) \
    OPTION(ORDER, OPTION_ORDER)
OPTION_TABLE(OPTIONS);

#define COLLINEAR 1e-10 /* R1 */
#define SURE 1e-12      /* of the sum of all squares: what is left of a row is no rounding */
enum { OUT, IN };

/* One side: its columns, and a basis of what they span in the first half of the rows. */
typedef struct side {
    size_t n, half, count;
    const double *x;     /* [count * n] as they are */
    const size_t *order; /* [n] of the rows; NULL: as they stand */
    double *put;         /* [n] one of them in that order */
    double *own;         /* [n] one of them, see standardise */
    svd_basis basis;
    const double *weight; /* [k * rank] the canonical directions */
    units unit;           /* the scores along them, of the rows at hand, to be correlated */
} side;

static size_t larger_part(const side *of) { return of->half > of->n - of->half ? of->half : of->n - of->half; }

/* Column c of some rows, over its deviation in the first half, less its mean there; zeros where it is constant there
 * (R1). It is made anew where it is asked for: kept, the columns would be the data once more. */
static const double *standardise(const side *of, size_t c, size_t first, size_t rows)
{
    const size_t needed = first + rows > of->half ? first + rows : of->half;
    const double *x = rows_put(of->x + c * of->n, needed, 1, of->order, of->put);
    double low, high, sum = 0.0, *to = of->own;
    column_extent(x, of->half, &low, &high);
    if (!(high > low) || !isfinite(high - low)) {
        memset(to, 0, rows * sizeof *to);
        return to;
    }
    for (size_t s = 0; s < of->half; s++) sum += to[s] = (x[s] - low) / (high - low); /* exact far from 0, too */
    const double mean = sum / (double)of->half, deviation = sqrt(column_variance(to, of->half));
    for (size_t s = 0; s < rows; s++) to[s] = ((x[first + s] - low) / (high - low) - mean) / deviation;
    return to;
}

/* first: room for count * half. */
static assay_status side_make(double *first, assay_call *call, side *to)
{
    const size_t half = to->half, count = to->count;
    ASSAY_TRY(LEND(call, LOAN(to->own, larger_part(to)), LOAN(to->put, to->n)));
    for (size_t c = 0; c < count; c++) memcpy(first + c * half, standardise(to, c, 0, half), half * sizeof *first);
    return svd_basis_of(first, half, count, COLLINEAR, call, &to->basis);
}

/* R5, before the codes are decomposed: how many directions twice as many of them as rows span for certain. */
static assay_status sure_directions(side z, assay_call *call, size_t *sure)
{
    const size_t half = z.half;
    double *some, *matrix;
    ASSAY_TRY(LEND(call, LOAN(some, 2 * half * half), LOAN(matrix, 2 * half * half), LOAN(z.own, larger_part(&z)),
                   LOAN(z.put, z.n)));
    double *lower = matrix + half * half;
    size_t taken = 0;
    for (size_t c = 0; c < z.count && taken < 2 * half; c++)
        if (!column_is_constant(rows_put(z.x + c * z.n, half, 1, z.order, z.put), half))
            memcpy(some + taken++ * half, standardise(&z, c, 0, half), half * sizeof *some);
    ASSAY_TRY(products_of_rows((column_set){ .at = some, .step = half, .count = taken }, NULL, half, matrix));
    cholesky(matrix, half, lower);
    for (size_t s = 0; s < half; s++)
        *sure += lower[s * half + s] * lower[s * half + s] > SURE * (double)half * (double)z.count;
    return ASSAY_OK;
}

/* Scores of some rows along k directions, weight[rank] each in the coordinates of the basis: to[k * rows]. */
static void side_project(const side *x, size_t k, size_t first, size_t rows, double *to)
{
    const svd_basis *basis = &x->basis;
    memset(to, 0, k * rows * sizeof *to);
    for (size_t j = 0; j < x->count; j++) {
        const double *column = standardise(x, j, first, rows);
        for (size_t p = 0; p < k; p++) {
            const double *weight = x->weight + p * basis->rank;
            double along = 0.0;
            for (size_t r = 0; r < basis->rank; r++)
                along += basis->right[r * x->count + j] * weight[r] / basis->value[r];
            for (size_t s = 0; s < rows; s++) to[p * rows + s] += along * column[s];
        }
    }
}

/* The canonical pairs: C = Uv' Uz = P S Q'; the factors' directions are P, the codes' Q. */
static assay_status canonical(side *v, side *z, assay_call *call, size_t *pairs)
{
    const size_t rv = v->basis.rank, rz = z->basis.rank, h = v->half, k = rv < rz ? rv : rz, rest = larger_part(v);
    double *c, *value, *right;
    ASSAY_TRY(LEND(call, LOAN(c, rv * rz), LOAN(value, rz), LOAN(right, rz * rz)));
    for (size_t b = 0; b < rz; b++)
        for (size_t a = 0; a < rv; a++)
            for (size_t s = 0; s < h; s++) c[b * rv + a] += v->basis.left[a * h + s] * z->basis.left[b * h + s];
    svd_columns(c, rv, rz, value, right);
    v->weight = c; /* P S by now: a direction's length does not matter */
    z->weight = right;
    *pairs = k;
    ASSAY_TRY(units_lend(k, rest, CORRELATION_PEARSON, call, &v->unit));
    return units_lend(k, rest, CORRELATION_PEARSON, call, &z->unit);
}

/* mcc of the canonical scores of the first half of the rows, or of those from `first` on. score: room for them. */
static assay_status matched_scores(side *v, side *z, size_t k, size_t first, double *score, assay_call *call,
                                   double *to)
{
    const size_t rows = first ? v->n - first : v->half;
    double *correlation, *judged, sum = 0.0;
    size_t *of;
    ASSAY_TRY(LEND(call, LOAN(correlation, k * k), LOAN(judged, k), LOAN(of, k)));
    side_project(v, k, first, rows, score);
    ASSAY_TRY(units_fill(&v->unit, score, rows, NULL, rows));
    side_project(z, k, first, rows, score);
    ASSAY_TRY(units_fill(&z->unit, score, rows, NULL, rows));
    ASSAY_TRY(units_correlate(&v->unit, &z->unit, 0.0, correlation));
    step_show(call, first ? "the correlations held out" : "the correlations learnt from", correlation, k, k);
    ASSAY_TRY(matched_pairs(correlation, judged, k, k, call, of));
    for (size_t p = 0; p < k; p++) sum += fabs(correlation[p * k + of[p]]);
    *to = sum / (double)k;
    return ASSAY_OK;
}

/* R3, R4; 0 where nothing speaks against a score. */
static double refusal(const assay_rep *rep, assay_call *call)
{
    const size_t half = rows_part(rep, rep->n / 2);
    if (half < 3 || rep->n - half < 3)
        return call->undefined(call, "too-few-samples", "three rows in each half at least");
    for (size_t i = 0; i < rep->n_factors; i++)
        if (labels_are_names(rep, i, call->option[NOMINAL]))
            return FACTOR_UNDEFINED(call, i, "not-applicable", NO_CORRELATION);
    return 0.0;
}

/* The bases of both sides; R5. */
static assay_status sides_make(const assay_rep *rep, assay_call *call, side *v, side *z)
{
    const size_t half = v->half, most = rep->n_factors > rep->n_codes ? rep->n_factors : rep->n_codes;
    double *first;
    size_t sure = 0;
    ASSAY_TRY(LEND(call, LOAN(first, most * half)));
    ASSAY_TRY(side_make(first, call, v));
    if (v->basis.rank && rep->n_codes > half && half > PRODUCTS_NARROW) ASSAY_TRY(sure_directions(*z, call, &sure));
    z->basis.rank = sure; /* known enough where that is too many */
    return v->basis.rank + sure <= half ? side_make(first, call, z) : ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t n = rep->n, half = rows_part(rep, n / 2);
    side v = { .n = n, .half = half, .count = rep->n_factors, .x = rep->factors };
    side z = { .n = n, .half = half, .count = rep->n_codes, .x = rep->codes };
    size_t k;
    double *scores;
    ASSAY_TRY(rows_order(rep, call, call->option[ORDER], &v.order));
    z.order = v.order;
    const double why = refusal(rep, call);
    if (isnan(why)) return score_refused(call, why);
    ASSAY_TRY(sides_make(rep, call, &v, &z));
    if (!v.basis.rank) return REFUSED(call, "constant-factor", "no factor varies in the first half"); /* R2 */
    if (!z.basis.rank) return REFUSED(call, "no-active-code", "no code varies in the first half");
    if (v.basis.rank + z.basis.rank > half) /* R5 */
        return REFUSED(call, "too-few-samples",
                       "%zu rows in the first half for %zu directions of the factors and %zu of the codes", half,
                       v.basis.rank, z.basis.rank);
    ASSAY_TRY(canonical(&v, &z, call, &k));
    ASSAY_TRY(LEND(call, LOAN(scores, k * larger_part(&v))));
    ASSAY_TRY(matched_scores(&v, &z, k, half, scores, call, &call->series[OUT].value));
    return matched_scores(&v, &z, k, 0, scores, call, &call->series[IN].value);
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    if (work_numbers(size, option[NOMINAL] == NOMINAL_NUMBER) < m) return 1.0;     /* R3 */
    if (d > n / 2.0) return 1.5 * work_svd(n, m) + 0.1 * n * n * n + 10.0 * n * d; /* R5 */
    return 1.5 * (work_svd(n, m) + work_svd(n, d)) + 20.0 * n * (m + d) + 2.0 * work_assignment(m, d);
}

COST(cost, (double)(size->n_factors * size->n_codes) + solver_cost(size, option));

static const assay_output outputs[] = {
    { "mcc-weak", ASSAY_OVERALL, ASSAY_EXPLICITNESS, 0, 1 },
    { "mcc-weak-in", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Khemakhem et al. 2020, section 4", NULL, NULL },
    { "icebeem", "Khemakhem et al. 2020, published code", "nominal=number:order=table",
      "Its analysis is iterative (500 steps, tolerance 1e-6) and stops up to 4e-4 away, most where two correlations "
      "are close; here it is exact. Twenty directions and 5000 rows are written into it, and more directions than "
      "columns raise; here as many as there are. The first half is learnt from: rows in order score otherwise." },
};

static const assay_solver solver = { "canonical correlations by singular values, n d^2 + 7 d^3, and a match, up to d^3",
                                     solver_cost, 0.0 };

const assay_metric assay_metric_mcc_weak = {
    .flags = ASSAY_RANDOM | ASSAY_SPLIT,
    .id = "mcc-weak",
    .title = "Mean Correlation Coefficient after canonical correlation",
    .family = "predictor",
    .formula = "mcc of a . v and b . z on half of the rows, a and b the canonical directions of the others",
    .source = "Khemakhem, Monti, Kingma, Hyvaerinen 2020, arXiv:2002.11537, section 4",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
