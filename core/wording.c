/* Texts piece by piece. */
#include "wording.h"

#include <stdarg.h>
#include <stdio.h>

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
