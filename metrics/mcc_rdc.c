/*
 * mcc-rdc -- Mean Correlation Coefficient of random features of ranks
 *
 *     score = 1/min(M, d) sum_i rdc(v_i, z_p(i))
 *
 *   rdc is the largest correlation of a combination of sin(a r/n + b) of the factor's ranks with one of the code's, for
 *   K random pairs a, b on either side (rdc.h); p is the one-to-one match of factors and codes for which the sum is
 *   largest.
 *
 * Source   Lopez-Paz, Hennig, Schoelkopf 2013, The randomized dependence coefficient (NIPS), arXiv:1304.7717; Joshi et
 *          al. 2026, Who guards the guardians? (UAI), and its published code.
 * Takes    factors [M x n] and codes [d x n], as numbers.
 * Gives    "mcc-rdc", one per factor and their mean, in [0, 1]: 1 = every factor is some smooth function of a code of
 *          its own, monotone or not. Independent codes: not 0 but what five directions against five find by
 *          chance (.16 to .21 at 500 rows and two of each), and more the more codes there are.
 * Draws    draws=shared: a_1 .. a_K, b_1 .. b_K for all factors, then for all codes. So no bit depends on the order of
 *          the codes or on a unit; against a reversed code it does, in the fourth digit. draws=pairs: both again for
 *          each pair, factor by factor, as published.
 * Cost     n K^2 (M + d) for the bases, n M d 5^2 for the pairs; draws=pairs: 2 M d bases.
 * R1  A constant factor: undefined; it takes no part. A constant code is correlated 0 (ties=unstable gives it ranks).
 * R2  More factors than codes: those without one are left out, not-applicable; divisor=factors: they count 0.
 * R3  A categorical factor's labels are names: undefined, not-applicable (nominal=number takes them as numbers).
 * R4  Where two bases together fill the rows, any two columns correlate 1: too-few-samples.
 */
#include "aggregate.h"
#include "assignment.h"
#include "matched.h"
#include "rdc.h"
#include "work.h"

enum { DRAWS_SHARED, DRAWS_PAIRS };

#define OPTIONS(OPTION)                                                                                               \
    OPTION(NOMINAL, OPTION_NOMINAL)                                                                                   \
    OPTION(DIVISOR, OPTION_DIVISOR)                                                                                   \
    OPTION(FEATURES, { "features", "random features of a column", 20, 1, 1000, 1, NULL })                             \
    OPTION(SPREAD, { "spread", "deviation of their random numbers", 0.5, 0, 1000, 0, NULL })                          \
    OPTION(TIES, { "ties", "equal values share their mean rank, or have those that an unstable sort gives them",      \
                   TIES_MEAN, 0, TIES_UNSTABLE, 1, WORDS("mean", "unstable") })                                       \
    OPTION(BASIS, { "basis",                                                                                          \
                    "directions of the features above 1e-6 of the longest, or as many columns as rounding "           \
                    "leaves a rank",                                                                                  \
                    BASIS_SINGULAR, 0, BASIS_COLUMNS, 1, WORDS("singular", "columns") })                              \
    OPTION(DRAWS, { "draws", "one draw for all factors and one for all codes, or two for each pair", DRAWS_SHARED, 0, \
                    DRAWS_PAIRS, 1, WORDS("shared", "pairs") })
OPTION_TABLE(OPTIONS);

typedef struct desk {
    rdc_desk rdc;
    double *of_factors, *of_codes; /* [2 K] weights */
    rdc_basis *factor, code;       /* factor [M] */
    size_t widest;                 /* most directions that two bases had together */
} desk;

static assay_status desk_make(const assay_rep *rep, assay_call *call, desk *t)
{
    const double *option = call->option;
    const assay_status status =
        rdc_lend(rep->n, (size_t)option[FEATURES], (int)option[TIES], (int)option[BASIS], call, &t->rdc);
    ASSAY_TRY(LEND(call, LOAN(t->of_factors, 2 * (size_t)option[FEATURES]),
                   LOAN(t->of_codes, 2 * (size_t)option[FEATURES]), LOAN(t->factor, rep->n_factors)));
    return status;
}

/* A factor's basis, kept. */
static assay_status factor_make(const double *x, assay_call *call, desk *t, rdc_basis *to)
{
    rdc_basis made;
    const assay_status status = rdc_basis_of(&t->rdc, x, t->of_factors, &made);
    return status == ASSAY_OK ? rdc_basis_keep(&t->rdc, &made, call, to) : status;
}

static void correlate(desk *t, const rdc_basis *factor, double *to)
{
    const size_t together = factor->rank + t->code.rank;
    *to = rdc_correlate(&t->rdc, factor, &t->code);
    if (together > t->widest) t->widest = together;
}

static assay_status correlate_shared(const assay_rep *rep, assay_call *call, const double *judged, desk *t, double *to)
{
    const size_t n = rep->n, d = rep->n_codes;
    rdc_draw(&t->rdc, call->stream, call->option[SPREAD], t->of_factors);
    rdc_draw(&t->rdc, call->stream, call->option[SPREAD], t->of_codes);
    for (size_t i = 0; i < rep->n_factors; i++)
        if (!isnan(judged[i])) ASSAY_TRY(factor_make(rep->factors + i * n, call, t, &t->factor[i]));
    for (size_t j = 0; j < d; j++) {
        ASSAY_TRY(rdc_basis_of(&t->rdc, rep->codes + j * n, t->of_codes, &t->code));
        for (size_t i = 0; i < rep->n_factors; i++)
            if (!isnan(judged[i])) correlate(t, &t->factor[i], to + i * d + j);
    }
    return ASSAY_OK;
}

static assay_status correlate_pairs(const assay_rep *rep, assay_call *call, const double *judged, desk *t, double *to)
{
    const size_t n = rep->n, d = rep->n_codes;
    assay_status status = ASSAY_OK;
    for (size_t i = 0; i < rep->n_factors; i++)
        for (size_t j = 0; j < d && status == ASSAY_OK; j++) {
            if (isnan(judged[i])) continue;
            rdc_draw(&t->rdc, call->stream, call->option[SPREAD], t->of_factors);
            rdc_draw(&t->rdc, call->stream, call->option[SPREAD], t->of_codes);
            status = factor_make(rep->factors + i * n, call, t, &t->factor[0]);
            if (status == ASSAY_OK) status = rdc_basis_of(&t->rdc, rep->codes + j * n, t->of_codes, &t->code);
            if (status == ASSAY_OK) correlate(t, &t->factor[0], to + i * d + j);
        }
    return status;
}

/* The match, and what its pairs count; R2. */
static assay_status match(const assay_rep *rep, assay_call *call, double *correlation)
{
    double *items = call->series[0].items;
    const size_t m = rep->n_factors, d = rep->n_codes;
    size_t *code = call->alloc(call, m, sizeof *code);
    const assay_status status = code ? matched_pairs(correlation, items, m, d, call, code) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) matched_items(correlation, code, m, d, (int)call->option[DIVISOR], call);
    return status;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    assay_series *series = &call->series[0];
    double *correlation = call->alloc(call, rep->n_factors * rep->n_codes, sizeof *correlation);
    size_t judged;
    desk t = { 0 };
    if (!correlation) return ASSAY_ENOMEM;
    ASSAY_TRY(matched_judge(rep, call, call->option[NOMINAL] != 0, series->items, &judged));
    ASSAY_TRY(desk_make(rep, call, &t));
    assay_status status = call->option[DRAWS] == DRAWS_SHARED
                              ? correlate_shared(rep, call, series->items, &t, correlation)
                              : correlate_pairs(rep, call, series->items, &t, correlation);
    if (status != ASSAY_OK) return status;
    step_show(call, "the correlations", correlation, rep->n_factors, rep->n_codes);
    if (t.widest < rep->n) return match(rep, call, correlation);
    series_fill(series, call->undefined(call, "too-few-samples", "%zu rows for features of %zu directions", rep->n,
                                        t.widest)); /* R4 */
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes, k = option[FEATURES];
    const double bases = option[DRAWS] == DRAWS_SHARED ? m + d : 2.0 * m * d;
    return bases * (work_sort(n) + n * k * (0.3 * k + 10.0)) + 12.0 * n * m * d + work_assignment(m, d);
}

static const assay_output outputs[] = {
    { "mcc-rdc", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Lopez-Paz, Hennig, Schoelkopf 2013", NULL, NULL },
    { "guard2026", "Joshi et al. 2026, published code", "nominal=number:ties=unstable:basis=columns:draws=pairs",
      "Equal values are ranked as an unstable sort leaves them, so a constant code has ranks, too. The features of a "
      "column span some five directions, and eight or nine are taken: the rest is rounding, which two columns now and "
      "then share, so noise of 500 rows scores .2 in most draws and .9 in some. Every pair has draws of its own." },
};

const assay_metric assay_metric_mcc_rdc = {
    .flags = ASSAY_RANDOM,
    .id = "mcc-rdc",
    .title = "Mean Correlation Coefficient of random features",
    .family = "predictor",
    .formula = "1/min(M, d) sum_i rdc(v_i, z_p(i)), p the best one-to-one match; rdc: largest canonical correlation of "
               "sin(a_k rank/n + b_k), k = 1 .. K, of either side",
    .source = "Lopez-Paz, Hennig, Schoelkopf 2013, arXiv:1304.7717",
    METRIC_PARTS,
    .cost = cost,
    .solver = &assignment_solver,
};
