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
    if (!space) return;
    tree_shallow_free(space->shallow);
    free(space->place);
    free(space->small);
    free(space);
}

/* Whether more than every sixteenth row is tied with the next one. */
static int feature_tied(const rank_table *codes, size_t feature)
{
    const uint32_t *const order = codes->order + feature * codes->n;
    size_t ties = 0;
    for (size_t r = 0; r + 1 < codes->n; r++)
        ties +=
            !rank_apart(codes->value[order[r] * codes->d + feature], codes->value[order[r + 1] * codes->d + feature]);
    return ties > codes->n / 16;
}

tree_space *tree_space_new(const rank_table *codes, size_t classes)
{
    const size_t n = codes->n, d = codes->d;
    const size_t eights = (d + TREE_EIGHT - 1) / TREE_EIGHT * TREE_EIGHT;
    const size_t ahead = d < TREE_AHEAD ? d : TREE_AHEAD, edges = n / TREE_CHUNK + 16;
    tree_space made = {
        .codes = codes, .n = n, .d = d, .classes = classes, .edges = edges, .small = tree_small_new(d)
    };
    tree_space *const space = LEND_ROOM(
        made, LOAN(made.base, d * n + TREE_CHUNK), LOAN(made.lists, d * n), LOAN(made.spare, n), LOAN(made.id_of, n),
        LOAN(made.row_of, n + 1), LOAN(made.units, n), LOAN(made.packed, n + SPLIT_LANES), LOAN(made.follow, n),
        LOAN(made.following, n), LOAN(made.identity, eights), LOAN(made.order, eights), LOAN(made.tied, d),
        LOAN(made.side, n), LOAN(made.number, n), LOAN(made.prefix, n + TREE_CHUNK), LOAN(made.edge, ahead * edges),
        LOAN(made.edge_weight, ahead * edges), LOAN(made.edge_left, ahead * edges), LOAN(made.chunk, edges),
        LOAN(made.counts, classes), LOAN(made.shares, classes), LOAN(made.seen, classes), LOAN(made.stack, n + 2));
    if (!space || !made.small || !tree_rows_prepare(space)) {
        free(made.small);
        free(space);
        return NULL;
    }
    for (size_t j = 0; j < d; j++) {
        space->identity[j] = (uint32_t)j;
        space->tied[j] = (uint8_t)feature_tied(codes, j);
    }
    for (unsigned marks = 0; marks < 256; marks++) {
        unsigned place = 0;
        for (unsigned i = 0; i < 2 * TREE_EIGHT; i++)
            if ((marks >> (i % TREE_EIGHT) & 1) == (i < TREE_EIGHT)) space->front[marks][place++] = i % TREE_EIGHT;
    }
#ifdef SPLIT_WIDE
    space->wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                  __builtin_cpu_supports("popcnt");
    if (space->wide && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        space->wide = SPLIT_WIDEST;
#endif
    return space;
}

/* What tree_shallow.c keeps of the rows. */
static void shallow_drop(tree_space *space)
{
    tree_shallow_free(space->shallow);
    space->shallow = NULL;
}

size_t tree_space_rows(tree_space *space, const uint32_t *weight)
{
    const size_t n = space->n;
    uint32_t count = 0, *const id_of = space->id_of, *const row_of = space->row_of;
    space->weight = weight;
    shallow_drop(space);
    for (size_t s = 0; s < n; s++) {
        const uint32_t is = weight[s] != 0;
        id_of[s] = count | (is - 1); /* TREE_NONE */
        row_of[count] = (uint32_t)s;
        count += is;
    }
    space->count = count;
    tree_rows_order(space);
    return count;
}

void tree_space_follow(tree_space *space, const uint32_t *row, size_t count)
{
    memcpy(space->follow, row, count * sizeof *row);
    space->n_follow = count;
    shallow_drop(space);
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

/* A class that is not there adds 0, which leaves a sum of shares as it is. */
static void settle_shares(tree_space *space, const tree_branch *branch, double weight, int leaf)
{
    const tree_request *const request = space->request;
    const uint32_t *const rows = space->following + branch->follow;
    const size_t classes = space->classes;
    double *const share = space->shares;
    size_t only = 0; /* the one class there is, or `classes` */
    while (only < classes && space->counts[only] != branch->total) only++;
    for (size_t y = 0; y < classes; y++) share[y] = (double)(int64_t)space->counts[y] / weight;
    for (size_t c = 0; c < request->n_depths; c++) {
        if (leaf ? request->depths[c] < branch->depth : request->depths[c] != branch->depth) continue;
        double *const sum = request->sum + c * space->n * classes;
        for (uint32_t k = 0; k < branch->n_follow && only < classes; k++) sum[rows[k] * classes + only] += 1.0;
        for (uint32_t k = 0; k < branch->n_follow && only == classes; k++)
            for (size_t y = 0; y < classes; y++) sum[rows[k] * classes + y] += share[y];
    }
}

void tree_settle(tree_space *space, const tree_branch *branch, double value, int leaf)
{
    if (!branch->n_follow || !space->request->sum || !(leaf || tree_scored(space, branch->depth))) return;
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

/* The range of the targets, taken anew when only half of the rows are left of those it was taken from: a wider one is
 * as true, but bounds less (tree_mean.c). */
static void branch_range(const tree_space *space, tree_branch *branch, const uint32_t *list)
{
    if (branch->ranged / 2 < branch->count || branch->count <= TREE_FEW) return;
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t k = 0; k < branch->count; k++) {
        const uint32_t here = space->units[list[k]];
        low = here < low ? here : low;
        high = here > high ? here : high;
    }
    branch->low = low, branch->high = high, branch->ranged = branch->count;
}

int tree_pure(const tree_space *space, const uint32_t *list, uint32_t count)
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

/* space->counts and space->squares. Two arrays take turns, so that a row need not wait for the one before. */
static void classes_count(tree_space *space, const tree_branch *branch, const uint32_t *list)
{
    uint64_t *const counts = space->counts, *const more = space->seen;
    memset(counts, 0, space->classes * sizeof *counts);
    memset(more, 0, space->classes * sizeof *more);
    for (uint32_t k = 0; k < branch->count; k += 2) {
        const uint64_t one = space->packed[list[k]];
        const uint64_t two = k + 1 < branch->count ? space->packed[list[k + 1]] : 0;
        counts[one & UINT32_MAX] += one >> 32;
        more[two & UINT32_MAX] += two >> 32;
    }
    space->squares = 0;
    for (size_t c = 0; c < space->classes; c++) {
        counts[c] += more[c];
        space->squares += counts[c] * counts[c];
    }
}

static node_state state_classes(tree_space *space, const tree_branch *branch, const uint32_t *list)
{
    node_state state = { .weight = (double)branch->total };
    classes_count(space, branch, list);
    const double squares = (double)space->squares, all = state.weight * state.weight;
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

/* The features of a node, from the i-th one on, that are searched together; returns how many are gone through. Those
 * that are known to have ties are looked at early: a search of a constant feature finds nothing. */
static size_t features_ahead(tree_space *space, const tree_branch *branch, const uint32_t *lists, size_t i,
                             uint32_t *feature, size_t *many)
{
    const size_t tries = space->request->tries, most = i < tries ? tries - i : 1;
    const size_t ahead = space->classes ? 1 : most < TREE_AHEAD ? most : TREE_AHEAD;
    *many = 0;
    for (size_t k = 0; k < ahead; k++) {
        const uint32_t next = tree_order_next(space, i + k);
        const uint32_t *const list = lists + next * space->n + branch->start;
        if (!space->tied[next] || !feature_constant(space, branch, list, next)) feature[(*many)++] = next;
    }
    return ahead;
}

static tree_best node_search(tree_space *space, const tree_branch *branch, const uint32_t *lists,
                             const node_state *state)
{
    tree_best best = { .score = space->classes ? -INFINITY : -1.0, .feature = TREE_NONE };
    int varied = 0;
    tree_order_start(space, branch->key);
    for (size_t i = 0; i < space->d && (i < space->request->tries || !varied);) {
        if (space->classes && best.score == 0) break; /* both sides of one class: nothing is better, the first wins */
        uint32_t feature[TREE_AHEAD];
        size_t many;
        i += features_ahead(space, branch, lists, i, feature, &many);
        if (!many) continue;
        if (space->classes) space->looked_at += branch->count;
        if (space->classes)
            tree_gini_search(space, branch, lists + feature[0] * space->n + branch->start, feature[0], &best);
        else tree_mean_search(space, branch, lists, feature, many, &state->mean, &best);
        varied |= best.feature != TREE_NONE;
        for (size_t k = 0; k < many && !varied; k++)
            varied = !feature_constant(space, branch, lists + feature[k] * space->n + branch->start, feature[k]);
    }
    return best;
}

/* ------------------------------------------------------------------------------------------- division -- */

#ifdef SPLIT_WIDE
typedef uint32_t eight_ids __attribute__((vector_size(32)));

/* Marks of eight rows, as bits. */
SPLIT_INLINE size_t eight_marks(const uint8_t *side, const uint32_t *id)
{
    const size_t low = side[id[0]] + 2 * (side[id[1]] + 2 * (side[id[2]] + 2 * (size_t)side[id[3]]));
    const size_t high = side[id[4]] + 2 * (side[id[5]] + 2 * (side[id[6]] + 2 * (size_t)side[id[7]]));
    return low + 16 * high;
}

/* As below, for whole sixteens: the processor closes up marked lanes. */
SPLIT_512 static size_t sixteens_divide(const tree_space *space, const uint32_t *from, uint32_t *to, size_t count,
                                        size_t *left)
{
    const uint8_t *const side = space->side;
    const unsigned flip = space->flip ? 0xFFFF : 0;
    size_t k = 0, done = 0;
    for (; k + TREE_CHUNK <= count; k += TREE_CHUNK) {
        const __m512i ids = _mm512_loadu_si512(from + k);
        const size_t low = eight_marks(side, from + k), high = eight_marks(side, from + k + TREE_EIGHT);
        const unsigned marks = (unsigned)(low + 256 * high) ^ flip;
        _mm512_storeu_si512(to + done, _mm512_maskz_compress_epi32((__mmask16)marks, ids));
        _mm512_storeu_si512(space->spare + (k - done), _mm512_maskz_compress_epi32((__mmask16)~marks, ids));
        done += (unsigned)__builtin_popcount(marks);
    }
    *left = done;
    return k;
}

/* The same as list_divide for whole eights of rows: their marks form a byte, and space->front says which lanes it moves
 * to the front. What is written behind the rows of either part is written over later. */
SPLIT_WIDE static size_t eights_divide(const tree_space *space, const uint32_t *from, uint32_t *to, size_t count,
                                       size_t *left)
{
    const uint8_t *const side = space->side;
    const size_t flip = space->flip ? 255 : 0;
    size_t done = 0, k = space->wide == SPLIT_WIDEST ? sixteens_divide(space, from, to, count, &done) : 0;
    for (; k + TREE_EIGHT <= count; k += TREE_EIGHT) {
        const size_t marks = eight_marks(side, from + k) ^ flip;
        eight_ids ids, first, last;
        memcpy(&ids, from + k, sizeof ids);
        memcpy(&first, space->front[marks], sizeof first);
        memcpy(&last, space->front[255 - marks], sizeof last);
        first = __builtin_shuffle(ids, first);
        last = __builtin_shuffle(ids, last);
        memcpy(to + done, &first, sizeof first);
        memcpy(space->spare + (k - done), &last, sizeof last);
        done += (unsigned)__builtin_popcountll(marks);
    }
    *left = done;
    return k;
}
#endif

/* A list becomes the rows that space->side marks, then the others, both in their old order; to may be from. */
static void list_divide(const tree_space *space, const uint32_t *from, uint32_t *to, size_t count)
{
    size_t left = 0, k = 0;
#ifdef SPLIT_WIDE
    if (space->wide) k = eights_divide(space, from, to, count, &left);
#endif
    for (; k < count; k++) {
        const uint32_t id = from[k];
        to[left] = id;
        space->spare[k - left] = id;
        left += (size_t)(space->side[id] ^ space->flip);
    }
    memcpy(to + left, space->spare, (count - left) * sizeof *to);
}

static void lists_divide(tree_space *space, const tree_branch *branch, const uint32_t *lists, const tree_best *best)
{
    const uint32_t *const ordered = lists + best->feature * space->n + branch->start;
    uint8_t *const side = space->side;
    /* marks are those of the smaller child, and gone again when the lists are divided */
    space->flip = best->n_left > branch->count / 2;
    const uint32_t begin = space->flip ? best->n_left : 0, end = space->flip ? branch->count : best->n_left;
    for (uint32_t k = begin; k < end; k++) side[ordered[k]] = 1;
    for (size_t j = 0; j < space->d; j++) {
        if (j == best->feature) continue;
        const size_t at = j * space->n + branch->start;
        list_divide(space, lists + at, space->lists + at, branch->count);
    }
    for (uint32_t k = begin; k < end; k++) side[ordered[k]] = 0;
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
    tree_branch left = *branch, right = *branch;
    left.via = right.via = best->feature, left.depth = right.depth = branch->depth + 1;
    left.key = tree_key(branch->key, 0), right.key = tree_key(branch->key, 1);
    left.total = best->prefix, right.total = branch->total - best->prefix;
    left.count = n_left, right.count = branch->count - n_left, right.start = branch->start + n_left;
    left.n_follow = follow_left, right.n_follow = branch->n_follow - follow_left;
    right.follow = branch->follow + follow_left;
    left.parent = number, right.parent = number | TREE_RIGHT;
    const int keep_left = branch_grows(space, &left), keep_right = branch_grows(space, &right);
    if (keep_left || keep_right) lists_divide(space, branch, lists, best);
    if (branch_comes(space, &right, keep_right)) space->stack[height++] = right;
    if (branch_comes(space, &left, keep_left)) space->stack[height++] = left;
    return height;
}

static assay_status branch_grow(tree_space *space, tree_branch *branch, size_t *height)
{
    tree_request *const request = space->request;
    const int grows = branch_grows(space, branch);
    const uint32_t *const lists = branch->depth ? space->lists : space->base;
    const uint32_t *const list = lists + branch->via * space->n + branch->start;
    if (!space->classes && grows && branch->count <= TREE_SMALL && !request->leaf)
        return tree_small_grow(space, branch, lists);
    const node_state state = space->classes ? state_classes(space, branch, list) : state_means(space, branch, list);
    tree_best best = { .feature = TREE_NONE };
    if (!space->classes && grows) branch_range(space, branch, list);
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

/* Few levels of which only leaves and importances are asked for, all features at each node. */
static int shallow_fits(const tree_space *space, const tree_request *request)
{
    return !space->classes && request->leaf && !request->sum && !request->record && request->tries == space->d &&
           request->depth > 0 && request->depth <= TREE_SHALLOW;
}

assay_status tree_grow(tree_space *space, tree_request *request)
{
    memcpy(space->following, space->follow, space->n_follow * sizeof *space->follow);
    space->request = request, space->leaves = 0, request->splits = 0, space->looked_at = 0;
    space->values_scale = space->scale.unit * space->scale.unit;
    space->scored = 0;
    for (size_t c = 0; c < request->n_depths; c++)
        space->scored |= (uint64_t)1 << (request->depths[c] < 63 ? request->depths[c] : 63);
    if (shallow_fits(space, request)) {
        ASSAY_TRY(tree_shallow_grow(space));
    } else {
        size_t height = 1;
        space->stack[0] = (tree_branch){ .ranged = UINT32_MAX,
                                         .key = request->key,
                                         .total = space->total,
                                         .count = (uint32_t)space->count,
                                         .n_follow = (uint32_t)space->n_follow };
        while (height > 0) {
            tree_branch branch = space->stack[--height];
            ASSAY_TRY(branch_grow(space, &branch, &height));
        }
    }
    request->leaves = space->leaves;
    tally_add(TALLY_TREES, 1);
    tally_add(TALLY_CANDIDATES, space->looked_at);
    return ASSAY_OK;
}
