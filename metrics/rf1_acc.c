/*
 *     score = 1/M sum_i max_j accuracy of a forest that predicts v_i from z_j alone, on test rows
 *
 *   As rf-acc, but the forest sees one code: a factor whose value is spread over several codes is not found.
 *
 * Takes    factors [M x n] by value (continuous ones cut into factor-bins), codes [d x n].
 * Gives    one accuracy per factor and their mean; 1 = one code is enough. For noise somewhat above the share of the
 *          commonest value: the best of d codes is chosen on the test rows.
 * Cost     M * d * trees trees of one code on `rows` rows; random.
 * R1  A constant factor: undefined, or with constant=keep 1. Fewer than 10 rows: too-few-samples.
 */
#include "aggregate.h"
#include "class_importance.h"
#include "request.h"

#define OPTIONS(OPTION)         \
    DRAWN_CLASS_OPTIONS(OPTION) \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t d = rep->n_codes;
    const assay_relation *accuracy;
    const assay_status status = relation_fixed(call, &accuracy);
    for (size_t i = 0; status == ASSAY_OK && i < rep->n_factors; i++)
        call->series[0].items[i] = isnan(accuracy->factor_total[i]) ? accuracy->factor_total[i]
                                                                    : top_two_of(accuracy->value + i * d, d, 1).first;
    return status;
}

static const assay_output outputs[] = { { "rf1-acc", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Almudevar and Ortega 2025, section 6.1", NULL, NULL },
    DRAWN_CLASS_PUBLISHED,
};

const assay_metric assay_metric_rf1_acc = {
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_VARYING | ASSAY_CYCLIC | ASSAY_SPLIT,
    .id = "rf1-acc",
    .title = "Forest accuracy, best single code",
    .family = "predictor",
    .formula = "1/M sum_i max_j accuracy(v_i predicted from z_j by a forest of 100 trees of depth 5, on test rows)",
    .source = "Almudevar and Ortega 2025, section 6.1",
    METRIC_PARTS,
    .relation = "forest-accuracy",
};
