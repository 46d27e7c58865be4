/*
 * tree_gini -- the best split of a classification node by one feature
 *
 *   Counts and the sums of their squares are whole numbers, exact in double precision up to 6e7 rows; the sum of those
 *   of the right side is sum n_c^2 - 2 sum n_c l_c + sum l_c^2, with n_c in the node and l_c on the left. Scores are
 *   formed with the very operations scikit-learn uses, because between classes equal scores are common and rounding
 *   decides which wins. With l and r for the sums of squares of both sides, w and W - w for their weights, a score is
 *       -(W - w) (1 - r / (W - w)^2) - w (1 - l / w^2)  =  l / w + r / (W - w) - W.
 *   Each of the ten operations on either side rounds by 1.2e-16 of terms up to W: 1e-15 W in all, and 1e-12 W is left
 *   to them. Of a block of rows that may hold a better score, only rows near its largest are looked at; where none of
 *   these is a split, because values are equal, all that may be better are.
 *
 * Cost     about 5 cycles per row of the node, and O(classes) once.
 */
#pragma once

#include "tree_wide.h"

enum { BLOCK = 128 };

/* Behind each row of a block sum l_c^2, sum n_c l_c and the left weight; and about what a score and W are. */
typedef struct gini_block {
    uint64_t left[BLOCK], both[BLOCK], weight[BLOCK];
    double reached[BLOCK];
    const uint32_t *list; /* of its rows and the next one */
    size_t many;
    uint32_t feature, begin;
} gini_block;

/* Fills `reached`, and returns the largest. */
SPLIT_INLINE double block_reach(gini_block *block, double weight, uint64_t squares)
{
    split_doubles most = { 0 };
    for (size_t k = 0; k < block->many; k += SPLIT_LANES) {
        split_doubles l, r, w;
        const split_words left = SPLIT_AT(const split_words, block->left + k);
        const split_words right = squares - 2 * SPLIT_AT(const split_words, block->both + k) + left;
        split_whole(&left, &l), split_whole(&right, &r);
        split_whole(&SPLIT_AT(const split_words, block->weight + k), &w);
        const split_doubles rest = weight - w, reached = (l * rest + r * w) / (w * rest);
        most = SPLIT_PICK(reached > most, reached, most);
        SPLIT_AT(split_doubles, block->reached + k) = reached;
    }
    double largest = 0;
    for (size_t i = 0; i < SPLIT_LANES; i++) largest = most[i] > largest ? most[i] : largest;
    return largest;
}

/* Takes what is better than the best so far, and is a split, of the rows that reach more than `least`; returns whether
 * a split reaches more than `sure`. */
SPLIT_INLINE int block_take(const tree_space *space, const gini_block *block, double weight, double least, double sure,
                            tree_best *best)
{
    int found = 0;
    for (uint32_t i = 0; i < block->many; i++) {
        if (!(block->reached[i] > least)) continue;
        const float low = tree_value(space, space->row_of[block->list[i]], block->feature);
        const float high = tree_value(space, space->row_of[block->list[i + 1]], block->feature);
        if (!rank_apart(low, high)) continue;
        found |= block->reached[i] > sure;
        const double wl = (double)(int64_t)block->weight[i];
        const double score =
            gini_score((double)(int64_t)block->left[i],
                       (double)(int64_t)(space->squares - 2 * block->both[i] + block->left[i]), wl, weight - wl);
        const uint32_t place = block->begin + i;
        if (score > best->score)
            *best = (tree_best){ score, block->feature, place, place + 1, block->weight[i], low, high };
    }
    return found;
}

static void gini_search(const tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                        tree_best *best)
{
    const double weight = (double)(int64_t)branch->total, safe = 1e-12 * weight;
    uint64_t *const seen = space->seen, left = 0, both = 0, weighed = 0;
    gini_block block;
    block.feature = (uint32_t)feature, block.begin = 0;
    memset(seen, 0, space->classes * sizeof *seen);
    for (; block.begin + 1 < branch->count; block.begin += BLOCK, list += BLOCK) {
        const size_t rest = branch->count - 1 - block.begin, many = rest < BLOCK ? rest : BLOCK;
        block.list = list, block.many = many;
        for (size_t i = 0; i < many; i++) {
            const uint64_t here = space->packed[list[i]], w = here >> 32, c = (uint32_t)here;
            block.left[i] = left += w * (2 * seen[c] + w);
            block.both[i] = both += w * space->counts[c];
            seen[c] += w;
            block.weight[i] = weighed += w;
        }
        for (size_t i = many; i % SPLIT_LANES; i++) block.left[i] = block.both[i] = block.weight[i] = 0; /* NaN */
        const double most = block_reach(&block, weight, space->squares), least = gini_least(best->score, weight);
        if (most > least && !block_take(space, &block, weight, most - 2 * safe, most - safe, best))
            block_take(space, &block, weight, least, most, best);
    }
}
