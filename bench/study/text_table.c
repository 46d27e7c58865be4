/* Tables of texts. */
#include "text_table.h"

#include "apart.h"
#include "csv_field.h"
#include "limit.h"
#include "plain_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 256 << 20, MOST_COLUMNS = 64, HEADER_BYTES = 1 << 16, LONGEST = 4096 };

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

/* The next field as a text of its own. */
static assay_status take_text(csv_reader *in, csv_field *field, size_t place, char **to)
{
    ASSAY_TRY(csv_take_field(in, field));
    if (!(*to = malloc(field->length + 1))) return assay_fail(in->err, ASSAY_ENOMEM, "memory ran out");
    csv_copy_field(field->at, field->length, *to);
    if (text_is_plain(*to, LONGEST)) return ASSAY_OK;
    free(*to);
    (void)assay_fail(in->err, ASSAY_EINPUT, "%.600s: line %zu, field %zu is not one line of UTF-8 of at most %d bytes",
                     in->where, in->line, place, LONGEST);
    return ASSAY_EINPUT;
}

/* The fields of a line into to[]; *n of them, also after an error. */
static assay_status take_line(csv_reader *in, char **to, size_t *n)
{
    csv_field field = { 0 };
    for (*n = 0; !field.last; ++*n) {
        if (*n == MOST_COLUMNS)
            return assay_fail(in->err, ASSAY_EINPUT,
                              "%.600s: line %zu has more than %d fields, more than a manifest has", in->where, in->line,
                              MOST_COLUMNS);
        ASSAY_TRY(take_text(in, &field, *n + 1, &to[*n]));
    }
    csv_skip_line_end(in);
    return ASSAY_OK;
}

static assay_status take_header(csv_reader *in, text_table *to)
{
    to->name = calloc(MOST_COLUMNS, sizeof *to->name);
    if (!to->name) return assay_fail(in->err, ASSAY_ENOMEM, "memory ran out");
    if (strncmp(in->at, "\xEF\xBB\xBF", 3) == 0) in->at += 3;
    csv_find_separator(in, "\t;,");
    assay_status status = take_line(in, to->name, &to->columns);
    for (size_t k = 0; k < to->columns && status == ASSAY_OK; k++)
        if (text_table_column(to, to->name[k]) != k)
            return assay_fail(in->err, ASSAY_EINPUT, "%.600s: two columns are called '%.80s'", in->where, to->name[k]);
        else status = limit_check(LIMIT_NAME_BYTES, (double)strlen(to->name[k]), in->where, in->err);
    to->wide = status != ASSAY_OK && to->columns == MOST_COLUMNS;
    return status;
}

static assay_status take_row(csv_reader *in, text_table *to, size_t *room)
{
    char *line[MOST_COLUMNS];
    size_t n;
    assay_status status = take_line(in, line, &n);
    if (status == ASSAY_OK && n != to->columns)
        status = assay_fail(in->err, ASSAY_EINPUT, "%.600s: line %zu has %zu fields where the first line has %zu",
                            in->where, in->line - 1, n, to->columns);
    if (status == ASSAY_OK && to->rows == *room) {
        char **grown = realloc(to->field, 2 * *room * to->columns * sizeof *grown);
        if (grown) to->field = grown;
        else status = assay_fail(in->err, ASSAY_ENOMEM, "memory ran out");
        *room *= 2;
    }
    if (status == ASSAY_OK) memcpy(to->field + to->rows++ * to->columns, line, n * sizeof *line);
    for (size_t k = 0; status != ASSAY_OK && k < n; k++) free(line[k]);
    return status;
}

assay_status text_table_parse(const char *bytes, size_t size, const char *where, text_table *to, assay_error *err)
{
    size_t room = 64;
    csv_reader in = { .at = bytes, .end = bytes + size, .where = where, .line = 1, .err = err };
    if (strlen(bytes) != size) return assay_fail(err, ASSAY_EINPUT, "%.600s: not a table of texts", where);
    assay_status status = take_header(&in, to);
    if (status == ASSAY_OK && !(to->field = malloc(room * (to->columns + 1) * sizeof *to->field)))
        status = assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    while (status == ASSAY_OK && *in.at)
        if (csv_at_line_end(&in)) csv_skip_line_end(&in);
        else status = take_row(&in, to, &room);
    return status;
}

/* ---- apart ---- */

typedef struct request {
    const char *path;
    text_table *to;
    size_t most; /* bytes */
} request;

static void carry_texts(carrier *c, char ***to, size_t count)
{
    if (!c->writes && count) *to = calloc(count, sizeof **to);
    if (!*to && count) c->bad = 1;
    for (size_t k = 0; k < count && !c->bad; k++) {
        carry_text(c, &(*to)[k], LONGEST);
        if (!(*to)[k]) c->bad = 1;
    }
}

/* Sizes stand in the table once there is room for the texts: what came in part can be freed. */
static void carry_table(carrier *c, void *what)
{
    text_table *t = ((const request *)what)->to;
    size_t columns = t->columns, rows = t->rows;
    carry_size(c, &columns, MOST_COLUMNS);
    carry_size(c, &rows, MOST_BYTES);
    carry(c, &t->wide, sizeof t->wide);
    carry_texts(c, &t->name, columns);
    if (t->name) t->columns = columns;
    carry_texts(c, &t->field, rows * columns);
    if (t->field) t->rows = rows;
}

static void drop_table(void *what) { text_table_free(((const request *)what)->to); }

/* All of it, or its first line alone. */
static assay_status read_part(void *what, assay_error *err)
{
    const request *q = what;
    char *bytes = NULL;
    size_t size = 0;
    assay_status status = read_bytes(q->path, q->most, &bytes, &size, err);
    if (status == ASSAY_OK && size == MOST_BYTES)
        status =
            assay_fail(err, ASSAY_EINPUT, "%.600s: larger than a table of texts is, %d bytes", q->path, MOST_BYTES);
    if (status == ASSAY_OK && q->most == HEADER_BYTES) {
        csv_reader in = { .at = bytes, .end = bytes + strlen(bytes), .where = q->path, .line = 1, .err = err };
        status = take_header(&in, q->to);
        if (q->to->wide) status = ASSAY_OK;
    } else if (status == ASSAY_OK) {
        status = text_table_parse(bytes, size, q->path, q->to, err);
    }
    free(bytes);
    return status;
}

assay_status text_table_read(const char *path, text_table *to, assay_error *err)
{
    request q = { path, to, MOST_BYTES };
    return apart_read(&(apart_job){ { path }, read_part, carry_table, drop_table, &q }, err);
}

assay_status text_table_read_header(const char *path, text_table *to, assay_error *err)
{
    request q = { path, to, HEADER_BYTES };
    return apart_read(&(apart_job){ { path }, read_part, carry_table, drop_table, &q }, err);
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
