/* Texts for gnuplot, byte by byte. */
#include "gnuplot_text.h"

#include <stddef.h>
#include <string.h>

/* Bytes of the UTF-8 character that text begins with; 0: it begins with none. */
static size_t character_length(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    const size_t length = c[0] < 0x80 ? 1 : c[0] >= 0xC2 && c[0] < 0xE0 ? 2 : (c[0] & 0xF0) == 0xE0 ? 3
                          : c[0] >= 0xF0 && c[0] < 0xF5 ? 4 : 0;
    for (size_t k = 1; k < length; k++)
        if ((c[k] & 0xC0) != 0x80) return 0;
    return length;
}

/* `replace` has pairs: a character and what stands for it. */
static void put(const char *text, const char *replace, FILE *to)
{
    while (*text) {
        const size_t length = character_length(text);
        const char *other = NULL;
        for (const char *r = replace; *r && length == 1; r += 2)
            if (*r == *text) other = r + 1;
        if (!length) fputc('?', to);
        else if (length == 1 && ((unsigned char)*text < 0x20 || *text == 0x7F)) fputc(' ', to);
        else if (other) fputc(*other, to);
        else fwrite(text, 1, length, to);
        text += length ? length : 1;
    }
}

void gnuplot_comment(const char *text, FILE *to) { put(text, "\\/`'", to); }

void gnuplot_field(const char *text, FILE *to)
{
    fputc('"', to);
    put(text, "\"'\\/`'", to);
    fputc('"', to);
}

void gnuplot_string(const char *text, FILE *to)
{
    fputc('\'', to);
    for (const char *quote; (quote = strchr(text, '\'')) != NULL; text = quote + 1) {
        char piece[512];
        while (text < quote) {
            const size_t left = (size_t)(quote - text);
            size_t length = left < sizeof piece ? left : sizeof piece - 1;
            while (length > 1 && length < left && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
            memcpy(piece, text, length);
            piece[length] = '\0';
            put(piece, "", to);
            text += length;
        }
        fputs("''", to);
    }
    put(text, "", to);
    fputc('\'', to);
}
