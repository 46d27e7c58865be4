/*
 * chance.h -- whether codes say anything of a factor, by what a predictor says of rows that it has not learnt from
 *
 *   Importances are shares: of codes that carry nothing they are noise over noise. A factor of M whose p, times M, is
 *   above `level` counts as predicted by nothing, and its importances are 0. Of tables that carry nothing about one in
 *   a hundred is taken to carry something (level=.01). Of a share Q of variance explained in n rows left out z is
 *   sqrt(n Q) at most: a prediction of variance v has Q = 2 sqrt(v) z / sqrt(n) - v, which is largest, z^2/n, at v =
 *   z^2/n.
 */
#pragma once

#include "option_list.h"

#include <math.h>

#define OPTION_LEVEL PARAMETER("level", "of the test that something is carried; 1: none", 0.01, 0, 1, ASSAY_TESTS)

static inline double chance_of_normal(double z) { return 0.5 * erfc(z / sqrt(2.0)); }

/* Chi-square's tail by Wilson and Hilferty. */
static inline double chance_of_square(double square, double freedom)
{
    const double spread = 2.0 / (9.0 * freedom);
    return chance_of_normal((cbrt(fmax(square, 0.0) / freedom) - 1.0 + spread) / sqrt(spread));
}

static inline double chance_of_explained(double share, size_t n)
{
    return share > 0.0 ? chance_of_normal(sqrt(share * (double)n)) : 1.0;
}

/* The p of one factor of so many. */
static inline int chance_is_small(double p, size_t factors, double level)
{
    return level >= 1.0 || p * (double)factors <= level;
}
