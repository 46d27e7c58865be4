/*
 * coherent-elsewhere -- the score follows what is known of every other scenario, too
 *
 *   Why     The rules above ask of a few scenarios, each chosen for one question. What a scenario states of its points
 *           is known of the others as well, those that came later included.
 *   Rule    For outputs all of whose claims are known and point one way. Points that are not stored are not missed.
 *   Source  ours; each scenario's truth. A diagnostic: a scenario may hold more difficulties than the one it is swept
 *           for.
 */
#include "property.h"

#include <string.h>

static int is_asked_elsewhere(const char *scenario)
{
    for (size_t p = 0; p < property_count(); p++)
        for (size_t k = 0; property_scenario(property_at(p), k); k++)
            if (!property_at(p)->off_sweep && strcmp(property_scenario(property_at(p), k), scenario) == 0) return 1;
    return 0;
}

static void judge(judging *j)
{
    size_t found = 0;
    if (!judged_asked(j, 7)) return;
    for (size_t k = 0; k < assay_scenario_count(); k++) {
        const char *scenario = assay_scenario_at(k)->id;
        if (assay_scenario_at(k)->is_bank || is_asked_elsewhere(scenario)) continue;
        const point_comparison all = { .scenario = scenario,
                                       .flags = POINTS_OPTIONAL | POINTS_OF_TRUTH,
                                       .how = BRIEFLY };
        found += compare_points(j, &all);
    }
    if (!found)
        lacking(j, VERDICT_NOT_RUN, "%s has no scenario that no other property asks of; run plan quick",
                judged_place(j));
}

const property property_coherent_elsewhere = {
    { "coherent-elsewhere", "coherent with every other truth", "else.", "ours; the truth that each scenario states" },
    .asks = "Does the score follow what is known of the scenarios that no other property asks of?",
    .rule = "every scenario that no other property names, where stored: at least `step` lower at each point of which "
            "less is true, the same within `flat` where the same is true",
    .diagnostic = 1,
    .judge = judge,
};
