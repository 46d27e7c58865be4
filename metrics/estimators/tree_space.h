/*
 * tree_space -- what the files that grow trees share: the working memory of one thread, and the search for a split
 *
 *   Rows of the tree are numbered 0 .. count-1. Every feature has a list of them in ascending order; a node is the same
 *   segment of all lists, and a split divides the segments, keeping their order. The last levels (up to 64 rows) are
 *   grown on bit masks instead, see tree_small.c.
 */
#pragma once

#include "tree.h"

#include <string.h>

/* Four doubles or four words side by side. Only elementwise work is done on them, so the bits cannot depend on which
 * clone of a function runs; fused multiply-add is off for the whole build. */
#if defined __GNUC__ && !defined __clang__ && defined __x86_64__ && !defined ASSAY_SANITIZED
#define SPLIT_CLONES __attribute__((target_clones("avx2", "default")))
#define SPLIT_WIDE __attribute__((target("avx2,bmi,bmi2,popcnt"))) /* only called where tree_space.wide */
#else
#define SPLIT_CLONES
#endif
#define SPLIT_INLINE static inline __attribute__((always_inline, unused))
/* Macros, because the calling convention of wide registers differs between the clones. */
#define SPLIT_ALL(value) ((split_doubles){ value, value, value, value })
#define SPLIT_PICK(mask, yes, no) ((split_doubles)(((mask) & (split_mask)(yes)) | (~(mask) & (split_mask)(no))))
#ifdef __clang__
#define SPLIT_UNROLL _Pragma("unroll")
#else
#define SPLIT_UNROLL _Pragma("GCC unroll 16")
#endif
enum { SPLIT_LANES = 4 };
typedef double split_doubles __attribute__((vector_size(32)));
typedef int64_t split_mask __attribute__((vector_size(32)));
typedef uint64_t split_words __attribute__((vector_size(32)));

enum { TREE_SMALL = 64 }; /* rows of a node that fit one word */
enum { TREE_EIGHT = 8 };
enum { TREE_CHUNK = 16 }; /* see tree_mean.c */

/* A node waiting to be grown. */
typedef struct tree_branch {
    uint64_t key, total; /* total: packed sum of the node (regression), or its weight */
    uint32_t start, count, follow, n_follow, depth;
    uint32_t via;    /* a feature whose list is in order in this segment */
    uint32_t parent; /* number of the record to write the own number into, plus one; right: top bit */
} tree_branch;

#define TREE_RIGHT 0x80000000u
#define TREE_NONE UINT32_MAX

/* The best split so far: the place is the last position that goes left (in tree_small.c: its bit). */
typedef struct tree_best {
    double score;
    uint32_t feature, place; /* feature TREE_NONE: no split yet */
    uint32_t n_left;         /* rows that go left */
    uint64_t prefix;         /* packed sum of the left side (regression), or its weight */
    float low, high;         /* the values around it */
} tree_best;

struct tree_space {
    uint64_t looked_at; /* rows x features of this tree, for the tally */
    const rank_table *codes;
    size_t n, d, classes, count, n_follow;
    uint32_t *base, *lists; /* [d*n] as filtered, and as divided so far */
    uint32_t *spare, *id_of, *row_of, *follow, *following, *identity, *order;
    uint8_t *side, *number; /* [n] 1: a row that goes left, 0 between divisions; numbers in a small node */
    uint64_t *packed;       /* [n] by row of the tree: weight and weight * target, or weight and label */
    uint64_t *prefix;       /* room for one search: prefix sums */
    const uint32_t *weight;
    uint32_t *units; /* [n] by row of the tree: the target (regression) */
    tree_scale scale;
    uint64_t total, *counts; /* counts: [classes] of the node */
    double *shares;          /* [2*classes] room for one search */
    tree_branch *stack;
    struct tree_small *small;
    tree_request *request;
    size_t leaves;
    uint64_t draw;
    double values_scale;
    uint64_t scored; /* bit k: values are wanted at depth k < 63; bit 63: at some deeper one */
    int wide;        /* the processor has 256-bit registers; a test may deny it */
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

static inline double split_gain(const split_node *node, double score)
{
    return score - node->rest * node->rest / node->weight;
}

/* The same four times, in two steps: weight and centred sum; numerator and denominator. */
SPLIT_INLINE void split_centred_of(const split_node *node, const split_words *prefix, split_doubles *weight,
                                   split_doubles *left)
{
    const uint64_t magic = 0x4330000000000000; /* 2^52: its low bits count ones */
    *weight = (split_doubles)((*prefix >> node->shift) | magic) - 4503599627370496.0;
    const split_doubles s = (split_doubles)((*prefix & node->mask) | magic) - 4503599627370496.0;
    *left = s - *weight * node->mean;
}

SPLIT_INLINE void split_fraction(const split_node *node, const split_doubles *weight, const split_doubles *left,
                                 split_doubles *numerator, split_doubles *denominator)
{
    const split_doubles right = node->rest - *left, u = node->weight - *weight;
    *numerator = (*left * *left) * u + (right * right) * *weight;
    *denominator = *weight * u;
}

SPLIT_INLINE void split_terms(const split_node *node, const uint64_t *from, split_doubles *numerator,
                              split_doubles *denominator)
{
    split_words prefix;
    split_doubles weight, left;
    memcpy(&prefix, from, sizeof prefix);
    split_centred_of(node, &prefix, &weight, &left);
    split_fraction(node, &weight, &left, numerator, denominator);
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
    return n_follow > 0 || request->importance || request->record || request->leaf; /* R3 */
}

/* tree.c */
uint32_t tree_follow_split(tree_space *space, uint32_t start, uint32_t count, size_t feature, double threshold);
void tree_settle(tree_space *space, const tree_branch *branch, double value, int leaf);
assay_status tree_record_node(tree_space *space, const tree_branch *branch, tree_node node, uint32_t *number);

/* tree_mean.c: regression; tree_gini.c: classification. Of one feature, in the order of its list */
void tree_mean_search(const tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                      const split_node *node, tree_best *best);
void tree_gini_search(const tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                      tree_best *best);

/* tree_small.c: the whole of a small regression node */
struct tree_small *tree_small_new(size_t d); /* for free() */
assay_status tree_small_grow(tree_space *space, const tree_branch *branch, const uint32_t *lists);
