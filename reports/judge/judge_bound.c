/*
 * What a mean is at least, where scores have a floor, whatever their distribution.
 *
 *     mean >= floor + sum_i (x_i - x_(i-1)) p(n - i + 1),      x_0 = floor, x_1 <= ... <= x_n the scores of n seeds
 *
 *   p(k) is the share that k of n seeds exclude to lie higher: k successes or more of n come with the chance a/n where
 *   one succeeds with the chance p(k) (Clopper and Pearson 1934, one-sided). The chance S(x) = P(score >= x) is below
 *   p(n - i + 1) at x = x_i in no more than a/n of studies, so at any x_i in no more than a (Bonferroni). The mean is
 *   floor + the integral of S, which falls: it is S(x_i) or more between x_(i-1) and x_i (Markov, step by step).
 *
 *   Nothing is assumed but that scores of seeds are independent, of one distribution, and not below the floor. It is
 *   far from sharp where scores lie close together, and decides where a few seeds spread over the whole range.
 *
 * Source   Clopper and Pearson 1934, Biometrika 26, pp. 404-413; Anderson 1969, Technical Report 1, Department of
 *          Statistics, Stanford (the mean within a band around a distribution).
 * Cost     time O(n log n), and n quantiles by bisection.
 */
#include "judge_inside.h"
#include "owned.h"

#include "ascending.h"
#include "beta.h"

/* The largest share with which `hits` or more of n come with a chance of no more than `level`; never more than it
 * is. */
static double share_at_least(size_t hits, size_t n, double level)
{
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 40; k++) {
        const double middle = 0.5 * (low + high);
        if (beta_regularised(middle, 1.0 - middle, (double)hits, (double)(n - hits + 1)) > level) high = middle;
        else low = middle;
    }
    return low;
}

double mean_at_least(double *above, size_t n, double level)
{
    double mean = 0.0, before = 0.0;
    qsort(above, n, sizeof *above, ascending);
    for (size_t i = 0; i < n; i++) {
        if (above[i] > before) mean += (above[i] - before) * share_at_least(n - i, n, level / (double)n);
        before = above[i];
    }
    return mean;
}

/* The same of the defined scores of a point from one end of the range, sign 1: the lower one, -1: the upper one. 0
 * where it cannot be more than `enough`: no share is larger than that of the least score. */
static double distance_at_least(const evidence_point *at, double end, double sign, double level, double enough)
{
    OWNED double *above = needed(malloc((at->n + 1) * sizeof *above));
    double sum = 0.0;
    size_t n = 0;
    for (size_t s = 0; s < at->n; s++) {
        if (isnan(at->value[s])) continue;
        above[n] = sign * (at->value[s] - end);
        sum += above[n++];
    }
    const double most = n ? sum / (double)n * pow(level / (double)n, 1.0 / (double)n) : 0.0;
    return most > enough ? mean_at_least(above, n, level) : 0.0;
}

void narrow_by_range(const evidence_series *s, double level, comparison *c)
{
    double from_low = 0.0, from_high = 0.0;
    if (isfinite(s->low) && c->seen[0] >= s->low)
        from_low = distance_at_least(c->at[0], s->low, 1.0, level, c->low - s->low);
    if (isfinite(s->high) && c->seen[1] <= s->high)
        from_high = distance_at_least(c->at[0], s->high, -1.0, level, s->high - c->high);
    if (from_low > 0.0) c->low = fmax(c->low, s->low + from_low);
    if (from_high > 0.0) c->high = fmin(c->high, s->high - from_high);
}
