/*
 * Growing: a stack of branches, left first. A node is searched feature by feature, its rows are marked left or right,
 * and the lists of all other features are divided in their order; small regression nodes go to tree_small.c with all
 * that is below them.
 */
#include "tree_space.h"

#include "lend.h"
#include "tally.h"

#include <math.h>

/* -------------------------------------------------------------------------------------------- targets -- */

tree_scale tree_scale_for(double low, double high, size_t most)
{
    tree_scale scale = { .base = low, .weight_bits = 1 };
    while (scale.weight_bits < 40 && most >> scale.weight_bits) scale.weight_bits++;
    /* sums stay below 2^52 (whole doubles) and beside the weight in one word */
    scale.bits = 64 - 2 * scale.weight_bits;
    if (scale.bits > 52 - scale.weight_bits) scale.bits = 52 - scale.weight_bits;
    if (scale.bits > 32) scale.bits = 32;
    /* the top of the range is left free, so that rounding up cannot overflow */
    scale.unit = (high / 2 - low / 2) / ((double)((uint64_t)1 << (scale.bits - 1)) - 1);
    if (!isfinite(1.0 / scale.unit)) scale.unit = 1.0; /* no range, or one below all reach: constant */
    return scale;
}

int tree_scale_target(const double *target, size_t n, size_t most, tree_scale *scale, uint32_t *q)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t s = 0; s < n; s++) {
        if (!isfinite(target[s])) return 0;
        if (target[s] < low) low = target[s];
        if (target[s] > high) high = target[s];
    }
    if (!isfinite(high - low)) return 0;
    *scale = tree_scale_for(low, high, most);
    const double inverse = 1.0 / scale->unit;
    for (size_t s = 0; s < n; s++) q[s] = tree_scale_one(*scale, inverse, target[s]);
    return 1;
}

/* -------------------------------------------------------------------------------------------- memory -- */

void tree_space_free(tree_space *space)
{
    if (space) free(space->small);
    free(space);
}

tree_space *tree_space_new(const rank_table *codes, size_t classes)
{
    const size_t n = codes->n, d = codes->d;
    const size_t eights = (d + TREE_EIGHT - 1) / TREE_EIGHT * TREE_EIGHT;
    tree_space made = { .codes = codes, .n = n, .d = d, .classes = classes, .small = tree_small_new(d) };
    tree_space *const space =
        LEND_ROOM(made, LOAN(made.base, d * n), LOAN(made.lists, d * n), LOAN(made.spare, n), LOAN(made.id_of, n),
                  LOAN(made.row_of, n + 1), LOAN(made.follow, n), LOAN(made.following, n), LOAN(made.units, n),
                  LOAN(made.identity, eights), LOAN(made.order, eights), LOAN(made.side, n), LOAN(made.number, n),
                  LOAN(made.packed, n), LOAN(made.prefix, n + TREE_CHUNK), LOAN(made.counts, classes),
                  LOAN(made.shares, 2 * classes), LOAN(made.stack, n + 2));
    if (!space || !made.small) {
        free(made.small);
        free(space);
        return NULL;
    }
    for (size_t j = 0; j < d; j++) space->identity[j] = (uint32_t)j;
#ifdef SPLIT_WIDE
    space->wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                  __builtin_cpu_supports("popcnt");
#endif
    return space;
}

/* The rows of the tree in the order of a feature. id_of: the number of every row in the tree, TREE_NONE of the
 * others. */
static void list_rows(const tree_space *space, const uint32_t *order, uint32_t *list)
{
    const uint32_t *const id_of = space->id_of;
    const size_t count = space->count;
    size_t k = 0, r = 0;
    /* the last ones with care: nothing may be written behind the list, where another one begins */
    while (r + TREE_EIGHT < space->n && k + TREE_EIGHT < count) {
        SPLIT_UNROLL
        for (size_t i = 0; i < TREE_EIGHT; i++) {
            const uint32_t id = id_of[order[r++]];
            list[k] = id;
            k += id < count;
        }
    }
    for (; k < count; r++) {
        list[k] = id_of[order[r]];
        k += list[k] < count;
    }
}

size_t tree_space_rows(tree_space *space, const uint32_t *weight)
{
    const size_t n = space->n;
    uint32_t count = 0;
    space->weight = weight;
    for (size_t s = 0; s < n; s++) {
        space->id_of[s] = weight[s] ? count : TREE_NONE;
        space->row_of[count] = (uint32_t)s;
        count += weight[s] != 0;
        if (count == n) break;
    }
    space->count = count;
    for (size_t j = 0; j < space->d; j++) list_rows(space, space->codes->order + j * n, space->base + j * n);
    return count;
}

void tree_space_follow(tree_space *space, const uint32_t *row, size_t count)
{
    memcpy(space->follow, row, count * sizeof *row);
    space->n_follow = count;
}

/* Packs space->units, and adds them up. */
static void units_pack(tree_space *space)
{
    const unsigned shift = 64 - space->scale.weight_bits;
    const uint32_t *const weight = space->weight, *const row_of = space->row_of, *const units = space->units;
    uint64_t *const packed = space->packed, total = 0;
    for (size_t i = 0; i < space->count; i++) {
        const uint64_t w = weight[row_of[i]];
        total += packed[i] = (w << shift) + w * units[i];
    }
    space->total = total;
}

void tree_space_target(tree_space *space, const uint32_t *q, tree_scale scale)
{
    space->scale = scale;
    for (size_t i = 0; i < space->count; i++) space->units[i] = q[space->row_of[i]];
    units_pack(space);
}

void tree_space_values(tree_space *space, const double *value, tree_scale scale)
{
    const double inverse = 1.0 / scale.unit;
    space->scale = scale;
    for (size_t i = 0; i < space->count; i++) space->units[i] = tree_scale_one(scale, inverse, value[i]);
    units_pack(space);
}

void tree_space_labels(tree_space *space, const int32_t *label)
{
    space->total = 0;
    for (size_t i = 0; i < space->count; i++) {
        const uint32_t row = space->row_of[i];
        space->packed[i] = (uint64_t)space->weight[row] << 32 | (uint32_t)label[row];
        space->total += space->weight[row];
    }
}

/* -------------------------------------------------------------------------------------- what comes out -- */

/* Divides a segment of the followed rows, keeping their order; returns how many go left. */
uint32_t tree_follow_split(tree_space *space, uint32_t start, uint32_t count, size_t feature, double threshold)
{
    uint32_t *const rows = space->following + start, *const spare = space->spare, left = 0;
    const float *const value = space->codes->value + feature;
    if (count == 1) return (double)value[(size_t)rows[0] * space->d] <= threshold;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t row = rows[k];
        rows[left] = row;
        spare[k - left] = row;
        left += (double)value[(size_t)row * space->d] <= threshold;
    }
    for (uint32_t k = left; k < count; k++) rows[k] = spare[k - left];
    return left;
}

/* Gives the followed rows of a node its value: at every depth from here on if it is a leaf, else at this one. */
static void settle_means(tree_space *space, const tree_branch *branch, double value, int leaf)
{
    const tree_request *const request = space->request;
    const uint32_t *const rows = space->following + branch->follow;
    for (size_t c = 0; c < request->n_depths; c++) {
        if (leaf ? request->depths[c] < branch->depth : request->depths[c] != branch->depth) continue;
        double *const sum = request->sum + c * space->n;
        for (uint32_t k = 0; k < branch->n_follow; k++) sum[rows[k]] += value;
    }
}

/* The one class there is, or `classes`. */
static size_t class_alone(const tree_space *space, double weight)
{
    size_t y = 0;
    while (y < space->classes && (double)space->counts[y] != weight) y++;
    return y;
}

/* A class that is not there adds 0, which leaves a sum of shares as it is. */
static void settle_shares(tree_space *space, const tree_branch *branch, double weight, int leaf)
{
    const tree_request *const request = space->request;
    const uint32_t *const rows = space->following + branch->follow;
    const size_t classes = space->classes;
    double *const share = space->shares;
    for (size_t c = 0; c < request->n_depths; c++) {
        if (leaf ? request->depths[c] < branch->depth : request->depths[c] != branch->depth) continue;
        double *const sum = request->sum + c * space->n * classes;
        const size_t only = class_alone(space, weight);
        for (uint32_t k = 0; k < branch->n_follow && only < classes; k++) sum[rows[k] * classes + only] += 1.0;
        if (only < classes) continue;
        for (size_t y = 0; y < classes; y++) share[y] = (double)space->counts[y] / weight;
        for (uint32_t k = 0; k < branch->n_follow; k++)
            for (size_t y = 0; y < classes; y++) sum[rows[k] * classes + y] += share[y];
    }
}

void tree_settle(tree_space *space, const tree_branch *branch, double value, int leaf)
{
    if (!branch->n_follow || !space->request->sum) return;
    if (space->classes) settle_shares(space, branch, value, leaf);
    else settle_means(space, branch, value, leaf);
}

assay_status tree_record_node(tree_space *space, const tree_branch *branch, tree_node node, uint32_t *number)
{
    tree_record *const record = space->request->record;
    if (!record) return ASSAY_OK;
    if (record->count == record->room) {
        const size_t room = record->room ? 2 * record->room : 64;
        tree_node *const more = realloc(record->node, room * sizeof *more);
        if (!more) return ASSAY_ENOMEM;
        record->node = more, record->room = room;
    }
    *number = (uint32_t)record->count++;
    record->node[*number] = node;
    if (branch->parent & TREE_RIGHT) record->node[branch->parent & ~TREE_RIGHT].right = *number;
    else if (*number) record->node[branch->parent].left = *number;
    return ASSAY_OK;
}

static void leaf_number(tree_space *space, const tree_branch *branch, const uint32_t *list)
{
    const tree_request *const request = space->request;
    const uint32_t leaf = (uint32_t)space->leaves++;
    for (uint32_t k = 0; k < branch->count; k++) request->leaf[space->row_of[list[k]]] = leaf;
    for (uint32_t k = 0; k < branch->n_follow; k++) request->leaf[space->following[branch->follow + k]] = leaf;
}

/* -------------------------------------------------------------------------------------------- one node -- */

/* All of list[count] have the same target. */
static int tree_pure(const tree_space *space, const uint32_t *list, uint32_t count)
{
    const uint32_t first = space->units[list[0]];
    for (uint32_t k = 1; k < count; k++)
        if (space->units[list[k]] != first) return 0;
    return 1;
}

/* What is known of a node before it is searched. */
typedef struct node_state {
    split_node mean;
    double weight, value, impurity; /* impurity: Gini; regression needs none */
    int pure;
} node_state;

static node_state state_means(const tree_space *space, const tree_branch *branch, const uint32_t *list)
{
    node_state state = { .mean = split_node_of(branch->total, space->scale) };
    const double sum = (double)(branch->total & state.mean.mask);
    state.weight = state.mean.weight;
    state.value = space->scale.base + space->scale.unit * (sum / state.weight);
    state.pure = tree_pure(space, list, branch->count);
    return state;
}

/* space->counts and the sum of their squares. */
static double classes_count(tree_space *space, const tree_branch *branch, const uint32_t *list)
{
    uint64_t squares = 0;
    for (size_t c = 0; c < space->classes; c++) space->counts[c] = 0;
    for (uint32_t k = 0; k < branch->count; k++) {
        const uint64_t here = space->packed[list[k]];
        space->counts[here & UINT32_MAX] += here >> 32;
    }
    for (size_t c = 0; c < space->classes; c++) squares += space->counts[c] * space->counts[c];
    return (double)squares;
}

static node_state state_classes(tree_space *space, const tree_branch *branch, const uint32_t *list)
{
    node_state state = { .weight = (double)branch->total };
    const double squares = classes_count(space, branch, list), all = state.weight * state.weight;
    state.impurity = 1.0 - squares / all;
    state.pure = squares == all;
    if (!space->request->record) return state;
    uint64_t largest = 0;
    for (size_t c = 0; c < space->classes; c++)
        if (space->counts[c] > largest) largest = space->counts[c], state.value = (double)c;
    return state;
}

static int feature_constant(const tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature)
{
    return !rank_apart(tree_value(space, space->row_of[list[0]], feature),
                       tree_value(space, space->row_of[list[branch->count - 1]], feature));
}

static tree_best node_search(tree_space *space, const tree_branch *branch, const uint32_t *lists,
                             const node_state *state)
{
    tree_best best = { .score = space->classes ? -INFINITY : -1.0, .feature = TREE_NONE };
    const size_t tries = space->request->tries;
    int varied = 0;
    tree_order_start(space, branch->key);
    for (size_t i = 0; i < space->d && (i < tries || !varied); i++) {
        if (space->classes && best.score == 0) break; /* both sides of one class: nothing is better, the first wins */
        const uint32_t feature = tree_order_next(space, i);
        const uint32_t *const list = lists + feature * space->n + branch->start;
        if (feature_constant(space, branch, list, feature)) continue;
        varied = 1;
        space->looked_at += branch->count;
        if (space->classes) tree_gini_search(space, branch, list, feature, &best);
        else tree_mean_search(space, branch, list, feature, &state->mean, &best);
    }
    return best;
}

/* ------------------------------------------------------------------------------------------- division -- */

/* A list becomes the rows that space->side marks, then the others, both in their old order; to may be from. */
static void list_divide(const tree_space *space, const uint32_t *from, uint32_t *to, size_t count)
{
    size_t left = 0;
    for (size_t k = 0; k < count; k++) {
        const uint32_t id = from[k];
        to[left] = id;
        space->spare[k - left] = id;
        left += space->side[id];
    }
    memcpy(to + left, space->spare, (count - left) * sizeof *to);
}

static void lists_divide(tree_space *space, const tree_branch *branch, const uint32_t *lists, const tree_best *best)
{
    const uint32_t *const ordered = lists + best->feature * space->n + branch->start;
    for (uint32_t k = 0; k < best->n_left; k++) space->side[ordered[k]] = 1;
    for (size_t j = 0; j < space->d; j++) {
        if (j == best->feature) continue;
        const size_t at = j * space->n + branch->start;
        list_divide(space, lists + at, space->lists + at, branch->count);
    }
    for (uint32_t k = 0; k < best->n_left; k++) space->side[ordered[k]] = 0; /* gone when the lists are divided */
}

/* ------------------------------------------------------------------------------------------------ tree -- */

static int branch_grows(const tree_space *space, const tree_branch *branch)
{
    return branch->count > 1 && branch->depth < space->request->depth && tree_wanted(space->request, branch->n_follow);
}

/* A leaf that nobody asks for has nothing to say. */
static int branch_comes(const tree_space *space, const tree_branch *branch, int grows)
{
    return grows || branch->n_follow > 0 || space->request->record || space->request->leaf;
}

/* Splits a node and puts its children on the stack; returns the new height of the stack. */
static size_t branch_split(tree_space *space, const tree_branch *branch, const uint32_t *lists, const tree_best *best,
                           uint32_t number, size_t height)
{
    const size_t at = best->feature * space->n + branch->start;
    if (lists != space->lists) memcpy(space->lists + at, lists + at, branch->count * sizeof *lists);
    const uint32_t n_left = best->n_left;
    const uint32_t follow_left = branch->n_follow
                                     ? tree_follow_split(space, branch->follow, branch->n_follow, best->feature,
                                                         tree_threshold(best->low, best->high))
                                     : 0;
    tree_branch left = { .key = tree_key(branch->key, 0),
                         .total = best->prefix,
                         .start = branch->start,
                         .count = n_left,
                         .follow = branch->follow,
                         .n_follow = follow_left,
                         .depth = branch->depth + 1,
                         .via = best->feature,
                         .parent = number };
    tree_branch right = { .key = tree_key(branch->key, 1),
                          .total = branch->total - best->prefix,
                          .start = branch->start + n_left,
                          .count = branch->count - n_left,
                          .follow = branch->follow + follow_left,
                          .n_follow = branch->n_follow - follow_left,
                          .depth = branch->depth + 1,
                          .via = best->feature,
                          .parent = number | TREE_RIGHT };
    const int keep_left = branch_grows(space, &left), keep_right = branch_grows(space, &right);
    if (keep_left || keep_right) lists_divide(space, branch, lists, best);
    if (branch_comes(space, &right, keep_right)) space->stack[height++] = right;
    if (branch_comes(space, &left, keep_left)) space->stack[height++] = left;
    return height;
}

static assay_status branch_grow(tree_space *space, const tree_branch *branch, size_t *height)
{
    const uint32_t *const lists = branch->depth ? space->lists : space->base;
    const uint32_t *const list = lists + branch->via * space->n + branch->start;
    tree_request *const request = space->request;
    const int grows = branch_grows(space, branch);
    if (!space->classes && grows && branch->count <= TREE_SMALL && !request->leaf)
        return tree_small_grow(space, branch, lists);
    const node_state state = space->classes ? state_classes(space, branch, list) : state_means(space, branch, list);
    tree_best best = { .feature = TREE_NONE };
    if (grows && !state.pure) best = node_search(space, branch, lists, &state);
    const int leaf = best.feature == TREE_NONE;
    double gain = 0;
    if (!leaf)
        gain = space->classes ? state.weight * state.impurity + best.score
                              : split_gain(&state.mean, best.score) * space->values_scale;
    tree_settle(space, branch, space->classes ? state.weight : state.value, leaf);
    tree_node node = { .feature = leaf ? -1 : (int32_t)best.feature,
                       .depth = branch->depth,
                       .count = branch->count,
                       .threshold = leaf ? 0 : tree_threshold(best.low, best.high),
                       .weight = state.weight,
                       .value = state.value,
                       .gain = gain };
    uint32_t number = 0;
    ASSAY_TRY(tree_record_node(space, branch, node, &number));
    if (leaf) {
        if (request->leaf) leaf_number(space, branch, list);
        return ASSAY_OK;
    }
    request->splits++;
    if (request->importance) request->importance[best.feature] += gain;
    *height = branch_split(space, branch, lists, &best, number, *height);
    return ASSAY_OK;
}

assay_status tree_grow(tree_space *space, tree_request *request)
{
    memcpy(space->following, space->follow, space->n_follow * sizeof *space->follow);
    space->request = request, space->leaves = 0, request->splits = 0, space->looked_at = 0;
    space->values_scale = space->scale.unit * space->scale.unit;
    space->scored = 0;
    for (size_t c = 0; c < request->n_depths; c++)
        space->scored |= (uint64_t)1 << (request->depths[c] < 63 ? request->depths[c] : 63);
    space->stack[0] = (tree_branch){ .key = request->key,
                                     .total = space->total,
                                     .count = (uint32_t)space->count,
                                     .n_follow = (uint32_t)space->n_follow };
    for (size_t height = 1; height > 0;) {
        const tree_branch branch = space->stack[--height];
        ASSAY_TRY(branch_grow(space, &branch, &height));
    }
    request->leaves = space->leaves;
    tally_add(TALLY_TREES, 1);
    tally_add(TALLY_CANDIDATES, space->looked_at);
    return ASSAY_OK;
}
