/* discretise: the rules on and beside their edges, against the counting rule written out, and what the host shares. */
#include "check.h"
#include "discretise.h"
#include "rows.h"

#include <float.h>

enum { MOST = 64 };

/* The table of discretise.h, word by word: every edge, counted. Losing rows is not done here. */
static size_t counted(bin_rule rule, double x, double low, double high, size_t parts)
{
    const double b = (double)parts, range = high - low, s = range < 10 * DBL_EPSILON ? 1.0 : 1.0 / range;
    size_t count = 0;
    if (!(high > low)) return 0;
    for (size_t k = 0; k < parts; k++) {
        if (rule == BIN_SCALED) count += (double)k * (1 / b) <= x * s + (0.0 - low * s);
        else if (rule == BIN_CLOSED) count += low + ((double)k * range) / b <= x;
        else count += low + (double)k * (range / b) <= x;
    }
    return count - 1;
}

static size_t cut_into(bin_rule rule, size_t parts, int lose, const double *x, size_t n, uint16_t *to)
{
    double low = x[0], high = x[0], *scratch = malloc(n * sizeof *scratch);
    for (size_t s = 1; s < n; s++) {
        low = fmin(low, x[s]);
        high = fmax(high, x[s]);
    }
    const cut how = { .rule = rule, .bins = parts, .rows = n, .lose = lose };
    const size_t lost = discretise_column(x, n, low, high, &how, scratch, to);
    free(scratch);
    return lost;
}

static const struct {
    const char *why;
    bin_rule rule;
    size_t bins, n;
    double x[12];
    uint16_t index[12];
    /* clang-format off */
} known[] = {
    { "an edge is in the bin above, the maximum in the last", BIN_SCALED, 4, 6, { 0, 1, 2, 3, 4, 3.99 },
      { 0, 1, 2, 3, 3, 3 } },
    { "0.3 lies below 3 * 0.1", BIN_SCALED, 10, 4, { 0, 0.3, 0.30000000000000004, 1 }, { 0, 2, 3, 9 } },
    { "12 labels in 10", BIN_SCALED, 10, 12, { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 },
      { 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9 } },
    { "range: the same in data units", BIN_RANGE, 4, 5, { 10, 14, 11, 12, 13 }, { 0, 3, 1, 2, 3 } },
    { "linspace, clamped", BIN_LINSPACE, 4, 5, { 10, 14, 11, 12, 13 }, { 0, 3, 1, 2, 3 } },
    { "closed", BIN_CLOSED, 4, 5, { 10, 14, 11, 12, 13 }, { 0, 3, 1, 2, 3 } },
    { "constant", BIN_RANGE, 4, 5, { 7, 7, 7, 7, 7 }, { 0, 0, 0, 0, 0 } },
    { "a unit moves no row", BIN_SCALED, 4, 5, { 0, 0x1p-50, 0x1p-49, 0, 0 }, { 0, 2, 3, 0, 0 } },
    { "nor the smallest", BIN_SCALED, 4, 5, { 0, 0x1p-1001, 0x1p-1000, 0, 0 }, { 0, 2, 3, 0, 0 } },
    { "range: the same", BIN_RANGE, 2, 5, { 0, 1e-15, 2e-15, 0, 0 }, { 0, 1, 1, 0, 0 } },
    { "an infinite range counts as constant", BIN_SCALED, 4, 5, { -1e308, 1e308, 0, 0, 0 }, { 0, 0, 0, 0, 0 } },
    { "quantile: equal shares", BIN_QUANTILE, 3, 6, { 5, 1, 100, 2, 1e6, 3 }, { 1, 0, 2, 0, 2, 1 } },
    { "quantile: ties stay together, where the first would be", BIN_QUANTILE, 3, 6, { 1, 1, 1, 1, 2, 3 },
      { 0, 0, 0, 0, 2, 2 } },
};
/* clang-format on */

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        uint16_t index[12];
        assert_int_equal(cut_into(known[k].rule, known[k].bins, 0, known[k].x, known[k].n, index), 0);
        for (size_t s = 0; s < known[k].n; s++)
            if (index[s] != known[k].index[s])
                fail_msg("%s: %.17g is in bin %d, not %d", known[k].why, known[k].x[s], index[s], known[k].index[s]);
    }
}

/* Values drawn on, just below and just above the edges, at offsets up to where edges run together (R1). */
TEST(test_counting_rule)
{
    assay_stream stream = stream_of(7);
    for (unsigned r = 0; r < check_repeats(4000); r++) {
        double x[MOST], low, high;
        uint16_t index[MOST];
        const size_t parts = 2 + assay_stream_below(&stream, 30), n = 2 + assay_stream_below(&stream, MOST - 1);
        const bin_rule rule = (bin_rule)assay_stream_below(&stream, BIN_QUANTILE);
        const double offset = ldexp(assay_stream_normal(&stream), (int)assay_stream_below(&stream, 120) - 60);
        const double width = ldexp(assay_stream_uniform(&stream), (int)assay_stream_below(&stream, 60) - 30);
        for (size_t s = 0; s < n; s++) {
            const double edge = (double)assay_stream_below(&stream, parts + 1) / (double)parts;
            x[s] = offset + width * (s < 2 ? (double)s : edge);
            if (assay_stream_below(&stream, 3) == 0) x[s] = nextafter(x[s], offset + width / 2);
        }
        low = high = x[0];
        for (size_t s = 0; s < n; s++) {
            low = fmin(low, x[s]);
            high = fmax(high, x[s]);
        }
        cut_into(rule, parts, 0, x, n, index);
        for (size_t s = 0; s < n; s++)
            if (index[s] != counted(rule, x[s], low, high, parts))
                fail_msg("round %u, rule %d, %zu bins: %.17g of [%.17g, %.17g] is in bin %d, counting says %zu", r,
                         (int)rule, parts, x[s], low, high, index[s], counted(rule, x[s], low, high, parts));
    }
}

/* R2 */
TEST(test_lost)
{
    uint16_t index[4];
    assert_int_equal(cut_into(BIN_LINSPACE, 4, 1, (const double[]){ 0, 1, 2, 1e6 }, 4, index), 0);
    assert_int_equal(cut_into(BIN_LINSPACE, 4, 1, (const double[]){ 0, 1e9, 2, 1e9 }, 4, index), 2);
    assert_int_equal(index[1], 4);
    assert_int_equal(index[2], 0);
    assert_int_equal(cut_into(BIN_LINSPACE, 4, 1, (const double[]){ 1e9, 1e9, 1e9, 1e9 }, 4, index), 4);

    /* closed: low + (4 range)/4 is below the maximum for this pair, as for one pair in four */
    const double low = 0.1, high = 0.7, range = high - low;
    size_t lost = 0, pairs = 0;
    assay_stream stream = stream_of(3);
    assert_true(low + (4 * range) / 4 <= high);
    for (int r = 0; r < 1000; r++) {
        double x[4] = { assay_stream_normal(&stream), assay_stream_normal(&stream), 0, 0 };
        x[2] = x[3] = x[0];
        const double least = fmin(x[0], x[1]), most = fmax(x[0], x[1]), last = least + (20 * (most - least)) / 20;
        const size_t expected = last < most ? (x[0] == most ? 3 : 1) : 0;
        assert_int_equal(cut_into(BIN_CLOSED, 20, 1, x, 4, index), expected);
        if (expected) assert_int_equal(index[x[0] == most ? 0 : 1], 20);
        lost += expected > 0;
        assert_int_equal(cut_into(BIN_CLOSED, 20, 0, x, 4, index), 0);
        assert_int_equal(index[x[0] == most ? 0 : 1], 19);
        pairs++;
    }
    assert_true(lost > pairs / 50 && lost < pairs / 2); /* both ways are met */
}

TEST(test_rows)
{
    static const struct {
        size_t n, train, test;
    } rows[] = { { 1, 1, 0 },           { 2, 1, 1 },           { 3, 2, 1 },
                 { 9000, 6000, 3000 },  { 14999, 9999, 5000 }, { 15000, 10000, 5000 },
                 { 99999, 10000, 5000 } };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_int_equal(rows_train(rows[k].n), rows[k].train);
        assert_int_equal(rows_test(rows[k].n), rows[k].test);
    }
}

/* A label too many for 16 bits is refused with the remedy, not counted wrongly. */
TEST(test_many_levels)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double columns[4] = { 0, 69999, 0, 1 };
    const int32_t levels = 70000;
    data_of(&data, 2, 1, 2, columns, columns, &levels);
    assay_scores scores = scores_of(&data, "sufficiency");
    assert_int_equal(scores.at[0].status, ASSAY_EINPUT);
    assert_non_null(strstr(scores.at[0].overall.undefined, "70000 levels"));
    assay_scores_free(&scores);
    assert_true(fabs(score_of(&data, "sufficiency:categories=cut") - 1) < 1e-14);
}

TESTS_MAIN
