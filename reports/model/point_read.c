#include "evidence.h"

#include "needed.h"

#include <math.h>
#include <string.h>

/* Without a number of factors, with those of the profile. */
static void put_profile(const char *profile, settings *set)
{
    FREED(settings_free) settings own = *set;
    size_t n = 0;
    OWNED setting *at = needed(calloc(own.n + 1, sizeof *at));
    for (size_t k = 0; k < own.n; k++)
        if (strcmp(own.at[k].name, SETTING_FACTORS) != 0) at[n++] = own.at[k];
    at[n++] = (setting){ SETTING_FACTORS, profile, NAN };
    needed_status(settings_from(at, n, SETTINGS_OF_POINT, set));
}

assay_status point_read_on(const char *scenario, const char *text, const char *profile, scenario_point *to)
{
    settings set = { 0 };
    *to = (scenario_point){ .swept = POINT_NOT_SWEPT };
    ASSAY_TRY(settings_read(text, SETTINGS_OF_POINT, &set));
    if (profile) put_profile(profile, &set);
    return point_take(scenario, assay_scenario_find(scenario), &set, to);
}

assay_status point_read(const char *scenario, const char *text, scenario_point *to)
{
    return point_read_on(scenario, text, NULL, to);
}
