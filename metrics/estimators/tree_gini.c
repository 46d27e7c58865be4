/*
 * tree_gini -- the best split of a classification node by one feature
 *
 *   Counts and the sums of their squares are whole numbers, exact in double precision up to 6e7 rows; the sum of those
 *   of the right side is sum n_c^2 - 2 sum n_c l_c + sum l_c^2, with n_c in the node and l_c on the left. Scores are
 *   formed with the very operations scikit-learn uses, because between classes equal scores are common and rounding
 *   decides which wins. With l and r for the sums of squares of both sides, w and W - w for their weights, a score is
 *       -(W - w) (1 - r / (W - w)^2) - w (1 - l / w^2)  =  l / w + r / (W - w) - W,
 *   so a candidate wins only where l (W - w) + r w > (best + W) w (W - w). Only there are the score and the values of
 *   the feature looked at. Each of the ten operations on either side rounds by 1.2e-16 of terms up to W: 1e-15 W in
 *   all, and 1e-12 W is left to them.
 *
 * Cost     about 6 cycles per row of the node, and O(classes) once.
 */
#include "tree_space.h"

/* The candidate behind list[place] becomes the best if it is a split at all; returns whether it is. left: weight. */
static int gini_take(const tree_space *space, const uint32_t *list, size_t feature, size_t place, double score,
                     double left, tree_best *best)
{
    const float low = tree_value(space, space->row_of[list[place]], feature);
    const float high = tree_value(space, space->row_of[list[place + 1]], feature);
    if (!rank_apart(low, high)) return 0;
    *best = (tree_best){ score, (uint32_t)feature, (uint32_t)place, (uint32_t)place + 1, (uint64_t)left, low, high };
    return 1;
}

void tree_gini_search(const tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                      tree_best *best)
{
    const size_t classes = space->classes;
    const uint64_t *const packed = space->packed;
    double *const left = space->shares, *const all = left + classes;
    double weight = 0, squares = 0, left_squares = 0, both = 0, wl = 0;
    for (size_t c = 0; c < classes; c++) {
        left[c] = 0;
        all[c] = (double)space->counts[c];
        weight += all[c];
        squares += all[c] * all[c];
    }
    double least = gini_least(best->score, weight);
    for (uint32_t k = 0; k + 1 < branch->count; k++) {
        const uint64_t here = packed[list[k]];
        const uint32_t c = (uint32_t)here;
        const double w = (double)(int64_t)(here >> 32);
        left_squares += w * (2 * left[c] + w);
        both += w * all[c];
        left[c] += w;
        wl += w;
        const double wr = weight - wl, right_squares = squares - 2 * both + left_squares;
        const double top = left_squares * wr + right_squares * wl;
        if (!(top > least * (wl * wr))) continue;
        const double score = gini_score(left_squares, right_squares, wl, wr);
        if (score > best->score && gini_take(space, list, feature, k, score, wl, best))
            least = gini_least(best->score, weight);
    }
}
