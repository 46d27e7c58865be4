/*
 * tree_mean -- the best split of a regression node by one feature
 *
 *   Prefix sums along the feature's order carry weight and weighted target in one word. The candidates are looked at in
 *   chunks of sixteen, four at a time; the quotient of a candidate is only formed where numerator > best * denominator
 *   says that one of its chunk could win.
 *
 *   Most chunks of a larger node are passed over unseen. With targets centred on the node's mean and no further than
 *   `reach` from it, the sum of the left side moves by at most reach * weight from row to row. Between the ends a and b
 *   of a chunk it is therefore no larger than
 *       most = (|left_a + left_b| + reach * (w_b - w_a)) / 2
 *   and no score in the chunk is larger than (most + rest)^2 * W / (w (W - w)), w at that end of the chunk where the
 *   denominator is smaller. Where this is below the best score so far, or that of a split at the end of some chunk, by
 *   more than rounding can do, no candidate of the chunk can be the winner.
 *
 *   Most codes have next to no ties, and the values themselves are far away in memory. So a search first takes for
 *   granted that all winners on its way are splits, and looks at the values of all of them in the end; where one is a
 *   tie, it starts again with care, and where that happens often, does so at once.
 *
 * Cost     about 1 cycle per row of the node, and 3 per row of a chunk that is looked at.
 */
#include "tree_space.h"

/* What is searched: all rows but the last are candidates. */
typedef struct mean_list {
    const uint32_t *list;
    size_t candidates, feature;
    double reach;
    int careful;         /* look at the values of every winner at once */
    split_marker marks;
} mean_list;

enum { CHUNK = TREE_CHUNK, VECTORS = CHUNK / SPLIT_LANES };

/* Rounding moves scores by some 1e-15 of themselves. */
#define SAFE (1.0 + 1e-9)

/* ------------------------------------------------------------------------------------------------- one chunk -- */

/* Whether a candidate is a split at all, or has equal values on both sides. */
SPLIT_INLINE int place_apart(const tree_space *space, const mean_list *of, size_t k, float *low, float *high)
{
    *low = tree_value(space, space->row_of[of->list[k]], of->feature);
    *high = tree_value(space, space->row_of[of->list[k + 1]], of->feature);
    return rank_apart(*low, *high);
}

/* Remembers a place whose values are to be looked at in the end. */
SPLIT_INLINE void place_trust(tree_space *space, const mean_list *of, size_t k)
{
    __builtin_prefetch(space->codes->value + (size_t)space->row_of[of->list[k]] * space->d + of->feature);
    __builtin_prefetch(space->codes->value + (size_t)space->row_of[of->list[k + 1]] * space->d + of->feature);
    space->trusted[space->n_trusted++] = (uint32_t)k;
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
SPLIT_INLINE void chunk_choose(tree_space *space, const mean_list *of, size_t k, const split_doubles *score,
                               tree_best *best)
{
    double scores[CHUNK];
    memcpy(scores, score, sizeof scores);
    const size_t count = k + CHUNK < of->candidates ? CHUNK : of->candidates - k;
    size_t at = 0;
    for (size_t i = 1; i < count; i++) at = scores[i] > scores[at] ? i : at;
    if (!(scores[at] > best->score)) return;
    tree_best found = { scores[at], (uint32_t)of->feature, (uint32_t)(k + at), (uint32_t)(k + at) + 1,
                        space->prefix[k + at], 0, 0 };
    if (!of->careful) {
        place_trust(space, of, k + at);
        *best = found;
    } else if (place_apart(space, of, k + at, &found.low, &found.high))
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

SPLIT_INLINE void chunk_look(tree_space *space, const mean_list *of, size_t k, const split_node *node,
                             tree_best *best)
{
    const split_doubles least = SPLIT_ALL(best->score);
    split_doubles top[VECTORS], bottom[VECTORS];
    split_mask wins = { 0, 0, 0, 0 };
    SPLIT_UNROLL
    for (size_t v = 0; v < VECTORS; v++) {
        split_terms(node, space->prefix + k + v * SPLIT_LANES, &top[v], &bottom[v]);
        wins |= top[v] > least * bottom[v];
    }
    if (!of->marks(&wins)) return;
    for (size_t v = 0; v < VECTORS; v++) top[v] /= bottom[v];
    chunk_choose(space, of, k, top, best);
}

/* ---------------------------------------------------------------------------------------------- larger nodes -- */

/* edge[c]: the sum of the rows before chunk c, edge[chunks]: of all candidates; then some filling. */
SPLIT_INLINE void edges_fill(const tree_space *space, const uint32_t *list, size_t candidates, size_t chunks)
{
    const uint64_t *const packed = space->packed;
    uint64_t *const edge = space->edge, run = 0;
    for (size_t c = 0; c + 1 < chunks; c++) {
        const uint32_t *const at = list + c * CHUNK;
        uint64_t odd = 0;
        edge[c] = run;
        SPLIT_UNROLL
        for (size_t i = 0; i < CHUNK; i += 2) run += packed[at[i]], odd += packed[at[i + 1]];
        run += odd;
    }
    edge[chunks - 1] = run;
    for (size_t k = (chunks - 1) * CHUNK; k < candidates; k++) run += packed[list[k]];
    for (size_t c = chunks; c < chunks + 1 + SPLIT_LANES; c++) edge[c] = run;
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
SPLIT_INLINE size_t chunks_left(const tree_space *space, const split_node *node, double reach, double least,
                                size_t chunks, split_marker marks_of)
{
    const split_doubles threshold = SPLIT_ALL(least * 4 / (node->weight * SAFE)), all = SPLIT_ALL(node->weight);
    const split_mask sign = { INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX };
    size_t count = 0;
    for (size_t c = 0; c < chunks; c += SPLIT_LANES) {
        split_doubles w_a, w_b, left_a, left_b;
        memcpy(&w_a, space->edge_weight + c, sizeof w_a);
        memcpy(&w_b, space->edge_weight + c + 1, sizeof w_b);
        memcpy(&left_a, space->edge_left + c, sizeof left_a);
        memcpy(&left_b, space->edge_left + c + 1, sizeof left_b);
        const split_doubles both = (split_doubles)((split_mask)(left_a + left_b) & sign);
        const split_doubles twice = both + (w_b - w_a) * reach + 2.0 * node->rest;
        const split_doubles first = (w_a + 1.0) * (all - w_a - 1.0), last = w_b * (all - w_b);
        const split_doubles smaller = SPLIT_PICK(first < last, first, last);
        const split_mask left = (split_mask)(twice * twice >= threshold * smaller);
        for (unsigned marks = marks_of(&left); marks; marks &= marks - 1)
            space->chunk[count++] = (uint32_t)c + (uint32_t)__builtin_ctz(marks);
    }
    while (count && space->chunk[count - 1] >= chunks) count--;
    return count;
}

SPLIT_INLINE void search_bounded(tree_space *space, const mean_list *of, const split_node *node, tree_best *best)
{
    const size_t candidates = of->candidates, chunks = (candidates + CHUNK - 1) / CHUNK;
    double least = best->score, score;
    float low, high;
    edges_fill(space, of->list, candidates, chunks);
    const size_t edge = edges_score(space, node, chunks, &score);
    const size_t at = (edge < chunks ? edge * CHUNK : candidates) - 1;
    if (score > least && (!of->careful || place_apart(space, of, at, &low, &high))) {
        if (!of->careful) place_trust(space, of, at);
        least = score;
    }
    const size_t left = chunks_left(space, node, of->reach, least, chunks, of->marks);
    for (size_t i = 0; i < left; i++)
        chunk_fill(space, of->list, space->chunk[i] * (size_t)CHUNK, candidates, space->edge[space->chunk[i]]);
    for (size_t i = 0; i < left; i++) chunk_look(space, of, space->chunk[i] * (size_t)CHUNK, node, best);
}

SPLIT_INLINE void search_plain(tree_space *space, const mean_list *of, const split_node *node, tree_best *best)
{
    uint64_t run = 0;
    for (size_t k = 0; k < of->candidates; k += CHUNK) run = chunk_fill(space, of->list, k, of->candidates, run);
    for (size_t k = 0; k < of->candidates; k += CHUNK) chunk_look(space, of, k, node, best);
}

SPLIT_INLINE void mean_search(tree_space *space, const mean_list *of, const split_node *node, tree_best *best)
{
    if (of->candidates >= TREE_FEW)
        search_bounded(space, of, node, best);
    else
        search_plain(space, of, node, best);
}

#ifdef SPLIT_WIDE
SPLIT_WIDE static void mean_search_wide(tree_space *space, const mean_list *of, const split_node *node,
                                        tree_best *best)
{
    mean_list local = *of;
    local.marks = split_marks_wide;
    const split_node here = *node;
    mean_search(space, &local, &here, best);
}
#endif

static void mean_search_any(tree_space *space, const mean_list *of, const split_node *node, tree_best *best)
{
#ifdef SPLIT_WIDE
    if (space->wide) {
        mean_search_wide(space, of, node, best);
        return;
    }
#endif
    mean_search(space, of, node, best);
}

/* False if one of the places taken on trust is a tie. */
static int trusted_apart(const tree_space *space, const mean_list *of, tree_best *best)
{
    int apart = 1;
    float low = 0, high = 0;
    for (size_t i = 0; i < space->n_trusted; i++) {
        apart &= place_apart(space, of, space->trusted[i], &low, &high);
        if (space->trusted[i] == best->place && best->feature == of->feature) best->low = low, best->high = high;
    }
    return apart;
}

void tree_mean_search(tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                      const split_node *node, tree_best *best)
{
    const double above = (double)branch->high - node->mean, below = node->mean - (double)branch->low;
    mean_list of = { .list = list, .candidates = branch->count - 1, .feature = feature,
                     .reach = above > below ? above : below, .careful = tree_tied(space, feature),
                     .marks = split_marks };
    const tree_best before = *best;
    space->n_trusted = 0;
    mean_search_any(space, &of, node, best);
    if (of.careful) return;
    space->searches[feature]++;
    if (trusted_apart(space, &of, best)) return;
    *best = before;
    of.careful = 1;
    space->ties[feature]++;
    mean_search_any(space, &of, node, best);
}
