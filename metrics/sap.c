/*
 * sap -- Separated Attribute Predictability
 *
 *     SAP = 1/M sum_i ( R_i,first - R_i,second )
 *
 *   R_ij says how well code j alone predicts factor i: for a continuous factor the R^2 of a straight line. The same gap
 *   as mig's, over another relation: sap is mig:relation=r2:normaliser=none.
 *
 * Source   Kumar, Sattigeri, Balakrishnan 2018, arXiv:1711.00848, section 3; Boilard 2022, equation 1.12.
 * Takes    factors [M x n], codes [d x n], d >= 2; see the relation r2.
 * Gives    "sap", one per factor and their mean, in [0, 1]: 1 = one code predicts the factor, the others nothing of it.
 * Cost     the relation's.
 * R1  A constant factor, or a single code: undefined. A constant code predicts nothing (0).
 * R2  A categorical factor has no regression: undefined, not-applicable (nominal=number takes the labels as numbers).
 */
#include "aggregate.h"
#include "request.h"

enum { NORMALISER = ASKED, CONSTANTS };

static const assay_option options[] = {
    ASKED_OPTIONS(0, BIN_SCALED, 10, "r2", "mi"),
    OPTION_NORMALISER(NORMALISE_NONE),
    OPTION_CONSTANTS(CONSTANTS_SKIP),
};

static assay_status score(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    const assay_relation *relation;
    const assay_status status = relation_request(call, options, &relation);
    if (status != ASSAY_OK) return status;
    return gap_per_factor(relation, (int)call->option[NORMALISER], (int)call->option[CONSTANTS], call);
}

static const assay_output outputs[] = { { "sap", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Kumar et al. 2018, section 3", NULL, NULL },
    { "thesis", "Boilard 2022, equation 1.12", NULL, NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code", "constants=zero", "A constant factor counts as 0." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code", "nominal=number:constants=zero",
      "Labels are taken as numbers: renaming the classes of a factor changes the score. A constant factor counts as "
      "0." },
    { "latte2021", "Watcharasupat and Lerch 2022 (Latte), published code", "least-variance=1e-12",
      "A code whose variance is at most 1e-12 predicts nothing, whatever the scale of the codes." },
    { "locatello2019", "Locatello et al. 2019, published code", "rows=train:least-variance=1e-12:constants=keep",
      "Only the training rows count, and they are both fitted and scored. A code whose variance is at most 1e-12 "
      "predicts nothing. A constant factor makes 0/0 and the score undefined." },
};

const assay_metric assay_metric_sap = {
    .abi = ASSAY_ABI,
    .id = "sap",
    .title = "Separated Attribute Predictability",
    .family = "predictor",
    .formula = "SAP = 1/M sum_i (R_i,first - R_i,second), R_ij = cov(v_i, z_j)^2 / (var(v_i) var(z_j))",
    .source = "Kumar, Sattigeri, Balakrishnan 2018, arXiv:1711.00848, section 3",
    .outputs = outputs,
    .n_outputs = sizeof outputs / sizeof *outputs,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .presets = presets,
    .n_presets = sizeof presets / sizeof *presets,
    .score = score,
};
