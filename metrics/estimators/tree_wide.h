/*
 * tree_wide.h -- the vectors of the headers that grow trees, which are compiled once for each width of registers: by
 * tree_plain.c, tree_256.c and tree_512.c. Only elementwise work is done on them, and fused multiply-add is off for the
 * whole build, so the trees are the same to the bit.
 */
#pragma once

#include "tree_space.h"

#ifdef TREE_WIDTH
#include <immintrin.h>
#else
#define TREE_WIDTH 0
#endif

#if TREE_WIDTH == 512
enum { SPLIT_LANES = 8 };
#define SPLIT_WORDS(x) ((split_words){ (x)[0], (x)[1], (x)[2], (x)[3], (x)[4], (x)[5], (x)[6], (x)[7] })
#else
enum { SPLIT_LANES = 4 };
#define SPLIT_WORDS(x) ((split_words){ (x)[0], (x)[1], (x)[2], (x)[3] })
#endif
/* aligned(8), may_alias: may be read from and written to any array of such numbers, through SPLIT_AT */
typedef double split_doubles __attribute__((vector_size(8 * SPLIT_LANES), aligned(8), may_alias));
typedef int64_t split_mask __attribute__((vector_size(8 * SPLIT_LANES), aligned(8), may_alias));
typedef uint64_t split_words __attribute__((vector_size(8 * SPLIT_LANES), aligned(8), may_alias));

#define SPLIT_INLINE static inline __attribute__((always_inline, unused))
#define SPLIT_AT(kind, address) (*(kind *)(address))
#define SPLIT_ALL(value) ((split_doubles){ 0 } + (value))
#define SPLIT_PICK(mask, yes, no) ((split_doubles)(((mask) & (split_mask)(yes)) | (~(mask) & (split_mask)(no))))

/* Which lanes of a mask are set, as bits. */
SPLIT_INLINE unsigned split_marks(const split_mask *mask)
{
#if TREE_WIDTH == 512
    return (unsigned)_mm512_movepi64_mask((__m512i)*mask);
#elif TREE_WIDTH == 256
    return (unsigned)_mm256_movemask_pd((__m256d)*mask);
#else
    return (unsigned)(((*mask)[0] & 1) | ((*mask)[1] & 2) | ((*mask)[2] & 4) | ((*mask)[3] & 8));
#endif
}

/* Whole numbers below 2^52 as doubles: in the low bits of 2^52, which counts ones. */
SPLIT_INLINE void split_whole(const split_words *words, split_doubles *to)
{
    *to = (split_doubles)(*words | 0x4330000000000000) - 4503599627370496.0;
}

/* A score in two steps: weight and centred sum; numerator and denominator. */
SPLIT_INLINE void split_centred(const split_node *node, const split_words *prefix, split_doubles *weight,
                                split_doubles *left)
{
    const split_words rows = *prefix >> node->shift, sums = *prefix & node->mask;
    split_doubles sum;
    split_whole(&rows, weight);
    split_whole(&sums, &sum);
    *left = sum - *weight * node->mean;
}

SPLIT_INLINE void split_fraction(const split_node *node, const split_doubles *weight, const split_doubles *left,
                                 split_doubles *numerator, split_doubles *denominator)
{
    const split_doubles right = node->rest - *left, u = node->weight - *weight;
    *numerator = (*left * *left) * u + (right * right) * *weight;
    *denominator = *weight * u;
}

/* Which of eight candidates have a score of more than `least`, as bits; the scores only if one of them has. */
SPLIT_INLINE unsigned split_wins(const split_node *node, const uint64_t *prefix, double least, double *score)
{
    enum { VECTORS = TREE_EIGHT / SPLIT_LANES };
    split_doubles top[VECTORS], bottom[VECTORS];
    split_mask wins[VECTORS], any = { 0 };
    unsigned marks = 0;
    SPLIT_UNROLL
    for (size_t v = 0; v < VECTORS; v++) {
        split_doubles weight, left;
        split_centred(node, &SPLIT_AT(const split_words, prefix + v * SPLIT_LANES), &weight, &left);
        split_fraction(node, &weight, &left, &top[v], &bottom[v]);
        wins[v] = top[v] > least * bottom[v];
        any |= wins[v];
    }
    if (!split_marks(&any)) return 0;
    for (size_t v = 0; v < VECTORS; v++) {
        marks |= split_marks(&wins[v]) << v * SPLIT_LANES;
        SPLIT_AT(split_doubles, score + v * SPLIT_LANES) = top[v] / bottom[v];
    }
    return marks;
}

/* ----------------------------------------------------------------------------------------------- division -- */

/* Whether a row goes left. */
typedef uint32_t (*split_side)(const void *of, uint32_t row);

/* Rows become those that go left, then the others, both in their old order; returns how many go left. to may be from;
 * flip: 1 if those go left that goes_left gives 0. Eight at a time: space->front says which lanes the marks of eight
 * move to the front, and what is written behind the rows of either part is written over later. */
SPLIT_INLINE uint32_t rows_divide(const tree_space *space, const uint32_t *from, uint32_t *to, uint32_t count,
                                  split_side goes_left, const void *of, uint32_t flip)
{
    uint32_t *const spare = space->spare, left = 0, k = 0;
#if TREE_WIDTH
    for (; k + TREE_EIGHT <= count; k += TREE_EIGHT) {
        const __m256i rows = _mm256_loadu_si256((const __m256i *)(const void *)(from + k));
        unsigned marks = flip * 255;
        SPLIT_UNROLL
        for (unsigned i = 0; i < TREE_EIGHT; i++) marks ^= goes_left(of, from[k + i]) << i;
        const __m256i first = _mm256_loadu_si256((const __m256i *)(const void *)space->front[marks]);
        const __m256i last = _mm256_loadu_si256((const __m256i *)(const void *)space->front[255 - marks]);
        _mm256_storeu_si256((__m256i *)(void *)(to + left), _mm256_permutevar8x32_epi32(rows, first));
        _mm256_storeu_si256((__m256i *)(void *)(spare + (k - left)), _mm256_permutevar8x32_epi32(rows, last));
        left += (unsigned)__builtin_popcount(marks);
    }
#endif
    for (; k < count; k++) {
        const uint32_t row = from[k];
        to[left] = row;
        spare[k - left] = row;
        left += goes_left(of, row) ^ flip;
    }
    memcpy(to + left, spare, (count - left) * sizeof *to);
    return left;
}

/* The followed rows of a node, whose values lie next to those of the others. */
typedef struct split_values {
    const float *value;
    size_t step;
    double threshold;
} split_values;

SPLIT_INLINE uint32_t value_is_low(const void *of, uint32_t row)
{
    const split_values *const by = of;
    return (double)by->value[row * by->step] <= by->threshold;
}

/* Divides the followed rows of a node; returns how many go left. */
static uint32_t follow_divide(const tree_space *space, const tree_branch *at, const tree_best *best)
{
    if (!at->n_follow) return 0;
    uint32_t *const rows = space->following + at->follow;
    const split_values by = { space->codes->value + best->feature, space->d, tree_threshold(best->low, best->high) };
    if (at->n_follow == 1) return value_is_low(&by, rows[0]);
    return rows_divide(space, rows, rows, at->n_follow, value_is_low, &by, 0);
}
