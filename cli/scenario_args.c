/* Builds what the arguments name. */
#include "scenario_args.h"

#include "point.h"

#include <string.h>

/* "alpha=0.2:order=peer" from the repeated --set. */
static int join_settings(const cli_args *args, char *to, size_t size)
{
    size_t used = 0;
    to[0] = '\0';
    const char *one;
    for (size_t k = 0; (one = cli_repeat(args, "set", k)); k++) {
        const int more = snprintf(to + used, size - used, "%s%s", k ? ":" : "", one);
        if ((size_t)more >= size - used) return cli_usage("--set: too long");
        used += (size_t)more;
    }
    return 0;
}

static int point_name(const assay_scenario *scenario, const char *text, char *to, size_t size)
{
    double parameter[32];
    scenario_point point;
    assay_error err;
    if (scenario->n_parameters > sizeof parameter / sizeof *parameter) return CLI_INTERNAL;
    assay_options_standard(scenario->parameters, scenario->n_parameters, parameter);
    assay_status status = assay_options_parse(scenario->parameters, scenario->n_parameters, text, parameter, &err);
    if (status != ASSAY_OK) return cli_fail(status, &err);
    status = point_make(scenario, parameter, &point);
    if (status != ASSAY_OK) return cli_fail(status, NULL);
    snprintf(to, size, "%s", point.set.text);
    point_free(&point);
    return 0;
}

int scenario_args_build(const cli_args *args, const char *id, assay_data *to, char *point, size_t point_size,
                        uint64_t *seed)
{
    char text[512];
    uint64_t samples, first_seed;
    const assay_scenario *scenario = assay_scenario_find(id);
    if (!scenario) return cli_usage("no scenario '%s'; `assay list scenarios` names all", id);
    int bad = join_settings(args, text, sizeof text);
    if (!bad) bad = cli_number(args, "samples", 1, scenario->samples, &samples);
    if (!bad) bad = cli_number(args, "seed", 0, 0, &first_seed);
    if (!bad) bad = point_name(scenario, text, point, point_size);
    if (bad) return bad;
    if (seed) *seed = first_seed;
    assay_error err = { "" };
    return cli_fail(assay_generate(id, text, (size_t)samples, first_seed, to, &err), &err);
}
