/*
 *   See dci.h for the three scores and forest_importance.c for the importance.
 *
 * Source   Eastwood and Williams 2018, ICLR, sections 2 and 4.2; Boilard 2022, section 1.3.
 * Takes    factors [M x n] as numbers, codes [d x n].
 * Gives    modularity per code (weighted mean), compactness and explicitness per factor (mean), in [0, 1].
 * R1  Where the relation leaves a factor undefined (too few rows, a categorical factor) its row counts for nothing,
 *     and its compactness is undefined for the same reason.
 */
#include "dci.h"
#include "regression_importance.h"

#define OPTIONS(OPTION)    \
    FOREST_OPTIONS(OPTION) \
    DCI_OPTIONS(OPTION)
OPTION_TABLE(OPTIONS);

static const assay_preset presets[] = {
    { "default", "Eastwood and Williams 2018, sections 2 and 4.2", NULL, NULL },
    { "thesis", "Boilard 2022, section 1.3", "scale=minmax:grid=depth:explicitness=six:order=table:level=1",
      DCI_UNTESTED
      "Folds are cut in the order of the table: rows in order score otherwise. 1 - 6 MSE of factors in [0, 1] is 0 for "
      "two independent uniform variables, but 1/2 for the best constant: codes that know nothing have explicitness "
      "1/2. Importance is the impurity drop, to which the text's share of splits is traced back." },
    { "zaidi2020", "Zaidi et al. 2020, published code",
      "scale=minmax:explicitness=twelve:nominal=number:order=table:dead=stop:columns=all:level=1",
      DCI_UNTESTED "Folds are cut in the order of the table: rows in order score otherwise. Explicitness is 1 - 12 MSE "
                   "on the training rows, which a forest fits closely: pure noise reaches 0.29 at 1000 samples; and it "
                   "is 0 for the best constant on a uniform factor only. The loop over codes ends at the first one "
                   "without importance: that code and all after it are left out, and the modularity is 0 where the "
                   "first code is dead. Labels of categorical factors are taken as numbers. Looking at a share of the "
                   "codes per node gives importance to codes that do not deserve it." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code",
      "scale=minmax:grid=small:explicitness=twelve:nominal=number:order=table:dead=stop:least=1e-06:columns=all:level="
      "1",
      "As zaidi2020, over a smaller grid; shares of importance up to 1e-6 are left out of the entropies, which changes "
      "the score by less than 1e-4." },
};

const assay_metric assay_metric_dci_rf = {
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_VARYING,
    .id = "dci-rf",
    .title = "DCI, by regression forest",
    .formula = DCI_FORMULA "explicitness 1 - prediction error; p, q: shares of forest importance by code, by factor",
    .source = "Eastwood and Williams 2018, ICLR, sections 2 and 4.2",
    DCI_PARTS,
    .score = dci_of_relation,
    .relation = "forest",
};
