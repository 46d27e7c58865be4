/*
 * figures.h -- figures of a store's scores, drawn by gnuplot.
 *
 * Each scenario gives a figure: scores along the swept parameter, a panel for each family of metrics (a family of many
 * curves is split by the property it measures), means over seeds with the 95 % confidence interval of the mean
 * (Student's t). Where points are not numbers, a dot plot with a line for each metric. A figure of very many panels has
 * several parts. A metric whose scores can exceed 1 has an axis of its own. Where other parameters have more than two
 * settings, one map of colours shows them all (metrics down, points across).
 *
 * Beside each NAME.pdf, .svg or .png lie NAME.gp and NAME.dat, and one style.gp for all: `gnuplot NAME.gp` in that
 * folder draws the figure again. The same scores give the same bytes.
 */
#ifndef ASSAY_FIGURES_H
#define ASSAY_FIGURES_H

#include "store.h"
#include "summaries.h"

enum { FIGURE_PDF = 1, FIGURE_SVG = 2, FIGURE_PNG = 4 };
enum { FIGURE_EACH = 8 }; /* with the formats: a figure for each setting also where a map shows them all */

/* "pdf,svg" -> the mask. ASSAY_EUSAGE for anything else. */
assay_status figure_formats(const char *list, uint32_t *to, assay_error *err);

typedef struct figure_entry {
    char *name;     /* the files are DIRECTORY/NAME.pdf and so on */
    char *scenario; /* its id */
    char *title;    /* "Noise replaces the codes" */
    char *caption;  /* what is drawn, from how many seeds, and how many values were undefined */
} figure_entry;

typedef struct figures {
    figure_entry *at;
    size_t count;
    char **file; /* every file written, relative to the directory: style.gp first, then figure by figure */
    size_t n_files;
    char warnings[512]; /* what gnuplot said although it succeeded; "" when it was silent */
} figures;

/*
 * Draws every figure of the filter's scores into the directory, which is made if it is not there. All files are made in
 * a folder of their own and moved when the last is complete: on any error its files are as they were
 * (a directory made for them stays, empty).
 * ASSAY_EENVIRONMENT when gnuplot is not installed or the directory cannot be written, ASSAY_EINPUT when there is
 * nothing to draw. Free with figures_free, also after an error.
 */
assay_status figures_write(store *s, const store_filter *filter, const char *directory, uint32_t formats, figures *to,
                           assay_error *err);
assay_status figures_draw(const summaries *from, const char *directory, uint32_t formats, figures *to,
                          assay_error *err);
void figures_free(figures *list);

#endif
