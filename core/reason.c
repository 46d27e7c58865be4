#include "reason.h"

#include "axis_name.h"
#include "wording.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void reason_print(const assay_reason *r, const assay_rep *rep, char *to, size_t size)
{
    const char *mark = r->axis == ASSAY_OVERALL ? "" : "#";
    wording w = wording_in(to, size);
    wording_add(&w, "%s: ", r->word);
    for (const char *at = r->text; *at;) {
        const size_t plain = strcspn(at, mark);
        wording_add(&w, "%.*s", (int)plain, at);
        at += plain;
        if (!*at) continue;
        wording_add(&w, "%s", NAME_OF(rep, r->axis, r->index));
        at++;
    }
}

/* The index behind `noun` and a blank, of "v3" or, in the words of others, from 0; -1: there is none. */
static int64_t number_after(const char *text, const char *noun, char letter, const char **at)
{
    const size_t length = strlen(noun);
    for (*at = text; (*at = strstr(*at, noun)) != NULL; *at += length) {
        const char *number = *at + length + 1;
        const int named = (*at)[length] == ' ' && *number == letter;
        if ((*at)[length] == ' ' && isdigit((unsigned char)number[named]))
            return strtoll(number + named, NULL, 10) - named;
    }
    return -1;
}

reason reason_read(const char *text)
{
    reason r = { .word = text, .length = strcspn(text, ":"), .axis = ASSAY_OVERALL, .number = -1 };
    const char *at_factor, *at_code, *rest = text + r.length + strspn(text + r.length, ": ");
    if (*rest) r.text = rest;
    const int64_t factor = number_after(text, "factor", 'v', &at_factor);
    const int64_t code = number_after(text, "code", 'z', &at_code);
    if (factor >= 0 && (code < 0 || at_factor < at_code)) {
        r.axis = ASSAY_PER_FACTOR;
        r.number = factor;
    } else if (code >= 0) {
        r.axis = ASSAY_PER_CODE;
        r.number = code;
    }
    return r;
}
