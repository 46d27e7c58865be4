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
#include <immintrin.h>
#define SPLIT_WIDE __attribute__((target("avx2,bmi,bmi2,popcnt"))) /* only called where tree_space.wide */
/* only called where tree_space.wide is SPLIT_WIDEST: sixteen lanes, masks, and rows that close up */
#define SPLIT_512 __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512dq,avx512bw,avx512vl")))
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
enum { SPLIT_LANES = 4, SPLIT_WIDEST = 2 };
typedef double split_doubles __attribute__((vector_size(32)));
typedef int64_t split_mask __attribute__((vector_size(32)));
typedef uint64_t split_words __attribute__((vector_size(32)));

/* Which lanes of a mask are set, as bits. What is compiled twice is handed the one that fits. */
typedef unsigned (*split_marker)(const split_mask *mask);

SPLIT_INLINE unsigned split_marks(const split_mask *mask)
{
    return (unsigned)(((*mask)[0] & 1) | ((*mask)[1] & 2) | ((*mask)[2] & 4) | ((*mask)[3] & 8));
}

#ifdef SPLIT_WIDE
SPLIT_WIDE static inline __attribute__((always_inline, unused)) unsigned split_marks_wide(const split_mask *mask)
{
    return (unsigned)__builtin_ia32_movmskpd256((split_doubles)*mask);
}
#endif

enum { TREE_SHALLOW = 6 }; /* levels of a tree that is grown from sums, see tree_shallow.c */
enum { TREE_SMALL = 64 };  /* rows of a node that fit one word */
enum { TREE_EIGHT = 8 };
enum { TREE_CHUNK = 16, TREE_FEW = 512 }; /* see tree_mean.c; up to so many rows, nothing is passed over */
enum { TREE_AHEAD = 16 };                 /* features searched together */

/* A node waiting to be grown. */
typedef struct tree_branch {
    uint64_t key, total; /* total: packed sum of the node (regression), or its weight */
    uint32_t start, count, follow, n_follow, depth;
    uint32_t via;       /* a feature whose list is in order in this segment */
    uint32_t parent;    /* number of the record to write the own number into, plus one; right: top bit */
    uint32_t low, high; /* regression: no target of the node lies outside; seen over `ranged` rows */
    uint32_t ranged;
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
    uint64_t looked_at; /* candidates of this tree that were scored, for the tally */
    const rank_table *codes;
    size_t n, d, classes, count, n_follow;
    uint32_t *base, *lists; /* [d*n] as filtered, and as divided so far */
    uint32_t *spare, *id_of, *follow, *following, *identity, *order;
    uint16_t *place, *slot;   /* see tree_rows.c; NULL: too many rows */
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
    int once; /* no row counts twice */
    tree_scale scale;
    uint64_t total, *counts; /* counts: [classes] of the node */
    uint64_t squares, *seen; /* the sum of their squares; [classes] room for one search */
    double *shares;          /* [classes] */
    tree_branch *stack;
    struct tree_small *small;
    struct tree_shallow *shallow; /* of these rows; NULL: not made yet */
    tree_request *request;
    size_t leaves;
    uint64_t draw;
    double values_scale;
    uint64_t scored;                 /* bit k: values are wanted at depth k < 63; bit 63: at some deeper one */
    int wide;                        /* 1: the processor has 256-bit registers, SPLIT_WIDEST: 512; a test may deny it */
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

/* Four whole numbers below 2^52 as doubles: in the low bits of 2^52, which counts ones. */
SPLIT_INLINE void split_whole(const split_words *words, split_doubles *to)
{
    *to = (split_doubles)(*words | 0x4330000000000000) - 4503599627370496.0;
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

SPLIT_INLINE void split_centred(const split_node *node, const uint64_t *from, split_doubles *weight,
                                split_doubles *left)
{
    split_words prefix;
    memcpy(&prefix, from, sizeof prefix);
    split_centred_of(node, &prefix, weight, left);
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
    split_doubles weight, left;
    split_centred(node, from, &weight, &left);
    split_fraction(node, &weight, &left, numerator, denominator);
}

#ifdef SPLIT_WIDE
/* Eight at once, with the same operations. */
SPLIT_512 static inline __attribute__((unused)) void split_centred_of_512(const split_node *node, __m512i prefix,
                                                                          __m512d *weight, __m512d *left)
{
    const __m512i mask = _mm512_set1_epi64((int64_t)node->mask);
    *weight = _mm512_cvtepu64_pd(_mm512_srl_epi64(prefix, _mm_cvtsi32_si128((int)node->shift)));
    const __m512d sum = _mm512_cvtepu64_pd(_mm512_and_si512(prefix, mask));
    *left = _mm512_sub_pd(sum, _mm512_mul_pd(*weight, _mm512_set1_pd(node->mean)));
}

SPLIT_512 static inline __attribute__((unused)) void split_centred_512(const split_node *node, const uint64_t *from,
                                                                       __m512d *weight, __m512d *left)
{
    split_centred_of_512(node, _mm512_loadu_si512(from), weight, left);
}

SPLIT_512 static inline __attribute__((unused)) void split_fraction_512(const split_node *node, __m512d weight,
                                                                        __m512d left, __m512d *numerator,
                                                                        __m512d *denominator)
{
    const __m512d right = _mm512_sub_pd(_mm512_set1_pd(node->rest), left);
    const __m512d other = _mm512_sub_pd(_mm512_set1_pd(node->weight), weight);
    *numerator = _mm512_add_pd(_mm512_mul_pd(_mm512_mul_pd(left, left), other),
                               _mm512_mul_pd(_mm512_mul_pd(right, right), weight));
    *denominator = _mm512_mul_pd(weight, other);
}

SPLIT_512 static inline __attribute__((unused)) void split_terms_512(const split_node *node, const uint64_t *from,
                                                                     __m512d *numerator, __m512d *denominator)
{
    __m512d weight, left;
    split_centred_512(node, from, &weight, &left);
    split_fraction_512(node, weight, left, numerator, denominator);
}
#endif

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

/* All of list[count] have the same target. */
int tree_pure(const tree_space *space, const uint32_t *list, uint32_t count);

/* tree_rows.c: fills space->base, once the rows are numbered; the first makes room, and is false without memory */
int tree_rows_prepare(tree_space *space);
void tree_rows_order(tree_space *space);

/* tree_mean.c: regression; of feature[many], at most TREE_AHEAD, in this order */
void tree_mean_search(tree_space *space, const tree_branch *branch, const uint32_t *lists, const uint32_t *feature,
                      size_t many, const split_node *node, tree_best *best);

/* tree_gini.c: classification */
/* What a score and the weight must exceed, rounded in any way. */
static inline double gini_least(double best, double weight) { return best + weight - 1e-12 * weight; }

/* The score as scikit-learn rounds it. */
static inline double gini_score(double left_squares, double right_squares, double wl, double wr)
{
    const double gini_left = 1.0 - left_squares / (wl * wl);
    const double gini_right = 1.0 - right_squares / (wr * wr);
    return -wr * gini_right - wl * gini_left;
}

void tree_gini_search(const tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                      tree_best *best);

/* tree_small.c: the whole of a small regression node */
struct tree_small *tree_small_new(size_t d); /* for free() */
assay_status tree_small_grow(tree_space *space, const tree_branch *branch, const uint32_t *lists);

/* tree_shallow.c: the whole of a regression tree of few levels */
void tree_shallow_free(struct tree_shallow *shallow);
assay_status tree_shallow_grow(tree_space *space);
