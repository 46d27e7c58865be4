/* Text for people, its words wrapped. */
#include "cli.h"

#include <string.h>

static size_t columns_of(const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t k = 0; k < length; k++) columns += ((unsigned char)text[k] & 0xc0) != 0x80; /* not within a character */
    return columns;
}

/* Words up to `end`, from column *at on; breaks that `text` has count as blanks. */
static void put_words(const char *text, const char *end, size_t indent, size_t *at, FILE *to)
{
    while ((text += strspn(text, " \n")) < end) {
        const size_t length = strcspn(text, " \n"), columns = columns_of(text, length);
        if (*at > indent && *at + 1 + columns > WRAPPED_WIDTH) {
            fprintf(to, "\n%*s", (int)indent, "");
            *at = indent;
        } else if (*at > indent) {
            fputc(' ', to);
            ++*at;
        }
        fwrite(text, 1, length, to);
        *at += columns;
        text += length;
    }
}

void wrapped_text(const char *text, size_t indent, FILE *to)
{
    while (*text) {
        const char *end = text + strcspn(text, "\n");
        const size_t blanks = strspn(text, " ");
        size_t at = indent + blanks;
        fprintf(to, "%*s", (int)blanks, "");
        put_words(text + blanks, end, at, &at, to);
        if (*end && end[1]) fprintf(to, "\n%*s", end[1] == '\n' ? 0 : (int)indent, "");
        text = end + (*end == '\n');
    }
    fputc('\n', to);
}

void wrapped_paragraphs(const char *text, FILE *to)
{
    size_t at = 0; /* > 0: within a paragraph */
    while (*text) {
        const char *end = text + strcspn(text, "\n");
        const int runs_on = *text != ' ' && *text != '\n';
        if (at && !runs_on) fputc('\n', to);
        if (runs_on) put_words(text, end, 0, &at, to);
        else fprintf(to, "%.*s\n", (int)(end - text), text), at = 0;
        text = end + (*end == '\n');
    }
    if (at) fputc('\n', to);
}
