/*
 * modularity-coherent -- a metric of modularity falls when modularity does, and only then
 *
 *   Why     A score that does not fall where codes mix factors praises what it was made to find out.
 *   Rule    In `mixing`, where each code takes a growing share of a second factor, the score is higher by `step` at
 *           every point than at the next. In `duplicate` each code depends on one factor alone: the score is the same
 *           at all points, within `flat`, and no more than `flat` below that of the ideal code, `noise` at alpha = 0:
 *           a score that is 0 wherever a factor is in two codes has not stayed. Points are compared where all that the
 *           output claims is known and does not pull two ways. Noise, which does not change modularity either, has a
 *           property of its own.
 *   Source  Boilard 2022, table 3.2, column 1; section 3.1.
 */
#include "property.h"

static assay_status judge(judging *j)
{
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, ASSAY_MODULARITY)) return ASSAY_OK;
    compare_by_truth(j, at, points_of(j, "mixing", NULL, 0, at), MODULARITY);
    const evidence_point *ideal;
    const size_t n = points_of_ideal(j, "duplicate", NULL, at, &ideal);
    compare_by_truth(j, at, n, MODULARITY);
    compare_with_ideal(j, ideal, at, n);
    return ASSAY_OK;
}

const property property_modularity_coherent = {
    .id = "modularity-coherent",
    .title = "coherent with modularity",
    .brief = "mod.",
    .asks = "Does a score of modularity fall where codes mix factors, and stay where they do not?",
    .rule = "mixing: falls by at least `step` from each point to the next. duplicate: the same at all points within "
            "`flat`, and no more than `flat` below the ideal code, noise at alpha=0. Points are compared where "
            "everything the output claims is known and points one way. How far it falls in all is not asked",
    .scenarios = (const char *const[]){ "mixing", "duplicate", "noise", NULL },
    .thresholds = "step,flat",
    .source = "Boilard 2022, table 3.2, column 1",
    .judge = judge,
};
