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
 * Takes    factors [M x n] and codes [d x n], as numbers; n >= 50 and more than M + 1 rows to test on.
 * Gives    "share" in [0, 1], "mismatches" in 0 .. dM (0 is best), precision, recall, alignment. Conservative: a mean
 *          of nine is narrower than one, so about .01 of true nulls are rejected at alpha = .05. Says nothing of
 *          explicitness: codes that are half noise pass. Linear: a curve without slope is not seen.
 * Draws    one permutation of the rows per cut; its first ceil(n/2) train.
 * Cost     repetitions * n (M^2 / 2 + 4 M d), and twice as often a decomposition of the rows' M x M products.
 * R1  t = 0 where a code's residual square sum is below 1e-20 of its own: an exact code has rounding for a residual; so
 *     for columns constant in a half, and factors that others determine in it. least-variance: also where L times the
 *     coefficient varies no more, as published, which depends on the codes' unit.
 * R2  One factor: the regression has an intercept only. Nothing is rejected: precision undefined, zero-importance.
 * R3  Labels of three classes or more are names: undefined, not-applicable (nominal=number takes them as numbers).
 * R4  Every factor is constant: undefined, constant-factor. M and d count columns that vary (or columns=all).
 */
#include "assignment.h"
#include "column_tiles.h"
#include "matched.h"
#include "scaling.h"
#include "svd.h"
#include "vectors.h"
#include "work.h"

enum { EXPECTED_ASSIGNED, EXPECTED_IDENTITY };
enum { SHARE, MISMATCHES, PRECISION, RECALL, ALIGNMENT, OUTPUTS };

#define OPTIONS(OPTION)                                                                                              \
    OPTION(EXPECTED, CHOICE("expected", "the dependences that should be: the pairs of mcc, or code i on factor i",   \
                            [EXPECTED_ASSIGNED] = "assigned", [EXPECTED_IDENTITY] = "identity"))                     \
    OPTION(NOMINAL, OPTION_NOMINAL)                                                                                  \
    OPTION(ALPHA, PARAMETER("alpha", "level of each test", 0.05, 0, 0.5, ASSAY_DEFINES))                             \
    OPTION(REPETITIONS, WHOLE("repetitions", "random cuts into rows to train and to test on", 9, 1, 1000))           \
    OPTION(LEAST_VARIANCE,                                                                                           \
           PARAMETER("least-variance", "products that vary no more than this reject nothing", 0, 0, 1, ASSAY_LIMIT)) \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

#define COLLINEAR 1e-10 /* directions of the factors below this share of the largest are rounding */
#define SHARED 1e-16    /* a factor with more of its square in directions that are rounding is determined by others */
#define ROUNDING 1e-20  /* R1 */
#define VANISHED 1e-14  /* a direction of which the rows of a cut have less in square, of 1 in all, is rounding there */

/* All rows: what the factors span as r orthonormal columns, and the codes, centred, of length 1. */
typedef struct sample {
    size_t n, m, d, r, span, blocks; /* r + 1, and with them d, as columns of a tile: so many threes */
    double *row;                     /* [n * (r + d)] those columns row by row: rows are picked at random */
    double *dual;                    /* [M * r] factor i beside the others, over its square, of the columns */
    double *length, *correlation;    /* [d] of the codes before; [M * d] */
    double *tile, *residual;         /* columns, ones, codes; one of a factor */
    lanes *sums;
} sample;

/* Some rows. A column of ones makes the sums; where it is 0 there is no row. */
typedef struct part {
    size_t n;
    const uint32_t *row;
    int *varies;                    /* [d] whether any two rows of a code differ */
    double *gram, *products;        /* [(r+1)^2], [d * (r+1)] of columns and codes with columns; the last one: ones */
    double *turned, *value, *right; /* [r * r], [r], [r * r] directions of the rows and their squares */
    double *factor, *code;          /* [M * (r+1)] residual of factor i beside the others, [d * (r+1)] fit of code j */
    double *square, *along;         /* [M] of that residual, 0: rounding (R1); [M * d] product of dual and code */
    double *alone, *squares;        /* [d] of what the fits leave; [M * d] of L */
} part;

static void column_lay(const sample *x, const double *from, size_t c)
{
    for (size_t s = 0; s < x->n; s++) x->row[s * (x->r + x->d) + c] = from[s];
}

/* The factors' columns from their singular vectors. one: room for a column; v: the factors. */
static assay_status factors_lay(sample *x, const units *v, double *one, assay_call *call)
{
    const size_t n = x->n, m = x->m;
    double *upper, *value, *right;
    ASSAY_TRY(LEND(call, LOAN(upper, m * m), LOAN(value, m), LOAN(right, m * m)));
    memcpy(x->row, v->at, n * m * sizeof *x->row);
    svd_reduced(x->row, n, m, upper, value, right);
    while (x->r < m && value[x->r] > COLLINEAR * value[0]) x->r++;
    ASSAY_TRY(LEND(call, LOAN(x->dual, m * x->r)));
    for (size_t i = 0; i < m; i++) {
        double lost = 0.0;
        for (size_t k = x->r; k < m; k++) lost += right[k * m + i] * right[k * m + i];
        for (size_t k = 0; k < x->r && lost <= SHARED; k++) x->dual[i * x->r + k] = right[k * m + i] / value[k];
    }
    for (size_t k = 0; k < x->r; k++) {
        memset(one, 0, n * sizeof *one);
        for (size_t i = 0; i < m; i++) vector_add(one, v->at + i * n, right[k * m + i] / value[k], n);
        column_lay(x, one, k);
    }
    return ASSAY_OK;
}

/* Code by code: whole tables of codes would be a second copy. */
static assay_status sample_lend(const assay_rep *rep, assay_call *call, sample *x)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    units v, z;
    *x = (sample){ .n = n, .m = m, .d = d };
    ASSAY_TRY(units_lend(m, n, CORRELATION_PEARSON, call, &v));
    ASSAY_TRY(units_lend(1, n, CORRELATION_PEARSON, call, &z));
    ASSAY_TRY(LEND(call, LOAN(x->row, n * (m + d)), LOAN(x->length, d), LOAN(x->correlation, m * d)));
    ASSAY_TRY(units_fill(&v, rep->factors, n, NULL, n));
    ASSAY_TRY(factors_lay(x, &v, z.at, call));
    for (size_t j = 0; j < d; j++) {
        ASSAY_TRY(units_fill(&z, rep->codes + j * n, n, NULL, n));
        column_lay(x, z.at, x->r + j);
        x->length[j] = z.length[0];
        for (size_t i = 0; i < m; i++) x->correlation[i * d + j] = vector_product(v.at + i * n, z.at, n);
    }
    x->span = tile_threes(x->r + 1);
    x->blocks = x->span + tile_threes(d);
    return LEND(call, LOAN(x->tile, 3 * x->blocks * TILE_ROWS), LOAN(x->residual, TILE_ROWS),
                LOAN(x->sums, 9 * x->span * x->blocks));
}

static assay_status part_lend(const sample *x, assay_call *call, part *to)
{
    const size_t p = x->r + 1;
    return LEND(call, LOAN(to->gram, p * p), LOAN(to->products, x->d * p), LOAN(to->varies, x->d),
                LOAN(to->turned, p * p), LOAN(to->value, p), LOAN(to->right, p * p), LOAN(to->factor, x->m * p),
                LOAN(to->code, x->d * p), LOAN(to->square, x->m), LOAN(to->along, x->m * x->d), LOAN(to->alone, x->d),
                LOAN(to->squares, x->m * x->d));
}

/* The tile of rows from `at` on; one that is not full is filled up with the codes of the first row, and zeros for all
 * else. Returns the codes. */
TILE_INLINE double *tile_take(const sample *x, const part *of, size_t at)
{
    const size_t r = x->r, w = r + x->d, rows = of->n - at;
    double *ones = x->tile + r * TILE_ROWS, *codes = x->tile + 3 * x->span * TILE_ROWS;
    for (size_t s = 0; s < TILE_ROWS; s += LANES) {
        const double *from[LANES];
        for (size_t l = 0; l < LANES; l++)
            from[l] = x->row + of->row[s + l < rows ? at + s + l : 0] * w, ones[s + l] = s + l < rows;
        for (size_t c = 0; c < w; c++)
            TILE_TO((c < r ? x->tile + c * TILE_ROWS : codes + (c - r) * TILE_ROWS) + s) =
                (lanes){ from[0][c], from[1][c], from[2][c], from[3][c] };
    }
    for (size_t k = 0; k < r; k++)
        for (size_t s = rows; s < TILE_ROWS; s++) x->tile[k * TILE_ROWS + s] = 0.0;
    return codes;
}

/* Sums of products, and which codes vary. */
WIDE
static void part_sums(const sample *x, part *to)
{
    const size_t p = x->r + 1, step = 3 * TILE_ROWS;
    memset(x->sums, 0, 9 * x->span * x->blocks * sizeof *x->sums);
    memset(to->varies, 0, x->d * sizeof *to->varies);
    for (size_t at = 0; at < to->n; at += TILE_ROWS) {
        const double *code = tile_take(x, to, at), *first = x->row + to->row[0] * (x->r + x->d) + x->r;
        for (size_t j = 0; j < x->d; j++, code += TILE_ROWS)
            for (size_t s = 0; s < TILE_ROWS && !to->varies[j]; s++) to->varies[j] = code[s] != first[j];
        for (size_t a = 0; a < x->span; a++)
            for (size_t b = a; b < x->blocks; b++)
                tile_products(x->tile + a * step, x->tile + b * step, x->sums + 9 * (a * x->blocks + b));
    }
    for (size_t k = 0; k < p; k++) {
        for (size_t l = k; l < 3 * x->span + x->d; l++) {
            const double sum = LANES_SUM(x->sums[9 * (k / 3 * x->blocks + l / 3) + 3 * (k % 3) + l % 3]);
            if (l < p) to->gram[k * p + l] = to->gram[l * p + k] = sum;
            else if (l >= 3 * x->span) to->products[(l - 3 * x->span) * p + k] = sum;
        }
    }
}

/* to[r + 1] = what the rows' products with columns, of[r], come from: coefficients, and the intercept given. */
static void part_solve(const sample *x, const part *by, const double *of, double mean, double *to)
{
    const size_t r = x->r, p = r + 1;
    memset(to, 0, p * sizeof *to);
    for (size_t k = 0; k < r && by->value[k] > VANISHED; k++)
        vector_add(to, by->right + k * r, vector_product(by->right + k * r, of, r) / by->value[k], r);
    to[r] = mean;
    for (size_t k = 0; k < r; k++) to[r] -= to[k] * by->gram[k * p + r] / (double)by->n;
}

/* One decomposition for all factors and codes. A factor with a share in a direction that the rows lack is determined by
 * others in them. */
static void part_fit(const sample *x, part *to)
{
    const size_t r = x->r, p = r + 1;
    const double *sum = to->gram + r * p, n = (double)to->n;
    for (size_t k = 0; k < r; k++)
        for (size_t l = 0; l < r; l++) to->turned[k * r + l] = to->gram[k * p + l] - sum[k] * sum[l] / n;
    svd_columns(to->turned, r, r, to->value, to->right);
    for (size_t j = 0; j < x->d; j++) {
        double *y = to->products + j * p;
        vector_add(y, sum, -y[r] / n, r);
        part_solve(x, to, y, y[r] / n, to->code + j * p);
    }
    for (size_t i = 0; i < x->m; i++) {
        double *residual = to->factor + i * p, lost = 0.0;
        const double *dual = x->dual + i * r;
        for (size_t k = 0; k < r; k++) {
            const double share = to->value[k] > VANISHED ? 0.0 : vector_product(to->right + k * r, dual, r);
            lost += share * share;
        }
        part_solve(x, to, dual, 0.0, residual);
        for (size_t j = 0; j < x->d; j++) to->along[i * x->d + j] = vector_product(residual, to->products + j * p, r);
        const double most = vector_product(residual, dual, r), size = vector_product(dual, dual, r);
        to->square[i] = most > 0.0 && lost <= SHARED * size ? 1.0 / most : 0.0;
        for (size_t k = 0; k < p; k++) residual[k] *= to->square[i];
    }
}

/* Sums of squares, of residuals e of codes and of L = u (e + along u), u the residual of a factor. */
WIDE
static void part_squares(const sample *x, part *to)
{
    const size_t p = x->r + 1, d = x->d;
    const double *ones = x->tile + x->r * TILE_ROWS, *u = x->residual;
    memset(to->alone, 0, d * sizeof *to->alone);
    memset(to->squares, 0, x->m * d * sizeof *to->squares);
    for (size_t at = 0; at < to->n; at += TILE_ROWS) {
        double *const codes = tile_take(x, to, at);
        for (size_t j = 0; j < d; j++) {
            double *e = codes + j * TILE_ROWS;
            tile_score(x->tile, p, to->code + j * p, x->residual);
            for (size_t s = 0; s < TILE_ROWS; s += LANES)
                TILE_TO(e + s) = (TILE_AT(e + s) - TILE_AT(x->residual + s)) * TILE_AT(ones + s);
            to->alone[j] += vector_product(e, e, TILE_ROWS);
        }
        for (size_t i = 0; i < x->m; i++) {
            tile_score(x->tile, p, to->factor + i * p, x->residual);
            for (size_t j = 0; j < d; j++) {
                const double *e = codes + j * TILE_ROWS, along = to->along[i * d + j];
                lanes a = LANES_ALL(0), b = a;
                for (size_t s = 0; s < TILE_ROWS; s += 2 * LANES) {
                    const lanes one = TILE_AT(u + s), l = one * (TILE_AT(e + s) + along * one);
                    const lanes two = TILE_AT(u + s + LANES), m = two * (TILE_AT(e + s + LANES) + along * two);
                    a += l * l, b += m * m;
                }
                a += b;
                to->squares[i * d + j] += LANES_SUM(a);
            }
        }
    }
}

/* One cut. Adds to t [M * d]. The mean of L is that of along u^2: u is at right angles to e. */
static void add_cut(const sample *x, part *train, part *test, double least, double *t)
{
    const double n = (double)test->n;
    part_sums(x, train);
    part_fit(x, train);
    part_sums(x, test);
    part_fit(x, test);
    part_squares(x, test);
    for (size_t k = 0; k < x->m * x->d; k++) {
        const size_t i = k / x->d, j = k % x->d, p = x->r + 1;
        const int seen = train->varies[j] && test->varies[j] && train->square[i] > 0.0 && test->square[i] > 0.0;
        const double slope = seen ? train->along[k] : 0.0, along = test->along[k], square = test->square[i];
        const double own = test->alone[j] + vector_product(test->code + j * p, test->products + j * p, x->r);
        if (slope == 0.0) continue; /* R1; t is 0 without a sign, too */
        if (!(test->alone[j] + along * along * square > ROUNDING * own)) continue;
        const double mean = along * square / n, unit = slope * x->length[j] * x->length[j];
        const double variance = test->squares[k] / n - mean * mean;
        if (!(variance > 0.0) || (least > 0.0 && unit * unit * variance <= least)) continue; /* unit^2 may be 0 */
        t[k] += (slope > 0.0 ? 1.0 : -1.0) * sqrt(n) * mean / sqrt(variance);
    }
}

/* rejected [M * d]: What, as 0 and 1. */
static assay_status run_tests(const sample *x, assay_call *call, double *rejected)
{
    const size_t n = x->n, pairs = x->m * x->d, repetitions = (size_t)call->option[REPETITIONS];
    size_t *order;
    uint32_t *row;
    double *t;
    ASSAY_TRY(LEND(call, LOAN(order, n), LOAN(row, n), LOAN(t, pairs)));
    part train = { .n = (n + 1) / 2, .row = row }, test = { .n = n / 2, .row = row + train.n };
    ASSAY_TRY(part_lend(x, call, &train));
    ASSAY_TRY(part_lend(x, call, &test));
    for (size_t r = 0; r < repetitions; r++) {
        assay_stream_permutation(call->stream, order, n);
        for (size_t s = 0; s < n; s++) row[s] = (uint32_t)order[s];
        add_cut(x, &train, &test, call->option[LEAST_VARIANCE], t);
    }
    for (size_t k = 0; k < pairs; k++)
        rejected[k] = 0.5 * erfc(t[k] / (double)repetitions / sqrt(2.0)) < call->option[ALPHA];
    return ASSAY_OK;
}

/* expected [M * d]: W, as 0 and 1. */
static assay_status expect(const sample *x, assay_call *call, double *expected)
{
    const size_t m = x->m, d = x->d;
    for (size_t k = 0; k < m * d && call->option[EXPECTED] == EXPECTED_IDENTITY; k++)
        expected[k] = call->number(call, ASSAY_PER_FACTOR, k / d) == call->number(call, ASSAY_PER_CODE, k % d);
    if (call->option[EXPECTED] == EXPECTED_IDENTITY) return ASSAY_OK;
    double *judged;
    size_t *code;
    ASSAY_TRY(LEND(call, LOAN(judged, m), LOAN(code, m)));
    ASSAY_TRY(matched_pairs(x->correlation, judged, m, d, call, code));
    for (size_t i = 0; i < m; i++)
        if (code[i] != SIZE_MAX) expected[i * d + code[i]] = 1.0;
    return ASSAY_OK;
}

static assay_status compare(const double *rejected, const double *expected, size_t m, size_t d, assay_call *call)
{
    double wrong = 0.0, found = 0.0, wanted = 0.0, both = 0.0, aligned = 0.0;
    assay_series *series = call->series;
    size_t *code;
    ASSAY_TRY(LEND(call, LOAN(code, m)));
    ASSAY_TRY(assignment_best(rejected, m, d, call, code));
    for (size_t k = 0; k < m * d; k++) {
        wrong += rejected[k] != expected[k];
        found += rejected[k];
        wanted += expected[k];
        both += rejected[k] * expected[k];
    }
    for (size_t i = 0; i < m; i++)
        if (code[i] != SIZE_MAX) aligned += rejected[i * d + code[i]];
    series[MISMATCHES].value = wrong;
    series[SHARE].value = 1.0 - wrong / (double)(m * d);
    series[RECALL].value = both / wanted;
    series[ALIGNMENT].value = aligned / (double)(m < d ? m : d);
    series[PRECISION].value = found > 0.0 ? both / found /* R2 */
                                          : call->undefined(call, "zero-importance", "no dependence is found");
    return ASSAY_OK;
}

static double refusal(const assay_rep *rep, assay_call *call)
{
    if (rep->n < 50 || rep->n / 2 <= rep->n_factors + 1 || rep->n > UINT32_MAX)
        return call->undefined(call, "too-few-samples", "fewer than 50 rows, or than the factors need");
    for (size_t i = 0; i < rep->n_factors; i++)
        if (labels_are_names(rep, i, call->option[NOMINAL]))
            return FACTOR_UNDEFINED(call, i, "not-applicable",
                                    "factor # is categorical: a regression on its labels means nothing; nominal=number "
                                    "takes ordered classes as numbers");
    for (size_t i = 0; i < rep->n_factors; i++)
        if (!column_is_constant(rep->factors + i * rep->n, rep->n)) return 0.0;
    return FACTOR_UNDEFINED(call, 0, "constant-factor", "factor # is constant, as all are"); /* R4 */
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const double why = refusal(rep, call);
    if (isnan(why)) return score_refused(call, why);
    double *rejected, *expected;
    ASSAY_TRY(LEND(call, LOAN(rejected, m * d), LOAN(expected, m * d)));
    sample x;
    ASSAY_TRY(sample_lend(rep, call, &x));
    ASSAY_TRY(run_tests(&x, call, rejected));
    ASSAY_TRY(expect(&x, call, expected));
    step_show(call, "what is rejected", rejected, m, d);
    step_show(call, "what is expected", expected, m, d);
    return compare(rejected, expected, m, d, call);
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    if (work_numbers(size, option[NOMINAL] == NOMINAL_NUMBER) < m) return 1.0;
    return option[REPETITIONS] * 2.0 * work_svd(n / 2.0, m) + 2.0 * work_assignment(m, d);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    if (work_numbers(size, option[NOMINAL] == NOMINAL_NUMBER) < m) return 1.0 + m;
    return solver_cost(size, option) + option[REPETITIONS] * n * (0.8 * m * d + 8.0 * (m + d));
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
    .flags = ASSAY_RANDOM | ASSAY_VARYING,
    .id = "t-mex",
    .title = "Testing Measurement Exclusivity",
    .family = "predictor",
    .formula = "share = 1 - #{What != W} / (d M), What_ji = 1 where code j is found to depend on factor i given the "
               "others, W the dependences that should be; M factors and d codes that vary",
    .source = "Yao et al. 2025, arXiv:2505.17708; Lundborg, Kim, Shah, Samworth 2022, arXiv:2211.02039",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
