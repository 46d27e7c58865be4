/*
 * early_verdict.h -- whether a pass or fail of fewer seeds than usual is as good as one of the usual number, where
 * verdicts decide which seeds are added.
 *
 * Intervals do not see what comes once in ten seeds. A pass of fewer seeds than usual stands on the four terms of
 * docs/judging.md, "Seeds until decided"; 29 is how many scores exclude failures in more than a tenth of them.
 *
 * A fail stands by one comparison that fails, on the same terms, scores that lie all beyond counting like those within:
 * points of the series whose seeds say one thing. What comes now and then at one point alone is not seen by others.
 */
#pragma once

#include "judge.h"

enum {
    EARLY_STANDS,      /* also what is neither pass nor fail, rests on the usual number of seeds, or on no scores */
    EARLY_LACKS_SEEDS, /* nothing lacks but a point with the usual number of seeds */
    EARLY_FALLS
};

/* `v` is one of `all`. */
int early_verdict(const verdicts *all, const verdict *v, size_t usual);
