/*
 * advice.h -- which score to use for a property of representations, as far as the verdicts of a store bear it out.
 *
 * A score is a candidate for modularity, compactness or explicitness where it claims it. Candidates are ranked by the
 * share of the properties asked of them that they pass (what fails, is undefined, undecided or not run is not passed),
 * then by passes that are earned, then by fewer failures. Properties that are only reported do not count. One is fit
 * for use where it passes all, earns a pass, and the verdicts rest on enough rows.
 */
#ifndef ASSAY_ADVICE_H
#define ASSAY_ADVICE_H

#include "judge.h"

/* What is asked of a score and what came of it. */
typedef struct standing {
    const verdict *of;  /* its verdicts, [property_count()] */
    size_t asked;       /* properties, but for those it does not claim */
    size_t passed, earned, failed;
    size_t outcome[VERDICT_KINDS];
} standing;

standing standing_of(const verdict *of);

enum { ADVICE_MOST = 3 };

typedef struct advice {
    uint32_t claim;             /* ASSAY_MODULARITY, ... */
    size_t candidates;          /* scores that claim it and earn a pass or fail something */
    standing best[ADVICE_MOST]; /* alike in rank */
    size_t n_best, n_alike;     /* those of the same rank that are named, and all of them */
    int fit;                    /* 1: the best pass all that is asked of them */
    standing worst;             /* fails most; of == NULL: none fails */
} advice;

void advice_make(const verdicts *all, uint32_t claim, advice *to);

/* The failure of these verdicts whose mean is furthest from what was wanted, as a share of the score's range; NULL:
 * none fails. */
const verdict *verdicts_worst(const verdict *of, size_t n);

#endif
