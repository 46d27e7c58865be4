/*
 * mixed-pairs -- codes that are means of two factors are not perfect
 *
 *   Why     In this representation every code has two factors and every factor two codes, and a metric that asks which
 *           code varies least while a factor is fixed finds one each time, and calls it perfect.
 *   Rule    In `higgins` scores of modularity or compactness are lower by `sensitive` than that of the ideal code
 *           (`noise` at alpha = 0); those of explicitness alone are no more than `flat` below it, the map being linear
 *           and of full rank.
 *   Source  ours; a counterexample to Higgins et al. 2017 in the manner of Kim and Mnih 2018, section 4.
 */
#include "property.h"

#include <math.h>

static assay_status judge(judging *j)
{
    static const point_name name[] = { IDEAL_CODE, { "higgins", "" } };
    const evidence_point *at[2];
    if (!judged_asked(j, ASSAY_MODULARITY | ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS)) return ASSAY_OK;
    if (points_named(j, name, 2, 0, at) < 2) return ASSAY_OK;
    if (judged_claims(j, ASSAY_MODULARITY | ASSAY_COMPACTNESS))
        compare_change(j, at[0], at[1], -INFINITY, -judged_limit(j, "sensitive"),
                       "each code is the mean of two factors");
    else compare_with_ideal(j, at[0], at + 1, 1);
    return ASSAY_OK;
}

const property property_mixed_pairs = {
    .id = "mixed-pairs",
    .title = "sees codes that are means of two factors",
    .brief = "pairs",
    .asks = "Is a score of modularity or compactness lower when each code is the mean of two factors?",
    .rule =
        "higgins: at least `sensitive` below the ideal code, noise at alpha=0; outputs that claim explicitness alone: "
        "no more than `flat` below it",
    .scenarios = (const char *const[]){ "higgins", "noise", NULL },
    .thresholds = "sensitive,flat",
    .source = "ours; a counterexample to Higgins et al. 2017",
    .judge = judge,
};
