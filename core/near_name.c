#include "near_name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int same_letter(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

static size_t edit_distance(const char *a, const char *b)
{
    size_t row[65];
    const size_t columns = strlen(b) < 64 ? strlen(b) : 64;
    for (size_t j = 0; j <= columns; j++) row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t change = corner + !same_letter(a[i - 1], b[j - 1]);
            corner = row[j];
            const size_t shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < shorter ? change : shorter;
        }
    }
    return row[columns];
}

/* Two letters or more of its beginning: "zaidi" of "zaidi2020" is as near as one change. */
static int begins(const char *name, const char *typed)
{
    size_t k = 0;
    while (typed[k] && same_letter(typed[k], name[k])) k++;
    return !typed[k] && k >= 2;
}

near_name near_to(const char *typed)
{
    const size_t half = (strlen(typed) + 1) / 2 + 1;
    return (near_name){ .typed = typed, .least = half < 4 ? half : 4 };
}

void near_offer(near_name *n, const char *name)
{
    size_t distance = edit_distance(n->typed, name);
    if (distance > 1 && begins(name, n->typed)) distance = 1;
    if (distance >= n->least) return;
    n->least = distance;
    snprintf(n->name, sizeof n->name, "%s", name);
}

void near_offer_choices(near_name *n, const char *choices)
{
    for (const char *at = choices; *at && *at != ' '; at += *at == '|') {
        char one[64];
        const size_t length = strcspn(at, "| ");
        snprintf(one, sizeof one, "%.*s", (int)length, at);
        near_offer(n, one);
        at += length;
    }
}

const char *near_question(const near_name *n, char to[NEAR_QUESTION])
{
    to[0] = '\0';
    if (n->name[0]) snprintf(to, NEAR_QUESTION, "; did you mean '%s'?", n->name);
    return to;
}
