/*
 *     adjusted = (s - mu) / (1 - mu)        p = (1 + #{b: s_b >= s}) / (B + 1)        null = mu = mean_b s_b
 *
 *   s is mcc; s_b is mcc once the rows of all codes together have been put into a random order, which keeps how the
 *   codes depend on each other and breaks all they know of the factors.
 *
 * Source   Joshi et al. 2026, Who guards the guardians? (UAI), and its published code; Phipson and Smyth 2010,
 *          Statistical Applications in Genetics and Molecular Biology 9, 39 (why 1 is added twice).
 * Takes    factors [M x n] and codes [d x n], as numbers.
 * Gives    "adjusted": 1 as mcc, 0 on average where the codes are independent of the factors, to either side. "p": how
 *          often chance does as well; small speaks against chance, never below 1/(B + 1). "null": what chance gives,
 *          about sqrt(2 log d / n).
 * Draws    B permutations of the rows, one after the other.
 * Cost     B times mcc's: 199 n M d.
 * R1  As mcc (R1 to R4, R6): factors that are not judged take no part; none is judged: undefined for the first one's
 *     reason.
 * R2  mu = 1 but for rounding, as of two rows: every order fits as well and nothing can be corrected: too-few-samples.
 */
#include "assignment.h"
#include "circle.h"
#include "matched.h"
#include "work.h"

enum { ADJUSTED, P, NULL_MEAN };
#define ROUNDING 1e-12

#define OPTIONS(OPTION)     \
    MATCHED_OPTIONS(OPTION) \
    OPTION(PERMUTATIONS, WHOLE("permutations", "random orders of the rows", 199, 1, 100000))
OPTION_TABLE(OPTIONS);

typedef struct desk {
    const assay_rep *rep;
    assay_rep flat; /* circle.h */
    units v, z, shuffled;
    size_t *order, *code;
    double *correlation, *judged;
    size_t count; /* judged factors */
} desk;

static assay_status desk_make(const assay_rep *rep, assay_call *call, desk *t)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    const int kind = (int)call->option[CORRELATION];
    t->rep = rep;
    ASSAY_TRY(circle_unroll(rep, call, &t->flat));
    ASSAY_TRY(LEND(call, LOAN(t->order, n), LOAN(t->code, m), LOAN(t->correlation, t->flat.n_factors * d),
                   LOAN(t->judged, m)));
    ASSAY_TRY(matched_judge(rep, call, t->judged, &t->count));
    ASSAY_TRY(units_lend(t->flat.n_factors, n, kind, call, &t->v));
    ASSAY_TRY(units_lend(d, n, kind, call, &t->z));
    ASSAY_TRY(units_fill(&t->v, t->flat.factors, n, NULL, n));
    ASSAY_TRY(units_fill(&t->z, rep->codes, n, NULL, n));
    t->shuffled = t->z;
    return LEND(call, LOAN(t->shuffled.at, d * n));
}

/* mcc of the factors with these codes. */
static assay_status matched_mean(desk *t, const units *z, assay_call *call, double *to)
{
    const size_t m = t->rep->n_factors, d = z->count;
    double sum = 0.0;
    ASSAY_TRY(units_correlate(&t->v, z, call->option[LEAST_NORMS], t->correlation));
    if (t->v.count > m) circle_fold(t->rep, &t->flat, 0, z->n, t->correlation);
    ASSAY_TRY(matched_pairs(t->correlation, t->judged, m, d, call, t->code));
    for (size_t i = 0; i < m; i++)
        if (!isnan(t->judged[i]) && t->code[i] != SIZE_MAX) sum += fabs(t->correlation[i * d + t->code[i]]);
    *to = sum / matched_divisor(t->count, d, (int)call->option[DIVISOR]);
    return ASSAY_OK;
}

static void shuffle(desk *t, assay_stream *stream)
{
    const size_t n = t->z.n;
    assay_stream_permutation(stream, t->order, n);
    for (size_t j = 0; j < t->z.count; j++)
        for (size_t s = 0; s < n; s++) t->shuffled.at[j * n + s] = t->z.at[j * n + t->order[s]];
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t times = (size_t)call->option[PERMUTATIONS];
    desk t = { 0 };
    double s = 0.0, sum = 0.0, *at_random;
    size_t as_well = 0;
    ASSAY_TRY(LEND(call, LOAN(at_random, times)));
    ASSAY_TRY(desk_make(rep, call, &t));
    if (!t.count) return score_refused(call, t.judged[0]); /* R1 */
    ASSAY_TRY(matched_mean(&t, &t.z, call, &s));
    for (size_t b = 0; b < times; b++) {
        shuffle(&t, call->stream);
        ASSAY_TRY(matched_mean(&t, &t.shuffled, call, &at_random[b]));
    }
    step_show(call, "the scores of shuffled rows", at_random, times, 1);
    for (size_t b = 0; b < times; b++) {
        sum += at_random[b];
        as_well += at_random[b] >= s;
    }
    const double mu = sum / (double)times;
    call->series[P].value = (double)(1 + as_well) / (double)(times + 1);
    call->series[NULL_MEAN].value = mu;
    call->series[ADJUSTED].value = (s - mu) / (1.0 - mu);
    if (mu < 1.0 - ROUNDING) return ASSAY_OK;
    return REFUSED(call, "too-few-samples", "every order of the rows fits as well"); /* R2 */
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double m = work_numbers(size, option[NOMINAL] == NOMINAL_NUMBER), d = (double)size->n_codes;
    return (option[PERMUTATIONS] + 1.0) * work_assignment(m, d);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = work_numbers(size, option[NOMINAL] == NOMINAL_NUMBER),
                 d = (double)size->n_codes;
    return work_sort(n) * (m > 0.0 ? m + d : 0.0) + d + 0.7 * (option[PERMUTATIONS] + 1.0) * n * m * d +
           solver_cost(size, option);
}

static const assay_output outputs[] = {
    { "adjusted", ASSAY_OVERALL, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, -INFINITY, 1 },
    { "p", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1 },
    { "null", ASSAY_OVERALL, ASSAY_DESCRIBES, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Joshi et al. 2026", NULL, NULL },
    { "guard2026", "Joshi et al. 2026, published code", "nominal=number:least-norms=1e-12:columns=all",
      "Columns whose centred lengths multiply to 1e-12 or less are uncorrelated: the score depends on the unit. "
      "Constant codes count in min(M, d)." },
};

static const assay_solver solver = { ASSIGNMENT_SOLVER, solver_cost, 0.0 };

const assay_metric assay_metric_mcc_null = {
    .flags = ASSAY_RANDOM | ASSAY_VARYING | ASSAY_CYCLIC,
    .id = "mcc-null",
    .title = "Mean Correlation Coefficient against chance",
    .family = "predictor",
    .formula = "adjusted = (s - mu) / (1 - mu), p = (1 + #{s_b >= s}) / (B + 1): s = mcc, s_b = mcc with the rows of "
               "the codes in random order, mu their mean",
    .source = "Joshi et al. 2026, Who guards the guardians? (UAI), published code",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
