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
 * folder draws the figure again, an SVG without what figure_svg.h adds. The same scores give the same bytes.
 */
#pragma once

#include "agreement.h"
#include "choice.h"
#include "sheets.h"

/* How figures are drawn: some formats, and the paper that they are for, FIGURE_PAPER times its place in the list. */
enum { FIGURE_PDF = 1, FIGURE_SVG = 2, FIGURE_PNG = 4, FIGURE_PAPER = 8 };

/* How wide figures of one panel and of several are, in millimetres. For a paper what is drawn has no note: NAME.tex
 * includes the figure, with the note as its caption. */
typedef struct figure_paper {
    const char *word;
    double column, text;
} figure_paper;

/* To be added to formats; 0, a screen, for a name that is not there. */
uint32_t figure_paper_named(const char *word);

/* "pdf,svg" -> the mask. ASSAY_EUSAGE for anything else. */
assay_status figure_formats(const char *list, uint32_t *to, assay_error *err);

typedef struct figure_entry {
    const char *name;     /* the files are DIRECTORY/NAME.pdf and so on */
    const char *scenario; /* its id; "" where a figure shows several scenarios */
    const char *title;    /* "Noise replaces the codes" */
    const char *caption;  /* what is drawn, from how many seeds, and how many values were undefined */
    const char *seen;     /* what is seen, panel by panel, and the caption */
} figure_entry;

typedef struct figures {
    figure_entry *at;
    size_t count, room;
    const char **file; /* every file written, relative to the directory: style.gp first, then figure by figure */
    size_t n_files, file_room;
    char warnings[512]; /* what gnuplot said although it succeeded; "" when it was silent */
} figures;

/*
 * Draws every figure of the scores into the directory, which is made if it is not there. All files are made in
 * a folder of their own that takes its place when the last is complete (unfinished.h): on any error its files are as
 * they were (a directory made for them stays, empty).
 * ASSAY_EENVIRONMENT when gnuplot is not installed or the directory cannot be written, ASSAY_EINPUT when there is
 * nothing to draw.
 */
assay_status figures_draw(const score_rows *from, const char *directory, uint32_t formats, figures *to,
                          assay_error *err);
/* A file as it is, ended by a 0, to be freed; NULL: it cannot be read, or holds nothing. */
char *figure_read(const char *path, size_t *size);
int figure_is_too_long(const sheet *s); /* its points are words, and too many for one figure: it is left out */

/*
 * Sheets: a figure for each metric@preset with all its outputs, a small panel for each scenario, all on one axis, and
 * in grey what a perfect metric would show where the truth is known (its value, or which way it goes). Named
 * sheet-METRIC-PRESET, with -2, -3 behind it where one page does not hold all; outputs that are no fractions are sheets
 * of their own, sheet-METRIC-PRESET-unbounded. `metrics` is a list of ids or id@preset, NULL for all. Otherwise as
 * figures_draw.
 */
assay_status figures_sheets(const score_rows *from, const char *metrics, const char *directory, uint32_t formats,
                            figures *to, assay_error *err);

/* "side-by-side": these scores in a small panel for each of the first six scenarios that sweep a number; no figure
 * where there is none. Otherwise as figures_draw. */
assay_status figures_side_by_side(const score_rows *from, const evidence_series *const *series, size_t n,
                                  const char *directory, uint32_t formats, figures *to, assay_error *err);

/*
 * The figures of a comma-separated list of names, in its order: what figures_offered lists, that is those of the source
 * documents ("thesis-3.2", "dependent-2"; drawn from the presets of that document and the most samples there are), a
 * scenario's ("noise", "dependent-delta-0_25") and sheets ("sheet-mig-default"). A file's name has '_' where that of
 * the figure has '.'. ASSAY_EUSAGE for a name that is none, ASSAY_EINPUT for one whose scores are missing: the text
 * says which command makes them.
 */
assay_status figures_named(const score_rows *from, const char *names, const char *directory, uint32_t formats,
                           figures *to, assay_error *err);

typedef struct figure_offer {
    const char *name;    /* as figures_named takes it */
    const char *title;   /* what it shows */
    const char *source;  /* "Boilard 2022, figure 3.4"; "" where no document has it */
    const char *missing; /* the command that makes the scores it lacks; NULL: it can be drawn */
} figure_offer;

typedef struct figure_offers {
    figure_offer *at;
    size_t count;
} figure_offers;

/* Every figure there is: of the source documents, of scenarios, sheets. */
figure_offers figures_offered(const score_rows *from);

/* The agreement between metrics as a map of colours: series down and across, in the order of the table, the coefficient
 * in each cell where there is room for it. agreement.gp, .dat and a file for each format, otherwise as figures_draw.
 * ASSAY_EINPUT where the table has fewer than two series. */
typedef struct agreement_figure {
    const agreement_table *table;
    const agreement *of;
} agreement_figure;

assay_status figure_agreement_draw(const agreement_figure *what, const char *directory, uint32_t formats, figures *to,
                                   assay_error *err);

/* Which metric to report: a panel for each property, a line for each output that claims it. "strips" in the directory,
 * otherwise as figures_draw; ASSAY_EINPUT where no pairs were compared. */
assay_status figure_strips_draw(const choice *of, const char *lacking, const char *directory, uint32_t formats,
                                figures *to, assay_error *err);
