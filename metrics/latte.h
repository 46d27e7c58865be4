/* latte.h -- what the metrics of Latte have in common: the preset latte2021 and when a quotient has no meaning. */
#pragma once

#include <stddef.h>

#define LATTE_OPTIONS "relation=mi-knn:label-scale=truncated"
#define LATTE_DEFECTS                                                                                                  \
    "H(v) is the estimator's I(v; v), which for a continuous factor is psi(n) - psi(4), a function of n alone: the "   \
    "score of one representation moves with n. Labels of a categorical factor are divided by their deviation and cut " \
    "to whole numbers where they stand for a column, so labels can merge, H(v) is then too small and scores exceed 1 " \
    "(1.5 for five labels). Ties among codes are broken by noise: a score of discrete codes moves with the seed."

/* Rounding leaves 1e-16 of the total where nothing is left; an estimate can be negative. */
static inline int nothing_left(double reach, double total) { return !(reach > 1e-12 * total); }

/*
 * The last of the largest but `own`, up to rounding (1e-12 of total). A code whose values are renamed sums the same
 * terms in another order: without the allowance the rival, and what remains of a factor, would hang on the last bit.
 */
static inline size_t rival_of(const double *value, size_t n, size_t own, double total)
{
    size_t best = own == 0;
    for (size_t k = 0; k < n; k++)
        if (k != own && value[k] > value[best]) best = k;
    size_t last = best;
    for (size_t k = best + 1; k < n; k++)
        if (k != own && value[k] >= value[best] - 1e-12 * total) last = k;
    return last;
}
