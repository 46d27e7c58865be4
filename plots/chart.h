/*
 * chart.h -- charts as data: panels of curves or dots with what they are against, what a perfect metric
 * would score, and what is said of them in words. What a panel is (a claim, a family of metrics, a scenario) is up to
 * the caller.
 *
 * The points of a panel stand in one or several segments side by side, one for each setting of the parameters that are
 * not swept. A segment is 1 wide; lines and bands do not cross from one to the next.
 */
#pragma once

#include "sheets.h"

#include <stdio.h>

typedef struct chart_tick {
    double at;
    const char *text;
} chart_tick;

typedef struct chart_panel {
    const char *title, *mark,
        *axis;     /* mark: words of what is known of a perfect metric; axis: what its points are; "" */
    int joined;    /* points are numbers: lines with bands; else dots with bars */
    int fraction;  /* its scores end at 1 */
    int one_ideal; /* what a perfect metric would score is drawn where it is the same of all claims, at two points */
    size_t n_points, n_segments, n_ticks, n_curves;
    double *x;                    /* [n_points] places in [0, n_segments], or rows 1, 2, ... */
    size_t *segment;              /* [n_points] rising */
    const evidence_point **point; /* [n_points] a cell of each, for its name; of rows none */
    const evidence_point **cell;  /* [n_curves * n_points]; NULL: not in the store */
    const evidence_series **of;   /* [n_curves], of rows [n_points]: their series; NULL: they are of several */
    double *ideal;                /* [n_curves * n_points] what a perfect metric would score; NaN: not known */
    chart_tick *tick;             /* [n_points + n_segments] places for the n_ticks */
    const char **label;           /* [n_curves] */
    const size_t *number;         /* [n_curves] what their colours go by; NULL: their places */
} chart_panel;

typedef struct chart {
    chart_panel *at;
    size_t count, room;
} chart;

/* Starts a panel. Its axis, cells and labels are to be filled. */
chart_panel *chart_add(chart *to, size_t n_curves, size_t n_points, size_t n_segments);

/* Places the points of a sheet in a segment, the first of them as the panel's point `first`, numbers with so much room
 * at either end; ticks are numbers or names of the points where the panel has one segment, and one name for the whole
 * where it has several. */
void chart_axis(chart_panel *t, const sheet *s, size_t segment, size_t first, double edge);

/* The cells of a sheet's curve as those of curve `c` from point `first` on, and what a perfect metric would score. */
void chart_take(chart_panel *t, size_t c, size_t first, const sheet *s, size_t curve);

const evidence_point *chart_cell(const chart_panel *t, size_t c, size_t point);
int chart_defined(const chart_panel *t, size_t c); /* at some point */
int chart_any_defined(const chart_panel *t);
int chart_has_ideal(const chart_panel *t, size_t c);

/* Of fractions [0, 1], or as far out as a mean of one of the panels is, but no further down than -1; of others from 0,
 * or the least end of an interval, to the largest. */
void chart_range(const chart_panel *t, size_t count, double *low, double *high);

/* The reason's word where a curve is undefined, `length` bytes; NULL: none was given. */
const char *chart_why(const chart_panel *t, size_t c, size_t *length);

/* "mig, sap; irs, mcc": the curves that no eye distinguishes; `any`: of earlier panels there were some. Whether there
 * are now. */
int chart_put_coinciding(const chart_panel *t, int any, FILE *to);

/* What is seen: "TITLE (AXIS): mig from 0.745 at 0 to 0.013 at 1; sap undefined. " */
void chart_put_words(const chart_panel *t, FILE *to);
