/* Whose factors a scenario is on. */
#include "profile_args.h"

#include "profile_file.h"
#include "settings.h"
#include "terminal.h"
#include "unknown_names.h"

#include <string.h>

int profile_args_read(const cli_args *args, profile_choice *to)
{
    const char *profile = cli_value(args, "profile"), *file = cli_value(args, "factors-from");
    *to = (profile_choice){ 0 };
    if (profile && file) return cli_usage("the factors are those of --profile or of --factors-from");
    if (profile && strcmp(profile, PROFILE_OWN) != 0 && !(to->on = assay_profile_find(profile)))
        return cli_fail(unknown_profile(profile, &cli_error));
    if (!file) return 0;
    char note[1024] = "";
    const int bad = cli_fail(profile_file_read(file, cli_value(args, "kinds"), cli_given(args, "samples"),
                                               &to->from_file, note, sizeof note, &cli_error));
    if (note[0]) terminal_say("note: %s\n", note);
    to->on = to->from_file;
    return bad;
}

void profile_args_free(profile_choice *choice)
{
    profile_file_free(choice->from_file);
    *choice = (profile_choice){ 0 };
}
