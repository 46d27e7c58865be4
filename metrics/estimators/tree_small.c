/*
 * tree_small -- everything below a regression node of at most 64 rows
 *
 *   The rows are renumbered 0 .. n-1. A node below is one 64-bit mask per feature, over the positions of its rows in
 *   that feature's order, so nothing is sorted or moved any more: the masks of the smaller child are put together from
 *   one word per row and feature, those of the larger one are what is left. The candidates of up to eight features are
 *   scored side by side, one of each at a time, of one feature alone four at a time; the first of the largest wins.
 *
 *   Half of all splits have two or three rows. Two rows are divided alike by every feature, so the first one wins.
 *   Three have three divisions, one row against the other two, and a feature offers two of them: the features are
 *   looked at in their order only until none can offer better. A child that is a leaf whatever it holds is settled at
 *   once, and so is one of two rows where only followed rows want to know.
 *
 *   All of it is one function, made three times: for processors with 512-bit registers, with 256-bit ones, and for the
 *   others. All do the same operations on the same numbers.
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
    double alone[TREE_SMALL]; /* score of the division of one row from all others */
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

#ifdef SPLIT_WIDE
SPLIT_WIDE static inline unsigned small_place_wide(uint64_t mask, uint32_t before)
{
    return lowest(__builtin_ia32_pdep_di((uint64_t)1 << before, mask));
}
#endif

/* A node that is searched: its masks, and how many candidates each feature has. */
typedef struct small_look {
    const struct tree_small *small;
    const uint64_t *mask;
    split_node node;
    uint32_t each;
} small_look;

/* What features have best: the first of their largest scores, how many rows go left there, and their sum. */
typedef struct small_lanes {
    double score[2 * SPLIT_LANES];
    uint64_t n_left[2 * SPLIT_LANES], prefix[2 * SPLIT_LANES];
} small_lanes;

/* What is made more than once is handed the ones that fit. */
typedef struct small_ways {
    unsigned (*place)(uint64_t mask, uint32_t before);
    void (*lanes)(const small_look *of, const uint32_t *feature, size_t many, small_lanes *to);
} small_ways;

/* The masks and values of four features; lanes behind the last feature repeat it. */
typedef struct small_four {
    uint64_t rest[SPLIT_LANES];
    const uint64_t *packed[SPLIT_LANES];
} small_four;

SPLIT_INLINE void four_begin(const small_look *of, const uint32_t *feature, size_t many, small_four *to)
{
    SPLIT_UNROLL
    for (size_t f = 0; f < SPLIT_LANES; f++) {
        const uint32_t here = feature[f < many ? f : many - 1];
        to->rest[f] = of->mask[here];
        to->packed[f] = of->small->packed + here * TREE_SMALL;
    }
}

/* The next row of each is added. */
SPLIT_INLINE void four_next(small_four *of, split_words *to)
{
    uint64_t next[SPLIT_LANES];
    SPLIT_UNROLL
    for (size_t f = 0; f < SPLIT_LANES; f++) {
        next[f] = of->packed[f][lowest(of->rest[f])];
        of->rest[f] = but_lowest(of->rest[f]);
    }
    *to += (split_words){ next[0], next[1], next[2], next[3] };
}

/* All candidates of so many vectors of features, one of each at a time: what one has to wait for, others do not. */
SPLIT_INLINE void lanes_search(const small_look *of, const uint32_t *feature, size_t many, size_t vectors,
                               small_lanes *to)
{
    const split_node node = of->node;
    small_four four[2];
    split_doubles largest[2] = { SPLIT_ALL(-1.0), SPLIT_ALL(-1.0) };
    split_words run[2] = { 0 }, prefix[2] = { 0 }, n_left[2] = { 0 }, now = { 0 };
    SPLIT_UNROLL
    for (size_t v = 0; v < vectors; v++) four_begin(of, feature + v * SPLIT_LANES, many - v * SPLIT_LANES, &four[v]);
    for (uint32_t k = 0; k < of->each; k++) {
        now += 1;
        SPLIT_UNROLL
        for (size_t v = 0; v < vectors; v++) {
            split_doubles weight, left, top, bottom;
            four_next(&four[v], &run[v]);
            split_centred_of(&node, &run[v], &weight, &left);
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

SPLIT_INLINE void lanes_any(const small_look *of, const uint32_t *feature, size_t many, small_lanes *to)
{
    if (many <= SPLIT_LANES) lanes_search(of, feature, many, 1, to);
    else lanes_search(of, feature, many, 2, to);
}

#ifdef SPLIT_WIDE
/* More than four features in one register. */
SPLIT_512 static inline void lanes_512(const small_look *of, const uint32_t *feature, size_t many, small_lanes *to)
{
    if (many <= SPLIT_LANES) {
        lanes_search(of, feature, many, 1, to);
        return;
    }
    small_four low, high;
    __m512d largest = _mm512_set1_pd(-1.0), weight, left, top, bottom;
    __m512i prefix = _mm512_setzero_si512(), n_left = prefix, now = prefix;
    split_words run_low = { 0 }, run_high = { 0 };
    four_begin(of, feature, SPLIT_LANES, &low);
    four_begin(of, feature + SPLIT_LANES, many - SPLIT_LANES, &high);
    for (uint32_t k = 0; k < of->each; k++) {
        four_next(&low, &run_low);
        four_next(&high, &run_high);
        const __m512i run = _mm512_inserti64x4(_mm512_castsi256_si512((__m256i)run_low), (__m256i)run_high, 1);
        now = _mm512_add_epi64(now, _mm512_set1_epi64(1));
        split_centred_of_512(&of->node, run, &weight, &left);
        split_fraction_512(&of->node, weight, left, &top, &bottom);
        top = _mm512_div_pd(top, bottom);
        const __mmask8 better = _mm512_cmp_pd_mask(top, largest, _CMP_GT_OQ);
        largest = _mm512_mask_mov_pd(largest, better, top);
        n_left = _mm512_mask_mov_epi64(n_left, better, now);
        prefix = _mm512_mask_mov_epi64(prefix, better, run);
    }
    _mm512_storeu_pd(to->score, largest);
    _mm512_storeu_si512(to->n_left, n_left);
    _mm512_storeu_si512(to->prefix, prefix);
}
#endif

/* Several features: the first of those whose best score is largest. */
SPLIT_INLINE tree_best search_lanes(tree_space *space, const small_look *of, uint64_t key, small_ways ways)
{
    const size_t tries = space->request->tries;
    const uint32_t *const order = space->order;
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    tree_order_start(space, key);
    for (size_t i = 0; i < tries; i++) (void)tree_order_next(space, i);
    for (size_t i = 0; i < tries; i += 2 * SPLIT_LANES) {
        const size_t many = tries - i < 2 * SPLIT_LANES ? tries - i : 2 * SPLIT_LANES;
        small_lanes lanes;
        size_t most = 0;
        ways.lanes(of, order + i, many, &lanes);
        for (size_t f = 1; f < many; f++) most = lanes.score[f] > lanes.score[most] ? f : most;
        if (lanes.score[most] > best.score)
            best = (tree_best){ .score = lanes.score[most],
                                .feature = order[i + most],
                                .n_left = (uint32_t)lanes.n_left[most],
                                .prefix = lanes.prefix[most] };
    }
    best.place = ways.place(of->mask[best.feature], best.n_left - 1);
    return best;
}

/* One feature: four of its candidates at a time. The last row stands in for those behind it, which do not count. */
SPLIT_INLINE tree_best search_one(const tree_space *space, const small_look *of, uint64_t key, small_ways ways)
{
    const uint32_t feature = tree_order_first(space, key);
    const uint64_t *const packed = of->small->packed + feature * TREE_SMALL, mask = of->mask[feature];
    const uint64_t last_row = (uint64_t)1 << (63 - (unsigned)__builtin_clzll(mask));
    const split_node node = of->node;
    const split_words most_left = { of->each, of->each, of->each, of->each };
    split_words now = { 1, 2, 3, 4 }, prefix = { 0 }, n_left = { 0 };
    split_doubles largest = SPLIT_ALL(-1.0);
    uint64_t rest = mask, run[SPLIT_LANES + 1] = { 0 };
    for (uint32_t k = 0; k < of->each; k += SPLIT_LANES) {
        SPLIT_UNROLL
        for (size_t i = 0; i < SPLIT_LANES; i++) {
            run[i + 1] = run[i] + packed[lowest(rest)];
            rest = but_lowest(rest) | last_row;
        }
        const split_words sums = { run[1], run[2], run[3], run[4] };
        split_doubles weight, left, top, bottom;
        split_centred_of(&node, &sums, &weight, &left);
        split_fraction(&node, &weight, &left, &top, &bottom);
        top /= bottom;
        const split_mask better = (top > largest) & (now <= most_left);
        largest = SPLIT_PICK(better, top, largest);
        n_left = (split_words)SPLIT_PICK(better, now, n_left);
        prefix = (split_words)SPLIT_PICK(better, sums, prefix);
        now += SPLIT_LANES;
        run[0] = run[SPLIT_LANES];
    }
    size_t most = 0;
    for (size_t i = 1; i < SPLIT_LANES; i++) {
        const int first = largest[i] == largest[most] && n_left[i] < n_left[most];
        most = largest[i] > largest[most] || first ? i : most;
    }
    return (tree_best){ .score = largest[most],
                        .feature = feature,
                        .n_left = (uint32_t)n_left[most],
                        .prefix = prefix[most],
                        .place = ways.place(mask, (uint32_t)n_left[most] - 1) };
}

SPLIT_INLINE tree_best search_two(tree_space *space, const struct tree_small *small, const tree_branch *at,
                                  const uint64_t *mask, const split_node *node)
{
    const uint32_t feature = tree_order_first(space, at->key);
    const unsigned place = lowest(mask[feature]);
    const uint64_t prefix = small->packed[feature * TREE_SMALL + place];
    return (tree_best){
        .score = split_score(node, prefix), .feature = feature, .place = place, .n_left = 1, .prefix = prefix
    };
}

/* A division has the same score to the bit whichever side the row alone is on, see split_score. */
SPLIT_INLINE tree_best search_three(tree_space *space, struct tree_small *small, const tree_branch *at,
                                    const uint64_t *mask, const split_node *node)
{
    const size_t tries = space->request->tries;
    double most = -1.0;
    uint64_t rest = mask[0];
    for (size_t i = 0; i < 3; i++, rest = but_lowest(rest)) {
        const double score = split_score(node, small->packed[lowest(rest)]);
        small->alone[small->local[lowest(rest)]] = score;
        most = score > most ? score : most;
    }
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    tree_order_start(space, at->key);
    for (size_t i = 0; i < tries && best.score < most; i++) {
        const uint32_t feature = tree_order_next(space, i);
        const uint8_t *const local = small->local + feature * TREE_SMALL;
        const uint64_t *const packed = small->packed + feature * TREE_SMALL;
        const uint64_t above = but_lowest(mask[feature]);
        const unsigned low = lowest(mask[feature]), middle = lowest(above), high = lowest(but_lowest(above));
        if (small->alone[local[low]] > best.score)
            best = (tree_best){
                .score = small->alone[local[low]], .feature = feature, .place = low, .n_left = 1, .prefix = packed[low]
            };
        if (small->alone[local[high]] > best.score)
            best = (tree_best){ .score = small->alone[local[high]],
                                .feature = feature,
                                .place = middle,
                                .n_left = 2,
                                .prefix = packed[low] + packed[middle] };
    }
    return best;
}

/* Where the winner turns out to be no split because of a tie, again with care. */
SPLIT_INLINE tree_best small_search(tree_space *space, struct tree_small *small, const tree_branch *at,
                                    const uint64_t *mask, const split_node *node, small_ways ways)
{
    const small_look of = { small, mask, *node, at->count - 1 };
    space->looked_at += (at->count - 1) * space->request->tries;
    tree_best best = at->count == 2              ? search_two(space, small, at, mask, node)
                     : at->count == 3            ? search_three(space, small, at, mask, node)
                     : space->request->tries > 1 ? search_lanes(space, &of, at->key, ways)
                                                 : search_one(space, &of, at->key, ways);
    if (candidate_apart(space, small, mask[best.feature], best.feature, best.place, &best.low, &best.high)) return best;
    return careful_node(space, small, at->key, mask, node);
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

/* Looks for the first feature by which two rows are apart; false if none does. low, high: their values there. */
SPLIT_INLINE int pair_apart(tree_space *space, const uint32_t *row, uint64_t key, uint32_t *feature, float *low,
                            float *high)
{
    *feature = tree_order_first(space, key);
    for (size_t i = 0;;) {
        const float a = tree_value(space, row[0], *feature), b = tree_value(space, row[1], *feature);
        *low = a < b ? a : b, *high = a < b ? b : a;
        if (rank_apart(*low, *high)) return 1;
        if (i == 0) tree_order_start(space, key), (void)tree_order_next(space, i++);
        if (i == space->d) return 0;
        *feature = tree_order_next(space, i++);
    }
}

/* Everything below a child of two rows that is only asked what it gives to followed rows; rows: their positions in the
 * order of `feature`. Two rows are divided alike by every feature, so no score is formed and no row is moved. */
SPLIT_INLINE void pair_settle(tree_space *space, const struct tree_small *small, const tree_branch *at, size_t feature,
                              uint64_t rows)
{
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

/* True if a child has to be grown; a leaf whatever it holds is settled here, unless it is to be recorded. */
SPLIT_INLINE int small_waits(tree_space *space, const struct tree_small *small, const tree_branch *child,
                             size_t feature, uint64_t rows)
{
    const tree_request *const request = space->request;
    if (!tree_wanted(request, child->n_follow)) return 0;
    if (request->record) return 1;
    if (!small_grows(space, child)) {
        tree_settle(space, child, small_value(space, child->total), 1);
        return 0;
    }
    if (child->count != 2 || request->importance || !request->sum) return 1;
    pair_settle(space, small, child, feature, rows);
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
    const int left_waits = small_waits(space, small, &left.at, best->feature, low);
    const int right_waits = small_waits(space, small, &right.at, best->feature, high);
    if (!left_waits && !right_waits) return 0;
    if (n_left <= right.at.count) masks_divide(small, mask, best->feature, low, other, mask);
    else masks_divide(small, mask, best->feature, high, mask, other);
    if (left_waits && right_waits) small->stack[small->height++] = right;
    *branch = left_waits ? left : right;
    return 1;
}

/* Grows one node; true if `branch` is a child to go on with. */
SPLIT_INLINE int small_node(tree_space *space, struct tree_small *small, small_branch *branch, small_ways ways,
                            assay_status *status)
{
    tree_request *const request = space->request;
    const uint64_t *const mask = small->mask + branch->slot * small->stride;
    const split_node node = split_node_of(branch->at.total, space->scale);
    tree_best best = { .feature = TREE_NONE };
    /* where all targets are equal, their mean leaves no rest */
    if (small_grows(space, &branch->at) && !(node.rest == 0 && small_pure(small, mask[0])))
        best = small_search(space, small, &branch->at, mask, &node, ways);
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

SPLIT_INLINE assay_status small_grow(tree_space *space, const tree_branch *branch, const uint32_t *lists,
                                     small_ways ways)
{
    struct tree_small *const small = space->small;
    small_branch now = { .at = *branch, .slot = 0 };
    assay_status status = ASSAY_OK;
    small_fill(space, small, branch, lists);
    small->height = 0;
    for (;;) {
        while (small_node(space, small, &now, ways, &status)) continue;
        if (small->height == 0 || status != ASSAY_OK) return status;
        now = small->stack[--small->height];
    }
}

#ifdef SPLIT_WIDE
SPLIT_WIDE static assay_status grow_wide(tree_space *space, const tree_branch *branch, const uint32_t *lists)
{
    return small_grow(space, branch, lists, (small_ways){ small_place_wide, lanes_any });
}

SPLIT_512 static assay_status grow_512(tree_space *space, const tree_branch *branch, const uint32_t *lists)
{
    return small_grow(space, branch, lists, (small_ways){ small_place_wide, lanes_512 });
}
#endif

assay_status tree_small_grow(tree_space *space, const tree_branch *branch, const uint32_t *lists)
{
#ifdef SPLIT_WIDE
    if (space->wide == SPLIT_WIDEST) return grow_512(space, branch, lists);
    if (space->wide) return grow_wide(space, branch, lists);
#endif
    return small_grow(space, branch, lists, (small_ways){ small_place, lanes_any });
}
