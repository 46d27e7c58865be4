/*
 * tree_space -- what the files that grow trees share: the working memory of one thread, nodes, splits and their scores
 *
 *   Rows of the tree are numbered 0 .. count-1. Every feature has a list of them in ascending order; a node is the same
 *   segment of all lists, and a split divides the segments, keeping their order (tree_grow.h). The last levels (up to
 *   64 rows) are grown on bit masks instead (tree_small.h), trees of few levels from sums (tree_shallow.h).
 */
#pragma once

#include "tree.h"

#include <string.h>

enum { TREE_SHALLOW = 6 }; /* levels of a tree that is grown from sums, see tree_shallow.h */
enum { TREE_SMALL = 64 };  /* rows of a node that fit one word */
enum { TREE_EIGHT = 8 };   /* rows, or features, that are taken together; arrays have room for whole eights */
enum { TREE_CHUNK = 16, TREE_FEW = 512 }; /* see tree_mean.h; up to so many rows, nothing is passed over */
enum { TREE_AHEAD = 16 };                 /* features searched together */

#ifdef __clang__
#define SPLIT_UNROLL _Pragma("unroll")
#else
#define SPLIT_UNROLL _Pragma("GCC unroll 16")
#endif

/* A node waiting to be grown. */
typedef struct tree_branch {
    uint64_t key, total; /* total: packed sum of the node (regression), or its weight */
    uint32_t start, count, follow, n_follow, depth;
    uint32_t via;       /* a feature whose list is in order in this segment */
    uint32_t low, high; /* regression: no target of the node lies outside; seen over `ranged` rows */
    uint32_t ranged;
} tree_branch;

#define TREE_NONE UINT32_MAX

/* The best split so far: the place is the last position that goes left (in tree_small.h: its bit). */
typedef struct tree_best {
    double score;
    uint32_t feature, place; /* feature TREE_NONE: no split yet */
    uint32_t n_left;         /* rows that go left */
    uint64_t prefix;         /* packed sum of the left side (regression), or its weight */
    float low, high;         /* the values around it */
} tree_best;

/* Below a small node, see tree_small.h. */
typedef struct small_branch {
    tree_branch at; /* start, via: not used */
    size_t slot;
} small_branch;

typedef struct tree_small {
    size_t stride;    /* features, filled up to eights */
    uint64_t *bit;    /* [64*stride] row, feature: the row's position as a bit */
    uint64_t *packed; /* [d*64] feature, position */
    uint64_t *mask;   /* [slots*stride] masks of the waiting nodes */
    uint8_t *local;   /* [d*64] feature, position: row */
    uint32_t row[TREE_SMALL], target[TREE_SMALL];
    small_branch stack[TREE_SMALL + 2];
    size_t height;
} tree_small;

struct tree_space {
    uint64_t looked_at; /* candidates of this tree that were scored, for the tally */
    const rank_table *codes;
    size_t n, d, classes, count, n_follow;
    uint32_t *base, *lists; /* [d*n] as filtered, and as divided so far */
    uint32_t *spare, *id_of, *follow, *following, *identity, *order;
    uint32_t *row_of, *units; /* [n] by number in the tree: the row, and its target (regression) */
    uint64_t *packed;         /* [n] weight and weight * target, or weight and label */
    uint8_t *side, *number;   /* [n] 1: a row of the smaller child, 0 between divisions; numbers in a small node */
    unsigned flip;            /* 1: that is the right one */
    uint64_t *prefix, *edge;  /* room for one search: prefix sums, those at the ends of chunks, and what */
    double *edge_weight, *edge_left; /* they mean; the chunks to look at */
    uint32_t *chunk;
    size_t edges;  /* room for those of one feature, of TREE_AHEAD */
    uint8_t *tied; /* [d] 1: ties of this feature are common: its values are looked at early */
    const uint32_t *weight;
    tree_scale scale;
    uint64_t total, *counts; /* counts: [classes] of the node */
    uint64_t squares, *seen; /* the sum of their squares; [classes] room for one search */
    double *shares;          /* [classes] */
    tree_branch *stack;
    tree_small small;
    struct tree_shallow *shallow; /* of these rows; NULL: not made yet */
    tree_request *request;
    size_t leaves;
    uint64_t draw;
    double values_scale;
    uint64_t scored;                 /* bit k: values are wanted at depth k < 63; bit 63: at some deeper one */
    int wide;                        /* 1: registers of 256 bits, 2: of 512; a test may deny them */
    uint32_t front[256][TREE_EIGHT]; /* lanes in a new order: marked ones first */
};

/* Numbers of one regression node, all whole: targets are centred on `mean`, `rest` is what that leaves of
 * their sum. */
typedef struct split_node {
    double mean, rest, weight;
    uint64_t mask;
    unsigned shift;
} split_node;

static inline split_node split_node_of(uint64_t total, tree_scale scale)
{
    const unsigned shift = 64 - scale.weight_bits;
    const uint64_t mask = ((uint64_t)1 << shift) - 1, w = total >> shift, s = total & mask, mean = s / w;
    return (split_node){ (double)mean, (double)(s - mean * w), (double)w, mask, shift };
}

/* left^2 / wl + right^2 / wr as a fraction: equal for mirrored partitions, to the bit */
static inline double split_score(const split_node *node, uint64_t prefix)
{
    const double w = (double)(prefix >> node->shift), left = (double)(prefix & node->mask) - w * node->mean;
    const double right = node->rest - left, u = node->weight - w;
    return ((left * left) * u + (right * right) * w) / (w * u);
}

/* Rounding moves scores by some 1e-15 of themselves. */
#define SPLIT_SAFE (1.0 + 1e-9)

static inline double split_gain(const split_node *node, double score)
{
    return score - node->rest * node->rest / node->weight;
}

static inline float tree_value(const tree_space *space, uint32_t row, size_t feature)
{
    return space->codes->value[(size_t)row * space->d + feature];
}

/* Half way between two single precision values, as a double; the lower one where rounding would reach the upper. */
static inline double tree_threshold(float low, float high)
{
    const double middle = (double)low / 2 + (double)high / 2;
    return middle == (double)high ? (double)low : middle;
}

/* Random order of the features of the node with this key: tree_order_start, then the i-th one on demand. */
static inline void tree_order_start(tree_space *space, uint64_t key)
{
    for (size_t j = 0; j < space->d; j += TREE_EIGHT) /* both have room for whole eights */
        memcpy(space->order + j, space->identity + j, TREE_EIGHT * sizeof *space->order);
    space->draw = tree_mix(key ^ 0xD1342543DE82EF95u);
}

static inline uint32_t tree_order_next(tree_space *space, size_t i)
{
    const size_t j = i + (size_t)(((space->draw >> 32) * (uint64_t)(space->d - i)) >> 32);
    const uint32_t feature = space->order[j];
    space->order[j] = space->order[i];
    space->order[i] = feature;
    space->draw = space->draw * 6364136223846793005u + 1442695040888963407u;
    return feature;
}

/* The first one alone. */
static inline uint32_t tree_order_first(const tree_space *space, uint64_t key)
{
    return (uint32_t)(((tree_mix(key ^ 0xD1342543DE82EF95u) >> 32) * (uint64_t)space->d) >> 32);
}

/* False only if the followed rows of a node this deep get no value unless it is a leaf. */
static inline int tree_scored(const tree_space *space, uint32_t depth)
{
    return space->scored >> (depth < 63 ? depth : 63) & 1;
}

static inline int tree_wanted(const tree_request *request, uint32_t n_follow)
{
    return n_follow > 0 || request->importance || request->leaf; /* R3 */
}

/* A node of at least two rows, less deep than the tree may be. */
static inline int tree_grows(const tree_space *space, const tree_branch *at)
{
    return at->count > 1 && at->depth < space->request->depth;
}

/* Both children of a node, `followed` of whose followed rows go left. */
static inline void tree_divide(const tree_branch *at, const tree_best *best, uint32_t followed, tree_branch *left,
                               tree_branch *right)
{
    *left = *right = *at;
    left->key = tree_key(at->key, 0), right->key = tree_key(at->key, 1);
    left->depth = right->depth = at->depth + 1, left->via = right->via = best->feature;
    left->total = best->prefix, right->total = at->total - best->prefix;
    left->count = best->n_left, right->count = at->count - best->n_left, right->start += best->n_left;
    left->n_follow = followed, right->n_follow = at->n_follow - followed, right->follow += followed;
}

/* tree.c: what comes out of a tree */
void tree_settle(tree_space *space, const tree_branch *branch, double value, int leaf);
/* The next number for rows of the tree and for followed rows. */
void tree_leaf(tree_space *space, const tree_branch *at, const uint32_t *list);

/* All of list[count] have the same target. */
int tree_pure(const tree_space *space, const uint32_t *list, uint32_t count);

/* What a Gini score and the weight must exceed, rounded in any way. */
static inline double gini_least(double best, double weight) { return best + weight - 1e-12 * weight; }

/* The score as scikit-learn rounds it. */
static inline double gini_score(double left_squares, double right_squares, double wl, double wr)
{
    const double gini_left = 1.0 - left_squares / (wl * wl);
    const double gini_right = 1.0 - right_squares / (wr * wr);
    return -wr * gini_right - wl * gini_left;
}

/* tree_grow.h, for registers of each width */
#if defined __GNUC__ && !defined __clang__ && defined __x86_64__ && !defined ASSAY_SANITIZED
#define TREE_WIDE 1
#endif
assay_status tree_grow_plain(tree_space *space);
assay_status tree_grow_256(tree_space *space);
assay_status tree_grow_512(tree_space *space);
