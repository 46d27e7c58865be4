/*
 * tree_gini -- the best split of a classification node by one feature
 *
 *   Counts and the sums of their squares are whole numbers, exact in double precision up to 6e7 rows; the sum of those
 *   of the right side is sum n_c^2 - 2 sum n_c l_c + sum l_c^2, with n_c in the node and l_c on the left. Scores, and
 *   the values of the feature, are only looked at where squares / weight of both sides are enough (tree_gini.h). Nodes
 *   of few classes are searched as in tree_gini_few.c.
 *
 * Cost     about 6 cycles per row of the node, and O(classes) once.
 */
#include "tree_gini.h"

/* The score as scikit-learn rounds it, which tree_gini_few.c does as well. */
static double gini_score(double left_squares, double right_squares, double wl, double wr)
{
    const double gini_left = 1.0 - left_squares / (wl * wl);
    const double gini_right = 1.0 - right_squares / (wr * wr);
    return -wr * gini_right - wl * gini_left;
}

void tree_gini_search(tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                      tree_best *best)
{
    const size_t classes = space->classes;
    space->searches[feature]++;
    if (tree_few_fits(space, branch)) {
        tree_few_search(space, branch, list, feature, best);
        return;
    }
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
        const gini_candidate found = { list, k, feature, gini_score(left_squares, right_squares, wl, wr), wl };
        if (found.score > best->score && gini_take(space, &found, best)) least = gini_least(best->score, weight);
    }
}
