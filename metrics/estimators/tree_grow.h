/*
 * tree_grow -- a tree from the lists of its rows: a stack of branches, left first
 *
 *   A node is searched feature by feature, its rows are marked left or right, and the lists of all other features are
 *   divided in their order; small regression nodes go to tree_small.h with all that is below them.
 */
#pragma once

#include "tree_gini.h"
#include "tree_mean.h"
#include "tree_shallow.h"
#include "tree_small.h"

#include <math.h>

/* -------------------------------------------------------------------------------------------- one node -- */

/* The range of the targets, taken anew when only half of the rows are left of those it was taken from: a wider one is
 * as true, but bounds less (tree_mean.h). */
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
            gini_search(space, branch, lists + feature[0] * space->n + branch->start, feature[0], &best);
        else mean_search(space, branch, lists, feature, many, &state->mean, &best);
        varied |= best.feature != TREE_NONE;
        for (size_t k = 0; k < many && !varied; k++)
            varied = !feature_constant(space, branch, lists + feature[k] * space->n + branch->start, feature[k]);
    }
    return best;
}

/* ------------------------------------------------------------------------------------------- division -- */

SPLIT_INLINE uint32_t row_is_marked(const void *side, uint32_t row) { return ((const uint8_t *)side)[row]; }

static void lists_divide(tree_space *space, const tree_branch *branch, const uint32_t *lists, const tree_best *best)
{
    const uint32_t *const ordered = lists + best->feature * space->n + branch->start;
    uint8_t *const side = space->side;
    /* marks are those of the smaller child, and gone again when the lists are divided */
    const uint32_t flip = best->n_left > branch->count / 2;
    const uint32_t begin = flip ? best->n_left : 0, end = flip ? branch->count : best->n_left;
    for (uint32_t k = begin; k < end; k++) side[ordered[k]] = 1;
    for (size_t j = 0; j < space->d; j++) {
        if (j == best->feature) continue;
        const uint32_t *const from = lists + j * space->n + branch->start;
        uint32_t *const to = space->lists + j * space->n + branch->start;
        rows_divide(space, from, to, branch->count, row_is_marked, side, flip);
    }
    for (uint32_t k = begin; k < end; k++) side[ordered[k]] = 0;
}

/* ------------------------------------------------------------------------------------------------ tree -- */

static int branch_grows(const tree_space *space, const tree_branch *branch)
{
    return tree_grows(space, branch) && tree_wanted(space->request, branch->n_follow);
}

/* A leaf that nobody asks for has nothing to say. */
static int branch_comes(const tree_space *space, const tree_branch *branch, int grows)
{
    return grows || branch->n_follow > 0 || space->request->leaf;
}

/* Splits a node and puts its children on the stack; returns the new height of the stack. */
static size_t branch_split(tree_space *space, const tree_branch *branch, const uint32_t *lists, const tree_best *best,
                           size_t height)
{
    const size_t at = best->feature * space->n + branch->start;
    if (lists != space->lists) memcpy(space->lists + at, lists + at, branch->count * sizeof *lists);
    tree_branch left, right;
    tree_divide(branch, best, follow_divide(space, branch, best), &left, &right);
    const int keep_left = branch_grows(space, &left), keep_right = branch_grows(space, &right);
    if (keep_left || keep_right) lists_divide(space, branch, lists, best);
    if (branch_comes(space, &right, keep_right)) space->stack[height++] = right;
    if (branch_comes(space, &left, keep_left)) space->stack[height++] = left;
    return height;
}

static void branch_grow(tree_space *space, tree_branch *branch, size_t *height)
{
    tree_request *const request = space->request;
    const int grows = branch_grows(space, branch);
    const uint32_t *const lists = branch->depth ? space->lists : space->base;
    const uint32_t *const list = lists + branch->via * space->n + branch->start;
    if (!space->classes && grows && branch->count <= TREE_SMALL && !request->leaf) {
        small_grow(space, branch, lists);
        return;
    }
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
    if (leaf) {
        if (request->leaf) tree_leaf(space, branch, list);
        return;
    }
    request->splits++;
    if (request->importance) request->importance[best.feature] += gain;
    *height = branch_split(space, branch, lists, &best, *height);
}

/* Few levels of which only leaves and importances are asked for, all features at each node. */
static int shallow_fits(const tree_space *space, const tree_request *request)
{
    return !space->classes && request->leaf && !request->sum && request->tries == space->d && request->depth > 0 &&
           request->depth <= TREE_SHALLOW;
}

static assay_status grow(tree_space *space)
{
    if (shallow_fits(space, space->request)) return shallow_grow(space);
    size_t height = 1;
    space->stack[0] = (tree_branch){ .ranged = UINT32_MAX,
                                     .key = space->request->key,
                                     .total = space->total,
                                     .count = (uint32_t)space->count,
                                     .n_follow = (uint32_t)space->n_follow };
    while (height > 0) {
        tree_branch branch = space->stack[--height];
        branch_grow(space, &branch, &height);
    }
    return ASSAY_OK;
}
