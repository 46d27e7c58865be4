/*
 * .csv -- an array as text, one sample per line.
 *
 * Separator   tab, semicolon, comma or blanks: the first of these that the first line holds outside quotes.
 * Header      the first line, if one of its texts stands above a number, or if it has no decimal and its texts occur
 *             nowhere else in their columns; np.savetxt's "# " before it is skipped. One that counts its columns from 0
 *             or 1, as pandas names them, above two rows or more that do not.
 * Lines       end in LF, CRLF or CR; empty ones are allowed at the end; a UTF-8 mark at the start is skipped, so are
 *             remarks, "#", and a line "sep=;". What is no UTF-8 is taken for Latin-1.
 * Cells       numbers with a decimal point, between semicolons with a comma, nan, inf, true, false; blanks around them
 *             and "quotes" are skipped. Nothing, NA, N/A, NULL and ? are NaN and say nothing of the column's kind.
 *             A factor's cell may say absent: there is no value of it. It says nothing of the column's kind.
 * Kinds       'i' a column of whole numbers without a point or exponent, 'b' one of true and false, 't' one of text,
 *             whose texts are classes (array.c), 'f' any other.
 * Row names   a first column without a name, of text or of whole numbers that all differ, is left out; so is an
 *             "Unnamed: 0" that counts rows. R's header has one cell less than all other lines.
 * Last column without a name and without values, from a separator at the end of every line, is left out.
 * Refused     ragged lines, text and numbers in one column, columns without a name or with another's, integers that
 *             float64 cannot hold.
 * Cost        one pass, about 150 ns a cell; memory is taken for no more cells than the bytes of the file can spell.
 */
#include "array_file.h"
#include "columns.h"
#include "csv_field.h"
#include "fnv.h"
#include "kinds.h"
#include "plain_text.h"

#include <ctype.h>

#define KINDS_LINE "# kinds: " /* before the header: kinds as --kinds has them */

/* A cell's text; of a quoted one, what is between the quotes, doubled ones still doubled. */
typedef struct cell {
    const char *at;
    size_t length;
    int number, exact;
    int begins;   /* with a number that is written otherwise, or several, and is no class: 1,5 or 1;2 */
    int32_t last; /* the line ends after it */
    char kind;
    double value;
} cell;

/* 1,5 between semicolons. A file that has decimal points too is not read so: 1.500 might be thousands. */
static void classify_comma(csv_reader *in, cell *c)
{
    char text[64];
    char *comma = c->length < sizeof text ? memchr(memcpy(text, c->at, c->length), ',', c->length) : NULL;
    if (in->separator != ';' || !comma || c->length < 2) return;
    text[c->length] = '\0';
    if (memchr(text, '.', c->length)) return;
    *comma = '.';
    c->number = decimal_read(text, &c->value, &c->kind, &c->exact) == text + c->length;
    if (c->number && !in->decimal_comma) in->decimal_comma = in->line;
}

static int is_missing(const cell *c)
{
    static const char *const words[] = { "", "NA", "N/A", "n/a", "<NA>", "NULL", "null", "?" };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strlen(words[k]) == c->length && memcmp(words[k], c->at, c->length) == 0) return 1;
    return 0;
}

/* A number is read in place: it holds no separator. */
static assay_status take_cell(csv_reader *in, cell *c)
{
    csv_field text;
    csv_skip_blanks(in);
    *c = (cell){ 0 };
    const char *stop = decimal_read(in->at, &c->value, &c->kind, &c->exact);
    ASSAY_TRY(csv_take_field(in, stop, &text));
    c->at = text.at, c->length = text.length, c->last = text.last;
    while (text.quoted && c->length && *c->at == ' ') c->at++, c->length--;
    while (text.quoted && c->length && c->at[c->length - 1] == ' ') c->length--;
    if (text.quoted) stop = decimal_read(c->at, &c->value, &c->kind, &c->exact);
    c->number = stop && stop == c->at + c->length;
    c->begins = stop && stop < c->at + c->length && strchr(",;\t", *stop) && c->kind != 'b' && c->kind != 'a';
    if (!c->number) c->kind = 0; /* "absentee" is no absent value */
    if (!c->number) classify_comma(in, c);
    else if (!text.quoted && !in->decimal_point && in->separator == ';' && memchr(c->at, '.', c->length))
        in->decimal_point = in->line;
    return ASSAY_OK;
}

/* Files that are often taken for text. */
assay_status csv_check_start(const array_bytes *start, const char *where, assay_error *err)
{
    static const struct {
        const char *magic, *what, *remedy;
    } known[] = {
        { "\x80", "a Python pickle", "save it with np.save, np.savez or safetensors" },
        { "\x89HDF", "an HDF5 file", "save its arrays with np.savez" },
        { "\x1f\x8b", "compressed by gzip", "unpack it first" },
        { "PAR1", "a Parquet file", "save it with to_csv(index=False)" },
        { "MATLAB", "a MATLAB file", "save it with np.savez(file, factors=..., codes=...)" },
        { "\xff\xfe", "text in UTF-16", "save it as UTF-8" },
        { "\xfe\xff", "text in UTF-16", "save it as UTF-8" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strncmp(start->at, known[k].magic, strlen(known[k].magic)) == 0)
            return bad_input(where, err, "is %s; %s", known[k].what, known[k].remedy);
    const int is_json = start->size && start->at[strspn(start->at, " \t\r\n")] == '{' && strstr(where, ".json");
    if (is_json && !array_path_ends(where, SHARDS_END))
        return bad_input(where, err, "is JSON, not an array; of JSON lists of shards are read, X" SHARDS_END);
    const char *nul = memchr(start->at, 0, start->size);
    if (nul)
        return bad_input(where, err, "is not text (a zero at byte %zu); " ARRAY_ENDS " is read",
                         (size_t)(nul - start->at));
    return ASSAY_OK;
}

/* *last: the last of them. */
static size_t count_cells(csv_reader *in, cell *last)
{
    size_t found = 0;
    in->err = NULL;
    do {
        if (take_cell(in, last) != ASSAY_OK) break;
        found++;
    } while (!last->last);
    return found;
}

/* Whether a text of the first line occurs in its column again: then it is a class, and no name. */
static int recurs(csv_reader first, csv_reader below)
{
    first.err = below.err = NULL;
    while (below.at < below.end) {
        csv_reader top = first;
        cell x, y;
        do {
            if (take_cell(&top, &x) != ASSAY_OK || take_cell(&below, &y) != ASSAY_OK) return 0;
            const int same = x.length == y.length && memcmp(x.at, y.at, x.length) == 0;
            if (!x.number && !y.number && same && !is_missing(&x)) return 1;
        } while (!x.last && !y.last);
        if (!y.last) return 0;
        csv_skip_line_end(&below);
    }
    return 0;
}

static void skip_line(csv_reader *in)
{
    while (in->at < in->end && *in->at != '\n' && *in->at != '\r') in->at++;
    csv_skip_line_end(in);
}

/* How many cells a line counts from *from on, after a first one that may be empty; 0: others are there. */
static size_t count_up(csv_reader in, double *from)
{
    size_t n = 0;
    cell c;
    in.err = NULL;
    for (size_t k = 0; k == 0 || !c.last; k++) {
        if (take_cell(&in, &c) != ASSAY_OK) return 0;
        if (k == 0 && c.length == 0) continue;
        if (n == 0) *from = c.value;
        if (!c.number || c.kind != 'i' || c.value != *from + (double)n++) return 0;
    }
    return n;
}

/* pandas calls columns without names 0, 1, 2, ... Where the next line counts on, or another counts so, it is data. */
static int counts_columns(csv_reader in)
{
    double from, start;
    const size_t cells = count_up(in, &from);
    size_t rows = 0;
    if (cells < 2 || from < 0 || from > 1) return 0;
    for (skip_line(&in); in.at < in.end && !csv_at_line_end(&in); skip_line(&in), rows++)
        if (count_up(in, &start) == cells && (start == 0 || start == 1 || (!rows && start == from + (double)cells)))
            return 0;
    return rows > 1;
}

/* R gives row names no name. Last cells that are all empty are separators too many. */
static int all_have_one_more(csv_reader first, csv_reader below)
{
    cell c;
    int filled = 0;
    const size_t cells = count_cells(&first, &c) + 1;
    for (; below.at < below.end && !csv_at_line_end(&below); csv_skip_line_end(&below)) {
        if (count_cells(&below, &c) != cells) return 0;
        filled |= c.length > 0;
    }
    return filled;
}

/* The first line is read twice: to count cells and see whether it is a header, then as what it is. */
static assay_status survey(csv_reader in, size_t *cols, int *header, int *row_names, size_t *name_bytes)
{
    const csv_reader start = in;
    csv_reader below = in;
    size_t text = 0, real = 0, above = 0;
    *cols = *name_bytes = 0;
    cell c, first = { 0 }, under = { .last = 1 };
    skip_line(&below);
    *row_names = all_have_one_more(start, below);
    const csv_reader second = below;
    below.err = NULL;
    if (*row_names) (void)take_cell(&below, &under);
    under.last = below.at >= below.end;
    do {
        ASSAY_TRY(take_cell(&in, &c));
        if (under.last || take_cell(&below, &under) != ASSAY_OK) under = (cell){ .last = 1 };
        ++*cols;
        *name_bytes += c.length + 1;
        if (c.number && c.kind == 'f' && isdigit((unsigned char)c.at[c.length - 1])) real = *cols;
        if (c.number || c.length == 0) continue;
        above += (size_t)under.number;
        if (!text) text = *cols, first = c;
    } while (!c.last);
    *header = text > 0;
    if (text && !above && second.at < second.end) *header = !real && !recurs(start, second);
    if (*header && real)
        return bad_input(start.where, start.err,
                         "line %zu is neither a header nor data: column %zu is the text '%s', column %zu a "
                         "number; give every column a name, or a number",
                         start.line, text, array_shown_of(first.at, first.length, 60).text, real);
    return ASSAY_OK;
}

static int compare_names(const void *a, const void *b)
{
    char *const *x = *(char **const *)a, *const *y = *(char **const *)b;
    const int order = strcmp(*x, *y);
    return order ? order : (x > y) - (x < y);
}

/* Two columns of one name: which of them is meant? */
static assay_status check_names(const csv_reader *in, char *const *name, size_t cols)
{
    OWNED char *const **sorted = zeroed(cols, sizeof *sorted);
    if (!sorted) return no_memory(in->where, in->err);
    for (size_t k = 0; k < cols; k++) sorted[k] = &name[k];
    qsort(sorted, cols, sizeof *sorted, compare_names);
    size_t k = 1;
    while (k < cols && strcmp(*sorted[k - 1], *sorted[k]) != 0) k++;
    if (k >= cols) return ASSAY_OK;
    return BAD_INPUT(in, "line %zu: columns %zu and %zu are both called '%s'; give each its own name", in->line,
                     (size_t)(sorted[k - 1] - name) + 1, (size_t)(sorted[k] - name) + 1,
                     array_shown_of(*sorted[k], SIZE_MAX, 80).text);
}

/* Names live behind the pointers to them, in one block. */
static assay_status take_header(csv_reader *in, size_t cols, size_t name_bytes, int row_names, char ***names)
{
    char **name = zeroed(1, cols * sizeof *name + name_bytes); /* no more than nine times the line */
    if (!name) return no_memory(in->where, in->err);
    char *text = (char *)(name + cols);
    *names = name;
    for (size_t k = 0; k < cols; k++) {
        cell c = { .at = in->at };
        if (k || !row_names) ASSAY_TRY(take_cell(in, &c));
        name[k] = text;
        text += csv_copy_field(c.at, c.length, text);
        if (c.length == 0 && k && k + 1 < cols)
            return BAD_INPUT(in, "line %zu: column %zu has no name; give it one", in->line, k + 1);
        if (limit_check(LIMIT_NAME_BYTES, (double)c.length, in->where, in->err) != ASSAY_OK) return ASSAY_EINPUT;
    }
    const assay_status status = check_names(in, name, name[cols - 1][0] ? cols : cols - 1);
    csv_skip_line_end(in);
    return status;
}

static assay_status refuse_cell(const csv_reader *in, const array *to, size_t col, const cell *c)
{
    char place[160];
    const array_shown shown = array_shown_of(c->at, c->length, 60);
    snprintf(place, sizeof place, "line %zu, %s", in->line, array_column_show(to, col).text);
    if (c->length == 0) return BAD_INPUT(in, "%s is empty; fill it, or drop the sample", place);
    if (c->number)
        return BAD_INPUT(in,
                         "%s: %s is beyond 2^53 and float64 cannot hold it exactly; subtract an offset, number "
                         "the classes, or write a point after it",
                         place, shown.text);
    const char *hint = "number classes 0, 1, 2, ...";
    const int grouped = isdigit((unsigned char)c->at[0]) && strspn(c->at, "0123456789,.'") >= c->length;
    if (grouped && in->separator == ',') hint = "write it without separators of thousands";
    else if (memchr(c->at, ',', c->length) && in->separator != ',') hint = "write decimals with a point";
    else if (memchr(c->at, ';', c->length) || memchr(c->at, '\t', c->length) || memchr(c->at, ' ', c->length))
        hint = "is the separator the same on every line?";
    else if (in->line == to->first_line) hint = "one header line at most, and numbers below it";
    return BAD_INPUT(in, "%s: '%s' is not a number; %s", place, shown.text, hint);
}

static assay_status refuse_ragged(const csv_reader *in, size_t found, size_t expected, size_t first)
{
    return BAD_INPUT(
        in, "line %zu has %zu cells, expected %zu as on line %zu (separator %s); every line needs the same number",
        in->line, found, expected, first,
        in->separator == '\t'  ? "tab"
        : in->separator == ' ' ? "blank"
        : in->separator == ';' ? "';'"
                               : "','");
}

/* What a column is, given what it was and one more cell: all of one kind, or all numbers. */
static char joined_kind(char column, char more)
{
    if (column == 0 || column == more || column == 'a') return more;
    if (more == 'a') return column;
    return column == 'f' || more == 'f' ? 'f' : 'i';
}

static assay_status take_text(const csv_reader *in, array *to, size_t k, const cell *c, double *value)
{
    char text[TEXT_MOST + 1];
    if (limit_check(LIMIT_NAME_BYTES, (double)c->length, in->where, in->err) != ASSAY_OK) return ASSAY_EINPUT;
    csv_copy_field(c->at, c->length, text);
    return memory_named(text_classes_add(to, k, text, in->line, value), in->where, in->err);
}

static assay_status refuse_mixed(const csv_reader *in, const array *to, size_t k, const cell *c)
{
    const char *text = to->text[k]->first;
    const cell first = { .at = text, .length = strlen(text) };
    csv_reader there = *in;
    there.line = to->text[k]->first_line;
    if (there.line == to->first_line) return refuse_cell(&there, to, k, &first);
    return BAD_INPUT(
        in, "column %zu has the text '%s' in line %zu and the number %s in line %zu; a column holds numbers or text",
        k + 1, array_shown_of(text, SIZE_MAX, 60).text, there.line, array_shown_of(c->at, c->length, 60).text,
        in->line);
}

static assay_status take_row(csv_reader *in, array *to, size_t row, size_t room, size_t first)
{
    csv_reader start = *in;
    cell c = { 0 };
    for (size_t k = 0; k < to->cols; k++) {
        ASSAY_TRY(take_cell(in, &c));
        const int missing = !c.number && is_missing(&c), is_text = to->kind[k] == 't';
        const int may_be_text = !c.number && (is_text || !to->kind[k]) && !c.begins;
        if (missing || (is_text && c.number && isnan(c.value))) c.value = NAN;
        else if ((!c.number && !may_be_text) || (c.number && (is_text || !c.exact))) {
            /* a line that is too short or shifted is ragged first of all */
            const size_t cells = count_cells(&start, &(cell){ 0 });
            return cells != to->cols     ? refuse_ragged(in, cells, to->cols, first)
                   : is_text && c.number ? refuse_mixed(in, to, k, &c)
                                         : refuse_cell(in, to, k, &c);
        }
        if (k + 1 == to->cols && c.length) in->end_filled = 1;
        if (!k && to->name && !to->name[0][0]) to->row_names = fnv_bytes(to->row_names + FNV_START, c.at, c.length);
        if (may_be_text && !missing) ASSAY_TRY(take_text(in, to, k, &c, &c.value));
        to->value[k * room + row] = c.value;
        if (!missing && to->kind[k] != 't') to->kind[k] = joined_kind(to->kind[k], c.kind);
        if (c.kind == 'a' && !to->stated && !(to->stated = strdup("absent:auto"))) return no_memory(in->where, in->err);
        if (c.last != (k + 1 == to->cols)) return refuse_ragged(in, count_cells(&start, &c), to->cols, first);
    }
    csv_skip_line_end(in);
    return ASSAY_OK;
}

static int only_blanks_left(const csv_reader *in)
{
    for (const char *at = in->at; at < in->end; at++)
        if (*at != ' ' && *at != '\t' && *at != '\n' && *at != '\r') return 0;
    return 1;
}

/* Every row spells a separator or a line end after each cell, which may be empty, so a file of S bytes has no more than
 * (S + 1) / cols rows; one more is for a last one that breaks the rules. Lines are counted too, since that bound alone
 * would take many times what is needed. */
static size_t most_rows(const csv_reader *in, size_t cols)
{
    const size_t spelled = ((size_t)(in->end - in->at) + 1) / cols;
    size_t lines = 1;
    for (const char *at = in->at; (at = strpbrk(at, "\r\n")); at++) lines++; /* *end is the one NUL */
    return lines < spelled ? lines : spelled + 1;
}

static int all_differ(const double *value, size_t n)
{
    OWNED double *copy = zeroed(n, sizeof *copy);
    if (!copy) return 0;
    memcpy(copy, value, n * sizeof *copy);
    return column_classes(copy, n) == n;
}

/* As pandas.to_csv and R's write.csv write them; pandas reads them as "Unnamed: 0" and may write them again. */
static assay_status leave_out_row_names(const csv_reader *in, array *to)
{
    while (to->name) {
        const int unnamed = !to->name[0][0];
        size_t k = 0;
        while (k < to->rows && to->kind[0] == 'i' && to->value[k] == to->value[0] + (double)k) k++;
        const int counted = k == to->rows && to->value[0] >= 0 && to->value[0] <= 1; /* pandas from 0, R from 1 */
        if (!unnamed && (!counted || to->cols < 2 || strncmp(to->name[0], "Unnamed: 0", 10) != 0)) break;
        if (to->cols < 2 || (to->kind[0] != 't' && !(to->kind[0] == 'i' && all_differ(to->value, to->rows))))
            return BAD_INPUT(
                in, "line %zu: column 1 has no name; if it is pandas' index, write the file with to_csv(index=False)",
                to->first_line - 1);
        if (counted) to->row_names = 1;
        to->cols--;
        memmove(to->value, to->value + to->rows, to->cols * to->rows * sizeof *to->value);
        memmove(to->kind, to->kind + 1, to->cols + 1);
        memmove(to->name, to->name + 1, to->cols * sizeof *to->name);
        if (to->text) memmove(to->text, to->text + 1, to->cols * sizeof(text_classes *));
    }
    return ASSAY_OK;
}

static assay_status take_rows(csv_reader *in, array *to, size_t first)
{
    const size_t room = to->rows;
    size_t row = 0;
    while (in->at < in->end) {
        if (only_blanks_left(in)) break;
        csv_skip_blanks(in);
        if (csv_at_line_end(in)) return BAD_INPUT(in, "line %zu is empty, and more follow; remove it", in->line);
        csv_reader line = *in;
        if (row == room) return refuse_ragged(in, count_cells(&line, &(cell){ 0 }), to->cols, first);
        ASSAY_TRY(take_row(in, to, row, room, first));
        row++;
    }
    if (row == 0) return BAD_INPUT(in, "a header and no rows");
    for (size_t k = 0; k < to->cols; k++)
        if (to->kind[k] == 'a' || !to->kind[k]) to->kind[k] = 'f'; /* all are absent */
    for (size_t k = 1; k < to->cols; k++) memmove(to->value + k * row, to->value + k * room, row * sizeof *to->value);
    to->rows = row;
    if (in->decimal_comma && in->decimal_point)
        return BAD_INPUT(in, "line %zu has a decimal comma and line %zu a decimal point; write all with a point",
                         in->decimal_comma, in->decimal_point);
    text_classes_end(to);
    if (to->cols > 1 && !(to->name && to->name[to->cols - 1][0])) { /* a separator at the end of every line */
        if (!in->end_filled) to->kind[--to->cols] = '\0';
        else if (to->name)
            return BAD_INPUT(in, "line %zu: column %zu has no name; give it one", to->first_line - 1, to->cols);
    }
    return leave_out_row_names(in, to);
}

/* Everything after the checks on the file as a whole. */
static assay_status parse(csv_reader *in, array *to)
{
    size_t cols, name_bytes;
    int header, row_names;
    csv_find_separator(in, "\t;, ");
    const int counted = counts_columns(*in);
    ASSAY_TRY(survey(*in, &cols, &header, &row_names, &name_bytes));
    row_names &= header |= counted;
    if (row_names) cols++, name_bytes++;
    ASSAY_TRY(limit_check(LIMIT_ARRAY_COLUMNS, (double)cols, in->where, in->err));
    OWNED char **name = NULL;
    const size_t first = in->line;
    if (header) ASSAY_TRY(take_header(in, cols, name_bytes, row_names, &name));
    const size_t rows = most_rows(in, cols);
    ASSAY_TRY(array_check_limits(rows, cols, in->where, in->err));
    if (array_shape(to, rows, cols) != ASSAY_OK)
        return assay_fail(in->err, ASSAY_ENOMEM, "%s: memory ran out for %zu columns", in->where, cols);
    to->name = given(&name);
    to->counted = counted;
    to->first_line = in->line;
    snprintf(to->type, sizeof to->type, "text");
    return take_rows(in, to, first);
}

/* Latin-1, as old spreadsheets write it: what is no UTF-8 becomes such. Owned; NULL: it is UTF-8, or memory ran out. */
static char *from_latin(const array_bytes *bytes, size_t *size)
{
    size_t k = 0, used = 0;
    while (k < bytes->size && (used = (unsigned char)bytes->at[k] < 0x80 ? 1 : utf8_length(bytes->at + k))) k += used;
    char *made = k < bytes->size ? malloc(2 * bytes->size + 1) : NULL;
    for (k = *size = 0; made && k < bytes->size; k++) {
        const unsigned char c = (unsigned char)bytes->at[k];
        if (c >= 0x80) made[(*size)++] = (char)(0xc0 | c >> 6);
        made[(*size)++] = (char)(c < 0x80 ? c : 0x80 | (c & 0x3f));
    }
    if (made) made[*size] = '\0';
    return made;
}

/* Excel's sep=; and remarks before the header, which np.savetxt begins with "#" too: the last such line is the header
 * where it has separators as the next one has. */
static void skip_remarks(csv_reader *in)
{
    if (in->end - in->at > 5 && memcmp(in->at, "sep=", 4) == 0 && strchr("\r\n", in->at[5])) skip_line(in);
    while (in->at < in->end && *in->at == '#') {
        csv_reader next = *in;
        skip_line(&next);
        const size_t mine = strcspn(in->at, "\r\n,;\t"), theirs = strcspn(next.at, "\r\n,;\t");
        const int parted = mine < strcspn(in->at, "\r\n"), next_parted = theirs < strcspn(next.at, "\r\n");
        if (next.at == next.end || (*next.at != '#' && parted == next_parted)) break;
        *in = next;
    }
    if (in->at < in->end && *in->at == '#') in->at++;
}

static assay_status parse_text(const array_bytes *bytes, const char *where, array *to, assay_error *err)
{
    csv_reader in = { .at = bytes->at, .end = bytes->at + bytes->size, .where = where, .line = 1, .err = err };
    if (bytes->size >= 3 && memcmp(in.at, "\xef\xbb\xbf", 3) == 0) in.at += 3;
    if (only_blanks_left(&in)) return bad_input(where, err, "holds nothing but blank lines");
    OWNED char *kinds = NULL;
    if ((size_t)(in.end - in.at) > strlen(KINDS_LINE) && memcmp(in.at, KINDS_LINE, strlen(KINDS_LINE)) == 0) {
        const char *start = in.at + strlen(KINDS_LINE);
        kinds = text_copy(start, strcspn(start, "\r\n"));
        skip_line(&in);
        if (only_blanks_left(&in)) return bad_input(where, err, "holds kinds and nothing else");
    }
    skip_remarks(&in);
    FREED(decimal_leave) decimal_scope scope;
    if (decimal_enter(&scope) != ASSAY_OK) return no_memory(where, err);
    const assay_status status = parse(&in, to);
    if (kinds) free(to->stated);
    if (kinds) to->stated = given(&kinds);
    if (status != ASSAY_OK) array_free(to);
    return status;
}

assay_status csv_parse(const array_bytes *bytes, const char *where, array *to, assay_error *err)
{
    *to = (array){ 0 };
    ASSAY_TRY(csv_check_start(bytes, where, err));
    array_bytes plain = *bytes;
    OWNED char *made = from_latin(bytes, &plain.size);
    if (made) plain.at = made;
    else plain.size = bytes->size;
    return parse_text(&plain, where, to, err);
}

void csv_put_number(double value, FILE *to)
{
    char number[DECIMAL_MOST] = "nan"; /* an absent value */
    if (!isnan(value)) decimal_print(value, number);
    fputs(number, to);
}

/* What a column of numbers does not say of itself. */
static void put_header(const assay_rep *rep, FILE *to)
{
    int said = 0;
    char own[KIND_TEXT];
    for (size_t i = 0; i < rep->n_factors && rep->period; i++) said |= rep->period[i] != 0.0;
    for (size_t i = 0; i < rep->n_factors && said; i++)
        fprintf(to, "%s%s", i ? "," : KINDS_LINE "absent:", kind_of(rep, i, own));
    if (said) fputc('\n', to);
    for (size_t i = 0; i < rep->n_factors; i++) fprintf(to, "%sv%zu", i ? "," : "", i + 1);
    for (size_t j = 0; j < rep->n_codes; j++) fprintf(to, "%sz%zu", j || rep->n_factors ? "," : "", j + 1);
    fputc('\n', to);
}

static void put_row(const assay_rep *rep, size_t s, FILE *to)
{
    for (size_t i = 0; i < rep->n_factors; i++) {
        const double value = rep->factors[i * rep->n + s];
        if (i) fputc(',', to);
        if (isnan(value)) fputs("absent", to);
        else if (rep->levels[i] > 0) fprintf(to, "%d", (int)value);
        else csv_put_number(value, to);
    }
    for (size_t j = 0; j < rep->n_codes; j++) {
        if (j || rep->n_factors) fputc(',', to);
        csv_put_number(rep->codes[j * rep->n + s], to);
    }
    fputc('\n', to);
}

assay_status csv_build(const assay_rep *rep, array_bytes *to)
{
    *to = (array_bytes){ 0 };
    FREED(decimal_leave) decimal_scope scope;
    if (decimal_enter(&scope) != ASSAY_OK) return ASSAY_ENOMEM;
    FILE *text = open_memstream(&to->at, &to->size);
    if (text) put_header(rep, text);
    for (size_t s = 0; text && s < rep->n; s++) put_row(rep, s, text);
    const int whole = text && !ferror(text);
    const int closed = text && fclose(text) == 0;
    if (whole && closed) return ASSAY_OK;
    array_bytes_free(to);
    return ASSAY_ENOMEM;
}
