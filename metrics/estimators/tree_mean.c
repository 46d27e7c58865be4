/*
 * tree_mean -- the best split of a regression node by one feature
 *
 *   Prefix sums along the feature's order carry weight and weighted target in one word. The candidates are looked at in
 *   chunks of sixteen, four at a time; the quotient of a candidate is only formed where numerator > best * denominator
 *   says that one of its chunk could win. Values of the feature are far away in memory, and only looked at around a
 *   candidate that wins.
 *
 * Cost     about 3 cycles per row of the node.
 */
#include "tree_space.h"

enum { CHUNK = TREE_CHUNK, VECTORS = CHUNK / SPLIT_LANES };

/* A feature that is searched: all rows but the last are candidates. */
typedef struct mean_list {
    const uint32_t *list;
    size_t candidates, feature;
    int careful; /* look at the values of every winner at once */
} mean_list;

/* The candidate at k becomes the best if it is a split at all, and has no equal values on both sides. */
SPLIT_INLINE int candidate_take(const tree_space *space, const mean_list *of, size_t k, double score, uint64_t prefix,
                                tree_best *best)
{
    tree_best found = { score, (uint32_t)of->feature, (uint32_t)k, (uint32_t)k + 1, prefix, 0, 0 };
    if (of->careful && !tree_apart(space, of->list, &found)) return 0;
    *best = found;
    return 1;
}

/* The first of the largest of a chunk, if it beats the best so far; where that is no split, one by one. */
SPLIT_INLINE void chunk_choose(const tree_space *space, const mean_list *of, size_t k, const double score[CHUNK],
                               tree_best *best)
{
    const uint64_t *const prefix = space->prefix + k % TREE_BLOCK;
    const size_t count = k + CHUNK < of->candidates ? CHUNK : of->candidates - k;
    split_doubles largest, next;
    double most = -1.0;
    size_t at = 0;
    memcpy(&largest, score, sizeof largest);
    for (size_t v = 1; v < VECTORS; v++) { /* what is behind the last candidate is NaN and exceeds nothing */
        memcpy(&next, score + v * SPLIT_LANES, sizeof next);
        largest = SPLIT_PICK(next > largest, next, largest);
    }
    for (size_t i = 0; i < SPLIT_LANES; i++) most = largest[i] > most ? largest[i] : most;
    if (!(most > best->score)) return;
    while (score[at] != most) at++;
    if (candidate_take(space, of, k + at, score[at], prefix[at], best)) return;
    for (size_t i = 0; i < count; i++)
        if (score[i] > best->score) candidate_take(space, of, k + i, score[i], prefix[i], best);
}

/* The prefix sums of the chunk at k, on from `run`; places behind the last candidate get weight 0, which never beats
 * anything. Returns the sum. */
SPLIT_INLINE uint64_t chunk_fill(const tree_space *space, const mean_list *of, size_t k, uint64_t run)
{
    const uint64_t *const packed = space->rows.packed;
    const uint32_t *const at = of->list + k;
    uint64_t *const prefix = space->prefix + k % TREE_BLOCK;
    if (k + CHUNK <= of->candidates) {
        SPLIT_UNROLL
        for (size_t i = 0; i < CHUNK; i++) prefix[i] = run += packed[at[i]];
        return run;
    }
    for (size_t i = 0; i < CHUNK; i++) prefix[i] = i < of->candidates - k ? run += packed[at[i]] : 0;
    return run;
}

/* The scores of a chunk, if one of them is more than `least`; else false. */
SPLIT_INLINE int chunk_scores(const split_node *node, const uint64_t *prefix, double least, double score[CHUNK])
{
    const split_doubles low = SPLIT_ALL(least);
    split_doubles top[VECTORS], bottom[VECTORS];
    split_mask wins = { 0, 0, 0, 0 };
    SPLIT_UNROLL
    for (size_t v = 0; v < VECTORS; v++) {
        split_terms(node, prefix + v * SPLIT_LANES, &top[v], &bottom[v]);
        wins |= top[v] > low * bottom[v];
    }
    if (!(wins[0] | wins[1] | wins[2] | wins[3])) return 0;
    for (size_t v = 0; v < VECTORS; v++) top[v] /= bottom[v];
    memcpy(score, top, sizeof top);
    return 1;
}

SPLIT_INLINE void chunk_look(const tree_space *space, const mean_list *of, size_t k, const split_node *node,
                             tree_best *best)
{
    double score[CHUNK];
    if (chunk_scores(node, space->prefix + k % TREE_BLOCK, best->score, score)) chunk_choose(space, of, k, score, best);
}

/* Sums are written one by one and read four at a time, which a processor only likes some time after. */
SPLIT_INLINE void list_search(const tree_space *space, const mean_list *of, split_node node, tree_best *best)
{
    uint64_t run = 0;
    for (size_t begin = 0; begin < of->candidates; begin += TREE_BLOCK) {
        const size_t end = begin + TREE_BLOCK < of->candidates ? begin + TREE_BLOCK : of->candidates;
        for (size_t k = begin; k < end; k += CHUNK) run = chunk_fill(space, of, k, run);
        for (size_t k = begin; k < end; k += CHUNK) chunk_look(space, of, k, &node, best);
    }
}

#ifdef SPLIT_WIDE
SPLIT_WIDE static void list_search_wide(const tree_space *space, const mean_list *of, split_node node, tree_best *best)
{
    list_search(space, of, node, best);
}
#endif

void tree_mean_search(const tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                      const split_node *node, int careful, tree_best *best)
{
    const mean_list of = { list, branch->count - 1, feature, careful };
#ifdef SPLIT_WIDE
    if (space->wide) {
        list_search_wide(space, &of, *node, best);
        return;
    }
#endif
    list_search(space, &of, *node, best);
}
