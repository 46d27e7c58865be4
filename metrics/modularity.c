/*
 *     M_j = 1 - sum_{i != *} I(v_i; z_j)^2 / ((M - 1) I(v_*; z_j)^2)
 *     score = 1/d sum_j M_j,   v_* = the factor that z_j knows best
 *
 *   Only ratios matter: with level=1 a code of pure noise scores the bias of tiny informations, of uniform data in 10
 *   bins about .28 for M = 2, .37 for M = 8, at any n from 1000 on. One of two factors alike: 1 - 1/(M - 1).
 *
 * Takes    factors [M x n], M >= 2, codes [d x n]; see the relations mi and mi-knn.
 * Gives    "modularity", one per code and their mean, in [0, 1].
 * R1  A constant code: undefined, constant-code. A code that tells nothing of any factor: undefined, zero-importance. A
 *     single factor: undefined.
 * R2  M counts the factors that vary: a constant one is known by no code, and would raise every score (columns=all, as
 *     published).
 * R3  axis=factor is a defect kept for its preset: the same formula along the other axis, M - 1 becoming d - 1. It is
 *     one number; the items per code do not apply.
 * R4  Information below least-information counts as none.
 * R5  A factor that the relation cannot judge (a categorical one with relation=r2) takes no part, nor is it among the
 *     M. All such: undefined for the first's reason.
 * R6  A code that carries nothing of any factor, by the test of shares.h at `level`: zero-importance. So are all where
 *     d codes of noise could have such p (Simes 1986): for no k are k of them up to level k/d.
 */
#include "pairing.h"
#include "shares.h"
#include "work.h"

enum { AXIS_CODE, AXIS_FACTOR };

#define OPTIONS(OPTION)                                                                                                \
    MI_R2_KNN_OPTIONS(OPTION)                                                                                          \
    OPTION(CONSTANTS, OPTION_CONSTANTS(CONSTANTS_SKIP))                                                                \
    OPTION(AXIS, CHOICE("axis", "score codes over factors, or (a published mistake) factors over codes",               \
                        [AXIS_CODE] = "code", [AXIS_FACTOR] = "factor"))                                               \
    OPTION(LEAST, PARAMETER("least-information", "less information than this about every factor counts as none", 0, 0, \
                            1, ASSAY_LIMIT))                                                                           \
    OPTION(LEVEL, OPTION_LEVEL)                                                                                        \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

/* 1 - sum of the other squares / ((among - 1) largest square), of n values at a stride; the largest is > 0. */
static double squared_leak(const double *value, size_t n, size_t stride, size_t among)
{
    const top_two top = top_two_of(value, n, stride);
    double others = 0.0;
    for (size_t k = 0; k < n; k++) {
        const double share = value[k * stride] / top.first; /* before squaring, which could underflow */
        if (k != top.at) others += share * share;
    }
    return 1.0 - others / (double)(among - 1);
}

static double code_modularity(const assay_relation *r, size_t j, size_t judged, double level, double p,
                              assay_call *call)
{
    if (isnan(r->code_total[j])) return r->code_total[j];
    if (r->code_total[j] == 0.0) return constant_code(call, j);
    const double most = top_two_of(r->value + j, r->n_factors, r->n_codes).first, least = call->option[LEAST];
    if (!(most > 0.0) || most < least || p > level) /* R4, R6 */
        return CODE_UNDEFINED(call, j, "zero-importance", "code # carries no information about any factor");
    return squared_leak(r->value + j, r->n_factors, r->n_codes, judged);
}

/* R6: the level for each code; -1 where all could be noise. */
static double level_of_codes(const double *p, size_t d, double level)
{
    for (size_t k = d, most = d; k; most = k) {
        k = 0;
        for (size_t j = 0; j < d; j++) k += p[j] <= level * (double)most / (double)d;
        if (k == most) return level;
    }
    return -1.0;
}

/* R3: rows without information count as 0 there */
static void score_factors(const assay_relation *r, assay_call *call)
{
    assay_series *series = &call->series[0];
    if (r->n_codes < 2) {
        series_fill(series, call->undefined(call, "one-code", "the published formula divides by d - 1 = 0"));
        return;
    }
    double sum = 0.0;
    for (size_t i = 0; i < r->n_factors; i++) {
        const double *row = r->value + i * r->n_codes;
        if (top_two_of(row, r->n_codes, 1).first > 0.0) sum += squared_leak(row, r->n_codes, 1, r->n_codes);
    }
    series_fill(series, call->undefined(call, "not-applicable", "axis=factor scores factors, not codes"));
    series->value = sum / (double)r->n_factors;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *r;
    ASSAY_TRY(relation_asked(call, RELATION, &r));
    assay_series *series = &call->series[0];
    if (call->option[AXIS] == AXIS_FACTOR) {
        score_factors(r, call);
        return ASSAY_OK;
    }
    const size_t judged = relation_judged(r); /* R5 */
    if (judged < 2) return score_refused(call, judged == 0 ? r->factor_total[0] : no_second_factor(call));
    const double *p;
    ASSAY_TRY(chances_make(rep, call, r, NULL, 1, call->option[LEVEL], &p));
    const double level = level_of_codes(p, rep->n_codes, call->option[LEVEL]);
    for (size_t j = 0; j < rep->n_codes; j++) {
        series->items[j] = code_modularity(r, j, judged, level, p[j], call);
        if (!isnan(series->items[j])) continue;
        if (call->option[CONSTANTS] == CONSTANTS_ZERO) series->items[j] = 0.0;
        if (call->option[CONSTANTS] == CONSTANTS_KEEP) series->value = series->items[j];
    }
    return ASSAY_OK;
}

/* Of the test: codes ranked, the factors that each may have most to do with, and pairs that no rank decides. */
static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double tested = fmin(m, d) * work_sort(n) + work_codes(size, work_sort(n) / n) + 1500.0 * m * d;
    return option[LEVEL] >= 1.0 ? m * d : tested;
}

static const assay_output outputs[] = { { "modularity", ASSAY_PER_CODE, ASSAY_MODULARITY, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Ridgeway and Mozer 2018, section 3", NULL, NULL },
    { "thesis", "Boilard 2022, equation 1.16", "level=1", NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code", "constants=keep:columns=all:level=1",
      "A code without information makes 0/0 and the score undefined instead of being left out." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code",
      "axis=factor:constants=zero:categories=cut:columns=all:level=1",
      "The matrix is factors x codes, the copied formula was written for codes x factors: it takes the largest "
      "information of each factor over the codes and divides by d - 1, so what it measures is compactness. Factors "
      "without information count as 0. Labels are cut into 10 equal widths: with more than 10 levels neighbouring ones "
      "are merged." },
    { "latte2021", "Watcharasupat, Lee, Lerch 2022 (Latte), published code",
      LATTE_OPTIONS ":constants=zero:least-information=1e-12:columns=all:level=1",
      "An uninformative code counts as 0, so dead codes pull the score down; one that is constant is scored by its "
      "noise there, by 0 here. Ties among codes are broken by noise: a score of discrete codes moves with the seed." },
    { "zhang2021", "Zhang et al. 2021, algorithm 5 and published code",
      "rule=closed:bins=20:estimate=stratified:last-edge=lose:constants=keep:columns=all:level=1",
      "Information as for mig@zhang2021: slightly negative values are possible, rows beyond the last edge are lost. A "
      "code without information makes 0/0 and the score undefined. Continuous factors are cut into 10 equal widths." },
    { "locatello2019", "Locatello et al. 2019, published code",
      "rule=range:bins=20:rows=train:constants=zero:columns=all:level=1",
      "A code without information counts as 0, so dead codes pull the score down. Only the training rows count. "
      "Continuous factors, unknown to that study, are cut into 10 equal widths." },
};

const assay_metric assay_metric_modularity = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_VARYING | ASSAY_SPARSE | ASSAY_CYCLIC,
    .id = "modularity",
    .title = "Modularity Score",
    .family = "information",
    .formula = "M_j = 1 - sum_{i != first} I(v_i; z_j)^2 / ((M - 1) I(v_first; z_j)^2), M factors that vary, z_j "
               "a code that carries something; with level=1 about .3 for one of noise",
    .source = "Ridgeway and Mozer 2018, arXiv:1802.05312, section 3",
    METRIC_PARTS_AND_COST,
};
