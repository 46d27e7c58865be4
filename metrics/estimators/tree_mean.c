/*
 * tree_mean -- the best split of a regression node by one feature
 *
 *   Prefix sums along the feature's order carry weight and weighted target in one word. The candidates are looked at in
 *   chunks of sixteen, four at a time; the quotient of a candidate is only formed where numerator > best * denominator
 *   says that one of its chunk could win. Values of the feature are far away in memory, and only looked at around a
 *   candidate that wins.
 *
 *   Most chunks of a larger node are passed over unseen. Let W be the node's weight, w and L weight and sum of the left
 *   side, and r the sum of all, of targets centred on the node's mean cut to a whole number, so r < W. The score is
 *       L^2 / w + (r - L)^2 / (W - w)  =  (L^2 (W - w) + (r - L)^2 w) / (w (W - w))  <=  (|L| + r)^2 W / (w (W - w)),
 *   since both squares are at most (|L| + r)^2 and their weights add up to W. No target lies more than A above the mean
 *   or more than B below it, so from row to row L rises by at most A times the weight, and falls by at most B times it.
 *   Between the ends a and b of a chunk
 *       L <= L_a + A (w - w_a),    L <= L_b + B (w_b - w),    L >= L_a - B (w - w_a),    L >= L_b - A (w_b - w).
 *   The two upper lines meet at the largest L there can be, the two lower ones at the smallest:
 *       (B L_a + A L_b + A B (w_b - w_a)) / (A + B)    and    (A L_a + B L_b - A B (w_b - w_a)) / (A + B).
 *   w (W - w) is concave: smallest at the first or the last candidate, w_a + 1 or w_b. With |L| the larger of both and
 *   w (W - w) the smaller one, the right side above bounds every score of the chunk. Where it is below the best score
 *   so far, or below that of a split at the end of a chunk, no candidate of the chunk can win. L, w and r are whole
 *   numbers below 2^53; the few operations on them round by 1e-15 of the score, and 1e-9 of it is left to them.
 *
 * Cost     about 1 cycle per row of the node, and 3 per row of a chunk that is looked at.
 */
#include "tree_space.h"

enum { CHUNK = TREE_CHUNK, FEW = TREE_FEW, VECTORS = CHUNK / SPLIT_LANES };

/* A feature that is searched: all rows but the last are candidates. */
typedef struct mean_list {
    const uint32_t *list;
    size_t candidates, feature;
    double above, below; /* no target lies further from the node's mean */
} mean_list;

/* The candidate at k becomes the best if it is a split at all, and has no equal values on both sides. */
SPLIT_INLINE int candidate_take(const tree_space *space, const mean_list *of, size_t k, double score, uint64_t prefix,
                                tree_best *best)
{
    const float low = tree_value(space, space->row_of[of->list[k]], of->feature);
    const float high = tree_value(space, space->row_of[of->list[k + 1]], of->feature);
    if (!rank_apart(low, high)) return 0;
    *best = (tree_best){ score, (uint32_t)of->feature, (uint32_t)k, (uint32_t)k + 1, prefix, low, high };
    return 1;
}

/* The first of the largest of a chunk, if it beats the best so far; where that is no split, one by one. */
SPLIT_INLINE void chunk_choose(const tree_space *space, const mean_list *of, size_t k, const double score[CHUNK],
                               tree_best *best)
{
    const uint64_t *const prefix = space->prefix + k;
    const size_t count = k + CHUNK < of->candidates ? CHUNK : of->candidates - k;
    size_t at = 0;
    for (size_t i = 1; i < count; i++) at = score[i] > score[at] ? i : at;
    if (!(score[at] > best->score) || candidate_take(space, of, k + at, score[at], prefix[at], best)) return;
    for (size_t i = 0; i < count; i++)
        if (score[i] > best->score) candidate_take(space, of, k + i, score[i], prefix[i], best);
}

/* The prefix sums of the chunk at k, on from `run`; places behind the last candidate get weight 0, which never beats
 * anything. Returns the sum. */
SPLIT_INLINE uint64_t chunk_fill(const tree_space *space, const mean_list *of, size_t k, uint64_t run)
{
    const uint64_t *const packed = space->packed;
    const uint32_t *const at = of->list + k;
    uint64_t *const prefix = space->prefix + k;
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
    if (chunk_scores(node, space->prefix + k, best->score, score)) chunk_choose(space, of, k, score, best);
}

/* ---------------------------------------------------------------------------------------------- larger nodes -- */

/* edge[c]: the sum of the rows before chunk c, edge[chunks]: of all candidates; then some filling. */
SPLIT_INLINE void edges_fill(const tree_space *space, const mean_list *of, size_t chunks)
{
    const uint64_t *const packed = space->packed;
    uint64_t *const edge = space->edge, run = 0;
    for (size_t c = 0; c + 1 < chunks; c++) {
        const uint32_t *const at = of->list + c * CHUNK;
        uint64_t odd = 0;
        edge[c] = run;
        SPLIT_UNROLL
        for (size_t i = 0; i < CHUNK; i += 2) run += packed[at[i]], odd += packed[at[i + 1]];
        run += odd;
    }
    edge[chunks - 1] = run;
    for (size_t k = (chunks - 1) * CHUNK; k < of->candidates; k++) run += packed[of->list[k]];
    for (size_t c = chunks; c < chunks + 1 + 2 * SPLIT_LANES; c++) edge[c] = run;
}

/* Weights and centred sums at all edges; returns the edge behind which the best score of these splits lies. */
SPLIT_INLINE size_t edges_score(const tree_space *space, const split_node *node, size_t chunks, double *score)
{
    split_doubles largest = SPLIT_ALL(-1.0);
    split_mask at = { 1, 2, 3, 4 }, now = at;
    space->edge_weight[0] = space->edge_left[0] = 0.0;
    for (size_t c = 1; c <= chunks; c += SPLIT_LANES) {
        split_doubles weight, left, top, bottom;
        split_centred(node, space->edge + c, &weight, &left);
        memcpy(space->edge_weight + c, &weight, sizeof weight);
        memcpy(space->edge_left + c, &left, sizeof left);
        split_fraction(node, &weight, &left, &top, &bottom);
        top /= bottom;
        const split_mask better = top > largest;
        largest = SPLIT_PICK(better, top, largest);
        at = (better & now) | (~better & at);
        now += SPLIT_LANES;
    }
    size_t lane = 0;
    for (size_t i = 1; i < SPLIT_LANES; i++) lane = largest[i] > largest[lane] ? i : lane;
    *score = largest[lane];
    return (size_t)at[lane] < chunks ? (size_t)at[lane] : chunks;
}

/* Lists the chunks of which a candidate could have a score of `least` or more; returns how many. */
SPLIT_INLINE size_t chunks_left(const tree_space *space, const mean_list *of, const split_node *node, double least,
                                size_t chunks)
{
    const split_doubles threshold = SPLIT_ALL(least / (node->weight * SPLIT_SAFE)), all = SPLIT_ALL(node->weight);
    const double up = of->above / (of->above + of->below), down = of->below / (of->above + of->below);
    const double slack = of->above * down;
    size_t count = 0;
    for (size_t c = 0; c < chunks; c += SPLIT_LANES) {
        split_doubles w_a, w_b, left_a, left_b;
        memcpy(&w_a, space->edge_weight + c, sizeof w_a);
        memcpy(&w_b, space->edge_weight + c + 1, sizeof w_b);
        memcpy(&left_a, space->edge_left + c, sizeof left_a);
        memcpy(&left_b, space->edge_left + c + 1, sizeof left_b);
        const split_doubles between = (w_b - w_a) * slack;
        const split_doubles highest = down * left_a + up * left_b + between;
        const split_doubles lowest = between - up * left_a - down * left_b; /* its negative */
        const split_doubles most = SPLIT_PICK(highest > lowest, highest, lowest) + node->rest;
        const split_doubles first = (w_a + 1.0) * (all - w_a - 1.0), last = w_b * (all - w_b);
        const split_doubles smaller = SPLIT_PICK(first < last, first, last);
        const split_mask left = (split_mask)(most * most >= threshold * smaller);
        for (size_t i = 0; i < SPLIT_LANES && c + i < chunks; i++) {
            space->chunk[count] = (uint32_t)(c + i);
            count += left[i] & 1;
        }
    }
    return count;
}

/* Chunks with a candidate that could have a score of `least` or more, which is that of a split at an edge. */
SPLIT_INLINE void chunks_search(const tree_space *space, const mean_list *of, const split_node *node, tree_best *best)
{
    const size_t chunks = (of->candidates + CHUNK - 1) / CHUNK;
    tree_best seen = { .score = -1.0 };
    double reached;
    edges_fill(space, of, chunks);
    const size_t edge = edges_score(space, node, chunks, &reached);
    const size_t at = (edge < chunks ? edge * CHUNK : of->candidates) - 1;
    const int split = reached > best->score && candidate_take(space, of, at, reached, 0, &seen);
    const size_t left = chunks_left(space, of, node, split ? reached : best->score, chunks);
    for (size_t i = 0; i < left; i++)
        chunk_fill(space, of, space->chunk[i] * (size_t)CHUNK, space->edge[space->chunk[i]]);
    for (size_t i = 0; i < left; i++) chunk_look(space, of, space->chunk[i] * (size_t)CHUNK, node, best);
}

/* Sums are written one by one and read four at a time, which a processor only likes some time after. */
SPLIT_INLINE void list_search(const tree_space *space, const mean_list *of, split_node node, tree_best *best)
{
    uint64_t run = 0;
    if (of->candidates >= FEW) {
        chunks_search(space, of, &node, best);
        return;
    }
    for (size_t k = 0; k < of->candidates; k += CHUNK) run = chunk_fill(space, of, k, run);
    for (size_t k = 0; k < of->candidates; k += CHUNK) chunk_look(space, of, k, &node, best);
}

#ifdef SPLIT_WIDE
SPLIT_WIDE static void list_search_wide(const tree_space *space, const mean_list *of, split_node node, tree_best *best)
{
    list_search(space, of, node, best);
}
#endif

void tree_mean_search(const tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                      const split_node *node, tree_best *best)
{
    const mean_list of = { list, branch->count - 1, feature, (double)branch->high - node->mean,
                           node->mean - (double)branch->low };
#ifdef SPLIT_WIDE
    if (space->wide) {
        list_search_wide(space, &of, *node, best);
        return;
    }
#endif
    list_search(space, &of, *node, best);
}
