/*
 * tree_edges -- which chunks of a feature's list could hold the best split, from what is known at their ends
 *
 *   The splits at the ends of chunks are scored. For those within a chunk from edge a to edge b, with centred sums left
 *   of them, there is a bound: between both the sum of the left side is at most
 *       down left_a + up left_b + slack (w_b - w_a) + rise    and at least    up left_a + down left_b - the same,
 *   where up + down = 1 and rise is a chunk's own, see tree_mean.h and tree_shallow.h for what they are. With `most`
 *   for the larger of both without its sign no score in the chunk is larger than
 *       (most + rest)^2 * W / (w (W - w)),
 *   w at that end of the chunk where the denominator is smaller. Where this is below a score that is known, by more
 *   than rounding can do, no candidate of the chunk can be the winner. What one feature reaches rules out chunks of the
 *   others, those before it too.
 */
#pragma once

#include "tree_wide.h"

/* edge[c]: the sum of the candidates before chunk c, edge[chunks]: of all; then some filling. */
typedef struct edge_list {
    size_t feature, chunks;
    uint64_t *edge;
    double *weight, *left; /* what they mean: weights and centred sums */
    double up, down, slack;
    const uint64_t *rise; /* [chunks] and some filling; NULL: 0 */
} edge_list;

/* The i-th of the lists that are searched together. */
static edge_list edges_new(const tree_space *space, size_t i, size_t feature, size_t chunks)
{
    const size_t at = i * space->edges;
    return (edge_list){ .feature = feature,
                        .chunks = chunks,
                        .edge = space->edge + at,
                        .weight = space->edge_weight + at,
                        .left = space->edge_left + at };
}

/* Fills in the weights and centred sums. Returns the score of the best split at an edge, or of one as good but for
 * rounding, and which; -1 without any. */
SPLIT_INLINE double edges_score(const edge_list *of, const split_node *node, size_t *which)
{
    split_doubles most = SPLIT_ALL(-1.0), under = SPLIT_ALL(1.0);
    split_mask at = { 0 }, now = { 0 };
    for (size_t i = 0; i < SPLIT_LANES; i++) now[i] = (int64_t)i + 1;
    for (size_t c = of->chunks + 1; c <= of->chunks + TREE_EIGHT; c++) of->edge[c] = of->edge[of->chunks];
    of->weight[0] = of->left[0] = 0.0;
    for (size_t c = 1; c <= of->chunks; c += SPLIT_LANES, now += SPLIT_LANES) {
        split_doubles weight, left, top, bottom;
        split_centred(node, &SPLIT_AT(const split_words, of->edge + c), &weight, &left);
        SPLIT_AT(split_doubles, of->weight + c) = weight;
        SPLIT_AT(split_doubles, of->left + c) = left;
        split_fraction(node, &weight, &left, &top, &bottom);
        const split_mask better = top * under > most * bottom; /* where there is nothing on one side both are 0 */
        most = SPLIT_PICK(better, top, most);
        under = SPLIT_PICK(better, bottom, under);
        at = (better & now) | (~better & at);
    }
    most /= under;
    size_t lane = 0;
    for (size_t i = 1; i < SPLIT_LANES; i++) lane = most[i] > most[lane] ? i : lane;
    *which = (size_t)at[lane] < of->chunks ? (size_t)at[lane] : of->chunks;
    return most[lane];
}

/* Lists the chunks of which a candidate could have a score of `least` or more; returns how many. A chunk without rows
 * of the node, or with the last one alone, has no candidate. */
SPLIT_INLINE size_t edges_left(const edge_list *of, const split_node *node, double least, uint32_t *chunk)
{
    const split_doubles threshold = SPLIT_ALL(least / (node->weight * SPLIT_SAFE)), all = SPLIT_ALL(node->weight);
    const double up = of->up, down = of->down, slack = of->slack;
    size_t count = 0;
    for (size_t c = 0; c < of->chunks; c += SPLIT_LANES) {
        const split_doubles w_a = SPLIT_AT(split_doubles, of->weight + c);
        const split_doubles w_b = SPLIT_AT(split_doubles, of->weight + c + 1);
        const split_doubles left_a = SPLIT_AT(split_doubles, of->left + c);
        const split_doubles left_b = SPLIT_AT(split_doubles, of->left + c + 1);
        split_doubles between = (w_b - w_a) * slack, rise;
        if (of->rise) {
            split_whole(&SPLIT_AT(const split_words, of->rise + c), &rise);
            between += rise;
        }
        const split_doubles highest = down * left_a + up * left_b + between;
        const split_doubles lowest = between - up * left_a - down * left_b; /* its negative */
        const split_doubles most = SPLIT_PICK(highest > lowest, highest, lowest) + node->rest;
        const split_doubles end = SPLIT_PICK(w_b < all, w_b, all - 1.0);
        const split_doubles first = (w_a + 1.0) * (all - w_a - 1.0), last = end * (all - end);
        const split_doubles smaller = SPLIT_PICK(first < last, first, last);
        const split_mask left = (most * most >= threshold * smaller) & (end > w_a);
        for (unsigned marks = split_marks(&left); marks; marks &= marks - 1)
            chunk[count++] = (uint32_t)c + (uint32_t)__builtin_ctz(marks);
    }
    while (count && chunk[count - 1] >= of->chunks) count--;
    return count;
}
