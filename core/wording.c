#include "wording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wording wording_in(char *to, size_t size)
{
    if (!size) to = NULL;
    if (to) to[0] = '\0';
    return (wording){ .to = to, .size = size };
}

void wording_add(wording *w, const char *format, ...)
{
    if (!w->to || w->used >= w->size) return;
    va_list args;
    va_start(args, format);
    const int more = vsnprintf(w->to + w->used, w->size - w->used, format, args);
    va_end(args);
    w->used += more > 0 ? (size_t)more : 0;
}

void wording_join(wording *w, const char *between, const char *piece)
{
    wording_add(w, "%s%s", w->used ? between : "", piece);
}

char *wording_of(const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, args);
    return text;
}

char *wording_made(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = wording_of(format, args);
    va_end(args);
    return text;
}

int wording_digits(double a, double b)
{
    char first[32], second[32];
    for (int digits = 6; digits < 17; digits++) {
        snprintf(first, sizeof first, "%.*g", digits, a);
        snprintf(second, sizeof second, "%.*g", digits, b);
        if (strcmp(first, second) != 0) return digits;
    }
    return 17;
}
