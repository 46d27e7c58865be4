/*
 *     C_i = sum_k n_k/n sign(corr_k(v_i, z_p)) corr'_k(v_i, z_p), p = p_k(i)      score = mean_i C_i
 *
 *   The rows are cut at random into K parts. corr'_k is the correlation in part k, of n_k rows; corr_k that in all
 *   other rows, from which the match p_k of factors and codes is taken and the sign. What noise owes to the largest of
 *   many correlations having been picked, and to its sign having been dropped, is gone: its mean is 0.
 *
 * Takes    factors [M x n] and codes [d x n], as numbers; 2 <= K <= n/3.
 * Gives    "mcc-crossfit", one per factor and their mean, in [-1, 1]: 1 as mcc; independent codes: 0 on average, with a
 *          deviation of about 1.4/sqrt(n min(M, d)), as measured at n = 100 and M = d = 8.
 * Draws    One permutation of the rows, cut into K runs, the first n mod K of them one row longer.
 * Cost     2 n M d and K matches; spearman: two sorts of every column and part.
 * R1  A constant factor: undefined. A column that does not vary in some rows is correlated 0 in them.
 * R2  A factor that a match leaves without a code counts 0 in that part; one left without in all parts is undefined,
 *     not-applicable, with divisor=matched and counts 0 with divisor=factors.
 * R3  Fewer than 3 K rows: too-few-samples.
 * R4  Labels of three classes or more are names: undefined, not-applicable (nominal=number takes them as numbers).
 */
#include "assignment.h"
#include "folds.h"
#include "matched.h"
#include "work.h"

#define OPTIONS(OPTION)                                                           \
    MATCHED_OPTIONS(OPTION)                                                       \
    OPTION(FOLDS, WHOLE("folds", "parts that the rows are cut into", 5, 2, 1000)) \
    OPTION(CLIP, NO_YES("clip", "a score below 0 stays, or becomes 0", NO, 0))
OPTION_TABLE(OPTIONS);

/* Room for the rows of a part and the others, and their correlations. */
typedef struct desk {
    size_t *order;        /* [n] the permutation */
    double *part;         /* [n] which part a row is in */
    uint32_t *row, *rest; /* ascending */
    double *seen, *unseen;
    size_t *code, *found; /* [M]; found: in how many parts a factor had a code */
    units v, z;
} desk;

static assay_status desk_make(const assay_rep *rep, assay_call *call, desk *to)
{
    const size_t n = rep->n, m = rep->n_factors, cells = m * rep->n_codes;
    const size_t folds = (size_t)call->option[FOLDS];
    const int kind = (int)call->option[CORRELATION];
    ASSAY_TRY(LEND(call, LOAN(to->order, n), LOAN(to->part, n), LOAN(to->row, n), LOAN(to->rest, n),
                   LOAN(to->seen, cells), LOAN(to->unseen, cells), LOAN(to->code, m), LOAN(to->found, m)));
    assay_stream_permutation(call->stream, to->order, n);
    for (size_t k = 0; k < folds; k++)
        for (size_t at = folds_begin(n, folds, k); at < folds_begin(n, folds, k + 1); at++)
            to->part[to->order[at]] = (double)k;
    step_show(call, "the part of each row", to->part, n, 1);
    ASSAY_TRY(units_lend(m, n, kind, call, &to->v));
    return units_lend(rep->n_codes, n, kind, call, &to->z);
}

/* The rows of part k, how many, and the others. */
static size_t desk_part(desk *t, size_t n, size_t k)
{
    size_t rows = 0;
    for (size_t s = 0; s < n; s++)
        if (t->part[s] == (double)k) t->row[rows++] = (uint32_t)s;
        else t->rest[s - rows] = (uint32_t)s;
    return rows;
}

static assay_status correlate_rows(const assay_rep *rep, const uint32_t *row, size_t rows, double least, desk *t,
                                   double *to)
{
    ASSAY_TRY(units_fill(&t->v, rep->factors, rep->n, row, rows));
    ASSAY_TRY(units_fill(&t->z, rep->codes, rep->n, row, rows));
    return units_correlate(&t->v, &t->z, least, to);
}

/* Adds to the items what one part of `rows` rows gives; items of factors that are not judged are NaN and stay so. */
static assay_status add_part(const assay_rep *rep, assay_call *call, size_t rows, desk *t, const double *judged)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    const double least = call->option[LEAST_NORMS];
    ASSAY_TRY(correlate_rows(rep, t->rest, n - rows, least, t, t->seen));
    ASSAY_TRY(correlate_rows(rep, t->row, rows, least, t, t->unseen));
    ASSAY_TRY(matched_pairs(t->seen, judged, m, d, call, t->code));
    for (size_t i = 0; i < m; i++) {
        if (isnan(judged[i]) || t->code[i] == SIZE_MAX) continue;
        const size_t at = i * d + t->code[i];
        const double sign = t->seen[at] > 0.0 ? 1.0 : t->seen[at] < 0.0 ? -1.0 : 0.0;
        call->series[0].items[i] += (double)rows / (double)n * sign * t->unseen[at];
        t->found[i]++;
    }
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t n = rep->n, m = rep->n_factors, folds = (size_t)call->option[FOLDS];
    const int divisor = (int)call->option[DIVISOR];
    assay_series *series = &call->series[0];
    double *judged, sum = 0.0;
    size_t count;
    desk t;
    if (n < 3 * folds || n > UINT32_MAX) /* R3 */
        return REFUSED(call, "too-few-samples", "%zu rows for %zu parts", n, folds);
    ASSAY_TRY(LEND(call, LOAN(judged, m)));
    ASSAY_TRY(matched_judge(rep, call, judged, &count));
    ASSAY_TRY(desk_make(rep, call, &t));
    memcpy(series->items, judged, m * sizeof *judged);
    for (size_t k = 0; k < folds; k++) {
        const size_t rows = desk_part(&t, n, k);
        if (rows && rows < n) ASSAY_TRY(add_part(rep, call, rows, &t, judged));
    }
    for (size_t i = 0; i < m; i++) { /* R2 */
        if (isnan(series->items[i])) continue;
        sum += series->items[i];
        if (!t.found[i] && divisor == DIVISOR_MATCHED)
            series->items[i] = FACTOR_UNDEFINED(call, i, "not-applicable", "factor #: no code is left for it");
    }
    if (!count) return ASSAY_OK; /* nothing but undefined items */
    series->value = sum / matched_divisor(count, rep->n_codes, divisor);
    if (call->option[CLIP] == YES) series->value = fmin(fmax(series->value, 0.0), 1.0);
    return ASSAY_OK;
}

COST(solver_cost, option[FOLDS] * work_assignment(m, d));

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double sorts = option[CORRELATION] == CORRELATION_SPEARMAN ? 2.0 * work_sort(n) * (m + d) : 0.0;
    return 30.0 * n * (m + d) + 2.0 * n * m * d + sorts + solver_cost(size, option);
}

static const assay_output outputs[] = {
    { "mcc-crossfit", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, -1, 1 },
};

static const assay_preset presets[] = {
    { "default", "Joshi et al. 2026", NULL, NULL },
    { "guard2026", "Joshi et al. 2026, published code", "nominal=number:clip=yes:least-norms=1e-12:columns=all",
      "A score below 0 becomes 0, so the mean over tables of noise is above 0 again. Columns whose centred lengths "
      "multiply to 1e-12 or less are uncorrelated: the score depends on the unit. Constant codes count in min(M, d)." },
};

static const assay_solver solver = { ASSIGNMENT_SOLVER, solver_cost, 0.0 };

const assay_metric assay_metric_mcc_crossfit = {
    .flags = ASSAY_RANDOM | ASSAY_VARYING,
    .id = "mcc-crossfit",
    .title = "Mean Correlation Coefficient, cross-fitted",
    .family = "predictor",
    .formula = "1/min(M, d) sum_i sum_k n_k/n sign(corr_k) corr'_k(v_i, z_p(i)): match p and sign from all rows but "
               "part k, corr' from part k",
    .source = "Joshi et al. 2026, Who guards the guardians? (UAI), published code",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
