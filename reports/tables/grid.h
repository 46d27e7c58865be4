/* grid.h -- a table of text and numbers, written for a terminal, Markdown, LaTeX, CSV, JSON or HTML. Texts are UTF-8.
 * A FILE of open_memstream makes a growing buffer of it. */
#pragma once

#include "assay.h"

#include <stdio.h>

typedef struct grid grid;

enum { GRID_LEFT, GRID_RIGHT, GRID_WRAP }; /* WRAP: left, and on a terminal broken into lines where room is short */

/* The formats, in the order of help: FORMAT(constant, word, whether it is rows, what writes one grid; NULL: grid.c).
 * Rows are for programs: all that is known, in one table. Formats for people leave out columns in which no row has
 * anything, and name them below the table. */
#define GRID_FORMATS(FORMAT)                                                                                       \
    FORMAT(GRID_TABLE, "table", 0, NULL)       /* aligned, blocks side by side broken to fit `width` */            \
    FORMAT(GRID_JSON, "json", 0, NULL)         /* {"caption", "rows": [{key: value}], "notes"}, undefined: null */ \
    FORMAT(GRID_CSV, "csv", 1, grid_write_csv) /* RFC 4180, undefined: empty */                                    \
    FORMAT(GRID_MARKDOWN, "markdown", 0, grid_write_markdown) /* a pipe table, notes below */                      \
    FORMAT(GRID_LATEX, "latex", 0, grid_write_latex)          /* booktabs; without a caption a tabular */          \
    FORMAT(GRID_HTML, "html", 0, grid_write_html)             /* a fragment to paste into a page */
#define GRID_CONSTANT(id, ...) id,
enum { GRID_FORMATS(GRID_CONSTANT) };

int grid_format(const char *name); /* -1: it is none */
int grid_is_rows(int format);
extern const char *const grid_formats; /* "table|json|..." */

grid *grid_new(const char *caption); /* caption "" for none; stays until the program ends */
void grid_free(grid *g);             /* of a big one, earlier */

/* A sentence above everything else of the grid, caption included: what of it a reader must know first. LaTeX has it as
 * a comment and below the table, JSON as "incomplete". CSV has no place for it (RFC 4180): whoever prints one says
 * it on standard error. NULL for none. */
void grid_head(grid *g, const char *text);

/* Columns come before rows. `key` names the column in JSON and CSV. */
void grid_column(grid *g, const char *key, const char *header, int align);

/* Several at once: GRID_COLUMNS(g, { "id", "Metric", GRID_LEFT }, { "value", "Score", GRID_RIGHT }). */
typedef struct grid_heading {
    const char *key, *header;
    int align;
} grid_heading;
void grid_columns(grid *g, const grid_heading *heading, size_t n);
#define GRID_COLUMNS(g, ...)                               \
    grid_columns(g, (const grid_heading[]){ __VA_ARGS__ }, \
                 sizeof((const grid_heading[]){ __VA_ARGS__ }) / sizeof(grid_heading))

/* The last column's header in full, where `header` is a number that notes explain: Markdown and LaTeX show it. */
void grid_name(grid *g, const char *name);

/* The first n columns say what a row is about: they are repeated in each block of a table that is too wide. */
void grid_stub(grid *g, size_t n);

/* LaTeX makes it a table of a paper, with this caption, and of every six columns next to those of the stub. */
void grid_paper(grid *g, const char *caption);

void grid_row(grid *g);
void grid_rule(grid *g); /* a line before the next row */

/* The next cell of the row; a row that ends early has empty cells. */
void grid_text(grid *g, const char *format, ...) ASSAY_PRINTF(2, 3);
/* Several, as they are: GRID_TEXTS(g, id, title). */
void grid_texts(grid *g, const char *const *text, size_t n);
#define GRID_TEXTS(g, ...) \
    grid_texts(g, (const char *const[]){ __VA_ARGS__ }, sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))
#define GRID_WORDS(g, ...) (grid_row(g), GRID_TEXTS(g, __VA_ARGS__)) /* a row that begins with them */
void grid_number(grid *g, double value, int decimals);               /* NaN: a dash */
void grid_count(grid *g, uint64_t value);
void grid_spread(grid *g, double value, double spread, int decimals); /* value, plus or minus; NaN spread: without */

/* Several cells, or a whole row: GRID_ROW(g, GRID_TEXT(id), GRID_NUMBER(mean, 3), GRID_COUNT(seeds)). A text that is
 * NULL and a count that is none are empty. */
typedef struct grid_value {
    int kind, decimals;
    const char *text;
    double number;
    uint64_t count;
} grid_value;
enum { GRID_IS_TEXT, GRID_IS_NUMBER, GRID_IS_COUNT };
#define GRID_TEXT(text_) ((grid_value){ .kind = GRID_IS_TEXT, .text = (text_) })
#define GRID_NUMBER(number_, decimals_) \
    ((grid_value){ .kind = GRID_IS_NUMBER, .number = (number_), .decimals = (decimals_) })
#define GRID_COUNT(count_) ((grid_value){ .kind = GRID_IS_COUNT, .count = (count_) })
#define GRID_COUNT_IF(count_) ((grid_value){ .kind = (count_) ? GRID_IS_COUNT : GRID_IS_TEXT, .count = (count_) })
void grid_put(grid *g, const grid_value *value, size_t n);
#define GRID_CELLS(g, ...) \
    grid_put(g, (const grid_value[]){ __VA_ARGS__ }, sizeof((const grid_value[]){ __VA_ARGS__ }) / sizeof(grid_value))
#define GRID_ROW(g, ...) (grid_row(g), GRID_CELLS(g, __VA_ARGS__))

/* A number as a reader sees it: no minus at a zero, no digits that a double does not have; NaN is a
 * dash. */
const char *grid_number_text(double value, int decimals);
/* A number that its caller has written: what a reader sees, and the value of the formats for programs. */
void grid_written(grid *g, double value, const char *text);
/* "value ± half", or "value (low to high)" where the ends are not alike far from it, "value" where they are NaN. */
const char *grid_interval_text(double value, const double ends[2], int decimals);

/* A table for programs is one list, COLUMNS(COLUMN): each name with what writes its cell, so that they stay together.
 *     #define COLUMNS(COLUMN) COLUMN("seeds", grid_count(g, row->seeds)) ...
 *     COLUMNS(GRID_NAME)    in a function that has g: the columns
 *     COLUMNS(GRID_PUT)     after grid_row: the cells */
#define GRID_NAME(name, put) grid_column(g, name, name, GRID_LEFT);
#define GRID_PUT(name, put) put;

void grid_mark(grid *g, char mark); /* a raised 'a'..'z' at the last cell, for a note that starts with it */
/* A letter at the last cell and the text as its note, the same for the same text; where letters have run out a note
 * without one, behind `what` it is about. */
void grid_footnote(grid *g, const char *what, const char *text);
/* A row of a table of words: a command is copied in one go, so that no line of it is broken on a terminal. */
void grid_command(grid *g, const char *what, const char *command);
void grid_strong(grid *g); /* the last cell stands out: bold; on a terminal it does not */
void grid_note(grid *g, char mark, const char *format, ...)
    ASSAY_PRINTF(3, 4); /* below the table; mark 0: none; '%': in LaTeX a comment */

/* width: columns of the terminal (GRID_TABLE only), 0 for no limit. */
assay_status grid_print(const grid *g, int format, size_t width, FILE *to, assay_error *err);

/* Several grids one after another. JSON is a list, CSV has an empty line between. lines: as many of them as these have
 * room for, as a table, and counts of what is left out; 0: all. */
assay_status grid_print_all(grid *const *g, size_t count, int format, size_t width, size_t lines, FILE *to,
                            assay_error *err);

size_t grid_text_width(const char *text); /* columns that UTF-8 text takes on a terminal */

/* Records one by one, of columns that are one list: COLUMN("seed", GRID_COUNT(row->seed)). Numbers are as short as
 * their value allows. A text that is NULL and a number that is NaN are empty, null in JSON. A line of JSON ends with
 * "\n", of CSV likewise. */
void grid_csv_names(const char *const *name, size_t n, FILE *to);
assay_status grid_csv_record(const grid_value *value, size_t n, FILE *to);
assay_status grid_json_record(const char *const *name, const grid_value *value, size_t n, FILE *to);

/* A field of CSV, quoted where RFC 4180 asks for it, or where a spreadsheet would take it for a formula. */
void grid_csv_text(const char *text, FILE *to);

/* Text escaped for LaTeX, Greek letters and signs as mathematics. */
void grid_latex_text(const char *text, FILE *to);

/* Text escaped for HTML and XML, inside an element or a quoted attribute; what is no UTF-8, and control characters,
 * become U+FFFD. */
void grid_html_text(const char *text, FILE *to);
