/* r2.h -- the options of the relation r2; r2.c says what it computes. */
#pragma once

#include "rows.h"

/* Labels of two classes are numbers as they are: there is one direction, whichever comes first. */
static inline int labels_are_names(const assay_rep *rep, size_t i, double nominal)
{
    return rep->levels[i] > 2 && nominal == 0.0;
}

#define OPTION_NOMINAL                                                                                       \
    {                                                                                                        \
        "nominal", "a factor of three classes or more: refused, or its labels taken as numbers", 0, 0, 1, 1, \
            WORDS("refuse", "number")                                                                        \
    }

/* Those that mi has not: what a metric adds to MI_OPTIONS that offers r2, too. */
#define R2_OWN_OPTIONS(OPTION)      \
    OPTION(NOMINAL, OPTION_NOMINAL) \
    OPTION(LEAST_VARIANCE,          \
           { "least-variance", "codes with no more variance than this explain nothing", 0, 0, 1, ASSAY_LIMIT, NULL })

#define R2_OPTIONS(OPTION)    \
    OPTION(ROWS, OPTION_ROWS) \
    R2_OWN_OPTIONS(OPTION)
