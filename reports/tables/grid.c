#include "grid_inside.h"
#include "growing.h"
#include "json_number.h"
#include "needed.h"
#include "wording.h"
#include "store_about.h"

#include <errno.h>
#include <string.h>

#define FORMAT_NAMED(id, word, ...) "|" word
const char *const grid_formats = &(GRID_FORMATS(FORMAT_NAMED))[1];

#define FORMAT_ENTRY(id, word, rows, write) { word, rows, write },
static const struct {
    const char *name;
    int rows;
    void (*write)(const grid *g, FILE *to);
} formats[] = { GRID_FORMATS(FORMAT_ENTRY) };

int grid_format(const char *name)
{
    for (int k = 0; k < (int)(sizeof formats / sizeof *formats); k++)
        if (strcmp(name, formats[k].name) == 0) return k;
    return -1;
}

int grid_is_rows(int format) { return format >= 0 && formats[format].rows; }

static char *copy_text(grid *g, const char *text) { return needed(arena_text(&g->memory, text ? text : "")); }

static char *print_text(grid *g, const char *format, va_list args)
{
    OWNED char *made = needed(wording_of(format, args));
    return copy_text(g, made);
}

grid *grid_new(const char *caption)
{
    grid *g = kept(1, sizeof *g);
    g->caption = copy_text(g, caption);
    return g;
}

void grid_free(grid *g)
{
    if (!g) return;
    arena_free(&g->memory);
    free(g->column);
    free(g->cell);
    free(g->ruled);
    free(g->note);
    *g = (grid){ 0 };
}

void grid_head(grid *g, const char *text)
{
    if (g && text) g->head = copy_text(g, text);
}

void grid_column(grid *g, const char *key, const char *header, int align)
{
    if (g->n_rows) return;
    g->column = needed(grown(g->column, sizeof *g->column, g->n_columns, &g->column_room));
    g->column[g->n_columns++] =
        (grid_column_head){ .key = copy_text(g, key), .header = copy_text(g, header), .align = align };
}

void grid_columns(grid *g, const grid_heading *heading, size_t n)
{
    for (size_t k = 0; k < n; k++) grid_column(g, heading[k].key, heading[k].header, heading[k].align);
}

void grid_name(grid *g, const char *name)
{
    if (g->n_columns) g->column[g->n_columns - 1].name = copy_text(g, name);
}

void grid_stub(grid *g, size_t n) { g->stub = n; }

void grid_paper(grid *g, const char *caption) { g->paper = copy_text(g, caption); }

void grid_rule(grid *g) { g->rule_next = 1; }

void grid_row(grid *g)
{
    if (g->n_rows == g->row_room) {
        g->row_room = g->row_room ? 2 * g->row_room : 16;
        g->cell = needed(realloc(g->cell, (g->row_room * g->n_columns + 1) * sizeof *g->cell));
        g->ruled = needed(realloc(g->ruled, g->row_room));
    }
    for (size_t c = 0; c < g->n_columns; c++) g->cell[g->n_rows * g->n_columns + c] = (grid_cell){ 0 };
    g->ruled[g->n_rows] = (unsigned char)g->rule_next;
    g->rule_next = 0;
    g->n_rows++;
    g->filled = 0;
}

/* The cell that is next to be filled; NULL for a cell too many. */
static grid_cell *next_cell(grid *g)
{
    if (!g->n_rows || g->filled >= g->n_columns) return NULL;
    return &g->cell[(g->n_rows - 1) * g->n_columns + g->filled++];
}

void grid_text(grid *g, const char *format, ...)
{
    grid_cell *cell = next_cell(g);
    if (!cell) return;
    va_list args;
    va_start(args, format);
    cell->is = GRID_TEXT(print_text(g, format, args));
    va_end(args);
}

void grid_texts(grid *g, const char *const *text, size_t n)
{
    for (size_t k = 0; k < n; k++) grid_text(g, "%s", text[k]);
}

const char *grid_number_text(double value, int decimals)
{
    const char *digits = isnan(value) ? "–" : phrase(fabs(value) < 1e15 ? "%.*f" : "%.*e", decimals, value);
    return digits + (digits[0] == '-' && !digits[1 + strspn(digits + 1, "0.")]);
}

void grid_written(grid *g, double value, const char *text)
{
    grid_cell *cell = next_cell(g);
    if (cell) cell->is = (grid_value){ .kind = GRID_IS_NUMBER, .text = copy_text(g, text), .number = value };
}

static const char *spread_text(double value, double spread, int decimals)
{
    const char *number = grid_number_text(value, decimals);
    return isnan(value) || isnan(spread) ? number : phrase_join(number, " ± ", grid_number_text(spread, decimals));
}

void grid_spread(grid *g, double value, double spread, int decimals)
{
    grid_written(g, value, spread_text(value, spread, decimals));
}

const char *grid_interval_text(double value, const double ends[2], int decimals)
{
    const double up = ends[1] - value, down = value - ends[0];
    if (isnan(up) || isnan(down) || fabs(up - down) < 0.5 * pow(10, -decimals)) return spread_text(value, up, decimals);
    return phrase("%s (%s to %s)", grid_number_text(value, decimals), grid_number_text(ends[0], decimals),
                  grid_number_text(ends[1], decimals));
}

void grid_number(grid *g, double value, int decimals) { grid_spread(g, value, NAN, decimals); }

void grid_count(grid *g, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    grid_cell *cell = next_cell(g);
    if (cell) cell->is = (grid_value){ .kind = GRID_IS_COUNT, .text = copy_text(g, text), .count = value };
}

void grid_put(grid *g, const grid_value *value, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (value[k].kind == GRID_IS_NUMBER) grid_number(g, value[k].number, value[k].decimals);
        else if (value[k].kind == GRID_IS_COUNT) grid_count(g, value[k].count);
        else grid_text(g, "%s", value[k].text ? value[k].text : "");
    }
}

void grid_mark(grid *g, char mark)
{
    if (!g->n_rows || !g->filled) return;
    g->cell[(g->n_rows - 1) * g->n_columns + g->filled - 1].mark = mark;
    g->column[g->filled - 1].marked = 1;
}

void grid_strong(grid *g)
{
    if (g->n_rows && g->filled) g->cell[(g->n_rows - 1) * g->n_columns + g->filled - 1].strong = 1;
}

void grid_command(grid *g, const char *what, const char *command)
{
    GRID_ROW(g, GRID_TEXT(what), GRID_TEXT(command));
    g->cell[(g->n_rows - 1) * g->n_columns + g->filled - 1].whole = 1;
}

void grid_note(grid *g, char mark, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g->note = needed(grown(g->note, sizeof *g->note, g->n_notes, &g->note_room));
    g->note[g->n_notes++] = (grid_foot){ .mark = mark, .text = print_text(g, format, args) };
    va_end(args);
}

void grid_footnote(grid *g, const char *what, const char *text)
{
    char last = 'a' - 1;
    for (size_t k = 0; k < g->n_notes; k++) {
        if (!g->note[k].mark) continue;
        last = g->note[k].mark;
        if (strcmp(g->note[k].text, text) == 0) {
            grid_mark(g, last);
            return;
        }
    }
    if (last < 'z') {
        grid_mark(g, (char)(last + 1));
        grid_note(g, (char)(last + 1), "%s", text);
    } else {
        grid_note(g, 0, "%s: %s", what, text);
    }
}

static json_t *value_json(const grid_value *value)
{
    if (value->kind == GRID_IS_NUMBER) return json_number(value->number);
    if (value->kind == GRID_IS_COUNT) return json_integer((json_int_t)value->count);
    json_t *text = value->text ? json_string(value->text) : json_null();
    return text ? text : json_string("(not UTF-8)");
}

assay_status grid_json_record(const char *const *name, const grid_value *value, size_t n, FILE *to)
{
    json_t *record = json_object();
    int failed = 0;
    for (size_t c = 0; c < n; c++) failed |= json_object_set_new(record, name[c], value_json(&value[c]));
    if (!failed) failed = json_dumpf(record, to, JSON_COMPACT);
    json_decref(record);
    fputc('\n', to);
    return failed ? ASSAY_ENOMEM : ferror(to) ? ASSAY_EENVIRONMENT : ASSAY_OK;
}

static int add_rows(const grid *g, json_t *rows)
{
    int failed = 0;
    for (size_t r = 0; r < g->n_rows; r++) {
        json_t *row = json_object();
        for (size_t c = 0; c < g->n_columns; c++)
            failed |= json_object_set_new(row, g->column[c].key, value_json(&grid_at(g, r, c)->is));
        failed |= json_array_append_new(rows, row);
    }
    return failed;
}

static json_t *grid_to_json(const grid *g)
{
    json_t *object = json_object(), *rows = json_array(), *notes = json_array();
    int failed = add_rows(g, rows);
    for (size_t k = 0; k < g->n_notes; k++) failed |= json_array_append_new(notes, json_string(g->note[k].text));
    failed |= json_object_set_new(object, "caption", json_string(g->caption));
    if (g->head) failed |= json_object_set_new(object, "store", json_string(g->head));
    if (store_lacks(g->head)) failed |= json_object_set_new(object, "incomplete", json_string(g->head));
    failed |= json_object_set_new(object, "rows", rows);
    failed |= json_object_set_new(object, "notes", notes);
    if (!failed) return object;
    json_decref(object);
    return NULL;
}

static int write_json(json_t *json, FILE *to)
{
    if (!json) return -1;
    const int failed = json_dumpf(json, to, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    fputc('\n', to);
    json_decref(json);
    return failed;
}

static int write_json_all(grid *const *g, size_t count, FILE *to)
{
    if (count == 1) return write_json(grid_to_json(g[0]), to);
    json_t *list = json_array();
    for (size_t k = 0; k < count; k++)
        if (json_array_append_new(list, grid_to_json(g[k]))) {
            json_decref(list);
            return -1;
        }
    return write_json(list, to);
}

static int is_empty_column(const grid *g, size_t column)
{
    int empty = g->n_rows > 0 && column >= g->stub;
    for (size_t r = 0; r < g->n_rows && empty; r++) empty = !grid_cell_text(grid_at(g, r, column))[0];
    return empty;
}

/* What is said of them; "" where all columns have something. */
static char *empty_columns(const grid *g)
{
    char *text = phrase("%s", "");
    for (size_t c = 0; c < g->n_columns; c++) {
        const grid_column_head *head = &g->column[c];
        const char *name = head->name ? head->name : head->header;
        if (is_empty_column(g, c))
            text = phrase("%s%s%s", text,
                          *text ? ", " : "Columns without values are not shown: ", name[0] ? name : head->key);
    }
    return text;
}

/* Shares the texts of the other. */
static grid without_columns(const grid *from)
{
    grid to = *from;
    to.n_columns = 0;
    to.note = needed(malloc((from->n_notes + 1) * sizeof *to.note)); /* and one more */
    if (from->n_notes) memcpy(to.note, from->note, from->n_notes * sizeof *to.note);
    to.column = needed(malloc((from->n_columns + 1) * sizeof *to.column));
    to.cell = needed(malloc((from->n_columns * from->n_rows + 1) * sizeof *to.cell));
    for (size_t c = 0; c < from->n_columns; c++)
        if (!is_empty_column(from, c)) to.column[to.n_columns++] = from->column[c];
    for (size_t c = 0, k = 0; c < from->n_columns; c++) {
        if (is_empty_column(from, c)) continue;
        for (size_t r = 0; r < from->n_rows; r++) to.cell[r * to.n_columns + k] = *grid_at(from, r, c);
        k++;
    }
    return to;
}

static void free_columns(grid *g)
{
    free(g->note);
    free(g->cell);
    free(g->column);
}

/* As people read it. */
static void write_full_columns(const grid *g, int format, size_t width, FILE *to)
{
    grid full = without_columns(g);
    char *empty = empty_columns(g);
    if (*empty) full.note[full.n_notes++] = (grid_foot){ .text = empty };
    if (formats[format].write) formats[format].write(&full, to);
    else grid_write_table(&full, width, to);
    free_columns(&full);
}

static void write_all(grid *const *g, size_t count, int format, size_t width, FILE *to)
{
    if (format == GRID_JSON && write_json_all(g, count, to) && !ferror(to)) needed(NULL);
    for (size_t k = 0; k < count && format != GRID_JSON; k++) {
        if (k) fputc('\n', to);
        if (grid_is_rows(format)) formats[format].write(g[k], to);
        else write_full_columns(g[k], format, width, to);
    }
}

static int has_note(const grid *g, const grid_foot *note)
{
    for (size_t k = 0; k < g->n_notes; k++)
        if (g->note[k].mark == note->mark && strcmp(g->note[k].text, note->text) == 0) return 1;
    return 0;
}

/* A few share the lines, each with what those before it left; of many the first has all. */
static void write_first(grid *const *g, size_t count, size_t width, size_t lines, FILE *to)
{
    enum { LEAST_LINES = 12 };
    const size_t shown = count * LEAST_LINES <= lines ? count : 1;
    lines -= count > shown;
    for (size_t k = 0; k < shown; k++) {
        grid full = without_columns(g[k]);
        full.n_notes = 0;
        for (size_t n = 0; n < g[k]->n_notes; n++)
            if (!k || !has_note(g[0], &g[k]->note[n])) full.note[full.n_notes++] = g[k]->note[n];
        if (k) fputc('\n', to), lines -= lines > 0;
        const size_t used = grid_write_first(&full, width, lines / (shown - k), to);
        lines -= used < lines ? used : lines;
        free_columns(&full);
    }
    if (count > shown) fprintf(to, "%zu more table%s: --all\n", count - shown, count - shown > 1 ? "s" : "");
}

assay_status grid_print_all(grid *const *g, size_t count, int format, size_t width, size_t lines, FILE *to,
                            assay_error *err)
{
    errno = 0;
    if (lines) write_first(g, count, width, lines, to);
    else write_all(g, count, format, width, to);
    if (ferror(to) || fflush(to))
        return assay_fail(err, ASSAY_EENVIRONMENT, "the table could not be written: %s", strerror(errno));
    return ASSAY_OK;
}

assay_status grid_print(const grid *g, int format, size_t width, FILE *to, assay_error *err)
{
    grid *const one[1] = { (grid *)(uintptr_t)g };
    return grid_print_all(one, 1, format, width, 0, to, err);
}
