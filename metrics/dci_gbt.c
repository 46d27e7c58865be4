/*
 *   See dci.h for the three scores, boost_importance.c for the importance.
 *
 * Source   Eastwood and Williams 2018, ICLR, section 2; Locatello et al. 2019, arXiv:1811.12359; Joshi et al. 2026, Who
 *          guards the guardians? (UAI; regression of continuous factors).
 * Takes    factors [M x n] by value, codes [d x n]. Continuous factors are cut into factor-bins, or regressed
 *          (continuous=values).
 * Gives    modularity per code (weighted mean), compactness and explicitness per factor (mean), in [0, 1].
 * Cost     the relation's: seconds where the others take milliseconds.
 * R1  Where the relation leaves a factor undefined its row counts for nothing, and its compactness is undefined for
 *     the same reason.
 * R2  explicitness=accuracy: a regression worse than the mean of the test rows counts below 0 in the mean over factors,
 *     which is then held to 0 at least; the factor's own value is 0.
 */
#include "class_importance.h"
#include "dci.h"

#define OPTIONS(OPTION)   \
    BOOST_OPTIONS(OPTION) \
    DCI_OPTIONS(OPTION)
OPTION_TABLE(OPTIONS);

/* R2 */
static void explicitness_bounded(assay_series *series)
{
    double sum = 0.0, least = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < series->n_items; i++) {
        if (isnan(series->items[i])) continue;
        sum += series->items[i];
        least = fmin(least, series->items[i]);
        series->items[i] = fmax(series->items[i], 0.0);
        count++;
    }
    if (least < 0.0) series->value = fmax(sum / (double)count, 0.0);
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_status status = dci_of_relation(rep, call);
    if (status == ASSAY_OK) explicitness_bounded(&call->series[2]);
    return status;
}

static const assay_preset presets[] = {
    { "default", "Eastwood and Williams 2018, section 2; Locatello et al. 2019", NULL, NULL },
    { "locatello2019", "Locatello et al. 2019, published code",
      "scale=none:split=first:explicitness=accuracy:constant=refuse:dead=even:added=1e-11:columns=all:level=1",
      DCI_UNTESTED
      "Explicitness is an accuracy, which for pure noise is the share of the commonest value, not 0. Added 1e-11 keeps "
      "an ideal score 6e-10 below 1. Codes without any importance are read as equally important, so modularity and "
      "compactness are 0 there. A factor with one value raises ValueError: no score is defined." },
    { "guard2026", "Joshi et al. 2026, published code",
      "continuous=values:scale=none:split=fifths:explicitness=accuracy:dead=even:added=1e-10:columns=all:level=1",
      DCI_UNTESTED "Codes are taken as they are, so one beyond 3e38 raises. Continuous factors whose values are all "
                   "whole are taken as classes there; here where they are declared so. A factor that follows from "
                   "another shares its importance: modularity .83 of perfect codes of 5 factors." },
};

const assay_metric assay_metric_dci_gbt = {
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_VARYING | ASSAY_SPLIT,
    .id = "dci-gbt",
    .title = "DCI, by boosted trees",
    .formula = DCI_FORMULA "explicitness: accuracy on test rows, relative to the commonest value; p, q: shares of "
                           "boosting importance by code, by factor",
    .source = "Eastwood and Williams 2018, ICLR, section 2; Locatello et al. 2019, arXiv:1811.12359",
    DCI_PARTS,
    .score = score,
    .relation = "boost",
};
