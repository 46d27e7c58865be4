/* wording.h -- a text that is put together piece by piece in room of a fixed size; what does not fit is cut off. */
#pragma once

#include "assay.h"

#include <stdarg.h>

typedef struct wording {
    char *to;
    size_t size, used; /* used: without the zero; size or more where something was cut off */
} wording;

/* An empty text; to NULL or size 0: nothing is kept. */
wording wording_in(char *to, size_t size);
#define WORDING(array) wording_in(array, sizeof(array))

ASSAY_PRINTF(2, 3) void wording_add(wording *w, const char *format, ...);

/* Behind `between`, unless it is the first piece. */
void wording_join(wording *w, const char *between, const char *piece);

/* A text as long as it takes, to be freed; NULL: memory ran out. */
char *wording_of(const char *format, va_list args);
ASSAY_PRINTF(1, 2) char *wording_made(const char *format, ...);

/* How many digits, from 6 on, tell two numbers apart, for %.*g. */
int wording_digits(double a, double b);
