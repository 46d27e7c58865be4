/*
 * sheets.h -- scores laid out as tables and figures show them. A sheet is one scenario at one number of samples with
 * every parameter fixed but the swept one: curves (an output of a variant) by points. Its order is the store's.
 */
#pragma once

#include "evidence.h"

/* What the points of a sheet are: those of the scenario; or one point of it, at several numbers of samples, for other
 * values of an option, or for its single factors by how many values they have. */
enum { SHEET_POINTS, SHEET_SIZES, SHEET_OPTION, SHEET_FACTORS };

typedef struct sheet {
    int along;
    const char *scenario, *title, *symbol; /* symbol: "alpha"; "" when points are not numbers */
    settings fixed;                        /* the parameters that are the same at all points, "delta=0.25", where other
                                              sheets of the scenario have others; else none */
    uint64_t samples, least_samples;       /* least_samples: of SHEET_SIZES and groups of models; else the same */
    int numeric;                           /* every point is a number x, and there are at least two */
    int several_samples;                   /* the scenario has sheets of other sizes too; not of SHEET_SIZES */
    size_t n_points, n_curves;
    const evidence_point **point;   /* [n_points] a cell of each, for its name; by rising x where numeric */
    double *x;                      /* [n_points] where numeric */
    size_t *number;                 /* [n_points] the point's among those of all sheets: one group, one colour */
    const evidence_series **curve;  /* [n_curves] */
    const evidence_point **cell;    /* [n_curves * n_points], cell[c*n_points + p]; NULL: not in the store */
    size_t least_seeds, most_seeds; /* over the cells that are there */
    size_t values, undefined;       /* over all cells and seeds */
} sheet;

typedef struct sheets {
    sheet *at;
    size_t count, room;
} sheets;

/* The sheets borrow from the rows' evidence, which must outlive them. Zero-initialise before. */
void sheets_build(const score_rows *from, sheets *to);

/* The same for figures: a scenario is laid out along what it is there for, where the rows have that. Points that are
 * there at three numbers of samples or more, where they are no more than these: each along them, after the others. With
 * one point: along each option of which there are scores with another value, curves being those without, and then the
 * scores that have one value; or, where the scenario's factors are of different numbers of values, along these (rows
 * with items alone). */
void sheets_build_along(const score_rows *from, sheets *to);
/* Whether a sheet is the first of its scenario: those of one scenario follow each other. */
int sheets_is_first(const sheets *all, size_t k);

/* "alpha" -> the Greek letter in UTF-8; any other text as it is. */
const char *symbol_text(const char *symbol);
const char *symbol_name(const char *letter); /* of the letter that a text begins with; NULL: none */

/* A point as a reader names it: the Greek letter, an equals sign and 0.2 where points are numbers, else its settings
 * "copies=2, factors=4". */
const char *sheet_point_text(const sheet *s, size_t point);

/* Settings as a reader names them: "copies=2, factors=4". And the value of one. */
const char *settings_text(const settings *set, int symbols);
const char *setting_text(const setting *one);

/* Whether two sheets are settings of one scenario at one number of samples, or both along these. */
int sheets_stand_together(const sheet *a, const sheet *b);

/* "1000 samples", "200 to 5000 samples". */
const char *sheet_samples_text(const sheet *s);

/* "share of noise in every code, α": what is swept in words, where the scenario is a known one and these are no longer
 * than `most` characters, and its symbol; "(log scale)" where it is logarithmic. */
const char *sheet_axis_text(const sheet *s, size_t most);

/* "10 seeds", "3 to 10 seeds". */
const char *seeds_text(size_t least, size_t most);

/* Whether a curve has a mean at some point. */
int sheet_curve_defined(const sheet *s, size_t curve);

/* Between the numbers at an axis of this length, two to five of them: 1, 2 or 5 times a power of ten. */
double sheet_tick_step(double range);

int sheet_is_logarithmic(const sheet *s); /* four points or more, over more than a decade */

/* Where a numeric sheet's point stands on its axis, 0 to 1; of another the middle of its share. */
double sheet_place(const sheet *s, size_t point);
