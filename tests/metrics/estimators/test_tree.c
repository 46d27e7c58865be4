/* Single trees: nodes derived by hand; the ways a tree is grown (lists, masks, sums of chunks) against each other. */
#include "folds.h"
#include "tree_depth.h"
#include "tree_space.h"

#include "estimator_data.h"

#define TOL 1e-8 /* targets are held to 2^-32 of their range; all else is exact or rounds at 1e-15 */

typedef struct problem {
    size_t n, d, classes; /* classes 0: regression */
    double codes[16000], target[4000];
    int32_t label[4000];
    uint32_t weight[4000], q[4000];
    tree_scale scale;
    rank_table ranks;
    tree_space *space;
} problem;

static double problem_uniform(uint64_t *state)
{
    return (double)(tree_mix(*state += 0x9E3779B97F4A7C15u) >> 11) * 0x1p-53;
}

/* Makes the space ready for one tree. */
static void problem_open(problem *p)
{
    size_t most = 0;
    for (size_t s = 0; s < p->n; s++) most += p->weight[s];
    assert_int_equal(rank_build(&p->ranks, p->codes, p->n, p->d), ASSAY_OK);
    p->space = tree_space_new(&p->ranks, p->classes);
    assert_non_null(p->space);
    tree_space_rows(p->space, p->weight);
    if (p->classes) tree_space_labels(p->space, p->label);
    else {
        assert_true(tree_scale_target(p->target, p->n, most, &p->scale, p->q));
        tree_space_target(p->space, p->q, p->scale);
    }
}

static void problem_close(problem *p)
{
    tree_space_free(p->space);
    rank_free(&p->ranks);
}

enum { ROWS = 500, DEPTHS = 16 };

/* What a tree gives: to each followed row its value at every depth, from 1 on, the last at the deepest. */
typedef struct grown {
    size_t splits;
    double importance[4], value[DEPTHS][ROWS];
} grown;

static grown out;

/* leaf: NULL, or room for numbers, which keep a tree away from the masks of small nodes. alone: no importances. */
static void problem_grow(problem *p, size_t tries, size_t depth, uint64_t key, uint32_t *leaf, int alone, grown *to)
{
    size_t depths[DEPTHS], count = 0;
    while (count + 1 < DEPTHS && count + 1 < depth) depths[count] = count + 1, count++;
    depths[count] = depth;
    *to = (grown){ 0 };
    static double sum[DEPTHS * ROWS * 5];
    memset(sum, 0, sizeof sum);
    tree_request request = FIELDS(.tries = tries, .depth = depth, .key = key, .depths = depths, .n_depths = count + 1,
                                  .sum = sum, .leaf = leaf, .importance = alone ? NULL : to->importance);
    assert_int_equal(tree_grow(p->space, &request), ASSAY_OK);
    to->splits = request.splits;
    for (size_t c = 0; c <= count; c++)
        for (size_t s = 0; s < p->n; s++) {
            const double *const share = sum + (c * p->n + s) * p->classes;
            to->value[c][s] = sum[c * p->n + s];
            for (size_t y = 0, most = 0; y < p->classes; y++) {
                if (share[y] > share[most]) most = y;
                to->value[c][s] = (double)most;
            }
        }
}

/* Every step-th row is followed, or those alone that are not in the tree. */
static void follow(problem *p, uint32_t step, int others)
{
    uint32_t row[4000], count = 0;
    for (uint32_t s = 0; s < p->n; s += step)
        if (!others || !p->weight[s]) row[count++] = s;
    tree_space_follow(p->space, row, count);
}

/* Two more rows, which do not count: the single precision values next to a threshold of this code, one not above it and
 * one above; all other codes are 0. */
static void threshold_rows(problem *p, size_t feature, double threshold)
{
    float low = (float)threshold;
    if ((double)low > threshold) low = nextafterf(low, -INFINITY);
    const size_t n = p->n, more = n + 2;
    for (size_t j = p->d; j-- > 0;) {
        memmove(p->codes + j * more, p->codes + j * n, n * sizeof *p->codes);
        p->codes[j * more + n] = j == feature ? low : 0;
        p->codes[j * more + n + 1] = j == feature ? nextafterf(low, INFINITY) : 0;
    }
    p->n = more;
}

/* A random problem: `levels` distinct values per code (0: continuous), weights 1 or 0 .. 3. */
static void problem_random(problem *p, uint64_t seed, size_t n, size_t d, size_t classes, unsigned levels, int weighted)
{
    uint64_t state = seed;
    *p = (problem){ .n = n, .d = d, .classes = classes };
    for (size_t k = 0; k < n * d; k++) {
        const double u = problem_uniform(&state);
        p->codes[k] = levels ? floor(levels * u) / 4 : u;
    }
    for (size_t s = 0; s < n; s++) {
        const double y = 0.6 * p->codes[s] + 0.4 * problem_uniform(&state);
        p->target[s] = levels && s % 2 ? floor(3 * y) : y;
        p->label[s] = (int32_t)(classes ? fmin(floor((double)classes * y), (double)classes - 1) : 0);
        p->weight[s] = weighted ? (uint32_t)(4 * problem_uniform(&state)) : 1;
    }
    p->weight[n / 2] = 1; /* never an empty tree */
}

TEST(test_known_regression)
{
    static const struct {
        const char *why;
        size_t n, d;
        double codes[8], target[4];
        uint32_t weight[4];
        size_t depth, nodes;
        int32_t feature;
        double threshold, gain, left, right;
        /* clang-format off */
    } known[] = {
        { "two halves: variance 1/4 over 4 rows is all removed", 4, 1, { 0, 1, 2, 3 }, { 0, 0, 1, 1 }, { 1, 1, 1, 1 },
          9, 3, 0, 1.5, 1, 0, 1 },
        { "0 1 | 5: the sum of squares about the mean falls from 14 to 1/2", 3, 1, { 0, 1, 2 }, { 0, 1, 5 },
          { 1, 1, 1 }, 1, 3, 0, 1.5, 13.5, 0.5, 5 },
        { "weight 3 on the first row: mean 1/4, 4 * 3/16", 2, 1, { 3, 7 }, { 0, 1 }, { 3, 1 }, 9, 3, 0, 5, 0.75, 0, 1 },
        { "weight 0 is not there", 3, 1, { 0, 1, 8 }, { 0, 9, 1 }, { 1, 0, 1 }, 9, 3, 0, 4, 0.5, 0, 1 },
        { "a constant code is passed over", 3, 2, { 5, 5, 5, 0, 1, 2 }, { 0, 0, 3 }, { 1, 1, 1 }, 9, 3, 1, 1.5, 6, 0,
          3 },
        { "constant target: one leaf", 3, 1, { 0, 1, 2 }, { 4, 4, 4 }, { 1, 1, 1 }, 9, 1, -1, 0, 0, 0, 0 },
        { "constant codes: one leaf", 3, 1, { 2, 2, 2 }, { 0, 1, 2 }, { 1, 1, 1 }, 9, 1, -1, 0, 0, 0, 0 },
        { "depth 0: one leaf", 2, 1, { 0, 1 }, { 0, 1 }, { 1, 1 }, 0, 1, -1, 0, 0, 0, 0 },
        { "one row", 1, 1, { 0 }, { 7 }, { 5 }, 9, 1, -1, 0, 0, 0, 0 },
        { "5e-8 apart is tied, so only the second gap", 3, 1, { 0, 5e-8, 1 }, { 0, 9, 0 }, { 1, 1, 1 }, 9, 3, 0,
          0.500000025, 13.5, 4.5, 0 },
        { "tied rows are never separated", 4, 1, { 1, 1, 2, 2 }, { 0, 2, 1, 5 }, { 1, 1, 1, 1 }, 9, 3, 0, 1.5, 4, 1,
          3 },
    };
    /* clang-format on */
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        FREED(problem_close) problem p = { .n = known[t].n, .d = known[t].d };
        memcpy(p.codes, known[t].codes, sizeof known[t].codes);
        memcpy(p.target, known[t].target, sizeof known[t].target);
        memcpy(p.weight, known[t].weight, sizeof known[t].weight);
        const size_t n = p.n, feature = known[t].feature < 0 ? 0 : (size_t)known[t].feature;
        threshold_rows(&p, feature, known[t].threshold);
        problem_open(&p);
        follow(&p, 1, 0);
        problem_grow(&p, 1, known[t].depth, 3, NULL, 0, &out);
        if (2 * out.splits + 1 != known[t].nodes) fail_msg("%s: %zu splits", known[t].why, out.splits);
        const double got[] = { out.importance[feature], out.value[0][n], out.value[0][n + 1] };
        const double want[] = { known[t].gain, known[t].left, known[t].right };
        for (size_t k = 0; k < (out.splits ? 3 : 1); k++)
            if (!(fabs(got[k] - want[k]) <= 1e-7)) fail_msg("%s: %zu: %.17g", known[t].why, k, got[k]);
    }
}

TEST(test_known_classes)
{
    static const struct {
        const char *why;
        int32_t label[6];
        double threshold, gain;
        int32_t left, right;
    } known[] = {
        /* codes 0 .. 5 */
        { "three and three: 6 * 1/2 is all removed", { 0, 0, 0, 1, 1, 1 }, 2.5, 3, 0, 1 },
        { "4 and 2: 6 (1 - 20/36) = 8/3", { 2, 2, 2, 2, 0, 0 }, 3.5, 8.0 / 3, 2, 0 },
        { "three pairs: 6 * 2/3 - 4 * 1/2; lower threshold, lower class", { 1, 1, 2, 2, 0, 0 }, 1.5, 2, 1, 0 },
    };
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        problem p = { .n = 6, .d = 1, .classes = 3, .codes = { 0, 1, 2, 3, 4, 5 }, .weight = { 1, 1, 1, 1, 1, 1 } };
        memcpy(p.label, known[t].label, sizeof known[t].label);
        threshold_rows(&p, 0, known[t].threshold);
        problem_open(&p);
        follow(&p, 1, 0);
        problem_grow(&p, 1, 1, 3, NULL, 0, &out);
        assert_int_equal(out.splits, 1);
        const double got[] = { out.importance[0], out.value[0][6], out.value[0][7] };
        const double want[] = { known[t].gain, known[t].left, known[t].right };
        for (size_t k = 0; k < 3; k++)
            if (!(fabs(got[k] - want[k]) <= 1e-12)) fail_msg("%s: %zu: %.17g", known[t].why, k, got[k]);
        problem_close(&p);
    }
}

TEST(test_refusals)
{
    rank_table table;
    const double bad[][2] = { { 0, NAN }, { INFINITY, 0 }, { 1e39, 0 } };
    for (size_t t = 0; t < 3; t++) {
        assert_int_equal(rank_build(&table, bad[t], 2, 1), ASSAY_EINPUT);
        rank_free(&table);
    }
    assert_int_equal(rank_build(&table, bad[0], 0, 1), ASSAY_EINPUT);
    rank_free(&table);
    assert_int_equal(rank_build(&table, bad[0], 2, 0), ASSAY_EINPUT);
    rank_free(&table);
    tree_scale scale;
    uint32_t q[2];
    assert_false(tree_scale_target(bad[0], 2, 2, &scale, q));
    assert_false(tree_scale_target(bad[1], 2, 2, &scale, q));
    assert_false(tree_scale_target((const double[]){ -1e308, 1e308 }, 2, 2, &scale, q));
    assert_true(tree_scale_target((const double[]){ 5e-324, 0 }, 2, 2, &scale, q)); /* too close: constant */
    assert_true(q[0] == 0 && q[1] == 0);
    const double code[] = { 0, 1, 2, 3 };
    const int32_t high[] = { 0, 1, 2, 0 }, few[] = { 0, 1, 0, 1 };
    size_t depth;
    double accuracy;
    assert_int_equal(rank_build(&table, code, 4, 1), ASSAY_OK);
    assert_int_equal(tree_depth_choose(&table, high, 2, 3, 2, &depth, &accuracy), ASSAY_EINPUT);
    assert_int_equal(tree_depth_choose(&table, few, 2, 0, 2, &depth, &accuracy), ASSAY_EINPUT);
    assert_int_equal(tree_depth_choose(&table, few, 2, 3, 3, &depth, &accuracy), ASSAY_EINPUT);
    assert_int_equal(tree_depth_choose(&table, few, 2, 3, 2, &depth, &accuracy), ASSAY_OK);
    rank_free(&table);
    assert_int_equal(rank_build(&table, code, 2, 2), ASSAY_OK);
    assert_int_equal(tree_depth_choose(&table, few, 2, 3, 2, &depth, &accuracy), ASSAY_EINPUT);
    rank_free(&table);
}

/* The same by trees of the general kind: rows of each fold by the classes that a depth gives them. */
TEST(test_depth)
{
    enum { N = 150, CLASSES = 4, DEEPEST = 6, FOLDS = 5 };
    static problem p;
    for (uint64_t seed = 0; seed < 40; seed++) {
        double mean[DEEPEST] = { 0 }, accuracy, want = 0;
        int32_t fold[N];
        size_t depth, best = 0;
        p = (problem){ .n = N, .d = 1, .classes = CLASSES };
        for (size_t s = 0; s < N; s++) {
            const uint64_t word = tree_key(seed, s);
            p.codes[s] = (double)(word % (seed % 2 ? 60 : 100000)) * (seed % 5 ? 0.5 : 4e-8);
            p.label[s] = (int32_t)((word >> 40) % 3 ? (word >> 50) % CLASSES : word % 12 / 3);
        }
        assert_int_equal(folds_stratified(p.label, N, CLASSES, FOLDS, fold), ASSAY_OK);
        problem_open(&p);
        for (int32_t f = 0; f <= FOLDS; f++) {
            size_t count = 0, right[DEEPEST] = { 0 };
            for (uint32_t s = 0; s < N; s++) p.weight[s] = f == FOLDS || fold[s] != f;
            tree_space_rows(p.space, p.weight);
            follow(&p, 1, f < FOLDS);
            tree_space_labels(p.space, p.label);
            problem_grow(&p, 1, DEEPEST, 0, NULL, 1, &out);
            for (size_t s = 0; s < N; s++) {
                if (f < FOLDS && p.weight[s]) continue;
                count++;
                for (size_t d = 0; d < DEEPEST; d++) right[d] += out.value[d][s] == p.label[s];
            }
            for (size_t d = 0; d < DEEPEST && f < FOLDS; d++) mean[d] += (double)right[d] / (double)count;
            for (size_t d = 0; d < DEEPEST && f == FOLDS - 1; d++)
                if (mean[d] / FOLDS > mean[best] / FOLDS) best = d;
            want = (double)right[best] / (double)count;
        }
        assert_int_equal(tree_depth_choose(&p.ranks, p.label, CLASSES, DEEPEST, FOLDS, &depth, &accuracy), ASSAY_OK);
        problem_close(&p);
        assert_int_equal(depth, best + 1);
        assert_true(accuracy == want);
    }
}

static const struct {
    size_t n, d, classes, tries, depth;
    unsigned levels;
    int weighted;
} shapes[] = {
    { 150, 3, 0, 3, 99, 0, 1 }, { 90, 2, 0, 1, 99, 0, 0 },  { 200, 3, 0, 3, 99, 6, 1 }, { 64, 4, 0, 4, 4, 0, 1 },
    { 120, 3, 0, 1, 99, 5, 1 }, { 130, 3, 4, 3, 99, 0, 1 }, { 150, 4, 3, 2, 99, 7, 1 }, { 9, 2, 0, 2, 99, 3, 0 },
    { 5, 1, 2, 1, 3, 2, 0 },    { 240, 3, 0, 2, 7, 30, 1 },
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Numbering leaves keeps a tree away from the masks of small nodes: lists to the end must give the same bits; and so
 * must both with narrower registers. */
TEST(test_two_ways)
{
    static problem p;
    static grown masks, lists, again;
    uint32_t leaf[ROWS];
    for (uint64_t seed = 0; seed < test_repeats(20); seed++)
        for (size_t t = 0; t < SHAPES; t++) {
            if (shapes[t].classes) continue;
            problem_random(&p, 31 * seed + t, shapes[t].n, shapes[t].d, 0, shapes[t].levels, shapes[t].weighted);
            problem_open(&p);
            follow(&p, 1, 0);
            problem_grow(&p, shapes[t].tries, shapes[t].depth, seed, NULL, seed % 2, &masks);
            for (int wide = p.space->wide; wide >= 0; wide--) {
                p.space->wide = wide;
                problem_grow(&p, shapes[t].tries, shapes[t].depth, seed, leaf, seed % 2, &lists);
                problem_grow(&p, shapes[t].tries, shapes[t].depth, seed, NULL, seed % 2, &again);
                if (memcmp(&masks, &lists, sizeof masks) != 0 || memcmp(&masks, &again, sizeof masks) != 0)
                    fail_msg("seed %d, shape %zu, wide %d", (int)seed, t, wide);
            }
            problem_close(&p);
        }
}

/* A target of one of five kinds: noise, a signal, few values, one row far from all
 * others, a jump. */
static void target_of_kind(problem *p, unsigned kind, uint64_t *draw)
{
    for (size_t s = 0; s < p->n; s++) {
        const double u = problem_uniform(draw), x = p->codes[s];
        p->target[s] = kind == 0 ? u : kind == 1 ? x + 0.1 * u : kind == 2 ? floor(3 * u) : kind == 3 ? 1e-3 * u : 0;
        if (kind == 3 && s == p->n / 3) p->target[s] = 1;
        if (kind == 4) p->target[s] = (x > 0.7) + 1e-3 * u;
    }
}

/* Codes of the kinds that chunks live on: no ties, a few values, many ties, mostly one value, a chain of ties with a
 * gap here and there, a copy of the code before. */
static void codes_of_kinds(problem *p, uint64_t *draw)
{
    for (size_t j = 0; j < p->d; j++) {
        const unsigned kind = (unsigned)(6 * problem_uniform(draw));
        for (size_t s = 0; s < p->n; s++) {
            const double u = problem_uniform(draw), few = floor(5 * u), many = floor(60 * u) / 4;
            double *const code = p->codes + j * p->n + s;
            *code = kind == 1 ? few : kind == 2 ? many : kind == 3 ? fmax(u - 0.95, 0) : u;
            if (kind == 4) *code = 3e-8 * floor(900 * u) + 1e-6 * (u > 0.6);
            if (kind == 5 && j > 0) *code = *(code - p->n);
        }
    }
}

typedef struct numbered {
    uint32_t leaf[4000];
    double importance[40];
    size_t leaves, splits;
} numbered;

/* Rows of weight 0 are followed. lists: what they are given keeps a tree away from sums of chunks. */
static void leaves_grow(problem *p, size_t depth, uint64_t key, int wide, int lists, numbered *to)
{
    static double value[4000];
    p->space->wide = wide;
    *to = (numbered){ 0 };
    tree_request request = {
        .tries = p->d, .depth = depth, .key = key, .leaf = to->leaf, .importance = to->importance
    };
    if (lists) request.sum = value, request.depths = &depth, request.n_depths = 1;
    assert_int_equal(tree_grow(p->space, &request), ASSAY_OK);
    to->leaves = request.leaves, to->splits = request.splits;
}

/* Trees of few levels, as boosting grows them: from lists, whose rows are numbered anew in smaller nodes, and from sums
 * of chunks, with registers of every width and without, leaves and importances are the same to the bit, for several
 * targets and depths in one space. */
TEST(test_leaves_two_ways)
{
    static problem p;
    static numbered plain, wider;
    static const size_t rows[] = { 1, 2, 17, 40, 300, 1200, 4000 };
    uint64_t draw = 8;
    for (uint64_t seed = 0; seed < test_repeats(150); seed++) {
        const size_t n = rows[seed % 7], d = seed % 11 ? 1 + seed % 4 : n > 400 ? 4 : 37;
        problem_random(&p, seed, n, d, 0, 0, seed % 3 == 0);
        codes_of_kinds(&p, &draw);
        problem_open(&p);
        follow(&p, 1, 1);
        const int widest = p.space->wide;
        for (unsigned kind = 0; kind < 5; kind++) {
            target_of_kind(&p, kind, &draw);
            assert_true(tree_scale_target(p.target, n, 3 * n, &p.scale, p.q));
            tree_space_target(p.space, p.q, p.scale);
            const size_t depth = 1 + (seed / 7 + kind) % 6;
            leaves_grow(&p, depth, seed, 0, 0, &plain);
            for (int way = 1; way < 2 * (widest + 1); way++) {
                leaves_grow(&p, depth, seed, way / 2, way % 2, &wider);
                if (memcmp(&plain, &wider, sizeof wider) != 0)
                    fail_msg("seed %d, wide %d, %zu rows, %zu codes, target %u, depth %zu: %zu leaves, not %zu from %s",
                             (int)seed, way / 2, n, d, kind, depth, wider.leaves, plain.leaves,
                             way % 2 ? "lists" : "sums");
            }
        }
        problem_close(&p);
    }
}

/* The root's gain is, to the bit, the largest of all its candidates: no chunk loses one. */
TEST(test_no_candidate_is_lost)
{
    static problem p;
    uint64_t draw = 5;
    for (uint64_t seed = 0; seed < test_repeats(400); seed++) {
        const size_t n = 100 + seed * 37 % 1100, d = 1 + seed % 4;
        problem_random(&p, seed, n, d, 0, seed % 3 ? 0 : 40, seed % 2);
        target_of_kind(&p, (unsigned)(seed / 4 % 5), &draw);
        problem_open(&p);
        const split_node node = split_node_of(p.space->total, p.scale);
        double best = -1;
        for (size_t f = 0; f < d; f++) {
            const uint32_t *const list = p.space->base + f * n;
            uint64_t run = 0;
            for (size_t k = 0; k + 1 < p.space->count; k++) {
                const uint32_t row = p.space->row_of[list[k]], next = p.space->row_of[list[k + 1]];
                run += p.space->packed[list[k]];
                if (rank_apart(p.ranks.value[row * d + f], p.ranks.value[next * d + f]))
                    best = fmax(best, split_score(&node, run));
            }
        }
        const double gain = split_gain(&node, best) * (p.scale.unit * p.scale.unit);
        for (int wide = p.space->wide; wide >= 0; wide--) {
            p.space->wide = wide;
            double importance[4] = { 0 }, got = 0;
            tree_request request = { .tries = d, .depth = 1, .key = seed, .importance = importance };
            assert_int_equal(tree_grow(p.space, &request), ASSAY_OK);
            for (size_t f = 0; f < d; f++) got += importance[f];
            if (got != gain) fail_msg("seed %d, wide %d: %.17g, not %.17g", (int)seed, wide, got, gain);
        }
        problem_close(&p);
    }
}

/* The lists of a tree are what the order of all rows is without the rows that do not count, for few rows, for as many
 * as two bytes number and for one more, whatever rows came before. */
TEST(test_rows)
{
    enum { MOST = 65536 };
    static const size_t sizes[] = { 1, 2, 9, 17, 200, MOST - 1, MOST };
    static double codes[2 * MOST];
    static uint32_t weight[MOST];
    uint64_t draw = 3;
    for (size_t t = 0; t < sizeof sizes / sizeof *sizes; t++) {
        const size_t n = sizes[t];
        for (size_t k = 0; k < 2 * n; k++) codes[k] = floor(problem_uniform(&draw) * (double)(n / 2));
        FREED(rank_free) rank_table ranks;
        assert_int_equal(rank_build(&ranks, codes, n, 2), ASSAY_OK);
        tree_space *const space = tree_space_new(&ranks, 0);
        assert_non_null(space);
        for (int round = 0; round < 3; round++) {
            size_t count = 0;
            for (size_t s = 0; s < n; s++) weight[s] = problem_uniform(&draw) < 0.3 * (round + 1);
            weight[n / 2] = 1;
            for (size_t s = 0; s < n; s++) count += weight[s];
            assert_int_equal(tree_space_rows(space, weight), count);
            for (size_t j = 0; j < 2; j++)
                for (size_t r = 0, k = 0; r < n; r++) {
                    const uint32_t row = ranks.order[j * n + r];
                    if (weight[row] && space->row_of[space->base[j * n + k++]] != row)
                        fail_msg("%zu rows, code %zu, place %zu", n, j, k - 1);
                }
        }
        tree_space_free(space);
    }
}

/* R1, R3: every depth of one growth is what a tree of that depth alone would give, importance asked for or not. */
TEST(test_depths_nest)
{
    static problem p;
    static double alone[500], importance[4], block[4 * 500];
    static const size_t depths[] = { 1, 3, 6, 40 };
    for (uint64_t seed = 0; seed < test_repeats(20); seed++) {
        problem_random(&p, seed + 7000, 260, 4, 0, seed % 3 == 0 ? 9 : 0, 1);
        problem_open(&p);
        follow(&p, 1 + (uint32_t)seed % 11, 0);
        memset(block, 0, sizeof block);
        tree_request request = { .tries = 2, .depth = 40, .key = seed, .depths = depths, .n_depths = 4, .sum = block };
        assert_int_equal(tree_grow(p.space, &request), ASSAY_OK);
        for (size_t c = 0; c < 4; c++) {
            memset(alone, 0, sizeof alone);
            tree_request one = FIELDS(.tries = 2, .depth = depths[c], .key = seed, .depths = &depths[c], .n_depths = 1,
                                      .sum = alone, .importance = importance);
            assert_int_equal(tree_grow(p.space, &one), ASSAY_OK);
            if (memcmp(alone, block + c * p.n, p.n * sizeof *alone) != 0)
                fail_msg("seed %d depth %zu", (int)seed, depths[c]);
        }
        problem_close(&p);
    }
}

/* A code whose neighbours are all within 1e-7 is not constant over a longer stretch, yet offers no split: a node that
 * looks at that code alone ends there, and does not go on to the next one. */
TEST(test_chain_of_ties)
{
    uint32_t leaf[3];
    for (int lists = 0; lists < 2; lists++) {
        size_t ended = 0, split = 0;
        FREED(problem_close)
        problem p = {
            .n = 3, .d = 2, .codes = { 0, 6e-8, 1.2e-7, 1, 2, 3 }, .target = { 0, 1, 5 }, .weight = { 1, 1, 1 }
        };
        problem_open(&p);
        for (uint64_t key = 0; key < 40; key++) {
            problem_grow(&p, 1, 9, key, lists ? leaf : NULL, 0, &out);
            if (out.splits == 0) ended++;
            else split += out.importance[1] > 0 && out.importance[0] == 0;
        }
        /* a fair coin, 40 times: fewer than 8 of either side once in 10^5 */
        if (ended < 8 || split < 8 || ended + split != 40) fail_msg("%zu ended, %zu split", ended, split);
    }
}

TESTS_MAIN
