/*
 * needed.h -- memory that a command cannot go on without. Where there is none the program says so and ends with exit
 * status 4: whoever makes a table, a figure or a page neither checks for it nor passes it on. Only rooms that the
 * program alone has may use it (reports, plots, cli). A library returns ASSAY_ENOMEM. A file in the making
 * stays unfinished, and whoever writes there next removes it (unfinished.h).
 */
#pragma once

#include "owned.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* What an allocation gave: at = needed(calloc(n, sizeof *at)). */
__attribute__((returns_nonnull)) void *needed(void *memory);

/* What a call gave that nothing but lack of memory makes fail. */
void needed_status(assay_status status);

/* A text that was written into memory ends. */
void needed_close(FILE *text);

/* Zeroed memory, and texts, of any length, that stay until the program ends: nobody frees them. Of one thread. */
void *kept(size_t n, size_t size);
void *kept_grown(void *at, size_t size, size_t count, size_t *room); /* as grown(), growing.h */
ASSAY_PRINTF(1, 2) char *phrase(const char *format, ...);
char *phrase_of(const char *format, va_list args);
char *phrase_join(const char *text, const char *between, const char *piece); /* of an empty text the piece alone */
FILE *phrase_open(void);                                                     /* a text that is written in pieces */
char *phrase_close(FILE *text);
