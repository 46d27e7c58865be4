/*
 * high-and-low -- small cases that must be rated high, and such that must not
 *
 *   Why     Most metrics fail one side: they rate some entangled representation as high as a disentangled one, or a
 *           disentangled one low. Cases of a few lines show which.
 *   Rule    In `sepliarskaia` the score of the ideal case is within `calibration` of the upper end; that of each other
 *           case is lower by `step` where less is true of what the output claims, and within `flat` where as much is.
 *           Of an output that claims two properties of which one falls and one rises both are asked, and no score does
 *           both: what such a number says of either is not to be told from it.
 *   Source  after Sepliarskaia, Kiseleva and de Rijke 2019, arXiv:1910.05587.
 */
#include "property.h"

static assay_status judge(judging *j)
{
    const double within = judged_limit(j, "calibration"), top = judged_top(j);
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, 7)) return ASSAY_OK;
    const size_t n = points_of(j, "sepliarskaia", NULL, POINTS_OF_TRUTH, at);
    if (n && point_has_word(at[0]->at, "case", "ideal"))
        compare_value(j, at[0], top - within, top + within, "the codes are the factors");
    compare_by_truth(j, at, n, ANY_PROPERTY);
    return ASSAY_OK;
}

const property property_high_and_low = {
    .id = "high-and-low",
    .title = "rates small cases high or low as it must",
    .brief = "cases",
    .asks = "Are small representations that are ideal rated best, and those that are not lower?",
    .rule =
        "sepliarskaia: within `calibration` of the upper end for the ideal case; at least `step` lower where less is "
        "true, within `flat` where as much is",
    .scenarios = (const char *const[]){ "sepliarskaia", NULL },
    .thresholds = "calibration,step,flat",
    .source = "after Sepliarskaia, Kiseleva and de Rijke 2019",
    .judge = judge,
};
