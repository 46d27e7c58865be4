/* What was passed over. */
#include "passed_over.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAMED = 3, MOST_REASONS = 64, MOST_ENDINGS = 12 };

/* Those that share a reason are named up to three, and counted. */
static void print_reasons(const study_passed *passed, int missing, const char *word)
{
    const char *why[MOST_REASONS];
    size_t count[MOST_REASONS], reasons = 0, others = 0;
    for (size_t k = 0; k < passed->count; k++) {
        const passed_over *one = &passed->at[k];
        size_t r = 0;
        if (!one->why || one->missing != missing) continue;
        while (r < reasons && strcmp(why[r], one->why) != 0) r++;
        if (r == reasons && reasons < MOST_REASONS) count[reasons] = 0, why[reasons++] = one->why;
        others += r == MOST_REASONS;
        if (r < MOST_REASONS && count[r]++ < NAMED) terminal_say("%s: %s: %s\n", word, one->path, one->why);
    }
    for (size_t r = 0; r < reasons; r++)
        if (count[r] > NAMED) terminal_say("%s: %zu more: %s\n", word, count[r] - NAMED, why[r]);
    if (others) terminal_say("%s: %zu more, each for a reason of its own\n", word, others);
}

static size_t count_ending(const study_passed *passed, const char *ending, size_t *first)
{
    size_t count = 0;
    *first = passed->count;
    for (size_t k = 0; k < passed->count; k++) {
        if (passed->at[k].why || strcasecmp(study_ending(passed->at[k].path), ending) != 0) continue;
        if (!count++) *first = k;
    }
    return count;
}

/* A line for each format that is known, and one for all others. */
static void print_endings(const study_passed *passed)
{
    char others[256] = "";
    size_t n_others = 0, endings = 0;
    for (size_t k = 0; k < passed->count; k++) {
        const passed_over *one = &passed->at[k];
        const char *ending = study_ending(one->path), *line = study_export_line(ending);
        size_t first, count = 0;
        if (!one->why) count = count_ending(passed, ending, &first);
        if (!count) continue;
        n_others += !line;
        if (first != k) continue;
        if (line)
            terminal_say("passed over: %zu %s file%s, %s first; in Python: %s\n", count, ending,
                    count == 1 ? "" : "s", one->path, line);
        else if (endings++ < MOST_ENDINGS && strlen(ending) < 16)
            snprintf(others + strlen(others), sizeof others - strlen(others), "%s%s", others[0] ? ", " : "",
                     *ending ? ending : "without an ending");
    }
    if (n_others)
        terminal_say("passed over: %zu other file%s (%s%s)\n", n_others, n_others == 1 ? "" : "s", others,
                endings > MOST_ENDINGS ? ", ..." : "");
}

void passed_over_print(const study_passed *passed)
{
    print_endings(passed);
    print_reasons(passed, 0, "passed over");
    print_reasons(passed, 1, "not scored");
}
