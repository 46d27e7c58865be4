/* wrapped.h -- text for people, its words wrapped. */
#pragma once

#include <stdio.h>

enum { WRAPPED_WIDTH = 100 };

/* Goes on where a line has `indent` columns; further lines begin with as many blanks. A line break stays one. */
void wrapped_text(const char *text, size_t indent, FILE *to);

/* Paragraphs apart by empty lines. Where a line begins with a blank it stays as it is; the others run on. */
void wrapped_paragraphs(const char *text, FILE *to);
