/* stateless.h -- a test that has no state: TEST(name) { ... }, named in main. */
#pragma once

#define TEST(name) static void name(__attribute__((unused)) void **state)
