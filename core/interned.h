/*
 * interned.h -- texts that are values of an option: each is kept once for as long as the program runs, and its number
 * is the value. An option of texts has the flag ASSAY_TEXT and these words. Any thread may call.
 */
#pragma once

#include "assay.h"

enum { INTERNED = 1 << 17 };

extern const char *interned_words[]; /* the first is there from the start: the standard of the scenario recipe */

/* The number of a text, a new one or that which it has. ASSAY_ENOMEM, also where there are INTERNED. */
assay_status interned(const char *text, double *to);
const char *interned_at(double number);
