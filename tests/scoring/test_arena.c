/* The arena: aligned, zeroed, taken back at once, and settled after the first round. */
#include "arena.h"
#include "check.h"

TEST(memory_is_zeroed_and_aligned)
{
    FREED(arena_free) arena a = { 0 };
    for (int round = 0; round < 3; round++) {
        for (size_t size = 1; size < 3000000; size = size * 5 / 2 + 1) {
            unsigned char *at = arena_alloc(&a, size, 1);
            assert_non_null(at);
            assert_int_equal((uintptr_t)at % 64, 0);
            for (size_t k = 0; k < size; k++)
                if (at[k]) fail_msg("byte %zu of %zu in round %d is %d", k, size, round, at[k]);
            memset(at, 0xA5, size);
        }
        arena_reset(&a);
    }
}

TEST(blocks_do_not_overlap)
{
    FREED(arena_free) arena a = { 0 };
    unsigned char *at[500];
    for (size_t k = 0; k < 500; k++) {
        const size_t size = 1 + k * 37 % 4000;
        at[k] = arena_alloc(&a, size, 1);
        assert_non_null(at[k]);
        memset(at[k], (int)(k % 251) + 1, size);
    }
    for (size_t k = 0; k < 500; k++)
        for (size_t b = 0; b < 1 + k * 37 % 4000; b++) assert_int_equal(at[k][b], k % 251 + 1);
}

/* The second round of the same requests gets the same places: nothing is allocated any more. */
TEST(settles)
{
    FREED(arena_free) arena a = { 0 };
    void *first[64];
    for (int round = 0; round < 4; round++) {
        for (size_t k = 0; k < 64; k++) {
            void *at = arena_alloc(&a, 1 + k * k * 300, 1);
            assert_non_null(at);
            if (round == 0) first[k] = at;
            else assert_ptr_equal(at, first[k]);
        }
        arena_reset(&a);
    }
}

TEST(extremes)
{
    arena a = { 0 };
    assert_null(arena_alloc(&a, SIZE_MAX, 8));
    assert_null(arena_alloc(&a, SIZE_MAX / 8 + 1, 8));
    assert_null(arena_alloc(&a, SIZE_MAX, 1));
    char *none = arena_alloc(&a, 0, 8), *other = arena_alloc(&a, 0, 8), *no_size = arena_alloc(&a, 5, 0);
    assert_non_null(none);
    assert_non_null(no_size);
    assert_ptr_not_equal(none, other);
    const char *text = arena_text(&a, "mig@zaidi2020");
    assert_string_equal(text, "mig@zaidi2020");
    assert_string_equal(arena_text(&a, ""), "");
    arena_free(&a);
    arena_free(&a); /* again is harmless */
    arena_reset(&a);
    assert_non_null(arena_alloc(&a, 3, 3));
    arena_free(&a);
}

TESTS_MAIN
