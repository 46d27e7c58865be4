/* figure_script.h -- a figure as gnuplot's script and data, and the style that all figures share. */
#ifndef ASSAY_FIGURE_SCRIPT_H
#define ASSAY_FIGURE_SCRIPT_H

#include "figure_layout.h"

#include <stdio.h>

/* What a page says of itself: under the panels, and as a caption. */
typedef struct figure_words {
    const char *name;      /* of the files */
    const char *axis;      /* "share of noise in every code, and the symbol" */
    const char *note;      /* one paragraph */
    const char *formats;   /* "pdf svg png" */
} figure_words;

void script_write_style(FILE *to);
void script_write_data(const layout *page, const figure_words *words, FILE *to);
void script_write(const layout *page, const figure_words *words, FILE *to);

/* Lines that the note takes in a figure of this width. */
size_t script_note_lines(const char *note, double width);

#endif
