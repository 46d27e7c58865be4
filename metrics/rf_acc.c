/*
 *     score = 1/M sum_i accuracy of a forest that predicts v_i from z, on test rows
 *
 *   What a modest learner with few samples makes of the codes: 100 trees, 5 levels deep, four fifths of 1000 rows for
 *   training.
 *
 * Takes    factors [M x n] by value (continuous ones cut into factor-bins), codes [d x n].
 * Gives    one accuracy per factor and their mean; 1 = always right. For noise: the share of the commonest value
 *          (explicitness=relative: 0).
 * Cost     M * trees trees on `rows` rows; random.
 * R1  A constant factor: undefined, or with constant=keep 1. Fewer than 10 rows: too-few-samples.
 */
#include "aggregate.h"
#include "class_importance.h"
#include "request.h"

#define OPTIONS(OPTION)                                               \
    DRAWN_CLASS_OPTIONS(OPTION)                                       \
    OPTION(EXPLICITNESS, OPTION_CLASS_QUALITY(EXPLICITNESS_ACCURACY)) \
    OPTION(FEATURES, OPTION_FEATURES(FEATURES_SQRT))                  \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *importance;
    ASSAY_TRY(relation_fixed(call, &importance));
    for (size_t i = 0; i < rep->n_factors; i++) call->series[0].items[i] = importance->quality[i];
    return ASSAY_OK;
}

static const assay_output outputs[] = { { "rf-acc", ASSAY_PER_FACTOR, ASSAY_EXPLICITNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Almudevar and Ortega 2025, section 6.1", NULL, NULL },
    DRAWN_CLASS_PUBLISHED,
};

const assay_metric assay_metric_rf_acc = {
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_VARYING | ASSAY_CYCLIC | ASSAY_SPLIT,
    .id = "rf-acc",
    .title = "Forest accuracy, all codes",
    .family = "predictor",
    .formula = "1/M sum_i accuracy(v_i predicted from z by a forest of 100 trees of depth 5, on test rows)",
    .source = "Almudevar and Ortega 2025, section 6.1",
    METRIC_PARTS,
    .relation = "forest-classes",
};
