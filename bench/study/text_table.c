/* Tables of texts. */
#include "text_table.h"

#include "plain_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 256 << 20, MOST_COLUMNS = 64, HEADER_BYTES = 1 << 16 };

/* The first bytes of a file, at most `most` of them, ended by '\0'. */
static assay_status read_bytes(const char *path, size_t most, char **to, size_t *size, assay_error *err)
{
    FILE *file = fopen(path, "rb");
    if (!file) return assay_fail(err, ASSAY_EINPUT, "%.600s: %s", path, strerror(errno));
    size_t room = 1 << 16;
    char *bytes = malloc(room + 1);
    *size = 0;
    for (size_t got = 1; bytes && got && *size < most;) {
        if (*size == room) {
            char *grown = realloc(bytes, 2 * room + 1);
            if (!grown) break;
            bytes = grown;
            room *= 2;
        }
        got = fread(bytes + *size, 1, (room < most ? room : most) - *size, file);
        *size += got;
    }
    const int failed = ferror(file), whole = feof(file) || *size == most;
    fclose(file);
    *to = bytes;
    if (bytes) bytes[*size] = '\0';
    if (failed) return assay_fail(err, ASSAY_EINPUT, "%.600s: %s", path, strerror(errno));
    return bytes && whole ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
}

typedef struct scanner {
    const char *at, *where;
    char separator;
    size_t line;
} scanner;

static char separator_of(const char *text)
{
    for (const char *mark = "\t;"; *mark; mark++) {
        const size_t length = strcspn(text, "\r\n");
        if (memchr(text, *mark, length)) return *mark;
    }
    return ',';
}

static int at_end_of_line(const scanner *in) { return !*in->at || *in->at == '\n' || *in->at == '\r'; }

static void next_line(scanner *in)
{
    if (*in->at == '\r') in->at++;
    if (*in->at == '\n') in->at++;
    in->line++;
}

/* What is in quotes, doubled ones as one, into `to`; its length. */
static size_t take_quoted(scanner *in, char *to)
{
    size_t n = 0;
    for (in->at++; *in->at && !(in->at[0] == '"' && in->at[1] != '"'); in->at++) {
        if (*in->at == '"') in->at++;
        to[n++] = *in->at;
    }
    if (*in->at) in->at++;
    while (!at_end_of_line(in) && *in->at != in->separator) in->at++;
    return n;
}

/* The next field, a string of its own; NULL: memory ran out. */
static char *take_field(scanner *in)
{
    while (*in->at == ' ') in->at++;
    const size_t most = strlen(in->at) < 65536 ? strlen(in->at) : 65536;
    char *field = malloc(most + 1);
    size_t n = 0;
    if (!field) return NULL;
    if (*in->at == '"') {
        const char *start = in->at;
        n = take_quoted(in, field);
        if ((size_t)(in->at - start) > most) n = 0;
    } else {
        while (!at_end_of_line(in) && *in->at != in->separator && n < most) field[n++] = *in->at++;
        while (n && field[n - 1] == ' ') n--;
    }
    field[n] = '\0';
    return field;
}

/* The fields of a line into to[]; how many there are, SIZE_MAX where memory ran out. */
static size_t take_line(scanner *in, char **to)
{
    size_t n = 0;
    for (;;) {
        if (n == MOST_COLUMNS || !(to[n] = take_field(in))) break;
        n++;
        if (at_end_of_line(in)) {
            next_line(in);
            return n;
        }
        in->at++;
    }
    const int wide = n == MOST_COLUMNS;
    while (n) free(to[--n]);
    return wide ? MOST_COLUMNS + 1 : SIZE_MAX;
}

static assay_status check_line(const scanner *in, char *const *field, size_t n, size_t columns, assay_error *err)
{
    if (n == SIZE_MAX) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (n > MOST_COLUMNS)
        return assay_fail(err, ASSAY_EINPUT, "%.600s: line %zu has more than %d fields, more than a manifest has",
                          in->where, in->line, MOST_COLUMNS);
    if (n != columns)
        return assay_fail(err, ASSAY_EINPUT, "%.600s: line %zu has %zu fields where the first line has %zu", in->where,
                          in->line - 1, n, columns);
    for (size_t k = 0; k < n; k++)
        if (!text_is_plain(field[k], 4096))
            return assay_fail(err, ASSAY_EINPUT, "%.600s: line %zu, field %zu is not one line of UTF-8", in->where,
                              in->line - 1, k + 1);
    return ASSAY_OK;
}

static assay_status take_header(scanner *in, text_table *to, assay_error *err)
{
    to->name = calloc(MOST_COLUMNS, sizeof *to->name);
    if (!to->name) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (strncmp(in->at, "\xEF\xBB\xBF", 3) == 0) in->at += 3;
    in->separator = separator_of(in->at);
    const size_t n = take_line(in, to->name);
    to->columns = n <= MOST_COLUMNS ? n : 0;
    const assay_status status = check_line(in, to->name, n, n, err);
    for (size_t k = 0; k < to->columns && status == ASSAY_OK; k++)
        if (text_table_column(to, to->name[k]) != k)
            return assay_fail(err, ASSAY_EINPUT, "%.600s: two columns are called '%.80s'", in->where, to->name[k]);
    return status;
}

static assay_status take_row(scanner *in, text_table *to, size_t *room, assay_error *err)
{
    char *line[MOST_COLUMNS];
    const size_t n = take_line(in, line);
    assay_status status = check_line(in, line, n, to->columns, err);
    if (status == ASSAY_OK && to->rows == *room) {
        char **grown = realloc(to->field, 2 * *room * to->columns * sizeof *grown);
        if (grown) to->field = grown;
        else status = assay_fail(err, ASSAY_ENOMEM, "memory ran out");
        *room *= 2;
    }
    if (status == ASSAY_OK) memcpy(to->field + to->rows++ * to->columns, line, n * sizeof *line);
    for (size_t k = 0; status != ASSAY_OK && n <= MOST_COLUMNS && k < n; k++) free(line[k]);
    return status;
}

assay_status text_table_read(const char *path, text_table *to, assay_error *err)
{
    enum { FIRST = 64 };
    char *bytes = NULL;
    size_t size = 0, room = FIRST;
    assay_status status = read_bytes(path, MOST_BYTES, &bytes, &size, err);
    scanner in = { .at = bytes, .where = path, .line = 1 };
    if (status == ASSAY_OK && (size == MOST_BYTES || strlen(bytes) != size))
        status = assay_fail(err, ASSAY_EINPUT, "%.600s: not a table of texts", path);
    if (status == ASSAY_OK) status = take_header(&in, to, err);
    if (status == ASSAY_OK && !(to->field = malloc(room * (to->columns + 1) * sizeof *to->field)))
        status = assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    while (status == ASSAY_OK && *in.at)
        if (at_end_of_line(&in)) next_line(&in);
        else status = take_row(&in, to, &room, err);
    free(bytes);
    return status;
}

assay_status text_table_read_header(const char *path, text_table *to, assay_error *err)
{
    char *bytes = NULL;
    size_t size = 0;
    assay_status status = read_bytes(path, HEADER_BYTES, &bytes, &size, err);
    scanner in = { .at = bytes, .where = path, .line = 1 };
    if (status == ASSAY_OK) status = take_header(&in, to, err);
    free(bytes);
    return status;
}

size_t text_table_column(const text_table *t, const char *name)
{
    size_t k = 0;
    while (k < t->columns && strcmp(t->name[k], name) != 0) k++;
    return k;
}

void text_table_free(text_table *t)
{
    for (size_t k = 0; k < t->columns; k++) free(t->name[k]);
    for (size_t k = 0; k < t->rows * t->columns; k++) free(t->field[k]);
    free(t->name);
    free(t->field);
    *t = (text_table){ 0 };
}
