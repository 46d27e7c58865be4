/*
 *     J_i = H(v_i, z_*) - I(v_i; z_*) + I(v_i; z_second)      reported: 1/M sum_i [ 1 - J_i / (H(v_i) + log b) ]
 *
 *   z_* is the code that knows most about v_i, z_second the runner-up, b the number of bins per code. J_i is 0 when z_*
 *   and v_i determine each other and no other code knows v_i; it is H(v_i) + log b for independent, uniform columns.
 *
 * Takes    factors [M x n], codes [d x n], d >= 2; see the relation mi. Always entropies, so no other relation.
 * Gives    "jemmig", one per factor and their mean, in [0, 1].
 * R1  A constant factor, or a single code: undefined. A constant code takes no part (columns=all: it does).
 * R2  Ties for z_* (up to rounding, 1e-12 of H(v_i)): the code of least entropy, so the order of the codes does not
 *     matter; ties=last: the last one.
 * R3  Codes that all are constant have least joint entropy, which the normaliser rewards (.59 with 8 uniform factors
 *     and ten bins): there is nothing to score, undefined, no-active-code; published code (constants=keep) scores it.
 */
#include "aggregate.h"
#include "histogram.h"
#include "request.h"

enum { TIES_SIMPLEST, TIES_LAST };

#define OPTIONS(OPTION)                                                                                                \
    MI_OPTIONS(OPTION)                                                                                                 \
    OPTION(COLUMNS, OPTION_COLUMNS)                                                                                    \
    OPTION(CONSTANTS, OPTION_CONSTANTS(CONSTANTS_SKIP))                                                                \
    OPTION(TIES, CHOICE("ties", "equally informed codes: the one of least entropy stands for the factor, or the last", \
                        [TIES_SIMPLEST] = "simplest", [TIES_LAST] = "last"))
OPTION_TABLE(OPTIONS);

/* R2: of the codes that know at least `enough` */
static size_t best_code(const double *value, const double *entropy, size_t n, double enough, int ties)
{
    size_t best = n;
    for (size_t j = 0; j < n; j++)
        if (value[j] >= enough && (best == n || ties == TIES_LAST || entropy[j] < entropy[best])) best = j;
    return best;
}

static double jemmig_of_factor(const assay_relation *r, size_t i, double log_bins, int ties)
{
    const double *value = r->value + i * r->n_codes;
    const top_two top = top_two_of(value, r->n_codes, 1);
    const size_t best = best_code(value, r->code_total, r->n_codes, top.first - 1e-12 * r->factor_total[i], ties);
    const double joint = r->factor_total[i] + r->code_total[best] - top.first;
    return 1.0 - (joint - top.first + top.second) / (r->factor_total[i] + log_bins);
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *r;
    ASSAY_TRY(relation_fixed(call, &r));
    assay_series *series = &call->series[0];
    if (rep->n_codes < 2) return score_refused(call, no_second_code(call));
    int dead = call->option[CONSTANTS] == CONSTANTS_SKIP; /* R3 */
    for (size_t j = 0; j < r->n_codes; j++) dead &= !(r->code_total[j] > 0.0);
    const double log_bins = log_nats(call->option[MI_BINS]);
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (r->factor_total[i] > 0.0 && dead)
            series->items[i] = call->undefined(call, "no-active-code", "no code ever changes"); /* R3 */
        else if (r->factor_total[i] > 0.0 || call->option[CONSTANTS] == CONSTANTS_KEEP)
            series->items[i] = jemmig_of_factor(r, i, log_bins, (int)call->option[TIES]);
        else if (call->option[CONSTANTS] == CONSTANTS_ZERO) series->items[i] = 0.0;
        else series->items[i] = constant_factor(call, i); /* R1 */
    }
    return ASSAY_OK;
}

static const assay_output outputs[] = {
    { "jemmig", ASSAY_PER_FACTOR, ASSAY_MODULARITY | ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Do and Tran 2020, section 3.4", NULL, NULL },
    { "thesis", "Boilard 2022, equation 1.19, recalibrated to [0, 1]", NULL, NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code", "constants=keep:ties=last:columns=all",
      "A constant factor scores 1 - H(z)/log b of the last code instead of being left out: 0 for an even code. Equally "
      "informed codes are decided by their order. A constant code is the second of a single one." },
};

const assay_metric assay_metric_jemmig = {
    .flags = ASSAY_SEPARATE | ASSAY_REPEATS | ASSAY_SPARSE | ASSAY_VARYING | ASSAY_CYCLIC,
    .id = "jemmig",
    .title = "Joint Entropy Minus Mutual Information Gap",
    .family = "information",
    .formula = "JEMMIG = 1/M sum_i 1 - [H(v_i, z_*) - I(v_i; z_*) + I(v_i; z_second)] / (H(v_i) + log b)",
    .source = "Do and Tran 2020, arXiv:1908.09961, section 3.4",
    METRIC_PARTS,
    .relation = "mi",
};
