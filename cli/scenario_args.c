#include "array.h"
#include "needed.h"
#include "point.h"
#include "profile_file.h"
#include "scenario_args.h"
#include "terminal.h"
#include "unknown_names.h"
#include "wording.h"

#include <string.h>

typedef struct profile_choice {
    const assay_profile *on; /* NULL: the scenario's own factors */
    assay_profile *from_file;
} profile_choice;

int factors_path(const cli_args *args, const char *option, char **to)
{
    const char *file = cli_value(args, option), *columns = cli_value(args, "factors");
    *to = NULL;
    if (columns && !(file && array_path_is_text(file)))
        return cli_usage("--factors names columns of a table (.csv, .tsv), the file of --%s", option);
    if (file) *to = needed(columns ? columns_path(file, columns, NULL, NULL) : strdup(file));
    return 0;
}

/* Returns an exit status and says what was wrong; from_file is to be freed in any case. */
static int profile_args_read(const cli_args *args, profile_choice *to)
{
    const char *profile = cli_value(args, "profile");
    char *file;
    *to = (profile_choice){ 0 };
    if (profile && cli_given(args, "factors-from"))
        return cli_usage("the factors are those of --profile or of --factors-from");
    if (profile && strcmp(profile, PROFILE_OWN) != 0 && !(to->on = assay_profile_find(profile)))
        return cli_fail(unknown_profile(profile, &cli_error));
    int bad = factors_path(args, "factors-from", &file);
    if (!file) return bad;
    char note[1024] = "";
    bad = cli_fail(profile_file_read(file, cli_value(args, "kinds"), cli_given(args, "samples"), &to->from_file, note,
                                     sizeof note, &cli_error));
    if (note[0]) terminal_say("note: %s\n", note);
    free(file);
    to->on = to->from_file;
    return bad;
}

const char *scenario_args_id(const cli_args *args, const char *id) { return cli_given(args, "recipe") ? "recipe" : id; }

/* "alpha=0.2:order=peer" from the repeated --set, behind "text=[...]" of --recipe; then the profile (NULL: none). */
static int join_settings(const cli_args *args, const assay_profile *on, char *to, size_t size)
{
    wording w = wording_in(to, size);
    const char *one, *recipe = cli_value(args, "recipe");
    if (recipe) wording_add(&w, recipe[0] == '[' ? "text=%s" : "text=[%s]", recipe);
    for (size_t k = 0; (one = cli_repeat(args, "set", k)); k++) wording_join(&w, ":", one);
    if (on) wording_join(&w, ":", SETTING_FACTORS "=");
    if (on) wording_add(&w, "%s", on->id);
    return w.used < size ? 0 : cli_usage("--set: too long");
}

static int point_name(const assay_scenario *scenario, const double *parameter, const assay_profile *on, char *to,
                      size_t size)
{
    scenario_point point;
    const assay_status status = point_make_on(scenario, parameter, on ? on->id : NULL, &point);
    if (status != ASSAY_OK) return cli_fail(status);
    snprintf(to, size, "%s", point.set.text);
    point_free(&point);
    return 0;
}

enum { PARAMETERS = 32 };

/* The profile is the word of --set factors=dsprites, or that of --profile or --factors-from. */
static int parse(const cli_args *args, const assay_scenario *scenario, double parameter[PARAMETERS],
                 const assay_profile **on)
{
    char text[POINT_TEXT];
    const assay_profile *set = NULL;
    if (scenario->n_parameters > PARAMETERS) return CLI_INTERNAL;
    int bad = join_settings(args, NULL, text, sizeof text);
    if (!bad) bad = cli_fail(assay_scenario_parse(scenario, text, parameter, &set, &cli_error));
    if (!bad && set && *on) bad = cli_usage("the factors are those of --set factors=%s or of another option", set->id);
    if (set) *on = set;
    return bad;
}

int scenario_args_program(const cli_args *args, const char *id)
{
    static char program[1 << 17];
    char text[POINT_TEXT];
    profile_choice given;
    cli_output output;
    if (!assay_scenario_find(id)) return cli_fail(unknown_scenario(id, &cli_error));
    int bad = profile_args_read(args, &given);
    if (!bad && given.from_file)
        bad = cli_usage("--numpy: a program has the factors of a profile, not those of a file");
    if (!bad) bad = join_settings(args, given.on, text, sizeof text);
    if (!bad)
        bad = cli_fail(assay_numpy_program(id, text, (size_t)cli_number(args, "samples", 0),
                                           cli_number(args, "seed", 0), program, sizeof program, &cli_error));
    profile_file_free(given.from_file);
    if (!bad) bad = cli_output_open(cli_value_or(args, "output", "-"), &output);
    if (bad) return bad;
    fputs(program, output.file);
    return cli_output_finish(&output);
}

int scenario_args_build(const cli_args *args, const char *id, assay_data *to, char *point, size_t point_size,
                        uint64_t *seed)
{
    const uint64_t first_seed = cli_number(args, "seed", 0);
    double parameter[PARAMETERS];
    profile_choice given;
    const assay_scenario *scenario = assay_scenario_find(id);
    if (!scenario) return cli_fail(unknown_scenario(id, &cli_error));
    uint64_t samples = cli_number(args, "samples", scenario->samples);
    int bad = profile_args_read(args, &given);
    if (bad) return bad;
    const assay_profile *on = given.on;
    if (on && on->rows) samples = on->rows;
    bad = parse(args, scenario, parameter, &on);
    size_t asked = (size_t)samples;
    if (!bad && scenario->check) bad = cli_fail(scenario->check(parameter, &asked, &cli_error));
    if (!cli_given(args, "samples")) samples = asked;
    if (!bad) bad = point_name(scenario, parameter, on, point, point_size);
    if (seed) *seed = first_seed;
    if (!bad)
        bad = cli_fail(assay_scenario_build_on(scenario, parameter, on, (size_t)samples, first_seed, to, &cli_error));
    profile_file_free(given.from_file);
    return bad;
}
