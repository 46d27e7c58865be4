#include "reason.h"

#include "wording.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void reason_print(const assay_reason *r, char *to, size_t size)
{
    const char *mark = r->axis == ASSAY_OVERALL ? "" : "#";
    wording w = wording_in(to, size);
    wording_add(&w, "%s: ", r->word);
    for (const char *at = r->text; *at;) {
        const size_t plain = strcspn(at, mark);
        wording_add(&w, "%.*s", (int)plain, at);
        at += plain;
        if (!*at) continue;
        wording_add(&w, "%zu", r->index);
        at++;
    }
}

/* The number behind `noun` and a blank; -1: there is none. */
static int64_t number_after(const char *text, const char *noun, const char **at)
{
    const size_t length = strlen(noun);
    for (*at = text; (*at = strstr(*at, noun)) != NULL; *at += length)
        if ((*at)[length] == ' ' && isdigit((unsigned char)(*at)[length + 1]))
            return strtoll(*at + length + 1, NULL, 10);
    return -1;
}

reason reason_read(const char *text)
{
    reason r = { .word = text, .length = strcspn(text, ":"), .axis = ASSAY_OVERALL, .number = -1 };
    const char *at_factor, *at_code, *rest = text + r.length + strspn(text + r.length, ": ");
    if (*rest) r.text = rest;
    const int64_t factor = number_after(text, "factor", &at_factor), code = number_after(text, "code", &at_code);
    if (factor >= 0 && (code < 0 || at_factor < at_code)) {
        r.axis = ASSAY_PER_FACTOR;
        r.number = factor;
    } else if (code >= 0) {
        r.axis = ASSAY_PER_CODE;
        r.number = code;
    }
    return r;
}
