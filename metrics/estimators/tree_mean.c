/*
 * tree_mean -- the best split of a regression node by some of its features
 *
 *   Prefix sums along the feature's order carry weight and weighted target in one word. The candidates are looked at in
 *   chunks of sixteen, four at a time; the quotient of a candidate is only formed where numerator > best * denominator
 *   says that one of its chunk could win.
 *
 *   Most chunks of a larger node are passed over unseen. With targets centred on the node's mean, none further above it
 *   than `above` and none further below than `below`, the sum of the left side rises by at most above * weight from row
 *   to row and falls by at most below * weight. Between the ends a and b of a chunk it therefore lies between
 *       (above left_a + below left_b - above below (w_b - w_a)) / (above + below)    and
 *       (below left_a + above left_b + above below (w_b - w_a)) / (above + below),
 *   and with `most` for the larger of both without its sign no score in the chunk is larger than
 *       (most + rest)^2 * W / (w (W - w)),
 *   w at that end of the chunk where the denominator is smaller. Where this is below the best score so far, or that of
 *   a split at the end of some chunk, by
 *   more than rounding can do, no candidate of the chunk can be the winner. The ends of chunks are scored for all
 *   features first: what one feature reaches rules out chunks of the others, those before it too.
 *
 *   Most codes have next to no ties, and the values themselves are far away in memory. So a search first takes for
 *   granted that every candidate is a split, and looks at the values around the winner in the end. If those are apart,
 *   it is the first of the largest among the splits as well, whatever was taken for one on the way; if they are tied,
 *   the search starts again with care, and features where that happens often are looked at with care at once.
 *
 * Cost     about 1 cycle per row of the node, and 3 per row of a chunk that is looked at.
 */
#include "tree_space.h"

/* A feature that is searched: all rows but the last are candidates. */
typedef struct mean_list {
    const uint32_t *list;
    size_t candidates, feature;
    double above, below;
    uint64_t *edge; /* see edges_fill; their weights and centred sums stand in the other two */
    double *edge_weight, *edge_left;
    int careful; /* look at the values of every winner at once */
} mean_list;

enum { CHUNK = TREE_CHUNK, VECTORS = CHUNK / SPLIT_LANES };

/* ------------------------------------------------------------------------------------------------- one chunk -- */

/* Whether a candidate is a split at all, or has equal values on both sides. */
SPLIT_INLINE int place_apart(const tree_space *space, const mean_list *of, size_t k, float *low, float *high)
{
    *low = tree_value(space, space->row_of[of->list[k]], of->feature);
    *high = tree_value(space, space->row_of[of->list[k + 1]], of->feature);
    return rank_apart(*low, *high);
}

/* Looks at the candidates of one chunk one by one. */
static void chunk_careful(const tree_space *space, const mean_list *of, size_t from, size_t to,
                          const double score[CHUNK], tree_best *best)
{
    for (size_t k = from; k < to; k++) {
        float low, high;
        if (!(score[k - from] > best->score) || !place_apart(space, of, k, &low, &high)) continue;
        *best = (tree_best){
            score[k - from], (uint32_t)of->feature, (uint32_t)k, (uint32_t)k + 1, space->prefix[k], low, high
        };
    }
}

/* The first of the largest of a chunk, if it beats the best so far and is a split at all. */
SPLIT_INLINE void chunk_choose(tree_space *space, const mean_list *of, size_t k, const double scores[CHUNK],
                               tree_best *best)
{
    const size_t count = k + CHUNK < of->candidates ? CHUNK : of->candidates - k;
    size_t at = 0;
    for (size_t i = 1; i < count; i++) at = scores[i] > scores[at] ? i : at;
    if (!(scores[at] > best->score)) return;
    tree_best found = {
        scores[at], (uint32_t)of->feature, (uint32_t)(k + at), (uint32_t)(k + at) + 1, space->prefix[k + at], 0, 0
    };
    if (!of->careful || place_apart(space, of, k + at, &found.low, &found.high)) *best = found;
    else chunk_careful(space, of, k, k + count, scores, best);
}

/* The prefix sums of the chunk at k, on from `run`; places behind the last candidate get weight 0, which never beats
 * anything. Returns the sum. */
SPLIT_INLINE uint64_t chunk_fill(const tree_space *space, const uint32_t *list, size_t k, size_t candidates,
                                 uint64_t run)
{
    const uint64_t *const packed = space->packed;
    const uint32_t *const at = list + k;
    uint64_t *const prefix = space->prefix + k;
    if (k + CHUNK <= candidates) {
        SPLIT_UNROLL
        for (size_t i = 0; i < CHUNK; i++) prefix[i] = run += packed[at[i]];
        return run;
    }
    for (size_t i = 0; i < CHUNK; i++) prefix[i] = i < candidates - k ? run += packed[at[i]] : 0;
    return run;
}

/* What is made more than once, for registers of each width: see what has no number in its name. */
typedef struct mean_ways {
    int (*scores)(const split_node *node, const uint64_t *prefix, double least, double score[CHUNK]);
    size_t (*edges)(const mean_list *of, const split_node *node, size_t chunks, double *score);
    size_t (*left)(uint32_t *chunk, const mean_list *of, const split_node *node, double least, size_t chunks);
} mean_ways;

/* The scores of a chunk, if one of them is more than `least`; else false. */
SPLIT_INLINE int chunk_scores(split_marker marks_of, const split_node *node, const uint64_t *prefix, double least,
                              double score[CHUNK])
{
    const split_doubles low = SPLIT_ALL(least);
    split_doubles top[VECTORS], bottom[VECTORS];
    split_mask wins = { 0, 0, 0, 0 };
    SPLIT_UNROLL
    for (size_t v = 0; v < VECTORS; v++) {
        split_terms(node, prefix + v * SPLIT_LANES, &top[v], &bottom[v]);
        wins |= top[v] > low * bottom[v];
    }
    if (!marks_of(&wins)) return 0;
    for (size_t v = 0; v < VECTORS; v++) top[v] /= bottom[v];
    memcpy(score, top, sizeof top);
    return 1;
}

SPLIT_INLINE void chunk_look(tree_space *space, mean_ways ways, const mean_list *of, size_t k, const split_node *node,
                             tree_best *best)
{
    double scores[CHUNK];
    if (ways.scores(node, space->prefix + k, best->score, scores)) chunk_choose(space, of, k, scores, best);
}

/* ---------------------------------------------------------------------------------------------- larger nodes -- */

/* edge[c]: the sum of the rows before chunk c, edge[chunks]: of all candidates; then some filling. */
SPLIT_INLINE void edges_fill(const tree_space *space, const mean_list *of, size_t chunks)
{
    const uint64_t *const packed = space->packed;
    uint64_t *const edge = of->edge, run = 0;
    for (size_t c = 0; c + 1 < chunks; c++) {
        const uint32_t *const at = of->list + c * CHUNK;
        uint64_t odd = 0;
        edge[c] = run;
        SPLIT_UNROLL
        for (size_t i = 0; i < CHUNK; i += 2) run += packed[at[i]], odd += packed[at[i + 1]];
        run += odd;
    }
    edge[chunks - 1] = run;
    for (size_t k = (chunks - 1) * CHUNK; k < of->candidates; k++) run += packed[of->list[k]];
    for (size_t c = chunks; c < chunks + 1 + 2 * SPLIT_LANES; c++) edge[c] = run;
}

/* Weights and centred sums at all edges; returns the edge behind which the best score of these splits lies. */
SPLIT_INLINE size_t edges_score(const mean_list *of, const split_node *node, size_t chunks, double *score)
{
    split_doubles largest = SPLIT_ALL(-1.0);
    split_mask at = { 1, 2, 3, 4 }, now = at;
    of->edge_weight[0] = of->edge_left[0] = 0.0;
    for (size_t c = 1; c <= chunks; c += SPLIT_LANES) {
        split_doubles weight, left, top, bottom;
        split_centred(node, of->edge + c, &weight, &left);
        memcpy(of->edge_weight + c, &weight, sizeof weight);
        memcpy(of->edge_left + c, &left, sizeof left);
        split_fraction(node, &weight, &left, &top, &bottom);
        top /= bottom;
        const split_mask better = top > largest;
        largest = SPLIT_PICK(better, top, largest);
        at = (better & now) | (~better & at);
        now += SPLIT_LANES;
    }
    size_t lane = 0;
    for (size_t i = 1; i < SPLIT_LANES; i++) lane = largest[i] > largest[lane] ? i : lane;
    *score = largest[lane];
    return (size_t)at[lane] < chunks ? (size_t)at[lane] : chunks;
}

/* Lists the chunks of which a candidate could have a score of `least` or more; returns how many. */
SPLIT_INLINE size_t chunks_left(split_marker marks_of, uint32_t *chunk, const mean_list *of, const split_node *node,
                                double least, size_t chunks)
{
    const split_doubles threshold = SPLIT_ALL(least / (node->weight * SPLIT_SAFE)), all = SPLIT_ALL(node->weight);
    const double up = of->above / (of->above + of->below), down = of->below / (of->above + of->below);
    const double slack = of->above * down;
    size_t count = 0;
    for (size_t c = 0; c < chunks; c += SPLIT_LANES) {
        split_doubles w_a, w_b, left_a, left_b;
        memcpy(&w_a, of->edge_weight + c, sizeof w_a);
        memcpy(&w_b, of->edge_weight + c + 1, sizeof w_b);
        memcpy(&left_a, of->edge_left + c, sizeof left_a);
        memcpy(&left_b, of->edge_left + c + 1, sizeof left_b);
        const split_doubles between = (w_b - w_a) * slack;
        const split_doubles highest = down * left_a + up * left_b + between;
        const split_doubles lowest = between - up * left_a - down * left_b; /* its negative */
        const split_doubles most = SPLIT_PICK(highest > lowest, highest, lowest) + node->rest;
        const split_doubles first = (w_a + 1.0) * (all - w_a - 1.0), last = w_b * (all - w_b);
        const split_doubles smaller = SPLIT_PICK(first < last, first, last);
        const split_mask left = (split_mask)(most * most >= threshold * smaller);
        for (unsigned marks = marks_of(&left); marks; marks &= marks - 1)
            chunk[count++] = (uint32_t)c + (uint32_t)__builtin_ctz(marks);
    }
    while (count && chunk[count - 1] >= chunks) count--;
    return count;
}

SPLIT_INLINE size_t chunks_of(const mean_list *of) { return (of->candidates + CHUNK - 1) / CHUNK; }

/* The first look at a list: its edges. Returns the best score of a split there, if that is more than `least`. */
SPLIT_INLINE double edges_look(tree_space *space, mean_ways ways, const mean_list *of, const split_node *node,
                               double least)
{
    const size_t chunks = chunks_of(of);
    double score;
    float low, high;
    edges_fill(space, of, chunks);
    const size_t edge = ways.edges(of, node, chunks, &score);
    const size_t at = (edge < chunks ? edge * CHUNK : of->candidates) - 1;
    return score > least && (!of->careful || place_apart(space, of, at, &low, &high)) ? score : least;
}

/* The second one: chunks with a candidate that could have a score of `least` or more. */
SPLIT_INLINE void chunks_look(tree_space *space, mean_ways ways, const mean_list *of, const split_node *node,
                              double least, tree_best *best)
{
    if (best->score > least) least = best->score;
    const size_t left = ways.left(space->chunk, of, node, least, chunks_of(of));
    space->looked_at += left * CHUNK;
    for (size_t i = 0; i < left; i++)
        chunk_fill(space, of->list, space->chunk[i] * (size_t)CHUNK, of->candidates, of->edge[space->chunk[i]]);
    for (size_t i = 0; i < left; i++) chunk_look(space, ways, of, space->chunk[i] * (size_t)CHUNK, node, best);
}

SPLIT_INLINE void search_plain(tree_space *space, mean_ways ways, const mean_list *of, const split_node *node,
                               tree_best *best)
{
    uint64_t run = 0;
    space->looked_at += of->candidates;
    for (size_t k = 0; k < of->candidates; k += CHUNK) run = chunk_fill(space, of->list, k, of->candidates, run);
    for (size_t k = 0; k < of->candidates; k += CHUNK) chunk_look(space, ways, of, k, node, best);
}

SPLIT_INLINE void mean_search(tree_space *space, mean_ways ways, const mean_list *of, size_t many,
                              const split_node *node, tree_best *best)
{
    double least = best->score;
    if (of->candidates < TREE_FEW) {
        for (size_t i = 0; i < many; i++) search_plain(space, ways, of + i, node, best);
        return;
    }
    for (size_t i = 0; i < many; i++) least = edges_look(space, ways, of + i, node, least);
    for (size_t i = 0; i < many; i++) chunks_look(space, ways, of + i, node, least, best);
}

static int chunk_scores_any(const split_node *node, const uint64_t *prefix, double least, double score[CHUNK])
{
    return chunk_scores(split_marks, node, prefix, least, score);
}

static size_t chunks_left_any(uint32_t *chunk, const mean_list *of, const split_node *node, double least, size_t chunks)
{
    return chunks_left(split_marks, chunk, of, node, least, chunks);
}

#ifdef SPLIT_WIDE
SPLIT_WIDE static inline int chunk_scores_wide(const split_node *node, const uint64_t *prefix, double least,
                                               double score[CHUNK])
{
    return chunk_scores(split_marks_wide, node, prefix, least, score);
}

SPLIT_WIDE static inline size_t chunks_left_wide(uint32_t *chunk, const mean_list *of, const split_node *node,
                                                 double least, size_t chunks)
{
    return chunks_left(split_marks_wide, chunk, of, node, least, chunks);
}

SPLIT_WIDE static void mean_search_wide(tree_space *space, mean_list *of, size_t many, const split_node *node,
                                        tree_best *best)
{
    const split_node here = *node;
    mean_search(space, (mean_ways){ chunk_scores_wide, edges_score, chunks_left_wide }, of, many, &here, best);
}

enum { EIGHT = 2 * SPLIT_LANES };

SPLIT_512 static inline int chunk_scores_512(const split_node *node, const uint64_t *prefix, double least,
                                             double score[CHUNK])
{
    const __m512d low = _mm512_set1_pd(least);
    __m512d top[CHUNK / EIGHT], bottom[CHUNK / EIGHT];
    unsigned wins = 0;
    SPLIT_UNROLL
    for (size_t v = 0; v < CHUNK / EIGHT; v++) {
        split_terms_512(node, prefix + v * EIGHT, &top[v], &bottom[v]);
        wins |= _mm512_cmp_pd_mask(top[v], _mm512_mul_pd(low, bottom[v]), _CMP_GT_OQ);
    }
    if (!wins) return 0;
    for (size_t v = 0; v < CHUNK / EIGHT; v++) _mm512_storeu_pd(score + v * EIGHT, _mm512_div_pd(top[v], bottom[v]));
    return 1;
}

SPLIT_512 static inline size_t edges_score_512(const mean_list *of, const split_node *node, size_t chunks,
                                               double *score)
{
    __m512d largest = _mm512_set1_pd(-1.0);
    __m512i at = _mm512_setr_epi64(1, 2, 3, 4, 5, 6, 7, 8), now = at;
    of->edge_weight[0] = of->edge_left[0] = 0.0;
    for (size_t c = 1; c <= chunks; c += EIGHT) {
        __m512d weight, left, top, bottom;
        split_centred_512(node, of->edge + c, &weight, &left);
        _mm512_storeu_pd(of->edge_weight + c, weight);
        _mm512_storeu_pd(of->edge_left + c, left);
        split_fraction_512(node, weight, left, &top, &bottom);
        top = _mm512_div_pd(top, bottom);
        const __mmask8 better = _mm512_cmp_pd_mask(top, largest, _CMP_GT_OQ);
        largest = _mm512_mask_mov_pd(largest, better, top);
        at = _mm512_mask_mov_epi64(at, better, now);
        now = _mm512_add_epi64(now, _mm512_set1_epi64(EIGHT));
    }
    *score = _mm512_reduce_max_pd(largest);
    const __mmask8 first = _mm512_cmp_pd_mask(largest, _mm512_set1_pd(*score), _CMP_EQ_OQ);
    const size_t edge = (size_t)_mm512_mask_reduce_min_epu64(first, at);
    return edge < chunks ? edge : chunks;
}

SPLIT_512 static inline size_t chunks_left_512(uint32_t *chunk, const mean_list *of, const split_node *node,
                                               double least, size_t chunks)
{
    const __m512d threshold = _mm512_set1_pd(least / (node->weight * SPLIT_SAFE)), all = _mm512_set1_pd(node->weight);
    const __m512d one = _mm512_set1_pd(1.0), rest = _mm512_set1_pd(node->rest);
    const double share = of->above / (of->above + of->below);
    const __m512d up = _mm512_set1_pd(share), down = _mm512_set1_pd(of->below / (of->above + of->below));
    const __m512d slack = _mm512_set1_pd(of->above * (of->below / (of->above + of->below)));
    __m256i now = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    size_t count = 0;
    for (size_t c = 0; c < chunks; c += EIGHT) {
        const __m512d w_a = _mm512_loadu_pd(of->edge_weight + c), w_b = _mm512_loadu_pd(of->edge_weight + c + 1);
        const __m512d left_a = _mm512_loadu_pd(of->edge_left + c), left_b = _mm512_loadu_pd(of->edge_left + c + 1);
        const __m512d between = _mm512_mul_pd(_mm512_sub_pd(w_b, w_a), slack);
        const __m512d highest =
            _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(down, left_a), _mm512_mul_pd(up, left_b)), between);
        const __m512d lowest = _mm512_sub_pd(_mm512_sub_pd(between, _mm512_mul_pd(up, left_a)),
                                             _mm512_mul_pd(down, left_b)); /* its negative */
        const __m512d most = _mm512_add_pd(_mm512_max_pd(highest, lowest), rest);
        const __m512d first = _mm512_mul_pd(_mm512_add_pd(w_a, one), _mm512_sub_pd(_mm512_sub_pd(all, w_a), one));
        const __m512d last = _mm512_mul_pd(w_b, _mm512_sub_pd(all, w_b));
        const __m512d bound = _mm512_mul_pd(threshold, _mm512_min_pd(first, last));
        const __mmask8 left = _mm512_cmp_pd_mask(_mm512_mul_pd(most, most), bound, _CMP_GE_OQ);
        _mm256_storeu_si256((__m256i *)(void *)(chunk + count), _mm256_maskz_compress_epi32(left, now));
        count += (unsigned)__builtin_popcount(left);
        now = _mm256_add_epi32(now, _mm256_set1_epi32(EIGHT));
    }
    while (count && chunk[count - 1] >= chunks) count--;
    return count;
}

SPLIT_512 static void mean_search_512(tree_space *space, mean_list *of, size_t many, const split_node *node,
                                      tree_best *best)
{
    const split_node here = *node;
    mean_search(space, (mean_ways){ chunk_scores_512, edges_score_512, chunks_left_512 }, of, many, &here, best);
}
#endif

static void mean_search_any(tree_space *space, mean_list *of, size_t many, const split_node *node, tree_best *best)
{
#ifdef SPLIT_WIDE
    if (space->wide == SPLIT_WIDEST) mean_search_512(space, of, many, node, best);
    else if (space->wide) mean_search_wide(space, of, many, node, best);
    if (space->wide) return;
#endif
    mean_search(space, (mean_ways){ chunk_scores_any, edges_score, chunks_left_any }, of, many, node, best);
}

/* False if the winner turns out to be a tie. */
static int winner_apart(const tree_space *space, const mean_list *of, size_t many, tree_best *best)
{
    for (size_t i = 0; i < many; i++) {
        if (of[i].feature != best->feature || of[i].careful) continue;
        return place_apart(space, of + i, best->place, &best->low, &best->high);
    }
    return 1; /* seen already, or of a search before */
}

void tree_mean_search(tree_space *space, const tree_branch *branch, const uint32_t *lists, const uint32_t *feature,
                      size_t many, const split_node *node, tree_best *best)
{
    mean_list of[TREE_AHEAD];
    const tree_best before = *best;
    for (size_t i = 0; i < many; i++) {
        const size_t edge = i * space->edges;
        of[i] = (mean_list){ .list = lists + feature[i] * space->n + branch->start,
                             .candidates = branch->count - 1,
                             .feature = feature[i],
                             .above = (double)branch->high - node->mean,
                             .below = node->mean - (double)branch->low,
                             .edge = space->edge + edge,
                             .edge_weight = space->edge_weight + edge,
                             .edge_left = space->edge_left + edge,
                             .careful = space->tied[feature[i]] };
    }
    mean_search_any(space, of, many, node, best);
    if (winner_apart(space, of, many, best)) return;
    *best = before;
    for (size_t i = 0; i < many; i++) of[i].careful = 1;
    mean_search_any(space, of, many, node, best);
}
