#include "evidence.h"

#include "needed.h"

#include <string.h>

enum { CONTENT = 8 }; /* hexadecimal digits, in the place of a preset */

static int is_plain(const evidence_series *s)
{
    const char *preset = s->variant ? s->variant->name.preset : "";
    return strlen(preset) == CONTENT && strspn(preset, "0123456789abcdef") == CONTENT && !s->variant->shares &&
           !assay_metric_find(s->metric);
}

const char *variant_text(const evidence_series *s)
{
    char name[1200]; /* a store has no longer names */
    if (is_plain(s)) return phrase("%s%s", s->metric, s->preset + CONTENT);
    variant_print(s->metric, s->preset, name, sizeof name);
    return phrase("%s", name);
}

const char *series_text(const evidence_series *s)
{
    const char *variant = variant_text(s);
    return strcmp(s->output, s->metric) == 0 ? variant : phrase("%s %s", variant, s->output);
}
