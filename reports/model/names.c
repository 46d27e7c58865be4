#include "names.h"

#include <stdio.h>
#include <string.h>

enum { CONTENT = 8 }; /* hexadecimal digits, in the place of a preset */

static int is_plain(const evidence_series *s)
{
    const char *preset = s->variant ? s->variant->name.preset : "";
    return strlen(preset) == CONTENT && strspn(preset, "0123456789abcdef") == CONTENT && !s->variant->shares &&
           !assay_metric_find(s->metric);
}

void variant_text(const evidence_series *s, char *to, size_t size)
{
    if (is_plain(s)) snprintf(to, size, "%s%s", s->metric, s->preset + CONTENT);
    else variant_print(s->metric, s->preset, to, size);
}

void series_text(const evidence_series *s, char *to, size_t size)
{
    variant_text(s, to, size);
    const size_t used = strlen(to);
    if (strcmp(s->output, s->metric) != 0) snprintf(to + used, size - used, " %s", s->output);
}
