#define _DEFAULT_SOURCE /* strsep */
#include "judge.h"

#include "embed.h"
#include "needed.h"

#include <string.h>

EMBED(worst_atlas, "reports/judge/atlas.csv")
extern const char worst_atlas[];

enum { METRIC, PRESET, OUTPUT, CLAIM, SIZE, SIZE_20000, OF, EVALUATIONS, WORDS, RECIPE, FIELDS, LINE = 4096 };

/* No field before the recipe has a comma in it. */
static void read_line(char *line, worst_found *to)
{
    const char *field[FIELDS];
    for (int k = 0; k < RECIPE; k++) field[k] = line ? strsep(&line, ",") : "";
    field[RECIPE] = line ? line + (*line == '"') : "";
    snprintf(to->metric, sizeof to->metric, "%s", field[METRIC]);
    snprintf(to->preset, sizeof to->preset, "%s", field[PRESET]);
    snprintf(to->output, sizeof to->output, "%s", field[OUTPUT]);
    snprintf(to->claim, sizeof to->claim, "%s", field[CLAIM]);
    snprintf(to->words, sizeof to->words, "%s", field[WORDS]);
    snprintf(to->recipe, sizeof to->recipe, "%.*s", (int)strcspn(field[RECIPE], "\""), field[RECIPE]);
    if (field[SIZE][0]) snprintf(to->size, sizeof to->size, "%.2f", strtod(field[SIZE], NULL));
    else to->size[0] = '\0';
}

/* What stands behind the field, where the line begins with it; else NULL. */
static const char *behind(const char *line, const char *field)
{
    const size_t length = strlen(field);
    return line && strncmp(line, field, length) == 0 && line[length] == ',' ? line + length + 1 : NULL;
}

int worst_found_of(const char *metric, const char *preset, const char *output, worst_found *to)
{
    int known = 0;
    for (const char *at = worst_atlas; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        char line[LINE];
        worst_found one;
        if (!behind(behind(at, metric), preset)) continue;
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        read_line(line, &one);
        if (output && strcmp(one.output, output) != 0) continue;
        if (!known || strtod(one.size, NULL) > strtod(to->size, NULL)) *to = one;
        known = 1;
    }
    return known;
}

const char *worst_found_text(const char *metric, const char *preset, const char *output)
{
    worst_found one;
    if (!worst_found_of(metric, preset, output, &one)) return "";
    return one.size[0] ? phrase("%s %s: %s", one.size, one.claim, one.words) : phrase("%s", one.words);
}
