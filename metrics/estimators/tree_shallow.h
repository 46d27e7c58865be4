/*
 * tree_shallow -- regression trees of few levels, as boosting grows them: no list is divided
 *
 *   The features' lists are cut, once for all trees on the same rows, into chunks of 32 rows or more that end where
 *   neighbours are apart: the end of a chunk is a split of whatever rows it divides. A node has the sum of
 *   every chunk of every feature. Those of the root are added up row by row; of two children only the smaller one's
 *   are, the larger one's are what is left of their parent's. Sums are whole numbers, so this loses nothing. In
 *   smaller nodes neighbouring chunks are taken together.
 *
 *   From the sums at the ends a and b of a chunk follow scores of splits there, and a bound on those within. Let c be
 *   the mean of the tree's targets, and rise what the targets of the chunk are above c, those below left out. The sum
 *   of target - c over the left side is then at most rise above its value at a, and at least rise below that at b.
 *   With the node's own mean m in the place of c it may be (c - m) (w_b - w_a) more where c > m. So
 *       left_a + rise + max(c - m, 0) (w_b - w_a)    and    left_b - rise - max(c - m, 0) (w_b - w_a)
 *   bound the centred sum, and the score as tree_edges.h says. Only where it could be the best are the rows of a chunk
 *   looked at, those of the node picked from the list. Their scores are formed by the operations of tree_mean.h, and
 *   the first of equals wins: the trees are those of tree_grow.h, to the bit.
 *
 * Cost     per tree O(d * rows) once, then what the smaller children and 1/32 of the rows of every node cost; memory 2
 *          bytes a row and feature for the chunks, 4 for the values, and one for each level.
 */
#pragma once

#include "lend.h"
#include "tree_edges.h"

#include <math.h>

enum { CHUNK_LEAST = 32, CHUNKS_MOST = UINT16_MAX, CHUNKS_FEW = 32 };

struct tree_shallow {
    size_t rows, all;     /* rows of the tree; followed ones have the numbers behind them */
    size_t slots, stride; /* of sums; room for the chunks of a feature, whole vectors */
    float *value;         /* [d * all] by feature */
    uint16_t *chunk_of;   /* [d in fours][rows][4] */
    uint32_t *chunks;     /* [d] how many a feature has */
    uint32_t *start;      /* [d * (stride + 1)] where they begin in its list, and the end */
    uint8_t *halvings;    /* [d in fours] how often they may be taken together */
    uint8_t *within;      /* [d * stride] 1: there are splits within the chunk */
    uint64_t *sums;       /* [2 * slots * d in fours * stride] of both kinds */
    uint64_t *rise;       /* [rows] what a target is above `middle`, by weight */
    uint64_t middle;
    uint32_t *row_of;  /* [all] rows of the table */
    uint32_t *numbers; /* [all] of the rows, by node; the followed ones' behind them */
    uint8_t *node_of;  /* [rows] */
    uint8_t nodes;
};

/* start, count and follow of `at`: of numbers. halved: how often its chunks were taken together. */
typedef struct shallow_node {
    tree_branch at;
    size_t slot;
    unsigned halved;
    uint8_t number;
} shallow_node;

enum { FOUR = 4 };

static size_t in_fours(size_t d) { return (d + FOUR - 1) / FOUR * FOUR; }

/* ---------------------------------------------------------------------------------------- once for all trees -- */

static struct tree_shallow *shallow_new(const tree_space *space, size_t slots)
{
    const size_t d = space->d, fours = in_fours(d), rows = space->count, all = rows + space->n_follow;
    const size_t stride = (rows / CHUNK_LEAST + TREE_EIGHT) / TREE_EIGHT * TREE_EIGHT;
    struct tree_shallow made = { .rows = rows, .all = all, .slots = slots, .stride = stride };
    struct tree_shallow *const s =
        LEND_ROOM(made, LOAN(made.value, d * all), LOAN(made.chunk_of, fours * rows), LOAN(made.chunks, d),
                  LOAN(made.start, d * (stride + 1)), LOAN(made.halvings, fours), LOAN(made.within, d * stride),
                  LOAN(made.sums, 2 * slots * fours * stride), LOAN(made.rise, rows + TREE_EIGHT),
                  LOAN(made.row_of, all), LOAN(made.numbers, all), LOAN(made.node_of, rows));
    if (!s) return NULL;
    memcpy(s->row_of, space->row_of, rows * sizeof *s->row_of);
    memcpy(s->row_of + rows, space->follow, space->n_follow * sizeof *s->row_of);
    return s;
}

static void chunk_end(struct tree_shallow *s, const uint32_t *list, size_t j, uint32_t to)
{
    uint32_t *const start = s->start + j * (s->stride + 1);
    const float *const value = s->value + j * s->all;
    const uint32_t c = s->chunks[j]++;
    uint16_t *const chunk_of = s->chunk_of + j / FOUR * FOUR * s->rows + j % FOUR;
    s->within[j * s->stride + c] = (uint8_t)rank_apart(value[list[start[c]]], value[list[to - 1]]);
    for (uint32_t k = start[c]; k < to; k++) chunk_of[FOUR * (size_t)list[k]] = (uint16_t)c;
    start[c + 1] = to;
}

static void feature_cut(const tree_space *space, struct tree_shallow *s, size_t j)
{
    const uint32_t *const list = space->base + j * space->n, rows = (uint32_t)s->rows;
    const float *const value = s->value + j * s->all;
    const uint32_t *const start = s->start + j * (s->stride + 1);
    const uint32_t least = rows / CHUNKS_MOST < CHUNK_LEAST ? CHUNK_LEAST : rows / CHUNKS_MOST + 1;
    s->chunks[j] = 0, s->start[j * (s->stride + 1)] = 0;
    for (uint32_t k = 1; k < rows; k++)
        if (k - start[s->chunks[j]] >= least && rank_apart(value[list[k - 1]], value[list[k]]))
            chunk_end(s, list, j, k);
    chunk_end(s, list, j, rows);
    while (s->chunks[j] >> s->halvings[j] >= 2 * CHUNKS_FEW) s->halvings[j]++;
}

static void values_take(const tree_space *space, const struct tree_shallow *s, size_t j)
{
    float *const value = s->value + j * s->all;
    for (size_t i = 0; i < s->all; i++) value[i] = tree_value(space, s->row_of[i], j);
}

/* Makes ready what all trees on these rows share; kept until the rows change. */
static assay_status shallow_prepare(tree_space *space)
{
    const size_t slots = space->request->depth;
    if (space->shallow && space->shallow->slots >= slots) return ASSAY_OK;
    free(space->shallow);
    space->shallow = shallow_new(space, slots);
    if (!space->shallow) return ASSAY_ENOMEM;
    for (size_t j = 0; j < space->d; j++) {
        values_take(space, space->shallow, j);
        feature_cut(space, space->shallow, j);
    }
    return ASSAY_OK;
}

/* ---------------------------------------------------------------------------------------------- sums of chunks -- */

static unsigned halved_of(const struct tree_shallow *s, size_t j, unsigned halved)
{
    return halved < s->halvings[j] ? halved : s->halvings[j];
}

/* How many chunks a feature has when they were taken together. */
static size_t chunks_of(const struct tree_shallow *s, size_t j, unsigned halved)
{
    const unsigned by = halved_of(s, j, halved);
    return (s->chunks[j] + ((size_t)1 << by) - 1) >> by;
}

/* What is added up: rows and targets in one word, or what targets are above the middle. */
typedef enum sum_kind { SUM_ALL, SUM_RISE, SUM_KINDS } sum_kind;

static uint64_t *sums_of(const tree_space *space, sum_kind kind, size_t slot, size_t j)
{
    const struct tree_shallow *const s = space->shallow;
    return s->sums + ((kind * s->slots + slot) * in_fours(space->d) + j) * s->stride;
}

/* Where chunk c begins in the feature's list. */
static uint32_t start_of(const struct tree_shallow *s, size_t j, unsigned halved, size_t c)
{
    const size_t fine = c << halved_of(s, j, halved);
    return s->start[j * (s->stride + 1) + (fine < s->chunks[j] ? fine : s->chunks[j])];
}

/* The sums of four features, and how often their chunks are taken together. */
typedef struct four_sums {
    const uint16_t *chunk_of;
    uint64_t *to[FOUR];
    unsigned by[FOUR];
} four_sums;

/* numbers: NULL for the rows 0 .. count-1. */
SPLIT_INLINE void amounts_add(const four_sums *of, const uint64_t *amount, const uint32_t *numbers, uint32_t count,
                              int halved)
{
    uint64_t *const a = of->to[0], *const b = of->to[1], *const c = of->to[2], *const d = of->to[3];
    const uint16_t *const chunk_of = of->chunk_of;
    const unsigned *const by = of->by, w = by[0], x = by[1], y = by[2], z = by[3];
    for (uint32_t k = 0; k < count; k++) {
        const size_t i = numbers ? numbers[k] : k;
        const uint16_t *const chunk = chunk_of + FOUR * i;
        const uint64_t here = amount[i];
        a[halved ? chunk[0] >> w : chunk[0]] += here;
        b[halved ? chunk[1] >> x : chunk[1]] += here;
        c[halved ? chunk[2] >> y : chunk[2]] += here;
        d[halved ? chunk[3] >> z : chunk[3]] += here;
    }
}

/* Adds rows to the sums of four features. */
static void sums_add_four(const tree_space *space, sum_kind kind, const shallow_node *node, const uint32_t *numbers,
                          uint32_t count, size_t j)
{
    const struct tree_shallow *const s = space->shallow;
    four_sums of = { .chunk_of = s->chunk_of + j * s->rows };
    for (size_t f = 0; f < FOUR; f++) {
        of.by[f] = halved_of(s, j + f, node->halved);
        of.to[f] = sums_of(space, kind, node->slot, j + f);
        memset(of.to[f], 0, ((s->stride - 1) / ((size_t)1 << of.by[f]) + 1) * sizeof *of.to[f]);
    }
    const uint64_t *const amount = kind == SUM_ALL ? space->packed : s->rise;
    if (of.by[0] | of.by[1] | of.by[2] | of.by[3]) amounts_add(&of, amount, numbers, count, 1);
    else if (numbers) amounts_add(&of, amount, numbers, count, 0);
    else amounts_add(&of, amount, NULL, count, 0);
}

static void sums_add(const tree_space *space, const shallow_node *node)
{
    const struct tree_shallow *const s = space->shallow;
    const uint32_t *const numbers = s->numbers + node->at.start;
    uint32_t *const above = space->spare, n_above = 0;
    for (uint32_t k = 0; k < node->at.count; k++) {
        above[n_above] = numbers[k];
        n_above += space->units[numbers[k]] > s->middle;
    }
    for (size_t j = 0; j < space->d; j += FOUR) {
        sums_add_four(space, SUM_ALL, node, node->at.depth ? numbers : NULL, node->at.count, j);
        sums_add_four(space, SUM_RISE, node, above, n_above, j);
    }
}

/* The larger child's sums, from its parent's and the smaller child's. */
static void sums_take_away(const tree_space *space, const shallow_node *from, const shallow_node *smaller)
{
    for (size_t k = 0; k < SUM_KINDS * space->d; k++) {
        const sum_kind kind = k < space->d ? SUM_ALL : SUM_RISE;
        const size_t j = k % space->d;
        const size_t chunks = chunks_of(space->shallow, j, from->halved);
        uint64_t *const all = sums_of(space, kind, from->slot, j), *const some = sums_of(space, kind, smaller->slot, j);
        for (size_t c = 0; c < chunks; c += SPLIT_LANES)
            SPLIT_AT(split_words, all + c) -= SPLIT_AT(split_words, some + c);
    }
}

static void sums_halve_once(const tree_space *space, const shallow_node *node)
{
    for (size_t k = 0; k < SUM_KINDS * space->d; k++) {
        const size_t j = k % space->d, chunks = chunks_of(space->shallow, j, node->halved);
        uint64_t *const sums = sums_of(space, k < space->d ? SUM_ALL : SUM_RISE, node->slot, j);
        if (chunks_of(space->shallow, j, node->halved + 1) == chunks) continue;
        for (size_t c = 0; c < chunks / 2; c++) sums[c] = sums[2 * c] + sums[2 * c + 1];
        if (chunks % 2) sums[chunks / 2] = sums[chunks - 1];
    }
}

/* Takes neighbouring chunks together until they have 32 rows of the node or so. */
static void sums_halve(const tree_space *space, shallow_node *node)
{
    for (; space->shallow->rows >> (node->halved + 1) >= node->at.count; node->halved++) sums_halve_once(space, node);
}

/* ------------------------------------------------------------------------------------------------------ search -- */

/* The values around a split: of the last row of the node up to this place of the list, and of the one that follows. */
static int place_apart(const tree_space *space, const shallow_node *node, size_t feature, uint32_t place, float *low,
                       float *high)
{
    const struct tree_shallow *const s = space->shallow;
    const uint32_t *const list = space->base + feature * space->n;
    const float *const value = s->value + feature * s->all;
    uint32_t next = place + 1;
    while (s->node_of[list[place]] != node->number) place--;
    while (s->node_of[list[next]] != node->number) next++;
    *low = value[list[place]], *high = value[list[next]];
    return rank_apart(*low, *high);
}

/* What a split is looked for: in which node, with a score of `least` or more. */
typedef struct shallow_search {
    const tree_space *space;
    const shallow_node *at;
    const split_node *node;
    double least;
} shallow_search;

/* Looks at those of the candidates from k on that are marked. */
static void candidates_choose(const shallow_search *by, size_t feature, size_t k, unsigned marks,
                              const double score[TREE_EIGHT], tree_best *best)
{
    const tree_space *const space = by->space;
    for (; marks; marks &= marks - 1) {
        const size_t lane = (unsigned)__builtin_ctz(marks), at = k + lane;
        float low, high;
        if (!(score[lane] > best->score && score[lane] >= by->least)) continue;
        if (!place_apart(space, by->at, feature, space->spare[at], &low, &high)) continue;
        *best = (tree_best){
            .score = score[lane], .feature = (uint32_t)feature, .prefix = space->prefix[at], .low = low, .high = high
        };
    }
}

/* Gathers the candidates of a chunk: the node's rows in the feature's order, or the end alone where there are no splits
 * within. Returns how many. */
static size_t chunk_fill(const tree_space *space, const shallow_node *at, const edge_list *of, size_t c)
{
    const struct tree_shallow *const s = space->shallow;
    const uint32_t *const list = space->base + of->feature * space->n;
    const uint32_t from = start_of(s, of->feature, at->halved, c), to = start_of(s, of->feature, at->halved, c + 1);
    const uint8_t *const node_of = s->node_of;
    const uint64_t *const packed = space->packed;
    uint64_t *const prefix = space->prefix, run = of->edge[c];
    uint32_t *const place = space->spare, number = at->number;
    size_t count = 0;
    if (!halved_of(s, of->feature, at->halved) && !s->within[of->feature * s->stride + c]) {
        place[0] = to - 1, prefix[0] = of->edge[c + 1], count = 1;
    } else if (at->at.count == s->rows) {
        for (uint32_t k = from; k < to; k++, count++) place[count] = k, prefix[count] = run += packed[list[k]];
    } else {
        for (uint32_t k = from; k < to; k++) {
            const uint32_t i = list[k];
            const uint64_t here = node_of[i] == number;
            place[count] = k;
            run += packed[i] & -here;
            prefix[count] = run;
            count += here;
        }
    }
    for (size_t k = count; k < count + TREE_EIGHT; k++) prefix[k] = 0;
    return count;
}

/* Looks at a chunk for a better split. */
SPLIT_INLINE void chunk_look(const shallow_search *by, const edge_list *of, size_t c, tree_best *best)
{
    const tree_space *const space = by->space;
    const split_node here = *by->node;
    const double least = by->least;
    const size_t count = chunk_fill(space, by->at, of, c);
    double score[TREE_EIGHT];
    unsigned marks;
    /* a little less than `least`, which may be reached; -1 before the first split, whose score may be 0 */
    const double most = least > best->score && least > 0.0 ? least * (2.0 - SPLIT_SAFE) : best->score;
    for (size_t k = 0; k < count; k += TREE_EIGHT)
        if ((marks = split_wins(&here, space->prefix + k, most, score)))
            candidates_choose(by, of->feature, k, marks, score, best);
}

/* The features of feature[many], in this order. By itself: as part of what grows a node its loops run out of
 * registers, which costs a tenth of boosted trees. */
__attribute__((noinline)) static void features_look(tree_space *space, const shallow_node *at, const uint32_t *feature,
                                                    size_t many, const split_node *node, tree_best *best)
{
    const struct tree_shallow *const s = space->shallow;
    edge_list of[TREE_AHEAD];
    size_t which, where = 0, edge = 0;
    shallow_search by = { .space = space, .at = at, .node = node, .least = best->score };
    for (size_t f = 0; f < many; f++) {
        const uint64_t *const sums = sums_of(space, SUM_ALL, at->slot, feature[f]);
        of[f] = edges_new(space, f, feature[f], chunks_of(s, feature[f], at->halved));
        of[f].rise = sums_of(space, SUM_RISE, at->slot, feature[f]);
        of[f].down = 1.0, of[f].slack = fmax((double)s->middle - node->mean, 0.0);
        of[f].edge[0] = 0;
        for (size_t c = 0; c < of[f].chunks; c++) of[f].edge[c + 1] = of[f].edge[c] + sums[c];
        const double score = edges_score(&of[f], node, &which);
        if (score > by.least) by.least = score, where = f, edge = which;
    }
    if (edge) { /* what stands next to the best edge is often better, and rules out more */
        tree_best near = { .score = by.least };
        chunk_look(&by, &of[where], edge - 1, &near);
        if (edge < of[where].chunks) chunk_look(&by, &of[where], edge, &near);
        by.least = near.score;
    }
    for (size_t f = 0; f < many; f++) {
        const size_t left = edges_left(&of[f], node, by.least, space->chunk);
        space->looked_at += left * CHUNK_LEAST;
        for (size_t i = 0; i < left; i++) chunk_look(&by, &of[f], space->chunk[i], best);
    }
}

static tree_best shallow_best(tree_space *space, const shallow_node *at, const split_node *node)
{
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    tree_order_start(space, at->at.key);
    for (size_t i = 0; i < space->d;) {
        uint32_t feature[TREE_AHEAD];
        size_t many = 0;
        for (; many < TREE_AHEAD && i < space->d; many++, i++) feature[many] = tree_order_next(space, i);
        features_look(space, at, feature, many, node, &best);
    }
    return best;
}

/* ------------------------------------------------------------------------------------------------------ growth -- */

/* The sums of both children: the larger one has its parent's place. */
static void children_sum(const tree_space *space, const shallow_node *node, shallow_node *left, shallow_node *right)
{
    shallow_node *const smaller = left->at.count < right->at.count ? left : right;
    shallow_node *const larger = smaller == left ? right : left;
    smaller->slot = smaller->at.depth, larger->slot = node->slot;
    if (!tree_grows(space, &larger->at)) return;
    sums_add(space, smaller);
    sums_take_away(space, node, smaller);
    sums_halve(space, smaller);
    sums_halve(space, larger);
}

static void shallow_leaf(tree_space *space, const tree_branch *at)
{
    const struct tree_shallow *const s = space->shallow;
    uint32_t *const leaf = space->request->leaf;
    const uint32_t number = (uint32_t)space->leaves++;
    for (uint32_t k = 0; k < at->count; k++) leaf[s->row_of[s->numbers[at->start + k]]] = number;
    for (uint32_t k = 0; k < at->n_follow; k++) leaf[s->row_of[s->numbers[at->follow + k]]] = number;
}

/* Both children are leaves: leaf[row_of[i]] of every i of numbers[count]. */
static void leaves_number(const uint32_t *numbers, uint32_t count, const split_values *by, uint32_t number,
                          const uint32_t *row_of, uint32_t *leaf)
{
    for (uint32_t k = 0; k < count; k++) leaf[row_of[numbers[k]]] = number + !value_is_low(by, numbers[k]);
}

static void shallow_end(tree_space *space, const tree_branch *at, const split_values *by)
{
    const struct tree_shallow *const s = space->shallow;
    const uint32_t number = (uint32_t)space->leaves;
    space->leaves += 2;
    leaves_number(s->numbers + at->start, at->count, by, number, s->row_of, space->request->leaf);
    leaves_number(s->numbers + at->follow, at->n_follow, by, number, s->row_of, space->request->leaf);
}

static void shallow_divide(tree_space *space, const shallow_node *node, tree_best *best, const split_values *by,
                           shallow_node *left, shallow_node *right)
{
    struct tree_shallow *const s = space->shallow;
    const tree_branch *const at = &node->at;
    uint32_t *const rows = s->numbers + at->start, *const follow = s->numbers + at->follow;
    best->n_left = rows_divide(space, rows, rows, at->count, value_is_low, by, 0);
    *left = *right = *node;
    tree_divide(at, best, rows_divide(space, follow, follow, at->n_follow, value_is_low, by, 0), &left->at, &right->at);
    right->number = ++s->nodes;
    for (uint32_t k = best->n_left; k < at->count; k++) s->node_of[rows[k]] = right->number;
    children_sum(space, node, left, right);
}

static void shallow_node_grow(tree_space *space, shallow_node *node)
{
    const struct tree_shallow *const s = space->shallow;
    const split_node mean = split_node_of(node->at.total, space->scale);
    tree_request *const request = space->request;
    tree_best best = { .feature = TREE_NONE };
    if (tree_grows(space, &node->at) && !tree_pure(space, s->numbers + node->at.start, node->at.count))
        best = shallow_best(space, node, &mean);
    if (best.feature == TREE_NONE) {
        shallow_leaf(space, &node->at);
        return;
    }
    request->splits++;
    if (request->importance) request->importance[best.feature] += split_gain(&mean, best.score) * space->values_scale;
    const split_values by = { s->value + best.feature * s->all, 1, tree_threshold(best.low, best.high) };
    if (node->at.depth + 1 == request->depth) {
        shallow_end(space, &node->at, &by);
        return;
    }
    shallow_node left, right;
    shallow_divide(space, node, &best, &by, &left, &right);
    shallow_node_grow(space, &left);
    shallow_node_grow(space, &right);
}

/* What targets are above their mean, rounded down; space->packed and s->rise have room for whole vectors. */
static void rises_fill(const tree_space *space, struct tree_shallow *s)
{
    const split_node all = split_node_of(space->total, space->scale);
    s->middle = (uint64_t)all.mean;
    for (size_t i = 0; i < s->rows; i += SPLIT_LANES) {
        const split_words packed = SPLIT_AT(const split_words, space->packed + i);
        const split_words rise = (packed & all.mask) - (packed >> all.shift) * s->middle;
        SPLIT_AT(split_words, s->rise + i) = rise & (split_words)((split_mask)rise > 0);
    }
}

/* The whole of a regression tree of few levels. */
static assay_status shallow_grow(tree_space *space)
{
    ASSAY_TRY(shallow_prepare(space));
    struct tree_shallow *const s = space->shallow;
    for (uint32_t i = 0; i < s->all; i++) s->numbers[i] = i;
    memset(s->node_of, 0, s->rows);
    rises_fill(space, s);
    s->nodes = 0;
    shallow_node root = { .at = { .key = space->request->key,
                                  .total = space->total,
                                  .count = (uint32_t)s->rows,
                                  .follow = (uint32_t)s->rows,
                                  .n_follow = (uint32_t)space->n_follow } };
    if (tree_grows(space, &root.at)) sums_add(space, &root);
    shallow_node_grow(space, &root);
    return ASSAY_OK;
}
