/*
 * Grids as HTML (the syntax that is XML too): a table and its notes. The stub is a row's headers; numbers have the
 * class "n", columns of sentences "w", the first row after a line the class "rule". Colours and lines are the page's
 * own affair.
 */
#include "grid_inside.h"
#include "plain_text.h"

void grid_html_text(const char *text, FILE *to)
{
    while (*text) {
        const char *start = text;
        const uint32_t code = grid_next_char(&text);
        switch (code) {
        case '&': fputs("&amp;", to); break;
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '"': fputs("&quot;", to); break;
        case '\'': fputs("&#39;", to); break;
        default:
            if ((text_is_control(start) && code != '\n' && code != '\t') || code == 0xFFFD || code == 0xFFFE ||
                code == 0xFFFF)
                fputs("\xEF\xBF\xBD", to);
            else fwrite(start, 1, (size_t)(text - start), to);
        }
    }
}

static const char *class_of(int align)
{
    return align == GRID_RIGHT ? " class=\"n\">" : align == GRID_WRAP ? " class=\"w\">" : ">";
}

static void put_header(const grid *g, FILE *to)
{
    fputs("<thead><tr>", to);
    for (size_t c = 0; c < g->n_columns; c++) {
        fputs("<th scope=\"col\"", to);
        fputs(class_of(g->column[c].align), to);
        grid_html_text(g->column[c].header, to);
        fputs("</th>", to);
    }
    fputs("</tr></thead>\n", to);
}

static void put_row(const grid *g, size_t row, FILE *to)
{
    fputs(g->ruled[row] && row ? "<tr class=\"rule\">" : "<tr>", to);
    for (size_t c = 0; c < g->n_columns; c++) {
        const grid_cell *cell = grid_at(g, row, c);
        const int head = c < g->stub;
        fputs(head ? "<th scope=\"row\"" : "<td", to);
        fputs(class_of(g->column[c].align), to);
        if (cell->strong) fputs("<strong>", to);
        grid_html_text(grid_cell_text(cell), to);
        if (cell->strong) fputs("</strong>", to);
        if (cell->mark) fprintf(to, "<sup>%c</sup>", cell->mark);
        fputs(head ? "</th>" : "</td>", to);
    }
    fputs("</tr>\n", to);
}

void grid_write_html(const grid *g, FILE *to)
{
    if (g->head) {
        fputs("<p class=\"banner\">", to);
        grid_html_text(g->head, to);
        fputs("</p>\n", to);
    }
    fputs("<table>\n", to);
    if (g->caption[0]) {
        fputs("<caption>", to);
        grid_html_text(g->caption, to);
        fputs("</caption>\n", to);
    }
    put_header(g, to);
    fputs("<tbody>\n", to);
    for (size_t r = 0; r < g->n_rows; r++) put_row(g, r, to);
    fputs("</tbody>\n</table>\n", to);
    for (size_t k = 0; k < g->n_notes; k++) {
        fputs("<p class=\"note\">", to);
        if (g->note[k].mark) fprintf(to, "<sup>%c</sup> ", g->note[k].mark);
        grid_html_text(g->note[k].text, to);
        fputs("</p>\n", to);
    }
}
