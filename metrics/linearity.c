/*
 *     L_i = R^2 of the least-squares line of factor i on its code      score = mean_i L_i
 *
 * Source   Tan and Herremans 2020, Music FaderNets (ISMIR), arXiv:2007.15474, section 5 (linearity of the factor with
 *          respect to its regularised code); Pati and Lerch 2021, section 4.
 * Takes    factors [M x n] and codes [d x n], M <= d where pairing=identity; see the relation r2.
 * Gives    "linearity", one per factor and their mean, in [0, 1]: 1 = the factor is a straight function of its code.
 * R1  A constant factor: undefined. A constant code explains 0.
 * R2  A factor of three classes or more has no line: undefined, not-applicable (nominal=number takes its labels as
 *     numbers).
 */
#include "aggregate.h"
#include "pairing.h"
#include "request.h"

#define OPTIONS(OPTION)    \
    R2_OWN_OPTIONS(OPTION) \
    OPTION(PAIRING, OPTION_PAIRING(PAIRING_BEST))
OPTION_TABLE(OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *r;
    pairing p;
    double *items = call->series[0].items;
    ASSAY_TRY(relation_fixed(call, &r));
    ASSAY_TRY(pairing_make(call, rep, r, (int)call->option[PAIRING], &p));
    if (isnan(p.why)) return score_refused(call, p.why);
    for (size_t i = 0; i < rep->n_factors; i++)
        if (item_counts(call, ASSAY_PER_FACTOR, i, r->factor_total[i], CONSTANTS_SKIP))
            items[i] = r->value[i * rep->n_codes + p.code[i]];
    return ASSAY_OK;
}

static const assay_output outputs[] = { { "linearity", ASSAY_PER_FACTOR, ASSAY_EXPLICITNESS, 0, 1 } };

static const assay_preset presets[] = { { "default", "Tan and Herremans 2020, section 5", NULL, NULL } };

const assay_metric assay_metric_linearity = {
    .id = "linearity",
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_SPARSE | ASSAY_CYCLIC,
    .title = "Linearity",
    .family = "predictor",
    .formula = "L_i = cov(v_i, z_i)^2 / (var(v_i) var(z_i)), z_i the code of factor i",
    .source = "Tan and Herremans 2020, arXiv:2007.15474, section 5",
    METRIC_PARTS,
    .relation = "r2",
};
