/*
 * tree_gini_few -- the best split of a classification node by one feature, for up to sixteen classes
 *
 *   The counts of all classes stand side by side in one register of sixteen 16-bit lanes: a row is one load and one
 *   addition, and the sums of squares of both sides come out of products of pairs of lanes. All of them are whole
 *   numbers below 2^31, since a node weighs less than 2^15; a heavier one, and one with rows that count more often than
 *   fifteen times, is searched as in tree_gini.c, which says what a score is and when it is formed.
 *
 *   Of larger nodes only the ends of chunks of sixteen rows are counted first. Let l and r be the counts of both sides,
 *   with l0, r0 where the chunk begins and l1, r1 where it ends, w their sums, t the weight of the rows since the
 *   beginning and T that of the chunk. A class that has x rows of these adds x (2 l0 + x) <= x (l0 + l1) to the left
 *   sum of squares, so that with m the largest l0 + l1 of a class that occurs in the chunk
 *       sum l^2 / w <= (sum l0^2 + m t) / (w0 + t) <= sum l0^2 / w0 + t max(0, m - sum l0^2 / w0) / w0,
 *   and the same of the right side, from the end on, with T - t. Both are linear in t, so their sum is largest at one
 *   of the ends. Where that is less than the best so far, or than a split at the end of some chunk, by more than
 *   rounding can do, no split in the chunk can win.
 *
 *   Of smaller nodes all candidates of all features are scored without asking which could win; the first of the largest
 *   is the winner wherever it is a split at all.
 *
 * Cost     about 20 instructions per row; of larger nodes 8, and 20 per row of a chunk that is looked at.
 */
#include "tree_gini.h"

#include <math.h>
#include <stdlib.h>

#ifdef SPLIT_WIDE

enum { LANES = TREE_FEW_CLASSES, WEIGHTS = 16, CHUNK = 16, ALL_AT_ONCE = 512, HEAVY = 1 << 15 };

/* What is known at the ends of chunks, the first of which is the beginning of the node; `most_...` and `bound` are
 * those of the chunk that begins there. */
struct tree_few {
    uint16_t row[WEIGHTS * LANES][LANES]; /* by weight and class: the weight, in the lane of the class */
    uint64_t sum[WEIGHTS * LANES];        /* the same: weight, and above bit 32 twice weight * count in the node */
    uint8_t *kind;                        /* [n] by row of the tree: number of its row above */
    uint16_t (*left)[LANES];              /* counts */
    int32_t *left_squares, *right_squares, *weight, *most_left, *most_right;
    double *per_left, *per_right, *mean_left, *mean_right, *bound; /* 1 / w, squares / w */
    uint64_t heaviest;                    /* how often a row counts at most */
    uint16_t counts[LANES];               /* of the node */
    double squares;
};

void tree_few_free(struct tree_few *few)
{
    if (!few) return;
    free(few->kind);
    free(few->left);
    free(few->left_squares);
    free(few->per_left);
    free(few);
}

static struct tree_few *few_new(size_t n)
{
    struct tree_few *const few = calloc(1, sizeof *few);
    const size_t ends = n / CHUNK + 2 * SPLIT_LANES;
    if (!few) return NULL;
    few->kind = calloc(n, 1);
    few->left = malloc(ends * sizeof *few->left);
    few->left_squares = malloc(5 * ends * sizeof *few->left_squares);
    few->per_left = malloc(5 * ends * sizeof *few->per_left);
    if (!few->kind || !few->left || !few->left_squares || !few->per_left) {
        tree_few_free(few);
        return NULL;
    }
    few->right_squares = few->left_squares + ends, few->weight = few->right_squares + ends;
    few->most_left = few->weight + ends, few->most_right = few->most_left + ends;
    few->per_right = few->per_left + ends, few->mean_left = few->per_right + ends;
    few->mean_right = few->mean_left + ends, few->bound = few->mean_right + ends;
    for (size_t c = 0; c < LANES; c++)
        for (size_t w = 0; w < WEIGHTS; w++) few->row[w * LANES + c][c] = (uint16_t)w;
    return few;
}

assay_status tree_few_make(tree_space *space)
{
    if (!space->wide || space->classes < 2 || space->classes > LANES) return ASSAY_OK;
    space->few = few_new(space->n);
    return space->few ? ASSAY_OK : ASSAY_ENOMEM;
}

void tree_few_labels(tree_space *space)
{
    struct tree_few *const few = space->few;
    few->heaviest = 0;
    for (size_t i = 0; i < space->count; i++) {
        const uint64_t weight = space->packed[i] >> 32;
        few->heaviest = weight > few->heaviest ? weight : few->heaviest;
        few->kind[i] = (uint8_t)(weight * LANES + (space->packed[i] & UINT32_MAX));
    }
}

int tree_few_fits(const tree_space *space, const tree_branch *branch)
{
    return space->few && space->wide && space->few->heaviest < WEIGHTS && branch->total < HEAVY;
}

SPLIT_WIDE static inline __m256i counts_load(const uint16_t *from) { return _mm256_loadu_si256((const void *)from); }

SPLIT_WIDE static inline __m256i row_of(const struct tree_few *few, uint32_t id)
{
    return counts_load(few->row[few->kind[id]]);
}

/* The counts of up to a chunk of rows, two sums so that neither waits for itself. */
SPLIT_WIDE static inline __m256i chunk_count(const struct tree_few *few, const uint32_t *list, size_t count)
{
    __m256i even = _mm256_setzero_si256(), odd = even;
    if (count >= CHUNK) {
        SPLIT_UNROLL
        for (size_t i = 0; i < CHUNK; i += 2) {
            even = _mm256_add_epi16(even, row_of(few, list[i]));
            odd = _mm256_add_epi16(odd, row_of(few, list[i + 1]));
        }
        return _mm256_add_epi16(even, odd);
    }
    for (size_t i = 0; i < count; i++) even = _mm256_add_epi16(even, row_of(few, list[i]));
    return even;
}

SPLIT_WIDE static inline __m256i squares_of(__m256i left) { return _mm256_madd_epi16(left, left); }

SPLIT_WIDE static inline __m128i halves_add(__m256i both)
{
    return _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
}

SPLIT_WIDE double tree_few_counts(tree_space *space, const uint32_t *list, size_t count)
{
    struct tree_few *const few = space->few;
    __m256i all = _mm256_setzero_si256();
    for (size_t k = 0; k < count; k += CHUNK) all = _mm256_add_epi16(all, chunk_count(few, list + k, count - k));
    memcpy(few->counts, &all, sizeof all);
    for (size_t c = 0; c < LANES; c += SPLIT_LANES)
        _mm256_storeu_si256((void *)(space->counts + c),
                            _mm256_cvtepu16_epi64(_mm_loadl_epi64((const void *)(few->counts + c))));
    __m128i squares = halves_add(squares_of(all));
    squares = _mm_add_epi32(squares, _mm_shuffle_epi32(squares, 0x4E));
    few->squares = _mm_cvtsi128_si32(_mm_add_epi32(squares, _mm_shuffle_epi32(squares, 0xB1)));
    return few->squares;
}

/* ------------------------------------------------------------------------------------------- four rows at a time -- */

/* A feature that is searched. */
typedef struct few_list {
    const uint32_t *list;
    size_t count, feature;
    __m256i counts; /* of the node */
    double weight, squares;
} few_list;

/* What is known behind a row: counts on the left, and in every word `sums` of the left rows as in tree_few.sum. */
typedef struct few_run {
    __m256i left, sums;
} few_run;

typedef struct few_four {
    __m256d left_squares, right_squares, left, right;
} few_four;

/* Sums of two lanes of a and of b in turn. */
SPLIT_WIDE static inline __m256i pairs_add(__m256i a, __m256i b)
{
    return _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
}

/* The left sums of squares behind each of four rows. */
SPLIT_WIDE static inline __m256d four_squares(const struct tree_few *few, const uint32_t kind[SPLIT_LANES],
                                              few_run *run)
{
    const __m256i a = _mm256_add_epi16(run->left, counts_load(few->row[kind[0]]));
    const __m256i b = _mm256_add_epi16(a, counts_load(few->row[kind[1]]));
    const __m256i c = _mm256_add_epi16(b, counts_load(few->row[kind[2]]));
    run->left = _mm256_add_epi16(c, counts_load(few->row[kind[3]]));
    const __m256i ab = pairs_add(squares_of(a), squares_of(b)), cd = pairs_add(squares_of(c), squares_of(run->left));
    return _mm256_cvtepi32_pd(
        halves_add(_mm256_add_epi32(_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd))));
}

/* few->sum of four rows, each on top of those before. */
SPLIT_WIDE static inline __m256i four_sums(const struct tree_few *few, const uint32_t kind[SPLIT_LANES], few_run *run)
{
    const uint64_t *const sum = few->sum;
    __m256i sums = _mm256_set_epi64x((int64_t)sum[kind[3]], (int64_t)sum[kind[2]], (int64_t)sum[kind[1]],
                                     (int64_t)sum[kind[0]]);
    sums = _mm256_add_epi64(sums, _mm256_slli_si256(sums, 8));
    const __m256i two = _mm256_permute4x64_epi64(sums, 0x55);
    sums = _mm256_add_epi64(sums, _mm256_blend_epi32(_mm256_setzero_si256(), two, 0xF0));
    sums = _mm256_add_epi64(sums, run->sums);
    run->sums = _mm256_permute4x64_epi64(sums, 0xFF);
    return sums;
}

/* A whole number below 2^32 in each word as a double: in the low bits of 2^52, which counts ones. */
SPLIT_WIDE static inline __m256d words_whole(__m256i words)
{
    const __m256i magic = _mm256_set1_epi64x(0x4330000000000000);
    return _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(words, magic)), _mm256_castsi256_pd(magic));
}

/* Both sides behind each of four rows. */
SPLIT_WIDE static inline few_four four_sides(const struct tree_few *few, const few_list *of,
                                             const uint32_t kind[SPLIT_LANES], few_run *run)
{
    const __m256d squares = four_squares(few, kind, run);
    const __m256i sums = four_sums(few, kind, run);
    const __m256d left = words_whole(_mm256_blend_epi32(sums, _mm256_setzero_si256(), 0xAA));
    const __m256d both = words_whole(_mm256_srli_epi64(sums, 32));
    return (few_four){ squares, _mm256_add_pd(_mm256_sub_pd(_mm256_set1_pd(of->squares), both), squares), left,
                       _mm256_sub_pd(_mm256_set1_pd(of->weight), left) };
}

/* Which of four candidates may beat `least`, as bits. Nothing on one side is 0 > 0: no split. */
SPLIT_WIDE static inline unsigned four_win(const few_four *four, double least)
{
    const __m256d top = _mm256_add_pd(_mm256_mul_pd(four->left_squares, four->right),
                                      _mm256_mul_pd(four->right_squares, four->left));
    const __m256d bottom = _mm256_mul_pd(_mm256_set1_pd(least), _mm256_mul_pd(four->left, four->right));
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(top, bottom, _CMP_GT_OQ));
}

/* gini_score of four candidates, by the same operations. Nothing on one side: NaN. */
SPLIT_WIDE static inline __m256d four_scores(const few_four *four)
{
    const __m256d one = _mm256_set1_pd(1.0), l = four->left, r = four->right;
    const __m256d left = _mm256_sub_pd(one, _mm256_div_pd(four->left_squares, _mm256_mul_pd(l, l)));
    const __m256d right = _mm256_sub_pd(one, _mm256_div_pd(four->right_squares, _mm256_mul_pd(r, r)));
    const __m256d minus = _mm256_xor_pd(r, _mm256_set1_pd(-0.0));
    return _mm256_sub_pd(_mm256_mul_pd(minus, right), _mm256_mul_pd(l, left));
}

/* The first of the largest, if it is better than the best and a split; where it is none, one by one. */
SPLIT_WIDE static inline void four_take(tree_space *space, const few_list *of, size_t k, const few_four *four,
                                        tree_best *best)
{
    double score[SPLIT_LANES], left[SPLIT_LANES];
    size_t at = 0;
    _mm256_storeu_pd(score, four_scores(four));
    _mm256_storeu_pd(left, four->left);
    for (size_t i = 1; i < SPLIT_LANES; i++) at = score[i] > score[at] ? i : at;
    gini_candidate found = { of->list, k + at, of->feature, score[at], left[at] };
    if (!(score[at] > best->score) || gini_take(space, &found, best)) return;
    for (size_t i = 0; i < SPLIT_LANES; i++) {
        found.place = k + i, found.score = score[i], found.left = left[i];
        if (score[i] > best->score) gini_take(space, &found, best);
    }
}

/* The rows from k to `end`; those behind the last row count nothing, so that nothing is on the right of them. */
SPLIT_WIDE static inline void rows_look(tree_space *space, const few_list *of, size_t k, size_t end, few_run run,
                                        tree_best *best)
{
    const struct tree_few *const few = space->few;
    double least = gini_least(best->score, of->weight);
    for (; k < end; k += SPLIT_LANES) {
        uint32_t kind[SPLIT_LANES] = { 0 };
        few_four four;
        if (k + SPLIT_LANES <= end) {
            SPLIT_UNROLL
            for (size_t i = 0; i < SPLIT_LANES; i++) kind[i] = few->kind[of->list[k + i]];
        } else {
            for (size_t i = 0; i < end - k; i++) kind[i] = few->kind[of->list[k + i]];
        }
        four = four_sides(few, of, kind, &run);
        if (!four_win(&four, least)) continue;
        four_take(space, of, k, &four, best);
        least = gini_least(best->score, of->weight);
    }
}

/* ---------------------------------------------------------------------------------------------- smaller nodes -- */

/* In each of four lanes the largest score so far, the first of equals, and where: feature tried * TREE_SMALL, place. */
typedef struct few_most {
    __m256d score, left;
    __m256i at;
} few_most;

/* All candidates of a list; where the last four are too many, the last row again, which is left out. */
SPLIT_WIDE static inline void list_look(const struct tree_few *few, const few_list *of, size_t tried, few_most *most)
{
    few_run run = { _mm256_setzero_si256(), _mm256_setzero_si256() };
    const __m256i first = _mm256_setr_epi64x(0, 1, 2, 3);
    const __m256i end = _mm256_set1_epi64x((int64_t)(tried * TREE_SMALL + of->count - 1));
    __m256i now = _mm256_add_epi64(first, _mm256_set1_epi64x((int64_t)(tried * TREE_SMALL)));
    for (size_t k = 0; k + 1 < of->count; k += SPLIT_LANES) {
        const size_t rest = of->count - 1 - k; /* not 0 */
        const uint32_t *const list = of->list + k;
        const uint32_t kind[SPLIT_LANES] = { few->kind[list[0]], few->kind[list[1]],
                                             few->kind[list[rest < 2 ? rest : 2]],
                                             few->kind[list[rest < 3 ? rest : 3]] };
        const few_four four = four_sides(few, of, kind, &run);
        const __m256d score = four_scores(&four), inside = _mm256_castsi256_pd(_mm256_cmpgt_epi64(end, now));
        const __m256d better = _mm256_and_pd(inside, _mm256_cmp_pd(score, most->score, _CMP_GT_OQ));
        most->score = _mm256_blendv_pd(most->score, score, better);
        most->left = _mm256_blendv_pd(most->left, four.left, better);
        most->at = _mm256_blendv_epi8(most->at, now, _mm256_castpd_si256(better));
        now = _mm256_add_epi64(now, _mm256_set1_epi64x(SPLIT_LANES));
    }
}

SPLIT_WIDE int tree_few_small(tree_space *space, const tree_branch *branch, const uint32_t *lists, tree_best *best)
{
    const struct tree_few *const few = space->few;
    few_list of = { .count = branch->count, .counts = counts_load(few->counts), .weight = (double)branch->total,
                    .squares = few->squares };
    few_most most = { _mm256_set1_pd(-INFINITY), _mm256_setzero_pd(), _mm256_setzero_si256() };
    for (size_t i = 0; i < space->request->tries; i++) {
        of.list = lists + tree_order_next(space, i) * space->n + branch->start;
        list_look(few, &of, i, &most);
    }
    double score[SPLIT_LANES], left[SPLIT_LANES];
    uint64_t at[SPLIT_LANES];
    _mm256_storeu_pd(score, most.score);
    _mm256_storeu_pd(left, most.left);
    _mm256_storeu_si256((void *)at, most.at);
    size_t lane = 0;
    for (size_t i = 1; i < SPLIT_LANES; i++)
        if (score[i] > score[lane] || (score[i] == score[lane] && at[i] < at[lane])) lane = i;
    const uint32_t feature = space->order[at[lane] / TREE_SMALL];
    const gini_candidate found = { lists + feature * space->n + branch->start, at[lane] % TREE_SMALL, feature,
                                   score[lane], left[lane] };
    return gini_take(space, &found, best);
}

/* ---------------------------------------------------------------------------------------------- larger nodes -- */

SPLIT_WIDE static inline int32_t largest_of(__m256i lanes)
{
    const __m128i half = _mm_max_epu16(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return UINT16_MAX - (_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_xor_si128(half, _mm_set1_epi16(-1)))) & UINT16_MAX);
}

SPLIT_WIDE static inline void ends_fill(struct tree_few *few, const few_list *of, size_t chunks)
{
    const __m256i one = _mm256_set1_epi16(1), twice = _mm256_add_epi16(of->counts, of->counts);
    __m256i left = _mm256_setzero_si256();
    for (size_t c = 0; c <= chunks; c++) {
        const __m256i squares = _mm256_hadd_epi32(squares_of(left), squares_of(_mm256_sub_epi16(of->counts, left)));
        const __m128i sums = halves_add(
            _mm256_hadd_epi32(squares, _mm256_hadd_epi32(_mm256_madd_epi16(left, one), _mm256_setzero_si256())));
        memcpy(few->left[c], &left, sizeof left);
        few->left_squares[c] = _mm_cvtsi128_si32(sums);
        few->right_squares[c] = _mm_extract_epi32(sums, 1);
        few->weight[c] = _mm_extract_epi32(sums, 2);
        if (c == chunks) break;
        const __m256i next =
            _mm256_add_epi16(left, chunk_count(few, of->list + c * CHUNK, of->count - c * CHUNK));
        const __m256i none = _mm256_cmpeq_epi16(left, next), sum = _mm256_add_epi16(left, next);
        few->most_left[c] = largest_of(_mm256_andnot_si256(none, sum));
        few->most_right[c] = largest_of(_mm256_andnot_si256(none, _mm256_sub_epi16(twice, sum)));
        left = next;
    }
}

SPLIT_WIDE static inline __m256d whole_load(const int32_t *from)
{
    return _mm256_cvtepi32_pd(_mm_loadu_si128((const void *)from));
}

/* Means of squares at the ends, and in `bound` their sum, which is a score and the node's weight. */
SPLIT_WIDE static inline void ends_means(struct tree_few *few, const few_list *of, size_t chunks)
{
    const __m256d all = _mm256_set1_pd(of->weight), one = _mm256_set1_pd(1.0);
    for (size_t c = 0; c <= chunks; c += SPLIT_LANES) {
        const __m256d w = whole_load(few->weight + c);
        const __m256d per_left = _mm256_div_pd(one, w), per_right = _mm256_div_pd(one, _mm256_sub_pd(all, w));
        const __m256d left = _mm256_mul_pd(whole_load(few->left_squares + c), per_left);
        const __m256d right = _mm256_mul_pd(whole_load(few->right_squares + c), per_right);
        _mm256_storeu_pd(few->per_left + c, per_left);
        _mm256_storeu_pd(few->per_right + c, per_right);
        _mm256_storeu_pd(few->mean_left + c, left);
        _mm256_storeu_pd(few->mean_right + c, right);
        _mm256_storeu_pd(few->bound + c, _mm256_add_pd(left, right));
    }
}

/* What the best split at the end of a chunk reaches; 0: none looked at is a split. */
static double ends_best(const tree_space *space, const few_list *of, size_t chunks)
{
    const double *const reached = space->few->bound;
    size_t at = 1;
    for (size_t c = 2; c < chunks; c++) at = reached[c] > reached[at] ? c : at;
    const uint32_t *const last = of->list + at * CHUNK - 1;
    return rank_apart(tree_value(space, space->row_of[last[0]], of->feature),
                      tree_value(space, space->row_of[last[1]], of->feature))
               ? reached[at]
               : 0.0;
}

/* No score and the node's weight is more than `bound` in a chunk; NaN: not known, of the first and the last. */
SPLIT_WIDE static inline void bounds_fill(struct tree_few *few, size_t chunks)
{
    const __m256d nothing = _mm256_setzero_pd();
    for (size_t c = 0; c < chunks; c += SPLIT_LANES) {
        const __m256d left = _mm256_loadu_pd(few->mean_left + c), right = _mm256_loadu_pd(few->mean_right + c + 1);
        const __m256d weight = _mm256_sub_pd(whole_load(few->weight + c + 1), whole_load(few->weight + c));
        const __m256d up_left = _mm256_mul_pd(_mm256_sub_pd(whole_load(few->most_left + c), left),
                                              _mm256_loadu_pd(few->per_left + c));
        const __m256d up_right = _mm256_mul_pd(_mm256_sub_pd(whole_load(few->most_right + c), right),
                                               _mm256_loadu_pd(few->per_right + c + 1));
        const __m256d up = _mm256_max_pd(nothing, _mm256_max_pd(up_left, up_right));
        _mm256_storeu_pd(few->bound + c, _mm256_add_pd(_mm256_add_pd(left, right), _mm256_mul_pd(weight, up)));
    }
}

SPLIT_WIDE static void search_chunks(tree_space *space, const few_list *of, tree_best *best)
{
    struct tree_few *const few = space->few;
    const size_t chunks = (of->count + CHUNK - 1) / CHUNK;
    ends_fill(few, of, chunks);
    ends_means(few, of, chunks);
    const double reached = ends_best(space, of, chunks), rounding = 1e-9 * of->weight;
    bounds_fill(few, chunks);
    for (size_t c = 0; c < chunks; c++) {
        const double so_far = best->score + of->weight, least = so_far > reached ? so_far : reached;
        if (few->bound[c] < least - rounding) continue;
        const uint64_t both = (uint64_t)(of->squares + few->left_squares[c] - few->right_squares[c]);
        const few_run run = { counts_load(few->left[c]),
                              _mm256_set1_epi64x((int64_t)(both << 32 | (uint32_t)few->weight[c])) };
        const size_t end = (c + 1) * CHUNK;
        rows_look(space, of, c * CHUNK, end < of->count ? end : of->count, run, best);
    }
}

SPLIT_WIDE void tree_few_begin(tree_space *space)
{
    struct tree_few *const few = space->few;
    uint64_t one[LANES];
    for (size_t c = 0; c < LANES; c++) one[c] = (uint64_t)few->counts[c] << 33 | 1;
    for (size_t c = 0; c < LANES; c += SPLIT_LANES) {
        const __m256i step = _mm256_loadu_si256((const void *)(one + c));
        __m256i sum = _mm256_setzero_si256();
        for (size_t w = 0; w <= few->heaviest; w++, sum = _mm256_add_epi64(sum, step))
            _mm256_storeu_si256((void *)(few->sum + w * LANES + c), sum);
    }
}

SPLIT_WIDE void tree_few_search(tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                                tree_best *best)
{
    const few_list of = { list, branch->count, feature, counts_load(space->few->counts), (double)branch->total,
                          space->few->squares };
    if (branch->count > ALL_AT_ONCE)
        search_chunks(space, &of, best);
    else
        rows_look(space, &of, 0, branch->count, (few_run){ _mm256_setzero_si256(), _mm256_setzero_si256() }, best);
}

#else

assay_status tree_few_make(tree_space *space)
{
    (void)space;
    return ASSAY_OK;
}
void tree_few_free(struct tree_few *few) { (void)few; }
void tree_few_labels(tree_space *space) { (void)space; }
int tree_few_fits(const tree_space *space, const tree_branch *branch)
{
    (void)space, (void)branch;
    return 0;
}
void tree_few_begin(tree_space *space) { (void)space; }
double tree_few_counts(tree_space *space, const uint32_t *list, size_t count)
{
    (void)space, (void)list, (void)count;
    return 0.0;
}
int tree_few_small(tree_space *space, const tree_branch *branch, const uint32_t *lists, tree_best *best)
{
    (void)space, (void)branch, (void)lists, (void)best;
    return 0;
}
void tree_few_search(tree_space *space, const tree_branch *branch, const uint32_t *list, size_t feature,
                     tree_best *best)
{
    (void)space, (void)branch, (void)list, (void)feature, (void)best;
}
#endif
