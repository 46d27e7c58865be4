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

static void profile_choice_free(profile_choice *of) { profile_file_free(of->from_file); }

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
    OWNED char *file = NULL;
    *to = (profile_choice){ 0 };
    if (profile && cli_given(args, "factors-from"))
        return cli_usage("the factors are those of --profile or of --factors-from");
    if (profile && strcmp(profile, PROFILE_OWN) != 0 && !(to->on = assay_profile_find(profile)))
        return cli_fail(unknown_profile(profile, &cli_error));
    CLI_TRY(factors_path(args, "factors-from", &file));
    if (!file) return 0;
    char note[1024] = "";
    const assay_status status = profile_file_read(file, cli_value(args, "kinds"), cli_given(args, "samples"),
                                                  &to->from_file, note, sizeof note, &cli_error);
    if (note[0]) terminal_say("note: %s\n", note);
    to->on = to->from_file;
    return cli_fail(status);
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

enum { PARAMETERS = 32 };

/* The profile is the word of --set factors=dsprites, or that of --profile or --factors-from. */
static int parse(const cli_args *args, const assay_scenario *scenario, double parameter[PARAMETERS],
                 const assay_profile **on)
{
    char text[POINT_TEXT];
    const assay_profile *set = NULL;
    if (scenario->n_parameters > PARAMETERS) return CLI_INTERNAL;
    CLI_TRY(join_settings(args, NULL, text, sizeof text));
    CLI_OK(assay_scenario_parse(scenario, text, parameter, &set, &cli_error));
    if (set && *on) return cli_usage("the factors are those of --set factors=%s or of another option", set->id);
    if (set) *on = set;
    return 0;
}

int scenario_args_program(const cli_args *args, const char *id)
{
    static char program[1 << 17];
    char text[POINT_TEXT];
    FREED(profile_choice_free) profile_choice chosen = { 0 };
    cli_output output;
    if (!assay_scenario_find(id)) return cli_fail(unknown_scenario(id, &cli_error));
    CLI_TRY(profile_args_read(args, &chosen));
    if (chosen.from_file) return cli_usage("--numpy: a program has the factors of a profile, not those of a file");
    CLI_TRY(join_settings(args, chosen.on, text, sizeof text));
    CLI_OK(assay_numpy_program(id, text, (size_t)cli_number(args, "samples", 0), cli_number(args, "seed", 0), program,
                               sizeof program, &cli_error));
    CLI_TRY(cli_output_open(cli_value_or(args, "output", "-"), &output));
    fputs(program, output.file);
    return cli_output_finish(&output);
}

int scenario_args_build(const cli_args *args, const char *id, assay_data *to, char *point, size_t point_size,
                        uint64_t *seed)
{
    const uint64_t first_seed = cli_number(args, "seed", 0);
    double parameter[PARAMETERS];
    FREED(profile_choice_free) profile_choice chosen = { 0 };
    const assay_scenario *scenario = assay_scenario_find(id);
    if (!scenario) return cli_fail(unknown_scenario(id, &cli_error));
    uint64_t samples = cli_number(args, "samples", scenario->samples);
    CLI_TRY(profile_args_read(args, &chosen));
    const assay_profile *on = chosen.on;
    if (on && on->rows) samples = on->rows;
    CLI_TRY(parse(args, scenario, parameter, &on));
    size_t asked = (size_t)samples;
    if (scenario->check) CLI_OK(scenario->check(parameter, &asked, &cli_error));
    if (!cli_given(args, "samples")) samples = asked;
    FREED(point_free) scenario_point at = { 0 };
    CLI_OK(point_make_on(scenario, parameter, on ? on->id : NULL, &at));
    snprintf(point, point_size, "%s", at.set.text);
    if (seed) *seed = first_seed;
    return cli_fail(assay_scenario_build_on(scenario, parameter, on, (size_t)samples, first_seed, to, &cli_error));
}
