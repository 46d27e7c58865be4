/*
 * early_verdict.h -- whether a pass or fail of fewer seeds than usual is as good as one of the usual number, where
 * verdicts decide which seeds are added.
 *
 * Intervals hold at any number of seeds for scores that spread. They do not see what comes once in ten seeds: a metric
 * that fails with the chance q at every score is passed by n seeds of p points with the chance (1 - q)^(n p), one that
 * fails at all points of a seed with (1 - q)^n; and what keeps a mean where it must be may come as rarely. So a pass of
 * fewer seeds than usual stands only where
 *
 *   - its seeds do not agree to the bit: the spread is all that an interval goes by, and what n of them exclude
 *     (1 - .05^(1/n)) is said of the usual number;
 *   - nothing in the series looks like a metric that fails now and then: no comparison of any of its verdicts has some
 *     seeds within what is wanted and others beyond, no point a score in some seeds and none in others;
 *   - as many scores as the usual number of seeds has at the verdict's points lie within what is wanted, at any points
 *     of the series, and no fewer than exclude failures in more than a tenth of scores (29): the chance is
 *     (1 - q)^(n p) at most, n the usual number, and (1 - q)^29;
 *   - some point of the series with scores that lie so has the usual number of seeds: the chance is (1 - q)^n.
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
