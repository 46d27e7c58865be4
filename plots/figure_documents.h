/*
 * figure_documents.h -- the kinds of figures there are: those of source documents, with the scores that they need, of
 * scenarios, of metrics.
 */
#pragma once

#include "figure_making.h"

typedef struct document {
    const char *name, *title, *source;
    const char *scenario, *preset; /* of the scores that it shows */
    const char *command;           /* makes the scores */
    /* Draws it as NAME; the scores were checked. */
    assay_status (*draw)(making *m, const score_rows *from, const struct document *what, const char *name);
} document;

const document *document_at(size_t index); /* NULL past the end */

/* Whether there is a score for it; err says what to do. */
assay_status document_check(const document *what, const score_rows *from, assay_error *err);

/* Panels of curves or dots: files NAME, and NAME-2, ... where one page does not hold them. */
assay_status pages_draw(making *m, const sheet *s, const char *name);

/* All settings of a scenario at one number of samples, as a map of colours; nothing where no score is a fraction. */
assay_status pages_draw_map(making *m, const sheets *all, size_t first, const char *name);

/* Whether row k is the first of a sheet, of fractions or of what has no upper bound, and the sheet's name. */
const char *sheet_begins(const score_rows *from, size_t k);

/* Draws the sheet that begins with this row. */
assay_status sheet_draw(making *m, const score_rows *from, const evidence_series *row, const char *name);
