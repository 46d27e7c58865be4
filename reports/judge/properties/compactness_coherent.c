/*
 * compactness-coherent -- a metric of compactness falls when compactness does, and only then
 *
 *   Why     A factor that is spread over several codes cannot be steered by one of them; the score is there to tell.
 *   Rule    In `mixing`, and in `noisy-copy` where it is stored, the score is higher by `step` at every point than at
 *           the next less compact one. A factor copied into two codes scores `step` less than the ideal code has
 *           (`noise` at alpha = 0), and copied into four codes `step` less than into two, at the same number of
 *           factors. Points of equal compactness score the same within `flat`.
 *   Source  Boilard 2022, table 3.2, column 2; section 3.3.4. The study counts a gap that is 0 at two and at four
 *           copies as coherent; here it is not, since it does not tell these apart.
 */
#include "property.h"

static assay_status judge(judging *j)
{
    static const point_name spread[] = { { "noise", "alpha=0" }, { "duplicate", "copies=2;factors=4" } };
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, ASSAY_COMPACTNESS)) return ASSAY_OK;
    compare_by_truth(j, at, points_of(j, "mixing", NULL, 0, at), COMPACTNESS);
    compare_by_truth(j, at, points_of(j, "duplicate", NULL, 0, at), COMPACTNESS);
    compare_by_truth(j, at, points_of(j, "noisy-copy", NULL, POINTS_OPTIONAL, at), COMPACTNESS);
    if (points_named(j, spread, 2, 0, at) == 2) compare_by_truth(j, at, 2, COMPACTNESS);
    return ASSAY_OK;
}

const property property_compactness_coherent = {
    .id = "compactness-coherent",
    .title = "coherent with compactness",
    .brief = "comp.",
    .asks = "Does a score of compactness fall the more codes share a factor, and stay where they do not?",
    .rule = "mixing, noisy-copy where stored, and duplicate at a fixed number of factors: at least `step` "
            "lower at each less compact point; two copies at least `step` below the ideal code, noise at alpha=0. "
            "Equally compact points: the same within `flat`. How far it falls in all is not asked",
    .scenarios = (const char *const[]){ "noise", "mixing", "duplicate", "noisy-copy", NULL },
    .thresholds = "step,flat",
    .source = "Boilard 2022, table 3.2, column 2",
    .judge = judge,
};
