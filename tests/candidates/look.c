/* A plug-in that looks into the memory of its own process, call and host, for the words of LOOK_FOR (backwards), and
 * has look.py, in LOOK_PY, look at the rest. */
#define _DEFAULT_SOURCE /* setenv */
#include "assay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_at(const char *at, const char *end, const char *word, size_t length)
{
    for (size_t k = 0; k < length; k++)
        if (at + k >= end || at[k] != word[length - 1 - k]) return 0;
    return 1;
}

static int holds(const char *from, const char *end, const char *word, size_t length)
{
    for (const char *at = from; at < end; at++)
        if (*at == word[length - 1] && is_at(at, end, word, length)) return 1;
    return 0;
}

static void look(FILE *to)
{
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        unsigned long low, high;
        char rights[8];
        if (sscanf(line, "%lx-%lx %7s", &low, &high, rights) != 3 || strncmp(rights, "rw", 2) != 0) continue;
        if (high - low > 1ul << 26 || strstr(line, "[v")) continue;
        for (const char *word = getenv("LOOK_FOR"); word && *word; word += strcspn(word, " "), word += *word == ' ')
            if (holds((const char *)low, (const char *)high, word, strcspn(word, " ")))
                fprintf(to, "plugin: a word in its memory: %s", line);
    }
    if (maps) fclose(maps);
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    char command[4096];
    FILE *to = fopen(getenv("LOOK_TO"), "a");
    (void)rep;
    if (to) look(to);
    if (to) fclose(to);
    snprintf(command, sizeof command, "%ld", (long)getpid());
    setenv("LOOK_HOST", command, 1);
    snprintf(command, sizeof command, "python3 '%s' plugin", getenv("LOOK_PY"));
    call->series[0].value = system(command) == 0 ? 0.5 : 0.25;
    return ASSAY_OK;
}

static const assay_output outputs[] = { { .id = "looks-in", .axis = ASSAY_OVERALL, .high = 1 } };
static const assay_metric metric = {
    .abi = ASSAY_ABI, .id = "looks-in", .title = "what is there", .outputs = outputs, .n_outputs = 1, .score = score
};
ASSAY_PLUGIN(metric)
