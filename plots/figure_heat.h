/* figure_heat.h -- a map of colours: a value for each row under each column, columns in groups side by side. */
#pragma once

#include "figure_making.h"
#include "figure_script.h"

typedef struct heat_group {
    const char *name;
    size_t columns;
} heat_group;

typedef struct heat {
    const char *name, *title, *scenario, *note; /* as of a figure */
    const char *heading, *axis, *scale;         /* above; below all groups, NULL: nothing; what a colour is */
    const chart_tick *row;                      /* [n_rows] at 1, 2, ...: names at the left */
    const chart_tick *column;                   /* [n_columns] the same, below; NULL: groups alone have names */
    const heat_group *group;                    /* in as many columns as there are */
    size_t n_rows, n_columns, n_groups;
    double narrowest, widest; /* of a column, in millimetres; a page is made wider for the narrowest */
    int is_signed;            /* values are from -1 to 1 and written where there is room; else from 0 to 1 */
    void (*data)(const void *of, FILE *to); /* a line for each cell, row by row: column, row, value and what else */
    const void *of;
} heat;

assay_status heat_draw(making *m, const heat *what);
