/*
 * mcc-weak -- Mean Correlation Coefficient of what canonical correlation analysis makes of factors and codes
 *
 *     out = 1/k sum_c |corr(a_c . v, b_p(c) . z)| on the second half of the rows, p the best one-to-one match
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
 * Cost     n (M + d)^2.
 * R1  Columns that are constant in the first half take no part, nor do directions below 1e-10 of the largest.
 * R2  No factor varies there: undefined, constant-factor; no code: no-active-code.
 * R3  A categorical factor's labels are names: undefined, not-applicable (nominal=number takes them as numbers).
 * R4  n < 6: too-few-samples.
 * R5  The two sides span h + 1 directions or more, with h rows less their mean: two correlations at least are 1
 *     whatever the data, and which directions have them is rounding's choice. too-few-samples.
 */
#include "aggregate.h"
#include "matched.h"
#include "scaling.h"
#include "svd.h"
#include "work.h"

#include <math.h>
#include <string.h>

#define OPTIONS(OPTION) OPTION(NOMINAL, OPTION_NOMINAL)
OPTION_TABLE(OPTIONS);

#define COLLINEAR 1e-10 /* R1 */
enum { OUT, IN };

/* One side: its columns over their deviation (first half), less their mean there, and a basis of what they span. */
typedef struct side {
    size_t n, half, count;
    double *column; /* [count * n] */
    svd_basis basis;
    const double *weight; /* [k * rank] the canonical directions */
    double *score;        /* [k * (n - half)] along them, of the rows at hand */
    units unit;           /* the same, to be correlated */
} side;

/* Mean 0 and deviation 1 over the first `half` rows; zeros where the column is constant there (R1). */
static void standardise(const double *x, size_t n, size_t half, double *to)
{
    double low, high, sum = 0.0;
    column_extent(x, half, &low, &high);
    if (!(high > low) || !isfinite(high - low)) return;
    column_map(x, n, low, high - low, to);
    for (size_t s = 0; s < half; s++) sum += to[s];
    const double mean = sum / (double)half, deviation = sqrt(column_variance(to, half));
    for (size_t s = 0; s < n; s++) to[s] = (to[s] - mean) / deviation;
}

/* first: room for count * half. */
static assay_status side_make(const double *x, size_t n, size_t count, double *first, assay_call *call, side *to)
{
    const size_t half = n / 2;
    *to = (side){ .n = n, .half = half, .count = count, .column = call->alloc(call, count * n, sizeof *to->column) };
    if (!to->column) return ASSAY_ENOMEM;
    for (size_t c = 0; c < count; c++) {
        standardise(x + c * n, n, half, to->column + c * n);
        for (size_t s = 0; s < half; s++) first[c * half + s] = to->column[c * n + s];
    }
    return svd_basis_of(first, half, count, COLLINEAR, call, &to->basis);
}

/* Scores of some rows along direction p, weight[rank] in the coordinates of the basis: to[rows]. */
static void side_project(const side *x, size_t p, size_t first, size_t rows, double *to)
{
    const double *weight = x->weight + p * x->basis.rank;
    memset(to, 0, rows * sizeof *to);
    for (size_t j = 0; j < x->count; j++) {
        double along = 0.0;
        for (size_t k = 0; k < x->basis.rank; k++)
            along += x->basis.right[k * x->count + j] * weight[k] / x->basis.value[k];
        for (size_t s = 0; s < rows; s++) to[s] += along * x->column[j * x->n + first + s];
    }
}

/* The canonical pairs: C = Uv' Uz = P S Q'; the factors' directions are P, the codes' Q. */
static assay_status canonical(side *v, side *z, assay_call *call, size_t *pairs)
{
    const size_t rv = v->basis.rank, rz = z->basis.rank, h = v->half, k = rv < rz ? rv : rz, rest = v->n - h;
    double *c = call->alloc(call, rv * rz, sizeof *c), *value = call->alloc(call, rz, sizeof *value);
    double *right = call->alloc(call, rz * rz, sizeof *right);
    v->score = call->alloc(call, k * rest, sizeof *v->score);
    z->score = call->alloc(call, k * rest, sizeof *z->score);
    if (!c || !value || !right || !v->score || !z->score) return ASSAY_ENOMEM;
    for (size_t b = 0; b < rz; b++)
        for (size_t a = 0; a < rv; a++)
            for (size_t s = 0; s < h; s++) c[b * rv + a] += v->basis.left[a * h + s] * z->basis.left[b * h + s];
    svd_columns(c, rv, rz, value, right);
    v->weight = c; /* P S by now: a direction's length does not matter */
    z->weight = right;
    *pairs = k;
    const assay_status status = units_lend(k, rest, CORRELATION_PEARSON, call, &v->unit);
    return status == ASSAY_OK ? units_lend(k, rest, CORRELATION_PEARSON, call, &z->unit) : status;
}

/* mcc of the canonical scores of `rows` rows from `first` on. */
static assay_status matched_scores(side *v, side *z, size_t k, size_t first, size_t rows, assay_call *call, double *to)
{
    double *correlation = call->alloc(call, k * k, sizeof *correlation), *judged = call->alloc(call, k, sizeof *judged);
    size_t *of = call->alloc(call, k, sizeof *of);
    if (!correlation || !judged || !of) return ASSAY_ENOMEM;
    for (size_t p = 0; p < k; p++) {
        side_project(v, p, first, rows, v->score + p * rows);
        side_project(z, p, first, rows, z->score + p * rows);
    }
    assay_status status = units_fill(&v->unit, v->score, rows, NULL, rows);
    if (status == ASSAY_OK) status = units_fill(&z->unit, z->score, rows, NULL, rows);
    if (status == ASSAY_OK) status = units_correlate(&v->unit, &z->unit, 0.0, correlation);
    if (status == ASSAY_OK) status = matched_pairs(correlation, judged, k, k, call, of);
    double sum = 0.0;
    for (size_t p = 0; p < k && status == ASSAY_OK; p++) sum += fabs(correlation[p * k + of[p]]);
    *to = sum / (double)k;
    return status;
}

/* R3, R4; 0 where nothing speaks against a score. */
static double refusal(const assay_rep *rep, assay_call *call)
{
    if (rep->n < 6) return call->undefined(call, "too-few-samples", "three rows in each half at least");
    for (size_t i = 0; i < rep->n_factors; i++)
        if (rep->levels[i] && call->option[NOMINAL] == 0)
            return call->undefined_of(call, ASSAY_PER_FACTOR, i, "not-applicable",
                                      "factor # is categorical: a correlation with its labels means nothing; "
                                      "nominal=number takes ordered classes as numbers");
    return 0.0;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t n = rep->n, half = n / 2;
    side v, z;
    size_t k = 0;
    double why = refusal(rep, call);
    assay_status status = ASSAY_OK;
    if (!isnan(why)) {
        const size_t most = rep->n_factors > rep->n_codes ? rep->n_factors : rep->n_codes;
        double *first = call->alloc(call, most * half, sizeof *first);
        if (!first) return ASSAY_ENOMEM;
        status = side_make(rep->factors, n, rep->n_factors, first, call, &v);
        if (status == ASSAY_OK) status = side_make(rep->codes, n, rep->n_codes, first, call, &z);
        if (status != ASSAY_OK) return status;
        if (!v.basis.rank) /* R2 */
            why = call->undefined(call, "constant-factor", "no factor varies in the first half");
        else if (!z.basis.rank) why = call->undefined(call, "no-active-code", "no code varies in the first half");
        else if (v.basis.rank + z.basis.rank > half) /* R5 */
            why = call->undefined(call, "too-few-samples",
                                  "%zu rows in the first half for %zu directions of the factors and %zu of the codes",
                                  half, v.basis.rank, z.basis.rank);
    }
    call->series[OUT].value = call->series[IN].value = why;
    if (isnan(why)) return ASSAY_OK;
    status = canonical(&v, &z, call, &k);
    if (status == ASSAY_OK) status = matched_scores(&v, &z, k, half, n - half, call, &call->series[OUT].value);
    if (status == ASSAY_OK) status = matched_scores(&v, &z, k, 0, half, call, &call->series[IN].value);
    return status;
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    (void)option;
    return 1.5 * (work_svd(n, m) + work_svd(n, d)) + 2.0 * work_assignment(m, d);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    return n * m * d + solver_cost(size, option);
}

static const assay_output outputs[] = {
    { "mcc-weak", ASSAY_OVERALL, ASSAY_EXPLICITNESS, 0, 1 },
    { "mcc-weak-in", ASSAY_OVERALL, 0, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Khemakhem et al. 2020, section 4", NULL, NULL },
    { "icebeem", "Khemakhem et al. 2020, published code", "nominal=number",
      "Its analysis is iterative (500 steps, tolerance 1e-6) and stops up to 4e-4 away, most where two correlations "
      "are close; here it is exact. Twenty directions and 5000 rows are written into it, and more directions than "
      "columns raise; here as many as there are." },
};

static const assay_solver solver = { "canonical correlations by singular values, n d^2 + 7 d^3, and a match, up to d^3",
                                     solver_cost };

const assay_metric assay_metric_mcc_weak = {
    .abi = ASSAY_ABI,
    .id = "mcc-weak",
    .title = "Mean Correlation Coefficient after canonical correlation",
    .family = "predictor",
    .formula = "mcc of a . v and b . z on the second half of the rows, a and b the canonical directions of the first",
    .source = "Khemakhem, Monti, Kingma, Hyvaerinen 2020, arXiv:2002.11537, section 4",
    METRIC_TABLES,
    .score = score,
    .cost = cost,
    .solver = &solver,
};
