/* Decks and dice: the distribution of what is dealt. */
#include "check.h"

#include "arena.h"
#include "batches.h"

__extension__ typedef unsigned __int128 u128;

static arena memory;
static assay_stream stream;

static void *give(assay_call *call, size_t count, size_t size)
{
    (void)call;
    return arena_alloc(&memory, count, size);
}

static assay_call call_of(void)
{
    return (assay_call){ .abi = ASSAY_ABI, .alloc = give, .stream = &stream, .jobs = 1 };
}

static int clear(void **state)
{
    (void)state;
    arena_free(&memory);
    return 0;
}

/* Dice are the digits of floor(word B / 2^64) in mixed radix, B the product of the bounds, and words whose remainder is
 * below 2^64 mod B are thrown away: the definition, from the same words. */
TEST(test_dice)
{
    static const uint64_t bounds[] = { 1,    2,    3,    8,     10,       16,          17,        200,
                                       1000, 3000, 4096, 20000, 1u << 20, 4000000000u, 1ull << 32 };
    static const size_t per_word[] = { 60, 60, 30, 20, 15, 15, 12, 7, 6, 5, 5, 4, 3, 1, 1 };
    enum { THROWN = 6000 };
    OWNED uint32_t *die = malloc(THROWN * sizeof *die);
    size_t refused = 0;
    for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        assay_stream_seed(&stream, b);
        assay_stream words = stream;
        dice_throw(&stream, bounds[b], THROWN, die);
        for (size_t t = 0; t < THROWN; t += per_word[b]) {
            const size_t k = THROWN - t < per_word[b] ? THROWN - t : per_word[b];
            uint64_t product = 1;
            for (size_t e = 0; e < k; e++) product *= bounds[b];
            u128 scaled = (u128)assay_stream_raw(&words) * product;
            for (; (uint64_t)scaled < -product % product; refused++) scaled = (u128)assay_stream_raw(&words) * product;
            uint64_t digits = (uint64_t)(scaled >> 64);
            for (size_t e = k; e-- > 0; digits /= bounds[b])
                if (die[t + e] != digits % bounds[b]) fail_msg("bound %ju, die %zu", (uintmax_t)bounds[b], t + e);
        }
        assert_int_equal(assay_stream_raw(&stream), assay_stream_raw(&words));
    }
    if (refused < 5) fail_msg("only %zu words were refused: the bounds do not try that", refused);
}

/* Chi-square of counts that should be equal; the bound is 5 standard deviations of chi-square above its mean. */
static void check_even(const unsigned *count, size_t cells, unsigned total, const char *what)
{
    const double want = total / (double)cells, freedom = (double)cells - 1;
    double chi = 0;
    for (size_t c = 0; c < cells; c++) chi += (count[c] - want) * (count[c] - want) / want;
    if (!(chi <= freedom + 5 * sqrt(2 * freedom) + 5)) fail_msg("%s: chi-square %g of %g", what, chi, freedom);
}

static bins bins_of(uint16_t *index, size_t n, size_t m, size_t *count)
{
    static size_t none[8]; /* every row has every factor */
    assert_true(m <= 8);
    return (bins){ .n = n, .n_columns = m, .index = index, .count = count, .lost = none };
}

/* A deck of 4 among others, dealt in portions of 1 and 3: all 24 orders come equally often, every deck is whole. */
TEST(test_deck)
{
    uint16_t index[10] = { 1, 0, 1, 2, 1, 0, 1, 0, 0, 0 };
    size_t count[1] = { 3 };
    const bins v = bins_of(index, 10, 1, count);
    assay_call call = call_of();
    groups g;
    unsigned seen[256] = { 0 }, orders[24], used = 0;
    const unsigned decks = check_repeats(24000);
    assay_stream_seed(&stream, 11);
    assert_int_equal(groups_lend(&v, 0, &call, &g), ASSAY_OK);
    groups_same(&v, 0, 2, &g);
    assert_int_equal(g.count, 2); /* value 2 has a single row */
    assert_int_equal(g.rows, 9);
    for (unsigned k = 0; k < decks; k++) {
        uint32_t row[4];
        groups_deal(&g, 1, 1, 1, &stream, row);
        groups_deal(&g, 1, 3, 1, &stream, row + 1);
        if ((1u << row[0] | 1u << row[1] | 1u << row[2] | 1u << row[3]) != (1u << 0 | 1u << 2 | 1u << 4 | 1u << 6))
            fail_msg("deck %u: %u %u %u %u", k, row[0], row[1], row[2], row[3]);
        seen[row[0] / 2 * 64 + row[1] / 2 * 16 + row[2] / 2 * 4 + row[3] / 2]++;
    }
    for (size_t c = 0; c < 256; c++)
        if (seen[c]) orders[used++] = seen[c];
    assert_int_equal(used, 24);
    check_even(orders, 24, decks, "orders of a deck");
}

TEST(test_rows_drawn)
{
    unsigned seen[50] = { 0 };
    uint32_t place[50];
    const unsigned times = check_repeats(2000);
    assay_stream_seed(&stream, 13);
    for (unsigned k = 0; k < times; k++) {
        const uint32_t *row = rows_drawn(&stream, 50, 20, place);
        uint64_t met = 0;
        for (size_t t = 0; t < 20; t++) {
            if (met >> row[t] & 1) fail_msg("row %u twice", row[t]);
            met |= 1ull << row[t];
            seen[row[t]]++;
        }
    }
    check_even(seen, 50, 20 * times, "rows without replacement");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_dice, clear),
        cmocka_unit_test_teardown(test_deck, clear),
        cmocka_unit_test_teardown(test_rows_drawn, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
