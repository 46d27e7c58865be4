/*
 *     s_i = max_j I(v_i; z_j) / H(v_i)      score = 1/M sum_i s_i
 *
 *   1 = one code determines the factor; whatever the other codes know of it adds nothing.
 *
 * Source   Almudevar and Ortega 2025, "Rethinking disentanglement under dependent factors of variation",
 *          arXiv:2408.07016, section 4, which leaves the estimator open; 10 bins as for the other metrics of this
 *          family, so that a continuous factor and its copy are cut alike and score 1.
 * Takes    factors [M x n], codes [d x n]; see the relation mi.
 * Gives    "sufficiency", one per factor and their mean, in [0, 1].
 * R1  A constant factor: undefined, constant-factor. Constant codes tell 0 and take part.
 * R2  Several factors may claim one code.
 */
#include "aggregate.h"
#include "request.h"

#define OPTIONS(OPTION)   \
    MI_R2_OPTIONS(OPTION) \
    OPTION(CONSTANTS, OPTION_CONSTANTS(CONSTANTS_SKIP))
OPTION_TABLE(OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *r;
    ASSAY_TRY(relation_asked(call, RELATION, &r));
    assay_series *series = &call->series[0];
    for (size_t i = 0; i < rep->n_factors; i++) {
        const double total = r->factor_total[i];
        if (item_counts(call, ASSAY_PER_FACTOR, i, total, (int)call->option[CONSTANTS])) /* R1 */
            series->items[i] = top_two_of(r->value + i * rep->n_codes, rep->n_codes, 1).first / total;
    }
    for (size_t j = 0; j < rep->n_codes; j++)
        if (isnan(r->code_total[j])) series->value = r->code_total[j]; /* the published code raises */
    return ASSAY_OK;
}

static const assay_output outputs[] = {
    { "sufficiency", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Almudevar and Ortega 2025, section 4", NULL, NULL },
    { "almudevar2025", "Almudevar and Ortega 2025, published code",
      "rule=linspace:bins=15:last-edge=lose:constants=keep",
      "One constant factor makes 0/0 and the score undefined. For values beyond about 1e7 the last edge, larger than "
      "the maximum by 1e-9, is rounded to it and the code raises: undefined. Codes are cut into 15 bins and continuous "
      "factors, unknown to that study, into 10." },
};

const assay_metric assay_metric_sufficiency = {
    .flags = ASSAY_SEPARATE | ASSAY_REPEATS | ASSAY_SPARSE | ASSAY_CYCLIC,
    .id = "sufficiency",
    .title = "Sufficiency",
    .family = "information",
    .formula = "s = 1/M sum_i max_j I(v_i; z_j) / H(v_i)",
    .source = "Almudevar and Ortega 2025, section 4",
    METRIC_PARTS,
};
