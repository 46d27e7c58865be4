/*
 * figure_script.h -- what all kinds of figures write into gnuplot's scripts and data. Lengths in millimetres, from the
 * upper left corner of the page.
 */
#pragma once

#include "chart.h"
#include "gnuplot.h"

enum { SCRIPT_POINTS = 7 }; /* of all letters but titles and axes, which have 8: none is smaller */

typedef struct box {
    double left, right, top, bottom;
} box;

double text_millimetres(const char *text, double points); /* about, in a sans-serif font */

/* Line styles SCRIPT_GRADED, SCRIPT_GRADED + 1, ... for the n steps of one quantity: from dark to light. */
enum { SCRIPT_GRADED = 31 };
void script_write_graded(size_t n, FILE *to);

void script_frame(const box *b, FILE *to); /* the next plot's place */

/* A text at a place, `how` as gnuplot aligns and sets it: "center font small_font". */
void script_label(const char *text, double x, double y, const char *how, FILE *to);

/* The ticks of an axis, "x" or "y". Texts that have no room next to their right neighbour's are left out, where a step
 * of 1 is so many millimetres on an axis that begins at `low` and is `room` long; millimetres 0: all stay. */
void script_ticks(const char *axis, const chart_tick *at, size_t n, double low, double millimetres, double room,
                  FILE *to);

/* The lines of a note in a figure of this width, as labels from `top` on; NULL: none. Their height with the edge of the
 * page below them. */
double script_note(const char *note, double width, double top, FILE *to);

int script_has_interval(const evidence_point *cell); /* 0 where it is NULL, or has fewer than two values */

/* " mean low high sd seeds defined", and why what is undefined is so; NULL: missing. */
void script_put_cell(const evidence_point *cell, FILE *to);
#define SCRIPT_CELL "mean low high sd seeds defined undefined"

/* A text as a field of its own. */
void script_put_field(const char *text, FILE *to);
void script_put_number(double value, FILE *to);
