/* tally.h -- units of work done since the program began, by kind: what tests/bench/test_work.c compares with what it
 * was. Nothing else reads it. Added to once a tree, a pass or a call, never in an inner loop. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

typedef enum tally_kind {
    TALLY_TREES,      /* grown */
    TALLY_CANDIDATES, /* rows x features looked at for splits */
    TALLY_PRODUCTS,   /* rows x pairs of columns */
    TALLY_SOLVED,     /* values that passes of solvers went over */
    TALLY_COUNTED,    /* entries of histograms */
    TALLY_NEIGHBOURS, /* rows x pairs of columns whose neighbours were found */
    TALLY_KINDS
} tally_kind;

extern atomic_uint_fast64_t tally[TALLY_KINDS];

static inline void tally_add(tally_kind kind, uint64_t count)
{
    atomic_fetch_add_explicit(&tally[kind], count, memory_order_relaxed);
}
