#include "plain_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t utf8_length(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    const size_t length = *at < 0x80                   ? 1
                          : *at >= 0xC2 && *at <= 0xDF ? 2
                          : *at >= 0xE0 && *at <= 0xEF ? 3
                          : *at >= 0xF0 && *at <= 0xF4 ? 4
                                                       : 0;
    for (size_t k = 1; k < length; k++)
        if ((at[k] & 0xC0) != 0x80) return 0;
    if ((*at == 0xE0 && at[1] < 0xA0) || (*at == 0xED && at[1] > 0x9F) || (*at == 0xF0 && at[1] < 0x90) ||
        (*at == 0xF4 && at[1] > 0x8F))
        return 0;
    return length;
}

int text_is_control(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    if (at[0] < 0x80) return at[0] < ' ' || at[0] == 127;
    if (at[0] == 0xC2) return at[1] < 0xA0;  /* U+0080 to U+009F */
    if (at[0] == 0xD8) return at[1] == 0x9C; /* U+061C */
    if (at[0] != 0xE2) return 0;
    return (at[1] == 0x80 && ((at[2] >= 0xA8 && at[2] <= 0xAE) || at[2] == 0x8E || at[2] == 0x8F)) ||
           /* U+2028 to U+202E, U+200E, U+200F */
           (at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9); /* U+2066 to U+2069 */
}

int text_is_plain(const char *text, size_t most)
{
    const char *at = text;
    while (*at) {
        const size_t length = utf8_length(at);
        if (!length || text_is_control(at)) return 0;
        at += length;
    }
    return (size_t)(at - text) <= most;
}

void text_make_plain(char *text)
{
    while (*text) {
        const size_t length = utf8_length(text);
        if (!length) *text = '?';
        else if (text_is_control(text)) memset(text, ' ', length);
        text += length ? length : 1;
    }
}

int list_next(const char **at, char *to, size_t size)
{
    if (!*at || !**at) return 0;
    const size_t length = strcspn(*at, ",");
    snprintf(to, size, "%.*s", (int)length, *at);
    *at += length + ((*at)[length] == ',');
    return 1;
}

int list_has(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && memcmp(at, name, length) == 0) return 1;
    return 0;
}

int digits_read(const char **at, uint64_t most, uint64_t *to)
{
    char *end;
    if (**at < '0' || **at > '9') return 0;
    errno = 0;
    *to = strtoull(*at, &end, 10);
    *at = end;
    return !errno && *to <= most;
}
