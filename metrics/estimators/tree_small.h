/*
 * tree_small -- everything below a regression node of at most 64 rows
 *
 *   The rows are renumbered 0 .. n-1. A node below is one 64-bit mask per feature, over the positions of its rows in
 *   that feature's order, so nothing is sorted or moved any more: the masks of the smaller child are put together from
 *   one word per row and feature, those of the larger one are what is left. The candidates of up to eight features are
 *   scored side by side, one of each at a time, of one feature alone eight at a time; the first of the largest wins.
 *
 *   Half of all splits have two or three rows. Two rows are divided alike by every feature, so the first one wins.
 *   Three have three divisions, one row against the other two, and a feature offers two of them: the features are
 *   looked at in their order only until none can offer better. A child that is a leaf whatever it holds is settled at
 *   once, and so is one of two rows where only followed rows want to know.
 *
 * Cost     about 4 cycles per candidate, 3 per feature and row of the smaller child.
 */
#pragma once

#include "tree_wide.h"

SPLIT_INLINE unsigned lowest(uint64_t mask) { return (unsigned)__builtin_ctzll(mask); }
SPLIT_INLINE uint64_t but_lowest(uint64_t mask) { return mask & (mask - 1); }

SPLIT_INLINE void small_fill(tree_space *space, const tree_branch *branch, const uint32_t *lists)
{
    tree_small *const small = &space->small;
    const size_t n = branch->count, d = space->d;
    const uint32_t *const first = lists + branch->start, *const follow = space->following + branch->follow;
    const float *const value = space->codes->value;
    uint8_t *const number = space->number; /* the row's new number, by its old one */
    for (size_t i = 0; i < n; i++) {
        const uint32_t row = space->row_of[first[i]];
        number[first[i]] = (uint8_t)i;
        small->row[i] = row;
        small->target[i] = space->units[first[i]];
        __builtin_prefetch(value + (size_t)row * d); /* thresholds will ask for them, one after the other */
    }
    for (size_t k = 0; k < branch->n_follow; k++) __builtin_prefetch(value + (size_t)follow[k] * d);
    for (size_t f = 0; f < d; f++) {
        const uint32_t *const list = lists + f * space->n + branch->start;
        const uint64_t *const from = space->packed;
        uint64_t *const to = small->packed + f * TREE_SMALL, *const bit = small->bit + f;
        uint8_t *const local = small->local + f * TREE_SMALL;
        for (size_t p = 0; p < n; p++) {
            const uint8_t i = number[list[p]];
            local[p] = i;
            to[p] = from[list[p]];
            bit[i * small->stride] = (uint64_t)1 << p;
        }
        small->mask[f] = ~(uint64_t)0 >> (TREE_SMALL - n);
    }
}

/* ----------------------------------------------------------------------------------------- with care: ties -- */

SPLIT_INLINE float small_at(const tree_space *space, size_t feature, unsigned place)
{
    return tree_value(space, space->small.row[space->small.local[feature * TREE_SMALL + place]], feature);
}

/* The values around a candidate: those of its position and of the next one in the node. */
SPLIT_INLINE int candidate_apart(const tree_space *space, uint64_t mask, size_t feature, unsigned place, float *low,
                                 float *high)
{
    *low = small_at(space, feature, place);
    *high = small_at(space, feature, lowest(mask & ~(((uint64_t)2 << place) - 1)));
    return rank_apart(*low, *high);
}

/* The search where values are tied: candidate by candidate. */
static void careful_search(const tree_space *space, uint64_t mask, size_t feature, const split_node *node,
                           tree_best *best)
{
    uint64_t run = 0, rest = mask;
    for (uint32_t n_left = 1; but_lowest(rest); n_left++, rest = but_lowest(rest)) {
        const unsigned place = lowest(rest);
        run += space->small.packed[feature * TREE_SMALL + place];
        const double score = split_score(node, run);
        float low, high;
        if (!(score > best->score) || !candidate_apart(space, mask, feature, place, &low, &high)) continue;
        *best = (tree_best){ score, (uint32_t)feature, place, n_left, run, low, high };
    }
}

static tree_best careful_node(tree_space *space, uint64_t key, const uint64_t *mask, const split_node *node)
{
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    int varied = 0;
    tree_order_start(space, key);
    for (size_t i = 0; i < space->d && (i < space->request->tries || !varied); i++) {
        const uint32_t feature = tree_order_next(space, i);
        const unsigned top = 63 - (unsigned)__builtin_clzll(mask[feature]);
        if (!rank_apart(small_at(space, feature, lowest(mask[feature])), small_at(space, feature, top))) continue;
        varied = 1;
        careful_search(space, mask[feature], feature, node, &best);
    }
    return best;
}

/* ------------------------------------------------------------------------------------------------ searches -- */

/* Position of the row of a mask that has `before` others before it. */
SPLIT_INLINE unsigned small_place(uint64_t mask, uint32_t before)
{
#if TREE_WIDTH
    return lowest(_pdep_u64((uint64_t)1 << before, mask));
#else
    for (; before; before--) mask = but_lowest(mask);
    return lowest(mask);
#endif
}

enum { SMALL_VECTORS = TREE_EIGHT / SPLIT_LANES };

/* What each of eight features has best: the first of its largest scores, how many rows go left there, and their sum. */
typedef struct small_lanes {
    double score[TREE_EIGHT];
    uint64_t n_left[TREE_EIGHT], prefix[TREE_EIGHT];
} small_lanes;

/* The next row of every feature of a vector is added: rest says which are to come, packed what they are. */
SPLIT_INLINE void lanes_next(uint64_t *rest, const uint64_t *const *packed, split_words *to)
{
    uint64_t next[SPLIT_LANES];
    SPLIT_UNROLL
    for (size_t f = 0; f < SPLIT_LANES; f++) {
        next[f] = packed[f][lowest(rest[f])];
        rest[f] = but_lowest(rest[f]);
    }
    *to += SPLIT_WORDS(next);
}

/* All candidates of so many vectors of features, one of each at a time: what one has to wait for, others do not. Lanes
 * behind the last feature repeat it. */
SPLIT_INLINE void lanes_search(const tree_small *small, const uint64_t *mask, const uint32_t *feature, size_t many,
                               const split_node *by, uint32_t each, size_t vectors, small_lanes *to)
{
    const split_node node = *by;
    uint64_t rest[TREE_EIGHT];
    const uint64_t *packed[TREE_EIGHT];
    split_doubles largest[SMALL_VECTORS];
    split_words run[SMALL_VECTORS] = { 0 }, prefix[SMALL_VECTORS] = { 0 }, n_left[SMALL_VECTORS] = { 0 }, now = { 0 };
    for (size_t v = 0; v < vectors; v++) largest[v] = SPLIT_ALL(-1.0);
    SPLIT_UNROLL
    for (size_t f = 0; f < vectors * SPLIT_LANES; f++) {
        const uint32_t here = feature[f < many ? f : many - 1];
        rest[f] = mask[here];
        packed[f] = small->packed + here * TREE_SMALL;
    }
    for (uint32_t k = 0; k < each; k++) {
        now += 1;
        SPLIT_UNROLL
        for (size_t v = 0; v < vectors; v++) {
            split_doubles weight, left, top, bottom;
            lanes_next(rest + v * SPLIT_LANES, packed + v * SPLIT_LANES, &run[v]);
            split_centred(&node, &run[v], &weight, &left);
            split_fraction(&node, &weight, &left, &top, &bottom);
            top /= bottom;
            const split_mask better = top > largest[v];
            largest[v] = SPLIT_PICK(better, top, largest[v]);
            n_left[v] = (split_words)SPLIT_PICK(better, now, n_left[v]);
            prefix[v] = (split_words)SPLIT_PICK(better, run[v], prefix[v]);
        }
    }
    memcpy(to->score, largest, vectors * sizeof *largest);
    memcpy(to->n_left, n_left, vectors * sizeof *n_left);
    memcpy(to->prefix, prefix, vectors * sizeof *prefix);
}

/* The first of the features whose best score is largest. */
SPLIT_INLINE tree_best search_lanes(tree_space *space, const tree_branch *at, const uint64_t *mask,
                                    const split_node *node)
{
    const size_t tries = space->request->tries;
    const uint32_t *const order = space->order, each = at->count - 1;
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    tree_order_start(space, at->key);
    for (size_t i = 0; i < tries; i++) (void)tree_order_next(space, i);
    for (size_t i = 0; i < tries; i += TREE_EIGHT) {
        const size_t many = tries - i < TREE_EIGHT ? tries - i : TREE_EIGHT;
        small_lanes lanes;
        size_t most = 0;
        if (many <= SPLIT_LANES) lanes_search(&space->small, mask, order + i, many, node, each, 1, &lanes);
        else lanes_search(&space->small, mask, order + i, many, node, each, SMALL_VECTORS, &lanes);
        for (size_t f = 1; f < many; f++) most = lanes.score[f] > lanes.score[most] ? f : most;
        if (lanes.score[most] > best.score)
            best = (tree_best){ .score = lanes.score[most],
                                .feature = order[i + most],
                                .n_left = (uint32_t)lanes.n_left[most],
                                .prefix = lanes.prefix[most] };
    }
    best.place = small_place(mask[best.feature], best.n_left - 1);
    return best;
}

/* One feature: eight of its candidates at a time. Places behind the last one have weight 0, which never wins. */
SPLIT_INLINE tree_best search_one(const tree_space *space, const tree_branch *at, const uint64_t *mask,
                                  const split_node *node)
{
    const uint32_t feature = tree_order_first(space, at->key), each = at->count - 1;
    const uint64_t *const packed = space->small.packed + feature * TREE_SMALL;
    tree_best best = { .score = -1.0, .feature = feature };
    uint64_t prefix[TREE_SMALL], rest = mask[feature], run = 0;
    for (uint32_t k = 0; k < each; k++, rest = but_lowest(rest)) prefix[k] = run += packed[lowest(rest)];
    for (uint32_t k = each; k % TREE_EIGHT; k++) prefix[k] = 0;
    for (uint32_t k = 0; k < each; k += TREE_EIGHT) {
        double score[TREE_EIGHT];
        for (unsigned marks = split_wins(node, prefix + k, best.score, score); marks; marks &= marks - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(marks);
            if (score[lane] > best.score)
                best.score = score[lane], best.n_left = k + lane + 1, best.prefix = prefix[k + lane];
        }
    }
    best.place = small_place(mask[feature], best.n_left - 1);
    return best;
}

SPLIT_INLINE tree_best search_two(tree_space *space, const tree_branch *at, const uint64_t *mask,
                                  const split_node *node)
{
    const uint32_t feature = tree_order_first(space, at->key);
    const unsigned place = lowest(mask[feature]);
    const uint64_t prefix = space->small.packed[feature * TREE_SMALL + place];
    return (tree_best){
        .score = split_score(node, prefix), .feature = feature, .place = place, .n_left = 1, .prefix = prefix
    };
}

/* A division has the same score to the bit whichever side the row alone is on, see split_score. */
SPLIT_INLINE tree_best search_three(tree_space *space, const tree_branch *at, const uint64_t *mask,
                                    const split_node *node)
{
    const tree_small *const small = &space->small;
    double alone[TREE_SMALL], most = -1.0; /* alone: by row, of its division from both others */
    for (uint64_t rest = mask[0]; rest; rest = but_lowest(rest)) {
        const double score = split_score(node, small->packed[lowest(rest)]);
        alone[small->local[lowest(rest)]] = score;
        most = score > most ? score : most;
    }
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    tree_order_start(space, at->key);
    for (size_t i = 0; i < space->request->tries && best.score < most; i++) {
        const uint32_t feature = tree_order_next(space, i);
        const uint64_t above = but_lowest(mask[feature]);
        const unsigned place[3] = { lowest(mask[feature]), lowest(above), lowest(but_lowest(above)) };
        const uint8_t *const local = small->local + feature * TREE_SMALL;
        uint64_t prefix = 0;
        for (uint32_t k = 0; k < 2; k++) {
            const double score = alone[local[place[2 * k]]];
            prefix += small->packed[feature * TREE_SMALL + place[k]];
            if (score > best.score)
                best = (tree_best){
                    .score = score, .feature = feature, .place = place[k], .n_left = k + 1, .prefix = prefix
                };
        }
    }
    return best;
}

/* Where the winner turns out to be no split because of a tie, again with care. */
SPLIT_INLINE tree_best small_search(tree_space *space, const tree_branch *at, const uint64_t *mask,
                                    const split_node *node)
{
    space->looked_at += (at->count - 1) * space->request->tries;
    tree_best best = at->count == 2              ? search_two(space, at, mask, node)
                     : at->count == 3            ? search_three(space, at, mask, node)
                     : space->request->tries > 1 ? search_lanes(space, at, mask, node)
                                                 : search_one(space, at, mask, node);
    if (candidate_apart(space, mask[best.feature], best.feature, best.place, &best.low, &best.high)) return best;
    return careful_node(space, at->key, mask, node);
}

SPLIT_INLINE int small_pure(const tree_small *small, uint64_t mask)
{
    const uint8_t *const local = small->local;
    const uint32_t first = small->target[local[lowest(mask)]];
    for (mask = but_lowest(mask); mask; mask = but_lowest(mask))
        if (small->target[local[lowest(mask)]] != first) return 0;
    return 1;
}

/* -------------------------------------------------------------------------------------------------- splits -- */

/* Masks of the rows in `rows` (a mask in the order of `feature`) to `take`, of the node's others to `leave`; either may
 * be the node's own. */
SPLIT_INLINE void masks_divide(const tree_small *small, size_t d, const uint64_t *mask, size_t feature, uint64_t rows,
                               uint64_t *take, uint64_t *leave)
{
    const size_t stride = small->stride;
    const uint8_t *const local = small->local + feature * TREE_SMALL;
    for (size_t f = 0; f < d; f += SPLIT_LANES) {
        const split_words all = SPLIT_AT(const split_words, mask + f);
        split_words taken = { 0 };
        for (uint64_t rest = rows; rest; rest = but_lowest(rest))
            taken |= SPLIT_AT(const split_words, small->bit + local[lowest(rest)] * stride + f);
        SPLIT_AT(split_words, take + f) = taken;
        SPLIT_AT(split_words, leave + f) = all ^ taken;
    }
}

SPLIT_INLINE double small_value(const tree_space *space, uint64_t total)
{
    const split_node node = split_node_of(total, space->scale);
    return space->scale.base + space->scale.unit * ((double)(total & node.mask) / node.weight);
}

/* Looks for the first feature by which two rows are apart; false if none does. low, high: their values there. */
SPLIT_INLINE int pair_apart(tree_space *space, const uint32_t *row, uint64_t key, uint32_t *feature, float *low,
                            float *high)
{
    for (size_t i = 0; i < space->d; i++) {
        if (i == 1) tree_order_start(space, key), (void)tree_order_next(space, 0);
        *feature = i ? tree_order_next(space, i) : tree_order_first(space, key);
        const float a = tree_value(space, row[0], *feature), b = tree_value(space, row[1], *feature);
        *low = a < b ? a : b, *high = a < b ? b : a;
        if (rank_apart(*low, *high)) return 1;
    }
    return 0;
}

/* Everything below a child of two rows that is only asked what it gives to followed rows; rows: their positions in the
 * order of `feature`. Two rows are divided alike by every feature, so no score is formed and no row is moved. */
SPLIT_INLINE void pair_settle(tree_space *space, const tree_branch *at, size_t feature, uint64_t rows)
{
    const tree_small *const small = &space->small;
    const tree_request *const request = space->request;
    const uint8_t *const local = small->local + feature * TREE_SMALL;
    const unsigned one = local[lowest(rows)], two = local[lowest(but_lowest(rows))];
    const uint32_t row[2] = { small->row[one], small->row[two] };
    uint32_t by;
    float low, high;
    const int leaf = small->target[one] == small->target[two] || !pair_apart(space, row, at->key, &by, &low, &high);
    if (leaf || tree_scored(space, at->depth)) tree_settle(space, at, small_value(space, at->total), leaf);
    if (leaf) return;
    space->request->splits++;
    const double threshold = tree_threshold(low, high), base = space->scale.base, unit = space->scale.unit;
    const double value[2] = { base + unit * (double)small->target[one], base + unit * (double)small->target[two] };
    const unsigned first = tree_value(space, row[0], by) > low; /* which of both is the lower one */
    size_t c = 0;
    while (request->depths[c] <= at->depth) c++;
    for (const uint32_t *now = space->following + at->follow, *const end = now + at->n_follow; now < end; now++) {
        const int above = !((double)tree_value(space, *now, by) <= threshold);
        double *const sum = request->sum + *now;
        for (size_t k = c; k < request->n_depths; k++) sum[k * space->n] += value[first ^ (unsigned)above];
    }
}

/* True if a child has to be grown; a leaf whatever it holds is settled here. */
SPLIT_INLINE int small_waits(tree_space *space, const tree_branch *child, size_t feature, uint64_t rows)
{
    const tree_request *const request = space->request;
    if (!tree_wanted(request, child->n_follow)) return 0;
    if (!tree_grows(space, child)) {
        tree_settle(space, child, small_value(space, child->total), 1);
        return 0;
    }
    if (child->count != 2 || request->importance || !request->sum) return 1;
    pair_settle(space, child, feature, rows);
    return 0;
}

/* Makes one child the node to go on with, the left one if both have to be grown, and puts the other on the stack; false
 * if there is none. The node's own slot is reused. */
SPLIT_INLINE int small_split(tree_space *space, small_branch *branch, const tree_best *best)
{
    tree_small *const small = &space->small;
    const size_t d = space->d, by = best->feature;
    small_branch left = { .slot = branch->slot + 1 }, right = { .slot = branch->slot };
    tree_divide(&branch->at, best, follow_divide(space, &branch->at, best), &left.at, &right.at);
    uint64_t *const mask = small->mask + branch->slot * small->stride, *const other = mask + small->stride;
    const uint64_t low = mask[by] & (((uint64_t)2 << best->place) - 1), high = mask[by] ^ low;
    const int left_waits = small_waits(space, &left.at, by, low), right_waits = small_waits(space, &right.at, by, high);
    if (!left_waits && !right_waits) return 0;
    if (left.at.count <= right.at.count) masks_divide(small, d, mask, by, low, other, mask);
    else masks_divide(small, d, mask, by, high, mask, other);
    if (left_waits && right_waits) small->stack[small->height++] = right;
    *branch = left_waits ? left : right;
    return 1;
}

/* Grows one node; true if `branch` is a child to go on with. */
SPLIT_INLINE int small_node(tree_space *space, small_branch *branch)
{
    tree_request *const request = space->request;
    tree_branch *const at = &branch->at;
    const uint64_t *const mask = space->small.mask + branch->slot * space->small.stride;
    const split_node node = split_node_of(at->total, space->scale);
    tree_best best = { .feature = TREE_NONE };
    /* where all targets are equal, their mean leaves no rest */
    if (tree_grows(space, at) && !(node.rest == 0 && small_pure(&space->small, mask[0])))
        best = small_search(space, at, mask, &node);
    const int leaf = best.feature == TREE_NONE;
    if (leaf || tree_scored(space, at->depth)) tree_settle(space, at, small_value(space, at->total), leaf);
    if (leaf) return 0;
    request->splits++;
    if (request->importance) request->importance[best.feature] += split_gain(&node, best.score) * space->values_scale;
    return small_split(space, branch, &best);
}

/* The whole of a small regression node. */
static void small_grow(tree_space *space, const tree_branch *branch, const uint32_t *lists)
{
    tree_small *const small = &space->small;
    small_branch now = { .at = *branch, .slot = 0 };
    small_fill(space, branch, lists);
    small->height = 0;
    for (;;) {
        while (small_node(space, &now)) continue;
        if (small->height == 0) return;
        now = small->stack[--small->height];
    }
}
