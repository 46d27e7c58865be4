/* figure_script.h -- a figure as gnuplot's script and data, and the style that all figures share. */
#pragma once

#include "figure_layout.h"
#include "gnuplot_text.h"

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

/* The parts of both that all kinds of figures share. The header opens a block that ends with "}". */
void script_write_data_header(const figure_words *words, FILE *to);
void script_write_header(const figure_words *words, double width, double height, FILE *to);
void script_write_note(const figure_words *words, double width, double top, FILE *to);
int script_has_interval(const evidence_point *cell); /* 0 where it is NULL, or has fewer than two values */
void script_put_summary(const evidence_point *cell, FILE *to); /* " mean low high sd seeds defined"; NULL: missing */
/* A field of the data, and a comment: the reason of what is undefined, the name of a curve. */
void script_put_reason(const evidence_point *cell, FILE *to);
void script_put_name(const evidence_series *row, FILE *to);

/* Line styles SCRIPT_GRADED, SCRIPT_GRADED + 1, ... for the n steps of one quantity: from dark to light. */
enum { SCRIPT_GRADED = 31 };
void script_write_graded(size_t n, FILE *to);

/* Lines that the note takes in a figure of this width. */
size_t script_note_lines(const char *note, double width);
