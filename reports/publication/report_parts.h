/*
 * report_parts.h -- `assay report` in three: what is asked for, what the store says of it, and where that is written. A
 * part takes what it shows, and the place it goes to.
 */
#pragma once

#include "figures.h"
#include "choice_table.h"
#include "page_parts.h"
#include "unfinished.h"

/* What is asked for. */
typedef struct report_request {
    store *scores;
    store_filter filter;
    const char *title;   /* NULL: as what is in the store suggests */
    const char *subject; /* variants whose sheets are shown first, a list; NULL for none */
    int print_all;       /* on paper the whole page, not the summary and the table alone */
} report_request;

/* What an audit found that is not in its store; NULL: nothing. */
typedef struct report_found {
    const held_out_lines *held_out;
    grid *hunted[2]; /* for people and for programs; the report's to free */
} report_found;

/* Groups of models are laid out and drawn like the points of a scenario. */
typedef struct report_drawn {
    score_rows rows;  /* of scenarios and of groups */
    evidence grouped; /* the groups */
    sheets order;
    struct figures figures; /* of these; none without gnuplot */
} report_drawn;

/* What a store says, read once and judged once. */
typedef struct report_view {
    evidence all;   /* every series */
    verdicts every; /* their verdicts */
    evidence shown; /* what is asked for, the subject first, without variations of options; borrowed from all */
    verdicts judged;
    score_rows read;      /* every series at every point */
    score_rows models;    /* of studies, one by one */
    score_rows doses;     /* what is wrong with them */
    stored_choice choice; /* of all metrics of the store, whichever are shown */
    page_front front;
    const char *metrics;       /* which are asked for, a list; NULL: all */
    const report_found *found; /* NULL: it is no audit, or found nothing else */
    int has_truth;             /* whether there are scenarios: what is true is known of them alone */
    int has_pairs;             /* of known order */
    int chooses;               /* whether the page says which metric to report, or why none */
} report_view;

/* Where it is written: a page, and the folder of its tables and figures. */
typedef struct report_place {
    page *p;
    unfinished_folder folder;
    char figures[UNFINISHED_PATH]; /* its folder of figures */
    int draws;                     /* whether there is gnuplot, and something to draw */
    const char *lacking;           /* at the head of every table: what the store lacks; NULL: nothing */
} report_place;

/* Reads the scores, closes the store, writes the folder and prints nothing; what was read is the caller's, to be freed
 * whatever the status. */
assay_status report_make(const report_request *asked, const report_found *found, const char *directory,
                         report_view *read, assay_error *err);
void report_view_free(report_view *read);

/* Draws what scenarios and groups give; without gnuplot the page says so, and no other part draws. */
assay_status report_draw(report_drawn *of, report_place *to, assay_error *err);

/* Each writes its sections to the page, and the same tables and figures to files. */
assay_status report_sheets(const score_rows *rows, const char *subject, const report_place *to, assay_error *err);
assay_status report_models(const report_view *of, const report_drawn *drawn, report_place *to, assay_error *err);
assay_status report_groups(const report_drawn *of, const report_place *to, assay_error *err); /* their figures */
assay_status report_fails(const report_view *of, const report_drawn *drawn, const report_place *to, assay_error *err);

/* Tables that are files: scores, verdicts, comparisons, items, thresholds. */
assay_status report_tables(const report_view *of, const score_rows *rows, report_place *to, assay_error *err);

/* A file of the folder, which an expression writes to the FILE *out. */
#define REPORT_WRITE(place, name, err, expression)                                            \
    do {                                                                                      \
        FILE *out;                                                                            \
        const char *file = (name);                                                            \
        ASSAY_TRY(unfinished_folder_create(&(place)->folder, file, &out, err));               \
        ASSAY_TRY(unfinished_folder_written(&(place)->folder, file, out, (expression), err)); \
    } while (0)

/* tables/NAME.md and .tex of some grids, .csv and .json of others. */
typedef struct report_grids {
    grid **at;
    size_t count;
} report_grids;
assay_status report_grids_write(report_place *to, const char *name, report_grids people, report_grids programs,
                                assay_error *err);
report_grids report_grids_of(grid *one);

void report_figure_files(page *p, const char *name); /* links to the files of a figure in figures/ */
