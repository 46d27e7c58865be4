/* The rows that classifiers learn from and are scored on: counted, and as sets. */
#include "testing.h"

#include "class_split.h"

#include <math.h>
#include <stdio.h>

enum { BLOCKS = 16 };
static void *block[BLOCKS];
static size_t n_blocks;

static void *give(assay_call *call, size_t count, size_t size)
{
    (void)call;
    assert_true(n_blocks < BLOCKS);
    return block[n_blocks++] = calloc(count ? count : 1, size);
}

static void give_back(void)
{
    while (n_blocks) free(block[--n_blocks]);
}

static const class_split *split_of(const bins *v, int split, uint64_t seed)
{
    assay_stream stream;
    assay_call call = { .alloc = give, .stream = &stream };
    const class_split *of;
    assay_stream_seed(&stream, seed);
    assert_int_equal(class_split_of(v, split, &call, &of), ASSAY_OK);
    return of;
}

static size_t row_at(row_set rows, size_t k) { return rows.at ? rows.at[k] : rows.first + k; }

/* Ascending, without repeats, apart from each other; gives the rows of each value in either set. */
static void count_sets(const class_split *of, size_t n, size_t *train, size_t *test)
{
    unsigned char *seen = calloc(n, 1);
    assert_non_null(seen);
    for (size_t k = 0; k < of->train.count; k++) {
        const size_t s = row_at(of->train, k);
        assert_true(s < n && (k == 0 || s > row_at(of->train, k - 1)));
        seen[s] = 1;
        train[of->label[s]]++;
    }
    for (size_t k = 0; k < of->test.count; k++) {
        const size_t s = row_at(of->test, k);
        assert_true(s < n && !seen[s] && (k == 0 || s > row_at(of->test, k - 1)));
        test[of->label[s]]++;
    }
    free(seen);
}

/* Value 2 of 5 levels has no rows; 3, 7, 11 and 0 .. of the others. */
TEST(test_fifth)
{
    enum { N = 21 };
    const uint16_t index[N] = { 4, 0, 1, 4, 4, 1, 3, 0, 4, 3, 4, 4, 3, 0, 4, 4, 3, 4, 3, 4, 4 };
    size_t count[1] = { 5 }, train[4] = { 0 }, test[4] = { 0 };
    const bins v = { .n = N, .n_columns = 1, .index = (uint16_t *)(uintptr_t)index, .count = count };
    const class_split *of = split_of(&v, HOLD_FIFTH, 1);
    assert_int_equal(of->count, 4);
    for (size_t s = 0; s < N; s++) assert_int_equal(of->label[s], index[s] - (index[s] > 2));
    count_sets(of, N, train, test);
    const size_t want_train[4] = { 2, 1, 4, 8 }, want_test[4] = { 1, 1, 1, 3 }; /* of 3, 2, 5, 11 */
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(train[k], want_train[k]);
        assert_int_equal(test[k], want_test[k]);
    }
    assert_false(of->one);
    give_back();
}

/* 20000 rows of shares .6, .39995 and .00005: 6000, round-half-even(3999.5) = 4000 and round-half-even(.5) = 0 rows. */
TEST(test_stratified)
{
    enum { N = 20000 };
    uint16_t *index = calloc(N, sizeof *index);
    size_t count[1] = { 3 }, train[3] = { 0 }, test[3] = { 0 };
    assert_non_null(index);
    for (size_t s = 0; s < N; s++) index[s] = s < 12000 ? 0 : s < 19999 ? 1 : 2;
    const bins v = { .n = N, .n_columns = 1, .index = index, .count = count };
    count_sets(split_of(&v, HOLD_STRATIFIED, 3), N, train, test);
    const size_t want[3] = { 6000, 4000, 0 };
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(train[k], want[k] * 4 / 5);
        assert_int_equal(train[k] + test[k], want[k]);
    }
    free(index);
    give_back();
}

/* The same column has the same sets wherever it stands; another seed, others; every row is taken about as often. */
TEST(test_draws)
{
    enum { N = 50, SEEDS = 400 };
    uint16_t index[3 * N];
    size_t count[3] = { 2, 5, 2 }, kept[N] = { 0 }, differ = 0;
    for (size_t s = 0; s < N; s++) {
        index[s] = index[2 * N + s] = (uint16_t)(s % 2);
        index[N + s] = (uint16_t)(s / 10);
    }
    const bins v = { .n = N, .n_columns = 3, .index = index, .count = count };
    uint32_t before[N] = { 0 };
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const class_split *of = split_of(&v, HOLD_FIFTH, seed);
        assert_int_equal(of[0].train.count, 40);
        assert_memory_equal(of[0].train.at, of[2].train.at, 40 * sizeof(uint32_t));
        differ += memcmp(before, of[1].test.at, 10 * sizeof(uint32_t)) != 0;
        memcpy(before, of[1].test.at, 10 * sizeof(uint32_t));
        for (size_t k = 0; k < 10; k++) kept[of[1].test.at[k]]++;
        give_back();
    }
    assert_true(differ >= SEEDS - 1);
    for (size_t s = 0; s < N; s++) /* binomial: 80 of 400, deviation 8 */
        if (!(fabs((double)kept[s] - 80) <= 5 * 8)) fail_msg("row %zu was kept %zu times", s, kept[s]);
}

TEST(test_plain)
{
    enum { N = 9 };
    uint16_t index[N] = { 0, 0, 0, 0, 0, 0, 1, 1, 1 };
    size_t count[1] = { 2 };
    const bins v = { .n = N, .n_columns = 1, .index = index, .count = count };
    const class_split *of = split_of(&v, HOLD_NONE, 0);
    assert_true(of->train.count == N && of->test.count == N && !of->train.at && of->test.first == 0 && !of->one);
    of = split_of(&v, HOLD_BATCHES, 0);
    assert_true(of->train.count == 6 && of->test.first == 6 && of->test.count == 3 && of->one);
    const double column[N] = { 0, 10, 20, 30, 40, 50, 60, 70, 80 };
    double room[N];
    assert_true(rows_take(of->test, column, room)[1] == 70);
    const uint32_t at[2] = { 3, 8 };
    int32_t labels[2];
    assert_true(rows_take((row_set){ .at = at, .count = 2 }, column, room)[1] == 80);
    assert_true(rows_take_labels((row_set){ .at = at, .count = 2 }, of->label, labels)[1] == 1);
    give_back();

    uint16_t *many = calloc(20000, sizeof *many);
    assert_non_null(many);
    many[1] = 1;
    const bins large = { .n = 20000, .n_columns = 1, .index = many, .count = count };
    of = split_of(&large, HOLD_BATCHES, 0);
    assert_true(of->train.count == 10000 && of->test.first == 10000 && of->test.count == 5000 && !of->one);
    free(many);
    give_back();
}

TESTS_MAIN
