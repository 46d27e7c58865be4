/*
 * tree_small -- everything below a regression node of at most 64 rows
 *
 *   The rows are renumbered 0 .. n-1. A node below is one 64-bit mask per feature, over the positions of its rows in
 *   that feature's order, so nothing is sorted or moved any more: the masks of the smaller child are put together from
 *   one word per row and feature, those of the larger one are what is left. The candidates of four features are scored
 *   side by side, one of each at a time; the first of the largest wins. A child that is a leaf whatever it holds is
 *   settled at once.
 *
 *   All of it is one function, made twice: for processors with 256-bit registers, and for the others. Both do the same
 *   operations on the same numbers.
 *
 * Cost     about 4 cycles per candidate, 3 per feature and row of the smaller child.
 */
#include "tree_space.h"

#include "lend.h"

typedef struct small_branch {
    tree_branch at; /* start, via: not used */
    size_t slot;
} small_branch;

struct tree_small {
    size_t d, stride; /* stride: d, filled up to lanes */
    uint64_t *bit;    /* [64*stride] row, feature: the row's position as a bit */
    uint64_t *packed; /* [d*64] feature, position */
    uint64_t *mask;   /* [slots*stride] masks of the waiting nodes */
    uint8_t *local;   /* [d*64] feature, position: row */
    uint32_t row[TREE_SMALL], target[TREE_SMALL];
    small_branch stack[TREE_SMALL + 2];
    size_t height;
};

struct tree_small *tree_small_new(size_t d)
{
    const size_t stride = (d + SPLIT_LANES - 1) / SPLIT_LANES * SPLIT_LANES;
    struct tree_small small = { .d = d, .stride = stride };
    return LEND_ROOM(small, LOAN(small.bit, TREE_SMALL * stride), LOAN(small.packed, TREE_SMALL * d),
                     LOAN(small.mask, (TREE_SMALL + 3) * stride), LOAN(small.local, TREE_SMALL * d));
}

SPLIT_INLINE unsigned lowest(uint64_t mask) { return (unsigned)__builtin_ctzll(mask); }
SPLIT_INLINE uint64_t but_lowest(uint64_t mask) { return mask & (mask - 1); }

SPLIT_INLINE void small_fill(tree_space *space, struct tree_small *small, const tree_branch *branch,
                             const uint32_t *lists)
{
    const size_t n = branch->count, d = space->d;
    const uint32_t *const first = lists + branch->start, *const follow = space->following + branch->follow;
    const float *const value = space->codes->value;
    uint8_t *const number = space->number; /* the row's new number, by its old one */
    for (size_t i = 0; i < n; i++) {
        const uint32_t row = space->rows.row_of[first[i]];
        number[first[i]] = (uint8_t)i;
        small->row[i] = row;
        small->target[i] = space->rows.units[first[i]];
        __builtin_prefetch(value + (size_t)row * d); /* thresholds will ask for them, one after the other */
    }
    for (size_t k = 0; k < branch->n_follow; k++) __builtin_prefetch(value + (size_t)follow[k] * d);
    for (size_t f = 0; f < d; f++) {
        const uint32_t *const list = lists + f * space->n + branch->start;
        const uint64_t *const from = space->rows.packed;
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

/* The values around a candidate: those of its position and of the next one in the node. */
SPLIT_INLINE int candidate_apart(const tree_space *space, const struct tree_small *small, uint64_t mask, size_t feature,
                                 unsigned place, float *low, float *high)
{
    const uint64_t above = mask & ~(((uint64_t)2 << place) - 1);
    const uint8_t *const local = small->local + feature * TREE_SMALL;
    *low = tree_value(space, small->row[local[place]], feature);
    *high = tree_value(space, small->row[local[lowest(above)]], feature);
    return rank_apart(*low, *high);
}

/* The search where values are tied: candidate by candidate. */
static void careful_search(const tree_space *space, const struct tree_small *small, uint64_t mask, size_t feature,
                           const split_node *node, tree_best *best)
{
    uint64_t run = 0, rest = mask;
    for (uint32_t n_left = 1; rest & (rest - 1); n_left++, rest &= rest - 1) {
        const unsigned place = lowest(rest);
        run += small->packed[feature * TREE_SMALL + place];
        const double score = split_score(node, run);
        float low, high;
        if (!(score > best->score)) continue;
        if (!candidate_apart(space, small, mask, feature, place, &low, &high)) continue;
        *best = (tree_best){ score, (uint32_t)feature, place, n_left, run, low, high };
    }
}

static int small_constant(const tree_space *space, const struct tree_small *small, uint64_t mask, size_t feature)
{
    const uint8_t *const local = small->local + feature * TREE_SMALL;
    const unsigned top = 63 - (unsigned)__builtin_clzll(mask);
    return !rank_apart(tree_value(space, small->row[local[lowest(mask)]], feature),
                       tree_value(space, small->row[local[top]], feature));
}

static tree_best careful_node(tree_space *space, const struct tree_small *small, uint64_t key, const uint64_t *mask,
                              const split_node *node)
{
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    const size_t tries = space->request->tries;
    int varied = 0;
    tree_order_start(space, key);
    for (size_t i = 0; i < space->d && (i < tries || !varied); i++) {
        const uint32_t feature = tree_order_next(space, i);
        if (small_constant(space, small, mask[feature], feature)) continue;
        varied = 1;
        careful_search(space, small, mask[feature], feature, node, &best);
    }
    return best;
}

/* ------------------------------------------------------------------------------------------------ searches -- */

/* Position of the row of a mask that has `before` others before it. */
SPLIT_INLINE unsigned small_place(uint64_t mask, uint32_t before)
{
    for (; before; before--) mask = but_lowest(mask);
    return lowest(mask);
}

/* A node that is searched: its masks, and how many candidates each feature has. */
typedef struct small_look {
    const struct tree_small *small;
    const uint64_t *mask;
    split_node node;
    uint32_t each;
} small_look;

/* What four features have best: the first of their largest scores, how many rows go left there, and their sum. */
typedef struct small_four {
    double score[SPLIT_LANES];
    uint64_t n_left[SPLIT_LANES], prefix[SPLIT_LANES];
} small_four;

/* All candidates of up to four features, one of each at a time: what one has to wait for, others do not. Lanes behind
 * the last feature repeat it. */
SPLIT_INLINE void four_search(const small_look *of, const uint32_t *feature, size_t many, small_four *to)
{
    const split_node node = of->node;
    const uint64_t *packed[SPLIT_LANES];
    uint64_t rest[SPLIT_LANES], next[SPLIT_LANES];
    split_doubles largest = SPLIT_ALL(-1.0), weight, left, top, bottom;
    split_words run = { 0 }, prefix = { 0 }, n_left = { 0 }, now = { 0 };
    SPLIT_UNROLL
    for (size_t f = 0; f < SPLIT_LANES; f++) {
        const uint32_t here = feature[f < many ? f : many - 1];
        rest[f] = of->mask[here];
        packed[f] = of->small->packed + here * TREE_SMALL;
    }
    for (uint32_t k = 0; k < of->each; k++) {
        SPLIT_UNROLL
        for (size_t f = 0; f < SPLIT_LANES; f++) {
            next[f] = packed[f][lowest(rest[f])];
            rest[f] = but_lowest(rest[f]);
        }
        now += 1;
        run += (split_words){ next[0], next[1], next[2], next[3] };
        split_centred_of(&node, &run, &weight, &left);
        split_fraction(&node, &weight, &left, &top, &bottom);
        top /= bottom;
        const split_mask better = top > largest;
        largest = SPLIT_PICK(better, top, largest);
        n_left = (split_words)SPLIT_PICK(better, now, n_left);
        prefix = (split_words)SPLIT_PICK(better, run, prefix);
    }
    memcpy(to->score, &largest, sizeof largest);
    memcpy(to->n_left, &n_left, sizeof n_left);
    memcpy(to->prefix, &prefix, sizeof prefix);
}

/* The first of the features whose best score is largest. Values are far away in memory, and only looked at around the
 * winner: where those are apart, it is the first of the largest among the splits, too. */
SPLIT_INLINE tree_best features_search(tree_space *space, const small_look *of, uint64_t key)
{
    const size_t tries = space->request->tries;
    const uint32_t *const order = space->order;
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    tree_order_start(space, key);
    for (size_t i = 0; i < tries; i++) (void)tree_order_next(space, i);
    for (size_t i = 0; i < tries; i += SPLIT_LANES) {
        small_four four;
        four_search(of, order + i, tries - i, &four);
        for (size_t f = 0; f < SPLIT_LANES && i + f < tries; f++) {
            if (!(four.score[f] > best.score)) continue;
            best = (tree_best){ .score = four.score[f],
                                .feature = order[i + f],
                                .n_left = (uint32_t)four.n_left[f],
                                .prefix = four.prefix[f] };
        }
    }
    best.place = small_place(of->mask[best.feature], best.n_left - 1);
    return best;
}

/* Where the winner turns out to be no split because of a tie, again with care. */
SPLIT_INLINE tree_best small_search(tree_space *space, const small_look *of, uint64_t key)
{
    tree_best best = features_search(space, of, key);
    const uint64_t mask = of->mask[best.feature];
    if (candidate_apart(space, of->small, mask, best.feature, best.place, &best.low, &best.high)) return best;
    return careful_node(space, of->small, key, of->mask, &of->node);
}

SPLIT_INLINE int small_pure(const struct tree_small *small, uint64_t mask)
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
SPLIT_INLINE void masks_divide(const struct tree_small *small, const uint64_t *mask, size_t feature, uint64_t rows,
                               uint64_t *take, uint64_t *leave)
{
    const size_t stride = small->stride;
    const uint8_t *const local = small->local + feature * TREE_SMALL;
    for (size_t f = 0; f < stride; f += SPLIT_LANES) {
        split_words taken, all, row;
        memcpy(&taken, small->bit + local[lowest(rows)] * stride + f, sizeof taken);
        for (uint64_t rest = but_lowest(rows); rest; rest = but_lowest(rest)) {
            memcpy(&row, small->bit + local[lowest(rest)] * stride + f, sizeof row);
            taken |= row;
        }
        memcpy(&all, mask + f, sizeof all);
        all ^= taken;
        memcpy(take + f, &taken, sizeof taken);
        memcpy(leave + f, &all, sizeof all);
    }
}

SPLIT_INLINE int small_grows(const tree_space *space, const tree_branch *at)
{
    return at->count > 1 && at->depth < space->request->depth;
}

SPLIT_INLINE double small_value(const tree_space *space, uint64_t total)
{
    const split_node node = split_node_of(total, space->scale);
    return space->scale.base + space->scale.unit * ((double)(total & node.mask) / node.weight);
}

/* True if a child has to be grown; a leaf whatever it holds is settled here, unless it is to be recorded. */
SPLIT_INLINE int small_waits(tree_space *space, const tree_branch *child)
{
    if (!tree_wanted(space->request, child->n_follow)) return 0;
    if (space->request->record || small_grows(space, child)) return 1;
    tree_settle(space, child, small_value(space, child->total), 1);
    return 0;
}

/* Makes one child the node to go on with, the left one if both have to be grown, and puts the other on the stack; false
 * if there is none. The node's own slot is reused. */
SPLIT_INLINE int small_split(tree_space *space, struct tree_small *small, small_branch *branch, const tree_best *best,
                             uint32_t number)
{
    const tree_branch *const at = &branch->at;
    const uint32_t n_left = best->n_left;
    const uint32_t follow_left = at->n_follow ? tree_follow_split(space, at->follow, at->n_follow, best->feature,
                                                                  tree_threshold(best->low, best->high))
                                              : 0;
    small_branch left = { { .key = tree_key(at->key, 0),
                            .total = best->prefix,
                            .count = n_left,
                            .follow = at->follow,
                            .n_follow = follow_left,
                            .depth = at->depth + 1,
                            .parent = number },
                          branch->slot + 1 };
    small_branch right = { { .key = tree_key(at->key, 1),
                             .total = at->total - best->prefix,
                             .count = at->count - n_left,
                             .follow = at->follow + follow_left,
                             .n_follow = at->n_follow - follow_left,
                             .depth = at->depth + 1,
                             .parent = number | TREE_RIGHT },
                           branch->slot };
    uint64_t *const mask = small->mask + branch->slot * small->stride, *const other = mask + small->stride;
    const uint64_t low = mask[best->feature] & (((uint64_t)2 << best->place) - 1), high = mask[best->feature] ^ low;
    const int left_waits = small_waits(space, &left.at);
    const int right_waits = small_waits(space, &right.at);
    if (!left_waits && !right_waits) return 0;
    if (n_left <= right.at.count) masks_divide(small, mask, best->feature, low, other, mask);
    else masks_divide(small, mask, best->feature, high, mask, other);
    if (left_waits && right_waits) small->stack[small->height++] = right;
    *branch = left_waits ? left : right;
    return 1;
}

/* Grows one node; true if `branch` is a child to go on with. */
SPLIT_INLINE int small_node(tree_space *space, struct tree_small *small, small_branch *branch, assay_status *status)
{
    tree_request *const request = space->request;
    const uint64_t *const mask = small->mask + branch->slot * small->stride;
    const split_node node = split_node_of(branch->at.total, space->scale);
    tree_best best = { .feature = TREE_NONE };
    /* where all targets are equal, their mean leaves no rest */
    if (small_grows(space, &branch->at) && !(node.rest == 0 && small_pure(small, mask[0])))
        best = small_search(space, &(small_look){ small, mask, node, branch->at.count - 1 }, branch->at.key);
    const int leaf = best.feature == TREE_NONE;
    const double gain = leaf ? 0 : split_gain(&node, best.score) * space->values_scale;
    if (leaf || tree_scored(space, branch->at.depth))
        tree_settle(space, &branch->at, small_value(space, branch->at.total), leaf);
    uint32_t number = 0;
    if (request->record) {
        const tree_node made = { .feature = leaf ? -1 : (int32_t)best.feature,
                                 .depth = branch->at.depth,
                                 .count = branch->at.count,
                                 .threshold = leaf ? 0 : tree_threshold(best.low, best.high),
                                 .weight = node.weight,
                                 .value = small_value(space, branch->at.total),
                                 .gain = gain };
        *status = tree_record_node(space, &branch->at, made, &number);
    }
    if (leaf || *status != ASSAY_OK) return 0;
    request->splits++;
    if (request->importance) request->importance[best.feature] += gain;
    return small_split(space, small, branch, &best, number);
}

SPLIT_INLINE assay_status small_grow(tree_space *space, const tree_branch *branch, const uint32_t *lists)
{
    struct tree_small *const small = space->small;
    small_branch now = { .at = *branch, .slot = 0 };
    assay_status status = ASSAY_OK;
    small_fill(space, small, branch, lists);
    small->height = 0;
    for (;;) {
        while (small_node(space, small, &now, &status)) continue;
        if (small->height == 0 || status != ASSAY_OK) return status;
        now = small->stack[--small->height];
    }
}

#ifdef SPLIT_WIDE
SPLIT_WIDE static assay_status grow_wide(tree_space *space, const tree_branch *branch, const uint32_t *lists)
{
    return small_grow(space, branch, lists);
}
#endif

assay_status tree_small_grow(tree_space *space, const tree_branch *branch, const uint32_t *lists)
{
#ifdef SPLIT_WIDE
    if (space->wide) return grow_wide(space, branch, lists);
#endif
    return small_grow(space, branch, lists);
}
