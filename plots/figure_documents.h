/* figure_documents.h -- the figures of the source documents: the name of each, and the scores it needs. */
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
