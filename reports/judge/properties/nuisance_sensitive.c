/*
 * nuisance-sensitive -- a code that tells of more than its factor loses modularity
 *
 *   Why     What is in a code besides the factor (lighting, noise of the sensor) leaks to whatever uses the code.
 *   Rule    Where an end of the sweep is missing the fall over what is left is not judged, and across a beta that is
 *           missing the score may rise by `step` for each of the two.
 */
#include "property.h"

/* The place of a point in the standard sweep; the number of places where it has none. */
static size_t place_of(const assay_sweep *sweep, const evidence_point *p)
{
    size_t k = 0;
    while (k < sweep->n_at && sweep->at[k] != point_number(p->at, "beta")) k++;
    return k;
}

static void judge(judging *j)
{
    const double step = judged_limit(j, "step");
    const assay_scenario *scenario = assay_scenario_find("nuisance");
    const evidence_point *at[POINTS_MOST];
    if (!judged_asked(j, ASSAY_MODULARITY)) return;
    const size_t n = points_of(j, "nuisance", NULL, 0, at, NULL);
    if (!n || !scenario) return;
    const assay_sweep *sweep = &scenario->sweeps[0];
    const int first = place_of(sweep, at[0]) == 0, last = place_of(sweep, at[n - 1]) + 1 == sweep->n_at;
    if (first && last && n > 1)
        compare_change(j, at[0], at[n - 1], -INFINITY, -judged_limit(j, "sensitive"),
                       "codes depend more and more on the nuisance");
    for (size_t k = 1; k < n; k++) {
        const size_t steps = place_of(sweep, at[k]) - place_of(sweep, at[k - 1]);
        compare_change(j, at[k - 1], at[k], -INFINITY, step * (double)steps, "codes depend more on the nuisance");
    }
    if (last) compare_value(j, at[n - 1], j->scale.base + step, INFINITY, "each code still has its factor");
}

const property property_nuisance_sensitive = {
    { "nuisance-sensitive", "sensitive to a nuisance", "nuisance", "Almudevar and Ortega 2025, section 5.2" },
    .asks = "Does a score of modularity fall when codes also depend on something that is not a factor?",
    .rule = "nuisance: falls by at least `sensitive` from beta=0 to the largest beta, rises by at most `step`"
            " from any beta to the next, and stays above `step`",
    .scenarios = (const char *const[]){ "nuisance", NULL },
    .judge = judge,
};
