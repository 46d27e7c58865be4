/* Tables of texts. */
#include "text_table.h"

#include "apart.h"
#include "array_file.h"
#include "csv_field.h"
#include "plain_text.h"

#include <errno.h>

enum { MOST_BYTES = 256 << 20, MOST_COLUMNS = 1024, HEADER_BYTES = 1 << 16, LONGEST = 4096 };

static assay_status take_text(csv_reader *in, csv_field *field, size_t place, text_table *to)
{
    ASSAY_TRY(csv_take_field(in, NULL, field));
    if (to->size + field->length + 1 > to->room) {
        const size_t room = 2 * (to->size + field->length + 1);
        char *more = realloc(to->texts, room);
        if (!more) return no_memory(NULL, in->err);
        to->texts = more;
        to->room = room;
    }
    char *text = to->texts + to->size;
    to->size += csv_copy_field(field->at, field->length, text);
    if (text_is_plain(text, LONGEST)) return ASSAY_OK;
    return BAD_INPUT(in, "line %zu, field %zu is not one line of UTF-8 of at most %d bytes", in->line, place, LONGEST);
}

/* *n: how many fields the line has, also after an error. */
static assay_status take_line(csv_reader *in, text_table *to, size_t *n)
{
    csv_field field = { 0 };
    for (*n = 0; !field.last; ++*n) {
        if (*n == MOST_COLUMNS)
            return BAD_INPUT(in, "line %zu has more than %d fields, more than a manifest has", in->line, MOST_COLUMNS);
        ASSAY_TRY(take_text(in, &field, *n + 1, to));
    }
    csv_skip_line_end(in);
    return ASSAY_OK;
}

/* Where each text begins. 0: memory ran out, or there are fewer. */
static int index_texts(text_table *t)
{
    const size_t count = t->columns + t->rows * t->columns;
    char **at = realloc(t->name, (count + 1) * sizeof *at), *text = t->texts;
    if (!at) return 0;
    t->name = at;
    t->field = at + t->columns;
    for (size_t k = 0; k < count; k++) {
        if (text >= t->texts + t->size) return 0;
        at[k] = text;
        text += strlen(text) + 1;
    }
    return 1;
}

static assay_status take_header(csv_reader *in, text_table *to)
{
    if (strncmp(in->at, "\xEF\xBB\xBF", 3) == 0) in->at += 3;
    csv_find_separator(in, "\t;,");
    assay_status status = take_line(in, to, &to->columns);
    to->wide = status != ASSAY_OK && to->columns == MOST_COLUMNS;
    if (!index_texts(to)) return assay_fail(in->err, ASSAY_ENOMEM, "memory ran out");
    for (size_t k = 0; k < to->columns && status == ASSAY_OK; k++)
        if (text_table_column(to, to->name[k]) != k)
            return BAD_INPUT(in, "two columns are called '%.80s'", to->name[k]);
        else status = limit_check(LIMIT_NAME_BYTES, (double)strlen(to->name[k]), in->where, in->err);
    return status;
}

assay_status text_table_parse(const char *bytes, size_t size, const char *where, text_table *to, assay_error *err)
{
    csv_reader in = { .at = bytes, .end = bytes + size, .where = where, .line = 1, .err = err };
    if (strlen(bytes) != size) return bad_input(where, err, "not a table of texts");
    ASSAY_TRY(take_header(&in, to));
    while (*in.at) {
        size_t n = 0;
        const int is_empty = csv_at_line_end(&in);
        if (is_empty) csv_skip_line_end(&in);
        else ASSAY_TRY(take_line(&in, to, &n));
        to->rows += !is_empty;
        if (!is_empty && n != to->columns)
            return bad_input(where, err, "line %zu has %zu fields where the first line has %zu", in.line - 1, n,
                             to->columns);
    }
    return index_texts(to) ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
}

typedef struct request {
    const char *path;
    text_table *to;
    int header_alone;
} request;

static void carry_table(carrier *c, void *what)
{
    text_table *t = ((const request *)what)->to;
    carry_size(c, &t->columns, MOST_COLUMNS);
    carry_size(c, &t->rows, MOST_BYTES);
    carry_size(c, &t->size, MOST_BYTES);
    carry(c, &t->wide, sizeof t->wide);
    carry_block(c, (void **)&t->texts, t->size);
    if (!c->writes && !c->bad) c->bad = t->rows > t->size || !index_texts(t);
}

static void drop_table(void *what) { text_table_free(((const request *)what)->to); }

static assay_status read_part(void *what, assay_error *err)
{
    const request *q = what;
    char start[HEADER_BYTES + 1];
    FREED(array_bytes_free) array_bytes bytes = { 0 };
    if (!q->header_alone) ASSAY_TRY(array_bytes_read(q->path, &bytes, err));
    if (bytes.size >= MOST_BYTES)
        return bad_input(q->path, err, "larger than a table of texts is, %d bytes", MOST_BYTES);
    if (bytes.at) return text_table_parse(bytes.at, bytes.size, q->path, q->to, err);
    FILE *file = fopen(q->path, "rb");
    const size_t size = file ? fread(start, 1, HEADER_BYTES, file) : 0;
    const int failed = !file || ferror(file);
    if (file) fclose(file);
    if (failed) return bad_input(q->path, err, "%s", strerror(errno));
    start[size] = '\0';
    csv_reader in = { .at = start, .end = start + strlen(start), .where = q->path, .line = 1, .err = err };
    const assay_status status = take_header(&in, q->to);
    return q->to->wide ? ASSAY_OK : status;
}

assay_status text_table_read(const char *path, int header_alone, text_table *to, assay_error *err)
{
    request q = { path, to, header_alone };
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
    free(t->name);
    free(t->texts);
    *t = (text_table){ 0 };
}
