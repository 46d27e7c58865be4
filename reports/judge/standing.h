/*
 * standing.h -- verdicts counted: of one score, and of all that claim a property of representations. Counts are said,
 * never ranked: most passes are ones that a constant gets, too, so that they do not show which score to report.
 * Properties that are only reported do not count.
 */
#ifndef ASSAY_STANDING_H
#define ASSAY_STANDING_H

#include "judge.h"

typedef struct standing {
    const verdict *of; /* its verdicts, [property_count()] */
    size_t passed, earned, failed;
} standing;

standing standing_of(const verdict *of);

/* "Modularity: 3 scores claim it. Verdicts: 12 pass (8 of them free), 2 fail, ...": one claim, without controls. */
void claim_counts_text(const verdicts *all, uint32_t claim, char *to, size_t size);

/* Why nothing is recommended, in one or two sentences. */
void no_advice_text(const verdicts *all, char *to, size_t size);

/* Why no verdict rests on scores, in one or two sentences; "" where one does. */
void undecided_text(const verdicts *all, char *to, size_t size);

/* The failure of these verdicts whose mean is furthest from what was wanted, as a share of the score's range; NULL:
 * none fails. */
const verdict *verdicts_worst(const verdict *of, size_t n);

#endif
