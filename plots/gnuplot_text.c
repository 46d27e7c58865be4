#include "gnuplot_text.h"

#include "plain_text.h"

/* `replace` has pairs: a character and what stands for it. */
typedef struct replacement {
    char character;
    const char *by;
} replacement;

static void put(const char *text, const replacement *replace, FILE *to)
{
    while (*text) {
        const size_t length = utf8_length(text);
        const replacement *r = replace;
        while (r->character && r->character != *text) r++;
        if (!length) fputc('?', to);
        else if (text_is_control(text)) fputc(' ', to);
        else if (r->character) fputs(r->by, to);
        else fwrite(text, 1, length, to);
        text += length ? length : 1;
    }
}

void gnuplot_comment(const char *text, FILE *to)
{
    put(text, (const replacement[]){ { '\\', "/" }, { '`', "'" }, { 0, NULL } }, to);
}

void gnuplot_field(const char *text, FILE *to)
{
    fputc('"', to);
    put(text, (const replacement[]){ { '"', "'" }, { '\\', "/" }, { '`', "'" }, { 0, NULL } }, to);
    fputc('"', to);
}

void gnuplot_string(const char *text, FILE *to)
{
    fputc('\'', to);
    put(text, (const replacement[]){ { '\'', "’" }, { 0, NULL } }, to);
    fputc('\'', to);
}
