/* Folds of rows, and the sorting under the estimators: answers by hand; stratified ones as of scikit-learn 1.2.1. */
#include "folds.h"
#include "radix_order.h"

#include "estimator_data.h"

TEST(test_contiguous)
{
    static const struct {
        const char *why;
        size_t n, folds, begin[6];
    } known[] = {
        { "equal parts", 20, 5, { 0, 4, 8, 12, 16, 20 } },
        { "23 = 5 + 5 + 5 + 4 + 4: the first n mod K hold one more", 23, 5, { 0, 5, 10, 15, 19, 23 } },
        { "a row each", 5, 5, { 0, 1, 2, 3, 4, 5 } },
    };
    for (size_t t = 0; t < sizeof known / sizeof *known; t++)
        for (size_t f = 0; f <= known[t].folds; f++)
            if (folds_begin(known[t].n, known[t].folds, f) != known[t].begin[f])
                fail_msg("%s, fold %zu", known[t].why, f);
}

TEST(test_stratified)
{
    static const struct {
        const char *why;
        size_t n, classes, folds;
        int32_t label[13], fold[13];
        /* clang-format off */
    } known[] = {
        { "classes in order of appearance, not of value", 13, 3, 3, { 2, 2, 0, 1, 0, 2, 1, 0, 2, 2, 0, 1, 2 },
          { 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2 } },
        { "a class of one row goes into one fold", 12, 6, 4, { 0, 0, 0, 0, 1, 1, 1, 1, 1, 5, 0, 1 },
          { 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 3, 3 } },
        { "five folds of two classes and a single row", 11, 3, 5, { 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2 },
          { 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0 } },
    };
    /* clang-format on */
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        int32_t fold[13];
        assert_int_equal(folds_stratified(known[t].label, known[t].n, known[t].classes, known[t].folds, fold),
                         ASSAY_OK);
        for (size_t s = 0; s < known[t].n; s++)
            if (fold[s] != known[t].fold[s]) fail_msg("%s, row %zu: %d", known[t].why, s, (int)fold[s]);
    }
}

TEST(test_refusals)
{
    int32_t fold[4];
    const int32_t label[] = { 0, 1, 2, 3 };
    assert_int_equal(folds_stratified(label, 4, 4, 5, fold), ASSAY_EINPUT); /* R1 */
    assert_int_equal(folds_stratified(label, 4, 4, 1, fold), ASSAY_EINPUT); /* R1 */
    assert_int_equal(folds_stratified(label, 4, 4, 2, fold), ASSAY_EINPUT); /* R2: one row per class */
}

/* Ascending, a permutation, ties in row order; sizes on both sides of the switch to insertion. */
TEST(test_order)
{
    assay_stream stream = stream_of(12);
    static const size_t sizes[] = { 1, 2, 63, 64, 65, 1000 };
    for (size_t t = 0; t < 3 * sizeof sizes / sizeof *sizes; t++) {
        const size_t n = sizes[t / 3], kind = t % 3;
        double *x = doubles(n), *sorted = doubles(n), *alone = doubles(n);
        uint32_t *row = malloc(n * sizeof *row);
        for (size_t s = 0; s < n; s++) {
            x[s] = kind == 0 ? assay_stream_normal(&stream) * pow(2.0, (double)assay_stream_below(&stream, 400) - 200.0)
                   : kind == 1 ? (double)assay_stream_below(&stream, 5) - 2.0
                               : 1.0;
            if (kind == 0 && s % 50 == 7) x[s] = s & 1 ? INFINITY : -INFINITY;
        }
        memcpy(alone, x, n * sizeof *x);
        assert_non_null(row);
        assert_int_equal(radix_order(x, n, sorted, row), ASSAY_OK);
        assert_int_equal(radix_sort(alone, n), ASSAY_OK);
        assert_memory_equal(alone, sorted, n * sizeof *x);
        uint8_t seen[1000] = { 0 };
        for (size_t r = 0; r < n; r++) {
            assert_true(row[r] < n && !seen[row[r]]++);
            assert_true(x[row[r]] == sorted[r]);
            if (r) assert_true(sorted[r - 1] < sorted[r] || (sorted[r - 1] == sorted[r] && row[r - 1] < row[r]));
        }
        free(x), free(sorted), free(alone), free(row);
    }
    assert_int_equal(radix_sort(NULL, 0), ASSAY_OK);
}

TESTS_MAIN
