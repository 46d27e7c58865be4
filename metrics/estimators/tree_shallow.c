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
 *   bound the centred sum, and the score as tree_mean.c says. Only where it could be the best are the rows of a chunk
 *   looked at, those of the node picked from the list. Their scores are formed by the operations of tree_mean.c, and
 *   the first of equals wins: the trees are those of tree.c, to the bit.
 *
 * Cost     per tree O(d * rows) once, then what the smaller children and 1/32 of the rows of every node cost; memory 2
 *          bytes a row and feature for the chunks, 4 for the values, and one for each level.
 */
#include "tree_space.h"

#include <math.h>
#include <stdlib.h>

/* Whole numbers only; shifts by any number of bits are slow without BMI2. */
#ifdef SPLIT_WIDE
#define SUMS_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define SUMS_CLONES
#endif

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

/* start, count and via of `at`: of numbers. halved: how often its chunks were taken together. */
typedef struct shallow_node {
    tree_branch at;
    size_t slot;
    unsigned halved;
    uint8_t number;
} shallow_node;

enum { FOUR = 4 };

static size_t in_fours(size_t d) { return (d + FOUR - 1) / FOUR * FOUR; }

void tree_shallow_free(struct tree_shallow *s)
{
    if (!s) return;
    free(s->value);
    free(s->chunk_of);
    free(s->start);
    free(s->halvings);
    free(s->sums);
    free(s->numbers);
    free(s);
}

/* ---------------------------------------------------------------------------------------- once for all trees -- */

static struct tree_shallow *shallow_new(const tree_space *space, size_t slots)
{
    struct tree_shallow *const s = calloc(1, sizeof *s);
    if (!s) return NULL;
    const size_t d = space->d, fours = in_fours(d), rows = space->count, all = rows + space->n_follow;
    s->rows = rows, s->all = all, s->slots = slots;
    s->stride = (rows / CHUNK_LEAST + SPLIT_LANES) / SPLIT_LANES * SPLIT_LANES;
    s->value = malloc(d * all * sizeof *s->value);
    s->chunk_of = calloc(fours * rows, sizeof *s->chunk_of);
    s->start = malloc((d * (s->stride + 2)) * sizeof *s->start);
    s->halvings = calloc(fours + d * s->stride, 1);
    s->sums = calloc(2 * slots * fours * s->stride + rows + SPLIT_LANES, sizeof *s->sums);
    s->numbers = malloc(2 * all * sizeof *s->numbers + rows);
    if (!s->value || !s->chunk_of || !s->start || !s->halvings || !s->sums || !s->numbers) {
        tree_shallow_free(s);
        return NULL;
    }
    s->rise = s->sums + 2 * slots * fours * s->stride;
    s->chunks = s->start + d * (s->stride + 1);
    s->within = s->halvings + fours;
    s->row_of = s->numbers + all;
    s->node_of = (uint8_t *)(void *)(s->row_of + all);
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
    tree_shallow_free(space->shallow);
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

SUMS_CLONES
static void amounts_add_any(const four_sums *of, const uint64_t *amount, const uint32_t *numbers, uint32_t count)
{
    if (of->by[0] | of->by[1] | of->by[2] | of->by[3]) amounts_add(of, amount, numbers, count, 1);
    else if (numbers) amounts_add(of, amount, numbers, count, 0);
    else amounts_add(of, amount, NULL, count, 0);
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
    amounts_add_any(&of, kind == SUM_ALL ? space->packed : s->rise, numbers, count);
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

/* all[count] -= some[count], up to the end of a vector. */
SPLIT_CLONES
static void sums_subtract(uint64_t *all, const uint64_t *some, size_t count)
{
    for (size_t c = 0; c < count; c += SPLIT_LANES) {
        split_words from, what;
        memcpy(&from, all + c, sizeof from);
        memcpy(&what, some + c, sizeof what);
        from -= what;
        memcpy(all + c, &from, sizeof from);
    }
}

/* The larger child's sums, from its parent's and the smaller child's. */
static void sums_take_away(const tree_space *space, sum_kind kind, const shallow_node *from,
                           const shallow_node *smaller)
{
    for (size_t j = 0; j < space->d; j++) {
        const size_t chunks = chunks_of(space->shallow, j, from->halved);
        sums_subtract(sums_of(space, kind, from->slot, j), sums_of(space, kind, smaller->slot, j), chunks);
    }
}

static void sums_halve_once(const tree_space *space, sum_kind kind, const shallow_node *node)
{
    for (size_t j = 0; j < space->d; j++) {
        const size_t chunks = chunks_of(space->shallow, j, node->halved);
        uint64_t *const sums = sums_of(space, kind, node->slot, j);
        if (chunks_of(space->shallow, j, node->halved + 1) == chunks) continue;
        for (size_t c = 0; c < chunks / 2; c++) sums[c] = sums[2 * c] + sums[2 * c + 1];
        if (chunks % 2) sums[chunks / 2] = sums[chunks - 1];
    }
}

/* Takes neighbouring chunks together until they have 32 rows of the node or so. */
static void sums_halve(const tree_space *space, shallow_node *node)
{
    for (; space->shallow->rows >> (node->halved + 1) >= node->at.count; node->halved++) {
        sums_halve_once(space, SUM_ALL, node);
        sums_halve_once(space, SUM_RISE, node);
    }
}

/* ------------------------------------------------------------------------------------------------------ search -- */

/* A feature that is searched; edge[c]: the sum of the rows before chunk c, edge[chunks]: of all; then some filling. */
typedef struct shallow_list {
    size_t feature, chunks;
    const uint64_t *rise; /* [chunks] what targets rise by within, and some filling */
    uint64_t *edge;
    double *edge_weight, *edge_left;
} shallow_list;

/* Fills the edges, and what they mean. */
static void edges_fill(const uint64_t *sums, const shallow_list *of)
{
    uint64_t *const edge = of->edge, run = 0;
    const size_t chunks = of->chunks;
    edge[0] = 0;
    of->edge_weight[0] = of->edge_left[0] = 0.0;
    for (size_t c = 0; c < chunks; c++) edge[c + 1] = run += sums[c];
    for (size_t c = chunks + 1; c <= chunks + SPLIT_LANES; c++) edge[c] = run;
}

/* The score of the best split at an edge, or of one as good but for rounding, and which; -1 without any. */
SPLIT_CLONES
static double edges_score(const shallow_list *of, const split_node *node, size_t *which)
{
    const split_node here = *node;
    double *const edge_weight = of->edge_weight, *const edge_left = of->edge_left;
    split_doubles most = SPLIT_ALL(-1.0), under = SPLIT_ALL(1.0);
    split_mask at = { 1, 2, 3, 4 }, now = at;
    for (size_t c = 1; c <= of->chunks; c += SPLIT_LANES) {
        split_doubles weight, left, top, bottom;
        split_centred(&here, of->edge + c, &weight, &left);
        memcpy(edge_weight + c, &weight, sizeof weight);
        memcpy(edge_left + c, &left, sizeof left);
        split_fraction(&here, &weight, &left, &top, &bottom);
        /* where there is nothing on one side both are 0 */
        const split_mask better = (split_mask)(top * under > most * bottom);
        most = SPLIT_PICK(better, top, most);
        under = SPLIT_PICK(better, bottom, under);
        at = (better & now) | (~better & at);
        now += SPLIT_LANES;
    }
    most /= under;
    size_t lane = 0;
    for (size_t i = 1; i < SPLIT_LANES; i++) lane = most[i] > most[lane] ? i : lane;
    *which = (size_t)at[lane];
    return most[lane];
}

/* Lists the chunks of which a candidate could have a score of `least` or more; returns how many. A chunk without rows
 * of the node, or with the last one alone, has no candidate. */
SPLIT_INLINE size_t chunks_left(tree_space *space, const shallow_list *of, const split_node *node, double least,
                                split_marker marks_of)
{
    const split_doubles threshold = SPLIT_ALL(least / (node->weight * SPLIT_SAFE)), all = SPLIT_ALL(node->weight);
    const double more = (double)space->shallow->middle > node->mean ? (double)space->shallow->middle - node->mean : 0.0;
    size_t count = 0;
    for (size_t c = 0; c < of->chunks; c += SPLIT_LANES) {
        split_doubles w_a, w_b, left_a, left_b, rise;
        split_words rises;
        memcpy(&rises, of->rise + c, sizeof rises);
        memcpy(&w_a, of->edge_weight + c, sizeof w_a);
        memcpy(&w_b, of->edge_weight + c + 1, sizeof w_b);
        memcpy(&left_a, of->edge_left + c, sizeof left_a);
        memcpy(&left_b, of->edge_left + c + 1, sizeof left_b);
        split_whole(&rises, &rise);
        rise += (w_b - w_a) * more;
        const split_doubles highest = left_a + rise, lowest = rise - left_b;
        const split_doubles most = SPLIT_PICK(highest > lowest, highest, lowest) + node->rest;
        const split_doubles end = SPLIT_PICK(w_b < all, w_b, all - 1.0);
        const split_doubles first = (w_a + 1.0) * (all - w_a - 1.0), last = end * (all - end);
        const split_doubles smaller = SPLIT_PICK(first < last, first, last);
        const split_mask left = (split_mask)(most * most >= threshold * smaller) & (split_mask)(end > w_a);
        for (unsigned marks = marks_of(&left); marks; marks &= marks - 1)
            space->chunk[count++] = (uint32_t)c + (uint32_t)__builtin_ctz(marks);
    }
    while (count && space->chunk[count - 1] >= of->chunks) count--;
    return count;
}

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

/* Looks at the candidates k .. count-1, eight at most, one by one. */
static void candidates_choose(const shallow_search *by, size_t feature, size_t k, size_t count, tree_best *best)
{
    const tree_space *const space = by->space;
    for (const size_t end = k + TREE_EIGHT < count ? k + TREE_EIGHT : count; k < end; k++) {
        const double score = split_score(by->node, space->prefix[k]);
        float low, high;
        if (!(score > best->score && score >= by->least)) continue;
        if (!place_apart(space, by->at, feature, space->spare[k], &low, &high)) continue;
        *best = (tree_best){
            .score = score, .feature = (uint32_t)feature, .prefix = space->prefix[k], .low = low, .high = high
        };
    }
}

/* Gathers the candidates of a chunk: the node's rows in the feature's order, or the end alone where there are no splits
 * within. Returns how many. */
static size_t chunk_fill(const tree_space *space, const shallow_node *at, const shallow_list *of, size_t c)
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
SPLIT_INLINE void chunk_look(const shallow_search *by, const shallow_list *of, size_t c, tree_best *best,
                             split_marker marks_of)
{
    const tree_space *const space = by->space;
    const split_node here = *by->node;
    const double least = by->least;
    const size_t count = chunk_fill(space, by->at, of, c);
    /* a little less than `least`, which may be reached; -1 before the first split, whose score may be 0 */
    const split_doubles most = SPLIT_ALL(least > best->score && least > 0.0 ? least * (2.0 - SPLIT_SAFE) : best->score);
    for (size_t k = 0; k < count; k += TREE_EIGHT) {
        split_doubles top[2], bottom[2];
        split_terms(&here, space->prefix + k, &top[0], &bottom[0]);
        split_terms(&here, space->prefix + k + SPLIT_LANES, &top[1], &bottom[1]);
        const split_mask wins = (split_mask)(top[0] > most * bottom[0]) | (split_mask)(top[1] > most * bottom[1]);
        if (marks_of(&wins)) candidates_choose(by, of->feature, k, count, best);
    }
}

/* The features of feature[many], in this order. */
SPLIT_INLINE void features_look(tree_space *space, const shallow_node *at, const uint32_t *feature, size_t many,
                                const split_node *node, tree_best *best, split_marker marks_of)
{
    shallow_list of[TREE_AHEAD];
    size_t which, where = 0, edge = 0;
    shallow_search by = { .space = space, .at = at, .node = node, .least = best->score };
    for (size_t f = 0; f < many; f++) {
        of[f] = (shallow_list){ .feature = feature[f],
                                .rise = sums_of(space, SUM_RISE, at->slot, feature[f]),
                                .chunks = chunks_of(space->shallow, feature[f], at->halved),
                                .edge = space->edge + f * space->edges,
                                .edge_weight = space->edge_weight + f * space->edges,
                                .edge_left = space->edge_left + f * space->edges };
        edges_fill(sums_of(space, SUM_ALL, at->slot, feature[f]), &of[f]);
        const double score = edges_score(&of[f], node, &which);
        if (score > by.least) by.least = score, where = f, edge = which;
    }
    if (edge) { /* what stands next to the best edge is often better, and rules out more */
        tree_best near = { .score = by.least };
        chunk_look(&by, &of[where], edge - 1, &near, marks_of);
        if (edge < of[where].chunks) chunk_look(&by, &of[where], edge, &near, marks_of);
        by.least = near.score;
    }
    for (size_t f = 0; f < many; f++) {
        const size_t left = chunks_left(space, &of[f], node, by.least, marks_of);
        space->looked_at += left * CHUNK_LEAST;
        for (size_t i = 0; i < left; i++) chunk_look(&by, &of[f], space->chunk[i], best, marks_of);
    }
}

#ifdef SPLIT_WIDE
SPLIT_WIDE static void features_look_wide(tree_space *space, const shallow_node *at, const uint32_t *feature,
                                          size_t many, const split_node *node, tree_best *best)
{
    features_look(space, at, feature, many, node, best, split_marks_wide);
}
#endif

static void features_look_any(tree_space *space, const shallow_node *at, const uint32_t *feature, size_t many,
                              const split_node *node, tree_best *best)
{
#ifdef SPLIT_WIDE
    if (space->wide) {
        features_look_wide(space, at, feature, many, node, best);
        return;
    }
#endif
    features_look(space, at, feature, many, node, best, split_marks);
}

static tree_best node_search(tree_space *space, const shallow_node *at, const split_node *node)
{
    tree_best best = { .score = -1.0, .feature = TREE_NONE };
    tree_order_start(space, at->at.key);
    for (size_t i = 0; i < space->d;) {
        uint32_t feature[TREE_AHEAD];
        size_t many = 0;
        for (; many < TREE_AHEAD && i < space->d; many++, i++) feature[many] = tree_order_next(space, i);
        features_look_any(space, at, feature, many, node, &best);
    }
    return best;
}

/* ------------------------------------------------------------------------------------------------------ growth -- */

#ifdef SPLIT_WIDE
typedef uint32_t eight_numbers __attribute__((vector_size(32)));
typedef float eight_values __attribute__((vector_size(32)));

/* The numbers from `first` on, eight at a time as in tree_divide.c; returns how many are done. */
SPLIT_WIDE static uint32_t eights_divide(const tree_space *space, const float *value, float most, uint32_t first,
                                         uint32_t *numbers, uint32_t count, uint32_t *left)
{
    const uint32_t(*const front)[TREE_EIGHT] = space->front;
    uint32_t *const spare = space->spare, done = 0, k = 0;
    const eight_values bound = { most, most, most, most, most, most, most, most };
    eight_numbers now = { 0, 1, 2, 3, 4, 5, 6, 7 };
    for (now += first; k + TREE_EIGHT <= count; k += TREE_EIGHT, now += TREE_EIGHT) {
        eight_values here;
        eight_numbers lower, upper;
        memcpy(&here, value + first + k, sizeof here);
        const unsigned marks = (unsigned)__builtin_ia32_movmskps256((eight_values)(here <= bound));
        memcpy(&lower, front[marks], sizeof lower);
        memcpy(&upper, front[255 - marks], sizeof upper);
        lower = __builtin_shuffle(now, lower);
        upper = __builtin_shuffle(now, upper);
        memcpy(numbers + done, &lower, sizeof lower);
        memcpy(spare + (k - done), &upper, sizeof upper);
        done += (uint32_t)__builtin_popcount(marks);
    }
    *left = done;
    return k;
}
#endif

/* Those up to `most` first, in their order; returns how many. root: numbers[k] = numbers[0] + k. */
static uint32_t numbers_divide(const tree_space *space, const float *value, float most, uint32_t *numbers,
                               uint32_t count, int root)
{
    uint32_t *const spare = space->spare, left = 0, k = 0;
#ifdef SPLIT_WIDE
    if (root && space->wide && count) k = eights_divide(space, value, most, numbers[0], numbers, count, &left);
#else
    (void)root;
#endif
    for (; k < count; k++) {
        const uint32_t i = numbers[k];
        numbers[left] = i;
        spare[k - left] = i;
        left += value[i] <= most;
    }
    memcpy(numbers + left, spare, (count - left) * sizeof *numbers);
    return left;
}

static void node_mark(uint8_t *node_of, const uint32_t *numbers, uint32_t count, uint8_t number)
{
    for (uint32_t k = 0; k < count; k++) node_of[numbers[k]] = number;
}

static int node_grows(const tree_space *space, const tree_branch *at)
{
    return at->count > 1 && at->depth < space->request->depth;
}

static void leaf_number(tree_space *space, const tree_branch *at)
{
    const struct tree_shallow *const s = space->shallow;
    uint32_t *const leaf = space->request->leaf;
    const uint32_t number = (uint32_t)space->leaves++;
    for (uint32_t k = 0; k < at->count; k++) leaf[s->row_of[s->numbers[at->start + k]]] = number;
    for (uint32_t k = 0; k < at->n_follow; k++) leaf[s->row_of[s->numbers[at->follow + k]]] = number;
}

/* The sums of both children: the larger one has its parent's place. */
static void children_sum(const tree_space *space, const shallow_node *node, shallow_node *left, shallow_node *right)
{
    shallow_node *const smaller = left->at.count < right->at.count ? left : right;
    shallow_node *const larger = smaller == left ? right : left;
    smaller->slot = smaller->at.depth, larger->slot = node->slot;
    if (!node_grows(space, &larger->at)) return;
    sums_add(space, smaller);
    sums_take_away(space, SUM_ALL, node, smaller);
    sums_take_away(space, SUM_RISE, node, smaller);
    sums_halve(space, smaller);
    sums_halve(space, larger);
}

/* Both children are leaves: leaf[row_of[i]] of every i of numbers[count]. */
static void leaves_number(const uint32_t *numbers, uint32_t count, const float *value, float most, uint32_t number,
                          const uint32_t *row_of, uint32_t *leaf)
{
    for (uint32_t k = 0; k < count; k++) leaf[row_of[numbers[k]]] = number + (value[numbers[k]] > most);
}

static void node_end(tree_space *space, const tree_branch *at, const float *value, float most)
{
    const struct tree_shallow *const s = space->shallow;
    const uint32_t number = (uint32_t)space->leaves;
    space->leaves += 2;
    leaves_number(s->numbers + at->start, at->count, value, most, number, s->row_of, space->request->leaf);
    leaves_number(s->numbers + at->follow, at->n_follow, value, most, number, s->row_of, space->request->leaf);
}

/* The largest value that goes left. */
static float value_most(const tree_best *best)
{
    const double threshold = tree_threshold(best->low, best->high);
    const float most = (float)threshold;
    return (double)most > threshold ? nextafterf(most, -INFINITY) : most;
}

static void node_divide(tree_space *space, const shallow_node *node, const tree_best *best, shallow_node *left,
                        shallow_node *right)
{
    struct tree_shallow *const s = space->shallow;
    const tree_branch *const at = &node->at;
    const float *const value = s->value + best->feature * s->all, most = value_most(best);
    const uint32_t n_left = numbers_divide(space, value, most, s->numbers + at->start, at->count, !at->depth);
    const uint32_t followed = numbers_divide(space, value, most, s->numbers + at->follow, at->n_follow, !at->depth);
    *left = *right = *node;
    left->at.key = tree_key(at->key, 0), right->at.key = tree_key(at->key, 1);
    left->at.total = best->prefix, right->at.total = at->total - best->prefix;
    left->at.count = n_left, right->at.count = at->count - n_left;
    left->at.n_follow = followed, right->at.n_follow = at->n_follow - followed;
    right->at.start += n_left, right->at.follow += followed;
    left->at.depth = right->at.depth = at->depth + 1;
    right->number = ++s->nodes;
    node_mark(s->node_of, s->numbers + right->at.start, right->at.count, right->number);
    children_sum(space, node, left, right);
}

static void node_grow(tree_space *space, shallow_node *node)
{
    const uint32_t *const numbers = space->shallow->numbers + node->at.start;
    const split_node mean = split_node_of(node->at.total, space->scale);
    tree_request *const request = space->request;
    tree_best best = { .feature = TREE_NONE };
    if (node_grows(space, &node->at) && !tree_pure(space, numbers, node->at.count))
        best = node_search(space, node, &mean);
    if (best.feature == TREE_NONE) {
        leaf_number(space, &node->at);
        return;
    }
    request->splits++;
    if (request->importance) request->importance[best.feature] += split_gain(&mean, best.score) * space->values_scale;
    if (node->at.depth + 1 == request->depth) {
        const struct tree_shallow *const s = space->shallow;
        node_end(space, &node->at, s->value + best.feature * s->all, value_most(&best));
        return;
    }
    shallow_node left, right;
    node_divide(space, node, &best, &left, &right);
    node_grow(space, &left);
    node_grow(space, &right);
}

/* What targets are above their mean, rounded down; space->packed and s->rise have room for whole vectors. */
SPLIT_CLONES
static void rises_fill(const tree_space *space, struct tree_shallow *s)
{
    const split_node all = split_node_of(space->total, space->scale);
    const uint64_t middle = (uint64_t)all.mean, mask = all.mask, *const packed = space->packed;
    uint64_t *const rise = s->rise;
    for (size_t i = 0; i < s->rows; i += SPLIT_LANES) {
        split_words here;
        memcpy(&here, packed + i, sizeof here);
        here = (here & mask) - (here >> all.shift) * middle;
        here &= (split_words)((split_mask)here > 0);
        memcpy(rise + i, &here, sizeof here);
    }
    s->middle = middle;
}

assay_status tree_shallow_grow(tree_space *space)
{
    const assay_status status = shallow_prepare(space);
    if (status != ASSAY_OK) return status;
    struct tree_shallow *const s = space->shallow;
    for (uint32_t i = 0; i < s->all; i++) s->numbers[i] = i;
    memset(s->node_of, 0, s->rows);
    rises_fill(space, s);
    s->nodes = 0;
    shallow_node root = { .at = { .key = space->request->key,
                                  .total = space->total,
                                  .count = (uint32_t)s->rows,
                                  .follow = (uint32_t)s->rows,
                                  .n_follow = (uint32_t)space->n_follow,
                                  .ranged = UINT32_MAX } };
    if (node_grows(space, &root.at)) sums_add(space, &root);
    node_grow(space, &root);
    return ASSAY_OK;
}
