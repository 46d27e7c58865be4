/*
 * Grids on a terminal: columns aligned by the width that characters take, a table too wide broken into blocks of
 * columns that each repeat the stub, and text columns broken into lines.
 *
 * Widths follow Unicode's East Asian Width (UAX 11) for the wide blocks and count combining marks as nothing; they do
 * not depend on the locale. Control characters, which may come from a plug-in's texts, are shown as '?'.
 */
#include "counted.h"
#include "grid_inside.h"
#include "needed.h"
#include "plain_text.h"
#include "wording.h"

#include <string.h>

#define GAP ((size_t)2) /* spaces between columns */
#define LEAST_WRAP ((size_t)20)

uint32_t grid_next_char(const char **text)
{
    const unsigned char *c = (const unsigned char *)*text;
    const int more = c[0] < 0x80                   ? 0
                     : c[0] >= 0xC2 && c[0] < 0xE0 ? 1
                     : c[0] >= 0xE0 && c[0] < 0xF0 ? 2
                     : c[0] >= 0xF0 && c[0] < 0xF5 ? 3
                                                   : -1;
    static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    uint32_t code = more <= 0 ? c[0] : c[0] & (0x3Fu >> more);
    *text += 1;
    if (more < 0) return 0xFFFD;
    for (int k = 1; k <= more; k++) {
        if ((c[k] & 0xC0) != 0x80) return 0xFFFD;
        code = code << 6 | (c[k] & 0x3F);
    }
    if (code < least[more] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0xFFFD;
    *text += more;
    return code;
}

static size_t char_width(uint32_t code)
{
    static const struct {
        uint32_t first, last;
        size_t width;
    } ranges[] = {
        { 0x0300, 0x036F, 0 },   { 0x200B, 0x200F, 0 }, { 0x20D0, 0x20FF, 0 },   { 0xFE00, 0xFE0F, 0 },
        { 0xFE20, 0xFE2F, 0 },   { 0xFEFF, 0xFEFF, 0 }, { 0x1100, 0x115F, 2 },   { 0x2E80, 0x303E, 2 },
        { 0x3041, 0xA4CF, 2 },   { 0xAC00, 0xD7A3, 2 }, { 0xF900, 0xFAFF, 2 },   { 0xFE30, 0xFE6F, 2 },
        { 0xFF00, 0xFF60, 2 },   { 0xFFE0, 0xFFE6, 2 }, { 0x1F300, 0x1F64F, 2 }, { 0x1F900, 0x1F9FF, 2 },
        { 0x20000, 0x3FFFD, 2 },
    };
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
        if (code >= ranges[k].first && code <= ranges[k].last) return ranges[k].width;
    return 1;
}

/* Of its first bytes. */
static size_t width_of(const char *text, size_t bytes)
{
    size_t width = 0;
    for (const char *end = text + bytes; text < end;) width += char_width(grid_next_char(&text));
    return width;
}

size_t grid_text_width(const char *text) { return width_of(text, strlen(text)); }

/* The raised letter of a mark, in UTF-8. */
static const char *grid_raised(char mark)
{
    static const char *const letters[] = { "ᵃ", "ᵇ", "ᶜ", "ᵈ", "ᵉ", "ᶠ", "ᵍ", "ʰ", "ⁱ", "ʲ", "ᵏ", "ˡ", "ᵐ",
                                           "ⁿ", "ᵒ", "ᵖ", "*", "ʳ", "ˢ", "ᵗ", "ᵘ", "ᵛ", "ʷ", "ˣ", "ʸ", "ᶻ" };
    return mark >= 'a' && mark <= 'z' ? letters[mark - 'a'] : "*";
}

/* The first `bytes` bytes of text, made harmless. */
static void put_text(const char *text, size_t bytes, FILE *to)
{
    for (const char *end = text + bytes; text < end;) {
        const char *start = text;
        const uint32_t code = grid_next_char(&text);
        if (code == 0xFFFD || text_is_control(start)) fputc('?', to);
        else fwrite(start, 1, (size_t)(text - start), to);
    }
}

static void put_spaces(size_t count, FILE *to)
{
    while (count--) fputc(' ', to);
}

static void put_line(size_t count, FILE *to)
{
    while (count--) fputs("─", to);
}

/* Bytes of text that fit into `width`, broken at a space where there is one. */
static size_t line_bytes(const char *text, size_t width)
{
    size_t used = 0, at_space = 0;
    const char *c = text;
    while (*c) {
        const char *before = c;
        const size_t wide = char_width(grid_next_char(&c));
        if (*before == ' ') at_space = (size_t)(before - text);
        if (used + wide > width)
            return at_space ? at_space : before > text ? (size_t)(before - text) : (size_t)(c - text);
        used += wide;
    }
    return (size_t)(c - text);
}

/* The width each column wants. */
static void natural_widths(const grid *g, size_t *width)
{
    for (size_t c = 0; c < g->n_columns; c++) {
        size_t most = grid_text_width(g->column[c].header);
        for (size_t r = 0; r < g->n_rows; r++) {
            const size_t wide = grid_text_width(grid_cell_text(grid_at(g, r, c)));
            if (wide > most) most = wide;
        }
        width[c] = most + (g->column[c].marked ? 1 : 0);
    }
}

/* One block: the stub and the columns first .. end-1. */
typedef struct block {
    size_t first, end, width;
} block;

static size_t columns_width(const size_t *width, size_t end)
{
    size_t sum = 0;
    for (size_t c = 0; c < end; c++) sum += width[c] + GAP;
    return sum;
}

static block next_block(const grid *g, const size_t *width, size_t first, size_t limit)
{
    const size_t stub = g->stub < g->n_columns ? g->stub : 0;
    block b = { first, first, columns_width(width, stub) };
    while (b.end < g->n_columns && (b.end == first || !limit || b.width + width[b.end] <= limit))
        b.width += width[b.end++] + GAP;
    if (b.width) b.width -= GAP;
    return b;
}

/* One column's share of line `line` of a row: what is left of the text at `rest`, which moves on. */
static void put_cell(const grid_column_head *head, size_t width, const char **rest, const char *raised, int last,
                     FILE *to)
{
    const size_t room = width - (head->marked ? 1 : 0);
    const size_t bytes = head->align == GRID_WRAP ? line_bytes(*rest, room) : strlen(*rest);
    const size_t wide = width_of(*rest, bytes);
    const size_t pad = wide < room ? room - wide : 0;
    if (head->align == GRID_RIGHT) put_spaces(pad, to);
    put_text(*rest, bytes, to);
    *rest += bytes;
    while (head->align == GRID_WRAP && **rest == ' ') ++*rest;
    if (raised) fputs(raised, to);
    if (last) return;
    if (head->align != GRID_RIGHT) put_spaces(pad, to);
    put_spaces(GAP + (head->marked && !raised), to);
}

/* How many cells of the line there are up to the last with text: no spaces end a line. */
static size_t cells_left(const char *const *rest, size_t count)
{
    while (count && !*rest[count - 1]) count--;
    return count;
}

/* A row of texts over as many lines as the wrapped columns need; row >= n_rows: the headers. */
static void put_row(const grid *g, size_t row, const block *b, const size_t *width, const char **rest, FILE *to)
{
    const size_t stub = g->stub < g->n_columns ? g->stub : 0, count = stub + b->end - b->first;
    const int header = row >= g->n_rows;
    for (size_t k = 0; k < count; k++) {
        const size_t c = k < stub ? k : b->first + k - stub;
        rest[k] = header ? g->column[c].header : grid_cell_text(grid_at(g, row, c));
    }
    for (int line = 0; !line || cells_left(rest, count); line++) {
        const size_t used = cells_left(rest, count);
        for (size_t k = 0; k < used; k++) {
            const size_t c = k < stub ? k : b->first + k - stub;
            const char mark = header || line ? 0 : grid_at(g, row, c)->mark;
            const size_t room = !header && grid_at(g, row, c)->whole ? SIZE_MAX : width[c];
            put_cell(&g->column[c], room, &rest[k], mark ? grid_raised(mark) : NULL, k + 1 == used, to);
        }
        fputc('\n', to);
    }
}

static void put_block(const grid *g, const block *b, const size_t *width, const char **rest, FILE *to)
{
    int named = 0; /* a list of words and what they stand for has no headers */
    for (size_t c = 0; c < g->n_columns; c++) named |= g->column[c].header[0];
    if (named) {
        put_row(g, g->n_rows, b, width, rest, to);
        put_line(b->width, to);
        fputc('\n', to);
    }
    for (size_t r = 0; r < g->n_rows; r++) {
        if (g->ruled[r] && r) {
            put_line(b->width, to);
            fputc('\n', to);
        }
        put_row(g, r, b, width, rest, to);
    }
}

static void put_paragraph(const char *text, size_t width, size_t indent, FILE *to)
{
    for (int line = 0; *text; line++) {
        const size_t room = width > indent + LEAST_WRAP ? width - indent : LEAST_WRAP;
        const size_t bytes = width ? line_bytes(text, room) : strlen(text);
        if (line) put_spaces(indent, to);
        put_text(text, bytes, to);
        fputc('\n', to);
        text += bytes;
        while (*text == ' ') text++;
    }
}

static void put_notes(const grid *g, size_t width, FILE *to)
{
    for (size_t k = 0; k < g->n_notes; k++) {
        if (g->note[k].mark) fprintf(to, "%s ", grid_raised(g->note[k].mark));
        put_paragraph(g->note[k].text, width, g->note[k].mark ? 2 : 0, to);
    }
}

/* Wrapped columns of the first n give up what the table is too wide by. */
static void shrink_wrapped(const grid *g, size_t n, size_t *width, size_t limit)
{
    const size_t total = columns_width(width, n) - (n ? GAP : 0);
    size_t over = limit && total > limit ? total - limit : 0;
    for (size_t c = n; c-- > 0 && over;) {
        if (g->column[c].align != GRID_WRAP || width[c] <= LEAST_WRAP) continue;
        const size_t give = width[c] - LEAST_WRAP < over ? width[c] - LEAST_WRAP : over;
        width[c] -= give;
        over -= give;
    }
}

static void put_head(const grid *g, size_t width, FILE *to)
{
    for (int k = 0; k < 2; k++) {
        const char *text = k ? g->caption : g->head ? g->head : "";
        if (!text[0]) continue;
        put_paragraph(text, width, 0, to);
        fputc('\n', to);
    }
}

void grid_write_table(const grid *g, size_t width, FILE *to)
{
    size_t *wide = kept(g->n_columns + 1, sizeof *wide);
    const char **rest = kept(g->n_columns + 1, sizeof *rest);
    natural_widths(g, wide);
    shrink_wrapped(g, g->n_columns, wide, width);
    put_head(g, width, to);
    const size_t stub = g->stub < g->n_columns ? g->stub : 0;
    for (block b = { .end = stub }; b.end < g->n_columns;) {
        const int first = b.end == stub;
        b = next_block(g, wide, b.end, width);
        if (!first) fputc('\n', to);
        put_block(g, &b, wide, rest, to);
    }
    if (g->n_notes) fputc('\n', to);
    put_notes(g, width, to);
}

/* ---- the first screen ---- */

enum { LEAST_ROWS = 2, MOST_NOTES = 4, ROOMY = 24 }; /* MOST_NOTES without a mark; where there is less room one */

/* The columns that fit next to each other where wrapped ones are narrow, which then take what room is left. */
static block first_block(const grid *g, size_t *wide, size_t width)
{
    const size_t stub = g->stub < g->n_columns ? g->stub : 0;
    natural_widths(g, wide);
    shrink_wrapped(g, g->n_columns, wide, 1);
    block b = next_block(g, wide, stub, width);
    natural_widths(g, wide);
    shrink_wrapped(g, b.end, wide, width);
    b.width = columns_width(wide, b.end) - (b.end ? GAP : 0);
    return b;
}

static int has_mark(const grid *g, const block *b, char mark)
{
    for (size_t k = 0; k < g->n_rows * g->n_columns; k++)
        if (k % g->n_columns < b->end && g->cell[k].mark == mark) return 1;
    return 0;
}

/* Of a grid with these rows alone, the notes on what is shown. */
static void put_first(const grid *g, const grid *of, size_t width, size_t lines, FILE *to)
{
    size_t *wide = kept(g->n_columns + 1, sizeof *wide), plain = 0;
    const char **rest = kept(g->n_columns + 1, sizeof *rest);
    const block b = first_block(g, wide, width);
    grid notes = *g;
    notes.note = kept(g->n_notes + 1, sizeof *notes.note);
    notes.n_notes = 0;
    for (size_t k = 0; k < g->n_notes; k++)
        if (g->note[k].mark ? has_mark(g, &b, g->note[k].mark) : plain++ < (lines < ROOMY ? 1 : MOST_NOTES))
            notes.note[notes.n_notes++] = g->note[k];
    put_head(g, width, to);
    put_block(g, &b, wide, rest, to);
    fputc('\n', to);
    put_notes(&notes, width, to);
    const size_t left[] = { of->n_rows - g->n_rows, g->n_columns - b.end, g->n_notes - notes.n_notes };
    static const char *const words[] = { "row", "column", "note" };
    char text[128];
    wording w = WORDING(text);
    for (size_t k = 0; k < ASSAY_COUNT(left); k++)
        if (left[k]) wording_add(&w, "%s%zu more %s%s", w.used ? ", " : "", left[k], words[k], left[k] == 1 ? "" : "s");
    if (w.used) fprintf(to, "%s: --all\n", text);
}

size_t grid_write_first(const grid *of, size_t width, size_t lines, FILE *to)
{
    grid some = *of;
    size_t used = 0;
    lines = lines > LEAST_ROWS ? lines : LEAST_ROWS;
    for (some.n_rows = of->n_rows < lines ? of->n_rows : lines;; some.n_rows--) {
        FILE *tried = phrase_open();
        put_first(&some, of, width, lines, tried);
        const char *text = phrase_close(tried);
        used = 0;
        for (const char *c = text; *c; c++) used += *c == '\n';
        const int fits = used <= lines || some.n_rows <= LEAST_ROWS;
        if (fits) fputs(text, to);
        if (fits) return used;
    }
}
