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
    if (space) free(space->shallow);
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
    tree_space made = { .codes = codes, .n = n, .d = d, .classes = classes, .edges = edges, .small.stride = eights };
    tree_space *const space = LEND_ROOM(
        made, LOAN(made.base, d * n), LOAN(made.lists, d * n), LOAN(made.spare, n), LOAN(made.id_of, n),
        LOAN(made.row_of, n + 1), LOAN(made.units, n), LOAN(made.packed, n + TREE_EIGHT), LOAN(made.follow, n),
        LOAN(made.following, n), LOAN(made.identity, eights), LOAN(made.order, eights), LOAN(made.tied, d),
        LOAN(made.side, n), LOAN(made.number, n), LOAN(made.prefix, n + TREE_CHUNK), LOAN(made.edge, ahead * edges),
        LOAN(made.edge_weight, ahead * edges), LOAN(made.edge_left, ahead * edges), LOAN(made.chunk, edges),
        LOAN(made.counts, classes), LOAN(made.shares, classes), LOAN(made.seen, classes), LOAN(made.stack, n + 2),
        LOAN(made.small.bit, TREE_SMALL * eights), LOAN(made.small.packed, TREE_SMALL * d),
        LOAN(made.small.mask, (TREE_SMALL + 3) * eights), LOAN(made.small.local, TREE_SMALL * d));
    if (!space) return NULL;
    for (size_t j = 0; j < d; j++) {
        space->identity[j] = (uint32_t)j;
        space->tied[j] = (uint8_t)feature_tied(codes, j);
    }
    for (unsigned marks = 0; marks < 256; marks++) {
        unsigned place = 0;
        for (unsigned i = 0; i < 2 * TREE_EIGHT; i++)
            if ((marks >> (i % TREE_EIGHT) & 1) == (i < TREE_EIGHT)) space->front[marks][place++] = i % TREE_EIGHT;
    }
#ifdef TREE_WIDE
    space->wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                  __builtin_cpu_supports("popcnt");
    if (space->wide && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        space->wide = 2;
#endif
    return space;
}

/* The rows of the tree in the order of a feature, out of the order of all rows. */
static void list_fill(const tree_space *space, const uint32_t *order, uint32_t *list)
{
    const uint32_t *const id_of = space->id_of;
    const size_t count = space->count;
    size_t k = 0, r = 0;
    /* the last ones with care: nothing may be written behind the list, where another one begins */
    while (r + TREE_CHUNK < space->n && k + TREE_CHUNK < count) {
        SPLIT_UNROLL
        for (size_t i = 0; i < TREE_CHUNK; i++) {
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

/* What tree_shallow.h keeps of the rows. */
static void shallow_drop(tree_space *space)
{
    free(space->shallow);
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
    for (size_t j = 0; j < space->d; j++) list_fill(space, space->codes->order + j * n, space->base + j * n);
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

void tree_leaf(tree_space *space, const tree_branch *at, const uint32_t *list)
{
    const tree_request *const request = space->request;
    const uint32_t leaf = (uint32_t)space->leaves++;
    for (uint32_t k = 0; k < at->count; k++) request->leaf[space->row_of[list[k]]] = leaf;
    for (uint32_t k = 0; k < at->n_follow; k++) request->leaf[space->following[at->follow + k]] = leaf;
}

int tree_pure(const tree_space *space, const uint32_t *list, uint32_t count)
{
    const uint32_t first = space->units[list[0]];
    for (uint32_t k = 1; k < count; k++)
        if (space->units[list[k]] != first) return 0;
    return 1;
}

/* ------------------------------------------------------------------------------------------------ growing -- */

static assay_status grow(tree_space *space)
{
#ifdef TREE_WIDE
    if (space->wide) return space->wide > 1 ? tree_grow_512(space) : tree_grow_256(space);
#endif
    return tree_grow_plain(space);
}

assay_status tree_grow(tree_space *space, tree_request *request)
{
    memcpy(space->following, space->follow, space->n_follow * sizeof *space->follow);
    space->request = request, space->leaves = 0, request->splits = 0, space->looked_at = 0;
    space->values_scale = space->scale.unit * space->scale.unit;
    space->scored = 0;
    for (size_t c = 0; c < request->n_depths; c++)
        space->scored |= (uint64_t)1 << (request->depths[c] < 63 ? request->depths[c] : 63);
    ASSAY_TRY(grow(space));
    request->leaves = space->leaves;
    tally_add(TALLY_TREES, 1);
    tally_add(TALLY_CANDIDATES, space->looked_at);
    return ASSAY_OK;
}
