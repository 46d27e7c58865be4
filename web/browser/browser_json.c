#include "browser_json.h"

#include <math.h>
#include <stdlib.h>

static FILE *stream;
static char *answer;
static size_t length;

FILE *json_begin(void)
{
    if (stream) fclose(stream);
    free(answer);
    answer = NULL;
    stream = open_memstream(&answer, &length);
    if (!stream) abort();
    return stream;
}

const char *json_end(void)
{
    if (fclose(stream) != 0) abort();
    stream = NULL;
    return answer;
}

void json_text(FILE *to, const char *text)
{
    fputc('"', to);
    for (const char *c = text ? text : ""; *c; c++) {
        if (*c == '"' || *c == '\\') fputc('\\', to);
        if ((unsigned char)*c < ' ') fprintf(to, "\\u%04x", (unsigned)*c);
        else fputc(*c, to);
    }
    fputc('"', to);
}

void json_number(FILE *to, double value)
{
    if (isfinite(value)) fprintf(to, "%.17g", value);
    else fputs("null", to);
}

const char *json_refusal(const assay_error *err)
{
    FILE *to = json_begin();
    fputs("{\"refused\":", to);
    json_text(to, err->text[0] ? err->text : "memory ran out");
    fputc('}', to);
    return json_end();
}
