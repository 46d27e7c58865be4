/* figure_map.h -- a scenario of many settings as one map of colours: metrics down, points of every setting across. */
#pragma once

#include "figure_script.h"

typedef struct map {
    const sheet **part; /* the settings, side by side */
    size_t n_parts;
    const evidence_series **row; /* a cell of each curve that is a fraction and defined somewhere */
    size_t n_rows, n_columns;
    const char *preset; /* what all rows share; NULL */
    double width, height, left, right, top, bottom, below, note; /* millimetres; below: top of the names of settings */
    int brief, turned; /* these leave out the parameter; are written upwards */
} map;

/* The sheets from `first` on that are the same scenario and samples. Zero rows: nothing to draw. Free with map_free. */
assay_status map_make(const sheets *all, size_t first, map *to);
void map_free(map *m);

void map_place(map *m, size_t note_lines);
void map_write(const map *m, const figure_words *words, FILE *to);
void map_write_data(const map *m, const figure_words *words, FILE *to);
