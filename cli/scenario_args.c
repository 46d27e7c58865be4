/* Builds what the arguments name. */
#include "scenario_args.h"

#include "point.h"
#include "profile_args.h"
#include "unknown_names.h"
#include "wording.h"

/* "alpha=0.2:order=peer" from the repeated --set. */
static int join_settings(const cli_args *args, char *to, size_t size)
{
    wording w = wording_in(to, size);
    const char *one;
    for (size_t k = 0; (one = cli_repeat(args, "set", k)); k++) wording_add(&w, "%s%s", k ? ":" : "", one);
    return w.used < size ? 0 : cli_usage("--set: too long");
}

static int point_name(const assay_scenario *scenario, const double *parameter, const assay_profile *on, char *to,
                      size_t size)
{
    scenario_point point;
    const assay_status status = point_make_on(scenario, parameter, on ? on->id : NULL, &point);
    if (status != ASSAY_OK) return cli_fail(status, NULL);
    snprintf(to, size, "%s", point.set.text);
    point_free(&point);
    return 0;
}

enum { PARAMETERS = 32 };

/* The profile is the word of --set factors=dsprites, or that of --profile or --factors-from. */
static int parse(const cli_args *args, const assay_scenario *scenario, double parameter[PARAMETERS],
                 const assay_profile **on)
{
    char text[512];
    const assay_profile *set = NULL;
    assay_error err = { "" };
    if (scenario->n_parameters > PARAMETERS) return CLI_INTERNAL;
    int bad = join_settings(args, text, sizeof text);
    if (!bad) bad = cli_fail(assay_scenario_parse(scenario, text, parameter, &set, &err), &err);
    if (!bad && set && *on) bad = cli_usage("the factors are those of --set factors=%s or of another option", set->id);
    if (set) *on = set;
    return bad;
}

int scenario_args_build(const cli_args *args, const char *id, assay_data *to, char *point, size_t point_size,
                        uint64_t *seed)
{
    uint64_t samples = 0, first_seed;
    double parameter[PARAMETERS];
    profile_choice given;
    assay_error err = { "" };
    const assay_scenario *scenario = assay_scenario_find(id);
    if (!scenario) return cli_fail(unknown_scenario(id, &err), &err);
    int bad = cli_number(args, "seed", 0, 0, &first_seed);
    if (!bad) bad = cli_number(args, "samples", 1, scenario->samples, &samples);
    if (!bad) bad = profile_args_read(args, &given);
    if (bad) return bad;
    const assay_profile *on = given.on;
    if (on && on->rows) samples = on->rows;
    bad = parse(args, scenario, parameter, &on);
    if (!bad) bad = point_name(scenario, parameter, on, point, point_size);
    if (seed) *seed = first_seed;
    if (!bad)
        bad = cli_fail(assay_scenario_build_on(scenario, parameter, on, (size_t)samples, first_seed, to, &err), &err);
    profile_args_free(&given);
    return bad;
}
