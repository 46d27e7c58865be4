/* grid_inside.h -- what a grid is made of; for the writers of this room alone. */
#pragma once

#include "arena.h"
#include "grid.h"

typedef struct grid_cell {
    grid_value is; /* text: as a reader sees it, of numbers too; NULL for an empty cell */
    char mark;
    char strong, whole; /* whole: in the last column, and never wrapped */
} grid_cell;

typedef struct grid_column_head {
    char *key, *header;
    char *name; /* the header in full, which formats with room for it show upright; NULL: the header is all */
    int align;
    int marked; /* some cell has a mark: room is kept next to the others */
} grid_column_head;

typedef struct grid_foot {
    char mark;
    char *text;
} grid_foot;

struct grid {
    char *head; /* NULL: none */
    char *caption;
    grid_column_head *column;
    char *paper; /* NULL: as wide as it is */
    size_t n_columns, column_room, stub;
    grid_cell *cell;                 /* [n_rows * n_columns] */
    unsigned char *ruled;            /* [n_rows] a line before it */
    size_t n_rows, row_room, filled; /* filled: cells of the last row */
    int rule_next;
    grid_foot *note;
    size_t n_notes, note_room;
    arena memory; /* of its texts */
};

static inline const grid_cell *grid_at(const grid *g, size_t row, size_t column)
{
    return &g->cell[row * g->n_columns + column];
}

static inline const char *grid_cell_text(const grid_cell *cell) { return cell->is.text ? cell->is.text : ""; }

/* The code point at *text, which moves on; a byte that is no UTF-8 gives 0xFFFD and moves by one. */
uint32_t grid_next_char(const char **text);

void grid_write_table(const grid *g, size_t width, FILE *to);
/* One block of its columns, its first rows and their notes, in this many lines if it can be; the lines it takes. */
size_t grid_write_first(const grid *g, size_t width, size_t lines, FILE *to);
void grid_write_markdown(const grid *g, FILE *to);
void grid_write_latex(const grid *g, FILE *to);
void grid_write_csv(const grid *g, FILE *to);
void grid_write_html(const grid *g, FILE *to);
