/* registry -- the list of scenarios, and the way from a name, parameters and a seed to a representation. */
#include "scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCENARIO(name) extern const assay_scenario assay_scenario_##name;
#include "list.h"
#undef SCENARIO

static const assay_scenario *const scenarios[] = {
#define SCENARIO(name) &assay_scenario_##name,
#include "list.h"
#undef SCENARIO
};

#define MOST_PARAMETERS 16

size_t assay_scenario_count(void)
{
    return ASSAY_COUNT(scenarios);
}

const assay_scenario *assay_scenario_at(size_t index)
{
    return index < ASSAY_COUNT(scenarios) ? scenarios[index] : NULL;
}

const assay_scenario *assay_scenario_find(const char *id)
{
    for (size_t k = 0; id && k < ASSAY_COUNT(scenarios); k++)
        if (strcmp(scenarios[k]->id, id) == 0) return scenarios[k];
    return NULL;
}

static assay_status fail_unknown(const char *id, assay_error *err)
{
    char known[512] = "";
    size_t used = 0;
    for (size_t k = 0; k < ASSAY_COUNT(scenarios) && used < sizeof known; k++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", k ? ", " : "", scenarios[k]->id);
    return assay_fail(err, ASSAY_EUSAGE, "no scenario '%s'; there are: %s", id ? id : "", known);
}

/* Metrics compare with numbers, so only what is a number travels with the data; an order needs two points. */
static void truth_fill(const assay_scenario *scenario, const double *parameter, double to[3])
{
    assay_truth truth[3] = { { ASSAY_UNKNOWN, 0 }, { ASSAY_UNKNOWN, 0 }, { ASSAY_UNKNOWN, 0 } };
    scenario->truth(parameter, truth);
    for (size_t k = 0; k < 3; k++) to[k] = truth[k].kind == ASSAY_UNKNOWN ? NAN : truth[k].value;
}

assay_status assay_scenario_build(const assay_scenario *scenario, const double *parameter, size_t n, uint64_t seed,
                                  assay_data *to, assay_error *err)
{
    assay_stream stream;
    assay_error why;
    assay_stream_seed(&stream, seed);
    const assay_status status = scenario->build_seeded ? scenario->build_seeded(parameter, n, seed, to, &why)
                                                       : scenario->build(parameter, n, &stream, to);
    if (status != ASSAY_OK) {
        assay_data_free(to);
        if (status != ASSAY_ENOMEM) return assay_fail(err, status, "scenario %s: %s", scenario->id, why.text);
        return assay_fail(err, status, "scenario %s: memory ran out for %zu samples; ask for fewer", scenario->id, n);
    }
    truth_fill(scenario, parameter, to->truth);
    return ASSAY_OK;
}

assay_status assay_generate(const char *scenario, const char *parameters, size_t n, uint64_t seed, assay_data *to,
                            assay_error *err)
{
    const assay_scenario *found = assay_scenario_find(scenario);
    if (!found) return fail_unknown(scenario, err);
    if (n == 0) return assay_fail(err, ASSAY_EUSAGE, "scenario %s: 0 samples asked for, 1 is the least", found->id);
    if (found->n_parameters > MOST_PARAMETERS)
        return assay_fail(err, ASSAY_EINTERNAL, "scenario %s: more than %d parameters", found->id, MOST_PARAMETERS);

    double parameter[MOST_PARAMETERS];
    assay_error why;
    assay_options_standard(found->parameters, found->n_parameters, parameter);
    const assay_status status =
        assay_options_parse(found->parameters, found->n_parameters, parameters, parameter, &why);
    if (status != ASSAY_OK) return assay_fail(err, status, "scenario %s: %s", found->id, why.text);
    return assay_scenario_build(found, parameter, n, seed, to, err);
}
