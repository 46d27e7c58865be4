/* data_like.h -- what a file of factors is like, in the words of the bank of pairs. */
#pragma once

#include "assay.h"
#include "choice.h"

#include <stdio.h>

/* Factors that carry this much about another one are dependent: the correlation of two normal variables that share as
 * much information. The bank's dependent factors have .3 to .7. */
#define DATA_DEPENDENT 0.15

/* Sets kinds, dependence, rows and, where the file has codes, their number; what is set already stays. A sentence
 * that says what was found goes to `say`. `kinds` as for --kinds of `assay score`. */
assay_status data_like(const char *path, const char *kinds, choice_like *to, FILE *say, assay_error *err);
