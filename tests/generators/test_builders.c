/*
 * Draws of factors, by tiles and one at a time, and the edges of classes. What codes are built of is in the scenarios'
 * rows (test_scenarios, test_scenario_rows, tests/reference).
 */
#include "testing.h"
#include "builders.h"

/* Rows become columns: the same draws one at a time, for shapes round the size of a tile (512) and a single column. */
TEST(draws_are_row_by_row)
{
    static const size_t shapes[][2] = { { 1, 1 },    { 5, 3 },    { 63, 8 },  { 64, 8 },  { 65, 8 },
                                        { 1000, 8 }, { 1030, 1 }, { 171, 3 }, { 3, 512 }, { 100, 257 },
                                        { 4, 513 },  { 0, 4 },    { 4, 0 } };
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t n = shapes[k][0], m = shapes[k][1];
        OWNED double *block = malloc((n * m + 1) * sizeof *block);
        assert_non_null(block);
        block[n * m] = -1;
        assay_stream a, b;
        assay_stream_seed(&a, k);
        b = a;
        block_draw(&a, n, m, block);
        for (size_t s = 0; s < n; s++)
            for (size_t i = 0; i < m; i++) assert_true(block[i * n + s] == assay_stream_uniform(&b));
        assert_true(block[n * m] == -1);
        assert_true(assay_stream_raw(&a) == assay_stream_raw(&b));
    }
}

TEST(classes)
{
    static const struct {
        const char *why;
        double x, levels, want;
    } known[] = {
        { "0 is the first", 0.0, 5, 0 },         { "just below an edge", 0.19999999, 5, 0 },
        { "an edge belongs above", 0.25, 4, 1 }, { "the last", 0.999, 5, 4 },
        { "1 belongs to the last", 1.0, 5, 4 },  { "and a little more by rounding", 1.0000000000000002, 5, 4 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double x[70]; /* a block and a rest */
        for (size_t s = 0; s < 70; s++) x[s] = known[k].x;
        block_classify(x, 70, known[k].levels);
        for (size_t s = 0; s < 70; s++)
            if (x[s] != known[k].want) fail_msg("%s: %g", known[k].why, x[s]);
    }
}

TESTS_MAIN
