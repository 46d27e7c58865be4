/* UTF-8, character by character. */
#include "plain_text.h"

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

static int is_control(char c) { return (unsigned char)c < ' ' || c == 127; }

int text_is_plain(const char *text, size_t most)
{
    const char *at = text;
    while (*at) {
        const size_t length = utf8_length(at);
        if (!length || is_control(*at)) return 0;
        at += length;
    }
    return (size_t)(at - text) <= most;
}

void text_make_plain(char *text)
{
    while (*text) {
        const size_t length = utf8_length(text);
        if (!length) *text = '?';
        else if (is_control(*text)) *text = ' ';
        text += length ? length : 1;
    }
}
