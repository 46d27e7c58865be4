/*
 * testing.h -- what a test program is made of: TEST(test_known) { ... } for each test, which are run in this order, and
 * TESTS_MAIN at the end; or a main of its own
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "near_name.h"
#include "owned.h"

enum { TESTS_MOST = 256, TESTS_FIRST = 1000 /* priorities below are the system's */ };
static struct CMUnitTest tests_listed[TESTS_MOST] __attribute__((unused));
static size_t tests_count __attribute__((unused));

#define TEST(name)                                                                          \
    static void name(void **state);                                                         \
    __attribute__((constructor(TESTS_FIRST + __COUNTER__))) static void name##_listed(void) \
    {                                                                                       \
        assert_true(tests_count < TESTS_MOST);                                              \
        tests_listed[tests_count++] = (struct CMUnitTest)cmocka_unit_test(name);            \
    }                                                                                       \
    static void name(void **state __attribute__((unused)))

/* The program of all; TESTS_MAIN_IN runs them between two functions, scratch_make and scratch_remove, and TESTS_RUN_IN
 * is for a main of its own. */
#define TESTS_MAIN TESTS_MAIN_IN(NULL, NULL)
#define TESTS_RUN_IN(begin, end) _cmocka_run_group_tests("tests", tests_listed, tests_count, begin, end)
#define TESTS_MAIN_IN(begin, end) \
    int main(void) { return TESTS_RUN_IN(begin, end); }

/* An initialiser whose fields clang-format lays out as arguments, several to a line. */
#define FIELDS(...) \
    {               \
        __VA_ARGS__ \
    }

static inline __attribute__((unused)) void text_freed(char **text) { free(*text); }

static inline __attribute__((unused)) assay_stream stream_of(uint64_t seed)
{
    assay_stream stream;
    assay_stream_seed(&stream, seed);
    return stream;
}
