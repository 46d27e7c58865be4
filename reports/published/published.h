/*
 * published.h -- numbers that papers print, and what a store says of the same.
 *
 * A published value is compared with the mean over seeds. It is reproduced where the mean rounds to what is printed,
 * agrees within error where the 95 % interval of the difference, both means having their error, reaches into what
 * rounds to it, and differs otherwise. Of a number that the text gives as "about", what rounds to it is taken as .05 to
 * either side.
 */
#pragma once

#include "claims.h"

typedef struct published {
    const char *id, *source, *plan;        /* "S2-d", "Boilard 2022, table 3.1", the plan that scores it */
    const char *scenario, *point;          /* the point it was taken at, as the store names it */
    claim_series of;
    double value, half;                    /* half a unit of the last printed digit */
    size_t decimals;                       /* that it is printed with */
    size_t runs;                           /* that the published value is a mean of; 0: exact */
    const char *remark;                    /* what is known about it; NULL: nothing */
    const char *reason;                    /* where it differs and that is known; NULL */
} published;

size_t published_count(void);
const published *published_at(size_t index); /* NULL past the end */

/* What the summaries say; fills ours, low, high, seeds, status and, where something is wrong, reason. Of points scored
 * at several sizes the largest counts. */
assay_status published_judge(const published *p, const score_rows *rows, reproduction_row *to);
