/* How scores are named. */
#include "names.h"

#include <stdio.h>
#include <string.h>

void name_variant(const char *metric, const char *preset, char *to, size_t size)
{
    static const char standard[] = "default";
    const size_t length = sizeof standard - 1;
    const int is_standard = strncmp(preset, standard, length) == 0 && (!preset[length] || preset[length] == ':');
    snprintf(to, size, "%s%s%s", metric, is_standard ? "" : "@", is_standard ? preset + length : preset);
}

void name_series(const char *metric, const char *preset, const char *output, char *to, size_t size)
{
    name_variant(metric, preset, to, size);
    const size_t used = strlen(to);
    if (strcmp(output, metric) != 0) snprintf(to + used, size - used, " %s", output);
}
