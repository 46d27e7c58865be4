/*
 * figure_documents.h -- the kinds of figures there are: those of source documents, with the scores that they need, of
 * scenarios, of metrics.
 */
#pragma once

#include "figure_making.h"

typedef struct document {
    const char *name, *title, *source;
    const char *scenario; /* NULL: it needs no scores */
    const char *preset;   /* of the scores that it shows; NULL: any, of codes of noise */
    const char *command;  /* makes the scores */
    /* Draws it as NAME; the scores were checked. */
    assay_status (*draw)(making *m, const score_rows *from, const struct document *what, const char *name);
} document;

const document *document_at(size_t index); /* NULL past the end */

/* Whether there is a score for it; err says what to do. */
assay_status document_check(const document *what, const score_rows *from, assay_error *err);

/* ---- the figures of scenarios, one by one ---- */

/* Panels of curves or dots: files NAME, and NAME-2, ... where one page does not hold them. */
assay_status pages_draw(making *m, const sheet *s, const char *name);

/* All settings of a scenario at one number of samples, as a map of colours; nothing where no score is a fraction. */
assay_status pages_draw_map(making *m, const sheets *all, size_t first, const char *name);

/* ---- what the scenario `nonlinear` does to a factor: figures that need no scores ---- */

/* A code against its factor, a curve for each alpha. Boilard 2022, figure 3.4. */
assay_status nonlinear_draw_function(making *m, const score_rows *from, const document *about, const char *name);

/* What ten bins of equal width make of it: the curve, and the share of samples in each bin, a panel for each alpha.
 * Boilard 2022, figure 3.6. */
assay_status nonlinear_draw_bins(making *m, const score_rows *from, const document *about, const char *name);

/* ---- what codes of noise score, by the number of rows and the number of codes for a factor ---- */

/* Whether a score is of codes of noise, factors and codes from streams of their own. */
int null_is_wanted(const score_row *row, const void *context);

/* A small panel for each output whose range ends at 1: its score against the rows, on a logarithmic axis, a curve for
 * each number of codes over factors, and in grey what the largest of m correlations of noise comes to. */
assay_status null_draw(making *m, const score_rows *from, const document *what, const char *name);

/* ---- the sheets of metrics, one by one ---- */

/* Whether row k is the first of a sheet, of fractions or of what has no upper bound, and the sheet's name. */
int sheet_begins(const score_rows *from, size_t k, char name[FIGURE_NAME]);

/* Draws the sheet that begins with this row. */
assay_status sheet_draw(making *m, const score_rows *from, const evidence_series *row, const char *name);
