/* Fields of lines of text, as in RFC 4180; a field ends on its line. */
#include "csv_field.h"

#include "owned.h"

#include <string.h>

int csv_at_line_end(const csv_reader *in) { return in->at == in->end || *in->at == '\n' || *in->at == '\r'; }

void csv_skip_line_end(csv_reader *in)
{
    if (in->at < in->end && *in->at == '\r') in->at++;
    if (in->at < in->end && *in->at == '\n') in->at++;
    in->line++;
}

void csv_skip_blanks(csv_reader *in)
{
    while (in->at < in->end && (*in->at == ' ' || (*in->at == '\t' && in->separator != '\t'))) in->at++;
}

void csv_find_separator(csv_reader *in, const char *choice)
{
    const char *best = NULL;
    int quoted = 0;
    const char *at = in->at;
    while (at < in->end && *at == ' ') at++;
    for (; at < in->end && *at && *at != '\n' && *at != '\r'; at++) {
        if (*at == '"') quoted = !quoted;
        const char *which = quoted ? NULL : strchr(choice, *at);
        if (which && (!best || which < best)) best = which;
    }
    in->separator = ',';
    if (best) in->separator = *best;
}

int csv_take_separator(csv_reader *in, int32_t *last)
{
    const char *before = in->at;
    csv_skip_blanks(in);
    *last = csv_at_line_end(in);
    if (*last) return 1;
    if (in->separator == ' ') return in->at > before;
    if (*in->at != in->separator) return 0;
    in->at++;
    return 1;
}

static assay_status take_quoted(csv_reader *in, csv_field *to)
{
    to->quoted = 1;
    to->at = ++in->at;
    for (;; in->at++) {
        if (csv_at_line_end(in))
            return BAD_INPUT(in, "line %zu: a quote is opened and not closed; close it on the same line", in->line);
        if (*in->at != '"') continue;
        if (in->at[1] != '"') break;
        in->at++;
    }
    to->length = (size_t)(in->at++ - to->at);
    if (csv_take_separator(in, &to->last)) return ASSAY_OK;
    return BAD_INPUT(in, "line %zu: text follows a closing quote; write a quote inside a cell twice", in->line);
}

assay_status csv_take_field(csv_reader *in, const char *past, csv_field *to)
{
    csv_skip_blanks(in);
    *to = (csv_field){ .at = in->at };
    if (in->at < in->end && *in->at == '"') return take_quoted(in, to);
    const char separator = in->separator, blank = separator == ' ' ? '\t' : separator; /* a tab parts as a blank does */
    const char *at = past ? past : in->at;
    while (at < in->end && *at != separator && *at != blank && *at != '\n' && *at != '\r') at++;
    in->at = at;
    to->length = (size_t)(in->at - to->at);
    while (to->length && (to->at[to->length - 1] == ' ' || to->at[to->length - 1] == '\t')) to->length--;
    csv_take_separator(in, &to->last);
    return ASSAY_OK;
}

size_t csv_copy_field(const char *from, size_t length, char *to)
{
    size_t n = 0;
    for (size_t k = 0; k < length; k++) {
        to[n++] = from[k];
        if (from[k] == '"' && k + 1 < length && from[k + 1] == '"') k++;
    }
    to[n] = '\0';
    return n + 1;
}
