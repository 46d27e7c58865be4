/*
 *     What_ji = 1 where "code j does not depend on factor i given the other factors" is rejected
 *     mismatches = #{What != W}      share = 1 - mismatches / (d M)
 *
 *   W_ji = 1 for the pairs of mcc (expected=assigned) or for i = j (identity), 0 for all others. precision and recall
 *   are the shares of What's ones that are W's, and of W's that are What's; alignment is how many of What's ones a
 *   one-to-one match can hold, divided by min(M, d).
 *
 *   The test, linear: rows are cut at random into ceil(n/2) to train and the rest, several times. On the latter
 *     t = s sqrt(n') mean(L) / sqrt(mean(L^2) - mean(L)^2)      L = (v_i - its regression) (z_j - its regression)
 *   with regressions on the other factors and an intercept; s is the sign of v_i's coefficient in the regression of z_j
 *   on all factors on the training rows. The mean t of the cuts is held against the normal distribution of one: p = 1 -
 *   Phi(t). (Equal, for linear regressions, to the projected covariance measure with its five: the projection only
 *   scales L.)
 *
 * Source   Yao, Huang, Cadei, Zhang, Locatello 2025, The third pillar of causal analysis? A measurement perspective on
 *          causal representations, arXiv:2505.17708 (T-MEX); Lundborg, Kim, Shah, Samworth 2022, arXiv:2211.02039 (the
 *          test).
 * Takes    factors [M x n] and codes [d x n], as numbers; n >= 50 and more than M + 1 rows to test on.
 * Gives    "share" in [0, 1], "mismatches" in 0 .. dM (0 is best), precision, recall, alignment. Conservative: a mean
 *          of nine is narrower than one, so about .01 of true nulls are rejected at alpha = .05. Says nothing of
 *          explicitness: codes that are half noise pass. Linear: a curve without slope is not seen.
 * Draws    one permutation of the rows per cut; its first ceil(n/2) train.
 * Cost     repetitions * (n M^2 + 3 n M d), and twice as often the singular vectors of M columns, some 7 M^3 each.
 * R1  t = 0 where a residual's square sum is below 1e-20 of its column's: an exact code has rounding for a residual; so
 *     for constant columns, and factors that others determine. least-variance: also where L times the coefficient
 *     varies no more, as published, which depends on the codes' unit.
 * R2  One factor: the regression has an intercept only. Nothing is rejected: precision undefined, zero-importance.
 * R3  Labels of three classes or more are names: undefined, not-applicable (nominal=number takes them as numbers).
 * R4  Every factor is constant: undefined, constant-factor. M and d count columns that vary (or columns=all).
 */
#include "aggregate.h"
#include "assignment.h"
#include "lanes.h"
#include "matched.h"
#include "scaling.h"
#include "svd.h"
#include "vectors.h"
#include "work.h"

enum { EXPECTED_ASSIGNED, EXPECTED_IDENTITY };
enum { SHARE, MISMATCHES, PRECISION, RECALL, ALIGNMENT, OUTPUTS };

#define OPTIONS(OPTION)                                                                                             \
    OPTION(EXPECTED, { "expected", "the dependences that should be: the pairs of mcc, or code i on factor i",       \
                       EXPECTED_ASSIGNED, 0, EXPECTED_IDENTITY, ASSAY_WHOLE, WORDS("assigned", "identity") })       \
    OPTION(NOMINAL, OPTION_NOMINAL)                                                                                 \
    OPTION(ALPHA, { "alpha", "level of each test", 0.05, 0, 0.5, ASSAY_DEFINES, NULL })                             \
    OPTION(REPETITIONS,                                                                                             \
           { "repetitions", "random cuts into rows to train and to test on", 9, 1, 1000, ASSAY_WHOLE, NULL })       \
    OPTION(LEAST_VARIANCE,                                                                                          \
           { "least-variance", "products that vary no more than this reject nothing", 0, 0, 1, ASSAY_LIMIT, NULL }) \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

#define COLLINEAR 1e-10 /* directions of the factors below this share of the largest are rounding */
#define SHARED 1e-16    /* a factor with more of its square in directions that are rounding is determined by others */
#define ROUNDING 1e-20  /* R1 */

/* Some rows, centred, of length 1; and room for what factors and codes have beside the other factors. One for all rows,
 * then for those to train on and those to test on: each is used up before the next is taken. */
typedef struct sample {
    size_t n;
    units v, z;
    svd_basis basis; /* of the factors */
    double *dual;    /* [M * n] see svd_duals: what factor i has beside the others, over its square */
    double *square;  /* [M] of that residual; 0: rounding (R1) */
} sample;

/* Up to all rows, of which up to half are solved for. */
static assay_status sample_lend(const assay_rep *rep, assay_call *call, sample *to)
{
    const size_t m = rep->n_factors, half = (rep->n + 1) / 2;
    assay_status status = units_lend(m, rep->n, CORRELATION_PEARSON, call, &to->v);
    if (status == ASSAY_OK) status = units_lend(rep->n_codes, rep->n, CORRELATION_PEARSON, call, &to->z);
    to->dual = call->alloc(call, m * half, sizeof *to->dual);
    to->square = call->alloc(call, m, sizeof *to->square);
    if (status == ASSAY_OK && (!to->dual || !to->square)) return ASSAY_ENOMEM;
    return status == ASSAY_OK ? svd_basis_lend(half, m, call, &to->basis) : status;
}

static assay_status sample_take(const assay_rep *rep, const uint32_t *row, size_t rows, sample *to)
{
    to->n = rows;
    const assay_status status = units_fill(&to->v, rep->factors, rep->n, row, rows);
    return status == ASSAY_OK ? units_fill(&to->z, rep->codes, rep->n, row, rows) : status;
}

/* One decomposition for all factors: a factor's residual beside the others is its dual over the dual's square. */
static void sample_solve(sample *x)
{
    x->basis.n = x->n;
    svd_basis_fill(&x->basis, x->v.at, COLLINEAR);
    svd_duals(&x->basis, SHARED, x->dual);
    for (size_t i = 0; i < x->v.count; i++) {
        const double *dual = x->dual + i * x->n, square = vector_product(dual, dual, x->n);
        x->square[i] = square > 0.0 && 1.0 / square > ROUNDING ? 1.0 / square : 0.0;
    }
}

/* to[n]: what all factors leave of a column. */
static void leave(const svd_basis *basis, const double *column, double *to)
{
    memcpy(to, column, basis->n * sizeof *to);
    for (size_t k = 0; k < basis->rank; k++)
        vector_add(to, basis->left + k * basis->n, -vector_product(basis->left + k * basis->n, column, basis->n),
                   basis->n);
}

/* Mean and variance of (square u)(e + along square u) over n rows: residuals of factor and code beside the others. */
WIDE
static void moments(const double *u, const double *e, size_t n, const double by[2], double to[2])
{
    const double square = by[0], along = by[1];
    const lanes squares_all = LANES_ALL(square), along_all = LANES_ALL(along);
    lanes sums = LANES_ALL(0.0), squares = sums;
    size_t s = 0;
    for (; s + LANES <= n; s += LANES) {
        const lanes of_v = squares_all * *(const lanes *)(u + s);
        const lanes product = of_v * (*(const lanes *)(e + s) + along_all * of_v);
        sums += product;
        squares += product * product;
    }
    double sum = LANES_SUM(sums), sum_squares = LANES_SUM(squares);
    for (; s < n; s++) {
        const double of_v = square * u[s], product = of_v * (e[s] + along * of_v);
        sum += product;
        sum_squares += product * product;
    }
    to[0] = sum / (double)n;
    to[1] = sum_squares / (double)n - to[0] * to[0];
}

/* Of the regressions on the rows to train on: the factors' coefficients, 0 where R1 says so, and what they are worth in
 * the units of the columns. */
typedef struct trained {
    double *slope, *unit; /* [M * d] */
} trained;

static void train(const sample *x, const trained *to)
{
    const size_t m = x->v.count, d = x->z.count, n = x->n;
    for (size_t j = 0; j < d; j++) {
        for (size_t i = 0; i < m; i++) {
            const double slope = x->square[i] > 0.0 ? vector_product(x->dual + i * n, x->z.at + j * n, n) : 0.0;
            to->slope[i * d + j] = slope;
            to->unit[i * d + j] = slope != 0.0 ? slope * x->z.length[j] / x->v.length[i] : 0.0;
        }
    }
}

/* Adds t of one cut for code j and every factor: t[M * d]; rest: room for n. */
static void add_code(const sample *test, const trained *by, size_t j, double least, double *rest, double *t)
{
    const size_t m = test->v.count, d = test->z.count, n = test->n;
    leave(&test->basis, test->z.at + j * n, rest);
    const double alone = vector_product(rest, rest, n);
    for (size_t i = 0; i < m; i++) {
        const double slope = by->slope[i * d + j];
        if (slope == 0.0 || !(test->square[i] > 0.0)) continue; /* R1; t is 0 without a sign, too */
        const double along = vector_product(test->dual + i * n, test->z.at + j * n, n);
        if (!(alone + along * along * test->square[i] > ROUNDING)) continue;
        const double of[2] = { test->square[i], along };
        double found[2];
        moments(test->dual + i * n, rest, n, of, found);
        const double unit = by->unit[i * d + j] * test->z.length[j] * test->v.length[i];
        if (!(found[1] > 0.0) || (least > 0.0 && unit * unit * found[1] <= least)) continue; /* unit^2 may be 0 */
        t[i * d + j] += (slope > 0.0 ? 1.0 : -1.0) * sqrt((double)n) * found[0] / sqrt(found[1]);
    }
}

/* One cut: the first half of the rows to train on, the others to test on. */
static assay_status add_cut(const assay_rep *rep, const uint32_t *row, sample *x, double least, const trained *by,
                            double *rest, double *t)
{
    const size_t n = rep->n, half = (n + 1) / 2;
    ASSAY_TRY(sample_take(rep, row, half, x));
    sample_solve(x);
    train(x, by);
    ASSAY_TRY(sample_take(rep, row + half, n - half, x));
    sample_solve(x);
    for (size_t j = 0; j < x->z.count; j++) add_code(x, by, j, least, rest, t);
    return ASSAY_OK;
}

/* rejected [M * d]: What, as 0 and 1. */
static assay_status run_tests(const assay_rep *rep, assay_call *call, sample *x, double *rejected)
{
    const size_t n = rep->n, pairs = rep->n_factors * rep->n_codes;
    const size_t repetitions = (size_t)call->option[REPETITIONS];
    size_t *order = call->alloc(call, n, sizeof *order);
    uint32_t *row = call->alloc(call, n, sizeof *row);
    double *t = call->alloc(call, pairs, sizeof *t), *rest = call->alloc(call, (n + 1) / 2, sizeof *rest);
    const trained by = { call->alloc(call, pairs, sizeof *by.slope), call->alloc(call, pairs, sizeof *by.unit) };
    if (!order || !row || !t || !rest || !by.slope || !by.unit) return ASSAY_ENOMEM;
    for (size_t r = 0; r < repetitions; r++) {
        assay_stream_permutation(call->stream, order, n);
        for (size_t s = 0; s < n; s++) row[s] = (uint32_t)order[s];
        ASSAY_TRY(add_cut(rep, row, x, call->option[LEAST_VARIANCE], &by, rest, t));
    }
    for (size_t k = 0; k < pairs; k++)
        rejected[k] = 0.5 * erfc(t[k] / (double)repetitions / sqrt(2.0)) < call->option[ALPHA];
    return ASSAY_OK;
}

/* expected [M * d]: W, as 0 and 1. */
static assay_status expect(const assay_rep *rep, assay_call *call, sample *x, double *expected)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    for (size_t k = 0; k < m * d && call->option[EXPECTED] == EXPECTED_IDENTITY; k++)
        expected[k] = call->number(call, ASSAY_PER_FACTOR, k / d) == call->number(call, ASSAY_PER_CODE, k % d);
    if (call->option[EXPECTED] == EXPECTED_IDENTITY) return ASSAY_OK;
    double *correlation = call->alloc(call, m * d, sizeof *correlation), *judged = call->alloc(call, m, sizeof *judged);
    size_t *code = call->alloc(call, m, sizeof *code);
    if (!correlation || !judged || !code) return ASSAY_ENOMEM;
    assay_status status = sample_take(rep, NULL, rep->n, x);
    if (status == ASSAY_OK) status = units_correlate(&x->v, &x->z, 0.0, correlation);
    if (status == ASSAY_OK) status = matched_pairs(correlation, judged, m, d, call, code);
    for (size_t i = 0; i < m && status == ASSAY_OK; i++)
        if (code[i] != SIZE_MAX) expected[i * d + code[i]] = 1.0;
    return status;
}

static assay_status compare(const double *rejected, const double *expected, size_t m, size_t d, assay_call *call)
{
    double wrong = 0.0, found = 0.0, wanted = 0.0, both = 0.0, aligned = 0.0;
    assay_series *series = call->series;
    size_t *code = call->alloc(call, m, sizeof *code);
    if (!code) return ASSAY_ENOMEM;
    for (size_t k = 0; k < m * d; k++) {
        wrong += rejected[k] != expected[k];
        found += rejected[k];
        wanted += expected[k];
        both += rejected[k] * expected[k];
    }
    const assay_status status = assignment_best(rejected, m, d, call, code);
    for (size_t i = 0; i < m && status == ASSAY_OK; i++)
        if (code[i] != SIZE_MAX) aligned += rejected[i * d + code[i]];
    series[MISMATCHES].value = wrong;
    series[SHARE].value = 1.0 - wrong / (double)(m * d);
    series[RECALL].value = both / wanted;
    series[ALIGNMENT].value = aligned / (double)(m < d ? m : d);
    series[PRECISION].value = found > 0.0 ? both / found /* R2 */
                                          : call->undefined(call, "zero-importance", "no dependence is found");
    return status;
}

static double refusal(const assay_rep *rep, assay_call *call)
{
    if (rep->n < 50 || rep->n / 2 <= rep->n_factors + 1 || rep->n > UINT32_MAX)
        return call->undefined(call, "too-few-samples", "fewer than 50 rows, or than the factors need");
    for (size_t i = 0; i < rep->n_factors; i++)
        if (labels_are_names(rep, i, call->option[NOMINAL]))
            return call->undefined_of(
                call, ASSAY_PER_FACTOR, i, "not-applicable",
                "factor # is categorical: a regression on its labels means nothing; nominal=number takes "
                "ordered classes as numbers");
    for (size_t i = 0; i < rep->n_factors; i++)
        if (!column_is_constant(rep->factors + i * rep->n, rep->n)) return 0.0;
    return call->undefined_of(call, ASSAY_PER_FACTOR, 0, "constant-factor",
                              "factor # is constant, as all are"); /* R4 */
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const double why = refusal(rep, call);
    for (size_t o = 0; o < OUTPUTS; o++) call->series[o].value = why;
    if (isnan(why)) return ASSAY_OK;
    double *rejected, *expected;
    ASSAY_TRY(LEND(call, LOAN(rejected, m * d), LOAN(expected, m * d)));
    sample x;
    assay_status status = sample_lend(rep, call, &x);
    if (status == ASSAY_OK) status = run_tests(rep, call, &x, rejected);
    if (status == ASSAY_OK) status = expect(rep, call, &x, expected);
    if (status == ASSAY_OK) step_show(call, "what is rejected", rejected, m, d);
    if (status == ASSAY_OK) step_show(call, "what is expected", expected, m, d);
    return status == ASSAY_OK ? compare(rejected, expected, m, d, call) : status;
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    if (work_numbers(size, option[NOMINAL] != 0) < m) return 1.0;
    return option[REPETITIONS] * 2.0 * work_svd(n / 2.0, m) + 2.0 * work_assignment(m, d);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const int refused = work_numbers(size, option[NOMINAL] != 0) < m;
    return solver_cost(size, option) + (refused ? m : option[REPETITIONS] * n * (0.8 * m * d + 8.0 * (m + d)));
}

static const assay_output outputs[] = {
    { "share", ASSAY_OVERALL, ASSAY_MODULARITY | ASSAY_COMPACTNESS, 0, 1 },
    { "mismatches", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, INFINITY },
    { "precision", ASSAY_OVERALL, 0, 0, 1 },
    { "recall", ASSAY_OVERALL, 0, 0, 1 },
    { "alignment", ASSAY_OVERALL, 0, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Yao et al. 2025, the pairs of mcc expected", NULL, NULL },
    { "yao2025", "Yao et al. 2025", "expected=identity:columns=all",
      "Code i is expected to depend on factor i, so the same codes in another order mismatch." },
    { "guard2026", "Joshi et al. 2026, published code",
      "expected=identity:nominal=number:least-variance=1e-12:columns=all",
      "Reports the alignment, which is 1 for codes that mix all factors. A product that varies by 1e-12 or less "
      "rejects nothing: perfect codes times 1e-4 mismatch. Every pair of factor and code has cuts of its own there." },
};

static const assay_solver solver = {
    "least squares by singular values of the factors, n M^2 + 7 M^3, twice a repetition", solver_cost, 0.0
};

const assay_metric assay_metric_t_mex = {
    .abi = ASSAY_ABI,
    .flags = ASSAY_RANDOM | ASSAY_VARYING,
    .id = "t-mex",
    .title = "Testing Measurement Exclusivity",
    .family = "predictor",
    .formula = "share = 1 - #{What != W} / (d M), What_ji = 1 where code j is found to depend on factor i given the "
               "others, W the dependences that should be; M factors and d codes that vary",
    .source = "Yao et al. 2025, arXiv:2505.17708; Lundborg, Kim, Shah, Samworth 2022, arXiv:2211.02039",
    .outputs = outputs,
    .n_outputs = OUTPUTS,
    COUNTED(options),
    COUNTED(presets),
    .score = score,
    .cost = cost,
    .solver = &solver,
};
