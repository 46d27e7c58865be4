/*
 * tree_mean -- the best split of a regression node by some of its features
 *
 *   Prefix sums along the feature's order carry weight and weighted target in one word. The candidates are looked at in
 *   chunks of sixteen, eight at a time; the quotient of a candidate is only formed where numerator > best * denominator
 *   says that one of the eight could win.
 *
 *   Most chunks of a larger node are passed over unseen (tree_edges.h). With targets centred on the node's mean, none
 *   further above it than `above` and none further below than `below`, the sum of the left side rises by at most
 *   above * weight from row to row and falls by at most below * weight. Between the ends a and b of a chunk it lies
 *   between
 *       (above left_a + below left_b - above below (w_b - w_a)) / (above + below)    and
 *       (below left_a + above left_b + above below (w_b - w_a)) / (above + below).
 *
 *   Most codes have next to no ties, and the values themselves are far away in memory. So a search first takes for
 *   granted that every candidate is a split, and looks at the values around the winner in the end. If those are apart,
 *   it is the first of the largest among the splits as well, whatever was taken for one on the way; if they are tied,
 *   the search starts again with care, and features where that happens often are looked at with care at once.
 *
 * Cost     about 1 cycle per row of the node, and 3 per row of a chunk that is looked at.
 */
#pragma once

#include "tree_edges.h"

/* A feature that is searched: all rows but the last are candidates. */
typedef struct mean_list {
    edge_list edges;
    const uint32_t *list;
    size_t candidates;
    int careful; /* look at the values of every winner at once */
} mean_list;

enum { CHUNK = TREE_CHUNK };

/* Whether a candidate is a split at all, or has equal values on both sides. */
SPLIT_INLINE int mean_apart(const tree_space *space, const mean_list *of, size_t k, float *low, float *high)
{
    *low = tree_value(space, space->row_of[of->list[k]], of->edges.feature);
    *high = tree_value(space, space->row_of[of->list[k + 1]], of->edges.feature);
    return rank_apart(*low, *high);
}

/* Looks at those of the candidates from k on that are marked. */
static void mean_choose(const tree_space *space, const mean_list *of, size_t k, unsigned marks,
                        const double score[TREE_EIGHT], tree_best *best)
{
    for (; marks; marks &= marks - 1) {
        const size_t lane = (unsigned)__builtin_ctz(marks), at = k + lane;
        float low = 0, high = 0;
        if (!(score[lane] > best->score) || (of->careful && !mean_apart(space, of, at, &low, &high))) continue;
        *best = (tree_best){
            score[lane], (uint32_t)of->edges.feature, (uint32_t)at, (uint32_t)at + 1, space->prefix[at], low, high
        };
    }
}

/* The prefix sums of the chunk at k, on from `run`; places behind the last candidate get weight 0, which never beats
 * anything. Returns the sum. */
SPLIT_INLINE uint64_t mean_fill(const tree_space *space, const mean_list *of, size_t k, uint64_t run)
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

SPLIT_INLINE void mean_look(const tree_space *space, const mean_list *of, size_t chunk, const split_node *node,
                            tree_best *best)
{
    for (size_t k = chunk; k < chunk + CHUNK; k += TREE_EIGHT) {
        double score[TREE_EIGHT];
        const unsigned marks = split_wins(node, space->prefix + k, best->score, score);
        if (marks) mean_choose(space, of, k, marks, score, best);
    }
}

/* ---------------------------------------------------------------------------------------------- larger nodes -- */

SPLIT_INLINE void mean_edges_fill(const tree_space *space, const mean_list *of)
{
    const uint64_t *const packed = space->packed;
    const size_t chunks = of->edges.chunks;
    uint64_t *const edge = of->edges.edge, run = 0;
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
    edge[chunks] = run;
}

/* The first look at a list: its edges. Returns the best score of a split there, if that is more than `least`. */
SPLIT_INLINE double mean_edges(const tree_space *space, const mean_list *of, const split_node *node, double least)
{
    size_t edge;
    float low, high;
    mean_edges_fill(space, of);
    const double score = edges_score(&of->edges, node, &edge);
    const size_t at = (edge < of->edges.chunks ? edge * CHUNK : of->candidates) - 1;
    return score > least && (!of->careful || mean_apart(space, of, at, &low, &high)) ? score : least;
}

/* The second one: chunks with a candidate that could have a score of `least` or more. */
SPLIT_INLINE void mean_chunks(tree_space *space, const mean_list *of, const split_node *node, double least,
                              tree_best *best)
{
    const uint32_t *const chunk = space->chunk;
    const size_t left = edges_left(&of->edges, node, best->score > least ? best->score : least, space->chunk);
    space->looked_at += left * CHUNK;
    for (size_t i = 0; i < left; i++) mean_fill(space, of, chunk[i] * (size_t)CHUNK, of->edges.edge[chunk[i]]);
    for (size_t i = 0; i < left; i++) mean_look(space, of, chunk[i] * (size_t)CHUNK, node, best);
}

/* few: no chunk is passed over. */
static void mean_lists(tree_space *space, mean_list *of, size_t many, int few, const split_node *by, tree_best *best)
{
    const split_node node = *by;
    double least = best->score;
    for (size_t i = 0; i < many && few; i++) {
        uint64_t run = 0;
        space->looked_at += of[i].candidates;
        for (size_t k = 0; k < of[i].candidates; k += CHUNK) run = mean_fill(space, of + i, k, run);
        for (size_t k = 0; k < of[i].candidates; k += CHUNK) mean_look(space, of + i, k, &node, best);
    }
    for (size_t i = 0; i < many && !few; i++) least = mean_edges(space, of + i, &node, least);
    for (size_t i = 0; i < many && !few; i++) mean_chunks(space, of + i, &node, least, best);
}

/* False if the winner turns out to be a tie. */
static int mean_winner_apart(const tree_space *space, mean_list *of, size_t many, tree_best *best)
{
    for (size_t i = 0; i < many; i++) {
        if (of[i].edges.feature != best->feature || of[i].careful) continue;
        return mean_apart(space, of + i, best->place, &best->low, &best->high);
    }
    return 1; /* seen already, or of a search before */
}

/* Of feature[many], at most TREE_AHEAD, in this order. */
static void mean_search(tree_space *space, const tree_branch *branch, const uint32_t *lists, const uint32_t *feature,
                        size_t many, const split_node *node, tree_best *best)
{
    mean_list of[TREE_AHEAD];
    const tree_best before = *best;
    const size_t candidates = branch->count - 1;
    const int few = candidates < TREE_FEW;
    const double above = (double)branch->high - node->mean, below = node->mean - (double)branch->low;
    const double up = above / (above + below), down = below / (above + below);
    for (size_t i = 0; i < many; i++) {
        of[i] = (mean_list){ .edges = edges_new(space, i, feature[i], (candidates + CHUNK - 1) / CHUNK),
                             .list = lists + feature[i] * space->n + branch->start,
                             .candidates = candidates,
                             .careful = space->tied[feature[i]] };
        of[i].edges.up = up, of[i].edges.down = down, of[i].edges.slack = above * down;
    }
    mean_lists(space, of, many, few, node, best);
    if (mean_winner_apart(space, of, many, best)) return;
    *best = before;
    for (size_t i = 0; i < many; i++) of[i].careful = 1;
    mean_lists(space, of, many, few, node, best);
}
