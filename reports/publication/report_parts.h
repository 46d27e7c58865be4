/* report_parts.h -- what the files of `assay report` share: everything it knows of a store, and the parts it writes. */
#pragma once

#include "figures.h"
#include "choice_table.h"
#include "page_parts.h"
#include "unfinished.h"

typedef struct report {
    store *scores;
    store_filter filter;
    const char *title;              /* NULL: as what is in the store suggests */
    const held_out_lines *held_out; /* of an audit: what its held-out check found; NULL: there was none */
    grid *hunted[2];                /* likewise of its hunt, for people and for programs; the report's to free */
    int print_all;                  /* on paper the whole page, not the summary and the table alone */
    const char *subject;            /* variants whose sheets are shown first, a list; NULL for none */
    score_rows read;                /* every series at every point */
    evidence grouped;               /* groups of studies as points of a scenario */
    score_rows rows;                /* what is drawn and laid out: scenarios, and the groups of studies */
    score_rows models;              /* of studies, one by one */
    score_rows doses;               /* what is wrong with them */
    int whole;                      /* nothing of its scenarios' own scores is left out */
    int has_truth;                  /* whether there are scenarios: what is true is known of them alone */
    stored_choice choice;           /* of all metrics of the store, whichever are shown */
    int chooses;                    /* whether it has strips */
    sheets order;
    evidence all;    /* every series */
    verdicts every;  /* their verdicts */
    evidence seeds;  /* the same without variations of options, which are there for comparison; borrowed from all */
    verdicts judged; /* likewise */
    unfinished_folder folder;
    char figures[UNFINISHED_PATH]; /* its folder of figures */
    int draws;                     /* whether there is gnuplot, and something to draw */
    struct figures drawn;          /* of scenarios and groups */
    page_front front;
    page *p;
} report;

/* Reads the scores, closes the store, writes the folder and prints nothing; what was read stays for the caller and is
 * to be freed, whatever the status. */
assay_status report_make(report *r, const char *directory, assay_error *err);
void report_free_scores(report *r);

/* Draws what scenarios and groups give; without gnuplot the page says so, and no other part draws. */
assay_status report_figures(report *r, assay_error *err);

/* Each writes its sections to the page, and the same tables and figures to files. */
assay_status report_sheets(report *r, assay_error *err); /* of the subject */
assay_status report_models(report *r, assay_error *err);
assay_status report_groups(report *r, assay_error *err); /* of models: their figures */
assay_status report_fails(report *r, assay_error *err);  /* scores along scenarios */

/* Tables that are files: scores, verdicts, comparisons, items, thresholds. */
assay_status report_tables(const report *r, assay_error *err);

/* A file of the folder, which an expression writes to the FILE *to. */
#define REPORT_WRITE(r, name, err, expression)                                           \
    do {                                                                                 \
        FILE *to;                                                                        \
        const char *file = (name);                                                       \
        ASSAY_TRY(unfinished_folder_create(&(r)->folder, file, &to, err));               \
        ASSAY_TRY(unfinished_folder_written(&(r)->folder, file, to, (expression), err)); \
    } while (0)

/* tables/NAME.md and .tex of some grids, .csv and .json of others. */
typedef struct report_grids {
    grid **at;
    size_t count;
} report_grids;
assay_status report_grids_write(const report *r, const char *name, report_grids people, report_grids programs,
                                assay_error *err);
report_grids report_grids_of(grid *one);

void report_figure_files(page *p, const char *name); /* links to the files of a figure in figures/ */
