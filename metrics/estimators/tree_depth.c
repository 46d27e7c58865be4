/*
 * tree_depth -- trees of one code: a node is a segment of its rows in order, divided by recursion
 *
 *   Rows of one value and one class are one item that counts as often. Let c_k be the counts of classes before item k,
 *   as a vector. The counts between items b and k are c_k - c_b, so the sum of their squares is
 *       c_k^2 - 2 c_k c_b + c_b^2,
 *   and that of the other side the same with the end of the node for b. The squares are known for the whole tree. The
 *   products with one end of a node are its parent's; those with the other are added up, one item after another.
 *   Where two values are not apart, minus infinity stands for the square: such a split never wins.
 */
#include "tree_depth.h"

#include "folds.h"
#include "lanes.h"
#include "lend.h"
#include "tally.h"
#include "tree_space.h"

#include <math.h>

/* Rows of one value and one class: how many. */
typedef struct item {
    uint32_t of, times;
    float value;
} item;

typedef struct depth_search {
    const rank_table *codes;
    const int32_t *label;
    size_t classes, deepest, folds;
    item *all, *grown, *held; /* in ascending order; grown: rows of the tree; held: those it is scored on */
    size_t n_all, n_grown, n_held;
    uint32_t *inside;                                 /* [folds * n] how often an item is in each fold */
    int32_t *fold;                                    /* [n] */
    size_t *item_of;                                  /* [classes] the last item of each and one */
    uint32_t *counts;                                 /* [(deepest + 2) * classes] before the ends of nodes */
    double *weight, *squares, *with_begin, *with_end; /* [n + 1] before items; products twice */
    double *accuracy;                                 /* [deepest * folds] */
    size_t *right;                                    /* [deepest + 1] held rows that each depth predicts */
} depth_search;

/* Segments of items of the tree and of held ones, and counts of classes before both ends. */
typedef struct depth_node {
    size_t begin, end, from, to, depth;
    const uint32_t *low, *high;
    int end_known; /* the products with its end are those of its parent */
} depth_node;

static void items_make(depth_search *s)
{
    for (size_t r = 0, begin = 0; r < s->codes->n; r++) {
        const uint32_t row = s->codes->order[r];
        const size_t c = (size_t)s->label[row];
        const float value = s->codes->value[row];
        if (r && s->all[s->n_all - 1].value < value) begin = s->n_all;
        if (s->item_of[c] <= begin) {
            s->all[s->n_all] = (item){ (uint32_t)c, 0, value };
            s->item_of[c] = ++s->n_all;
        }
        s->all[s->item_of[c] - 1].times++;
        s->inside[(size_t)s->fold[row] * s->codes->n + s->item_of[c] - 1]++;
    }
}

/* The tree has the rows outside `fold`, those inside are held; all are both where there is no such fold. Returns how
 * many are held. */
static double fold_begin(depth_search *s, size_t fold)
{
    uint32_t *const total = s->counts + s->classes;
    double weight = 0, squares = 0, rows = 0;
    memset(s->counts, 0, 2 * s->classes * sizeof *s->counts);
    memset(s->with_begin, 0, (s->n_all + 1) * sizeof *s->with_begin);
    memset(s->right, 0, (s->deepest + 1) * sizeof *s->right);
    s->n_grown = s->n_held = 0;
    for (size_t i = 0; i < s->n_all; i++) {
        const item all = s->all[i];
        const uint32_t in = fold < s->folds ? s->inside[fold * s->codes->n + i] : all.times;
        const uint32_t times = fold < s->folds ? all.times - in : in;
        const double w = times, before = total[all.of];
        const size_t k = s->n_grown;
        s->held[s->n_held] = (item){ all.of, in, all.value };
        s->n_held += in > 0;
        rows += in;
        s->grown[k] = (item){ all.of, times, all.value };
        s->weight[k] = weight;
        s->squares[k] = !k || rank_apart(s->grown[k - 1].value, all.value) ? squares : -INFINITY;
        s->n_grown += times > 0;
        total[all.of] += times;
        weight += w;
        squares += w * (2 * before + w);
    }
    s->weight[s->n_grown] = weight, s->squares[s->n_grown] = squares;
    return rows;
}

/* The products that a node has not from its parent. */
static void products_fill(const depth_search *s, const depth_node *node)
{
    double *const to = node->end_known ? s->with_begin : s->with_end;
    const uint32_t *const counts = node->end_known ? node->low : node->high;
    int64_t sum = (int64_t)(node->end_known ? 2 * s->squares[node->begin] : s->with_begin[node->end]);
    for (size_t k = node->begin; k + 1 < node->end; k++) {
        sum += (int64_t)2 * s->grown[k].times * counts[s->grown[k].of];
        to[k + 1] = (double)sum;
    }
}

#define AT(address) (*(const lanes *)(address))

/* The first item on the right of the best split, 0 if there is none; see tree_gini.h. */
WIDE
static size_t best_split(const depth_search *s, const depth_node *node)
{
    const double low = s->weight[node->begin], high = s->weight[node->end];
    const double low_squares = s->squares[node->begin], high_squares = s->squares[node->end];
    double best = -INFINITY, least = -INFINITY;
    size_t place = 0;
    for (size_t chunk = node->begin + 1; chunk < node->end; chunk += TREE_CHUNK) {
        const size_t end = node->end - chunk < TREE_CHUNK ? node->end : chunk + TREE_CHUNK;
        lane_masks any = { 0 };
        for (size_t k = chunk; k < end; k += LANES) {
            const lanes left = AT(s->squares + k) - AT(s->with_begin + k) + low_squares;
            const lanes right = AT(s->squares + k) - AT(s->with_end + k) + high_squares;
            const lanes wl = AT(s->weight + k) - low, wr = high - AT(s->weight + k);
            any |= left * wr + right * wl > least * (wl * wr);
        }
        if (!(any[0] | any[1] | any[2] | any[3])) continue;
        for (size_t k = chunk; k < end; k++) {
            if (!any[(k - chunk) % LANES]) continue;
            const double left = s->squares[k] - s->with_begin[k] + low_squares;
            const double right = s->squares[k] - s->with_end[k] + high_squares;
            const double score = gini_score(left, right, s->weight[k] - low, high - s->weight[k]);
            if (!(score > best)) continue;
            best = score, place = k, least = gini_least(score, high - low);
        }
    }
    return place;
}

/* The counts before an item of the node, from the nearer of its ends. */
static void counts_at(const depth_search *s, const depth_node *node, size_t place, uint32_t *counts)
{
    const int up = place - node->begin < node->end - place;
    memcpy(counts, up ? node->low : node->high, s->classes * sizeof *counts);
    for (size_t k = node->begin; up && k < place; k++) counts[s->grown[k].of] += s->grown[k].times;
    for (size_t k = place; !up && k < node->end; k++) counts[s->grown[k].of] -= s->grown[k].times;
}

static void node_grow(depth_search *s, const depth_node *node)
{
    const item *const held = s->held;
    uint32_t most = 0, best = 0;
    size_t right = 0, place = 0, middle = node->from;
    if (node->from == node->to) return;
    for (uint32_t c = 0; c < s->classes; c++)
        if (node->high[c] - node->low[c] > most) most = node->high[c] - node->low[c], best = c;
    for (size_t k = node->from; k < node->to; k++) right += held[k].times * (held[k].of == best);
    if (node->depth < s->deepest && s->weight[node->end] - s->weight[node->begin] != most) {
        products_fill(s, node);
        tally_add(TALLY_CANDIDATES, node->end - node->begin - 1);
        place = best_split(s, node);
    }
    for (size_t depth = node->depth; depth <= (place ? node->depth : s->deepest); depth++) s->right[depth] += right;
    if (!place) return;
    uint32_t *const counts = s->counts + (node->depth + 2) * s->classes;
    const double threshold = tree_threshold(s->grown[place - 1].value, s->grown[place].value);
    while (middle < node->to && (double)held[middle].value <= threshold) middle++;
    counts_at(s, node, place, counts);
    const size_t depth = node->depth + 1;
    node_grow(s, &(depth_node){ node->begin, place, node->from, middle, depth, node->low, counts, 0 });
    node_grow(s, &(depth_node){ place, node->end, middle, node->to, depth, counts, node->high, 1 });
}

/* Fills `right`; returns how many rows are held. */
static double fold_grow(depth_search *s, size_t fold)
{
    const double rows = fold_begin(s, fold);
    tally_add(TALLY_TREES, 1);
    node_grow(s, &(depth_node){ .end = s->n_grown, .to = s->n_held, .low = s->counts, .high = s->counts + s->classes });
    return rows;
}

/* R1 */
static double lane_mean(const double *value, size_t count)
{
    double lane[8] = { 0 }, sum = 0;
    const size_t whole = count - count % 8;
    for (size_t i = 0; i < whole; i++) lane[i % 8] = i < 8 ? value[i] : lane[i % 8] + value[i];
    if (whole) sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
    for (size_t i = whole; i < count; i++) sum += value[i];
    return sum / (double)count;
}

static void search_run(depth_search *s, size_t *depth, double *accuracy)
{
    double best = -1;
    items_make(s);
    for (size_t f = 0; f < s->folds; f++) {
        const double rows = fold_grow(s, f);
        for (size_t c = 0; c < s->deepest; c++) s->accuracy[c * s->folds + f] = (double)s->right[c + 1] / rows;
    }
    for (size_t c = 0; c < s->deepest; c++) {
        const double mean = lane_mean(s->accuracy + c * s->folds, s->folds);
        if (mean > best) best = mean, *depth = c + 1;
    }
    const double rows = fold_grow(s, s->folds);
    *accuracy = (double)s->right[*depth] / rows;
}

assay_status tree_depth_choose(const rank_table *codes, const int32_t *label, size_t classes, size_t deepest,
                               size_t folds, size_t *depth, double *accuracy)
{
    const size_t n = codes->n, room = n + 1 + TREE_CHUNK;
    if (codes->d != 1 || classes == 0 || deepest == 0) return ASSAY_EINPUT; /* R2 */
    for (size_t r = 0; r < n; r++)
        if (label[r] < 0 || (size_t)label[r] >= classes) return ASSAY_EINPUT;
    depth_search s = { .codes = codes, .label = label, .classes = classes, .deepest = deepest, .folds = folds };
    void *const block =
        LEND_BLOCK(LOAN(s.all, n), LOAN(s.grown, n), LOAN(s.held, n), LOAN(s.inside, folds * n), LOAN(s.fold, n),
                   LOAN(s.item_of, classes), LOAN(s.counts, (deepest + 2) * classes), LOAN(s.weight, room),
                   LOAN(s.squares, room), LOAN(s.with_begin, room), LOAN(s.with_end, room),
                   LOAN(s.accuracy, deepest * folds), LOAN(s.right, deepest + 1));
    assay_status status = block ? folds_stratified(label, n, classes, folds, s.fold) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) search_run(&s, depth, accuracy);
    free(block);
    return status;
}
