/*
 * figure_multiples.h -- panels of curves or dots, on as many pages as they take. What a panel is (a scenario of a
 * metric, a metric of a scenario, a family of metrics) and what its series are is up to the caller.
 *
 * The points of a panel stand in one or several segments side by side, one for each setting of the parameters that are
 * not swept. A segment is 1 wide; lines and bands do not cross from one to the next.
 */
#pragma once

#include "arena.h"
#include "figure_making.h"
#include "figure_names.h"
#include "figure_script.h"

enum { MULTIPLES_SERIES = 14, TILE_TITLE = 240, SERIES_LABEL = 320 };
enum { MULTIPLES_LOWEST = -1 }; /* the axis of fractions goes no further down than this and a tenth */

/* SMALL: many to a line, one axis where all are fractions, one key. LARGE: two to a line, each with an axis and a key.
 * ROWS: two to a line, scores across, a row for each point, one key. */
enum { MULTIPLES_SMALL, MULTIPLES_LARGE, MULTIPLES_ROWS };

typedef struct tile {
    char title[TILE_TITLE]; /* above */
    char mark[LABEL];       /* above, at the right, in grey; "" */
    char axis[160];         /* below; "" */
    int joined;             /* points are numbers: lines with bands; else dots with bars */
    int fraction;           /* its scores end at 1 */
    size_t n_points, n_segments, n_ticks, n_series;
    double *x;                   /* [n_points] places in [0, n_segments]; of ROWS 1, 2, ... */
    size_t *segment;             /* [n_points] rising */
    const evidence_point **point; /* [n_points] a cell of each, for its name; of ROWS none */
    const evidence_point **cell;  /* [series * n_points]; NULL: not in the store */
    double *ideal;               /* [series * n_points] what a perfect metric would score; NaN: not known */
    tick *ticks;                 /* [n_points + n_segments] places for the n_ticks */
    char (*label)[SERIES_LABEL]; /* [n_series] of LARGE; else the multiples have them */
} tile;

typedef struct multiples {
    const char *name, *title, *scenario; /* of the figure */
    const char *heading;                 /* above all panels; NULL: none */
    int kind;
    char (*series)[SERIES_LABEL]; /* [n_series] as the key has them; of LARGE none */
    size_t n_series;
    int graded;          /* the series are steps of one quantity: from dark to light */
    const char *ideals;  /* the key's words for what the tiles have in `ideal`; NULL: they have none */
    tile *at;
    arena memory; /* of what tiles hold */
    size_t count, room, n_aside; /* n_aside: behind the others, not drawn, but with the data of the last page */
    const char *note;            /* what it says of each page's values and of curves that coincide comes behind */
} multiples;

/* Starts a tile of so many series, points and segments. Its axes and cells are to be filled. */
tile *multiples_tile(multiples *to, size_t n_series, size_t n_points, size_t n_segments);

/* Places the points of a sheet in a segment, the first of them as the tile's point `first`, with numbers or names below
 * them where the tile has one segment, and one name for the whole where it has several. */
void tile_axis(tile *t, const sheet *s, size_t segment, size_t first);

void multiples_free(multiples *all);

/* Draws as many pages as it takes: NAME, NAME-2, ... */
assay_status multiples_draw(making *m, const multiples *all);

/* Behind a note: how many curves of a tile there was no room for, " 3 of 17 outputs are left out."; none: nothing. */
void multiples_left_out(size_t all, const char *what, char *note, size_t size);
