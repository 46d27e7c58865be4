/*
 *   See dci.h for the three scores, forest_classes.c for the importance.
 *
 * Takes    factors [M x n] by value (continuous ones cut into factor-bins), codes [d x n].
 * Gives    modularity per code (weighted mean), compactness and explicitness per factor (mean), in [0, 1].
 * R1  Where the relation leaves a factor undefined its row counts for nothing, and its compactness is undefined for
 *     the same reason.
 * R2  empty=one: a factor that no code is important for has compactness 1, as published (0/0 is dropped from the
 *     entropy).
 */
#include "class_importance.h"
#include "dci.h"
#include "request.h"

enum { EMPTY_SKIP, EMPTY_ONE };

#define OPTIONS(OPTION)                                                                                           \
    FOREST_CLASS_OPTIONS(OPTION)                                                                                  \
    OPTION(EMPTY,                                                                                                 \
           CHOICE("empty", "compactness of a factor that no code is important for: undefined, or 1 as published", \
                  [EMPTY_SKIP] = "skip", [EMPTY_ONE] = "one"))                                                    \
    DCI_OPTIONS(OPTION)
OPTION_TABLE(OPTIONS);

/* R2 */
static void empty_rows(const assay_relation *r, assay_series *compactness)
{
    double sum = 0.0;
    size_t defined = 0;
    for (size_t i = 0; i < r->n_factors; i++) {
        double row = 0.0;
        for (size_t j = 0; j < r->n_codes; j++) row += r->value[i * r->n_codes + j];
        if (row == 0.0 && !isnan(r->factor_total[i])) compactness->items[i] = 1.0;
        if (isnan(compactness->items[i])) continue;
        sum += compactness->items[i];
        defined++;
    }
    if (defined) compactness->value = sum / (double)defined;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *importance;
    assay_status status = relation_fixed(call, &importance);
    if (status == ASSAY_OK) status = dci_scores(importance, call->option + DCI_DEAD, call);
    if (status == ASSAY_OK && call->option[EMPTY] == EMPTY_ONE && rep->n_codes > 1)
        empty_rows(importance, &call->series[1]);
    return status;
}

static const assay_preset presets[] = {
    { "default", "Eastwood and Williams 2018, section 2; Zhang et al. 2021, algorithm 6", NULL, NULL },
    { "zhang2021", "Zhang et al. 2021, published code",
      "scale=none:explicitness=accuracy:constant=keep:features=sqrt:empty=one:columns=all:level=1",
      DCI_UNTESTED
      "Nodes look at the square root of the number of codes, so importance leaks to codes that are looked at while the "
      "good ones are not: an ideal representation has modularity 0.66 on letters-1d. Explicitness is an accuracy, "
      "which for pure noise is the share of the commonest value, not 0. A constant factor has compactness and "
      "explicitness 1. The paper's algorithm interchanges the names of modularity and compactness and has no weights; "
      "its code does neither. Fewer than 10000 rows are all used, where the published code raises ValueError." },
};

const assay_metric assay_metric_dci_rfc = {
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_VARYING | ASSAY_CYCLIC | ASSAY_SPLIT,
    .id = "dci-rfc",
    .title = "DCI, by classification forest",
    .formula = DCI_FORMULA "explicitness: accuracy on test rows, relative to the commonest value; p, q: shares of "
                           "forest importance by code, by factor",
    .source = "Eastwood and Williams 2018, ICLR, section 2; Zhang et al. 2021, algorithm 6",
    DCI_PARTS,
    .score = score,
    .relation = "forest-classes",
};
