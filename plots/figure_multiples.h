/* figure_multiples.h -- panels of curves or dots (chart.h) on as many pages as they take. */
#pragma once

#include "chart.h"
#include "figure_making.h"

enum { MULTIPLES_CURVES = 14 }; /* as many as can be distinguished by colour, dash and point */

/* SMALL: many to a line, one axis where all are fractions. LARGE: two to a line, each with an axis and a key. ROWS: two
 * to a line, scores across, a row for each point. SMALL and ROWS have one key, of the first panel's labels. */
enum { MULTIPLES_SMALL, MULTIPLES_LARGE, MULTIPLES_ROWS };

static const double MULTIPLES_EDGE = 0.06; /* of a panel's points that are numbers (chart_axis) */

typedef struct multiples {
    const char *name, *title, *scenario; /* of the figure */
    const char *heading;                 /* above all panels; NULL: none */
    int kind;
    int graded;         /* the curves are steps of one quantity: from dark to light */
    const char *ideals; /* the key's words for what panels have in `ideal`; NULL: they have none */
    chart panels;
    size_t n_aside;   /* the last panels, which are not drawn, but with the data of the last page */
    const char *note; /* what it says of each page's values and of curves that coincide comes behind */
} multiples;

/* Draws multiples on as many pages as they take: NAME, NAME-2, ... */
assay_status multiples_draw(making *m, const void *of);

/* Behind a note: how many curves of a panel there was no room for, " 3 of 17 outputs are left out."; none: "". */
const char *multiples_left_out(size_t all, const char *what);
