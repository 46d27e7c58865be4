#define _DEFAULT_SOURCE /* strsep */
#include "judge.h"

#include "embed.h"
#include "needed.h"

#include <string.h>

EMBED(worst_atlas, "reports/judge/atlas.csv")
extern const char worst_atlas[];

enum { METRIC, PRESET, OUTPUT, CLAIM, SIZE, SIZE_20000, OF, EVALUATIONS, WORDS, RECIPE, FIELDS };

/* No field before the recipe, which may be in quotes, has a comma in it. */
static worst_found read_line(const char *from)
{
    char *line = phrase("%.*s", (int)strcspn(from, "\n"), from);
    const char *field[FIELDS];
    for (int k = 0; k < RECIPE; k++) field[k] = line ? strsep(&line, ",") : "";
    field[RECIPE] = line ? strsep(&line, "\"") : "";
    if (line && !*field[RECIPE]) field[RECIPE] = strsep(&line, "\"");
    return (worst_found){ .metric = field[METRIC],
                          .preset = field[PRESET],
                          .output = field[OUTPUT],
                          .claim = field[CLAIM],
                          .words = field[WORDS],
                          .recipe = field[RECIPE],
                          .size = *field[SIZE] ? phrase("%.2f", strtod(field[SIZE], NULL)) : "" };
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
        if (!behind(behind(at, metric), preset)) continue;
        const worst_found one = read_line(at);
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
    return one.size[0] ? phrase("%s %s: %s", one.size, one.claim, one.words) : one.words;
}
