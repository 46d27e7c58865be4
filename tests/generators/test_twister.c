/*
 * The Mersenne Twister and the book of letters made with it, and draws of dependent classes.
 *
 * The numbers come from Python 3.11's random and NumPy 1.24's RandomState; 4123659995 is what the C++ standard asks of
 * mt19937's 10000th word.
 */
#include "check.h"
#include "builders.h"
#include "code_book.h"
#include "twister.h"

TEST(words)
{
    twister t;
    uint32_t word = 0;
    twister_seed_numpy(&t, 5489);
    for (int k = 0; k < 10000; k++) word = twister_word(&t);
    assert_true(word == 4123659995u);
    twister_seed_python(&t, 0);
    assert_true(twister_word(&t) == 3626764237u);
    assert_true(twister_word(&t) == 1654615998u);
    assert_true(twister_word(&t) == 3255389356u);
}

/* Another way: every row of the full factorial is in one of the splits once, so the test rows are distinct. */
TEST(split)
{
    static size_t scratch[BOOK_ROWS], rows[BOOK_TEST_ROWS];
    static unsigned char seen[BOOK_ROWS];
    code_book_split(scratch, rows);
    static const size_t first[4] = { 122235, 14572, 15383, 81181 };
    assert_memory_equal(rows, first, sizeof first);
    assert_int_equal(rows[BOOK_TEST_ROWS - 1], 115428);
    for (size_t s = 0; s < BOOK_TEST_ROWS; s++) assert_true(rows[s] < BOOK_ROWS && !seen[rows[s]]++);
    assert_true(combination_value(1, 3) == 1 && combination_value(20, 3) == 0 && combination_value(20, 2) == 1);
    assert_true(combination_value(159999, 0) == 19 && combination_value(8000, 0) == 1);
}

TEST(places)
{
    double weight[4] = { 1, 0, 2, 1 };
    classes_sum(weight, 4);
    static const struct {
        const char *why;
        double u;
        size_t place;
    } known[] = {
        { "the beginning", 0, 0 },
        { "still the first quarter", 0.2499, 0 },
        { "an edge is the next one's; the second weighs nothing", 0.25, 2 },
        { "the end of the third", 0.7499, 2 },
        { "the last", 0.75, 3 },
        { "the largest draw", 1 - 0x1p-53, 3 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (classes_find(weight, 4, known[k].u) != known[k].place) fail_msg("%s", known[k].why);
    assert_int_equal(classes_find(weight, 4, 1), 3); /* no draw, but rounding may get there */
    assert_int_equal(classes_find(weight, 1, 0.5), 0);
}

TESTS_MAIN
