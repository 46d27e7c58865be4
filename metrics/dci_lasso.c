/*
 *   See dci.h for the three scores and lasso_weights.c for the importance.
 *
 * Source   Eastwood and Williams 2018, ICLR, sections 2 and 4.2; Boilard 2022, section 1.3.
 * Takes    factors [M x n] as numbers, codes [d x n].
 * Gives    modularity per code (weighted mean), compactness and explicitness per factor (mean), in [0, 1].
 * R1  Where the relation leaves a factor undefined (too few rows, a categorical factor) its row counts for nothing, and
 *     its compactness is undefined for the same reason.
 */
#include "dci.h"
#include "regression_importance.h"

#define OPTIONS(OPTION)   \
    LASSO_OPTIONS(OPTION) \
    DCI_OPTIONS(OPTION)
OPTION_TABLE(OPTIONS);

static const assay_preset presets[] = {
    { "default", "Eastwood and Williams 2018, sections 2 and 4.2", NULL, NULL },
    { "thesis", "Boilard 2022, section 1.3", "scale=standard:explicitness=six:stop=published:order=table:level=1",
      DCI_UNTESTED "Folds are cut in the order of the table: rows in order score otherwise. 1 - 6 MSE is 0 where the "
                   "mean squared error of standardised variables is 1/6: a factor of which a sixth of the variance is "
                   "not explained already has explicitness 0." },
    { "zaidi2020", "Zaidi et al. 2020, published code",
      "explicitness=twelve:stop=published:nominal=number:order=table:dead=stop:columns=all:level=1",
      DCI_UNTESTED
      "Folds are cut in the order of the table: rows in order score otherwise. The loop over codes ends at the first "
      "one without weight: that code and all after it are left out, so the modularity depends on the order of the "
      "codes, and is 0 where the first code is dead. Explicitness is 1 - 12 MSE on the training rows, which is 0 for "
      "the best constant on a uniform factor only. Labels of categorical factors are taken as numbers." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code",
      "explicitness=twelve:stop=published:nominal=number:order=table:dead=stop:least=1e-06:columns=all:level=1",
      "As zaidi2020; shares of importance up to 1e-6 are left out of the entropies, which changes the score by less "
      "than 1e-4." },
};

const assay_metric assay_metric_dci_lasso = {
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_VARYING,
    .id = "dci-lasso",
    .title = "DCI, by lasso",
    .formula = DCI_FORMULA
    "explicitness 1 - prediction error; p, q: shares of |lasso weight| by code, by factor that the lasso predicts",
    .source = "Eastwood and Williams 2018, ICLR, sections 2 and 4.2",
    DCI_PARTS,
    .score = dci_of_relation,
    .relation = "lasso",
};
