/*
 * summaries.h -- the summaries of a store held in memory, and laid out as sheets: what tables and figures are made of.
 *
 * A sheet is one scenario at one number of samples with every parameter fixed but the swept one: curves (metric@preset,
 * output) by points. Its order is the store's.
 */
#ifndef ASSAY_SUMMARIES_H
#define ASSAY_SUMMARIES_H

#include "store.h"

typedef struct summaries {
    store_summary *at; /* strings are owned by the list */
    size_t count, room;
    char **text;
    size_t n_text, text_room;
} summaries;

/* Zero-initialise before the first use. On error the list keeps what it held. */
assay_status summaries_read(store *s, const store_filter *filter, summaries *to, assay_error *err);
assay_status summaries_add(summaries *to, const store_summary *row); /* copies */
void summaries_free(summaries *list);

typedef struct sheet {
    const char *scenario, *title, *symbol; /* symbol: "alpha"; "" when points are not numbers */
    const char *fixed;                     /* the parameters that are the same at all points, "delta=0.25", where other
                                              sheets of the scenario have others; else "" */
    uint64_t samples;
    int numeric;        /* every point is a number x, and there are at least two */
    int several_samples; /* the scenario has sheets of other sizes too */
    size_t n_points, n_curves;
    const store_summary **point; /* [n_points] a cell of each, for its name; by rising x where numeric */
    double *x;                   /* [n_points] where numeric */
    const store_summary **curve; /* [n_curves] a cell of each, for its metric, preset and output */
    const store_summary **cell;  /* [n_curves * n_points], cell[c*n_points + p]; NULL: not in the store */
    size_t least_seeds, most_seeds; /* over the cells that are there */
    size_t values, undefined;       /* over all cells and seeds */
} sheet;

typedef struct sheets {
    sheet *at;
    size_t count, room;
    char **text;
    size_t n_text, text_room;
} sheets;

/* The sheets borrow from the summaries, which must outlive them. */
assay_status sheets_build(const summaries *from, sheets *to);
void sheets_free(sheets *all);

/* "alpha" -> the Greek letter in UTF-8; any other text as it is. */
const char *symbol_text(const char *symbol);

/* A point as a reader names it: the Greek letter, an equals sign and 0.2 where points are numbers, else its settings
 * "copies=2, factors=4". */
void point_text(const sheet *s, size_t point, char *to, size_t size);

/* names.h */
void variant_text(const store_summary *row, char *to, size_t size);

#endif
