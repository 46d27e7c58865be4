/* The plans that come with assay: bench/plans/NAME.yaml, what a user would write, in the order of this list. */
#include "embed.h"
#include "plan.h"

#include <stdio.h>
#include <string.h>

#define PLANS(PLAN)                                                                                               \
    PLAN("quick") PLAN("thesis") PLAN("dependent") PLAN("text") PLAN("bins") PLAN("sample-size") PLAN("dimension") \
    PLAN("audit") PLAN("audit-pairs") PLAN("null") PLAN("guard") PLAN("bank") PLAN("bank-full")    \
    PLAN("features") PLAN("all")

#define PLAN_FILE(name) EMBED_FILE("bench/plans/" name ".yaml")
EMBED_TEXT(plans_embedded, PLANS(PLAN_FILE))
extern const char plans_embedded[];

#define PLAN_CALLED(name) { name },
static const char names[][PLAN_NAME] = { PLANS(PLAN_CALLED) };

size_t plan_builtin_count(void) { return sizeof names / sizeof *names; }

const char *plan_builtin_text(size_t index)
{
    if (index >= plan_builtin_count()) return NULL;
    const char *text = plans_embedded;
    while (index--) text += strlen(text) + 1;
    return text;
}

void plan_builtin_name(size_t index, char to[PLAN_NAME])
{
    snprintf(to, PLAN_NAME, "%s", names[index]);
}
