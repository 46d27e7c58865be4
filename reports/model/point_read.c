/* Points from their texts, with what is known of their scenarios. */
#include "point_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Without a number of factors, with those of the profile. */
static assay_status put_profile(const char *profile, settings *set)
{
    settings own = *set;
    size_t n = 0;
    setting *at = calloc(own.n + 1, sizeof *at);
    for (size_t k = 0; at && k < own.n; k++)
        if (strcmp(own.at[k].name, SETTING_FACTORS) != 0) at[n++] = own.at[k];
    if (at) at[n++] = (setting){ SETTING_FACTORS, profile, NAN };
    const assay_status status = at ? settings_from(at, n, SETTINGS_OF_POINT, set) : ASSAY_ENOMEM;
    free(at);
    if (status != ASSAY_OK) *set = (settings){ 0 };
    settings_free(&own);
    return status;
}

assay_status point_read_on(const char *scenario, const char *text, const char *profile, scenario_point *to)
{
    settings set = { 0 };
    *to = (scenario_point){ .swept = POINT_NOT_SWEPT };
    ASSAY_TRY(settings_read(text, SETTINGS_OF_POINT, &set));
    if (profile) {
        ASSAY_TRY(put_profile(profile, &set));
    }
    return point_take(scenario, assay_scenario_find(scenario), &set, to);
}

assay_status point_read(const char *scenario, const char *text, scenario_point *to)
{
    return point_read_on(scenario, text, NULL, to);
}
