/*
 * tree_depth -- trees of one code: a node is a segment of its rows in order, divided by recursion
 *
 *   Rows of one value and one class are one item that counts as often. Let c_k be the counts of classes before item k,
 *   as a vector. The counts between items b and k are c_k - c_b, so the sum of their squares is
 *       c_k^2 - 2 c_k c_b + c_b^2,
 *   and that of the other side the same with the end of the node for b. The squares are known for the whole tree. Of the
 *   products, those with one end of a node are its parent's; those with the other are added up, one item after another.
 *   Where two values are not apart, minus infinity stands for the square: such a split never wins.
 */
#include "tree_depth.h"

#include "folds.h"
#include "lend.h"
#include "tree_space.h"

#include <math.h>

/* Items in ascending order of their values. */
typedef struct item_list {
    uint32_t *class_of, *times;
    float *value;
    size_t count;
} item_list;

typedef struct depth_search {
    const rank_table *codes;
    const int32_t *label;
    size_t classes, deepest, folds;
    void *block;
    item_list all, grown, held;                       /* grown: rows of the tree; held: those it is scored on */
    uint32_t *inside;                                 /* [folds * n] how often an item is in each fold */
    int32_t *fold;                                    /* [n] */
    size_t *item_of;                                  /* [classes] */
    uint32_t *counts;                                 /* [(deepest + 2) * classes] before the ends of nodes */
    double *weight, *squares, *with_begin, *with_end; /* [n + 1] before items; products twice */
    double *accuracy;                                 /* [deepest * folds] */
    size_t *right;                                    /* [deepest + 1] rows predicted right at each depth */
} depth_search;

/* Items of the tree and held ones, and counts of classes before the first item and the last one. */
typedef struct depth_node {
    size_t begin, end, from, to, depth;
    const uint32_t *low, *high;
    int end_known; /* the products with its end are those of its parent */
} depth_node;

static assay_status search_make(depth_search *s)
{
    const size_t n = s->codes->n, room = n + 1 + TREE_CHUNK;
    s->block =
        LEND_BLOCK(LOAN(s->all.class_of, n), LOAN(s->all.times, n), LOAN(s->all.value, n), LOAN(s->grown.class_of, n),
                   LOAN(s->grown.times, n), LOAN(s->grown.value, n), LOAN(s->held.class_of, n), LOAN(s->held.times, n),
                   LOAN(s->held.value, n), LOAN(s->inside, s->folds * n), LOAN(s->fold, n),
                   LOAN(s->item_of, s->classes), LOAN(s->counts, (s->deepest + 2) * s->classes), LOAN(s->weight, room),
                   LOAN(s->squares, room), LOAN(s->with_begin, room), LOAN(s->with_end, room),
                   LOAN(s->accuracy, s->deepest * s->folds), LOAN(s->right, s->deepest + 1));
    return s->block ? ASSAY_OK : ASSAY_ENOMEM;
}

static void items_make(depth_search *s)
{
    item_list *const all = &s->all;
    const size_t n = s->codes->n;
    for (size_t r = 0, begin = 0; r < n; r++) {
        const uint32_t row = s->codes->order[r];
        const size_t c = (size_t)s->label[row];
        const float value = s->codes->value[row];
        if (r && all->value[all->count - 1] < value) begin = all->count;
        if (s->item_of[c] <= begin) {
            all->class_of[all->count] = (uint32_t)c, all->value[all->count] = value;
            s->item_of[c] = ++all->count;
        }
        const size_t item = s->item_of[c] - 1;
        all->times[item]++;
        s->inside[(size_t)s->fold[row] * n + item]++;
    }
}

static void item_add(item_list *to, const item_list *from, size_t item, uint32_t times)
{
    to->class_of[to->count] = from->class_of[item], to->value[to->count] = from->value[item];
    to->times[to->count] = times;
    to->count += times > 0;
}

/* The rows outside `fold`, and those inside; all of them where there is no such fold. */
static void fold_begin(depth_search *s, size_t fold)
{
    item_list *const grown = &s->grown;
    uint32_t *const total = s->counts + s->classes;
    double weight = 0, squares = 0;
    grown->count = s->held.count = 0;
    for (size_t i = 0; i < s->all.count; i++) {
        const uint32_t all = s->all.times[i], in = fold < s->folds ? s->inside[fold * s->codes->n + i] : all;
        item_add(grown, &s->all, i, fold < s->folds ? all - in : all);
        item_add(&s->held, &s->all, i, in);
    }
    memset(s->counts, 0, 2 * s->classes * sizeof *s->counts);
    memset(s->with_begin, 0, (grown->count + 1) * sizeof *s->with_begin);
    for (size_t k = 0; k < grown->count; k++) {
        const uint32_t c = grown->class_of[k];
        const double w = grown->times[k];
        s->weight[k] = weight;
        s->squares[k] = !k || rank_apart(grown->value[k - 1], grown->value[k]) ? squares : -INFINITY;
        squares += w * (2.0 * total[c] + w);
        weight += w;
        total[c] += grown->times[k];
    }
    s->weight[grown->count] = weight, s->squares[grown->count] = squares;
    memset(s->right, 0, (s->deepest + 1) * sizeof *s->right);
}

/* The products that a node has not from its parent. */
static void products_fill(const depth_search *s, const depth_node *node)
{
    double *const to = node->end_known ? s->with_begin : s->with_end;
    const uint32_t *const counts = node->end_known ? node->low : node->high;
    int64_t sum = (int64_t)(node->end_known ? 2 * s->squares[node->begin] : s->with_begin[node->end]);
    for (size_t k = node->begin; k + 1 < node->end; k++) {
        sum += (int64_t)2 * s->grown.times[k] * counts[s->grown.class_of[k]];
        to[k + 1] = (double)sum;
    }
}

/* The first item on the right of the best split, 0 if there is none; see tree_gini.c. */
SPLIT_CLONES
static size_t best_split(const depth_search *s, const depth_node *node)
{
    const double low = s->weight[node->begin], high = s->weight[node->end];
    const double low_squares = s->squares[node->begin], high_squares = s->squares[node->end];
    double best = -INFINITY, least = -INFINITY;
    size_t place = 0;
    for (size_t chunk = node->begin + 1; chunk < node->end; chunk += TREE_CHUNK) {
        const size_t end = node->end - chunk < TREE_CHUNK ? node->end : chunk + TREE_CHUNK;
        split_mask any = { 0 };
        for (size_t k = chunk; k < end; k += SPLIT_LANES) {
            split_doubles squares, weight, left, right;
            memcpy(&squares, s->squares + k, sizeof squares), memcpy(&weight, s->weight + k, sizeof weight);
            memcpy(&left, s->with_begin + k, sizeof left), memcpy(&right, s->with_end + k, sizeof right);
            left = squares - left + low_squares, right = squares - right + high_squares;
            const split_doubles wl = weight - low, wr = high - weight;
            any |= left * wr + right * wl > least * (wl * wr);
        }
        const unsigned marks = split_marks(&any);
        for (size_t k = chunk; marks && k < end; k++) {
            if (!(marks >> (k - chunk) % SPLIT_LANES & 1)) continue;
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
    for (size_t k = node->begin; up && k < place; k++) counts[s->grown.class_of[k]] += s->grown.times[k];
    for (size_t k = place; !up && k < node->end; k++) counts[s->grown.class_of[k]] -= s->grown.times[k];
}

static void node_grow(depth_search *s, const depth_node *node)
{
    const item_list *const held = &s->held;
    uint32_t most = 0, best = 0;
    size_t right = 0, place = 0, middle = node->from;
    if (node->from == node->to) return;
    for (uint32_t c = 0; c < s->classes; c++)
        if (node->high[c] - node->low[c] > most) most = node->high[c] - node->low[c], best = c;
    for (size_t k = node->from; k < node->to; k++) right += held->times[k] * (held->class_of[k] == best);
    if (node->depth < s->deepest && s->weight[node->end] - s->weight[node->begin] != most) {
        products_fill(s, node);
        place = best_split(s, node);
    }
    for (size_t depth = node->depth; depth <= (place ? node->depth : s->deepest); depth++) s->right[depth] += right;
    if (!place) return;
    uint32_t *const counts = s->counts + (node->depth + 2) * s->classes;
    const double threshold = tree_threshold(s->grown.value[place - 1], s->grown.value[place]);
    while (middle < node->to && (double)held->value[middle] <= threshold) middle++;
    counts_at(s, node, place, counts);
    const size_t depth = node->depth + 1;
    node_grow(s, &(depth_node){ node->begin, place, node->from, middle, depth, node->low, counts, 0 });
    node_grow(s, &(depth_node){ place, node->end, middle, node->to, depth, counts, node->high, 1 });
}

/* Fills `right`; returns how many rows are held. */
static double fold_grow(depth_search *s, size_t fold)
{
    double count = 0;
    fold_begin(s, fold);
    for (size_t k = 0; k < s->held.count; k++) count += s->held.times[k];
    node_grow(s, &(depth_node){
                     .end = s->grown.count, .to = s->held.count, .low = s->counts, .high = s->counts + s->classes });
    return count;
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

assay_status tree_depth_choose(const rank_table *codes, const int32_t *label, size_t classes, size_t deepest,
                               size_t folds, size_t *depth, double *accuracy)
{
    if (codes->d != 1 || classes == 0 || deepest == 0) return ASSAY_EINPUT; /* R2 */
    for (size_t s = 0; s < codes->n; s++)
        if (label[s] < 0 || (size_t)label[s] >= classes) return ASSAY_EINPUT;
    depth_search search = { .codes = codes, .label = label, .classes = classes, .deepest = deepest, .folds = folds };
    assay_status status = search_make(&search);
    if (status == ASSAY_OK) status = folds_stratified(label, codes->n, classes, folds, search.fold);
    if (status == ASSAY_OK) {
        double best = -1;
        items_make(&search);
        for (size_t f = 0; f < folds; f++) {
            const double count = fold_grow(&search, f);
            for (size_t c = 0; c < deepest; c++) search.accuracy[c * folds + f] = (double)search.right[c + 1] / count;
        }
        for (size_t c = 0; c < deepest; c++) {
            const double mean = lane_mean(search.accuracy + c * folds, folds);
            if (mean > best) best = mean, *depth = c + 1;
        }
        const double count = fold_grow(&search, folds);
        *accuracy = (double)search.right[*depth] / count;
    }
    free(search.block);
    return status;
}
