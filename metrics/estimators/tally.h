/* tally.h -- units of work done since the program began, which tests/bench/test_work.c compares with what they were. Added
 * to once a tree, a pass or a call, never in an inner loop. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

/* Trees grown, rows x features looked at for splits, rows x pairs of columns, values that solvers went over, ... */
enum { TALLY_TREES, TALLY_CANDIDATES, TALLY_PRODUCTS, TALLY_SOLVED, TALLY_COUNTED, TALLY_NEIGHBOURS, TALLY_KINDS };
extern atomic_uint_fast64_t tally[TALLY_KINDS];

static inline void tally_add(int kind, uint64_t count)
{
    atomic_fetch_add_explicit(&tally[kind], count, memory_order_relaxed);
}
