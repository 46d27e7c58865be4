/* r2.h -- the options of the relation r2; r2.c says what it computes. */
#pragma once

#include "rows.h"

enum { NOMINAL_REFUSE, NOMINAL_NUMBER };

/* Labels of two classes are numbers as they are: there is one direction, whichever comes first. So are those in
 * order. */
static inline int labels_are_names(const assay_rep *rep, size_t i, double nominal)
{
    const int ordered = rep->period && rep->period[i] == ASSAY_ORDERED;
    return rep->levels[i] > 2 && nominal == NOMINAL_REFUSE && !ordered;
}

#define OPTION_NOMINAL                                                                              \
    CHOICE("nominal", "a factor of three classes or more: refused, or its labels taken as numbers", \
           [NOMINAL_REFUSE] = "refuse", [NOMINAL_NUMBER] = "number")

/* Those that mi has not: what a metric adds to MI_OPTIONS that offers r2, too. */
#define R2_OWN_OPTIONS(OPTION)      \
    OPTION(NOMINAL, OPTION_NOMINAL) \
    OPTION(LEAST_VARIANCE,          \
           PARAMETER("least-variance", "codes with no more variance than this explain nothing", 0, 0, 1, ASSAY_LIMIT))

#define R2_OPTIONS(OPTION)    \
    OPTION(ROWS, OPTION_ROWS) \
    R2_OWN_OPTIONS(OPTION)
