/*
 * tree_gini -- what searches for the best split into classes share: when a candidate is the winner
 *
 *   Squares are sums of squared counts of classes on a side, weights the sums of the counts: whole numbers that a
 *   double holds. Scores are formed with the very operations scikit-learn uses, because between classes equal scores
 *   are common and rounding decides which wins. What says that a candidate cannot win leaves 1e-12 W to rounding, W the
 *   node's weight: a score is the sum of squares / weight of both sides, less W, and rounding does 1e-14 W to it at
 *   most.
 */
#pragma once

#include "tree_space.h"

/* What left_squares * right + right_squares * left must exceed, by left * right: the weights of both sides. */
static inline double gini_least(double best, double weight) { return best + weight - 1e-12 * weight; }

/* The candidate behind list[place]; left: weight. */
typedef struct gini_candidate {
    const uint32_t *list;
    size_t place, feature;
    double score, left;
} gini_candidate;

/* A candidate that is better becomes the best if it is a split at all; returns whether it is. */
static inline int gini_take(tree_space *space, const gini_candidate *found, tree_best *best)
{
    const float low = tree_value(space, space->row_of[found->list[found->place]], found->feature);
    const float high = tree_value(space, space->row_of[found->list[found->place + 1]], found->feature);
    if (!rank_apart(low, high)) {
        space->ties[found->feature]++;
        return 0;
    }
    *best = (tree_best){ found->score, (uint32_t)found->feature, (uint32_t)found->place, (uint32_t)found->place + 1,
                         (uint64_t)found->left, low, high };
    return 1;
}
