/* Names by their distance in letters. */
#include "near_name.h"

#include <stdio.h>
#include <string.h>

static size_t edit_distance(const char *a, const char *b)
{
    size_t row[65];
    const size_t columns = strlen(b) < 64 ? strlen(b) : 64;
    for (size_t j = 0; j <= columns; j++) row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t change = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            const size_t shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < shorter ? change : shorter;
        }
    }
    return row[columns];
}

near_name near_to(const char *typed)
{
    const size_t half = (strlen(typed) + 1) / 2 + 1;
    return (near_name){ .typed = typed, .least = half < 4 ? half : 4 };
}

void near_offer(near_name *n, const char *name)
{
    const size_t distance = edit_distance(n->typed, name);
    if (distance >= n->least) return;
    n->least = distance;
    n->name = name;
}

const char *near_question(const near_name *n, char to[96])
{
    to[0] = '\0';
    if (n->name) snprintf(to, 96, "; did you mean '%s'?", n->name);
    return to;
}
