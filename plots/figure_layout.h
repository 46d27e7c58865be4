/*
 * figure_layout.h -- which curves go into which panel, and where panels stand on the page. Lengths in millimetres, from
 * the upper left corner.
 */
#pragma once

#include "sheets.h"

#include <stdio.h>

enum {
    PANEL_CURVES = 7, /* as many as can be told apart by colour, dash and point */
    PANEL_ROWS = 16,  /* of a dot plot */
    PANEL_TITLE = 240,
    LABEL = 96,
    PANEL_IDEALS = 4,
    FIGURE_PANELS = 12
};

typedef struct panel {
    char title[PANEL_TITLE];
    const size_t *curve; /* indices into the sheet */
    size_t n;
    const char *preset;  /* what all its curves share, said in the title; NULL */
    int fraction;        /* its scores end at 1 */
    int flat;            /* set aside: its one score is the same at every point */
    double left, right, top, bottom; /* of the plotting area */
    double key;          /* top of the key; curves only */
    int key_columns;
    double low, high;    /* of the scores' axis */
    uint32_t ideal[PANEL_IDEALS]; /* claims of which it is known what a perfect metric scores; curves only */
    size_t n_ideals;     /* each with other scores */
} panel;

typedef struct layout {
    const sheet *s;
    panel at[FIGURE_PANELS];
    size_t count, columns;
    const panel *aside; /* not drawn, but written with the data of the last page */
    size_t n_aside;
    double width, height, note; /* note: top of the lines at the foot */
    double key;                 /* of a dot plot */
    int key_columns;
} layout;

/* All panels of a sheet, without their places; behind them those in which nothing is defined, or one score that does
 * not move. curves keeps the indices. */
typedef struct panels {
    panel *at;
    size_t count, n_aside;
    size_t *curves;
} panels;

assay_status panels_make(const sheet *s, panels *to);
void panels_free(panels *all);

/* Places panels [first, first + count) of the sheet on a page. */
void layout_make(const sheet *s, const panels *all, size_t first, size_t count, size_t note_lines, layout *to);

#define UNDEFINED_MARK " (undefined)"
int curve_defined(const sheet *s, size_t curve); /* at one point at least */

/* "Drawn over each other: mig, rmig." of the panels, which nothing precedes; "" where no curves are. */
void layout_coinciding(const layout *page, char *to, size_t size);

/* What is seen, panel by panel: "(a) Information: mig from 0.745 at α=0 to 0.013 at α=1; ...". */
void layout_words(const layout *page, FILE *to);

enum { FLAT_DIGITS = 3 }; /* a score within 0.005 is told with these */

/* "perfect metric"; of several "perfect modularity". */
void ideal_label(const panel *p, size_t which, char to[LABEL]);

/* A curve's name in a key: "dci-lasso modularity", shortened where it is long. */
void curve_label(const evidence_series *row, const char *preset_said, char to[LABEL]);

enum { POINT_LABEL = 300 };
/* A point's name in the key of a dot plot, whose middle is cut out where no line of the page has room for it. */
void point_label(const layout *page, size_t point, char to[POINT_LABEL]);

double text_millimetres(const char *text, double points); /* about, in a sans-serif font */
