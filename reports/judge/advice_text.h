/*
 * advice_text.h -- what the verdicts of a store allow to be said about the choice of a score, as a paragraph: what they
 * rest on, how many there are of each kind, and what is said of the choice itself, or that no score is recommended.
 */
#ifndef ASSAY_ADVICE_TEXT_H
#define ASSAY_ADVICE_TEXT_H

#include "judge.h"

#include <stdio.h>

/* Of the verdicts shown, series by series; `choice` (NULL: that nothing is recommended) comes last. Lines
 * of at most `width` columns. ASSAY_EENVIRONMENT where writing fails. */
assay_status advice_write(const verdicts *all, const char *choice, size_t width, FILE *to, assay_error *err);

#endif
