/*
 * Grids as source text of other programs: CSV (RFC 4180) and Markdown (pipe tables of GitHub's and Pandoc's dialects).
 */
#include "grid_inside.h"
#include "needed.h"
#include "plain_text.h"

#include <math.h>
#include <string.h>

/* What RFC 4180 asks to quote, and what a spreadsheet would take for a formula. */
static int is_quoted(const char *text)
{
    char *end;
    if (strpbrk(text, ",\"\r\n")) return 1;
    if (!text[0] || !strchr("=+-@\t", text[0])) return 0;
    (void)strtod(text, &end);
    return *end != '\0'; /* "-0.5" is a number */
}

void grid_csv_text(const char *text, FILE *to)
{
    if (!is_quoted(text)) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"') fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

static void put_csv_value(const grid_value *value, FILE *to)
{
    char text[64] = "";
    if (value->kind == GRID_IS_NUMBER && isfinite(value->number))
        assay_option_print(NULL, value->number, text, sizeof text);
    if (value->kind == GRID_IS_COUNT) snprintf(text, sizeof text, "%llu", (unsigned long long)value->count);
    if (value->kind == GRID_IS_TEXT && value->text) grid_csv_text(value->text, to);
    else fputs(text, to);
}

void grid_csv_names(const char *const *name, size_t n, FILE *to)
{
    for (size_t c = 0; c < n; c++) fprintf(to, "%s%s", name[c], c + 1 < n ? "," : "\n");
}

assay_status grid_csv_record(const grid_value *value, size_t n, FILE *to)
{
    for (size_t c = 0; c < n; c++) {
        if (c) fputc(',', to);
        put_csv_value(&value[c], to);
    }
    fputc('\n', to);
    return ferror(to) ? ASSAY_EENVIRONMENT : ASSAY_OK;
}

void grid_write_csv(const grid *g, FILE *to)
{
    for (size_t c = 0; c < g->n_columns; c++) {
        if (c) fputc(',', to);
        grid_csv_text(g->column[c].key, to);
    }
    fputs("\r\n", to);
    for (size_t r = 0; r < g->n_rows; r++) {
        for (size_t c = 0; c < g->n_columns; c++) {
            if (c) fputc(',', to);
            put_csv_value(&grid_at(g, r, c)->is, to);
        }
        fputs("\r\n", to);
    }
}

static int needs_backslash(char c) { return c && strchr("\\`*_<>[]|&~$", c) != NULL; }

/* One character, a byte that is none as '?'; its bytes. */
static size_t put_character(const char *c, FILE *to)
{
    const size_t bytes = utf8_length(c);
    if (!bytes) fputc('?', to);
    else if (text_is_control(c)) fputc(' ', to);
    else fwrite(c, 1, bytes, to);
    return bytes ? bytes : 1;
}

/* Writes (to not NULL) and measures. */
static size_t put_markdown(const char *text, FILE *to)
{
    size_t extra = 0;
    for (const char *c = text; *c; c++) extra += (size_t)needs_backslash(*c);
    for (const char *c = text; to && *c;) {
        if (needs_backslash(*c)) fputc('\\', to);
        c += put_character(c, to);
    }
    return grid_text_width(text) + extra;
}

static size_t put_markdown_cell(const grid_cell *cell, FILE *to)
{
    if (cell->strong && to) fputs("**", to);
    size_t width = put_markdown(grid_cell_text(cell), to) + (cell->strong ? strlen("****") : 0);
    if (cell->strong && to) fputs("**", to);
    if (!cell->mark) return width;
    if (to) fprintf(to, "<sup>%c</sup>", cell->mark);
    return width + strlen("<sup>a</sup>");
}

static const char *full_header(const grid *g, size_t column)
{
    return g->column[column].name ? g->column[column].name : g->column[column].header;
}

static size_t markdown_width(const grid *g, size_t column)
{
    size_t width = put_markdown(full_header(g, column), NULL);
    if (width < 3) width = 3;
    for (size_t r = 0; r < g->n_rows; r++) {
        const size_t wide = put_markdown_cell(grid_at(g, r, column), NULL);
        if (wide > width) width = wide;
    }
    return width;
}

/* row >= n_rows: the headers */
static void put_markdown_row(const grid *g, size_t row, const size_t *width, FILE *to)
{
    fputc('|', to);
    for (size_t c = 0; c < g->n_columns; c++) {
        const grid_cell head = { .is = GRID_TEXT(full_header(g, c)) };
        const grid_cell *cell = row < g->n_rows ? grid_at(g, row, c) : &head;
        size_t pad = width[c] - put_markdown_cell(cell, NULL);
        fputc(' ', to);
        if (g->column[c].align == GRID_RIGHT)
            for (; pad; pad--) fputc(' ', to);
        put_markdown_cell(cell, to);
        for (; pad; pad--) fputc(' ', to);
        fputs(" |", to);
    }
    fputc('\n', to);
}

void grid_write_markdown(const grid *g, FILE *to)
{
    size_t *width = kept(g->n_columns + 1, sizeof *width);
    for (size_t c = 0; c < g->n_columns; c++) width[c] = markdown_width(g, c);
    if (g->head) {
        put_markdown(g->head, to);
        fputs("\n\n", to);
    }
    if (g->caption[0]) {
        fputs("**", to);
        put_markdown(g->caption, to);
        fputs("**\n\n", to);
    }
    put_markdown_row(g, g->n_rows, width, to);
    fputc('|', to);
    for (size_t c = 0; c < g->n_columns; c++) {
        const int right = g->column[c].align == GRID_RIGHT;
        for (size_t k = width[c] + (right ? 1 : 2); k; k--) fputc('-', to);
        fputs(right ? ":|" : "|", to);
    }
    fputc('\n', to);
    for (size_t r = 0; r < g->n_rows; r++) put_markdown_row(g, r, width, to);
    for (size_t k = 0; k < g->n_notes; k++) {
        fputc('\n', to);
        if (g->note[k].mark) fprintf(to, "<sup>%c</sup> ", g->note[k].mark);
        else if (strchr("#+-=", g->note[k].text[0]) && g->note[k].text[0]) fputc('\\', to); /* no heading, no list */
        put_markdown(g->note[k].text, to);
        fputc('\n', to);
    }
}
