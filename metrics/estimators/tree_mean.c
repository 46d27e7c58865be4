/*
 * tree_mean -- the best split of a regression node by one feature
 *
 *   Prefix sums along the feature's order carry weight and weighted target in one word. The quotient of a candidate is
 *   only formed where numerator > best * denominator says that it could win, which is rare after the first few rows;
 *   that test runs over four candidates at a time.
 *
 * Cost     about 3 cycles per row of the node.
 */
#include "tree_space.h"

enum { CHUNK = 16, VECTORS = CHUNK / SPLIT_LANES };

/* Looks at the candidates of one chunk one by one: some have equal values on both sides and are no candidates. */
static void chunk_careful(const tree_space *space, const uint32_t *list, size_t from, size_t to, size_t feature,
                          const double score[CHUNK], tree_best *best)
{
    for (size_t k = from; k < to; k++) {
        if (!(score[k - from] > best->score)) continue;
        const float low = tree_value(space, space->row_of[list[k]], feature);
        const float high = tree_value(space, space->row_of[list[k + 1]], feature);
        if (!rank_apart(low, high)) continue;
        *best = (tree_best){ score[k - from], (uint32_t)feature, (uint32_t)k, (uint32_t)k + 1,
                             space->prefix[k], low, high };
    }
}

/* The first of the largest of a chunk, if it beats the best so far and is a split at all. */
SPLIT_INLINE void chunk_search(const tree_space *space, const uint32_t *list, size_t k, size_t candidates,
                               size_t feature, const split_doubles *score, tree_best *best)
{
    double scores[CHUNK];
    memcpy(scores, score, sizeof scores);
    const size_t count = k + CHUNK < candidates ? CHUNK : candidates - k;
    size_t at = 0;
    for (size_t i = 1; i < count; i++) at = scores[i] > scores[at] ? i : at;
    if (!(scores[at] > best->score)) return;
    const float low = tree_value(space, space->row_of[list[k + at]], feature);
    const float high = tree_value(space, space->row_of[list[k + at + 1]], feature);
    if (rank_apart(low, high))
        *best = (tree_best){ scores[at], (uint32_t)feature, (uint32_t)(k + at), (uint32_t)(k + at) + 1,
                             space->prefix[k + at], low, high };
    else
        chunk_careful(space, list, k, k + count, feature, scores, best);
}

SPLIT_CLONES
void tree_mean_search(tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                      const split_node *node, tree_best *best)
{
    const size_t candidates = branch->count - 1;
    const uint64_t *const packed = space->packed;
    uint64_t *const prefix = space->prefix;
    uint64_t run = 0;
    size_t filled = 0;
    for (; filled + 4 <= candidates; filled += 4) {
        prefix[filled] = run += packed[list[filled]];
        prefix[filled + 1] = run += packed[list[filled + 1]];
        prefix[filled + 2] = run += packed[list[filled + 2]];
        prefix[filled + 3] = run += packed[list[filled + 3]];
    }
    for (; filled < candidates; filled++) prefix[filled] = run += packed[list[filled]];
    for (size_t k = candidates; k < candidates + CHUNK; k++) prefix[k] = 0; /* weight 0: never beats anything */
    const split_node local = *node;
    for (size_t k = 0; k < candidates; k += CHUNK) {
        const split_doubles least = SPLIT_ALL(best->score);
        split_doubles top[VECTORS], bottom[VECTORS];
        split_mask wins = { 0, 0, 0, 0 };
        for (size_t v = 0; v < VECTORS; v++) {
            split_terms(&local, prefix + k + v * SPLIT_LANES, &top[v], &bottom[v]);
            wins |= top[v] > least * bottom[v];
        }
        if (!SPLIT_ANY(wins)) continue;
        for (size_t v = 0; v < VECTORS; v++) top[v] /= bottom[v];
        chunk_search(space, list, k, candidates, feature, top, best);
    }
}
