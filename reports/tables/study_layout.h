/*
 * study_layout.h -- the models of studies laid out for tables: models or groups down, series across, with what rows and
 * training runs say of each cell (reports/comparison).
 */
#pragma once

#include "comparison.h"
#include "data_sets.h"
#include "grid.h"

#define STUDY_LEVEL 0.95

/* How rows are made of models. */
typedef struct study_by {
    int file;          /* a row for each model; else for each group */
    const char *along; /* a column of the manifests: a row for each of its values within a group; NULL: none */
    const char *each;  /* a column of the manifests: models of one value are compared; NULL: none */
    const char *at;    /* which checkpoints count: data_sets.h; NULL: the last */
} study_by;

/* A model, or the models of a group, under one series. */
typedef struct study_cell {
    moments over;         /* defined scores */
    compared_side side;   /* the same, for comparisons */
    compared mean;        /* of a group */
    double ends[2];       /* of the interval; NaN: not known */
    int is_part;          /* some are means over part of their items */
    int is_best;          /* is indistinguishable from the best, and others can; never of what is at chance */
    double stage[6];      /* mean scores of codes with the defects of its models (evidence_point.defects) */
    size_t staged;        /* models that these are of; a score that is undefined there leaves them NaN */
    int few;              /* some have too few shuffled codes to be at chance */
    double chance, level; /* p of shuffled codes; NaN: not known, or nothing says that more is better */
    size_t models;
} study_cell;

typedef struct study_layout {
    const evidence_series **series;
    size_t n_series;
    const score_row **row; /* [n_rows] the first of each row of the table */
    const char **label;    /* [n_rows] its name, with its value of the column that the layout goes along */
    size_t n_rows;
    study_cell *cell;      /* [n_rows * n_series] */
    unsigned char *ranked; /* [n_series] whether rows could be compared, and one is below another */
    size_t alike;          /* series whose rows were compared, of which none is below another */
    score_rows distinct;   /* what it is laid out of */
    study_by by;
    size_t models, unsure, drawn; /* scores of models: without interval; with one */
    size_t in_order;              /* without, since the rows stand in an order or are one cluster */
    double level[2];              /* the least and the most confidence of these intervals; 0 without any */
    size_t equal;                 /* models that hold the arrays of another of their group: they count once */
    size_t undrawn;               /* whose shuffled codes were all undefined, or some */
    size_t undefined;             /* scores of models */
    const char *why[3];           /* they are: the first reasons of different words */
    size_t few;                   /* with so few shuffled codes that none could be better than all of them */
    double few_level;             /* the most confidence that these were to have */
    size_t earlier;               /* of groups: checkpoints that do not count (study_by.at), and are left out */
    const char *at_said;          /* "those of order 3 count, the last that all groups have"; NULL: none is left out */
    const char *lacks;            /* rows that other data sets have, by name; "": none */
    const char *differs;          /* in which columns models of one row and seed do, a sentence; NULL: none */
    const stored_point **kept;    /* [n_kept] the models that count, sorted */
    size_t n_kept;
    const data_set *data; /* that all are of */
    size_t of_sets;       /* data sets that there are */
} study_layout;

/* Nothing is a mean, or the best, across data sets: each has a layout of scores and one of doses, which may have no
 * rows. */
typedef struct study_sets {
    data_sets of;
    struct study_set {
        study_layout scores, doses;
    } * at;
    size_t n;
} study_sets;

/* Rows of studies in the order of score_rows_list, from which it borrows; doses may be NULL. */
void study_sets_make(const score_rows *scores, const score_rows *doses, const study_by *by, study_sets *to);
const study_layout *study_sets_of(const study_sets *sets, const score_row *row); /* that the row is in */

/* Whether another checkpoint stands for it in the means of groups. */
int study_is_left_out(const study_layout *l, const score_row *row);

/* Nothing says so of outputs that describe, a total correlation, a p, a number of mismatches; of losses less is. What
 * comes from outside says it by its range. */
int study_more_is_better(const evidence_series *s);

/* Whether a model's score is no better than codes shuffled against the factors give: 1 or 0; -1: not known, of too few
 * of these, or nothing says that more is better. */
int study_at_chance(const score_row *row);

static inline study_cell *study_cell_of(const study_layout *l, size_t row, size_t series)
{
    return &l->cell[row * l->n_series + series];
}
int study_cell_at_chance(const study_cell *c);
double study_cell_mean(const study_cell *c);

/* The cell that a score is in; NULL: in none. */
const study_cell *study_layout_cell(const study_layout *l, const score_row *row);

/* Its row, and its column, of cells; n_rows, n_series: it has none. */
size_t study_row_place(const study_layout *l, const score_row *row);
size_t study_series_place(const study_layout *l, const evidence_series *of);

const char *study_row_name(const study_layout *l, size_t row); /* its label without that value */

/* What is left out of means, and which columns differ within them: notes of a table of groups. */
void study_notes(grid *g, const study_layout *l);
/* Whether a table has a column for a series: one that is undefined in all rows is named below it. */
int study_has_column(const study_layout *l, size_t series, int only_better);
void study_undefined(grid *g, const study_layout *l, int only_better); /* which scores are, how many, and why */

/* A title, and which data set it is of, where there are several. */
const char *study_title(const study_layout *l, const char *title);

/* A table with a row for each of the layout's: its first columns, and a row as far as these. */
grid *study_grid(const study_layout *l, const char *caption);
void study_grid_row(grid *g, const study_layout *l, size_t row);
