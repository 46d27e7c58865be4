/* tally.h -- units of work for tests/bench/test_work.c; added to once a tree, a pass or a call, in no inner loop. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

/* Trees, candidates scored, rows x pairs of columns, values solvers went over, rows counted, neighbours looked for. */
enum { TALLY_TREES, TALLY_CANDIDATES, TALLY_PRODUCTS, TALLY_SOLVED, TALLY_COUNTED, TALLY_NEIGHBOURS, TALLY_KINDS };
extern atomic_uint_fast64_t tally[TALLY_KINDS];

static inline void tally_add(int kind, uint64_t count)
{
    atomic_fetch_add_explicit(&tally[kind], count, memory_order_relaxed);
}
