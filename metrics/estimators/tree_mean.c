/*
 * tree_mean -- the best split of a regression node by some of its features
 *
 *   Prefix sums along the feature's order carry weight and weighted target in one word. The candidates are looked at in
 *   chunks of sixteen, four at a time; the quotient of a candidate is only formed where numerator > best * denominator
 *   says that one of its chunk could win.
 *
 *   Most codes have next to no ties, and the values themselves are far away in memory. So a search first takes for
 *   granted that every candidate is a split, and looks at the values around the winner in the end. If those are apart,
 *   it is the first of the largest among the splits as well, whatever was taken for one on the way; if they are tied,
 *   the search starts again with care, and features where that happens often are looked at with care at once.
 *
 * Cost     about 3 cycles per row of the node.
 */
#include "tree_space.h"

/* A feature that is searched: all rows but the last are candidates. */
typedef struct mean_list {
    const uint32_t *list;
    size_t candidates, feature;
    int careful;    /* look at the values of every winner at once */
} mean_list;

enum { CHUNK = TREE_CHUNK, VECTORS = CHUNK / SPLIT_LANES };

/* ------------------------------------------------------------------------------------------------- one chunk -- */

/* Whether a candidate is a split at all, or has equal values on both sides. */
SPLIT_INLINE int place_apart(const tree_space *space, const mean_list *of, size_t k, float *low, float *high)
{
    *low = tree_value(space, space->row_of[of->list[k]], of->feature);
    *high = tree_value(space, space->row_of[of->list[k + 1]], of->feature);
    return rank_apart(*low, *high);
}

/* Looks at the candidates of one chunk one by one. */
static void chunk_careful(const tree_space *space, const mean_list *of, size_t from, size_t to,
                          const double score[CHUNK], tree_best *best)
{
    for (size_t k = from; k < to; k++) {
        float low, high;
        if (!(score[k - from] > best->score) || !place_apart(space, of, k, &low, &high)) continue;
        *best = (tree_best){ score[k - from], (uint32_t)of->feature, (uint32_t)k, (uint32_t)k + 1,
                             space->prefix[k], low, high };
    }
}

/* The first of the largest of a chunk, if it beats the best so far and is a split at all. */
SPLIT_INLINE void chunk_choose(tree_space *space, const mean_list *of, size_t k, const double scores[CHUNK],
                               tree_best *best)
{
    const size_t count = k + CHUNK < of->candidates ? CHUNK : of->candidates - k;
    size_t at = 0;
    for (size_t i = 1; i < count; i++) at = scores[i] > scores[at] ? i : at;
    if (!(scores[at] > best->score)) return;
    tree_best found = { scores[at], (uint32_t)of->feature, (uint32_t)(k + at), (uint32_t)(k + at) + 1,
                        space->prefix[k + at], 0, 0 };
    if (!of->careful || place_apart(space, of, k + at, &found.low, &found.high))
        *best = found;
    else
        chunk_careful(space, of, k, k + count, scores, best);
}

/* The prefix sums of the chunk at k, on from `run`; places behind the last candidate get weight 0, which never beats
 * anything. Returns the sum. */
SPLIT_INLINE uint64_t chunk_fill(const tree_space *space, const uint32_t *list, size_t k, size_t candidates,
                                 uint64_t run)
{
    const uint64_t *const packed = space->packed;
    const uint32_t *const at = list + k;
    uint64_t *const prefix = space->prefix + k;
    if (k + CHUNK <= candidates) {
        SPLIT_UNROLL
        for (size_t i = 0; i < CHUNK; i++) prefix[i] = run += packed[at[i]];
        return run;
    }
    for (size_t i = 0; i < CHUNK; i++) prefix[i] = i < candidates - k ? run += packed[at[i]] : 0;
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
    if (!split_marks(&wins)) return 0;
    for (size_t v = 0; v < VECTORS; v++) top[v] /= bottom[v];
    memcpy(score, top, sizeof top);
    return 1;
}

SPLIT_INLINE void chunk_look(tree_space *space, const mean_list *of, size_t k, const split_node *node,
                             tree_best *best)
{
    double scores[CHUNK];
    if (chunk_scores(node, space->prefix + k, best->score, scores)) chunk_choose(space, of, k, scores, best);
}

SPLIT_INLINE void list_search(tree_space *space, const mean_list *of, const split_node *node,
                               tree_best *best)
{
    uint64_t run = 0;
    for (size_t k = 0; k < of->candidates; k += CHUNK) run = chunk_fill(space, of->list, k, of->candidates, run);
    for (size_t k = 0; k < of->candidates; k += CHUNK) chunk_look(space, of, k, node, best);
}

SPLIT_INLINE void mean_search(tree_space *space, const mean_list *of, size_t many, const split_node *node,
                              tree_best *best)
{
    for (size_t i = 0; i < many; i++) list_search(space, of + i, node, best);
}

#ifdef SPLIT_WIDE
SPLIT_WIDE static void mean_search_wide(tree_space *space, mean_list *of, size_t many, const split_node *node,
                                        tree_best *best)
{
    const split_node here = *node;
    mean_search(space, of, many, &here, best);
}

#endif

static void mean_search_any(tree_space *space, mean_list *of, size_t many, const split_node *node, tree_best *best)
{
#ifdef SPLIT_WIDE
    if (space->wide) {
        mean_search_wide(space, of, many, node, best);
        return;
    }
#endif
    mean_search(space, of, many, node, best);
}

/* False if the winner turns out to be a tie. That is counted for its feature as often as there are features that are
 * then searched again. */
static int winner_apart(tree_space *space, const mean_list *of, size_t many, tree_best *best)
{
    for (size_t i = 0; i < many; i++) {
        if (of[i].feature != best->feature || of[i].careful) continue;
        const int apart = place_apart(space, of + i, best->place, &best->low, &best->high);
        space->ties[best->feature] += apart ? 0 : (uint32_t)many;
        return apart;
    }
    return 1; /* seen already, or of a search before */
}

void tree_mean_search(tree_space *space, const tree_branch *branch, const uint32_t *lists, const uint32_t *feature,
                      size_t many, const split_node *node, tree_best *best)
{
    mean_list of[TREE_AHEAD];
    const tree_best before = *best;
    for (size_t i = 0; i < many; i++) {
        of[i] = (mean_list){ .list = lists + feature[i] * space->n + branch->start, .candidates = branch->count - 1,
                             .feature = feature[i], .careful = tree_tied(space, feature[i]) };
        space->searches[feature[i]] += !of[i].careful;
    }
    mean_search_any(space, of, many, node, best);
    if (winner_apart(space, of, many, best)) return;
    *best = before;
    for (size_t i = 0; i < many; i++) of[i].careful = 1;
    mean_search_any(space, of, many, node, best);
}
