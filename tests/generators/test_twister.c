/*
 * The Mersenne Twister and the book of letters made with it, and draws of dependent classes.
 *
 * The numbers come from Python 3.11's random and NumPy 1.24's RandomState; 4123659995 is what the C++ standard asks of
 * mt19937's 10000th word.
 */
#include "check.h"
#include "classes.h"
#include "code_book.h"
#include "twister.h"

static void words(void **state)
{
    (void)state;
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

static void doubles(void **state)
{
    (void)state;
    twister t;
    twister_seed_numpy(&t, 0);
    check_near(twister_uniform(&t, -1, 1), 0.0976270078546495, 0, "first");
    check_near(twister_uniform(&t, -1, 1), 0.43037873274483895, 0, "second");
    check_near(twister_uniform(&t, -1, 1), 0.20552675214328775, 0, "third");
}

static void below(void **state)
{
    (void)state;
    static const uint32_t shuffled[10] = { 7, 8, 1, 5, 3, 4, 2, 0, 9, 6 };
    static const uint32_t drawn[8] = { 11, 18, 6, 16, 4, 9, 4, 3 };
    uint32_t items[10];
    twister t;
    twister_seed_python(&t, 0);
    for (uint32_t k = 0; k < 10; k++) items[k] = k;
    twister_shuffle(&t, items, 10);
    assert_memory_equal(items, shuffled, sizeof items);
    for (size_t k = 0; k < 8; k++) assert_int_equal(twister_below(&t, 20), drawn[k]);
    assert_int_equal(twister_below(&t, 1), 0);
    twister_shuffle(&t, items, 0);
}

/* Another way: every row of the full factorial is in one of the splits once, so the test rows are distinct. */
static void split(void **state)
{
    (void)state;
    static uint32_t scratch[BOOK_ROWS], rows[BOOK_TEST_ROWS];
    static unsigned char seen[BOOK_ROWS];
    code_book_split(scratch, rows);
    static const uint32_t first[4] = { 122235, 14572, 15383, 81181 };
    assert_memory_equal(rows, first, sizeof first);
    assert_int_equal(rows[BOOK_TEST_ROWS - 1], 115428);
    for (size_t s = 0; s < BOOK_TEST_ROWS; s++) assert_true(rows[s] < BOOK_ROWS && !seen[rows[s]]++);
    assert_true(combination_value(1, 3) == 1 && combination_value(20, 3) == 0 && combination_value(20, 2) == 1);
    assert_true(combination_value(159999, 0) == 19 && combination_value(8000, 0) == 1);
}

/* The last edge of 20 bins between the least and the largest coordinate, as that study computes it. */
static int loses_its_largest(const code_book *book, size_t i, size_t c)
{
    double low = 1, high = -1;
    for (size_t k = 0; k < BOOK_VALUES; k++) {
        low = fmin(low, book->two[i][k][c]);
        high = fmax(high, book->two[i][k][c]);
    }
    return low + 20 * (high - low) / 20 < high;
}

/* Coordinates change by their last bits on the way through text, 58 of them in a Python rendering of the parser; and
 * with these, codes 4 and 5 of 8 lose their largest value to rounding, before only code 4. */
static void reread(void **state)
{
    (void)state;
    code_book book, again;
    code_book_publish(&book);
    again = book;
    code_book_reread(&again);
    size_t changed = 0;
    for (size_t i = 0; i < BOOK_FACTORS; i++) {
        for (size_t k = 0; k < BOOK_VALUES; k++) {
            assert_true(fabs(book.one[i][k]) >= 1e-4);
            check_near(again.one[i][k], book.one[i][k], 4e-16 * fabs(book.one[i][k]), "one");
            changed += again.one[i][k] != book.one[i][k];
            for (size_t c = 0; c < 2; c++) {
                assert_true(fabs(book.two[i][k][c]) >= 1e-4);
                check_near(again.two[i][k][c], book.two[i][k][c], 4e-16 * fabs(book.two[i][k][c]), "two");
                changed += again.two[i][k][c] != book.two[i][k][c];
            }
        }
    }
    assert_int_equal(changed, 58);
    for (size_t j = 0; j < 2 * BOOK_FACTORS; j++) {
        assert_int_equal(loses_its_largest(&book, j / 2, j % 2), j == 4);
        assert_int_equal(loses_its_largest(&again, j / 2, j % 2), j == 4 || j == 5);
    }
}

/* Against the C library's exponential, which is right to a unit in the last place. */
static void kernel(void **state)
{
    (void)state;
    static const double spreads[] = { 0.01, 0.04, 0.1, 0.4, 0.7, 999 };
    for (size_t k = 0; k < sizeof spreads / sizeof *spreads; k++) {
        double weight[100];
        classes_weigh(10, spreads[k], weight);
        for (size_t a = 0; a < 10; a++) {
            for (size_t b = 0; b < 10; b++) {
                const double gap = ((double)a - (double)b) / 9, want = exp(-gap * gap / (2 * spreads[k] * spreads[k]));
                check_near(weight[a * 10 + b], want, 1e-12 * want + 1e-290, "weight");
            }
        }
    }
    double weight[9];
    classes_weigh(3, CLASSES_APART, weight);
    for (size_t k = 0; k < 9; k++) check_near(weight[k], 1, 0, "independent");
}

static void places(void **state)
{
    (void)state;
    double weight[4] = { 1, 0, 2, 1 };
    classes_sum(weight, 4);
    static const struct {
        const char *why;
        double u;
        size_t place;
    } known[] = {
        { "the beginning", 0, 0 },         { "still the first quarter", 0.2499, 0 },
        { "an edge is the next one's; the second weighs nothing", 0.25, 2 },
        { "the end of the third", 0.7499, 2 }, { "the last", 0.75, 3 },
        { "the largest draw", 1 - 0x1p-53, 3 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (classes_find(weight, 4, known[k].u) != known[k].place) fail_msg("%s", known[k].why);
    assert_int_equal(classes_find(weight, 4, 1), 3); /* no draw, but rounding may get there */
    assert_int_equal(classes_find(weight, 1, 0.5), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words), cmocka_unit_test(doubles), cmocka_unit_test(below),  cmocka_unit_test(split),
        cmocka_unit_test(reread), cmocka_unit_test(kernel), cmocka_unit_test(places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
