/*
 * tree -- classification and regression trees, grown to the end or to a depth, for forests, boosting and single use
 *
 *   A node is split where the sum over both sides of (weight * impurity) is smallest: impurity is the variance of a
 *   target, or 1 - sum_k (share of class k)^2. Features are looked at in random order; a node looks at `tries` of them,
 *   and goes on past that number until it has seen one that is not constant in the node. The first of equally good
 *   splits wins: by order of the features, then by lower threshold. The threshold lies half way between the two values
 *   around it. A node ends when it has one distinct row, when its target is constant, when all its features are, or at
 *   the depth allowed.
 *
 * Source   Breiman, Friedman, Olshen, Stone 1984, Classification and Regression Trees; conventions of scikit-learn
 *          1.2.1 (DecisionTreeRegressor, DecisionTreeClassifier, "best" splitter).
 * Takes    a rank_table (codes as n rows x d features), weights by row (whole numbers, 0: the row is not there), and a
 *          target in fixed point (R2) or labels 0 .. classes-1.
 * Gives    on request: means of the followed rows, importances, leaves.
 * Cost     per level O(d * rows); memory O(d * rows) words per tree_space.
 *
 * R1  The features of a node are a function of (key of the tree, path to the node) and of nothing else, so a tree of
 *     depth D is the top of every deeper tree with the same key, and one growth scores every depth.
 * R2  Regression targets are whole numbers of `unit`: 32 bits of their range up to 65535 rows, 24 at a million. All
 *     sums are then exact whole numbers: equal partitions have equal gains to the bit, however they were reached, and
 *     the order of additions cannot be seen. A node whose targets are equal in this sense is constant.
 * R3  A part of a tree that no followed row reaches and whose importance nobody asked for is not grown at all.
 */
#pragma once

#include "rank.h"

/* ------------------------------------------------------------------------------------ fixed-point targets -- */

typedef struct tree_scale {
    double base, unit; /* target = base + unit * q */
    unsigned weight_bits, bits;
} tree_scale;

/* A scale for targets between low and high and trees of total weight up to `most`. */
tree_scale tree_scale_for(double low, double high, size_t most);
/* q[s] for target[n]; false if one of them, or their range, is not finite. */
int tree_scale_target(const double *target, size_t n, size_t most, tree_scale *scale, uint32_t *q);
static inline uint32_t tree_scale_one(tree_scale scale, double inverse, double target)
{
    return (uint32_t)((target - scale.base) * inverse + 0.5);
}

/* ------------------------------------------------------------------------------------------- requests -- */

typedef struct tree_request {
    size_t tries;         /* features per node, 1 .. d */
    size_t depth;         /* a node this deep is a leaf */
    uint64_t key;         /* decides the order of features, with the path */
    const size_t *depths; /* [n_depths] ascending, the last is `depth`: followed rows get the value at each */
    size_t n_depths;
    double *sum;        /* [n_depths * n * width], added to; NULL: not wanted. width: 1, or the classes */
    uint32_t *leaf;     /* [n] number of the leaf, of followed rows and of those in the tree; NULL: not wanted */
    size_t leaves;      /* out: how many leaves were numbered (only with `leaf`) */
    size_t splits;      /* out: how many nodes were split */
    double *importance; /* [d] weight * impurity drop, added to; NULL: not wanted */
} tree_request;

/* --------------------------------------------------------------------------------------------- growing -- */

typedef struct tree_space tree_space; /* one per thread */

tree_space *tree_space_new(const rank_table *codes, size_t classes); /* classes: 0 for regression; NULL: no memory */
void tree_space_free(tree_space *space);

/* The rows of the next trees, and how often each counts; kept until called again. Returns how many are not 0. */
size_t tree_space_rows(tree_space *space, const uint32_t *weight);
/* The rows to be followed down the next trees. */
void tree_space_follow(tree_space *space, const uint32_t *row, size_t count);
void tree_space_target(tree_space *space, const uint32_t *q, tree_scale scale);
/* The same from targets of the tree's rows, in ascending order of rows, between the ends that the scale is for. */
void tree_space_values(tree_space *space, const double *value, tree_scale scale);
void tree_space_labels(tree_space *space, const int32_t *label);

/* Grows one tree; the space keeps its rows and targets and can grow another at once. Fails with ASSAY_ENOMEM. */
assay_status tree_grow(tree_space *space, tree_request *request);

/* --------------------------------------------------------------------------------------------- random -- */

static inline uint64_t tree_mix(uint64_t x) /* the finaliser of SplitMix64 */
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}
/* The key of the k-th thing below key. */
static inline uint64_t tree_key(uint64_t key, uint64_t k) { return tree_mix(key + (k + 1) * 0x9E3779B97F4A7C15u); }
