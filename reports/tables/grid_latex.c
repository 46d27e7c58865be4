/*
 * Grids in LaTeX (booktabs: rules above, below and under the header, none between columns), to paste: tables with the
 * caption, where there is one. Columns of sentences are broken into lines, and names and headers that are too long.
 */
#include "grid_inside.h"
#include "plain_text.h"
#include "sheets.h"

#include <math.h>
#include <string.h>

enum { SENTENCE = 30 }; /* characters that a column is broken from */

/* What stands for a character, which is up to the blank. A [ or * at the start of a row would be read as an option of
 * the line end before; the quotation mark is as every encoding of fonts has it. */
/* clang-format off */
static const char *const signs[] = {
    "\\ \\textbackslash{}", "^ \\textasciicircum{}", "~ \\textasciitilde{}", "{ \\{", "} \\}", "* {*}", "[ {[}", "_ \\_",
    "% \\%", "& \\&", "# \\#", "$ \\$", "< \\textless{}", "> \\textgreater{}", "| \\textbar{}", "\" ''", "\n  ", "\r  ",
    "\t  ", "– --", "— ---", "… \\ldots{}", "“ ``", "” ''", "‘ `", "’ '", "` \\textasciigrave{}",
};
/* clang-format on */

/* The same of mathematics; Greek letters go by their names. */
static const char *const formulas[] = {
    "± \\pm",   "− -",        "× \\times",    "· \\cdot",  "→ \\to",         "≤ \\le",
    "≥ \\ge",   "≈ \\approx", "≠ \\ne",       "∞ \\infty", "√ \\surd",       "² ^2",
    "✓ \\surd", "✗ \\times",  "∅ \\emptyset", "○ \\circ",  "ε \\varepsilon", "φ \\varphi",
};

static const char *find_sign(const char *const *list, size_t n, const char *text, size_t bytes)
{
    for (size_t k = 0; k < n; k++)
        if (strncmp(list[k], text, bytes) == 0 && list[k][bytes] == ' ') return list[k] + bytes + 1;
    return NULL;
}

/* 0: it stands for itself. */
static int put_sign(const char *text, size_t bytes, FILE *to)
{
    const char *plain = find_sign(signs, sizeof signs / sizeof *signs, text, bytes);
    const char *formula = find_sign(formulas, sizeof formulas / sizeof *formulas, text, bytes);
    const char *greek = bytes == 2 ? symbol_name(text) : NULL;
    if (plain) fputs(plain, to);
    else if (formula) fprintf(to, "\\ensuremath{%s}", formula);
    else if (greek) fprintf(to, "\\ensuremath{\\%s}", greek);
    return plain || formula || greek;
}

void grid_latex_text(const char *text, FILE *to)
{
    for (const char *all = text; *text;) {
        const char *start = text;
        const uint32_t code = grid_next_char(&text);
        const size_t bytes = (size_t)(text - start);
        const int minus = *start == '-' && strspn(text, "0123456789∞") && (start == all || strchr(" (", start[-1]));
        if (minus) fputs("\\ensuremath{-}", to);
        if (minus || put_sign(start, bytes, to)) continue;
        if (code == 0xFFFD || text_is_control(start)) fputc('?', to);
        else fwrite(start, 1, bytes, to);
        if (*start == *text && strchr("-'", *start)) fputs("{}", to); /* "--" would be another sign */
    }
}

/* A word that may be longer than a line ends where a name has a joint, else after so many letters. */
static const char *put_long_word(const char *word, size_t length, FILE *to)
{
    enum { JOINED = 12 };
    char letter[8];
    size_t since = 0;
    for (const char *c = word; c < word + length;) {
        const char *start = c;
        grid_next_char(&c);
        snprintf(letter, sizeof letter, "%.*s", (int)(c - start), start);
        grid_latex_text(letter, to);
        if (*start == *c && strchr("-'", *start)) fputs("{}", to);
        since = strchr("_@/:.,;=", *start) || since == JOINED ? 0 : since + 1;
        if (!since && c < word + length) fputs("\\allowbreak{}", to);
    }
    return word + length;
}

/* Text of a column that is broken into lines. */
static void put_broken(const char *text, FILE *to)
{
    enum { LONG_WORD = 24 };
    while (*text) {
        const size_t blank = strspn(text, " "), length = strcspn(text + blank, " ");
        for (size_t k = 0; k < blank; k++) fputc(' ', to);
        text += blank;
        if (length > LONG_WORD) {
            text = put_long_word(text, length, to);
            continue;
        }
        char word[LONG_WORD + 1];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        grid_latex_text(word, to);
        text += length;
    }
}

static size_t widest(const grid *g, size_t column)
{
    size_t most = 0;
    for (size_t r = 0; r < g->n_rows; r++) {
        const size_t width = grid_text_width(grid_cell_text(grid_at(g, r, column)));
        if (width > most) most = width;
    }
    return most;
}

static int is_broken(const grid *g, size_t column)
{
    return g->column[column].align == GRID_WRAP && widest(g, column) > SENTENCE;
}

enum { NAME = 48, HEADER = 24, PAPER_HEADER = 12 }; /* characters of a line: names, headers wider than their cells */

/* Names that would leave no room for the rest. */
static int is_long(const grid *g, size_t column)
{
    return g->column[column].align != GRID_RIGHT && !is_broken(g, column) && widest(g, column) > NAME;
}

static size_t cells_width(const grid *g, size_t column) { return is_long(g, column) ? NAME : widest(g, column); }

static size_t header_most(const grid *g) { return g->paper ? PAPER_HEADER : HEADER; }

/*
 * A table that is wider than a line is set as several, one below the other, each with the columns that name its rows.
 * A character takes about 0.0065 of a landscape line. On a narrower line the table shrinks, to 0.6 at the least; a
 * table of a paper has six columns next to the stub at most. What is higher than a page is set as several, too.
 */
static const double CHARACTER = 0.0065;
static const double PORTRAIT = 0.0145;    /* of the line of an article, in its letters */
enum { BETWEEN = 3, NARROWEST = 12 };     /* characters: between two columns, of a broken column */
enum { PAGE_ROWS = 32, PAGE_LINES = 40 }; /* below upright names; with the lines of notes */

typedef struct block {
    size_t first, end; /* columns, next to those of the stub */
} block;

static size_t column_width(const grid *g, size_t column)
{
    const size_t header = g->column[column].name ? 1 : grid_text_width(g->column[column].header);
    const size_t cells = cells_width(g, column), least = header < header_most(g) ? header : header_most(g);
    return (cells > least ? cells : least) + BETWEEN;
}

static int in_block(const grid *g, const block *b, size_t column)
{
    return column < g->stub || (column >= b->first && column < b->end);
}

/* The columns from `first` on that fit a line; one at least. */
static block block_from(const grid *g, size_t first, double each)
{
    double used = 0.0;
    block to = { first, first };
    for (size_t c = 0; c < g->stub; c++) used += each * (double)column_width(g, c);
    while (to.end < g->n_columns) {
        const int broken = is_broken(g, to.end);
        used += each * (double)(broken ? NARROWEST : column_width(g, to.end));
        if (used > 0.98 && to.end > first) break;
        to.end++;
    }
    return to;
}

static size_t first_column(const grid *g) { return g->stub < g->n_columns ? g->stub : 0; }
enum { FEW = 6 }; /* columns that are one table, however it has to shrink */

static block next_block(const grid *g, size_t first)
{
    if (g->n_columns <= FEW) return (block){ first, g->n_columns };
    block to = block_from(g, first, (g->paper ? 0.57 : 0.6) * PORTRAIT);
    if (g->paper && to.end > first + FEW) to.end = first + FEW;
    return to;
}

/* Broken columns share what the others leave. */
static double broken_width(const grid *g, const block *b)
{
    size_t count = 0, others = 0;
    for (size_t c = 0; c < g->n_columns; c++) {
        if (!in_block(g, b, c)) continue;
        if (is_broken(g, c)) count++;
        others += is_broken(g, c) ? BETWEEN : column_width(g, c);
    }
    const double left = 0.98 - CHARACTER * (double)others;
    return count ? (left > 0.3 ? left : 0.3) / (double)count : 0.0;
}

/* Whether some document's line is too short for it. */
static int is_wide(const grid *g, const block *b)
{
    double used = 0.0;
    for (size_t c = 0; c < g->n_columns; c++)
        if (in_block(g, b, c)) used += PORTRAIT * (double)column_width(g, c);
    return broken_width(g, b) > 0.0 || used > 0.98;
}

static void put_columns(const grid *g, const block *b, FILE *to)
{
    const double broken = broken_width(g, b);
    fputc('{', to);
    for (size_t c = 0; c < g->n_columns; c++) {
        if (!in_block(g, b, c)) continue;
        if (is_broken(g, c)) fprintf(to, "p{%.2f\\linewidth}", broken);
        else if (is_long(g, c)) fprintf(to, "p{%.2f\\linewidth}", CHARACTER * NAME);
        else fputc(g->column[c].align == GRID_RIGHT ? 'r' : 'l', to);
    }
    fputs("}\n", to);
}

static void put_header(const grid *g, size_t column, FILE *to)
{
    const char *name = g->column[column].name;
    const size_t cells = cells_width(g, column), width = cells > header_most(g) ? cells : header_most(g);
    if (!name && grid_text_width(g->column[column].header) > width) {
        fprintf(to, "\\parbox[b]{%.2f\\linewidth}{\\%s ", (g->paper ? PORTRAIT : CHARACTER) * (double)width,
                g->column[column].align == GRID_RIGHT ? "raggedleft" : "raggedright");
        put_broken(g->column[column].header, to);
        fputc('}', to);
        return;
    }
    if (name) fputs("\\rotatebox{90}{", to);
    grid_latex_text(name ? name : g->column[column].header, to);
    if (name) fputc('}', to);
}

static void put_cell(const grid *g, size_t row, size_t column, FILE *to)
{
    const grid_cell *cell = grid_at(g, row, column);
    if (cell->strong) fputs("\\textbf{\\boldmath ", to);
    if (is_broken(g, column) || is_long(g, column)) put_broken(grid_cell_text(cell), to);
    else grid_latex_text(grid_cell_text(cell), to);
    if (cell->strong) fputc('}', to);
    /* set over nothing, so that marked numbers stay aligned with the others */
    if (cell->mark) fprintf(to, "\\rlap{\\textsuperscript{%c}}", cell->mark);
}

static void put_row(const grid *g, const block *b, size_t row, FILE *to)
{
    int any = 0;
    for (size_t c = 0; c < g->n_columns; c++) {
        if (!in_block(g, b, c)) continue;
        if (any++) fputs(" & ", to);
        if (is_broken(g, c) || is_long(g, c)) fputs("\\raggedright ", to);
        if (row >= g->n_rows) put_header(g, c, to);
        else put_cell(g, row, c, to);
    }
    fputs(" \\tabularnewline\n", to); /* \\ has another meaning behind \raggedright */
}

/* Lines of a row, in the letters of an article. */
static size_t row_lines(const grid *g, const block *b, size_t row)
{
    double most = 0.0;
    for (size_t c = 0; c < g->n_columns; c++) {
        const double part = is_broken(g, c) ? broken_width(g, b) : is_long(g, c) ? CHARACTER * NAME : INFINITY;
        const size_t width = grid_text_width(grid_cell_text(grid_at(g, row, c)));
        if (in_block(g, b, c)) most = fmax(most, PORTRAIT * (double)width / part);
    }
    return 1 + (size_t)most;
}

/* Where a page that begins with a row ends; the last page has room for the notes. */
static size_t page_end(const grid *g, const block *b, size_t first)
{
    enum { LEAST = 8, LINE = 80 };
    size_t end = first, lines = 0;
    while (end < g->n_rows && (lines += row_lines(g, b, end)) <= PAGE_ROWS) end++;
    if (end < g->n_rows || b->end < g->n_columns) return end > first ? end : first + 1;
    lines = 0;
    for (size_t k = 0; k < g->n_notes; k++)
        lines += g->note[k].mark == '%' ? 0 : 1 + grid_text_width(g->note[k].text) / LINE;
    if (lines > PAGE_LINES - LEAST) lines = PAGE_LINES - LEAST;
    while (end > first && (lines += row_lines(g, b, end - 1)) <= PAGE_LINES) end--;
    return end > first ? end : g->n_rows;
}

/* Below the table: inside, a note would widen a column. */
static void put_note(char mark, const char *text, FILE *to)
{
    fputs("\\par\\smallskip\\parbox{0.95\\linewidth}{\\footnotesize\\raggedright ", to);
    if (mark) fprintf(to, "\\textsuperscript{%c} ", mark);
    grid_latex_text(text, to);
    fputs("}\n", to);
}

static void put_notes(const grid *g, FILE *to)
{
    if (g->head) put_note(0, g->head, to);
    for (size_t k = 0; k < g->n_notes; k++)
        if (g->note[k].mark == '%') fprintf(to, "%% %s\n", g->note[k].text);
        else put_note(g->note[k].mark, g->note[k].text, to);
}

static void put_table(const grid *g, const block *b, size_t row, size_t end, FILE *to)
{
    const int wide = is_wide(g, b);
    if (wide) fputs("\\noindent\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n", to);
    fputs("\\begin{tabular}", to);
    put_columns(g, b, to);
    fputs("\\toprule\n", to);
    put_row(g, b, g->n_rows, to);
    fputs("\\midrule\n", to);
    for (size_t r = row; r < end; r++) {
        if (g->ruled[r] && r > row) fputs("\\midrule\n", to);
        put_row(g, b, r, to);
    }
    fprintf(to, "\\bottomrule\n\\end{tabular}%s\n", wide ? "}" : "");
}

void grid_write_latex(const grid *g, FILE *to)
{
    const char *title = g->paper ? g->paper : g->caption;
    int scaled = is_wide(g, &(block){ first_column(g), g->n_columns });
    size_t part = 0;
    for (size_t c = 0; c < g->n_columns; c++) scaled |= g->column[c].name != NULL;
    if (g->head) fprintf(to, "%% %s\n", g->head);
    fprintf(to, "%% needs \\usepackage{booktabs%s}\n", scaled ? ",graphicx" : "");
    block b = next_block(g, first_column(g));
    if (b.end < g->n_columns)
        fputs("% wider than a line: set as several tables, each with the names of the rows\n", to);
    for (;; b = next_block(g, b.end)) {
        for (size_t row = 0, end; !row || row < g->n_rows; row = end ? end : 1) {
            end = page_end(g, &b, row);
            if (*title) fputs("\\begin{table}[htbp]\n\\centering\n\\caption{", to);
            else if (part++) fputs("\\par\\medskip\n", to);
            grid_latex_text(title, to);
            if (*title && ++part > 1) fprintf(to, " (Part %zu.)", part);
            if (*title) fputs("}\n", to);
            put_table(g, &b, row, end, to);
            if (b.end >= g->n_columns && end >= g->n_rows) put_notes(g, to);
            if (*title) fputs("\\end{table}\n", to);
        }
        if (b.end >= g->n_columns) return;
    }
}
