/*
 * dependent-ordered -- the score does not rise as factors become more independent
 *
 *   Why     The more factors resemble each other, the less a code that mixes them is at fault.
 *   Rule    In `dependent`, at each alpha, the score rises by no more than `ordered` from any delta to any larger one.
 *   Source  Almudevar and Ortega 2025, section 5.1, second desideratum. The paper's own minimality over bins rises by
 *           up to .033 between delta = .7 and 1 at alpha = .85; the threshold lets that pass.
 */
#include "property.h"

#include <math.h>

static assay_status judge(judging *j)
{
    const double most = judged_limit(j, "ordered");
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, ASSAY_MODULARITY | ASSAY_COMPACTNESS)) return ASSAY_OK;
    const size_t n = points_of(j, "dependent", NULL, 0, at);
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b < n; b++) {
            if (point_number(at[a]->at, "alpha") != point_number(at[b]->at, "alpha")) continue;
            if (point_number(at[a]->at, "delta") < point_number(at[b]->at, "delta"))
                compare_change(j, at[a], at[b], -INFINITY, most, "the factors become less alike");
        }
    }
    return ASSAY_OK;
}

const property property_dependent_ordered = {
    .id = "dependent-ordered",
    .title = "ordered by dependence",
    .brief = "dep. 2",
    .asks = "Does the score never rise when mixed factors become more independent?",
    .rule = "dependent, at each alpha: rises by at most `ordered` from any delta to any larger one",
    .scenarios = (const char *const[]){ "dependent", NULL },
    .thresholds = "ordered",
    .source = "Almudevar and Ortega 2025, section 5.1",
    .judge = judge,
};
