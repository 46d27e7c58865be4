/*
 * Grids as source text of other programs: CSV (RFC 4180), Markdown (pipe tables of GitHub's and Pandoc's dialects), and
 * LaTeX (booktabs: rules above, below and under the header, none between columns).
 */
#include "grid_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- CSV ---- */

void grid_csv_text(const char *text, FILE *to)
{
    if (!strpbrk(text, ",\"\r\n")) {
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

void grid_write_csv(const grid *g, FILE *to)
{
    for (size_t c = 0; c < g->n_columns; c++) {
        if (c) fputc(',', to);
        grid_csv_text(g->column[c].key, to);
    }
    fputs("\r\n", to);
    for (size_t r = 0; r < g->n_rows; r++) {
        for (size_t c = 0; c < g->n_columns; c++) {
            const grid_cell *cell = grid_at(g, r, c);
            char number[64] = "";
            if (c) fputc(',', to);
            if (cell->kind == CELL_NUMBER && isfinite(cell->number))
                assay_option_print(NULL, cell->number, number, sizeof number);
            grid_csv_text(cell->kind == CELL_NUMBER ? number : grid_cell_text(cell), to);
        }
        fputs("\r\n", to);
    }
}

/* ---- Markdown ---- */

static int needs_backslash(char c) { return c && strchr("\\`*_<>[]|", c) != NULL; }

/* Writes (to not NULL) and measures. */
static size_t put_markdown(const char *text, FILE *to)
{
    size_t extra = 0;
    for (const char *c = text; *c; c++) {
        if (needs_backslash(*c)) {
            extra++;
            if (to) fputc('\\', to);
        }
        if (to) fputc(*c == '\n' || *c == '\r' ? ' ' : *c, to);
    }
    return grid_text_width(text) + extra;
}

static size_t put_markdown_cell(const grid_cell *cell, FILE *to)
{
    size_t width = put_markdown(grid_cell_text(cell), to);
    if (!cell->mark) return width;
    if (to) fprintf(to, "<sup>%c</sup>", cell->mark);
    return width + strlen("<sup>a</sup>");
}

static size_t markdown_width(const grid *g, size_t column)
{
    size_t width = put_markdown(g->column[column].header, NULL);
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
        const grid_cell head = { .kind = CELL_TEXT, .text = g->column[c].header };
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

assay_status grid_write_markdown(const grid *g, FILE *to)
{
    size_t *width = calloc(g->n_columns + 1, sizeof *width);
    if (!width) return ASSAY_ENOMEM;
    for (size_t c = 0; c < g->n_columns; c++) width[c] = markdown_width(g, c);
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
        put_markdown(g->note[k].text, to);
        fputc('\n', to);
    }
    free(width);
    return ASSAY_OK;
}

/* ---- LaTeX ---- */

static const char *latex_ascii(char c)
{
    switch (c) {
    case '\\': return "\\textbackslash{}";
    case '^': return "\\textasciicircum{}";
    case '~': return "\\textasciitilde{}";
    case '{': return "\\{";
    case '}': return "\\}";
    case '[': return "{[}"; /* at the start of a row it would be read as the option of the line end before */
    case '_': return "\\_";
    case '%': return "\\%";
    case '&': return "\\&";
    case '#': return "\\#";
    case '$': return "\\$";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '"': return "''"; /* as every encoding of fonts has it */
    case '\n':
    case '\r':
    case '\t': return " ";
    default: return NULL;
    }
}

static const char *latex_sign(const char *text, size_t bytes)
{
    static const struct { const char *sign, *latex; } signs[] = {
        { "–", "--" }, { "—", "---" }, { "…", "\\ldots{}" }, { "±", "\\ensuremath{\\pm}" }, { "−", "\\ensuremath{-}" },
        { "×", "\\ensuremath{\\times}" }, { "·", "\\ensuremath{\\cdot}" }, { "→", "\\ensuremath{\\to}" },
        { "≤", "\\ensuremath{\\le}" }, { "≥", "\\ensuremath{\\ge}" }, { "≈", "\\ensuremath{\\approx}" },
        { "≠", "\\ensuremath{\\ne}" }, { "∞", "\\ensuremath{\\infty}" }, { "√", "\\ensuremath{\\surd}" },
        { "²", "\\ensuremath{^2}" }, { "✓", "\\ensuremath{\\surd}" }, { "✗", "\\ensuremath{\\times}" },
        { "“", "``" }, { "”", "''" }, { "‘", "`" }, { "’", "'" },
        { "α", "\\ensuremath{\\alpha}" }, { "β", "\\ensuremath{\\beta}" }, { "γ", "\\ensuremath{\\gamma}" },
        { "δ", "\\ensuremath{\\delta}" }, { "ε", "\\ensuremath{\\varepsilon}" }, { "ζ", "\\ensuremath{\\zeta}" },
        { "η", "\\ensuremath{\\eta}" }, { "θ", "\\ensuremath{\\theta}" }, { "κ", "\\ensuremath{\\kappa}" },
        { "λ", "\\ensuremath{\\lambda}" }, { "μ", "\\ensuremath{\\mu}" }, { "ν", "\\ensuremath{\\nu}" },
        { "ξ", "\\ensuremath{\\xi}" }, { "π", "\\ensuremath{\\pi}" }, { "ρ", "\\ensuremath{\\rho}" },
        { "σ", "\\ensuremath{\\sigma}" }, { "τ", "\\ensuremath{\\tau}" }, { "φ", "\\ensuremath{\\varphi}" },
        { "χ", "\\ensuremath{\\chi}" }, { "ψ", "\\ensuremath{\\psi}" }, { "ω", "\\ensuremath{\\omega}" },
    };
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (strlen(signs[k].sign) == bytes && memcmp(signs[k].sign, text, bytes) == 0) return signs[k].latex;
    return NULL;
}

void grid_latex_text(const char *text, FILE *to)
{
    while (*text) {
        const char *start = text;
        const uint32_t code = grid_next_char(&text);
        const size_t bytes = (size_t)(text - start);
        const char *latex = bytes == 1 ? latex_ascii(*start) : latex_sign(start, bytes);
        if (latex) fputs(latex, to);
        else if (code == 0xFFFD || code < 0x20 || code == 0x7F) fputc('?', to);
        else fwrite(start, 1, bytes, to);
    }
}

static void put_latex_row(const grid *g, size_t row, FILE *to)
{
    for (size_t c = 0; c < g->n_columns; c++) {
        if (c) fputs(" & ", to);
        if (row >= g->n_rows) {
            grid_latex_text(g->column[c].header, to);
            continue;
        }
        const grid_cell *cell = grid_at(g, row, c);
        grid_latex_text(grid_cell_text(cell), to);
        /* set over nothing, so that marked numbers stay aligned with the others */
        if (cell->mark) fprintf(to, "\\rlap{\\textsuperscript{%c}}", cell->mark);
    }
    fputs(" \\\\\n", to);
}

void grid_write_latex(const grid *g, FILE *to)
{
    fputs("\\begin{tabular}{", to);
    for (size_t c = 0; c < g->n_columns; c++) fputc(g->column[c].align == GRID_RIGHT ? 'r' : 'l', to);
    fputs("}\n\\toprule\n", to);
    put_latex_row(g, g->n_rows, to);
    fputs("\\midrule\n", to);
    for (size_t r = 0; r < g->n_rows; r++) {
        if (g->ruled[r] && r) fputs("\\midrule\n", to);
        put_latex_row(g, r, to);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", to);
    for (size_t k = 0; k < g->n_notes; k++) { /* below the table: inside, a note would widen a column */
        fputs("\\par\\smallskip\\parbox{0.95\\linewidth}{\\footnotesize\\raggedright ", to);
        if (g->note[k].mark) fprintf(to, "\\textsuperscript{%c} ", g->note[k].mark);
        grid_latex_text(g->note[k].text, to);
        fputs("}\n", to);
    }
}
