/*
 * tree_small -- everything below a regression node of at most 64 rows
 *
 *   The rows are renumbered 0 .. n-1. A node below is one 64-bit mask per feature, over the positions of its rows in
 *   that feature's order, so nothing is sorted or moved any more: the masks of the smaller child are put together from
 *   one word per row and feature, those of the larger one are what is left. The candidates of all features of a node
 *   are written one after the other and scored four at a time; the first of the largest wins.
 *
 * Cost     about 5 cycles per candidate, 3 per feature and row of the smaller child.
 */
#include "tree_space.h"

#include <stdlib.h>

typedef struct small_branch {
    tree_branch at; /* start, via: not used */
    size_t slot;
} small_branch;

struct tree_small {
    size_t d, n;
    uint64_t *bit;    /* [64*d] row, feature: the row's position as a bit */
    uint64_t *packed; /* [d*64] feature, position */
    uint64_t *mask;   /* [slots*d] masks of the waiting nodes */
    uint64_t *prefix; /* [64*d + 8] */
    double *score;    /* [64*d + 8] */
    uint8_t *local;   /* [d*64] feature, position: row */
    uint32_t row[TREE_SMALL];
    small_branch stack[TREE_SMALL + 2];
    size_t height;
};

void tree_small_free(struct tree_small *small)
{
    if (!small) return;
    free(small->bit);
    free(small->local);
    free(small);
}

struct tree_small *tree_small_new(size_t d)
{
    struct tree_small *small = calloc(1, sizeof *small);
    if (!small) return NULL;
    small->d = d;
    small->bit = malloc((4 * TREE_SMALL * d + (TREE_SMALL + 3) * d + 16) * sizeof *small->bit);
    small->local = malloc(TREE_SMALL * d);
    if (!small->bit || !small->local) {
        tree_small_free(small);
        return NULL;
    }
    small->packed = small->bit + TREE_SMALL * d;
    small->prefix = small->packed + TREE_SMALL * d;
    small->score = (double *)(void *)(small->prefix + TREE_SMALL * d + 8);
    small->mask = (uint64_t *)(void *)small->score + TREE_SMALL * d + 8;
    return small;
}

static unsigned lowest(uint64_t mask) { return (unsigned)__builtin_ctzll(mask); }

static void small_fill(tree_space *space, struct tree_small *small, const tree_branch *branch, const uint32_t *lists)
{
    const size_t n = branch->count, d = space->d;
    const uint32_t *const first = lists + branch->start;
    uint8_t *const number = space->side; /* the row's new number, by its old one */
    small->n = n;
    for (size_t i = 0; i < n; i++) {
        number[first[i]] = (uint8_t)i;
        small->row[i] = space->row_of[first[i]];
    }
    for (size_t f = 0; f < d; f++) {
        const uint32_t *const list = lists + f * space->n + branch->start;
        const uint64_t *const from = space->packed;
        uint64_t *const to = small->packed + f * TREE_SMALL, *const bit = small->bit + f;
        uint8_t *const local = small->local + f * TREE_SMALL;
        for (size_t p = 0; p < n; p++) {
            const uint8_t i = number[list[p]];
            local[p] = i;
            to[p] = from[list[p]];
            bit[i * d] = (uint64_t)1 << p;
        }
        small->mask[f] = ~(uint64_t)0 >> (TREE_SMALL - n);
    }
}

/* Writes the prefix sums of one feature's candidates: all its positions in the node but the last. Returns their end. */
static inline uint64_t *small_candidates(const uint64_t *packed, uint64_t mask, uint64_t *to)
{
    uint64_t run = 0;
    for (uint64_t next = mask & (mask - 1); next; next &= next - 1) {
        *to++ = run += packed[lowest(mask)];
        mask = next;
    }
    return to;
}

/* Position of the n_left-th row of a mask. */
static unsigned small_place(uint64_t mask, uint32_t n_left)
{
    while (--n_left) mask &= mask - 1;
    return lowest(mask);
}

/* Scores the candidates; returns the first of the largest. Two chains of maxima, so that neither waits for itself. */
SPLIT_CLONES
static uint32_t small_scores(struct tree_small *small, const split_node *node, size_t count)
{
    const split_node local = *node;
    uint64_t *const prefix = small->prefix;
    double *const scores = small->score;
    split_doubles largest[2] = { SPLIT_ALL(-1.0), SPLIT_ALL(-1.0) };
    for (size_t k = count; k < count + 2 * SPLIT_LANES; k++) prefix[k] = prefix[count - 1];
    for (size_t k = 0; k < count; k += 2 * SPLIT_LANES) {
        for (size_t v = 0; v < 2; v++) {
            split_doubles top, bottom;
            split_terms(&local, prefix + k + v * SPLIT_LANES, &top, &bottom);
            top /= bottom;
            memcpy(scores + k + v * SPLIT_LANES, &top, sizeof top);
            largest[v] = SPLIT_PICK(top > largest[v], top, largest[v]);
        }
    }
    largest[0] = SPLIT_PICK(largest[1] > largest[0], largest[1], largest[0]);
    double most = largest[0][0];
    for (unsigned i = 1; i < SPLIT_LANES; i++) most = largest[0][i] > most ? largest[0][i] : most;
    uint32_t at = 0;
    while (scores[at] < most) at++;
    return at;
}

/* The values around a candidate: those of its position and of the next one in the node. */
static int candidate_apart(const tree_space *space, const struct tree_small *small, uint64_t mask, size_t feature,
                           unsigned place, float *low, float *high)
{
    const uint64_t above = mask & ~(((uint64_t)2 << place) - 1);
    const uint8_t *const local = small->local + feature * TREE_SMALL;
    *low = tree_value(space, small->row[local[place]], feature);
    *high = tree_value(space, small->row[local[lowest(above)]], feature);
    return rank_apart(*low, *high);
}

/* The same search where values are tied: candidate by candidate. */
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

static tree_best careful_node(tree_space *space, struct tree_small *small, const small_branch *branch,
                              const uint64_t *mask, const split_node *node)
{
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    const size_t tries = space->request->tries;
    int varied = 0;
    tree_order_start(space, branch->at.key);
    for (size_t i = 0; i < space->d && (i < tries || (best.feature == TREE_NONE && !varied)); i++) {
        const uint32_t feature = tree_order_next(space, i);
        if (small_constant(space, small, mask[feature], feature)) continue;
        varied = 1;
        careful_search(space, small, mask[feature], feature, node, &best);
    }
    return best;
}

/* All candidates at once; where the winner turns out to be no split because of a tie, again with care. */
static tree_best small_search(tree_space *space, struct tree_small *small, const small_branch *branch,
                              const uint64_t *mask, const split_node *node)
{
    const size_t tries = space->request->tries;
    const uint32_t each = branch->at.count - 1;
    uint64_t *end = small->prefix;
    uint32_t winner = 0;
    tree_order_start(space, branch->at.key);
    /* two rows: every feature divides them alike, so the first one wins */
    for (size_t i = 0; i < (each == 1 ? 1 : tries); i++) {
        const uint32_t feature = tree_order_next(space, i);
        end = small_candidates(small->packed + feature * TREE_SMALL, mask[feature], end);
    }
    if (each == 1)
        small->score[0] = split_score(node, small->prefix[0]);
    else
        winner = small_scores(small, node, (size_t)(end - small->prefix));
    tree_best best = { .score = small->score[winner], .feature = space->order[winner / each],
                       .n_left = winner % each + 1, .prefix = small->prefix[winner] };
    best.place = small_place(mask[best.feature], best.n_left);
    if (candidate_apart(space, small, mask[best.feature], best.feature, best.place, &best.low, &best.high)) return best;
    return careful_node(space, small, branch, mask, node);
}

static int small_pure(const tree_space *space, const struct tree_small *small, uint64_t mask)
{
    const uint8_t *const local = small->local;
    const uint32_t first = space->target[small->row[local[lowest(mask)]]];
    for (mask &= mask - 1; mask; mask &= mask - 1)
        if (space->target[small->row[local[lowest(mask)]]] != first) return 0;
    return 1;
}

/* Masks of the rows in `rows` (a mask in the order of `feature`) to take, and of the others to leave. */
SPLIT_CLONES
static void masks_divide(const struct tree_small *small, const uint64_t *mask, size_t feature, uint64_t rows,
                         uint64_t *take, uint64_t *leave)
{
    const size_t d = small->d;
    const uint8_t *const local = small->local + feature * TREE_SMALL;
    const uint64_t *row = small->bit + local[lowest(rows)] * d;
    for (size_t f = 0; f < d; f++) take[f] = row[f];
    for (rows &= rows - 1; rows; rows &= rows - 1) {
        row = small->bit + local[lowest(rows)] * d;
        for (size_t f = 0; f < d; f++) take[f] |= row[f];
    }
    for (size_t f = 0; f < d; f++) leave[f] = mask[f] ^ take[f];
}

/* Puts the children where they will be grown from: left on top. The node's own slot is reused. */
static void small_split(tree_space *space, struct tree_small *small, const small_branch *branch, const tree_best *best,
                        uint32_t number)
{
    const size_t d = space->d;
    const tree_branch *const at = &branch->at;
    uint64_t *const mask = small->mask + branch->slot * d;
    uint64_t *const spare = mask + d, *const again = spare + d;
    const uint64_t low = mask[best->feature] & (((uint64_t)2 << best->place) - 1), high = mask[best->feature] ^ low;
    const uint32_t n_left = best->n_left;
    const uint32_t follow_left = at->n_follow ? tree_follow_split(space, at->follow, at->n_follow, best->feature,
                                                                  tree_threshold(best->low, best->high))
                                              : 0;
    small_branch left = { { .key = tree_key(at->key, 0), .total = best->prefix, .count = n_left,
                            .follow = at->follow, .n_follow = follow_left, .depth = at->depth + 1, .parent = number },
                          branch->slot + 1 };
    small_branch right = { { .key = tree_key(at->key, 1), .total = at->total - best->prefix,
                             .count = at->count - n_left, .follow = at->follow + follow_left,
                             .n_follow = at->n_follow - follow_left, .depth = at->depth + 1,
                             .parent = number | TREE_RIGHT },
                           branch->slot };
    const int want_left = tree_wanted(space->request, left.at.n_follow);
    const int want_right = tree_wanted(space->request, right.at.n_follow);
    const int grows = at->depth + 1 < space->request->depth && at->count > 2;
    if (!grows) {
        /* both are leaves: nobody will look at their masks */
    } else if (n_left <= right.at.count) {
        masks_divide(small, mask, best->feature, low, spare, again);
        memcpy(mask, again, d * sizeof *mask);
    } else {
        masks_divide(small, mask, best->feature, high, again, spare);
        memcpy(mask, again, d * sizeof *mask);
    }
    if (want_right) small->stack[small->height++] = right;
    if (want_left) small->stack[small->height++] = left;
}

static assay_status small_node(tree_space *space, struct tree_small *small, const small_branch *branch)
{
    tree_request *const request = space->request;
    const uint64_t *const mask = small->mask + branch->slot * space->d;
    const split_node node = split_node_of(branch->at.total, space->scale);
    const double value =
        space->scale.base + space->scale.unit * ((double)(branch->at.total & node.mask) / node.weight);
    tree_best best = { .feature = TREE_NONE };
    if (branch->at.count > 1 && branch->at.depth < request->depth && !small_pure(space, small, mask[0]))
        best = small_search(space, small, branch, mask, &node);
    const int leaf = best.feature == TREE_NONE;
    const double gain = leaf ? 0 : split_gain(&node, best.score) * space->values_scale;
    tree_settle(space, &branch->at, value, leaf);
    uint32_t number = 0;
    if (request->record) {
        const tree_node made = { .feature = leaf ? -1 : (int32_t)best.feature, .depth = branch->at.depth,
                                 .count = branch->at.count,
                                 .threshold = leaf ? 0 : tree_threshold(best.low, best.high),
                                 .weight = node.weight, .value = value, .gain = gain };
        const assay_status status = tree_record_node(space, &branch->at, made, &number);
        if (status != ASSAY_OK) return status;
    }
    if (leaf) return ASSAY_OK;
    request->splits++;
    if (request->importance) request->importance[best.feature] += gain;
    small_split(space, small, branch, &best, number);
    return ASSAY_OK;
}

assay_status tree_small_grow(tree_space *space, const tree_branch *branch, const uint32_t *lists)
{
    struct tree_small *const small = space->small;
    small_fill(space, small, branch, lists);
    small->stack[0] = (small_branch){ .at = *branch, .slot = 0 };
    small->height = 1;
    assay_status status = ASSAY_OK;
    while (small->height > 0 && status == ASSAY_OK) {
        const small_branch next = small->stack[--small->height];
        status = small_node(space, small, &next);
    }
    return status;
}
