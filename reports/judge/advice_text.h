/*
 * advice_text.h -- which scores to report and which to leave out, as a paragraph that could stand in a paper: each
 * claim with the verdicts it rests on, and no more than these bear out.
 */
#ifndef ASSAY_ADVICE_TEXT_H
#define ASSAY_ADVICE_TEXT_H

#include "advice.h"

#include <stdio.h>

/* Of the verdicts shown, series by series; lines of at most `width` columns. ASSAY_EENVIRONMENT where writing fails. */
assay_status advice_write(const verdicts *all, size_t width, FILE *to, assay_error *err);

#endif
