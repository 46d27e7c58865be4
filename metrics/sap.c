/*
 *     SAP = 1/M sum_i ( R_i,first - R_i,second )
 *
 *   R_ij says how well code j alone predicts factor i: for a continuous factor the R^2 of a straight line, for a
 *   categorical one the accuracy of a classifier, if one is asked for. The same gap as mig's, over another relation:
 *   sap is mig:relation=r2:normaliser=none.
 *
 * Takes    factors [M x n], codes [d x n], d >= 2; see the relations r2, tree-accuracy and svm-accuracy.
 * Gives    "sap", one per factor and their mean, in [0, 1]: 1 = one code predicts the factor, the others nothing of it.
 *          An accuracy does not fall to 0 for a code that says nothing, so the gap of K classes stays below 1 - 1/K.
 * Cost     the relations'.
 * R1  A constant factor, or a single code: undefined. A constant code predicts nothing (R^2 0, or the most frequent
 *     value).
 * R2  A factor of three classes or more has no regression: undefined, not-applicable (nominal=number takes the labels
 *     as numbers). The definition tells it by thresholds on the code; default (categorical=defined): by a decision
 *     tree.
 * R3  categorical=... names the relation of which categorical factors take their rows; continuous ones, and with
 *     defined those of two classes, keep relation=... With nominal=number no factor counts as categorical.
 * R4  pairing=identity: first is code i, whatever it predicts, and second the best other one, so a gap can be below 0.
 */
#include "aggregate.h"
#include "pairing.h"
#include "request.h"
#include "code_accuracy.h"

enum { CATEGORICAL_SAME, CATEGORICAL_TREES, CATEGORICAL_MACHINES, CATEGORICAL_DEFINED };
enum { RELATION_R2, RELATION_MI, RELATION_TREES, RELATION_MACHINES };

#define OPTIONS(OPTION)                                                                                               \
    OPTION(RELATION, OPTION_RELATION(RELATION_R2, [RELATION_R2] = "r2", [RELATION_MI] = "mi",                         \
                                     [RELATION_TREES] = "tree-accuracy", [RELATION_MACHINES] = "svm-accuracy"))       \
    MI_OPTIONS(OPTION)                                                                                                \
    R2_OWN_OPTIONS(OPTION)                                                                                            \
    OPTION(CATEGORICAL,                                                                                               \
           CHOICE_OF(                                                                                                 \
               "categorical",                                                                                         \
               "what is aggregated for categorical factors: the same, a classifier's accuracy, or, as defined, that " \
               "of trees in place of r2 for three classes or more",                                                   \
               CATEGORICAL_DEFINED,                                                                                   \
               ASSAY_CHOOSES | ASSAY_OF_CLASSES, [CATEGORICAL_SAME] = "same", [CATEGORICAL_TREES] = "tree-accuracy",  \
               [CATEGORICAL_MACHINES] = "svm-accuracy", [CATEGORICAL_DEFINED] = "defined"))                           \
    SVM_OWN_OPTIONS(OPTION)                                                                                           \
    TREE_OWN_OPTIONS(OPTION)                                                                                          \
    OPTION(NORMALISER, OPTION_NORMALISER(NORMALISE_NONE))                                                             \
    OPTION(CONSTANTS, OPTION_CONSTANTS(CONSTANTS_SKIP))                                                               \
    OPTION(PAIRING, OPTION_PAIRING(PAIRING_BEST))                                                                     \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

/* R3: the rows of continuous factors from one relation, those of categorical ones from another. */
static assay_status rows_by_kind(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const assay_relation *numbers, *names;
    ASSAY_TRY(relation_asked(call, RELATION, &numbers));
    *to = *numbers;
    const int defined = call->option[CATEGORICAL] == CATEGORICAL_DEFINED, r2 = call->option[RELATION] == RELATION_R2;
    const int same =
        call->option[CATEGORICAL] == CATEGORICAL_SAME || (defined && !r2) || call->option[NOMINAL] == NOMINAL_NUMBER;
    const int32_t numbered = defined ? 2 : 0; /* classes that are numbers */
    int32_t most = 0;
    for (size_t i = 0; i < rep->n_factors; i++) most = rep->levels[i] > most ? rep->levels[i] : most;
    if (same || most <= numbered) return ASSAY_OK;
    ASSAY_TRY(defined ? relation_named(call, "tree-accuracy", &names) : relation_asked(call, CATEGORICAL, &names));
    const size_t m = rep->n_factors, d = rep->n_codes;
    double *value = call->alloc(call, m * d, sizeof *value), *factor_total = call->alloc(call, m, sizeof *factor_total);
    if (!value || !factor_total) return ASSAY_ENOMEM;
    for (size_t i = 0; i < m; i++) {
        const assay_relation *from = rep->levels[i] > numbered ? names : numbers;
        memcpy(value + i * d, from->value + i * d, d * sizeof *value);
        factor_total[i] = from->factor_total[i];
    }
    to->value = value;
    to->factor_total = factor_total;
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    assay_relation relation;
    ASSAY_TRY(rows_by_kind(rep, call, &relation));
    if (call->option[PAIRING] == PAIRING_IDENTITY)
        return gap_per_pair(rep, &relation, (int)call->option[NORMALISER], call); /* R4 */
    return gap_per_factor(&relation, (int)call->option[NORMALISER], (int)call->option[CONSTANTS], call);
}

extern const assay_metric assay_metric_sap; /* below */

/* Trees, which no option names: only where there are classes to be predicted. */
static double cost(const assay_size *size, const double *option)
{
    const int trees = option[CATEGORICAL] == CATEGORICAL_DEFINED && option[RELATION] == RELATION_R2 &&
                      option[NOMINAL] == NOMINAL_REFUSE && size->n_categorical > size->n_binary;
    return (double)(size->n_factors * size->n_codes) +
           (trees ? relation_cost_within(&assay_metric_sap, option, "tree-accuracy", size) : 0.0);
}

static const assay_output outputs[] = { { "sap", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Kumar et al. 2018, section 3", NULL, NULL },
    { "thesis", "Boilard 2022, equation 1.12", "categorical=same", NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code",
      "categorical=tree-accuracy:order=table:constants=zero:columns=all",
      "A categorical factor is predicted by decision trees that are scored on the rows they were grown on: a code that "
      "says nothing is credited with the most frequent value, so the score of K classes stays below 1 - 1/K. "
      "Their depth is chosen on folds in the order of the table, which then decides. A constant factor counts as 0. A "
      "constant code is the second of a single one." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code", "nominal=number:constants=zero:columns=all",
      "Labels are taken as numbers: renaming the classes of a factor changes the score. A constant factor counts as "
      "0. A constant code is the second of a single one." },
    { "latte2021", "Watcharasupat, Lee, Lerch 2022 (Latte), published code",
      "least-variance=1e-12:categorical=svm-accuracy:columns=all",
      "A code whose variance is at most 1e-12 predicts nothing, whatever the scale of the codes. A categorical factor "
      "is predicted by linear support vector machines scored on the rows they learnt from, whose penalty makes the "
      "score depend on the scale of the codes. A constant code is the second of a single one." },
    { "zhang2021", "Zhang et al. 2021, published code",
      "relation=svm-accuracy:split=stratified:strength=0.01:constants=keep:columns=all",
      "Linear support vector machines can only cut off the ends of a code: perfect codes of ten ordered values score "
      ".11. The strong penalty makes the score depend on the scale of the codes. A constant factor raises in the "
      "published code, here: undefined. Continuous factors, unknown to that study, are cut into 10 equal widths. A "
      "constant code is the second of a single one." },
    { "locatello2019", "Locatello et al. 2019, published code",
      "rows=train:least-variance=1e-12:constants=keep:categorical=svm-accuracy:split=batches:strength=0.01:weights="
      "balanced:columns=all",
      "Continuous factors: only the training rows count, and they are both fitted and scored; a code whose variance is "
      "at most 1e-12 predicts nothing. Categorical factors, as in the study: linear support vector machines, scored on "
      "rows held out, which can only cut off the ends of a code; their strong penalty makes the score depend on the "
      "scale of the codes. A constant factor makes 0/0, or no machine, and the score undefined. A constant code is the "
      "second of a single one." },
};

const assay_metric assay_metric_sap = {
    .flags = ASSAY_RANDOM | ASSAY_SEPARATE | ASSAY_SPARSE | ASSAY_VARYING |
             ASSAY_CYCLIC, /* random: machines, and folds of trees */
    .id = "sap",
    .title = "Separated Attribute Predictability",
    .family = "predictor",
    .formula = "SAP = 1/M sum_i (R_i,first - R_i,second), R_ij = cov(v_i, z_j)^2 / (var(v_i) var(z_j)), or the "
               "accuracy of a classifier of v_i by z_j",
    .source = "Kumar, Sattigeri, Balakrishnan 2018, arXiv:1711.00848, section 3",
    METRIC_PARTS_AND_COST,
};
