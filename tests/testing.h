/* testing.h -- what a test program is made of: TEST(test_known) { ... } and, last, RUN_TESTS(cmocka_unit_test(...), ...) */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assay.h"

#define TEST(name) static void name(void **state __attribute__((unused)))

/* FREED(assay_data_free) assay_data data = { 0 }: freed where its block ends. */
#define FREED(by) __attribute__((cleanup(by)))

#define RUN_TESTS(...)                                       \
    int main(void)                                           \
    {                                                        \
        const struct CMUnitTest tests[] = { __VA_ARGS__ };   \
        return cmocka_run_group_tests(tests, NULL, NULL);    \
    }

static inline __attribute__((unused)) assay_stream stream_of(uint64_t seed)
{
    assay_stream stream;
    assay_stream_seed(&stream, seed);
    return stream;
}
