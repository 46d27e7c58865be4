/* Texts put together piece by piece: joints, what is cut off, and where nothing is kept. */
#include "testing.h"
#include "wording.h"

TEST(test_pieces)
{
    char text[32] = "before";
    wording w = WORDING(text);
    assert_string_equal(text, "");
    wording_join(&w, ", ", "one");
    wording_join(&w, ", ", "two");
    wording_add(&w, " and %d", 3);
    assert_string_equal(text, "one, two and 3");
    assert_int_equal(w.used, 14);
}

TEST(test_cut_off)
{
    char text[8] = "1234567";
    wording w = wording_in(text, 6);
    wording_add(&w, "abcde");
    assert_string_equal(text, "abcde");
    assert_int_equal(w.used, 5);
    wording_add(&w, "fgh");
    assert_string_equal(text, "abcde");
    assert_true(w.used >= w.size);
    wording_add(&w, "i");
    wording_join(&w, ", ", "j");
    assert_string_equal(text, "abcde");
    assert_true(text[6] == '7');
}

TEST(test_no_room)
{
    char text[2] = "a";
    wording none = wording_in(NULL, 10), empty = wording_in(text, 0);
    wording_add(&none, "%s", "b");
    wording_add(&empty, "%s", "b");
    assert_string_equal(text, "a");
}

TEST(numbers_that_differ_are_told_apart)
{
    assert_int_equal(wording_digits(0.5, 0.25), 6);
    assert_int_equal(wording_digits(0.94146700, 0.94146701), 8);
    assert_int_equal(wording_digits(0.1, 0.1 + 1e-17), 17); /* the same number */
    assert_int_equal(wording_digits(1.0, 1.0 + 2.220446049250313e-16), 17);
}

TESTS_MAIN
