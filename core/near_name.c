#include "near_name.h"

#include "wording.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int same_letter(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

/* Letters that change, come, go, or stand in the place of their neighbour (Damerau 1964). */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[3][65];
    const size_t columns = strlen(b) < 64 ? strlen(b) : 64;
    for (size_t j = 0; j <= columns; j++) row[0][j] = j;
    for (size_t i = 1; i <= strlen(a); i++) {
        size_t *now = row[i % 3];
        const size_t *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t change = last[j - 1] + !same_letter(a[i - 1], b[j - 1]);
            const size_t shorter = (last[j] < now[j - 1] ? last[j] : now[j - 1]) + 1;
            now[j] = change < shorter ? change : shorter;
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]) &&
                before[j - 2] + 1 < now[j])
                now[j] = before[j - 2] + 1;
        }
    }
    return row[strlen(a) % 3][columns];
}

/* Two letters or more of its beginning: "zaidi" of "zaidi2020" is as near as one change. */
static int begins(const char *name, const char *typed)
{
    size_t k = 0;
    while (typed[k] && same_letter(typed[k], name[k])) k++;
    return !typed[k] && k >= 2;
}

/* One change; behind the same first letter two of five letters, three of eight. */
near_name near_to(const char *typed)
{
    const size_t length = typed ? strlen(typed) : 0;
    return (near_name){ .typed = typed ? typed : "",
                        .least = length < 2   ? length
                                 : length < 5 ? 2
                                 : length < 8 ? 3
                                              : 4 };
}

void near_offer(near_name *n, const char *name)
{
    const size_t used = strlen(n->all);
    size_t distance = edit_distance(n->typed, name);
    if (!n->is_cut) {
        n->is_cut = used + strlen(name) + sizeof ", , ..." > sizeof n->all;
        snprintf(n->all + used, sizeof n->all - used, "%s%s", used ? ", " : "", n->is_cut ? "..." : name);
    }
    if (distance > 1 && begins(name, n->typed)) distance = 1;
    if (distance >= n->least || (distance > 1 && !same_letter(n->typed[0], name[0]))) return;
    n->least = distance;
    snprintf(n->name, sizeof n->name, "%s", name);
}

near_name near_among(const char *typed, const char *const *names, size_t n)
{
    near_name near = near_to(typed);
    for (size_t k = 0; k < n && names[k]; k++) near_offer(&near, names[k]);
    return near;
}

void near_offer_choices(near_name *n, const char *choices)
{
    for (const char *at = choices; *at && *at != ' '; at += *at == '|' || *at == ',') {
        char one[64];
        const size_t length = strcspn(at, "|, ");
        snprintf(one, sizeof one, "%.*s", (int)length, at);
        near_offer(n, one);
        at += length;
    }
}

const char *no_such(near_name *n, const char *what, const char *of, const char *remedy)
{
    wording w = WORDING(n->refusal);
    wording_add(&w, "no %s '%.100s'%s%s", what, n->typed, of ? " of " : "", of ? of : "");
    if (n->name[0]) wording_add(&w, ": " DID_YOU_MEAN " '%s'?", n->name);
    wording_add(&w, " (%s)", remedy ? remedy : n->all[0] ? n->all : "there is none");
    return n->refusal;
}
